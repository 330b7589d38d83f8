//! From an order to the booking, the credits, or the refund (D19, D23, D24).

pub mod apply;
pub mod error;
pub mod fulfil;
pub mod open_order;
pub mod provider_events;
pub mod reconcile;
pub mod refund_requests;

use error::PaymentError;

use crate::context::{Ctx, Payments};

/// The payment provider.
///
/// # Errors
/// [`PaymentError::ProviderUnavailable`] if none is configured.
pub(crate) fn provider(ctx: &Ctx) -> Result<&Payments, PaymentError> {
    ctx.payments.as_ref().ok_or(PaymentError::ProviderUnavailable)
}
