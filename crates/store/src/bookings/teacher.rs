//! Bookings as a teacher sees them: pages, a calendar range, one student's, and totals.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::booking::{ClassType, SlotKind};
use tala_domain::ids::{BookingId, StudentId, TeacherId};
use tala_domain::money::Currency;

use super::booking::{Booking, Row, SELECT};
use crate::StoreError;
use crate::sql::{fetch_all, fetch_count, parse_enum, to_micros, to_u32};

/// Which of a teacher's bookings (SPEC §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpcomingOrPast {
    /// Confirmed, and the class has not started. Earliest first.
    Upcoming,
    /// The class has started, or the booking is cancelled. Latest first.
    Past,
}

impl UpcomingOrPast {
    const fn condition(self) -> &'static str {
        match self {
            Self::Upcoming => "b.teacher_id = $1 AND b.starts_at > $2 AND b.status = 'confirmed'",
            Self::Past => "b.teacher_id = $1 AND (b.starts_at <= $2 OR b.status = 'cancelled')",
        }
    }
}

/// Lists a page of a teacher's bookings, at most `limit`, after the booking `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_upcoming_or_past<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    which: UpcomingOrPast,
    now: Timestamp,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), to_micros(now).into()];
    let (compare, direction) = match which {
        UpcomingOrPast::Upcoming => (">", "ASC"),
        UpcomingOrPast::Past => ("<", "DESC"),
    };
    let mut from = String::new();
    if let Some(after) = after {
        values.push(after.0.into());
        from = format!(
            "AND (b.starts_at, b.id) {compare}
                 (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $3 AND c.teacher_id = $1)"
        );
    }
    let sql = format!(
        "{SELECT} WHERE {} {from} ORDER BY b.starts_at {direction}, b.id {direction} LIMIT {limit}",
        which.condition()
    );
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Counts those bookings.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_upcoming_or_past<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    which: UpcomingOrPast,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let sql = format!("SELECT COUNT(*) FROM bookings b WHERE {}", which.condition());
    fetch_count(conn, &sql, &[teacher.0.into(), to_micros(now).into()]).await
}

/// Lists a teacher's active bookings whose class starts in `[from, to)`, earliest first, at most `limit`. With `kind`,
/// only of such slots.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_between<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    kind: Option<SlotKind>,
    (from, to): (Timestamp, Timestamp),
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), to_micros(from).into(), to_micros(to).into()];
    let mut of_kind = "";
    if let Some(kind) = kind {
        values.push(kind.as_str().into());
        of_kind = "AND l.kind = $4";
    }
    let sql = format!(
        "{SELECT} WHERE b.teacher_id = $1 AND b.starts_at >= $2 AND b.starts_at < $3 AND b.status <> 'cancelled'
         {of_kind} ORDER BY b.starts_at, b.id LIMIT {limit}"
    );
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Lists one student's bookings with a teacher, latest first, at most `limit`, after the booking `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_teacher_and_student<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    student: StudentId,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), student.0.into()];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (b.starts_at, b.id) <
                    (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $3 AND c.teacher_id = $1)";
    }
    let sql = format!(
        "{SELECT} WHERE b.teacher_id = $1 AND b.student_id = $2 {from}
         ORDER BY b.starts_at DESC, b.id DESC LIMIT {limit}"
    );
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Records whether the student missed the class. Returns false if the booking is cancelled or the class has not
/// started.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_no_show(tx: &Transaction, id: BookingId, no_show: bool, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE bookings SET no_show = $2, updated_at = $3
                WHERE id = $1 AND status <> 'cancelled' AND starts_at <= $3";
    Ok(tx.execute(sql, &[id.0.into(), no_show.into(), to_micros(now).into()]).await? == 1)
}

/// Completed classes of one month, class type and currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonthlyClasses {
    /// Index of the month in the requested list.
    pub month: usize,
    /// The currency of its students. A class paid in both counts as INR.
    pub currency: Currency,
    /// Private, group or duet.
    pub class_type: ClassType,
    /// Number of classes. Several students of one class count once.
    pub classes: u32,
    /// Earnings in paise.
    pub net_inr: i64,
    /// Earnings in cents.
    pub net_usd: i64,
}

#[derive(FromRow)]
struct MonthlyRow {
    month: i64,
    currency: String,
    class_type: String,
    classes: i64,
    net_inr: i64,
    net_usd: i64,
}

/// Sums a teacher's completed classes in each of these which-open month ranges.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_by_month<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    months: &[(Timestamp, Timestamp)],
) -> Result<Vec<MonthlyClasses>, StoreError> {
    let ranges: Vec<String> = months
        .iter()
        .enumerate()
        .map(|(index, (from, to))| format!("({index}, {}, {})", to_micros(*from), to_micros(*to)))
        .collect();
    let (Some(first), Some(end)) = (months.iter().map(|range| range.0).min(), months.iter().map(|range| range.1).max())
    else {
        return Ok(Vec::new());
    };
    // The bounds of all months together, so that the indexes on starts_at are used.
    let sql = format!(
        "WITH months (month, since, until) AS (VALUES {}),
              taught AS (SELECT m.month, b.slot_id, MIN(b.currency) AS currency,
                              SUM(CASE b.currency WHEN 'INR' THEN b.net_minor ELSE 0 END) AS net_inr,
                              SUM(CASE b.currency WHEN 'USD' THEN b.net_minor ELSE 0 END) AS net_usd
                         FROM months m
                         JOIN bookings b ON b.teacher_id = $1 AND b.starts_at >= m.since AND b.starts_at < m.until
                        WHERE b.status = 'completed' AND b.starts_at >= $2 AND b.starts_at < $3
                        GROUP BY m.month, b.slot_id)
         SELECT CAST(h.month AS bigint) AS month, h.currency, l.class_type, COUNT(*) AS classes,
                CAST(SUM(h.net_inr) AS bigint) AS net_inr, CAST(SUM(h.net_usd) AS bigint) AS net_usd
           FROM taught h
           JOIN slots l ON l.id = h.slot_id AND l.teacher_id = $1 AND l.starts_at >= $2 AND l.starts_at < $3
            AND l.cancelled_at IS NULL
          GROUP BY h.month, h.currency, l.class_type
          ORDER BY h.month, h.currency, l.class_type",
        ranges.join(", ")
    );
    let rows: Vec<MonthlyRow> =
        conn.query(&sql, &[teacher.0.into(), to_micros(first).into(), to_micros(end).into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(MonthlyClasses {
                month: usize::try_from(row.month).map_err(|error| StoreError::Decode(error.to_string()))?,
                currency: parse_enum(&row.currency, Currency::parse)?,
                class_type: parse_enum(&row.class_type, ClassType::parse)?,
                classes: to_u32(row.classes)?,
                net_inr: row.net_inr,
                net_usd: row.net_usd,
            })
        })
        .collect()
}

/// Counts a teacher's hours in completed classes.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_taught_hours<C: Connection>(conn: &C, teacher: TeacherId) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(DISTINCT slot_id) FROM bookings WHERE teacher_id = $1 AND status = 'completed'";
    to_u32(fetch_count(conn, sql, &[teacher.0.into()]).await?)
}

/// Increments the calendar sequence of a teacher's classes that have not ended, because their invitations change (D32,
/// D37).
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn increment_calendar_sequences(
    tx: &Transaction,
    teacher: TeacherId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE bookings SET calendar_sequence = calendar_sequence + 1, updated_at = $2
                WHERE teacher_id = $1 AND status = 'confirmed' AND ends_at > $2";
    tx.execute(sql, &[teacher.0.into(), to_micros(now).into()]).await?;
    Ok(())
}
