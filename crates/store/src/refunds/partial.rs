//! Partial refunds (ADR 11).

use tala_db::{Connection, FromRow};
use tala_domain::ids::PaymentId;
use tala_domain::payments::ChargeParts;

use super::{Refund, find_where};
use crate::StoreError;

/// Sums of the partial refunds of a payment, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialSums {
    /// What the platform bears.
    pub platform: i64,
    /// What price and fees have lost by refunds that the teacher shares.
    pub parts: ChargeParts,
}

/// Sums the partial refunds of a payment.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_partial<C: Connection>(conn: &C, payment: PaymentId) -> Result<PartialSums, StoreError> {
    #[derive(FromRow)]
    struct Row {
        platform: i64,
        price: i64,
        service_fee: i64,
        provider_fee: i64,
    }
    let sql =
        "SELECT CAST(COALESCE(SUM(CASE bearer WHEN 'platform' THEN amount_minor ELSE 0 END), 0) AS bigint) AS platform,
                      CAST(COALESCE(SUM(price_minor), 0) AS bigint) AS price,
                      CAST(COALESCE(SUM(service_fee_minor), 0) AS bigint) AS service_fee,
                      CAST(COALESCE(SUM(provider_fee_minor), 0) AS bigint) AS provider_fee
                 FROM refunds WHERE payment_id = $1 AND bearer IS NOT NULL";
    let row: Row = conn.query_one(sql, &[payment.0.into()]).await?;
    Ok(PartialSums {
        platform: row.platform,
        parts: ChargeParts { price: row.price, service_fee: row.service_fee, provider_fee: row.provider_fee },
    })
}

/// Finds the partial refund that was requested with an idempotency key.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_idempotency_key<C: Connection>(conn: &C, key: &str) -> Result<Option<Refund>, StoreError> {
    find_where(conn, "idempotency_key = $1", key.into()).await
}
