//! What the public may see of a teacher: languages, photo, and the list of teachers who agreed to be listed.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::TeacherId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::to_micros;

/// The part of a profile that is not in the application.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PublicProfile {
    /// Languages that the teacher teaches in.
    pub languages: Vec<String>,
    /// Whether the teacher agreed to be listed.
    pub is_listed: bool,
    /// The current photo.
    pub photo_id: Option<Uuid>,
}

#[derive(FromRow)]
struct Row {
    languages: String,
    is_listed: bool,
    photo_id: Option<Uuid>,
}

/// Finds the public part of a teacher's profile, with any status. Empty if there is no such teacher.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_public_profile<C: Connection>(conn: &C, id: TeacherId) -> Result<PublicProfile, StoreError> {
    let sql = "SELECT t.languages, t.is_listed, f.photo_id FROM teachers t
                 LEFT JOIN teacher_photos f ON f.teacher_id = t.person_id WHERE t.person_id = $1";
    let Some(row) = conn.query_opt::<Row>(sql, &[id.0.into()]).await? else { return Ok(PublicProfile::default()) };
    let languages = serde_json::from_str(&row.languages).map_err(|error| StoreError::Decode(error.to_string()))?;
    Ok(PublicProfile { languages, is_listed: row.is_listed, photo_id: row.photo_id })
}

/// Saves a photo, which replaces the previous one.
///
/// # Errors
/// [`StoreError`] if the statement fails.
pub async fn save_photo(
    tx: &Transaction,
    id: TeacherId,
    photo_id: Uuid,
    jpeg: &[u8],
    at: Timestamp,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO teacher_photos (teacher_id, photo_id, jpeg, updated_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (teacher_id) DO UPDATE SET photo_id = excluded.photo_id, jpeg = excluded.jpeg,
                 updated_at = excluded.updated_at";
    tx.execute(sql, &[id.0.into(), photo_id.into(), jpeg.into(), to_micros(at).into()]).await?;
    Ok(())
}

/// Deletes the photo of a teacher. Returns false if there is none.
///
/// # Errors
/// [`StoreError`] if the statement fails.
pub async fn delete_photo(tx: &Transaction, id: TeacherId) -> Result<bool, StoreError> {
    Ok(tx.execute("DELETE FROM teacher_photos WHERE teacher_id = $1", &[id.0.into()]).await? == 1)
}

#[derive(FromRow)]
struct Photo {
    jpeg: Vec<u8>,
}

/// Finds a photo by its id, if its teacher is approved and not suspended.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_photo<C: Connection>(conn: &C, photo_id: Uuid) -> Result<Option<Vec<u8>>, StoreError> {
    let sql = "SELECT f.jpeg FROM teacher_photos f JOIN teachers t ON t.person_id = f.teacher_id
                 JOIN people p ON p.id = f.teacher_id
                WHERE f.photo_id = $1 AND t.status = 'approved' AND p.suspended_at IS NULL";
    Ok(conn.query_opt::<Photo>(sql, &[photo_id.into()]).await?.map(|photo| photo.jpeg))
}

/// Finds the photo of a teacher with any status, for the export of personal data.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_own_photo<C: Connection>(conn: &C, id: TeacherId) -> Result<Option<Vec<u8>>, StoreError> {
    let sql = "SELECT jpeg FROM teacher_photos WHERE teacher_id = $1";
    Ok(conn.query_opt::<Photo>(sql, &[id.0.into()]).await?.map(|photo| photo.jpeg))
}

/// A teacher on the public list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTeacher {
    /// The teacher.
    pub id: TeacherId,
    /// Display name.
    pub name: String,
    /// Names of dance styles.
    pub dance_styles: Vec<String>,
    /// The current photo.
    pub photo_id: Option<Uuid>,
    /// Rate for one class in paise.
    pub rate_inr_minor: i64,
    /// Rate for one class in cents.
    pub rate_usd_minor: i64,
}

#[derive(FromRow)]
struct ListedRow {
    id: Uuid,
    name: String,
    dance_styles: String,
    photo_id: Option<Uuid>,
    rate_inr_minor: i64,
    rate_usd_minor: i64,
}

/// Lists the approved teachers who agreed to be listed and are not suspended, those who joined first first.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_listed<C: Connection>(conn: &C, limit: u32) -> Result<Vec<ListedTeacher>, StoreError> {
    let sql = format!(
        "SELECT t.person_id AS id, p.name, t.dance_styles, f.photo_id, t.rate_inr_minor, t.rate_usd_minor
           FROM teachers t JOIN people p ON p.id = t.person_id
           LEFT JOIN teacher_photos f ON f.teacher_id = t.person_id
          WHERE t.is_listed AND t.status = 'approved' AND p.suspended_at IS NULL
          ORDER BY t.created_at, t.person_id LIMIT {limit}"
    );
    let rows = conn.query::<ListedRow>(&sql, &[]).await?;
    let listed = |row: ListedRow| {
        let dance_styles =
            serde_json::from_str(&row.dance_styles).map_err(|error| StoreError::Decode(error.to_string()))?;
        Ok(ListedTeacher {
            id: TeacherId(row.id),
            name: row.name,
            dance_styles,
            photo_id: row.photo_id,
            rate_inr_minor: row.rate_inr_minor,
            rate_usd_minor: row.rate_usd_minor,
        })
    };
    rows.into_iter().map(listed).collect()
}
