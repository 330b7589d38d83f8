//! What may happen to a booking. Each change names the state that it starts from; the caller learns whether it won.

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::booking::PaymentStatus;
use tala_domain::ids::{BookingId, PersonId, SlotId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, word};

/// PostgreSQL's number of the lock on completing classes.
const COMPLETING: i64 = 7_203;

/// Calls a confirmed class off that has not started. False when it was called off before, has started, or has moved out of
/// the slot `from`. Its invitation gets the next sequence number (D32).
pub async fn cancel(
    tx: &Transaction,
    (id, from): (BookingId, SlotId),
    (by, reason): (&str, Option<&str>),
    payment: PaymentStatus,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let changed = tx.execute("UPDATE bookings SET status = 'cancelled', cancelled_at = $3, cancelled_by = $2, payment_status = $4, cancellation_reason = $6,
             calendar_sequence = calendar_sequence + 1, updated_at = $3
          WHERE id = $1 AND slot_id = $5 AND status = 'confirmed' AND starts_at > $3",
        &[id.0.into(), by.into(), micros(now).into(), payment.as_str().into(), from.0.into(), reason.into()],
    )
    .await?;
    Ok(changed == 1)
}

/// Moves a confirmed class from one slot to another. False when it is no longer in `from`.
pub async fn move_to(
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
                micros(starts_at).into(),
                micros(ends_at).into(),
                micros(now).into(),
            ],
        )
        .await?;
    Ok(changed == 1)
}

/// A class whose hour is over.
#[derive(Clone, Debug)]
pub struct Due {
    /// The booking.
    pub id: BookingId,
    /// Which class; students of one class share it.
    pub slot_id: SlotId,
    /// Who learnt.
    pub student_id: PersonId,
    /// Who taught.
    pub teacher_id: PersonId,
    /// When the teacher's profile was made.
    pub teacher_since: Timestamp,
    /// When the hour was over.
    pub ends_at: Timestamp,
    /// What the class was worth.
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

/// Confirmed classes whose hour is over, first ended first, at most `limit`. On PostgreSQL the rows are locked, and nobody
/// else gets any meanwhile: a teacher's hours are counted one after the other (D22).
pub async fn list_due(tx: &Transaction, now: Timestamp, limit: u32) -> Result<Vec<Due>, StoreError> {
    let postgres = tx.backend() == Backend::Postgres;
    if postgres && !is_alone(tx).await? {
        return Ok(Vec::new());
    }
    let lock = if postgres { "FOR UPDATE OF b SKIP LOCKED" } else { "" };
    let sql = format!(
        "SELECT b.id, b.slot_id, b.student_id, b.teacher_id, t.created_at AS teacher_since, b.ends_at, b.amount_minor, b.currency
           FROM bookings b JOIN teachers t ON t.person_id = b.teacher_id
          WHERE b.status = 'confirmed' AND b.ends_at <= $1 ORDER BY b.ends_at, b.id LIMIT {limit} {lock}"
    );
    let rows: Vec<DueRow> = tx.query(&sql, &[micros(now).into()]).await?;
    rows.into_iter()
        .map(|row| {
            Ok(Due {
                id: BookingId(row.id),
                slot_id: SlotId(row.slot_id),
                student_id: PersonId(row.student_id),
                teacher_id: PersonId(row.teacher_id),
                teacher_since: instant(row.teacher_since)?,
                ends_at: instant(row.ends_at)?,
                amount: Money::new(row.amount_minor, word(&row.currency, Currency::parse)?),
            })
        })
        .collect()
}

/// Takes PostgreSQL's lock on completing classes until the end of the transaction, unless somebody has it.
async fn is_alone(tx: &Transaction) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Lock {
        taken: bool,
    }
    let lock: Option<Lock> =
        tx.query_opt("SELECT pg_try_advisory_xact_lock($1) AS taken", &[COMPLETING.into()]).await?;
    Ok(lock.is_some_and(|lock| lock.taken))
}

/// How a held class is settled with its teacher (D22).
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// The commission rate in basis points.
    pub commission_rate: u32,
    /// The hours taught, this class among them, that chose the rate.
    pub taught_hours: u32,
    /// What is left for the teacher.
    pub net_minor: i64,
}

/// Completes a class (D15). False when it was completed or called off before.
pub async fn complete(tx: &Transaction, id: BookingId, settled: Settled, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE bookings SET status = 'completed', commission_rate = $2, taught_hours = $4, net_minor = $5, updated_at = $3
                WHERE id = $1 AND status = 'confirmed' AND ends_at <= $3";
    let values = [
        id.0.into(),
        i64::from(settled.commission_rate).into(),
        micros(now).into(),
        i64::from(settled.taught_hours).into(),
        settled.net_minor.into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}

/// Hours that a teacher has taught in completed classes, `slot` among them whether or not it is completed: a class of
/// several students is one hour.
pub async fn count_taught<C: Connection>(conn: &C, teacher: PersonId, slot: SlotId) -> Result<u32, StoreError> {
    #[derive(FromRow)]
    struct Taught {
        taught: i64,
    }
    let sql = "SELECT COUNT(DISTINCT slot_id) AS taught FROM bookings
                WHERE teacher_id = $1 AND status = 'completed' AND slot_id <> $2";
    let row: Option<Taught> = conn.query_opt(sql, &[teacher.0.into(), slot.0.into()]).await?;
    count(row.map_or(0, |row| row.taught).saturating_add(1))
}

/// Classes that a student has taken so far: those whose hour is over (D21).
pub async fn count_taken<C: Connection>(conn: &C, student: PersonId, now: Timestamp) -> Result<u32, StoreError> {
    #[derive(FromRow)]
    struct Taken {
        taken: i64,
    }
    let sql = "SELECT COUNT(*) AS taken FROM bookings
                WHERE student_id = $1 AND status <> 'cancelled' AND ends_at <= $2";
    let row: Option<Taken> = conn.query_opt(sql, &[student.0.into(), micros(now).into()]).await?;
    count(row.map_or(0, |row| row.taken))
}
