//! Refunds as an administrator finds them.

use jiff::Timestamp;
use tala_db::{Connection, Transaction, Value};
use tala_domain::ids::RefundId;
use tala_domain::payments::RefundState;

use super::{COLUMNS, Refund, Row};
use crate::StoreError;
use crate::sql::micros;

/// Refunds in a state or in any, newest first, at most `limit`, continuing after the refund `after`.
pub async fn list_page<C: Connection>(
    conn: &C,
    state: Option<RefundState>,
    after: Option<RefundId>,
    limit: u32,
) -> Result<Vec<Refund>, StoreError> {
    let mut wheres = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    let conditions: [(&str, Option<Value>); 2] =
        [("state =", state.map(|state| state.as_str().into())), ("id <", after.map(|after| after.0.into()))];
    for (condition, value) in conditions {
        if let Some(value) = value {
            values.push(value);
            wheres.push(format!("{condition} ${}", values.len()));
        }
    }
    let sql = format!("SELECT {COLUMNS} FROM refunds WHERE {} ORDER BY id DESC LIMIT {limit}", wheres.join(" AND "));
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Refund::try_from).collect()
}

/// Asks for a refund that has failed at once, and not when its time comes. False when it does not stand there any more, or
/// another attempt has been made since it was read.
pub async fn retry_failed(
    tx: &Transaction,
    (id, attempt): (RefundId, u32),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE refunds SET state = 'requested', next_check_at = $3, checks = 0, updated_at = $3
                WHERE id = $1 AND attempt = $2 AND state = 'failed'";
    Ok(tx.execute(sql, &[id.0.into(), i64::from(attempt).into(), micros(now).into()]).await? == 1)
}
