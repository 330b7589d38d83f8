//! The one place where a payment becomes a booking, credits, or a refund (D23). The browser's call, the provider's
//! webhook and our own reconciliation all end here, in any order and any number of times.
//!
//! What is true about a payment is asked of the provider, outside any transaction; what follows from it is one
//! transaction that starts from the order as it stands then, and is run again when the order moved meanwhile.

use jiff::Timestamp;
use tala_domain::booking::{BookingError, SlotKind, check_time};
use tala_domain::error::ErrorCode;
use tala_domain::ids::PaymentId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, PaymentState, RefundReason};
use tala_gateways::razorpay::{ProviderError, ProviderPayment};
use tala_store::availabilities::Offering;
use tala_store::orders::{self, Order, Purpose, Seat};
use tala_store::payments::{self, Disposition, Payment};
use tala_store::{StoreError, Transaction, availabilities, bookings};

use super::fulfil::{fulfil, retake_seat};
use crate::context::{Ctx, Payments};
use crate::error::{ApiError, ApiResult};
use crate::money_back::{Reason, post_returned, request_refund};
use crate::seats::{keep_both, let_go, make_way, may_be_held};

/// What became of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Applied {
    /// Its money has not arrived (yet).
    NotPaid(PaymentState),
    /// Its order was fulfilled with it, now or before.
    Fulfilled,
    /// Its money goes back.
    Returned,
    /// It belongs to no order of ours.
    Foreign,
}

/// The provider's own failure, as this client should read it.
pub(super) fn unavailable(error: &ProviderError) -> ApiError {
    tracing::warn!(%error, "payment provider");
    ErrorCode::PaymentUnavailable.into()
}

/// Asks the provider for a payment, and brings about what follows from it.
pub(crate) async fn apply_payment(ctx: &Ctx, desk: &Payments, payment_id: &str) -> ApiResult<Applied> {
    let payment = desk.provider.payment(payment_id).await.map_err(|error| unavailable(&error))?;
    apply_reported(ctx, desk, payment).await
}

/// The same for a payment that the provider has just reported itself.
pub(crate) async fn apply_reported(ctx: &Ctx, desk: &Payments, reported: ProviderPayment) -> ApiResult<Applied> {
    let payment = capture_if_ours(ctx, desk, reported).await?;
    let settled = settle(ctx, &payment).await;
    let outcome = match settled {
        Err(refusal) if may_be_held(&refusal) => {
            free_for(ctx, &payment).await?;
            // Also when nothing was in the way any more: another bearer of the same news may just have freed it.
            settle(ctx, &payment).await
        }
        other => other,
    };
    let outcome = match outcome {
        // The seat is gone: the same transaction once more, which now knows to give the money back.
        Err(refusal) => match refusal_reason(&refusal) {
            Some(reason) => give_back(ctx, &payment, reason).await,
            None => Err(refusal),
        },
        other => other,
    }?;
    if outcome != Applied::NotPaid(payment.status) {
        ctx.work_filed.notify_one();
    }
    Ok(outcome)
}

/// An authorised payment of one of our orders is captured; the provider does that by itself unless the bank was slow.
async fn capture_if_ours(ctx: &Ctx, desk: &Payments, payment: ProviderPayment) -> ApiResult<ProviderPayment> {
    let Some(currency) = Currency::parse(&payment.currency) else { return Ok(payment) };
    if payment.status != PaymentState::Authorized || find_order(ctx, &payment).await?.is_none() {
        return Ok(payment);
    }
    match desk.provider.capture(&payment.id, Money::new(payment.amount_minor, currency)).await {
        Ok(captured) => Ok(captured),
        // Somebody captured it at the same time, or the answer was lost: the provider knows.
        Err(error) => {
            tracing::warn!(%error, payment = payment.id, "capture");
            desk.provider.payment(&payment.id).await.map_err(|error| unavailable(&error))
        }
    }
}

async fn find_order(ctx: &Ctx, payment: &ProviderPayment) -> ApiResult<Option<Order>> {
    match &payment.order_id {
        Some(id) => Ok(orders::find_by_provider_id(ctx.store.read(), id).await?),
        None => Ok(None),
    }
}

/// Lets go of holds that stand in the way of a late payment's class.
async fn free_for(ctx: &Ctx, payment: &ProviderPayment) -> ApiResult<()> {
    let Some(order) = find_order(ctx, payment).await? else { return Ok(()) };
    if let Some(start) = order.class_start() {
        make_way(ctx, order.student_id, order.teacher_id, start).await?;
    }
    Ok(())
}

/// Why the money goes back when a late payment's class could not be booked.
fn refusal_reason(refusal: &ApiError) -> Option<RefundReason> {
    match refusal.code() {
        ErrorCode::SlotTaken => Some(RefundReason::SeatGone),
        ErrorCode::StudentBusy => Some(RefundReason::StudentBusy),
        ErrorCode::CouponUsedUp => Some(RefundReason::CouponGone),
        ErrorCode::SlotTooSoon | ErrorCode::InvalidSlot => Some(RefundReason::NotBookable),
        _ => None,
    }
}

async fn settle(ctx: &Ctx, reported: &ProviderPayment) -> ApiResult<Applied> {
    let write = async |tx: Transaction| {
        let outcome = in_transaction(&tx, ctx, reported).await?;
        Ok::<_, ApiError>(outcome)
    };
    ctx.store.transaction(write).await
}

async fn in_transaction(tx: &Transaction, ctx: &Ctx, reported: &ProviderPayment) -> ApiResult<Applied> {
    let now = ctx.now();
    let (payment, order) = record(tx, ctx, reported, now).await?;
    if let Some(before) = decided(&payment) {
        return Ok(before);
    }
    let arrived = matches!(reported.status, PaymentState::Captured);
    let Some(order) = order else {
        if arrived {
            payments::dispose(tx, payment.id, Disposition::Foreign, now).await?;
            tracing::warn!(payment = payment.provider_payment_id, "a payment for no order of ours");
        }
        return Ok(Applied::Foreign);
    };
    if !arrived {
        return Ok(Applied::NotPaid(reported.status));
    }
    if let Some(reason) = unusable(&order, &payment) {
        warn_of_fee(&order, reported);
        return send_back(tx, ctx, &order, &payment, reason, now).await;
    }
    if !payments::dispose(tx, payment.id, Disposition::Applied, now).await? {
        return Err(moved());
    }
    // Suspended, rejected or gone since the purchase began: there is nobody to teach what is paid, or nobody to teach.
    keep_both(tx, order.student_id, order.teacher_id).await?;
    let offering = availabilities::find_offering(tx, order.teacher_id).await?.ok_or(ErrorCode::InvalidSlot)?;
    let order = ensure_seat(tx, ctx, order, &offering, now).await?;
    fulfil(tx, ctx, &order, Some(payment.id), now).await?;
    Ok(Applied::Fulfilled)
}

async fn give_back(ctx: &Ctx, reported: &ProviderPayment, reason: RefundReason) -> ApiResult<Applied> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let (payment, order) = record(&tx, ctx, reported, now).await?;
        let outcome = match (decided(&payment), order) {
            (Some(before), _) => before,
            (None, Some(order)) => {
                let reason = match unusable(&order, &payment) {
                    // Another payment was faster.
                    Some(known) => known,
                    None => own_class_or(&tx, &order, reason).await?,
                };
                send_back(&tx, ctx, &order, &payment, reason, now).await?
            }
            (None, None) => Applied::Foreign,
        };
        Ok::<_, ApiError>(outcome)
    };
    ctx.store.transaction(write).await
}

/// Why a class could not be booked: perhaps because its student has booked it meanwhile in another way.
async fn own_class_or(tx: &Transaction, order: &Order, reason: RefundReason) -> ApiResult<RefundReason> {
    let Some(start) = order.class_start() else { return Ok(reason) };
    let theirs = bookings::has_class(tx, (order.student_id, order.teacher_id), start).await?;
    Ok(if theirs { RefundReason::Duplicate } else { reason })
}

async fn record(
    tx: &Transaction,
    ctx: &Ctx,
    reported: &ProviderPayment,
    now: Timestamp,
) -> ApiResult<(Payment, Option<Order>)> {
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

/// What was decided about this payment before.
fn decided(payment: &Payment) -> Option<Applied> {
    match payment.disposition {
        Disposition::None => None,
        Disposition::Applied => Some(Applied::Fulfilled),
        Disposition::Returned => Some(Applied::Returned),
        Disposition::Foreign => Some(Applied::Foreign),
    }
}

/// Why a payment cannot be used for its order, before looking for a seat.
fn unusable(order: &Order, payment: &Payment) -> Option<RefundReason> {
    if payment.amount_minor != order.price.total || payment.currency != order.price.currency.code() {
        return Some(RefundReason::AmountMismatch);
    }
    if order.state.awaits_money() {
        return None;
    }
    // A second payment of an order whose first one went back goes back for the same reason.
    let first = order.reason.filter(|reason| *reason != RefundReason::Cancelled);
    Some(first.unwrap_or(RefundReason::Duplicate))
}

/// With the provider's fee on the customer's side no payment has the amount of its order, and each goes back.
fn warn_of_fee(order: &Order, reported: &ProviderPayment) {
    let with_fee = reported.fee_minor.and_then(|fee| order.price.total.checked_add(fee));
    if with_fee == Some(reported.amount_minor) && reported.fee_minor != Some(0) {
        tracing::error!(order = %order.id, "the provider adds its fee to what customers pay: it must be borne by the business");
    }
}

async fn send_back(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    payment: &Payment,
    reason: RefundReason,
    now: Timestamp,
) -> ApiResult<Applied> {
    if !payments::dispose(tx, payment.id, Disposition::Returned, now).await? {
        return Err(moved());
    }
    let about = Reason { reason, order: order.id, booking: None };
    let refund = request_refund(tx, ctx, payment, about, now).await?;
    post_returned(tx, ctx, payment, (order.id, refund), now).await?;
    // A wrong amount leaves the order open for the right one; a second payment changes nothing about the first.
    if reason != RefundReason::AmountMismatch && order.state.awaits_money() {
        let from = [OrderState::Open, OrderState::Checking, OrderState::Expired, OrderState::Cancelled];
        if !orders::mark_refunding(tx, order.id, &from, reason, payment.id, now).await? {
            return Err(moved());
        }
        let_go(tx, order).await?;
    }
    tracing::warn!(order = %order.id, payment = payment.provider_payment_id, ?reason, "a payment goes back");
    Ok(Applied::Returned)
}

/// A class needs a seat: the one that the order holds, or a new one. Within its hold a purchase is as good as agreed, up to
/// the class itself; after that it is one like any other (D14, D23).
async fn ensure_seat(
    tx: &Transaction,
    ctx: &Ctx,
    order: Order,
    offering: &Offering,
    now: Timestamp,
) -> ApiResult<Order> {
    let Purpose::Class { starts_at, .. } = order.purpose else { return Ok(order) };
    let held = order.seat == Seat::Held;
    if held && !order.is_lapsed(now) && now < starts_at {
        return Ok(order);
    }
    // It may lie beyond the teacher's window by now; it was agreed.
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

/// Hours that the teacher has withdrawn meanwhile are nobody's to book.
fn check_still_offered(order: &Order, offering: &Offering) -> ApiResult<()> {
    let Purpose::Class { starts_at, slot_kind: SlotKind::Virtual, .. } = order.purpose else { return Ok(()) };
    if offering.availability.as_ref().is_some_and(|hours| hours.availability.offers(starts_at)) {
        Ok(())
    } else {
        Err(ErrorCode::InvalidSlot.into())
    }
}

/// The order or payment moved between being read and being written: the whole transaction is run again.
pub(super) fn moved() -> ApiError {
    StoreError::Serialization("an order moved".to_owned()).into()
}
