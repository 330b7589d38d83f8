//! State transitions of bookings, as guarded updates.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::booking::PaymentStatus;
use tala_domain::ids::{BookingId, SlotId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_count, from_micros, parse_enum, to_micros, to_u32};

/// Key of the PostgreSQL advisory lock on completing classes.
const COMPLETION_LOCK: i64 = 7_203;

/// Cancels a confirmed booking and increments its calendar sequence (D32). Returns false if the class has started, or
/// if the booking is cancelled already, no longer in slot `from`, or has no longer this price.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_cancelled(
    tx: &Transaction,
    (id, from, amount): (BookingId, SlotId, Money),
    (by, reason): (&str, Option<&str>),
    payment: PaymentStatus,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql =
        "UPDATE bookings SET status = 'cancelled', cancelled_at = $3, cancelled_by = $2, cancellation_reason = $6,
                      payment_status = $4, calendar_sequence = calendar_sequence + 1, updated_at = $3
                WHERE id = $1 AND slot_id = $5 AND amount_minor = $7 AND status = 'confirmed' AND starts_at > $3";
    let values = [
        id.0.into(),
        by.into(),
        to_micros(now).into(),
        payment.as_str().into(),
        from.0.into(),
        reason.into(),
        amount.amount_minor.into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Gives a confirmed booking another slot. Returns false if it is not confirmed in slot `from`.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reschedule(
    tx: &Transaction,
    id: BookingId,
    from: SlotId,
    to: SlotId,
    (starts_at, ends_at): (Timestamp, Timestamp),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let changed = tx
        .execute(
            "UPDATE bookings SET slot_id = $3, rescheduled_from = starts_at, starts_at = $4, ends_at = $5,
             calendar_sequence = calendar_sequence + 1, updated_at = $6
          WHERE id = $1 AND slot_id = $2 AND status = 'confirmed'",
            &[
                id.0.into(),
                from.0.into(),
                to.0.into(),
                to_micros(starts_at).into(),
                to_micros(ends_at).into(),
                to_micros(now).into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// A confirmed booking whose class has ended.
#[derive(Clone, Debug)]
pub struct DueBooking {
    /// The booking.
    pub id: BookingId,
    /// The slot, shared by all students of a class.
    pub slot_id: SlotId,
    /// The student.
    pub student_id: StudentId,
    /// The teacher.
    pub teacher_id: TeacherId,
    /// When the teacher's profile was created.
    pub teacher_since: Timestamp,
    /// When the class ended.
    pub ends_at: Timestamp,
    /// Price of the booking, without fees.
    pub amount: Money,
}

#[derive(FromRow)]
struct DueRow {
    id: Uuid,
    slot_id: Uuid,
    student_id: Uuid,
    teacher_id: Uuid,
    teacher_since: i64,
    ends_at: i64,
    amount_minor: i64,
    currency: String,
}

/// Locks and lists confirmed bookings whose class has ended, earliest end first, at most `limit`.
///
/// On PostgreSQL one transaction at a time gets any, because a teacher's hours must be counted in sequence (D22).
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_due(tx: &Transaction, now: Timestamp, limit: u32) -> Result<Vec<DueBooking>, StoreError> {
    let postgres = tx.backend() == Backend::Postgres;
    if postgres && !try_completion_lock(tx).await? {
        return Ok(Vec::new());
    }
    let lock = if postgres { "FOR UPDATE OF b SKIP LOCKED" } else { "" };
    let sql = format!(
        "SELECT b.id, b.slot_id, b.student_id, b.teacher_id, t.created_at AS teacher_since, b.ends_at, b.amount_minor,
                b.currency
           FROM bookings b JOIN teachers t ON t.person_id = b.teacher_id
          WHERE b.status = 'confirmed' AND b.ends_at <= $1 ORDER BY b.ends_at, b.id LIMIT {limit} {lock}"
    );
    let rows: Vec<DueRow> = tx.query(&sql, &[to_micros(now).into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(DueBooking {
                id: BookingId(row.id),
                slot_id: SlotId(row.slot_id),
                student_id: StudentId(row.student_id),
                teacher_id: TeacherId(row.teacher_id),
                teacher_since: from_micros(row.teacher_since)?,
                ends_at: from_micros(row.ends_at)?,
                amount: Money::new(row.amount_minor, parse_enum(&row.currency, Currency::parse)?),
            })
        })
        .collect()
}

/// Takes the advisory lock until the end of the transaction, unless another session has it.
async fn try_completion_lock(tx: &Transaction) -> Result<bool, StoreError> {
    let sql = "SELECT pg_try_advisory_xact_lock($1)";
    Ok(tx.query_one::<(bool,)>(sql, &[COMPLETION_LOCK.into()]).await?.0)
}

/// The settlement of a completed class (D22).
#[derive(Clone, Copy, Debug)]
pub struct Settlement {
    /// Commission in basis points.
    pub commission_rate: u32,
    /// The teacher's hours including this class, which decide the rate.
    pub taught_hours: u32,
    /// The teacher's earnings.
    pub net_minor: i64,
}

/// Completes a booking (D15). Returns false if it is not confirmed or its class has not ended.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn mark_completed(
    tx: &Transaction,
    id: BookingId,
    settlement: Settlement,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE bookings SET status = 'completed', commission_rate = $2, taught_hours = $4, net_minor = $5,
                      updated_at = $3
                WHERE id = $1 AND status = 'confirmed' AND ends_at <= $3";
    let values = [
        id.0.into(),
        i64::from(settlement.commission_rate).into(),
        to_micros(now).into(),
        i64::from(settlement.taught_hours).into(),
        settlement.net_minor.into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Counts a teacher's hours: completed classes, plus `slot` whether completed or not. A class with several students is
/// one hour.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_taught_hours_with<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    slot: SlotId,
) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(DISTINCT slot_id) AS taught FROM bookings
                WHERE teacher_id = $1 AND status = 'completed' AND slot_id <> $2";
    let count = fetch_count(conn, sql, &[teacher.0.into(), slot.0.into()]).await?;
    to_u32(count.saturating_add(1))
}

/// Counts the classes that a student has taken: not cancelled, and ended (D21).
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_taken_classes<C: Connection>(
    conn: &C,
    student: StudentId,
    now: Timestamp,
) -> Result<u32, StoreError> {
    let sql = "SELECT COUNT(*) AS taken FROM bookings
                WHERE student_id = $1 AND status <> 'cancelled' AND ends_at <= $2";
    let count = fetch_count(conn, sql, &[student.0.into(), to_micros(now).into()]).await?;
    to_u32(count)
}
