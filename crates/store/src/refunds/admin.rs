//! Refunds for administrators.

use jiff::Timestamp;
use tala_db::{Connection, Transaction, Value};
use tala_domain::ids::RefundId;
use tala_domain::payments::RefundState;

use super::{COLUMNS, Refund, Row};
use crate::StoreError;
use crate::sql::{fetch_all, to_micros};

/// Lists refunds, newest first, at most `limit`, after the refund `after`. With `state`, only those.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    state: Option<RefundState>,
    after: Option<RefundId>,
    limit: u32,
) -> Result<Vec<Refund>, StoreError> {
    let mut conditions = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    let comparisons: [(&str, Option<Value>); 2] =
        [("state =", state.map(|state| state.as_str().into())), ("id <", after.map(|after| after.0.into()))];
    for (condition, value) in comparisons {
        if let Some(value) = value {
            values.push(value);
            conditions.push(format!("{condition} ${}", values.len()));
        }
    }
    let sql =
        format!("SELECT {COLUMNS} FROM refunds WHERE {} ORDER BY id DESC LIMIT {limit}", conditions.join(" AND "));
    fetch_all::<Row, _>(conn, &sql, &values).await
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
