//! Orders for administrators.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::ids::PersonId;
use tala_domain::payments::OrderState;

use super::order::{COLUMNS, Order, Row};
use crate::sql::keyset::{Keyset, fetch_capped_count};
use crate::sql::{fetch_all, placeholders, to_micros};
use crate::{CappedCount, Position, SortColumn, SortKind, SortValue, SortedPage, StoreError};

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

/// Columns by which administrators sort orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderSort {
    /// When it was created.
    Created,
    /// The total as a number, whatever its currency.
    Total,
}

impl SortColumn for OrderSort {
    fn kind(self) -> SortKind {
        match self {
            Self::Created => SortKind::Id,
            Self::Total => SortKind::Integer,
        }
    }
}

impl OrderSort {
    /// The place of an order in a list that is sorted by this column.
    pub fn position(self, order: &Order) -> Position {
        let value = match self {
            Self::Created => None,
            Self::Total => Some(SortValue::Integer(order.price.total)),
        };
        Position { value, id: order.id.0 }
    }
}

impl OrderFilter {
    /// The conditions. Appends their parameters to `values`.
    fn conditions(&self, values: &mut Vec<Value>) -> Vec<String> {
        let mut conditions = vec!["1 = 1".to_owned()];
        if let Some(people) = &self.people {
            let listed = placeholders(values.len(), people.len());
            values.extend(people.iter().map(|person| Value::from(person.0)));
            conditions.push(format!("student_id IN ({listed})"));
        }
        if let Some(id) = &self.provider_id {
            values.push(id.as_str().into());
            let place = values.len();
            conditions.push(format!(
                "id IN (SELECT id FROM orders WHERE provider_order_id = ${place}
                        UNION ALL SELECT order_id FROM payments WHERE provider_payment_id = ${place})"
            ));
        }
        if let Some(since) = self.failed_since {
            values.push(to_micros(since).into());
            conditions.push(format!(
                "id IN (SELECT order_id FROM payments WHERE state = 'failed' AND started_at > ${})",
                values.len()
            ));
        }
        if let Some(state) = self.state {
            values.push(state.as_str().into());
            conditions.push(format!("state = ${}", values.len()));
        }
        conditions
    }

    /// Whether few orders match, so that they are sorted instead of read in the order of an index.
    const fn is_selective(&self) -> bool {
        self.people.is_some() || self.provider_id.is_some() || self.failed_since.is_some()
    }
}

/// Lists a page of orders.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_for_admin<C: Connection>(
    conn: &C,
    filter: &OrderFilter,
    page: &SortedPage<OrderSort>,
) -> Result<Vec<Order>, StoreError> {
    // With a selective condition, COALESCE and `+ 0` hide the order from the planner, which would otherwise scan an
    // index on it.
    let (column, id) = match (page.column, filter.is_selective()) {
        (OrderSort::Created, false) => (None, "id"),
        (OrderSort::Created, true) => (None, "COALESCE(id, id)"),
        (OrderSort::Total, false) => (Some("total_minor"), "id"),
        (OrderSort::Total, true) => (Some("total_minor + 0"), "COALESCE(id, id)"),
    };
    let order = Keyset { column, id, direction: page.direction };
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = filter.conditions(&mut values);
    conditions.extend(page.after.as_ref().map(|after| order.after(after, &mut values)));
    let (conditions, order_by, limit) = (conditions.join(" AND "), order.order_by(), page.limit);
    let sql = format!("SELECT {COLUMNS} FROM orders WHERE {conditions} ORDER BY {order_by} LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Counts the orders that match a filter.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_for_admin<C: Connection>(conn: &C, filter: &OrderFilter) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let conditions = filter.conditions(&mut values).join(" AND ");
    fetch_capped_count(conn, &format!("FROM orders WHERE {conditions}"), &values).await
}
