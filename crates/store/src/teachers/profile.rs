//! The whole profile of a teacher, as the wizard asks for it, and what becomes of an application.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::{instant, micros, set_arrived, word};

/// What the wizard asks for (SPEC §3), in the words that the domain has checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProfileText {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Country of origin.
    pub country: String,
    /// Professional bio.
    pub bio: String,
    /// Teaching experience.
    pub experience: String,
    /// Dance education.
    pub education: String,
    /// Guru or master.
    pub guru: String,
    /// `0-2`, `3-5`, `6-10` or `10+`.
    pub years_teaching: String,
    /// Age groups.
    pub student_ages: Vec<String>,
    /// Dance styles with their levels.
    pub styles: Vec<StyleLevel>,
    /// Key highlights.
    pub highlights: Vec<String>,
    /// Performance video.
    pub video_link: Option<String>,
    /// Help video.
    pub help_video_link: Option<String>,
    /// Notes for the administrators.
    pub notes: String,
    /// Instagram handle or address.
    pub instagram: Option<String>,
    /// Video meeting link.
    pub meeting_link: Option<String>,
    /// Hourly rate in paise.
    pub rate_inr_minor: i64,
    /// Hourly rate in cents.
    pub rate_usd_minor: i64,
}

/// A dance style and the level at which it is taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleLevel {
    /// The style.
    pub style: String,
    /// The level.
    pub level: String,
}

/// A teacher's profile with the state of the application.
#[derive(Clone, Debug)]
pub struct Profile {
    /// What was told.
    pub text: ProfileText,
    /// Where the application stands.
    pub status: TeacherStatus,
    /// Among the first hundred approved (D28).
    pub founding: bool,
    /// When the profile was made.
    pub created_at: Timestamp,
    /// When it was submitted last.
    pub applied_at: Option<Timestamp>,
    /// Why it was rejected.
    pub rejection_reason: Option<String>,
    /// Rises with each change.
    pub version: i64,
}

/// A row with [`COLUMNS`].
#[derive(FromRow)]
pub(super) struct Row {
    first_name: String,
    last_name: String,
    country: String,
    bio: String,
    experience: String,
    education: String,
    guru: String,
    years_teaching: String,
    student_ages: String,
    style_levels: String,
    highlights: String,
    video_link: Option<String>,
    help_video_link: Option<String>,
    notes: String,
    instagram: Option<String>,
    meeting_link: Option<String>,
    rate_inr_minor: i64,
    rate_usd_minor: i64,
    status: String,
    founding: bool,
    created_at: i64,
    applied_at: Option<i64>,
    rejection_reason: Option<String>,
    version: i64,
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Decode(error.to_string()))
}

fn text<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Other(error.to_string()))
}

impl TryFrom<Row> for Profile {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            text: ProfileText {
                first_name: row.first_name,
                last_name: row.last_name,
                country: row.country,
                bio: row.bio,
                experience: row.experience,
                education: row.education,
                guru: row.guru,
                years_teaching: row.years_teaching,
                student_ages: json(&row.student_ages)?,
                styles: json(&row.style_levels)?,
                highlights: json(&row.highlights)?,
                video_link: row.video_link,
                help_video_link: row.help_video_link,
                notes: row.notes,
                instagram: row.instagram,
                meeting_link: row.meeting_link,
                rate_inr_minor: row.rate_inr_minor,
                rate_usd_minor: row.rate_usd_minor,
            },
            status: word(&row.status, TeacherStatus::parse)?,
            founding: row.founding,
            created_at: instant(row.created_at)?,
            applied_at: row.applied_at.map(instant).transpose()?,
            rejection_reason: row.rejection_reason,
            version: row.version,
        })
    }
}

/// Of a teacher `t`.
pub(super) const COLUMNS: &str = "t.first_name, t.last_name, t.country, t.bio, t.experience, t.education, t.guru, t.years_teaching,
    t.student_ages, t.style_levels, t.highlights, t.video_link, t.help_video_link, t.notes, t.instagram, t.meeting_link,
    t.rate_inr_minor, t.rate_usd_minor, t.status, t.founding, t.created_at, t.applied_at, t.rejection_reason, t.version";

/// A teacher's whole profile, whatever the status.
pub async fn find_profile<C: Connection>(conn: &C, id: PersonId) -> Result<Option<Profile>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM teachers t WHERE t.person_id = $1");
    conn.query_opt::<Row>(&sql, &[id.0.into()]).await?.map(Profile::try_from).transpose()
}

/// Files an application: a first one, or another after a rejection. False when one is pending or approved already.
pub async fn apply(tx: &Transaction, id: PersonId, new: &ProfileText, at: Timestamp) -> Result<bool, StoreError> {
    let names: Vec<&str> = new.styles.iter().map(|style| style.style.as_str()).collect();
    let changed = tx.execute("INSERT INTO teachers (person_id, status, founding, bio, experience, dance_styles, meeting_link, rate_inr_minor,
             rate_usd_minor, created_at, first_name, last_name, country, education, guru, years_teaching, student_ages,
             style_levels, highlights, video_link, help_video_link, notes, instagram, age_confirmed_at, applied_at)
         VALUES ($1, 'pending', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
             $22, $9, $9)
         ON CONFLICT (person_id) DO UPDATE SET status = 'pending', bio = excluded.bio, experience = excluded.experience,
             dance_styles = excluded.dance_styles, meeting_link = excluded.meeting_link,
             rate_inr_minor = excluded.rate_inr_minor, rate_usd_minor = excluded.rate_usd_minor,
             first_name = excluded.first_name, last_name = excluded.last_name, country = excluded.country,
             education = excluded.education, guru = excluded.guru, years_teaching = excluded.years_teaching,
             student_ages = excluded.student_ages, style_levels = excluded.style_levels,
             highlights = excluded.highlights, video_link = excluded.video_link,
             help_video_link = excluded.help_video_link, notes = excluded.notes, instagram = excluded.instagram,
             age_confirmed_at = excluded.age_confirmed_at, applied_at = excluded.applied_at,
             version = teachers.version + 1
         WHERE teachers.status = 'rejected'",
        &[
            id.0.into(),
            false.into(),
            new.bio.as_str().into(),
            new.experience.as_str().into(),
            text(&names)?.into(),
            new.meeting_link.as_deref().into(),
            new.rate_inr_minor.into(),
            new.rate_usd_minor.into(),
            micros(at).into(),
            new.first_name.as_str().into(),
            new.last_name.as_str().into(),
            new.country.as_str().into(),
            new.education.as_str().into(),
            new.guru.as_str().into(),
            new.years_teaching.as_str().into(),
            text(&new.student_ages)?.into(),
            text(&new.styles)?.into(),
            text(&new.highlights)?.into(),
            new.video_link.as_deref().into(),
            new.help_video_link.as_deref().into(),
            new.notes.as_str().into(),
            new.instagram.as_deref().into(),
        ],
    )
    .await?;
    if changed == 1 {
        set_arrived(tx, id.0).await?;
    }
    Ok(changed == 1)
}

/// What a teacher changes in the profile later (SPEC §2).
#[derive(Clone, Debug)]
pub struct ProfileChange<'a> {
    /// Professional bio.
    pub bio: &'a str,
    /// Teaching experience.
    pub experience: &'a str,
    /// Dance styles by name.
    pub dance_styles: &'a [String],
    /// Video meeting link.
    pub meeting_link: Option<&'a str>,
}

/// Saves the profile over `expected` (`None` saves over whatever is there). The new version, or `None` when somebody else
/// saved in between.
pub async fn update_profile(
    tx: &Transaction,
    id: PersonId,
    change: &ProfileChange<'_>,
    expected: Option<i64>,
) -> Result<Option<i64>, StoreError> {
    let sql =
        "UPDATE teachers SET bio = $2, experience = $3, dance_styles = $4, meeting_link = $5, version = version + 1
                WHERE person_id = $1 AND ($6 < 0 OR version = $6) RETURNING version";
    let values = [
        id.0.into(),
        change.bio.into(),
        change.experience.into(),
        text(&change.dance_styles)?.into(),
        change.meeting_link.into(),
        expected.unwrap_or(-1).into(),
    ];
    Ok(tx.query_opt::<Version>(sql, &values).await?.map(|row| row.version))
}

/// Saves the rates, in minor units, over `expected`. As [`update_profile`].
pub async fn update_rates(
    tx: &Transaction,
    id: PersonId,
    (inr, usd): (i64, i64),
    expected: Option<i64>,
) -> Result<Option<i64>, StoreError> {
    let sql = "UPDATE teachers SET rate_inr_minor = $2, rate_usd_minor = $3, version = version + 1
                WHERE person_id = $1 AND ($4 < 0 OR version = $4) RETURNING version";
    let values = [id.0.into(), inr.into(), usd.into(), expected.unwrap_or(-1).into()];
    Ok(tx.query_opt::<Version>(sql, &values).await?.map(|row| row.version))
}

#[derive(FromRow)]
struct Version {
    version: i64,
}

/// Gives a teacher an invite code, unless there is one. False when there is.
pub async fn set_invite_code(tx: &Transaction, id: PersonId, code: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE teachers SET invite_code = $2 WHERE person_id = $1 AND invite_code IS NULL
                  AND NOT EXISTS (SELECT 1 FROM teachers o WHERE o.invite_code = $2)";
    match tx.execute(sql, &[id.0.into(), code.into()]).await {
        Ok(changed) => Ok(changed == 1),
        Err(StoreError::UniqueViolation(detail)) => Err(StoreError::Serialization(detail)),
        Err(error) => Err(error),
    }
}
