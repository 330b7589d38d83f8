//! Numbers of a person's upcoming bookings, for an administrator who is about to cancel them or to hand students over.

use jiff::Timestamp;
use tala_db::{Connection, FromRow};
use tala_domain::ids::{PersonId, StudentId, TeacherId};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{placeholders, to_micros, to_u32};

/// Numbers of upcoming bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpcomingSummary {
    /// Classes; students of the same class count once.
    pub classes: u32,
    /// Bookings; each student of a class counts.
    pub bookings: u32,
    /// Bookings paid with credits.
    pub paid_with_credits: u32,
    /// Different students.
    pub students: u32,
}

/// Summarizes the confirmed bookings of a person, as student or teacher, whose class has not started.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn summarize_upcoming<C: Connection>(
    conn: &C,
    person: PersonId,
    now: Timestamp,
) -> Result<UpcomingSummary, StoreError> {
    #[derive(FromRow)]
    struct Row {
        classes: i64,
        bookings: i64,
        paid_with_credits: i64,
        students: i64,
    }
    let of = |role: &str| {
        format!(
            "SELECT slot_id, student_id, payment_status FROM bookings
              WHERE {role} = $1 AND starts_at > $2 AND status = 'confirmed'"
        )
    };
    let sql = format!(
        "SELECT COUNT(DISTINCT slot_id) AS classes, COUNT(*) AS bookings, COUNT(DISTINCT student_id) AS students,
                CAST(COALESCE(SUM(CASE payment_status WHEN 'credit' THEN 1 ELSE 0 END), 0) AS bigint) AS paid_with_credits
           FROM ({} UNION ALL {}) b",
        of("teacher_id"),
        of("student_id")
    );
    let row: Row = conn.query_one(&sql, &[person.0.into(), to_micros(now).into()]).await?;
    Ok(UpcomingSummary {
        classes: to_u32(row.classes)?,
        bookings: to_u32(row.bookings)?,
        paid_with_credits: to_u32(row.paid_with_credits)?,
        students: to_u32(row.students)?,
    })
}

/// Whether any of these students has an upcoming confirmed booking with a teacher.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_upcoming_with<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    students: &[StudentId],
    now: Timestamp,
) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Row {
        bookings: i64,
    }
    let sql = format!(
        "SELECT COUNT(*) AS bookings FROM bookings
          WHERE teacher_id = $1 AND starts_at > $2 AND status = 'confirmed' AND student_id IN ({})",
        placeholders(2, students.len())
    );
    let values = [teacher.0.into(), to_micros(now).into()].into_iter().chain(students.iter().map(|id| id.0.into()));
    let row: Row = conn.query_one(&sql, &values.collect::<Vec<_>>()).await?;
    Ok(row.bookings > 0)
}

/// Lists the students of a teacher's upcoming confirmed bookings, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_upcoming_students<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<StudentId>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        student_id: Uuid,
    }
    let sql = format!(
        "SELECT DISTINCT student_id FROM bookings WHERE teacher_id = $1 AND starts_at > $2 AND status = 'confirmed'
          ORDER BY student_id LIMIT {limit}"
    );
    let rows: Vec<Row> = conn.query(&sql, &[teacher.0.into(), to_micros(now).into()]).await?;
    Ok(rows.into_iter().map(|row| StudentId(row.student_id)).collect())
}
