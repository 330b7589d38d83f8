//! Our own look at the provider's books, for whatever neither browser nor webhook has told us (D23), and the reaper of
//! holds that have run out.

use jiff::{SignedDuration, Timestamp};
use tala_domain::payments::{OrderState, PaymentState, next_check};
use tala_store::orders::{self, Order};
use tala_store::{StoreError, Transaction, outbox};

use crate::context::{Ctx, Payments};
use crate::services::payments::apply::{Applied, apply_reported};
use crate::services::payments::error::PaymentError;
use crate::services::seats::release_order;

const ORDERS_AT_ONCE: u32 = 20;
const HOLDS_AT_ONCE: u32 = 200;
const LEASE: SignedDuration = SignedDuration::from_mins(5);
/// Payments come within the six days of an order, and what nobody has taken goes back five days later (INTEGRATIONS §1.3).
const ASKED_AFTER: SignedDuration = SignedDuration::from_hours(12 * 24);
/// A fulfilled order is looked at again at these ages, for second payments.
const LATE_LOOKS: [SignedDuration; 3] =
    [SignedDuration::from_hours(1), SignedDuration::from_hours(24), SignedDuration::from_hours(6 * 24)];

/// Looks up the orders that are due. Returns how many were looked at.
pub(crate) async fn check_due_orders(ctx: &Ctx, provider: &Payments) -> Result<usize, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let until = now.saturating_add(LEASE).unwrap_or(now);
        let claimed = orders::claim_due_checks(&tx, now, until, ORDERS_AT_ONCE).await?;
        Ok::<_, StoreError>(claimed)
    };
    let due = ctx.store.transaction(write).await?;
    for order in &due {
        let looked = check_order(ctx, provider, order).await;
        if let Err(error) = &looked {
            tracing::warn!(order = %order.id, %error, "an order could not be checked with the provider");
        }
        schedule(ctx, order, looked.is_err()).await?;
    }
    Ok(due.len())
}

async fn check_order(ctx: &Ctx, provider: &Payments, order: &Order) -> Result<(), PaymentError> {
    let Some(id) = &order.provider_order_id else { return Ok(()) };
    let reported = provider.api.order_payments(id).await?;
    let mut pending = false;
    let mut failed = None;
    for payment in reported {
        let unsettled = matches!(payment.status, PaymentState::Authorized | PaymentState::Captured);
        let outcome = apply_reported(ctx, provider, payment).await;
        pending |= unsettled && !matches!(outcome, Ok(Applied::Fulfilled | Applied::Returned));
        // The order's other payments do not wait for this one.
        failed = failed.or(outcome.err());
    }
    if let Some(error) = failed {
        return Err(error);
    }
    if pending { Err(PaymentError::Pending) } else { end_checking(ctx, order).await }
}

/// The provider has answered and no money is there: the order is as open as before. Its hold ends at once if it would
/// have by now.
async fn end_checking(ctx: &Ctx, order: &Order) -> Result<(), PaymentError> {
    if order.state != OrderState::Checking {
        return Ok(());
    }
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if orders::set_state(&tx, order.id, &[OrderState::Checking], OrderState::Open, now).await? {
            let kept = order.created_at.saturating_add(crate::services::payments::open_order::HOLD).unwrap_or(now);
            orders::set_hold_time(&tx, order.id, kept).await?;
        }
        Ok::<_, PaymentError>(())
    };
    ctx.store.transaction(write).await
}

/// When to look next. Whoever has moved the order meanwhile, and wants it looked at sooner, is not overruled.
async fn schedule(ctx: &Ctx, claimed: &Order, unanswered: bool) -> Result<(), StoreError> {
    let Some(lease) = claimed.next_check_at else { return Ok(()) };
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let order = orders::find_by_id(&tx, claimed.id).await?;
        let Some(order) = order.filter(|order| order.next_check_at == Some(lease)) else { return Ok(()) };
        // A last look that nobody answered was none.
        let again = || if unanswered && is_worth_asking(&order, now) { soon(order.checks, now) } else { None };
        let next = match order.state {
            OrderState::Checking => soon(order.checks, now),
            state if state.awaits_money() => next_check(order.created_at, now).or_else(again),
            OrderState::Failed => None,
            _ => late_look(&order, now).or_else(again),
        };
        if !orders::schedule_check(&tx, (order.id, order.state, lease), next).await? {
            return Err(StoreError::Serialization("order changed concurrently".to_owned()));
        }
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Somebody waits for this one: 15 s, 30 s … at most a quarter of an hour.
fn soon(checks: u32, now: Timestamp) -> Option<Timestamp> {
    let wait = outbox::backoff(i64::from(checks)).min(SignedDuration::from_mins(15));
    now.checked_add(wait).ok()
}

fn is_worth_asking(order: &Order, now: Timestamp) -> bool {
    order.created_at.checked_add(ASKED_AFTER).is_ok_and(|end| now < end)
}

fn late_look(order: &Order, now: Timestamp) -> Option<Timestamp> {
    LATE_LOOKS.iter().filter_map(|age| order.created_at.checked_add(*age).ok()).find(|look| *look > now)
}

/// Ends holds that have run out.
pub(crate) async fn expire_holds(ctx: &Ctx) -> Result<(), PaymentError> {
    for _ in 0..HOLDS_AT_ONCE {
        let write = async |tx: Transaction| {
            let now = ctx.now();
            let found = orders::find_lapsed(&tx, now).await?;
            if let Some(order) = &found {
                release_order(&tx, order, OrderState::Expired, now).await?;
            }
            Ok::<_, PaymentError>(found.is_some())
        };
        if !ctx.store.transaction(write).await? {
            break;
        }
    }
    Ok(())
}
