//! Teachers: their profile as students may see it, their invite code, their rates.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{instant, micros, set_arrived, word};

mod approval;
mod profile;

pub use approval::{
    Applicant, FOUNDING_TEACHERS, Seen, Standing, count_standing, find_applicant, list_pending, mark_approved,
    mark_rejected,
};
pub use profile::{
    Profile, ProfileChange, ProfileText, StyleLevel, apply, find_profile, set_invite_code, update_profile, update_rates,
};

/// A teacher with name, address and zone.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// Who.
    pub id: PersonId,
    /// Display name.
    pub name: String,
    /// Verified address.
    pub email: Option<String>,
    /// Where the application stands.
    pub status: TeacherStatus,
    /// `TCH-ABC-1234` once made (D9).
    pub invite_code: Option<String>,
    /// Professional bio.
    pub bio: String,
    /// Teaching experience in the teacher's words.
    pub experience: String,
    /// Dance styles, as names.
    pub dance_styles: Vec<String>,
    /// The video meeting link of today (D37).
    pub meeting_link: Option<String>,
    /// Hourly rate in paise.
    pub rate_inr_minor: i64,
    /// Hourly rate in cents.
    pub rate_usd_minor: i64,
    /// The zone of the availability, if it has been set.
    pub time_zone: Option<String>,
    /// On whose clock they and their students are told of classes: that, or the zone of their browser where there are no hours.
    pub clock_zone: Option<String>,
    /// When the profile was made.
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
            id: PersonId(row.id),
            name: row.name,
            email: row.email,
            status: word(&row.status, TeacherStatus::parse)?,
            invite_code: row.invite_code,
            bio: row.bio,
            experience: row.experience,
            dance_styles: serde_json::from_str(&row.dance_styles).map_err(|e| StoreError::Decode(e.to_string()))?,
            meeting_link: row.meeting_link,
            rate_inr_minor: row.rate_inr_minor,
            rate_usd_minor: row.rate_usd_minor,
            time_zone: row.time_zone,
            clock_zone: row.clock_zone,
            created_at: instant(row.created_at)?,
        })
    }
}

const COLUMNS: &str = "SELECT t.person_id AS id, p.name, p.email, t.status, t.invite_code, t.bio, t.experience,
    t.dance_styles, t.meeting_link, t.rate_inr_minor, t.rate_usd_minor, a.time_zone,
    COALESCE(a.time_zone, p.time_zone) AS clock_zone, t.created_at
    FROM teachers t JOIN people p ON p.id = t.person_id LEFT JOIN availabilities a ON a.teacher_id = t.person_id";

/// A teacher by id, whatever the status.
pub async fn find_by_id<C: Connection>(conn: &C, id: PersonId) -> Result<Option<Teacher>, StoreError> {
    conn.query_opt::<Row>(&format!("{COLUMNS} WHERE t.person_id = $1"), &[id.0.into()])
        .await?
        .map(Teacher::try_from)
        .transpose()
}

/// The teacher with this invite code, in its stored spelling (D9), if they are approved and nobody keeps them out.
pub async fn find_approved_by_code<C: Connection>(conn: &C, code: &str) -> Result<Option<Teacher>, StoreError> {
    let sql = format!("{COLUMNS} WHERE t.invite_code = $1 AND t.status = 'approved' AND p.suspended_at IS NULL");
    conn.query_opt::<Row>(&sql, &[code.into()]).await?.map(Teacher::try_from).transpose()
}

/// Whether any teacher has this invite code, whatever became of them.
pub async fn has_code<C: Connection>(conn: &C, code: &str) -> Result<bool, StoreError> {
    Ok(conn.query_opt::<Row>(&format!("{COLUMNS} WHERE t.invite_code = $1"), &[code.into()]).await?.is_some())
}

/// A new teacher's profile.
#[derive(Clone, Debug)]
pub struct NewTeacher<'a> {
    /// The person who teaches.
    pub id: PersonId,
    /// Where the application stands.
    pub status: TeacherStatus,
    /// The invite code, if already made.
    pub invite_code: Option<&'a str>,
    /// Professional bio.
    pub bio: &'a str,
    /// Teaching experience.
    pub experience: &'a str,
    /// Dance styles.
    pub dance_styles: &'a [&'a str],
    /// Video meeting link.
    pub meeting_link: Option<&'a str>,
    /// Hourly rate in paise.
    pub rate_inr_minor: i64,
    /// Hourly rate in cents.
    pub rate_usd_minor: i64,
    /// Now.
    pub at: Timestamp,
}

/// Inserts a teacher's profile for an existing person.
pub async fn insert(tx: &Transaction, new: &NewTeacher<'_>) -> Result<(), StoreError> {
    let styles = serde_json::to_string(new.dance_styles).map_err(|e| StoreError::Other(e.to_string()))?;
    tx.execute(
        "INSERT INTO teachers (person_id, status, founding, invite_code, bio, experience, dance_styles, meeting_link,
                               rate_inr_minor, rate_usd_minor, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        &[
            new.id.0.into(),
            new.status.as_str().into(),
            false.into(),
            new.invite_code.into(),
            new.bio.into(),
            new.experience.into(),
            styles.into(),
            new.meeting_link.into(),
            new.rate_inr_minor.into(),
            new.rate_usd_minor.into(),
            micros(new.at).into(),
        ],
    )
    .await?;
    set_arrived(tx, new.id.0).await
}

/// Moves a teacher from one status to another. False when it was no longer in `from`.
pub async fn mark_status(
    tx: &Transaction,
    id: PersonId,
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
