//! Credit lots for administrators.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{LotId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{from_micros, parse_enum, to_micros, to_u32};

/// A lot with its owner.
#[derive(Clone, Copy, Debug)]
pub struct LotDetails {
    /// Primary key.
    pub id: LotId,
    /// The owner.
    pub student_id: StudentId,
    /// The teacher of the classes that the credits pay for.
    pub teacher_id: TeacherId,
    /// Credits at the beginning.
    pub total: u32,
    /// Credits left.
    pub remaining: u32,
    /// Price of one class.
    pub price_per_class: Money,
    /// When it expires.
    pub expires_at: Timestamp,
    /// Whether it was closed: it has expired or was voided.
    pub closed: bool,
}

/// Finds a lot by id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: LotId) -> Result<Option<LotDetails>, StoreError> {
    #[derive(FromRow)]
    struct LotRow {
        student_id: Uuid,
        teacher_id: Uuid,
        total: i64,
        remaining: i64,
        price_per_class_minor: i64,
        currency: String,
        expires_at: i64,
        expired_at: Option<i64>,
    }
    let sql = "SELECT student_id, teacher_id, total, remaining, price_per_class_minor, currency, expires_at, expired_at
                 FROM credit_lots WHERE id = $1";
    let Some(row) = conn.query_opt::<LotRow>(sql, &[id.0.into()]).await? else { return Ok(None) };
    Ok(Some(LotDetails {
        id,
        student_id: StudentId(row.student_id),
        teacher_id: TeacherId(row.teacher_id),
        total: to_u32(row.total)?,
        remaining: to_u32(row.remaining)?,
        price_per_class: Money::new(row.price_per_class_minor, parse_enum(&row.currency, Currency::parse)?),
        expires_at: from_micros(row.expires_at)?,
        closed: row.expired_at.is_some(),
    }))
}

/// Extends the expiry of a lot. Returns false if it does not expire at `from`, is closed or has no credits left.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn extend_expiry(tx: &Transaction, id: LotId, from: Timestamp, to: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET expires_at = $3
                WHERE id = $1 AND expires_at = $2 AND expired_at IS NULL AND remaining > 0";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(from).into(), to_micros(to).into()]).await? == 1)
}

/// Reduces the price of a lot's classes. Returns false if the price is not `from`, something was spent or the lot is
/// closed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn reduce_price(tx: &Transaction, id: LotId, from: Money, to: Money) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET price_per_class_minor = $3
                WHERE id = $1 AND price_per_class_minor = $2 AND remaining = total AND expired_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), from.amount_minor.into(), to.amount_minor.into()]).await? == 1)
}

/// Voids a lot of which nothing was spent. Returns false if something was spent or the lot is closed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn void_unspent(tx: &Transaction, id: LotId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET remaining = 0, expired_at = $2
                WHERE id = $1 AND remaining = total AND expired_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), to_micros(now).into()]).await? == 1)
}

/// Voids what is left of a lot. Returns false if other than `remaining` credits are left or the lot is closed.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn void_remaining(tx: &Transaction, id: LotId, remaining: u32, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET remaining = 0, expired_at = $3
                WHERE id = $1 AND remaining = $2 AND remaining > 0 AND expired_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), i64::from(remaining).into(), to_micros(now).into()]).await? == 1)
}
