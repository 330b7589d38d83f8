//! The whole profile of a teacher, and the submission of an application.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::TeacherId;

use crate::StoreError;
use crate::sql::{clear_has_no_role, fetch_optional, from_micros, insert_row, parse_enum, to_micros};

/// The fields of the application form (SPEC §3), validated by the domain.
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
    /// Link to a performance video.
    pub video_link: Option<String>,
    /// Link to a help video.
    pub help_video_link: Option<String>,
    /// Notes for administrators.
    pub notes: String,
    /// Instagram handle or address.
    pub instagram: Option<String>,
    /// Meeting link.
    pub meeting_link: Option<String>,
    /// Rate for one class in paise.
    pub rate_inr_minor: i64,
    /// Rate for one class in cents.
    pub rate_usd_minor: i64,
}

/// A dance style and the level at which it is taught.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StyleLevel {
    /// Name of the style.
    pub style: String,
    /// Name of the level.
    pub level: String,
}

/// A teacher's profile with the state of the application.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The fields of the form.
    pub text: ProfileText,
    /// Pending, approved or rejected.
    pub status: TeacherStatus,
    /// Whether the teacher is a founding teacher (D28).
    pub founding: bool,
    /// When the profile was created.
    pub created_at: Timestamp,
    /// When the application was last submitted.
    pub applied_at: Option<Timestamp>,
    /// Why it was rejected.
    pub rejection_reason: Option<String>,
    /// Incremented by each change.
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
            status: parse_enum(&row.status, TeacherStatus::parse)?,
            founding: row.founding,
            created_at: from_micros(row.created_at)?,
            applied_at: row.applied_at.map(from_micros).transpose()?,
            rejection_reason: row.rejection_reason,
            version: row.version,
        })
    }
}

/// Columns of a teacher `t`.
pub(super) const COLUMNS: &str = "t.first_name, t.last_name, t.country, t.bio, t.experience, t.education, t.guru,
    t.years_teaching, t.student_ages, t.style_levels, t.highlights, t.video_link, t.help_video_link, t.notes,
    t.instagram, t.meeting_link, t.rate_inr_minor, t.rate_usd_minor, t.status, t.founding, t.created_at, t.applied_at,
    t.rejection_reason, t.version";

/// Finds a teacher's whole profile, with any status.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_profile<C: Connection>(conn: &C, id: TeacherId) -> Result<Option<Profile>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM teachers t WHERE t.person_id = $1");
    fetch_optional::<Row, _>(conn, &sql, &[id.0.into()]).await
}

/// Submits an application: the first one, or another after a rejection. Returns false if one is pending or approved.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn submit_application(
    tx: &Transaction,
    id: TeacherId,
    new: &ProfileText,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let styles: Vec<&str> = new.styles.iter().map(|style| style.style.as_str()).collect();
    let application: Vec<(&str, Value)> = vec![
        ("status", TeacherStatus::Pending.as_str().into()),
        ("first_name", new.first_name.as_str().into()),
        ("last_name", new.last_name.as_str().into()),
        ("country", new.country.as_str().into()),
        ("bio", new.bio.as_str().into()),
        ("experience", new.experience.as_str().into()),
        ("education", new.education.as_str().into()),
        ("guru", new.guru.as_str().into()),
        ("years_teaching", new.years_teaching.as_str().into()),
        ("student_ages", text(&new.student_ages)?.into()),
        ("dance_styles", text(&styles)?.into()),
        ("style_levels", text(&new.styles)?.into()),
        ("highlights", text(&new.highlights)?.into()),
        ("video_link", new.video_link.as_deref().into()),
        ("help_video_link", new.help_video_link.as_deref().into()),
        ("notes", new.notes.as_str().into()),
        ("instagram", new.instagram.as_deref().into()),
        ("meeting_link", new.meeting_link.as_deref().into()),
        ("rate_inr_minor", new.rate_inr_minor.into()),
        ("rate_usd_minor", new.rate_usd_minor.into()),
        ("age_confirmed_at", to_micros(at).into()),
        ("applied_at", to_micros(at).into()),
    ];
    let update: Vec<String> = application.iter().map(|(column, _)| format!("{column} = excluded.{column}")).collect();
    let on_conflict = format!(
        "ON CONFLICT (person_id) DO UPDATE SET {}, version = teachers.version + 1 WHERE teachers.status = 'rejected'",
        update.join(", ")
    );
    let mut columns =
        vec![("person_id", id.0.into()), ("founding", false.into()), ("created_at", to_micros(at).into())];
    columns.extend(application);
    let changed = insert_row(tx, "teachers", columns, &on_conflict).await?;
    if changed == 1 {
        clear_has_no_role(tx, id.0).await?;
    }
    Ok(changed == 1)
}

/// A change of the profile (SPEC §2).
#[derive(Clone, Debug)]
pub struct ProfileChange<'a> {
    /// Professional bio.
    pub bio: &'a str,
    /// Teaching experience.
    pub experience: &'a str,
    /// Names of dance styles.
    pub dance_styles: &'a [String],
    /// Meeting link.
    pub meeting_link: Option<&'a str>,
    /// Guru or master.
    pub guru: &'a str,
    /// Dance education.
    pub education: &'a str,
    /// Age groups.
    pub student_ages: &'a [String],
    /// Key highlights.
    pub highlights: &'a [String],
    /// Link to a performance video.
    pub video_link: Option<&'a str>,
    /// Languages that the teacher teaches in.
    pub languages: &'a [String],
    /// Whether the teacher agrees to be listed on the front page.
    pub is_listed: bool,
}

/// Saves a profile over version `expected`, `None` for any. Returns the new version, or `None` if another save was
/// first.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn update_profile(
    tx: &Transaction,
    id: TeacherId,
    change: &ProfileChange<'_>,
    expected: Option<i64>,
) -> Result<Option<i64>, StoreError> {
    let sql =
        "UPDATE teachers SET bio = $2, experience = $3, dance_styles = $4, meeting_link = $5, guru = $7, education = $8,
                student_ages = $9, highlights = $10, video_link = $11, languages = $12, is_listed = $13,
                version = version + 1
          WHERE person_id = $1 AND ($6 < 0 OR version = $6) RETURNING version";
    let values = [
        id.0.into(),
        change.bio.into(),
        change.experience.into(),
        text(&change.dance_styles)?.into(),
        change.meeting_link.into(),
        expected.unwrap_or(-1).into(),
        change.guru.into(),
        change.education.into(),
        text(&change.student_ages)?.into(),
        text(&change.highlights)?.into(),
        change.video_link.into(),
        text(&change.languages)?.into(),
        change.is_listed.into(),
    ];
    Ok(tx.query_opt::<Version>(sql, &values).await?.map(|row| row.version))
}

/// Saves the rates, in minor units, over version `expected`, as [`update_profile`].
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn update_rates(
    tx: &Transaction,
    id: TeacherId,
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

/// Sets the invite code of a teacher without one. Returns false if the teacher has one, or if the code is taken.
///
/// # Errors
/// [`StoreError::Serialization`] if another teacher gets the code concurrently: retry.
pub async fn set_invite_code(tx: &Transaction, id: TeacherId, code: &str) -> Result<bool, StoreError> {
    let sql = "UPDATE teachers SET invite_code = $2 WHERE person_id = $1 AND invite_code IS NULL
                  AND NOT EXISTS (SELECT 1 FROM teachers o WHERE o.invite_code = $2)";
    match tx.execute(sql, &[id.0.into(), code.into()]).await {
        Ok(changed) => Ok(changed == 1),
        Err(StoreError::UniqueViolation(detail)) => Err(StoreError::Serialization(detail)),
        Err(error) => Err(error),
    }
}
