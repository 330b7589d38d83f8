//! Refunds for administrators.

use std::collections::HashMap;

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::ids::{OrderId, RefundId, StudentId};
use tala_domain::payments::RefundState;

use uuid::Uuid;

use super::{COLUMNS, Refund, Row};
use crate::sql::keyset::{Keyset, fetch_capped_count};
use crate::sql::{fetch_all, placeholders, to_micros};
use crate::{ByCreation, CappedCount, SortedPage, StoreError};

/// Lists a page of refunds. With `state`, only those.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    state: Option<RefundState>,
    page: &SortedPage<ByCreation>,
) -> Result<Vec<Refund>, StoreError> {
    let order = Keyset { column: None, id: "id", direction: page.direction };
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = has_state(state, &mut values);
    if let Some(after) = &page.after {
        conditions = format!("{conditions} AND {}", order.after(after, &mut values));
    }
    let (order_by, limit) = (order.order_by(), page.limit);
    let sql = format!("SELECT {COLUMNS} FROM refunds WHERE {conditions} ORDER BY {order_by} LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Returns the student's id and name for each refund. Omits refunds without an order.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_students<C: Connection>(
    conn: &C,
    refunds: &[Refund],
) -> Result<HashMap<RefundId, (StudentId, String)>, StoreError> {
    #[derive(FromRow)]
    struct Student {
        refund_id: Uuid,
        student_id: Uuid,
        name: String,
    }
    let sql = format!(
        "SELECT r.id AS refund_id, o.student_id, p.name
           FROM refunds r JOIN orders o ON o.id = r.order_id JOIN people p ON p.id = o.student_id
          WHERE r.id IN ({})",
        placeholders(0, refunds.len())
    );
    let ids: Vec<Value> = refunds.iter().map(|refund| refund.id.0.into()).collect();
    let rows: Vec<Student> = if refunds.is_empty() { Vec::new() } else { conn.query(&sql, &ids).await? };
    Ok(rows.into_iter().map(|row| (RefundId(row.refund_id), (StudentId(row.student_id), row.name))).collect())
}

/// What was refunded of an order, in minor units of its currency. Failed refunds are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderRefunds {
    /// Refunds that are done.
    pub done: i64,
    /// Refunds that are requested or started.
    pub pending: i64,
}

/// Sums the refunds of each order. Omits orders without refunds. Refunds of a second payment and in another currency do not
/// reduce what was paid for the order, and are not counted.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn sum_by_orders<C: Connection>(
    conn: &C,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, OrderRefunds>, StoreError> {
    #[derive(FromRow)]
    struct Sums {
        order_id: Uuid,
        done: i64,
        pending: i64,
    }
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT r.order_id,
                CAST(SUM(CASE WHEN r.state = 'done' THEN r.amount_minor ELSE 0 END) AS bigint) AS done,
                CAST(SUM(CASE WHEN r.state IN ('requested', 'started') THEN r.amount_minor ELSE 0 END) AS bigint) AS pending
           FROM refunds r JOIN orders o ON o.id = r.order_id AND o.currency = r.currency
          WHERE r.order_id IN ({}) AND r.reason <> 'duplicate' GROUP BY r.order_id",
        placeholders(0, orders.len())
    );
    let ids: Vec<Value> = orders.iter().map(|order| order.0.into()).collect();
    let rows: Vec<Sums> = conn.query(&sql, &ids).await?;
    let sums = |row: Sums| (OrderId(row.order_id), OrderRefunds { done: row.done, pending: row.pending });
    Ok(rows.into_iter().map(sums).collect())
}

/// Counts refunds. With `state`, only those.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(conn: &C, state: Option<RefundState>) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let conditions = has_state(state, &mut values);
    fetch_capped_count(conn, &format!("FROM refunds WHERE {conditions}"), &values).await
}

fn has_state(state: Option<RefundState>, values: &mut Vec<Value>) -> String {
    let Some(state) = state else { return "1 = 1".to_owned() };
    values.push(state.as_str().into());
    format!("state = ${}", values.len())
}

/// Requests a failed refund again now. Returns false if it is not failed, or if there is a newer attempt.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn retry_failed(
    tx: &Transaction,
    (id, attempt): (RefundId, u32),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE refunds SET state = 'requested', next_check_at = $3, provider_check_count = 0, updated_at = $3
                WHERE id = $1 AND attempt = $2 AND state = 'failed'";
    Ok(tx.execute(sql, &[id.0.into(), i64::from(attempt).into(), to_micros(now).into()]).await? == 1)
}
