//! Refunds, for administrators.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::money::major_units;
use tala_store::refunds::Refund;
use utoipa::ToSchema;

/// A refund.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminRefund {
    #[serde(rename = "_id")]
    pub(super) id: String,
    #[schema(required)]
    pub(super) order_id: Option<String>,
    #[schema(required)]
    pub(super) booking_id: Option<String>,
    /// In major units.
    pub(super) amount: f64,
    pub(super) currency: String,
    pub(super) state: &'static str,
    pub(super) reason: &'static str,
    /// Who bears a partial refund: `platform` or `teacher`. Null for the refund of what was left of a payment, and of unspent
    /// credits.
    #[schema(required)]
    pub(super) bearer: Option<&'static str>,
    /// Unspent credits of a partly spent package that were removed, because this is what was paid for them.
    pub(super) voided_credits: u32,
    #[schema(required)]
    pub(super) provider_refund_id: Option<String>,
    /// Number of the refund attempt at the payment provider, from 1.
    pub(super) attempt: u32,
    /// Last error of the payment provider.
    #[schema(required)]
    pub(super) error: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    pub(super) created_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub(super) finished_at: Option<Timestamp>,
}

impl From<&Refund> for AdminRefund {
    fn from(refund: &Refund) -> Self {
        Self {
            id: refund.id.to_string(),
            order_id: refund.order_id.map(|id| id.to_string()),
            booking_id: refund.booking_id.map(|id| id.to_string()),
            amount: major_units(refund.amount_minor, &refund.currency),
            currency: refund.currency.clone(),
            state: refund.state.as_str(),
            reason: refund.reason.as_str(),
            bearer: bearer_of(refund),
            voided_credits: refund.share.map_or(0, |share| share.voided_credits),
            provider_refund_id: refund.provider_refund_id.clone(),
            attempt: refund.attempt,
            error: refund.last_error.clone(),
            created_at: refund.created_at,
            finished_at: refund.finished_at,
        }
    }
}

/// Who bears a partial refund. `None` also for one of unspent credits, from which there are no earnings.
pub(super) fn bearer_of(refund: &Refund) -> Option<&'static str> {
    refund.share.filter(|share| share.voided_credits == 0).map(|share| share.bearer.as_str())
}
