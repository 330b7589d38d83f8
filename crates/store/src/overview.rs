//! Numbers for the overview page of administrators.

use jiff::Timestamp;
use tala_db::{Connection, FromRow};
use tala_domain::money::{Currency, Money};

use crate::StoreError;
use crate::sql::{parse_enum, to_micros};

/// Counts for the overview.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Counts {
    /// Classes in a period that are not cancelled. Several students of one class count once.
    pub classes: i64,
    /// Failed payments that were started since an instant.
    pub failed_payments: i64,
    /// Support messages without a reply.
    pub unanswered: i64,
    /// Refunds whose last attempt failed.
    pub failed_refunds: i64,
}

/// Counts classes in `[from, to)`, payments failed since `failed_since`, unanswered messages and
/// failed refunds.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(
    conn: &C,
    (from, to): (Timestamp, Timestamp),
    failed_since: Timestamp,
) -> Result<Counts, StoreError> {
    let sql = "SELECT (SELECT COUNT(DISTINCT slot_id) FROM bookings
                        WHERE starts_at >= $1 AND starts_at < $2 AND status <> 'cancelled') AS classes,
                      (SELECT COUNT(*) FROM payments WHERE state = 'failed' AND started_at > $3) AS failed_payments,
                      (SELECT COUNT(*) FROM support_messages WHERE replied_at IS NULL) AS unanswered,
                      (SELECT COUNT(*) FROM refunds WHERE state = 'failed') AS failed_refunds";
    let row =
        conn.query_opt(sql, &[to_micros(from).into(), to_micros(to).into(), to_micros(failed_since).into()]).await?;
    row.ok_or_else(|| StoreError::Decode("no figures".to_owned()))
}

/// Sums the totals of fulfilled orders paid since an instant, fees included and less partial refunds, by currency.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_revenue<C: Connection>(conn: &C, since: Timestamp) -> Result<Vec<Money>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        currency: String,
        total: i64,
    }
    let sql = "SELECT o.currency, CAST(SUM(o.total_minor - COALESCE(p.refunded_minor, 0)) AS bigint) AS total
                 FROM orders o LEFT JOIN payments p ON p.id = o.payment_id
                WHERE o.paid_at > $1 AND o.state IN ('booked', 'credited') GROUP BY o.currency ORDER BY o.currency";
    let rows: Vec<Row> = conn.query(sql, &[to_micros(since).into()]).await?;
    rows.into_iter().map(|row| Ok(Money::new(row.total, parse_enum(&row.currency, Currency::parse)?))).collect()
}

/// Counts and sums the prepared payouts by currency.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_prepared_payouts<C: Connection>(conn: &C) -> Result<Vec<(i64, Money)>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        currency: String,
        payouts: i64,
        total: i64,
    }
    let sql = "SELECT currency, COUNT(*) AS payouts, CAST(SUM(amount_minor) AS bigint) AS total FROM payouts
                WHERE state = 'prepared' GROUP BY currency ORDER BY currency";
    let rows: Vec<Row> = conn.query(sql, &[]).await?;
    rows.into_iter()
        .map(|row| Ok((row.payouts, Money::new(row.total, parse_enum(&row.currency, Currency::parse)?))))
        .collect()
}
