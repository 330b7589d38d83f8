//! The orders that a filter selects, for the list and its export.

use serde::Deserialize;
use serde_json::{Value, json};
use tala_domain::error::FieldErrors;
use tala_domain::ids::OrderId;
use tala_domain::payments::OrderState;
use tala_domain::time::saturating_add;
use tala_store::orders::{self, Order, OrderFilter, OrderSort};
use utoipa::IntoParams;

use crate::admin::overview::FAILED_PAYMENT_WINDOW;
use crate::admin::pagination::parse_search;
use crate::admin::people_search::list_matching_people;
use crate::admin::sorting::SortField;
use crate::context::Ctx;
use crate::error::AppResult;

const PAYMENT_FAILED: &str = "payment_failed";

impl SortField for OrderSort {
    const FIELDS: &'static [(&'static str, Self)] = &[("createdAt", Self::Created), ("total", Self::Total)];
}

/// Filter and order of the order list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OrdersQuery {
    /// State, such as `open`, `booked`, `credited` or `refunding`; or `payment_failed` for orders in any state with a failed
    /// payment in the last 24 hours.
    state: Option<String>,
    /// Order id, the provider's id of the order or of a payment, or the beginning of words of the student's name or email
    /// address, or their phone number.
    q: Option<String>,
    /// `createdAt` or `total` (as a number, whatever its currency), with `-` in front for descending order. Default
    /// `-createdAt`.
    pub(super) sort: Option<String>,
    pub(super) limit: Option<u32>,
    pub(super) after: Option<String>,
}

/// What a filter selects.
pub(super) enum Selection {
    /// The order that was found by its id.
    Found(Vec<Order>),
    /// The orders that match these conditions.
    Matching(OrderFilter),
}

impl OrdersQuery {
    /// Resolves the filter.
    ///
    /// # Errors
    /// If the state is unknown, or if the search text matches too many people.
    pub(super) async fn select(&self, ctx: &Ctx) -> AppResult<Selection> {
        let state = match self.state.as_deref() {
            None | Some("" | PAYMENT_FAILED) => None,
            Some(text) => {
                Some(OrderState::parse(text).ok_or_else(|| FieldErrors::one("state", "There is no such state"))?)
            }
        };
        let failed = self.state.as_deref() == Some(PAYMENT_FAILED);
        let failed_since = failed.then(|| saturating_add(ctx.now(), -FAILED_PAYMENT_WINDOW));
        let mut filter = OrderFilter { state, failed_since, ..OrderFilter::default() };
        if let Some(text) = parse_search(self.q.as_deref()) {
            if let Ok(id) = text.parse::<OrderId>() {
                let found = orders::find_by_id(ctx.store.read_replica(), id).await?;
                return Ok(Selection::Found(found.into_iter().collect()));
            }
            if text.starts_with("order_") || text.starts_with("pay_") {
                filter.provider_id = Some(text);
            } else {
                filter.people = Some(list_matching_people(ctx, "q", &text).await?);
            }
        }
        Ok(Selection::Matching(filter))
    }

    /// The filter for the audit log.
    pub(super) fn audit_detail(&self) -> Value {
        json!({ "state": self.state, "sort": self.sort, "searched": parse_search(self.q.as_deref()).is_some() })
    }
}
