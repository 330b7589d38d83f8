//! The list of payouts for administrators.

use tala_db::{Connection, Value};
use tala_domain::payouts::PayoutState;

use super::{Payout, Row, SELECT};
use crate::sql::fetch_all;
use crate::sql::keyset::{Keyset, fetch_capped_count};
use crate::{CappedCount, Position, SortColumn, SortKind, SortValue, SortedPage, StoreError};

/// Columns by which administrators sort payouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PayoutSort {
    /// When it was prepared.
    Created,
    /// The amount as a number, whatever its currency.
    Amount,
}

impl SortColumn for PayoutSort {
    fn kind(self) -> SortKind {
        match self {
            Self::Created => SortKind::Id,
            Self::Amount => SortKind::Integer,
        }
    }
}

impl PayoutSort {
    /// The place of a payout in a list that is sorted by this column.
    pub fn position(self, payout: &Payout) -> Position {
        let value = match self {
            Self::Created => None,
            Self::Amount => Some(SortValue::Integer(payout.amount.amount_minor)),
        };
        Position { value, id: payout.id.0 }
    }
}

/// Lists a page of payouts. With `state`, only those.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_page<C: Connection>(
    conn: &C,
    state: Option<PayoutState>,
    page: &SortedPage<PayoutSort>,
) -> Result<Vec<Payout>, StoreError> {
    // Few payouts are prepared or failed: `+ 0` hides the index of amounts, and they are sorted.
    let is_selective = matches!(state, Some(PayoutState::Prepared | PayoutState::Failed));
    let column = match page.column {
        PayoutSort::Created => None,
        PayoutSort::Amount if is_selective => Some("o.amount_minor + 0"),
        PayoutSort::Amount => Some("o.amount_minor"),
    };
    let order = Keyset { column, id: "o.id", direction: page.direction };
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = has_state(state, &mut values);
    if let Some(after) = &page.after {
        conditions = format!("{conditions} AND {}", order.after(after, &mut values));
    }
    let (order_by, limit) = (order.order_by(), page.limit);
    fetch_all::<Row, _>(conn, &format!("{SELECT} WHERE {conditions} ORDER BY {order_by} LIMIT {limit}"), &values).await
}

/// Counts payouts. With `state`, only those.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count<C: Connection>(conn: &C, state: Option<PayoutState>) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let conditions = has_state(state, &mut values);
    fetch_capped_count(conn, &format!("FROM payouts o WHERE {conditions}"), &values).await
}

fn has_state(state: Option<PayoutState>, values: &mut Vec<Value>) -> String {
    let Some(state) = state else { return "1 = 1".to_owned() };
    values.push(state.as_str().into());
    format!("o.state = ${}", values.len())
}
