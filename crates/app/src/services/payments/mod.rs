//! From an order to the booking, the credits or the refund (D19, D23, D24).

pub mod apply;
pub mod error;
pub mod fulfil;
pub mod open_order;
pub mod provider_events;
pub mod purchase;
pub mod reconcile;
mod refund_matching;
pub mod refund_processing;
pub mod reserve_order;
pub mod reusable_orders;

use error::PaymentError;

use crate::context::{Ctx, Payments};

/// Returns the payment provider.
///
/// # Errors
/// [`PaymentError::ProviderUnavailable`] if none is configured.
pub(crate) fn provider(ctx: &Ctx) -> Result<&Payments, PaymentError> {
    ctx.payments.as_ref().ok_or(PaymentError::ProviderUnavailable)
}
