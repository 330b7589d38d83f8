//! Credits that expire soon, for reminders.

use jiff::{SignedDuration, Timestamp};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::StudentId;
use uuid::Uuid;

use super::lot::{Row, SELECT, StoredLot};
use crate::StoreError;
use crate::sql::{fetch_all, to_micros};

/// A student with credits that expire soon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentWithExpiringCredits {
    /// The student.
    pub student_id: StudentId,
    /// The zone of the student's browser, if known.
    pub time_zone: Option<String>,
}

/// Lists students who, or whose guardians, have an address, with credits that expire after `after` and not after `until`, in lots that exist for at least
/// `before` then.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_students_with_expiring<C: Connection>(
    conn: &C,
    (after, until): (Timestamp, Timestamp),
    before: SignedDuration,
) -> Result<Vec<StudentWithExpiringCredits>, StoreError> {
    #[derive(FromRow)]
    struct StudentRow {
        id: Uuid,
        time_zone: Option<String>,
    }
    let sql = "SELECT DISTINCT p.id, p.time_zone FROM credit_lots l JOIN people p ON p.id = l.student_id
                WHERE l.expired_at IS NULL AND l.remaining > 0 AND l.expires_at > $1 AND l.expires_at <= $2
                  AND l.created_at <= l.expires_at - $3
                  AND (p.email IS NOT NULL OR EXISTS (SELECT 1 FROM guardians g WHERE g.learner_id = p.id))
                ORDER BY p.id";
    let before = i64::try_from(before.as_micros()).map_err(|error| StoreError::Other(error.to_string()))?;
    let rows: Vec<StudentRow> =
        conn.query(sql, &[to_micros(after).into(), to_micros(until).into(), before.into()]).await?;
    Ok(rows
        .into_iter()
        .map(|row| StudentWithExpiringCredits { student_id: StudentId(row.id), time_zone: row.time_zone })
        .collect())
}

/// Records a reminder on `day` (in the student's zone). Returns false if there was one on that day or later.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_reminded(tx: &Transaction, student: StudentId, day: i64) -> Result<bool, StoreError> {
    let sql = "UPDATE students SET credit_reminder_day = $2
                WHERE person_id = $1 AND (credit_reminder_day IS NULL OR credit_reminder_day < $2)";
    Ok(tx.execute(sql, &[student.0.into(), day.into()]).await? == 1)
}

/// Lists the lots of a student that expire after `now` and not after `until`, earliest first.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_expiring<C: Connection>(
    conn: &C,
    student: StudentId,
    (now, until): (Timestamp, Timestamp),
) -> Result<Vec<StoredLot>, StoreError> {
    let sql = format!(
        "{SELECT} WHERE l.student_id = $1 AND l.remaining > 0 AND l.expired_at IS NULL
            AND l.expires_at > $2 AND l.expires_at <= $3 ORDER BY l.expires_at, l.id LIMIT 100"
    );
    let values = [student.0.into(), to_micros(now).into(), to_micros(until).into()];
    fetch_all::<Row, _>(conn, &sql, &values).await
}
