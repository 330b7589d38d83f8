//! What an administrator may do with a lot of credits.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::ids::{LotId, PersonId};
use tala_domain::money::{Currency, Money};
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, micros, word};

/// A lot, found by its id.
#[derive(Clone, Copy, Debug)]
pub struct FoundLot {
    /// Which.
    pub id: LotId,
    /// Whose.
    pub student_id: PersonId,
    /// Credits it began with.
    pub total: u32,
    /// Credits not yet used.
    pub remaining: u32,
    /// Price paid for each class.
    pub price_per_class: Money,
    /// When it expires.
    pub expires_at: Timestamp,
    /// Whether it was closed because its time was up.
    pub closed: bool,
}

/// A lot by id.
pub async fn find_lot<C: Connection>(conn: &C, id: LotId) -> Result<Option<FoundLot>, StoreError> {
    #[derive(FromRow)]
    struct LotRow {
        student_id: Uuid,
        total: i64,
        remaining: i64,
        price_per_class_minor: i64,
        currency: String,
        expires_at: i64,
        expired_at: Option<i64>,
    }
    let sql = "SELECT student_id, total, remaining, price_per_class_minor, currency, expires_at, expired_at
                 FROM credit_lots WHERE id = $1";
    let Some(row) = conn.query_opt::<LotRow>(sql, &[id.0.into()]).await? else { return Ok(None) };
    Ok(Some(FoundLot {
        id,
        student_id: PersonId(row.student_id),
        total: count(row.total)?,
        remaining: count(row.remaining)?,
        price_per_class: Money::new(row.price_per_class_minor, word(&row.currency, Currency::parse)?),
        expires_at: instant(row.expires_at)?,
        closed: row.expired_at.is_some(),
    }))
}

/// Lets a lot live longer. False when it no longer expires at `from`, was closed, or has nothing left.
pub async fn extend(tx: &Transaction, id: LotId, from: Timestamp, to: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET expires_at = $3
                WHERE id = $1 AND expires_at = $2 AND expired_at IS NULL AND remaining > 0";
    Ok(tx.execute(sql, &[id.0.into(), micros(from).into(), micros(to).into()]).await? == 1)
}

/// Takes a lot back of which nothing was ever spent. False when something was, or its time was up.
pub async fn close_unspent(tx: &Transaction, id: LotId, now: Timestamp) -> Result<bool, StoreError> {
    let sql = "UPDATE credit_lots SET remaining = 0, expired_at = $2
                WHERE id = $1 AND remaining = total AND expired_at IS NULL";
    Ok(tx.execute(sql, &[id.0.into(), micros(now).into()]).await? == 1)
}
