//! Reconciliation: asking the provider about orders that neither the browser nor a webhook has resolved (D23). Also expires
//! seat holds.

use jiff::{SignedDuration, Timestamp};
use tala_domain::payments::{OrderState, PaymentState, next_check};
use tala_store::orders::{self, Order};
use tala_store::{StoreError, Transaction, outbox};

use crate::context::{Ctx, Payments};
use crate::services::holds::release_order;
use crate::services::payments::apply::{ApplyOutcome, apply_reported};
use crate::services::payments::error::PaymentError;
use crate::services::payments::purchase::HOLD_DURATION;

const ORDERS_PER_RUN: u32 = 20;
const MAX_HOLDS_PER_RUN: u32 = 200;
const LEASE: SignedDuration = SignedDuration::from_mins(5);
/// Orders are checked up to this age after a failed check: an order can be paid for six days, and the provider refunds
/// uncaptured payments five days later.
const MAX_CHECK_AGE: SignedDuration = SignedDuration::from_hours(12 * 24);
/// A fulfilled order is checked for a second payment at these ages.
const DUPLICATE_CHECK_AGES: [SignedDuration; 3] =
    [SignedDuration::from_hours(1), SignedDuration::from_hours(24), SignedDuration::from_hours(6 * 24)];

/// Checks the orders that are due. Returns their number.
///
/// # Errors
/// Those of the database. A check that fails is logged and repeated later.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn check_due_orders(ctx: &Ctx, provider: &Payments) -> Result<usize, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let until = now.saturating_add(LEASE).unwrap_or(now);
        let claimed = orders::claim_due_checks(&tx, now, until, ORDERS_PER_RUN).await?;
        Ok::<_, StoreError>(claimed)
    };
    let due = ctx.store.transaction(write).await?;
    for order in &due {
        let result = check_order(ctx, provider, order).await;
        if let Err(error) = &result {
            tracing::warn!(order = %order.id, %error, "order could not be checked with the provider");
        }
        schedule_next_check(ctx, order, result.is_err()).await?;
    }
    Ok(due.len())
}

async fn check_order(ctx: &Ctx, provider: &Payments, order: &Order) -> Result<(), PaymentError> {
    let Some(id) = &order.provider_order_id else { return Ok(()) };
    let reported = provider.api.list_order_payments(id).await?;
    let mut is_pending = false;
    let mut first_error = None;
    for payment in reported {
        let needs_outcome = matches!(payment.status, PaymentState::Authorized | PaymentState::Captured);
        let outcome = apply_reported(ctx, provider, payment).await;
        is_pending |= needs_outcome && !matches!(outcome, Ok(ApplyOutcome::Applied | ApplyOutcome::Refunded));
        // A failure must not prevent the other payments of the order from being applied.
        first_error = first_error.or(outcome.err());
    }
    if let Some(error) = first_error {
        return Err(error);
    }
    if is_pending { Err(PaymentError::Pending) } else { end_checking(ctx, order).await }
}

/// Reopens an order in the state `checking` after the provider has answered that there is no money. The hold ends at its
/// original time, which may have passed.
async fn end_checking(ctx: &Ctx, order: &Order) -> Result<(), PaymentError> {
    if order.state != OrderState::Checking {
        return Ok(());
    }
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if orders::set_state(&tx, order.id, &[OrderState::Checking], OrderState::Open, now).await? {
            let hold_end = order.created_at.saturating_add(HOLD_DURATION).unwrap_or(now);
            orders::set_hold_expiry(&tx, order.id, hold_end).await?;
        }
        Ok::<_, PaymentError>(())
    };
    ctx.store.transaction(write).await
}

/// Schedules the next check of a claimed order, unless a concurrent change has scheduled one.
async fn schedule_next_check(ctx: &Ctx, claimed: &Order, has_failed: bool) -> Result<(), StoreError> {
    let Some(lease) = claimed.next_check_at else { return Ok(()) };
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let order = orders::find_by_id(&tx, claimed.id).await?;
        let Some(order) = order.filter(|order| order.next_check_at == Some(lease)) else { return Ok(()) };
        // A failed last check must be repeated.
        let retry = || {
            if has_failed && can_still_change(&order, now) {
                next_backoff(order.provider_check_count, now)
            } else {
                None
            }
        };
        let next = match order.state {
            OrderState::Checking => next_backoff(order.provider_check_count, now),
            state if state.awaits_payment() => next_check(order.created_at, now).or_else(retry),
            OrderState::Failed => None,
            _ => next_duplicate_check(&order, now).or_else(retry),
        };
        if !orders::schedule_check(&tx, (order.id, order.state, lease), next).await? {
            return Err(StoreError::Serialization("order changed concurrently".to_owned()));
        }
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Exponential backoff while a student waits: 15 s, 30 s, … up to 15 minutes.
fn next_backoff(checks: u32, now: Timestamp) -> Option<Timestamp> {
    let wait = outbox::backoff(i64::from(checks)).min(SignedDuration::from_mins(15));
    now.checked_add(wait).ok()
}

/// Whether the provider's answer about the order can still change.
fn can_still_change(order: &Order, now: Timestamp) -> bool {
    order.created_at.checked_add(MAX_CHECK_AGE).is_ok_and(|end| now < end)
}

fn next_duplicate_check(order: &Order, now: Timestamp) -> Option<Timestamp> {
    DUPLICATE_CHECK_AGES.iter().filter_map(|age| order.created_at.checked_add(*age).ok()).find(|at| *at > now)
}

/// Expires seat holds whose time has passed.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn expire_holds(ctx: &Ctx) -> Result<(), PaymentError> {
    for _ in 0..MAX_HOLDS_PER_RUN {
        let write = async |tx: Transaction| {
            let now = ctx.now();
            let found = orders::lock_next_expired(&tx, now).await?;
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
