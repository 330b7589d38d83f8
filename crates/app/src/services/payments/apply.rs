//! Turns a payment into a booking, credits or a refund (D23). The browser's request, the provider's webhook and the
//! reconciliation all call it, in any order and any number of times.
//!
//! The payment is fetched from the provider outside any transaction. One transaction then applies it to the order's current
//! state, and runs again if the order changed concurrently.

use jiff::Timestamp;
use tala_domain::booking::{BookingError, SlotKind, check_time};
use tala_domain::coupons::CouponError;
use tala_domain::ids::PaymentId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, PaymentState, RefundReason};
use tala_gateways::razorpay::ProviderPayment;
use tala_store::availabilities::Offering;
use tala_store::orders::{self, Order, Purpose, Seat};
use tala_store::payments::{self, Disposition, Payment};
use tala_store::{Transaction, availabilities, bookings};

use crate::context::{Ctx, Payments};
use crate::services::payments::error::PaymentError;
use crate::services::payments::fulfil::{concurrent_update, fulfil, retake_seat};
use crate::services::refunds::{Reason, post_returned, request_refund};
use crate::services::seats::{HoldConflict, release_expired_holds, release_reservation, require_active_pair};

/// The outcome for a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Applied {
    /// It is not captured, or not yet.
    NotPaid(PaymentState),
    /// It has fulfilled its order, now or earlier.
    Fulfilled,
    /// It is refunded.
    Returned,
    /// It belongs to none of our orders.
    Foreign,
}

/// Fetches a payment from the provider and applies it.
pub(crate) async fn apply_payment(ctx: &Ctx, provider: &Payments, payment_id: &str) -> Result<Applied, PaymentError> {
    let payment = provider.api.payment(payment_id).await?;
    apply_reported(ctx, provider, payment).await
}

/// Applies a payment that was just fetched.
pub(crate) async fn apply_reported(
    ctx: &Ctx,
    provider: &Payments,
    reported: ProviderPayment,
) -> Result<Applied, PaymentError> {
    let payment = capture_if_ours(ctx, provider, reported).await?;
    let outcome = match settle(ctx, &payment).await {
        Err(error) if error.is_hold_conflict() => {
            release_conflicting_holds(ctx, &payment).await?;
            // Even if there was none: another delivery of the same event may have released it.
            settle(ctx, &payment).await
        }
        outcome => outcome,
    };
    let outcome = match outcome {
        Err(error) => match refund_reason(&error) {
            Some(reason) => refund(ctx, &payment, reason).await,
            None => Err(error),
        },
        outcome => outcome,
    }?;
    if outcome != Applied::NotPaid(payment.status) {
        ctx.work_filed.notify_one();
    }
    Ok(outcome)
}

/// Captures an authorized payment of one of our orders. The provider does that automatically unless the bank was slow.
async fn capture_if_ours(
    ctx: &Ctx,
    provider: &Payments,
    payment: ProviderPayment,
) -> Result<ProviderPayment, PaymentError> {
    let Some(currency) = Currency::parse(&payment.currency) else { return Ok(payment) };
    if payment.status != PaymentState::Authorized || find_order(ctx, &payment).await?.is_none() {
        return Ok(payment);
    }
    match provider.api.capture(&payment.id, Money::new(payment.amount_minor, currency)).await {
        Ok(captured) => Ok(captured),
        // Captured concurrently, or the response was lost: ask for the current state.
        Err(error) => {
            tracing::warn!(%error, payment = payment.id, "capture");
            provider.api.payment(&payment.id).await.map_err(PaymentError::from)
        }
    }
}

async fn find_order(ctx: &Ctx, payment: &ProviderPayment) -> Result<Option<Order>, PaymentError> {
    match &payment.order_id {
        Some(id) => Ok(orders::find_by_provider_id(ctx.store.read(), id).await?),
        None => Ok(None),
    }
}

/// Releases expired holds that conflict with a late payment's class.
async fn release_conflicting_holds(ctx: &Ctx, payment: &ProviderPayment) -> Result<(), PaymentError> {
    let Some(order) = find_order(ctx, payment).await? else { return Ok(()) };
    if let Some(start) = order.class_start() {
        release_expired_holds(ctx, &[order.student_id, order.teacher_id], start).await?;
    }
    Ok(())
}

/// Why the money of a late payment is refunded; `None` if the payment must be applied again later.
fn refund_reason(error: &PaymentError) -> Option<RefundReason> {
    match error {
        PaymentError::Seat(BookingError::SlotTaken | BookingError::SeatHeld) => Some(RefundReason::SeatGone),
        PaymentError::Seat(BookingError::StudentBusy) => Some(RefundReason::StudentBusy),
        PaymentError::Seat(BookingError::TooSoon | BookingError::InvalidSlot) => Some(RefundReason::NotBookable),
        PaymentError::Coupon(CouponError::UsedUp) => Some(RefundReason::CouponGone),
        PaymentError::Seat(
            BookingError::TooFar | BookingError::CostMismatch | BookingError::NotStarted | BookingError::LongOver,
        )
        | PaymentError::Coupon(_)
        | PaymentError::Quote(_)
        | PaymentError::PriceChanged(_)
        | PaymentError::Invalid(_)
        | PaymentError::TooManyHolds
        | PaymentError::Unresolved(_)
        | PaymentError::ConcurrentPurchase
        | PaymentError::OrderClosed
        | PaymentError::Pending
        | PaymentError::ProviderUnavailable
        | PaymentError::NotFound
        | PaymentError::Store(_)
        | PaymentError::Internal(_) => None,
    }
}

async fn settle(ctx: &Ctx, reported: &ProviderPayment) -> Result<Applied, PaymentError> {
    let write = async |tx: Transaction| {
        let outcome = in_transaction(&tx, ctx, reported).await?;
        Ok::<_, PaymentError>(outcome)
    };
    ctx.store.transaction(write).await
}

async fn in_transaction(tx: &Transaction, ctx: &Ctx, reported: &ProviderPayment) -> Result<Applied, PaymentError> {
    let now = ctx.now();
    let (payment, order) = upsert_payment(tx, ctx, reported, now).await?;
    if let Some(before) = prior_outcome(&payment) {
        return Ok(before);
    }
    let arrived = matches!(reported.status, PaymentState::Captured);
    let Some(order) = order else {
        if arrived {
            payments::dispose(tx, payment.id, Disposition::Foreign, now).await?;
            tracing::warn!(payment = payment.provider_payment_id, "payment for an unknown order");
        }
        return Ok(Applied::Foreign);
    };
    if !arrived {
        return Ok(Applied::NotPaid(reported.status));
    }
    if let Some(reason) = rejection_reason(&order, &payment) {
        warn_about_fee_bearer(&order, reported);
        return refund_unusable(tx, ctx, &order, &payment, reason, now).await;
    }
    if !payments::dispose(tx, payment.id, Disposition::Applied, now).await? {
        return Err(concurrent_update());
    }
    // Either may have been suspended, rejected or deleted since the purchase began.
    require_active_pair(tx, order.student_id, order.teacher_id).await?;
    let offering = availabilities::find_offering(tx, order.teacher_id).await?.ok_or(BookingError::InvalidSlot)?;
    let order = ensure_seat(tx, ctx, order, &offering, now).await?;
    fulfil(tx, ctx, &order, Some(payment.id), now).await?;
    Ok(Applied::Fulfilled)
}

/// Records the payment and refunds it, unless another request has handled it.
async fn refund(ctx: &Ctx, reported: &ProviderPayment, reason: RefundReason) -> Result<Applied, PaymentError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let (payment, order) = upsert_payment(&tx, ctx, reported, now).await?;
        let outcome = match (prior_outcome(&payment), order) {
            (Some(before), _) => before,
            (None, Some(order)) => {
                let reason = match rejection_reason(&order, &payment) {
                    // Another payment has fulfilled the order.
                    Some(known) => known,
                    None => duplicate_or(&tx, &order, reason).await?,
                };
                refund_unusable(&tx, ctx, &order, &payment, reason, now).await?
            }
            (None, None) => Applied::Foreign,
        };
        Ok::<_, PaymentError>(outcome)
    };
    ctx.store.transaction(write).await
}

/// [`RefundReason::Duplicate`] if the student has booked the same class in another way, otherwise `reason`.
async fn duplicate_or(tx: &Transaction, order: &Order, reason: RefundReason) -> Result<RefundReason, PaymentError> {
    let Some(start) = order.class_start() else { return Ok(reason) };
    let theirs = bookings::has_class(tx, (order.student_id, order.teacher_id), start).await?;
    Ok(if theirs { RefundReason::Duplicate } else { reason })
}

async fn upsert_payment(
    tx: &Transaction,
    ctx: &Ctx,
    reported: &ProviderPayment,
    now: Timestamp,
) -> Result<(Payment, Option<Order>), PaymentError> {
    let order = match &reported.order_id {
        Some(id) => orders::lock_by_provider_id(tx, id).await?,
        None => None,
    };
    let report = payments::Report {
        new_id: PaymentId(ctx.new_id()),
        provider_payment_id: &reported.id,
        order_id: order.as_ref().map(|order| order.id),
        provider_order_id: reported.order_id.as_deref(),
        amount_minor: reported.amount_minor,
        currency: &reported.currency,
        state: reported.status,
        method: reported.method.as_deref(),
        fee_minor: reported.fee_minor,
    };
    Ok((payments::record(tx, &report, now).await?, order))
}

/// The outcome that was recorded earlier.
fn prior_outcome(payment: &Payment) -> Option<Applied> {
    match payment.disposition {
        Disposition::None => None,
        Disposition::Applied => Some(Applied::Fulfilled),
        Disposition::Returned => Some(Applied::Returned),
        Disposition::Foreign => Some(Applied::Foreign),
    }
}

/// Why a payment cannot fulfil its order, whether or not there is a seat.
fn rejection_reason(order: &Order, payment: &Payment) -> Option<RefundReason> {
    if payment.amount_minor != order.price.total || payment.currency != order.price.currency.code() {
        return Some(RefundReason::AmountMismatch);
    }
    if order.state.awaits_money() {
        return None;
    }
    // If the first payment was refunded, the second is refunded for the same reason.
    let first = order.reason.filter(|reason| *reason != RefundReason::Cancelled);
    Some(first.unwrap_or(RefundReason::Duplicate))
}

/// Logs an error if the provider adds its fee to what customers pay: then no payment matches its order.
fn warn_about_fee_bearer(order: &Order, reported: &ProviderPayment) {
    let with_fee = reported.fee_minor.and_then(|fee| order.price.total.checked_add(fee));
    if with_fee == Some(reported.amount_minor) && reported.fee_minor != Some(0) {
        tracing::error!(order = %order.id, "the provider charges its fee to customers; configure it to charge the business");
    }
}

async fn refund_unusable(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    payment: &Payment,
    reason: RefundReason,
    now: Timestamp,
) -> Result<Applied, PaymentError> {
    if !payments::dispose(tx, payment.id, Disposition::Returned, now).await? {
        return Err(concurrent_update());
    }
    let about = Reason { reason, order: order.id, booking: None };
    let refund = request_refund(tx, ctx, payment, about, now).await?;
    post_returned(tx, ctx, payment, (order.id, refund), now).await?;
    // After a wrong amount the order can still be paid; a second payment does not change the first.
    if reason != RefundReason::AmountMismatch && order.state.awaits_money() {
        let from = [OrderState::Open, OrderState::Checking, OrderState::Expired, OrderState::Cancelled];
        if !orders::mark_refunding(tx, order.id, &from, reason, payment.id, now).await? {
            return Err(concurrent_update());
        }
        release_reservation(tx, order).await?;
    }
    tracing::warn!(order = %order.id, payment = payment.provider_payment_id, ?reason, "payment refunded");
    Ok(Applied::Returned)
}

/// The seat of the order: the one that it holds, or a new one. While the hold lasts, the class can be booked until it starts;
/// afterwards the same rules apply as to any booking (D14, D23).
async fn ensure_seat(
    tx: &Transaction,
    ctx: &Ctx,
    order: Order,
    offering: &Offering,
    now: Timestamp,
) -> Result<Order, PaymentError> {
    let Purpose::Class { starts_at, .. } = order.purpose else { return Ok(order) };
    let held = order.seat == Seat::Held;
    if held && !order.is_lapsed(now) && now < starts_at {
        return Ok(order);
    }
    // The teacher may have shortened the window since the purchase began.
    check_time(now, starts_at, u8::MAX).or_else(|error| match error {
        BookingError::TooFar => Ok(()),
        other => Err(other),
    })?;
    check_still_offered(&order, offering)?;
    if held {
        return Ok(order);
    }
    retake_seat(tx, ctx, order, now).await
}

/// Refuses a virtual slot that the teacher no longer offers.
fn check_still_offered(order: &Order, offering: &Offering) -> Result<(), PaymentError> {
    let Purpose::Class { starts_at, slot_kind: SlotKind::Virtual, .. } = order.purpose else { return Ok(()) };
    if offering.availability.as_ref().is_some_and(|hours| hours.availability.offers(starts_at)) {
        Ok(())
    } else {
        Err(BookingError::InvalidSlot.into())
    }
}
