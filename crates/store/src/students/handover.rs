//! Handing students over to another teacher.

use tala_db::{Connection as _, FromRow, Transaction, Value};
use tala_domain::ids::{StudentId, TeacherId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::placeholders;

/// The teachers of a hand-over.
#[derive(Clone, Copy, Debug)]
pub struct HandOver<'a> {
    /// The teacher who gives the students away.
    pub from: TeacherId,
    /// The teacher who takes them over.
    pub to: TeacherId,
    /// The new teacher's invite code, stored with each student.
    pub invite_code: &'a str,
}

/// Gives at most `limit` students of a teacher another teacher, who must be approved, and moves their unspent, unexpired
/// credits with them. Returns the students.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn hand_over(
    tx: &Transaction,
    HandOver { from, to, invite_code }: HandOver<'_>,
    limit: u32,
) -> Result<Vec<StudentId>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        person_id: Uuid,
    }
    let sql = format!(
        "UPDATE students SET teacher_id = $2, invite_code = $3
          WHERE person_id IN (SELECT person_id FROM students WHERE teacher_id = $1 ORDER BY person_id LIMIT {limit})
            AND teacher_id = $1 AND EXISTS (SELECT 1 FROM teachers t WHERE t.person_id = $2 AND t.status = 'approved')
         RETURNING person_id"
    );
    let rows: Vec<Row> = tx.query(&sql, &[from.0.into(), to.0.into(), invite_code.into()]).await?;
    let students: Vec<StudentId> = rows.into_iter().map(|row| StudentId(row.person_id)).collect();
    let sql = format!(
        "UPDATE credit_lots SET teacher_id = $2
          WHERE teacher_id = $1 AND remaining > 0 AND expired_at IS NULL AND student_id IN ({})",
        placeholders(2, students.len())
    );
    let values = [from.0, to.0].into_iter().chain(students.iter().map(|student| student.0)).map(Value::from);
    tx.execute(&sql, &values.collect::<Vec<_>>()).await?;
    Ok(students)
}
