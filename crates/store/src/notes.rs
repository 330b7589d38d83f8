//! What a teacher notes about a student, for the teacher's eyes only.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::{instant, micros};

/// A stored note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The words.
    pub body: String,
    /// Rises by one with each save.
    pub version: i64,
    /// When it was saved.
    pub updated_at: Timestamp,
}

#[derive(FromRow)]
struct Row {
    body: String,
    version: i64,
    updated_at: i64,
}

/// The teacher's note about a student.
pub async fn find_note<C: Connection>(
    conn: &C,
    teacher: PersonId,
    student: PersonId,
) -> Result<Option<Note>, StoreError> {
    let sql = "SELECT body, version, updated_at FROM student_notes WHERE teacher_id = $1 AND student_id = $2";
    let Some(row) = conn.query_opt::<Row>(sql, &[teacher.0.into(), student.0.into()]).await? else { return Ok(None) };
    Ok(Some(Note { body: row.body, version: row.version, updated_at: instant(row.updated_at)? }))
}

/// Saves over `expected` (0 when there is none yet). False when another tab saved in between.
pub async fn save(
    tx: &Transaction,
    (teacher, student): (PersonId, PersonId),
    body: &str,
    expected: i64,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "INSERT INTO student_notes (teacher_id, student_id, body, version, updated_at)
         SELECT $1, $2, $3, 1, $4 FROM students s WHERE s.person_id = $2
            AND ($5 = 0 OR EXISTS (SELECT 1 FROM student_notes e WHERE e.teacher_id = $1 AND e.student_id = $2))
         ON CONFLICT (teacher_id, student_id) DO UPDATE SET body = excluded.body, version = student_notes.version + 1,
            updated_at = excluded.updated_at
         WHERE student_notes.version = $5",
            &[teacher.0.into(), student.0.into(), body.into(), micros(at).into(), expected.into()],
        )
        .await?;
    Ok(changed == 1)
}
