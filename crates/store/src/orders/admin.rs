//! Orders for administrators.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::ids::{OrderId, PersonId};
use tala_domain::payments::OrderState;

use super::order::{COLUMNS, Order, Row};
use crate::StoreError;
use crate::sql::{fetch_all, placeholders, to_micros};

/// Conditions for orders. Those that are set must all hold.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// The student is one of these.
    pub people: Option<Vec<PersonId>>,
    /// The state of the order.
    pub state: Option<OrderState>,
    /// The provider's id of the order or of one of its payments.
    pub provider_id: Option<String>,
    /// A payment of it has failed since this instant.
    pub failed_since: Option<Timestamp>,
}

/// Lists orders, newest first, at most `limit`, after the order `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_for_admin<C: Connection>(
    conn: &C,
    filter: &OrderFilter,
    after: Option<OrderId>,
    limit: u32,
) -> Result<Vec<Order>, StoreError> {
    let mut conditions = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    if let Some(people) = &filter.people {
        let listed = placeholders(values.len(), people.len());
        values.extend(people.iter().map(|person| Value::from(person.0)));
        conditions.push(format!("student_id IN ({listed})"));
    }
    if let Some(id) = &filter.provider_id {
        values.push(id.as_str().into());
        let place = values.len();
        conditions.push(format!(
            "id IN (SELECT id FROM orders WHERE provider_order_id = ${place}
                    UNION ALL SELECT order_id FROM payments WHERE provider_payment_id = ${place})"
        ));
    }
    if let Some(since) = filter.failed_since {
        values.push(to_micros(since).into());
        let place = values.len();
        conditions
            .push(format!("id IN (SELECT order_id FROM payments WHERE state = 'failed' AND started_at > ${place})"));
    }
    let comparisons: [(&str, Option<Value>); 2] =
        [("state =", filter.state.map(|state| state.as_str().into())), ("id <", after.map(|after| after.0.into()))];
    for (condition, value) in comparisons {
        if let Some(value) = value {
            values.push(value);
            conditions.push(format!("{condition} ${}", values.len()));
        }
    }
    // With a selective condition, COALESCE hides the order from the planner, which would otherwise scan the primary
    // key.
    let few = filter.people.is_some() || filter.provider_id.is_some() || filter.failed_since.is_some();
    let order = if few { "COALESCE(id, id)" } else { "id" };
    let sql =
        format!("SELECT {COLUMNS} FROM orders WHERE {} ORDER BY {order} DESC LIMIT {limit}", conditions.join(" AND "));
    fetch_all::<Row, _>(conn, &sql, &values).await
}
