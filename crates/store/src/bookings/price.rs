//! The price of a booking, which a partial refund reduces (ADR 11).

use jiff::Timestamp;
use tala_db::{Backend, Connection, FromRow, Transaction};
use tala_domain::booking::{BookingStatus, PaymentStatus};
use tala_domain::ids::{BookingId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{parse_enum, to_micros, to_u32};

/// What a booking costs and earns.
#[derive(Clone, Copy, Debug)]
pub struct BookingPrice {
    /// The booking.
    pub id: BookingId,
    /// The student.
    pub student_id: StudentId,
    /// The teacher.
    pub teacher_id: TeacherId,
    /// The stored status.
    pub status: BookingStatus,
    /// Price without fees.
    pub amount: Money,
    /// Commission in basis points and the teacher's earnings, once the class is completed.
    pub settlement: Option<(u32, Money)>,
    /// Whether the earnings are in a payout that has not failed.
    pub in_payout: bool,
}

/// Finds the price of a booking. On PostgreSQL the booking is locked until commit.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn lock_price(tx: &Transaction, id: BookingId) -> Result<Option<BookingPrice>, StoreError> {
    let lock = if tx.backend() == Backend::Postgres { "FOR UPDATE" } else { "" };
    find(tx, id, lock).await
}

/// Finds the price of a booking.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_price<C: Connection>(conn: &C, id: BookingId) -> Result<Option<BookingPrice>, StoreError> {
    find(conn, id, "").await
}

async fn find<C: Connection>(conn: &C, id: BookingId, lock: &str) -> Result<Option<BookingPrice>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        student_id: Uuid,
        teacher_id: Uuid,
        status: String,
        amount_minor: i64,
        currency: String,
        commission_rate: Option<i64>,
        net_minor: Option<i64>,
        payout_id: Option<Uuid>,
    }
    let sql = format!(
        "SELECT student_id, teacher_id, status, amount_minor, currency, commission_rate, net_minor, payout_id
           FROM bookings WHERE id = $1 {lock}"
    );
    let Some(row) = conn.query_opt::<Row>(&sql, &[id.0.into()]).await? else { return Ok(None) };
    let currency = parse_enum(&row.currency, Currency::parse)?;
    let settlement = match (row.commission_rate, row.net_minor) {
        (Some(rate), Some(net)) => Some((to_u32(rate)?, Money::new(net, currency))),
        _ => None,
    };
    Ok(Some(BookingPrice {
        id,
        student_id: StudentId(row.student_id),
        teacher_id: TeacherId(row.teacher_id),
        status: parse_enum(&row.status, BookingStatus::parse)?,
        amount: Money::new(row.amount_minor, currency),
        settlement,
        in_payout: row.payout_id.is_some(),
    }))
}

/// Reduces the price of a booking, and the teacher's earnings if its class is completed. Returns false if the price has
/// changed, the booking is cancelled, it is completed or not against `earnings`, or its earnings are in a payout.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reduce_price(
    tx: &Transaction,
    before: &BookingPrice,
    amount: Money,
    earnings: Option<Money>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let status = if earnings.is_some() { BookingStatus::Completed } else { BookingStatus::Confirmed };
    let sql = "UPDATE bookings SET amount_minor = $3, net_minor = $4, payment_status = $5, updated_at = $6
                WHERE id = $1 AND amount_minor = $2 AND status = $7 AND payout_id IS NULL";
    let values = [
        before.id.0.into(),
        before.amount.amount_minor.into(),
        amount.amount_minor.into(),
        earnings.map(|earnings| earnings.amount_minor).into(),
        PaymentStatus::PartiallyRefunded.as_str().into(),
        to_micros(now).into(),
        status.as_str().into(),
    ];
    Ok(tx.execute(sql, &values).await? == 1)
}
