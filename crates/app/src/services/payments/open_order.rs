//! Opening an order: reserve first, then register with the provider outside any transaction (D19, D23). A repeated request
//! for the same purchase returns the same order.

use tala_domain::payments::{OrderState, next_check};
use tala_gateways::razorpay::NewOrder;
use tala_store::Transaction;
use tala_store::orders::{self, Order};

use crate::context::{Ctx, Payments};
use crate::services::current_user::Student;
use crate::services::holds::{HoldConflict, OwnHold, release_order, retry_without_holds};
use crate::services::payments::error::PaymentError;
use crate::services::payments::provider;
use crate::services::payments::purchase::{PurchaseIntent, PurchaseItem};
use crate::services::payments::reserve_order::reserve_order;
use crate::services::payments::reusable_orders::{find_existing_order, find_payable_order};
use crate::services::quotes::{QuoteWithCoupon, to_stored_price};
use crate::views::order::load_order_view;

/// Opens an order, or returns the student's payable order for the same purchase. An order with a total of zero is returned
/// fulfilled.
///
/// # Errors
/// A [`PaymentError`] that says why the purchase is not possible.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn open_order(
    ctx: &Ctx,
    provider: &Payments,
    student: &Student,
    item: PurchaseItem,
    quoted: &QuoteWithCoupon,
    phone: Option<&str>,
) -> Result<Order, PaymentError> {
    reject_unresolved(ctx, provider, student, item).await?;
    let coupon = quoted.coupon.as_ref().map(|coupon| (coupon.id, coupon.code.clone()));
    let intent = PurchaseIntent { item, price: to_stored_price(&quoted.quote), coupon };
    if let Some(order) = find_payable_order(ctx, student, &intent).await? {
        return Ok(order);
    }
    let attempt = async |own_hold| match reserve_order(ctx, student, &intent, phone, own_hold).await {
        Err(error) if error.is_hold_conflict() || matches!(error, PaymentError::ConcurrentPurchase) => {
            // A concurrent request of this student may have opened the order.
            find_existing_order(ctx, student, &intent).await?.ok_or(error)
        }
        outcome => outcome,
    };
    let order = match item.start() {
        Some(start) => retry_without_holds(ctx, student.participants(), start, attempt).await,
        None => attempt(OwnHold::Keep).await,
    }?;
    if order.state != OrderState::Preparing {
        return Ok(order);
    }
    // Spawned so that a client disconnect cannot cancel it: an order that is never registered with the provider would block
    // the student until it expires.
    let ctx = ctx.clone();
    let registered = tokio::spawn(async move { register_with_provider(&ctx, order).await }).await;
    registered.map_err(|error| PaymentError::internal(format!("registering an order: {error}")))?
}

/// Rejects a purchase while an earlier payment for the same item is unresolved, so that the student is not charged a second time.
async fn reject_unresolved(
    ctx: &Ctx,
    provider: &Payments,
    student: &Student,
    item: PurchaseItem,
) -> Result<(), PaymentError> {
    match orders::find_checking(ctx.store.read(), student.id(), item.start(), ctx.now()).await? {
        None => Ok(()),
        Some(order) => {
            let order = load_order_view(ctx, Some(provider), &order).await?;
            Err(PaymentError::Unresolved(Box::new(order)))
        }
    }
}

/// Registers the order with the provider. On failure, releases the seat and the coupon.
async fn register_with_provider(ctx: &Ctx, order: Order) -> Result<Order, PaymentError> {
    let provider = provider(ctx)?;
    let new = NewOrder {
        receipt: order.id.0.simple().to_string(),
        amount: order.price.total(),
        notes: vec![("order".to_owned(), order.id.to_string())],
    };
    let outcome = provider.api.create_order(&new).await;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let is_open = match &outcome {
            Ok(created) => {
                orders::mark_open(&tx, order.id, &created.id, next_check(order.created_at, now), now).await?
            }
            Err(_) => {
                release_order(&tx, &order, OrderState::Failed, now).await?;
                true
            }
        };
        Ok::<_, PaymentError>(is_open)
    };
    let is_open = ctx.store.transaction(write).await?;
    if let Err(error) = &outcome {
        tracing::warn!(%error, order = %order.id, "registering an order with the payment provider failed");
        return Err(PaymentError::ProviderUnavailable);
    }
    if !is_open {
        return Err(PaymentError::OrderClosed);
    }
    let found = orders::find_by_id(ctx.store.read(), order.id).await?;
    found.ok_or_else(|| PaymentError::internal("order missing after registration"))
}
