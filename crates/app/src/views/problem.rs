//! Problems with members of their own: what the client needs to go on.

use utoipa::ToSchema;

use super::order::OrderView;
use super::quote::QuoteView;
use super::slot::SlotView;
use crate::http::problem::Problem;

/// A booking that was refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
pub struct BookingProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The slots that are free now, if the slot was the reason.
    slots: Option<Vec<SlotView>>,
}

/// A purchase that was refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
pub struct PurchaseProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The slots that are free now, if the slot was the reason.
    slots: Option<Vec<SlotView>>,
    /// The price now, with `price_changed`.
    quote: Option<QuoteView>,
    /// The order in question, with `payment_unresolved` and `payment_pending`.
    order: Option<OrderView>,
}
