//! Orders as an administrator finds them.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::ids::{OrderId, PersonId};
use tala_domain::payments::OrderState;

use super::{COLUMNS, Order, orders};
use crate::StoreError;
use crate::sql::{micros, places};

/// Which orders.
#[derive(Clone, Debug, Default)]
pub struct OrderFilter {
    /// Only those of these students.
    pub people: Option<Vec<PersonId>>,
    /// Where they stand.
    pub state: Option<OrderState>,
    /// The provider's id of the order or of a payment of it.
    pub provider_id: Option<String>,
    /// Of which a payment has failed since this instant.
    pub failed_since: Option<Timestamp>,
}

/// Orders, newest first, at most `limit`, continuing after the order `after`.
pub async fn list_office<C: Connection>(
    conn: &C,
    filter: &OrderFilter,
    after: Option<OrderId>,
    limit: u32,
) -> Result<Vec<Order>, StoreError> {
    let mut wheres = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    if let Some(people) = &filter.people {
        let listed = places(values.len(), people.len());
        values.extend(people.iter().map(|person| Value::from(person.0)));
        wheres.push(format!("student_id IN ({listed})"));
    }
    if let Some(id) = &filter.provider_id {
        values.push(id.as_str().into());
        let place = values.len();
        wheres.push(format!(
            "id IN (SELECT id FROM orders WHERE provider_order_id = ${place}
                    UNION ALL SELECT order_id FROM payments WHERE provider_payment_id = ${place})"
        ));
    }
    if let Some(since) = filter.failed_since {
        values.push(micros(since).into());
        let place = values.len();
        wheres.push(format!("id IN (SELECT order_id FROM payments WHERE state = 'failed' AND updated_at > ${place})"));
    }
    let conditions: [(&str, Option<Value>); 2] =
        [("state =", filter.state.map(|state| state.as_str().into())), ("id <", after.map(|after| after.0.into()))];
    for (condition, value) in conditions {
        if let Some(value) = value {
            values.push(value);
            wheres.push(format!("{condition} ${}", values.len()));
        }
    }
    // Where few are to be found, no order of an index: a database would look through all orders for them.
    let few = filter.people.is_some() || filter.provider_id.is_some() || filter.failed_since.is_some();
    let order = if few { "COALESCE(id, id)" } else { "id" };
    let sql =
        format!("SELECT {COLUMNS} FROM orders WHERE {} ORDER BY {order} DESC LIMIT {limit}", wheres.join(" AND "));
    orders(conn, &sql, &values).await
}
