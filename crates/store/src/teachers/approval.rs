//! Applications that wait for an administrator, and what becomes of them (D8, D28).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;
use uuid::Uuid;

use super::profile::{COLUMNS, Profile, ProfileText, Row};
use crate::StoreError;
use crate::sql::{instant, micros};

/// So many approved teachers are founding teachers.
pub const FOUNDING_TEACHERS: i64 = 100;
const COUNTER: &str = "founding_teachers";

/// Somebody who has applied.
#[derive(Clone, Debug)]
pub struct Applicant {
    /// Who.
    pub id: PersonId,
    /// Display name.
    pub name: String,
    /// Verified address.
    pub email: Option<String>,
    /// Where the application stands.
    pub status: TeacherStatus,
    /// Dance styles, as names.
    pub dance_styles: Vec<String>,
    /// What was told.
    pub text: ProfileText,
    /// When it was submitted last; missing for accounts from before there were applications.
    pub applied_at: Option<Timestamp>,
    /// Goes up with every application.
    pub version: i64,
    /// The rejection before this application: when, why, and what had been told.
    pub rejection: Option<(Timestamp, String, ProfileText)>,
}

#[derive(FromRow)]
struct ApplicantRow {
    id: Uuid,
    name: String,
    email: Option<String>,
    dance_styles: String,
    decided_at: Option<i64>,
    rejected_text: Option<String>,
    #[row(nested)]
    profile: Row,
}

fn select() -> String {
    format!(
        "SELECT t.person_id AS id, p.name, p.email, t.dance_styles, t.decided_at, t.rejected_text, {COLUMNS}
           FROM teachers t JOIN people p ON p.id = t.person_id"
    )
}

impl TryFrom<ApplicantRow> for Applicant {
    type Error = StoreError;
    fn try_from(row: ApplicantRow) -> Result<Self, StoreError> {
        let profile = Profile::try_from(row.profile)?;
        let corrupt = |error: serde_json::Error| StoreError::Decode(error.to_string());
        let rejection = match (row.decided_at, row.rejected_text) {
            (Some(at), Some(text)) => {
                let told = serde_json::from_str(&text).map_err(corrupt)?;
                Some((instant(at)?, profile.rejection_reason.unwrap_or_default(), told))
            }
            _ => None,
        };
        Ok(Self {
            id: PersonId(row.id),
            name: row.name,
            email: row.email,
            status: profile.status,
            dance_styles: serde_json::from_str(&row.dance_styles).map_err(corrupt)?,
            text: profile.text,
            applied_at: profile.applied_at,
            version: profile.version,
            rejection,
        })
    }
}

/// Applications that wait, the longest waiting first, at most `limit`.
pub async fn list_pending<C: Connection>(conn: &C, limit: u32) -> Result<Vec<Applicant>, StoreError> {
    let sql = format!("{} WHERE t.status = 'pending' ORDER BY t.applied_at, t.person_id LIMIT {limit}", select());
    let rows = conn.query::<ApplicantRow>(&sql, &[]).await?;
    rows.into_iter().map(Applicant::try_from).collect()
}

/// Somebody who has applied, whatever became of it.
pub async fn find_applicant<C: Connection>(conn: &C, id: PersonId) -> Result<Option<Applicant>, StoreError> {
    let sql = format!("{} WHERE t.person_id = $1", select());
    conn.query_opt::<ApplicantRow>(&sql, &[id.0.into()]).await?.map(Applicant::try_from).transpose()
}

/// How many teachers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Standing {
    /// Approved.
    pub approved: i64,
    /// Waiting.
    pub pending: i64,
    /// Founding teachers so far.
    pub founding: i64,
}

/// Counts teachers.
pub async fn count_standing<C: Connection>(conn: &C) -> Result<Standing, StoreError> {
    let sql = "SELECT (SELECT COUNT(*) FROM teachers WHERE status = 'approved') AS approved,
                      (SELECT COUNT(*) FROM teachers WHERE status = 'pending') AS pending,
                      (SELECT value FROM counters WHERE name = $1) AS founding";
    let row = conn.query_opt(sql, &[COUNTER.into()]).await?;
    row.ok_or_else(|| StoreError::Decode("no counts".to_owned()))
}

/// What somebody has looked at who decides.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// How the teacher stood.
    pub status: TeacherStatus,
    /// The version of what was told; `None` where nobody has looked at it.
    pub version: Option<i64>,
}

/// Approves a teacher who still stands as `seen`, under this invite code unless there is one; the first hundred become founding
/// teachers. `None` when somebody else has decided; otherwise whether it is a founding teacher.
pub async fn mark_approved(
    tx: &Transaction,
    id: PersonId,
    seen: Seen,
    invite_code: &str,
    now: Timestamp,
) -> Result<Option<bool>, StoreError> {
    let sql = "UPDATE teachers SET status = 'approved', invite_code = COALESCE(invite_code, $2), decided_at = $3,
                      rejected_text = NULL, rejection_reason = NULL
                WHERE person_id = $1 AND status = $4 AND status <> 'approved' AND version = COALESCE($5, version)";
    let (status, version) = (seen.status.as_str().into(), seen.version.into());
    let values = [id.0.into(), invite_code.into(), micros(now).into(), status, version];
    match tx.execute(sql, &values).await {
        Ok(1) => {}
        Ok(_) => return Ok(None),
        Err(StoreError::UniqueViolation(detail)) => return Err(StoreError::Serialization(detail)),
        Err(error) => return Err(error),
    }
    let sql = "UPDATE counters SET value = value + 1 WHERE name = $1 AND value < $2";
    if tx.execute(sql, &[COUNTER.into(), FOUNDING_TEACHERS.into()]).await? == 0 {
        return Ok(Some(false));
    }
    tx.execute("UPDATE teachers SET founding = $2 WHERE person_id = $1", &[id.0.into(), true.into()]).await?;
    Ok(Some(true))
}

/// Rejects an application that waits, and keeps what it said. False when somebody else has decided, or when it is another one
/// than `version`.
pub async fn mark_rejected(
    tx: &Transaction,
    id: PersonId,
    reason: &str,
    (told, version): (&ProfileText, i64),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let told = serde_json::to_string(told).map_err(|error| StoreError::Other(error.to_string()))?;
    let sql = "UPDATE teachers SET status = 'rejected', rejection_reason = $2, rejected_text = $3, decided_at = $4
                WHERE person_id = $1 AND status = 'pending' AND version = $5";
    Ok(tx.execute(sql, &[id.0.into(), reason.into(), told.into(), micros(now).into(), version.into()]).await? == 1)
}
