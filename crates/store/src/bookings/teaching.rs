//! A teacher's classes: pages of them, a stretch of the calendar, one student's, and what they brought.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::booking::{ClassType, SlotKind};
use tala_domain::ids::{BookingId, PersonId};
use tala_domain::money::Currency;

use super::{Booking, Row, SELECT};
use crate::StoreError;
use crate::sql::{count, micros, word};

/// Which half of a teacher's classes (SPEC §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Those to come, soonest first.
    Upcoming,
    /// Those that have begun or were called off, newest first.
    Past,
}

impl Half {
    const fn condition(self) -> &'static str {
        match self {
            Self::Upcoming => "b.teacher_id = $1 AND b.starts_at > $2 AND b.status = 'confirmed'",
            Self::Past => "b.teacher_id = $1 AND (b.starts_at <= $2 OR b.status = 'cancelled')",
        }
    }
}

/// A page of a teacher's classes, continuing after the booking `after`.
pub async fn list_half<C: Connection>(
    conn: &C,
    teacher: PersonId,
    half: Half,
    now: Timestamp,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), micros(now).into()];
    let (compare, direction) = match half {
        Half::Upcoming => (">", "ASC"),
        Half::Past => ("<", "DESC"),
    };
    let mut from = String::new();
    if let Some(after) = after {
        values.push(after.0.into());
        from = format!(
            "AND (b.starts_at, b.id) {compare} (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $3 AND c.teacher_id = $1)"
        );
    }
    let sql = format!(
        "{SELECT} WHERE {} {from} ORDER BY b.starts_at {direction}, b.id {direction} LIMIT {limit}",
        half.condition()
    );
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

#[derive(FromRow)]
struct Number {
    number: i64,
}

/// How many classes that half has.
pub async fn count_half<C: Connection>(
    conn: &C,
    teacher: PersonId,
    half: Half,
    now: Timestamp,
) -> Result<i64, StoreError> {
    let sql = format!("SELECT COUNT(*) AS number FROM bookings b WHERE {}", half.condition());
    let row: Option<Number> = conn.query_opt(&sql, &[teacher.0.into(), micros(now).into()]).await?;
    Ok(row.map_or(0, |row| row.number))
}

/// A teacher's classes that start in `[from, to)`, soonest first, cancelled ones left out, at most `limit`; of one kind, or
/// of both.
pub async fn list_between<C: Connection>(
    conn: &C,
    teacher: PersonId,
    kind: Option<SlotKind>,
    (from, to): (Timestamp, Timestamp),
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), micros(from).into(), micros(to).into()];
    let mut of_kind = "";
    if let Some(kind) = kind {
        values.push(kind.as_str().into());
        of_kind = "AND l.kind = $4";
    }
    let sql = format!(
        "{SELECT} WHERE b.teacher_id = $1 AND b.starts_at >= $2 AND b.starts_at < $3 AND b.status <> 'cancelled' {of_kind}
         ORDER BY b.starts_at, b.id LIMIT {limit}"
    );
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

/// One student's classes with one teacher, newest first, continuing after the booking `after`.
pub async fn list_of_pair<C: Connection>(
    conn: &C,
    (teacher, student): (PersonId, PersonId),
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut values: Vec<Value> = vec![teacher.0.into(), student.0.into()];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (b.starts_at, b.id) < (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $3 AND c.teacher_id = $1)";
    }
    let sql = format!(
        "{SELECT} WHERE b.teacher_id = $1 AND b.student_id = $2 {from} ORDER BY b.starts_at DESC, b.id DESC LIMIT {limit}"
    );
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

/// Says whether the student was there. False when the class was called off or has not begun.
pub async fn mark_no_show(tx: &Transaction, id: BookingId, no_show: bool, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE bookings SET no_show = $2, updated_at = $3
                WHERE id = $1 AND status <> 'cancelled' AND starts_at <= $3";
    Ok(tx.execute(sql, &[id.0.into(), no_show.into(), micros(now).into()]).await? == 1)
}

/// Classes held in one month, of one type, paid for in one currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Index of the month among those asked for.
    pub month: usize,
    /// The currency of its students; a class with students of both counts under INR.
    pub currency: Currency,
    /// Private, Group or Duet.
    pub class_type: ClassType,
    /// How many classes; several students in one class are one class.
    pub classes: u32,
    /// What they brought in paise.
    pub net_inr: i64,
    /// What they brought in cents.
    pub net_usd: i64,
}

#[derive(FromRow)]
struct HeldRow {
    month: i64,
    currency: String,
    class_type: String,
    classes: i64,
    net_inr: i64,
    net_usd: i64,
}

/// A teacher's completed classes in each of these months, given as half-open spans.
pub async fn sum_months<C: Connection>(
    conn: &C,
    teacher: PersonId,
    months: &[(Timestamp, Timestamp)],
) -> Result<Vec<Held>, StoreError> {
    let spans: Vec<String> = months
        .iter()
        .enumerate()
        .map(|(index, (from, to))| format!("({index}, {}, {})", micros(*from), micros(*to)))
        .collect();
    let (Some(first), Some(end)) = (months.iter().map(|span| span.0).min(), months.iter().map(|span| span.1).max())
    else {
        return Ok(Vec::new());
    };
    // The bounds of all months, for the sake of the indexes.
    let sql = format!(
        "WITH months (month, since, until) AS (VALUES {}),
              held AS (SELECT m.month, b.slot_id, MIN(b.currency) AS currency,
                              SUM(CASE b.currency WHEN 'INR' THEN b.net_minor ELSE 0 END) AS net_inr,
                              SUM(CASE b.currency WHEN 'USD' THEN b.net_minor ELSE 0 END) AS net_usd
                         FROM months m JOIN bookings b ON b.teacher_id = $1 AND b.starts_at >= m.since AND b.starts_at < m.until
                        WHERE b.status = 'completed' AND b.starts_at >= $2 AND b.starts_at < $3 GROUP BY m.month, b.slot_id)
         SELECT CAST(h.month AS bigint) AS month, h.currency, l.class_type, COUNT(*) AS classes,
                CAST(SUM(h.net_inr) AS bigint) AS net_inr, CAST(SUM(h.net_usd) AS bigint) AS net_usd
           FROM held h JOIN slots l ON l.id = h.slot_id AND l.teacher_id = $1 AND l.starts_at >= $2 AND l.starts_at < $3
            AND l.cancelled_at IS NULL
          GROUP BY h.month, h.currency, l.class_type
          ORDER BY h.month, h.currency, l.class_type",
        spans.join(", ")
    );
    let rows: Vec<HeldRow> = conn.query(&sql, &[teacher.0.into(), micros(first).into(), micros(end).into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Held {
                month: usize::try_from(row.month).map_err(|error| StoreError::Decode(error.to_string()))?,
                currency: word(&row.currency, Currency::parse)?,
                class_type: word(&row.class_type, ClassType::parse)?,
                classes: count(row.classes)?,
                net_inr: row.net_inr,
                net_usd: row.net_usd,
            })
        })
        .collect()
}

/// Hours that a teacher has taught in completed classes.
pub async fn count_hours<C: Connection>(conn: &C, teacher: PersonId) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(DISTINCT slot_id) AS number FROM bookings WHERE teacher_id = $1 AND status = 'completed'";
    let row: Option<Number> = conn.query_opt(sql, &[teacher.0.into()]).await?;
    count(row.map_or(0, |row| row.number))
}

/// Raises the sequence number of a teacher's classes that are not over, because their invitations change (D32, D37).
pub async fn raise_sequence(tx: &Transaction, teacher: PersonId, now: Timestamp) -> Result<(), StoreError> {
    let sql = "UPDATE bookings SET calendar_sequence = calendar_sequence + 1, updated_at = $2
                WHERE teacher_id = $1 AND status = 'confirmed' AND ends_at > $2";
    tx.execute(sql, &[teacher.0.into(), micros(now).into()]).await?;
    Ok(())
}
