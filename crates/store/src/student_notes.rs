//! Notes of teachers about students, visible to the teacher only.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{StudentId, TeacherId};

use crate::StoreError;
use crate::sql::{from_micros, to_micros};

/// A stored note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The text.
    pub body: String,
    /// Incremented by each save.
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

/// Finds a teacher's note about a student.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find<C: Connection>(conn: &C, teacher: TeacherId, student: StudentId) -> Result<Option<Note>, StoreError> {
    let sql = "SELECT body, version, updated_at FROM student_notes WHERE teacher_id = $1 AND student_id = $2";
    let Some(row) = conn.query_opt::<Row>(sql, &[teacher.0.into(), student.0.into()]).await? else { return Ok(None) };
    Ok(Some(Note { body: row.body, version: row.version, updated_at: from_micros(row.updated_at)? }))
}

/// Saves a note over version `expected`, 0 if there is none. Returns false if another save was first.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn save(
    tx: &Transaction,
    teacher: TeacherId,
    student: StudentId,
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
            &[teacher.0.into(), student.0.into(), body.into(), to_micros(at).into(), expected.into()],
        )
        .await?;
    Ok(changed == 1)
}
