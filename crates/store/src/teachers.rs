//! Teachers: profile, invite code, rates.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::TeacherId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{clear_has_no_role, fetch_optional, from_micros, insert_row, parse_enum, to_micros};

mod approval;
mod profile;
mod public;
mod undo;

pub use approval::{
    Applicant, ExpectedVersion, FOUNDING_TEACHERS, TeacherCounts, count_by_status, find_applicant, list_pending,
    mark_approved, mark_rejected,
};
pub use profile::{
    Profile, ProfileChange, ProfileText, StyleLevel, find_profile, set_invite_code, submit_application, update_profile,
    update_rates,
};
pub use public::{
    ListedTeacher, PublicProfile, delete_photo, find_own_photo, find_photo, find_public_profile, list_listed,
    save_photo,
};
pub use undo::{delete_undoable_before, find_undoable, has_used_approval, insert_undoable, lock, mark_undone};

/// A teacher with name, address and zone.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// Primary key, that of the person.
    pub id: TeacherId,
    /// Display name.
    pub name: String,
    /// Verified email address.
    pub email: Option<String>,
    /// Pending, approved or rejected.
    pub status: TeacherStatus,
    /// The invite code, such as `TCH-ABC-1234` (D9).
    pub invite_code: Option<String>,
    /// Professional bio.
    pub bio: String,
    /// Teaching experience.
    pub experience: String,
    /// Names of dance styles.
    pub dance_styles: Vec<String>,
    /// The current meeting link (D37).
    pub meeting_link: Option<String>,
    /// Rate for one class in paise.
    pub rate_inr_minor: i64,
    /// Rate for one class in cents.
    pub rate_usd_minor: i64,
    /// The zone of the availability, if one was saved.
    pub time_zone: Option<String>,
    /// The zone for messages about classes: that of the availability, otherwise that of the browser.
    pub clock_zone: Option<String>,
    /// When the profile was created.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    id: Uuid,
    name: String,
    email: Option<String>,
    status: String,
    invite_code: Option<String>,
    bio: String,
    experience: String,
    dance_styles: String,
    meeting_link: Option<String>,
    rate_inr_minor: i64,
    rate_usd_minor: i64,
    time_zone: Option<String>,
    clock_zone: Option<String>,
    created_at: i64,
}

impl TryFrom<Row> for Teacher {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: TeacherId(row.id),
            name: row.name,
            email: row.email,
            status: parse_enum(&row.status, TeacherStatus::parse)?,
            invite_code: row.invite_code,
            bio: row.bio,
            experience: row.experience,
            dance_styles: serde_json::from_str(&row.dance_styles).map_err(|e| StoreError::Decode(e.to_string()))?,
            meeting_link: row.meeting_link,
            rate_inr_minor: row.rate_inr_minor,
            rate_usd_minor: row.rate_usd_minor,
            time_zone: row.time_zone,
            clock_zone: row.clock_zone,
            created_at: from_micros(row.created_at)?,
        })
    }
}

const COLUMNS: &str = "SELECT t.person_id AS id, p.name, p.email, t.status, t.invite_code, t.bio, t.experience,
    t.dance_styles, t.meeting_link, t.rate_inr_minor, t.rate_usd_minor, a.time_zone,
    COALESCE(a.time_zone, p.time_zone) AS clock_zone, t.created_at
    FROM teachers t JOIN people p ON p.id = t.person_id LEFT JOIN availabilities a ON a.teacher_id = t.person_id";

/// Finds a teacher by id, with any status.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: TeacherId) -> Result<Option<Teacher>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{COLUMNS} WHERE t.person_id = $1"), &[id.0.into()]).await
}

/// Finds a teacher by invite code in its stored spelling (D9), if approved and not suspended.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_approved_by_code<C: Connection>(conn: &C, code: &str) -> Result<Option<Teacher>, StoreError> {
    let sql = format!("{COLUMNS} WHERE t.invite_code = $1 AND t.status = 'approved' AND p.suspended_at IS NULL");
    fetch_optional::<Row, _>(conn, &sql, &[code.into()]).await
}

/// Returns whether any teacher has this invite code, with any status.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_invite_code<C: Connection>(conn: &C, code: &str) -> Result<bool, StoreError> {
    Ok(conn.query_opt::<Row>(&format!("{COLUMNS} WHERE t.invite_code = $1"), &[code.into()]).await?.is_some())
}

/// A teacher to insert.
#[derive(Clone, Debug)]
pub struct NewTeacher<'a> {
    /// The person.
    pub id: TeacherId,
    /// Pending, approved or rejected.
    pub status: TeacherStatus,
    /// The invite code.
    pub invite_code: Option<&'a str>,
    /// Professional bio.
    pub bio: &'a str,
    /// Teaching experience.
    pub experience: &'a str,
    /// Names of dance styles.
    pub dance_styles: &'a [&'a str],
    /// Meeting link.
    pub meeting_link: Option<&'a str>,
    /// Rate for one class in paise.
    pub rate_inr_minor: i64,
    /// Rate for one class in cents.
    pub rate_usd_minor: i64,
    /// Current time.
    pub at: Timestamp,
}

/// Inserts a teacher for an existing person.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert(tx: &Transaction, new: &NewTeacher<'_>) -> Result<(), StoreError> {
    let styles = serde_json::to_string(new.dance_styles).map_err(|e| StoreError::Other(e.to_string()))?;
    let columns = vec![
        ("person_id", new.id.0.into()),
        ("status", new.status.as_str().into()),
        ("founding", false.into()),
        ("invite_code", new.invite_code.into()),
        ("bio", new.bio.into()),
        ("experience", new.experience.into()),
        ("dance_styles", styles.into()),
        ("meeting_link", new.meeting_link.into()),
        ("rate_inr_minor", new.rate_inr_minor.into()),
        ("rate_usd_minor", new.rate_usd_minor.into()),
        ("created_at", to_micros(new.at).into()),
    ];
    insert_row(tx, "teachers", columns, "").await?;
    clear_has_no_role(tx, new.id.0).await
}

/// Changes a teacher's status. Returns false if it is not `from`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_status(
    tx: &Transaction,
    id: TeacherId,
    from: TeacherStatus,
    to: TeacherStatus,
) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "UPDATE teachers SET status = $3 WHERE person_id = $1 AND status = $2",
            &[id.0.into(), from.as_str().into(), to.as_str().into()],
        )
        .await?;
    Ok(changed == 1)
}
