//! Applications of teachers and their approval or rejection (D8, D28).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::TeacherId;
use uuid::Uuid;

use super::profile::{COLUMNS, Profile, ProfileText, Row};
use crate::StoreError;
use crate::sql::{fetch_optional, from_micros, to_micros};

/// Number of founding teachers: the first ones that are approved.
pub const FOUNDING_TEACHERS: i64 = 100;
pub(super) const FOUNDING_TEACHERS_COUNTER: &str = "founding_teachers";

/// A person who has applied.
#[derive(Clone, Debug)]
pub struct Applicant {
    /// The person.
    pub id: TeacherId,
    /// Display name.
    pub name: String,
    /// Verified email address.
    pub email: Option<String>,
    /// Phone number.
    pub phone: Option<String>,
    /// Pending, approved or rejected.
    pub status: TeacherStatus,
    /// Names of dance styles.
    pub dance_styles: Vec<String>,
    /// The application.
    pub text: ProfileText,
    /// When it was last submitted. `None` for teachers who were added by the command line.
    pub applied_at: Option<Timestamp>,
    /// Incremented by each application and change.
    pub version: i64,
    /// The previous rejection: time, reason and the application that was rejected.
    pub rejection: Option<(Timestamp, String, ProfileText)>,
}

#[derive(FromRow)]
struct ApplicantRow {
    id: Uuid,
    name: String,
    email: Option<String>,
    phone: Option<String>,
    dance_styles: String,
    decided_at: Option<i64>,
    rejected_application: Option<String>,
    #[row(nested)]
    profile: Row,
}

fn select() -> String {
    format!(
        "SELECT t.person_id AS id, p.name, p.email, p.phone, t.dance_styles, t.decided_at, t.rejected_application, {COLUMNS}
           FROM teachers t JOIN people p ON p.id = t.person_id"
    )
}

impl TryFrom<ApplicantRow> for Applicant {
    type Error = StoreError;
    fn try_from(row: ApplicantRow) -> Result<Self, StoreError> {
        let profile = Profile::try_from(row.profile)?;
        let decode_error = |error: serde_json::Error| StoreError::Decode(error.to_string());
        let rejection = match (row.decided_at, row.rejected_application) {
            (Some(at), Some(text)) => {
                let application = serde_json::from_str(&text).map_err(decode_error)?;
                let reason = profile.rejection_reason;
                let reason = reason.ok_or_else(|| StoreError::Decode("a rejection without a reason".to_owned()))?;
                Some((from_micros(at)?, reason, application))
            }
            _ => None,
        };
        Ok(Self {
            id: TeacherId(row.id),
            name: row.name,
            email: row.email,
            phone: row.phone,
            status: profile.status,
            dance_styles: serde_json::from_str(&row.dance_styles).map_err(decode_error)?,
            text: profile.text,
            applied_at: profile.applied_at,
            version: profile.version,
            rejection,
        })
    }
}

/// Lists pending applications, oldest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_pending<C: Connection>(conn: &C, limit: u32) -> Result<Vec<Applicant>, StoreError> {
    let sql = format!("{} WHERE t.status = 'pending' ORDER BY t.applied_at, t.person_id LIMIT {limit}", select());
    let rows = conn.query::<ApplicantRow>(&sql, &[]).await?;
    rows.into_iter().map(Applicant::try_from).collect()
}

/// Finds an applicant, with any status.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_applicant<C: Connection>(conn: &C, id: TeacherId) -> Result<Option<Applicant>, StoreError> {
    let sql = format!("{} WHERE t.person_id = $1", select());
    fetch_optional::<ApplicantRow, _>(conn, &sql, &[id.0.into()]).await
}

/// Numbers of teachers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct TeacherCounts {
    /// Approved teachers.
    pub approved: i64,
    /// Pending applications.
    pub pending: i64,
    /// Founding teachers.
    pub founding: i64,
}

/// Counts teachers by status.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_by_status<C: Connection>(conn: &C) -> Result<TeacherCounts, StoreError> {
    let sql = "SELECT (SELECT COUNT(*) FROM teachers WHERE status = 'approved') AS approved,
                      (SELECT COUNT(*) FROM teachers WHERE status = 'pending') AS pending,
                      (SELECT value FROM counters WHERE name = $1) AS founding";
    conn.query_one(sql, &[FOUNDING_TEACHERS_COUNTER.into()]).await
}

/// What an administrator has seen when deciding, for optimistic concurrency.
#[derive(Clone, Copy, Debug)]
pub struct ExpectedVersion {
    /// The status.
    pub status: TeacherStatus,
    /// The version of the application, `None` to accept any.
    pub version: Option<i64>,
}

/// Approves a teacher who is as `seen`, and sets the invite code if there is none. Returns whether it is a founding
/// teacher, or `None` if the status or version has changed.
///
/// # Errors
/// [`StoreError::Serialization`] if another teacher has the invite code: retry with another one.
pub async fn mark_approved(
    tx: &Transaction,
    id: TeacherId,
    seen: ExpectedVersion,
    invite_code: &str,
    now: Timestamp,
) -> Result<Option<bool>, StoreError> {
    let sql = "UPDATE teachers SET status = 'approved', invite_code = COALESCE(invite_code, $2), decided_at = $3,
                      rejected_application = NULL, rejection_reason = NULL
                WHERE person_id = $1 AND status = $4 AND status <> 'approved' AND version = COALESCE($5, version)";
    let (status, version) = (seen.status.as_str().into(), seen.version.into());
    let values = [id.0.into(), invite_code.into(), to_micros(now).into(), status, version];
    match tx.execute(sql, &values).await {
        Ok(1) => {}
        Ok(_) => return Ok(None),
        Err(StoreError::UniqueViolation(detail)) => return Err(StoreError::Serialization(detail)),
        Err(error) => return Err(error),
    }
    let sql = "UPDATE counters SET value = value + 1 WHERE name = $1 AND value < $2";
    if tx.execute(sql, &[FOUNDING_TEACHERS_COUNTER.into(), FOUNDING_TEACHERS.into()]).await? == 0 {
        return Ok(Some(false));
    }
    tx.execute("UPDATE teachers SET founding = $2 WHERE person_id = $1", &[id.0.into(), true.into()]).await?;
    Ok(Some(true))
}

/// Rejects a pending application of this version and keeps a copy of it. Returns false if the status or version has
/// changed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_rejected(
    tx: &Transaction,
    id: TeacherId,
    reason: &str,
    (application, version): (&ProfileText, i64),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let application = serde_json::to_string(application).map_err(|error| StoreError::Other(error.to_string()))?;
    let sql =
        "UPDATE teachers SET status = 'rejected', rejection_reason = $2, rejected_application = $3, decided_at = $4
                WHERE person_id = $1 AND status = 'pending' AND version = $5";
    Ok(tx
        .execute(sql, &[id.0.into(), reason.into(), application.into(), to_micros(now).into(), version.into()])
        .await?
        == 1)
}
