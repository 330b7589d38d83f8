//! Bookings: one student's seat in one class.

use std::collections::HashMap;

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::booking::{BookingStatus, PaymentStatus};
use tala_domain::ids::{BookingId, OrderId, SlotId, StudentId, TeacherId};
use tala_domain::money::Money;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_all, fetch_count, fetch_optional, from_micros, insert_row, placeholders, to_micros};

mod admin;
mod booking;
mod changes;
mod price;
mod reminders;
mod teacher;
mod upcoming;

pub use booking::{Booking, Cancellation, Participant};
use booking::{Row, SELECT};
pub use changes::{
    DueBooking, Settlement, count_taken_classes, count_taught_hours_with, lock_due, mark_cancelled, mark_completed,
    reschedule,
};

pub use admin::{BookingFilter, BookingSort, count_for_admin, list_by_code, list_by_person, list_for_admin};
pub use price::{BookingPrice, find_price, lock_price, reduce_price};
pub use reminders::{UpcomingClass, list_by_slot, list_starting_between};
pub use teacher::{
    MonthlyClasses, UpcomingOrPast, count_taught_hours, count_upcoming_or_past, increment_calendar_sequences,
    list_between, list_by_teacher_and_student, list_upcoming_or_past, mark_no_show, sum_by_month,
};
pub use upcoming::{UpcomingSummary, has_upcoming_with, list_upcoming_students, summarize_upcoming};

/// Finds a booking by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: BookingId) -> Result<Option<Booking>, StoreError> {
    fetch_optional::<Row, _>(conn, &format!("{SELECT} WHERE b.id = $1"), &[id.0.into()]).await
}

/// Finds the student's active booking in a slot.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_slot<C: Connection>(
    conn: &C,
    slot: SlotId,
    student: StudentId,
) -> Result<Option<Booking>, StoreError> {
    let sql = format!("{SELECT} WHERE b.slot_id = $1 AND b.student_id = $2 AND b.status <> 'cancelled'");
    fetch_optional::<Row, _>(conn, &sql, &[slot.0.into(), student.0.into()]).await
}

/// Whose bookings to list.
#[derive(Clone, Copy, Debug)]
pub enum BookingsOf {
    /// Bookings of a student.
    Student(StudentId),
    /// Bookings with a teacher.
    Teacher(TeacherId),
}

impl BookingsOf {
    fn column_and_value(self) -> (&'static str, Value) {
        match self {
            Self::Student(id) => ("b.student_id", id.0.into()),
            Self::Teacher(id) => ("b.teacher_id", id.0.into()),
        }
    }
}

/// Finds the current start times of bookings. Missing bookings are left out.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_start_times<C: Connection>(
    conn: &C,
    ids: &[BookingId],
) -> Result<HashMap<BookingId, Timestamp>, StoreError> {
    #[derive(FromRow)]
    struct Start {
        id: Uuid,
        starts_at: i64,
    }
    let sql = format!("SELECT id, starts_at FROM bookings WHERE id IN ({})", placeholders(0, ids.len()));
    let rows: Vec<Start> = conn.query(&sql, &ids.iter().map(|id| id.0.into()).collect::<Vec<_>>()).await?;
    rows.into_iter().map(|row| Ok((BookingId(row.id), from_micros(row.starts_at)?))).collect()
}

/// Lists bookings of any status, latest class first, at most `limit`, after the booking `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_newest_first<C: Connection>(
    conn: &C,
    owner: BookingsOf,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let (column, owner_id) = owner.column_and_value();
    let mut values = vec![owner_id];
    let mut from = "";
    if let Some(after) = after {
        values.push(after.0.into());
        from = "AND (b.starts_at, b.id) < (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = $2)";
    }
    let sql = format!("{SELECT} WHERE {column} = $1 {from} ORDER BY b.starts_at DESC, b.id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Lists bookings of any status whose class starts at `from` or later, earliest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_from<C: Connection>(
    conn: &C,
    owner: BookingsOf,
    from: Timestamp,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let (column, owner_id) = owner.column_and_value();
    let sql = format!("{SELECT} WHERE {column} = $1 AND b.starts_at >= $2 ORDER BY b.starts_at, b.id LIMIT {limit}");
    let values = [owner_id, to_micros(from).into()];
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Lists confirmed bookings whose class has not ended, earliest first, at most `limit`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_upcoming<C: Connection>(
    conn: &C,
    owner: BookingsOf,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let (column, owner_id) = owner.column_and_value();
    let min_start = now.saturating_sub(jiff::SignedDuration::from_hours(1)).unwrap_or(Timestamp::MIN);
    let sql = format!(
        "{SELECT} WHERE {column} = $1 AND b.status = 'confirmed' AND b.starts_at > $2 AND b.ends_at > $3
         ORDER BY b.starts_at, b.id LIMIT {limit}"
    );
    let values = [owner_id, to_micros(min_start).into(), to_micros(now).into()];
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// A booking to insert.
#[derive(Clone, Debug)]
pub struct NewBooking<'a> {
    /// Primary key of the new row.
    pub id: BookingId,
    /// The slot.
    pub slot_id: SlotId,
    /// The student.
    pub student_id: StudentId,
    /// The teacher.
    pub teacher_id: TeacherId,
    /// When the class starts.
    pub starts_at: Timestamp,
    /// When the class ends.
    pub ends_at: Timestamp,
    /// Whether it is paid with money or credits.
    pub payment_status: PaymentStatus,
    /// Credits debited for it.
    pub credits_used: u32,
    /// Price after discount, without fees.
    pub amount: Money,
    /// Price before discount, without fees, in minor units.
    pub base_minor: i64,
    /// The order that pays for it.
    pub order_id: Option<OrderId>,
    /// The zone of the student's browser, for messages.
    pub student_zone: Option<&'a str>,
    /// Current time.
    pub at: Timestamp,
}

/// Inserts a confirmed booking.
///
/// # Errors
/// [`StoreError::UniqueViolation`] if the student has an active booking in this slot.
pub async fn insert(tx: &Transaction, new: &NewBooking<'_>) -> Result<(), StoreError> {
    let columns = vec![
        ("id", new.id.0.into()),
        ("slot_id", new.slot_id.0.into()),
        ("student_id", new.student_id.0.into()),
        ("teacher_id", new.teacher_id.0.into()),
        ("starts_at", to_micros(new.starts_at).into()),
        ("ends_at", to_micros(new.ends_at).into()),
        ("status", BookingStatus::Confirmed.as_str().into()),
        ("no_show", false.into()),
        ("payment_status", new.payment_status.as_str().into()),
        ("credits_used", i64::from(new.credits_used).into()),
        ("amount_minor", new.amount.amount_minor.into()),
        ("base_amount_minor", new.base_minor.into()),
        ("currency", new.amount.currency.code().into()),
        ("order_id", new.order_id.map(|order| order.0).into()),
        ("student_zone", new.student_zone.into()),
        ("calendar_sequence", 0_i64.into()),
        ("created_at", to_micros(new.at).into()),
        ("updated_at", to_micros(new.at).into()),
    ];
    insert_row(tx, "bookings", columns, "").await?;
    Ok(())
}

/// Returns whether a student has an active booking with this teacher and start.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn has_booking_at<C: Connection>(
    conn: &C,
    student: StudentId,
    teacher: TeacherId,
    starts_at: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "SELECT COUNT(*) FROM bookings
                WHERE student_id = $1 AND teacher_id = $2 AND starts_at = $3 AND status <> 'cancelled'";
    Ok(fetch_count(conn, sql, &[student.0.into(), teacher.0.into(), to_micros(starts_at).into()]).await? > 0)
}
