//! The few figures with which an administrator's day begins.

use jiff::Timestamp;
use tala_db::{Connection, FromRow};
use tala_domain::money::{Currency, Money};

use crate::StoreError;
use crate::sql::{micros, word};

/// Figures of now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Figures {
    /// Classes between two instants that are not called off; several students of one class count once.
    pub classes: i64,
    /// Payments that failed since an instant.
    pub failed_payments: i64,
    /// Messages that nobody has answered.
    pub unanswered: i64,
}

/// Counts.
pub async fn count_figures<C: Connection>(
    conn: &C,
    (from, to): (Timestamp, Timestamp),
    failed_since: Timestamp,
) -> Result<Figures, StoreError> {
    let sql = "SELECT (SELECT COUNT(DISTINCT slot_id) FROM bookings
                        WHERE starts_at >= $1 AND starts_at < $2 AND status <> 'cancelled') AS classes,
                      (SELECT COUNT(*) FROM payments WHERE state = 'failed' AND updated_at > $3) AS failed_payments,
                      (SELECT COUNT(*) FROM support_messages WHERE answered_at IS NULL) AS unanswered";
    let row = conn.query_opt(sql, &[micros(from).into(), micros(to).into(), micros(failed_since).into()]).await?;
    row.ok_or_else(|| StoreError::Decode("no figures".to_owned()))
}

/// What was paid since an instant and did not go back, fees included, by currency.
pub async fn sum_revenue<C: Connection>(conn: &C, since: Timestamp) -> Result<Vec<Money>, StoreError> {
    #[derive(FromRow)]
    struct Row {
        currency: String,
        total: i64,
    }
    let sql = "SELECT currency, CAST(SUM(total_minor) AS bigint) AS total FROM orders
                WHERE paid_at > $1 AND state IN ('booked', 'credited') GROUP BY currency ORDER BY currency";
    let rows: Vec<Row> = conn.query(sql, &[micros(since).into()]).await?;
    rows.into_iter().map(|row| Ok(Money::new(row.total, word(&row.currency, Currency::parse)?))).collect()
}
