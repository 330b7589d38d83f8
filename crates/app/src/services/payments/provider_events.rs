//! Processing stored provider events. An event only identifies the payment, order or refund to fetch from the provider.

use tala_domain::ids::ProviderEventId;
use tala_gateways::razorpay::parse_event;
use tala_store::provider_events;

use super::apply::{apply_payment, apply_reported};
use super::refund_processing::apply_refund_event;
use crate::context::{Ctx, Payments};
use crate::services::payments::error::PaymentError;

/// Processes a stored event. Unknown and unreadable events are ignored.
///
/// # Errors
/// A [`PaymentError`] if the event must be processed again later.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn process_event(ctx: &Ctx, provider: &Payments, id: ProviderEventId) -> Result<(), PaymentError> {
    let Some(body) = provider_events::find_body(ctx.store.read(), id).await? else {
        return Err(PaymentError::NotFound);
    };
    let event = match parse_event(body.as_bytes()) {
        Ok(event) => event,
        Err(error) => {
            tracing::warn!(%error, event = %id, "unreadable provider event");
            return Ok(());
        }
    };
    match (event.name.split('.').next(), &event.payment_id, &event.order_id, &event.refund_id) {
        (Some("refund"), _, _, Some(refund)) => apply_refund_event(ctx, provider, refund).await,
        // Disputes arrive as payment events; applying a payment a second time has no effect.
        (Some("payment"), Some(payment), ..) => apply_payment(ctx, provider, payment).await.map(|_| ()),
        (Some("order"), _, Some(order), _) => {
            let reported = provider.api.list_order_payments(order).await?;
            let mut outcome = Ok(());
            for payment in reported {
                outcome = outcome.and(apply_reported(ctx, provider, payment).await.map(|_| ()));
            }
            outcome
        }
        _ => {
            tracing::info!(event = event.name, "provider event ignored");
            Ok(())
        }
    }
}
