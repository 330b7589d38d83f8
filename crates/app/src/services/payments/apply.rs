//! Applying a payment: it becomes a booking, a credit lot or a refund (D23). The browser's request, the webhook and
//! reconciliation call this in any order and any number of times.
//!
//! The payment is fetched from the provider outside any transaction. One transaction then applies it to the order's current
//! state. The transaction is retried if the order changed concurrently.

use jiff::Timestamp;
use tala_domain::booking::{BookingError, SlotKind, check_booking_window};
use tala_domain::coupons::CouponError;
use tala_domain::ids::PaymentId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, PaymentState, RefundReason};
use tala_gateways::razorpay::ProviderPayment;
use tala_store::availabilities::TeacherAvailability;
use tala_store::orders::{self, Order, Purpose, SeatState};
use tala_store::payments::{self, Payment, PaymentOutcome};
use tala_store::{Transaction, availabilities, bookings};

use crate::context::{Ctx, Payments};
use crate::services::holds::{HoldConflict, release_expired_holds, release_seat_and_coupon};
use crate::services::payments::error::PaymentError;
use crate::services::payments::fulfil::{concurrent_update, fulfil, retake_seat};
use crate::services::refunds::{RefundRequest, post_refunded_payment, request_refund};
use crate::services::seats::{Participants, require_active_pair};

/// The result of applying a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ApplyOutcome {
    /// The money has not been captured, or not yet.
    NotCaptured(PaymentState),
    /// The payment has fulfilled its order, now or earlier.
    Applied,
    /// The payment is refunded.
    Refunded,
    /// The payment belongs to none of our orders.
    Unmatched,
}

/// Fetches a payment from the provider and applies it.
///
/// # Errors
/// Those of [`apply_reported`].
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn apply_payment(
    ctx: &Ctx,
    provider: &Payments,
    payment_id: &str,
) -> Result<ApplyOutcome, PaymentError> {
    let payment = provider.api.get_payment(payment_id).await?;
    apply_reported(ctx, provider, payment).await
}

/// Applies a payment that was just fetched from the provider.
///
/// # Errors
/// A [`PaymentError`] if the payment must be applied again later.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn apply_reported(
    ctx: &Ctx,
    provider: &Payments,
    reported: ProviderPayment,
) -> Result<ApplyOutcome, PaymentError> {
    let payment = capture_if_ours(ctx, provider, reported).await?;
    let outcome = match apply_once(ctx, &payment).await {
        Err(error) if error.is_hold_conflict() => {
            release_conflicting_holds(ctx, &payment).await?;
            // Try again even if no hold was found: another delivery of the same event may have released it.
            apply_once(ctx, &payment).await
        }
        outcome => outcome,
    };
    let outcome = match outcome {
        Err(error) => match refund_reason(&error) {
            Some(reason) => record_and_refund(ctx, &payment, reason).await,
            None => Err(error),
        },
        outcome => outcome,
    }?;
    if outcome != ApplyOutcome::NotCaptured(payment.status) {
        ctx.job_enqueued.notify_one();
    }
    Ok(outcome)
}

/// Captures an authorized payment of one of our orders. The provider captures automatically unless the bank was slow.
async fn capture_if_ours(
    ctx: &Ctx,
    provider: &Payments,
    payment: ProviderPayment,
) -> Result<ProviderPayment, PaymentError> {
    let Some(currency) = Currency::parse(&payment.currency) else { return Ok(payment) };
    if payment.status != PaymentState::Authorized || find_order(ctx, &payment).await?.is_none() {
        return Ok(payment);
    }
    match provider.api.capture_payment(&payment.id, Money::new(payment.amount_minor, currency)).await {
        Ok(captured) => Ok(captured),
        // The payment was captured concurrently, or the response was lost: fetch the current state.
        Err(error) => {
            tracing::warn!(%error, payment = payment.id, "capture failed");
            provider.api.get_payment(&payment.id).await.map_err(PaymentError::from)
        }
    }
}

fn participants_of(order: &Order) -> Participants {
    Participants { student: order.student_id, teacher: order.teacher_id }
}

async fn find_order(ctx: &Ctx, payment: &ProviderPayment) -> Result<Option<Order>, PaymentError> {
    match &payment.order_id {
        Some(id) => Ok(orders::find_by_provider_id(ctx.store.read(), id).await?),
        None => Ok(None),
    }
}

/// Releases expired holds that conflict with the class of a late payment.
async fn release_conflicting_holds(ctx: &Ctx, payment: &ProviderPayment) -> Result<(), PaymentError> {
    let Some(order) = find_order(ctx, payment).await? else { return Ok(()) };
    if let Some(start) = order.class_start() {
        release_expired_holds(ctx, order.teacher_id, Some(order.student_id), start).await?;
    }
    Ok(())
}

/// The reason for refunding a payment after this error; `None` if the payment must be applied again later.
fn refund_reason(error: &PaymentError) -> Option<RefundReason> {
    match error {
        PaymentError::Seat(BookingError::SlotTaken | BookingError::SeatHeld) => Some(RefundReason::SeatGone),
        PaymentError::Seat(BookingError::StudentBusy) => Some(RefundReason::StudentBusy),
        PaymentError::Seat(BookingError::TooSoon | BookingError::InvalidSlot) => Some(RefundReason::NotBookable),
        PaymentError::Coupon(CouponError::UsedUp) => Some(RefundReason::CouponGone),
        PaymentError::Seat(BookingError::TooFar | BookingError::CostMismatch)
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

async fn apply_once(ctx: &Ctx, reported: &ProviderPayment) -> Result<ApplyOutcome, PaymentError> {
    let write = async |tx: Transaction| {
        let outcome = in_transaction(&tx, ctx, reported).await?;
        Ok::<_, PaymentError>(outcome)
    };
    ctx.store.transaction(write).await
}

async fn in_transaction(tx: &Transaction, ctx: &Ctx, reported: &ProviderPayment) -> Result<ApplyOutcome, PaymentError> {
    let now = ctx.now();
    let (payment, order) = upsert_payment(tx, ctx, reported, now).await?;
    if let Some(outcome) = prior_outcome(&payment) {
        return Ok(outcome);
    }
    let is_captured = matches!(reported.status, PaymentState::Captured);
    let Some(order) = order else {
        if is_captured {
            payments::mark_outcome(tx, payment.id, PaymentOutcome::Unmatched, now).await?;
            tracing::warn!(payment = payment.provider_payment_id, "payment for an unknown order");
        }
        return Ok(ApplyOutcome::Unmatched);
    };
    if !is_captured {
        return Ok(ApplyOutcome::NotCaptured(reported.status));
    }
    if let Some(reason) = rejection_reason(&order, &payment) {
        warn_about_fee_bearer(&order, reported);
        return refund_unusable(tx, ctx, &order, &payment, reason, now).await;
    }
    if !payments::mark_outcome(tx, payment.id, PaymentOutcome::Applied, now).await? {
        return Err(concurrent_update());
    }
    // The student or the teacher may have been suspended or deleted since the order was opened.
    require_active_pair(tx, participants_of(&order)).await?;
    let teacher_availability =
        availabilities::find_by_approved_teacher(tx, order.teacher_id).await?.ok_or(BookingError::InvalidSlot)?;
    let order = ensure_seat(tx, ctx, order, &teacher_availability, now).await?;
    fulfil(tx, ctx, &order, Some(payment.id), now).await?;
    Ok(ApplyOutcome::Applied)
}

/// Records the payment and requests its refund, unless a concurrent request has applied or refunded it.
async fn record_and_refund(
    ctx: &Ctx,
    reported: &ProviderPayment,
    reason: RefundReason,
) -> Result<ApplyOutcome, PaymentError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let (payment, order) = upsert_payment(&tx, ctx, reported, now).await?;
        let outcome = match (prior_outcome(&payment), order) {
            (Some(outcome), _) => outcome,
            (None, Some(order)) => {
                let reason = match rejection_reason(&order, &payment) {
                    // Another payment has fulfilled the order concurrently.
                    Some(known) => known,
                    None => duplicate_or(&tx, &order, reason).await?,
                };
                refund_unusable(&tx, ctx, &order, &payment, reason, now).await?
            }
            (None, None) => ApplyOutcome::Unmatched,
        };
        Ok::<_, PaymentError>(outcome)
    };
    ctx.store.transaction(write).await
}

/// Returns [`RefundReason::Duplicate`] if the student has another booking of the same class, otherwise `reason`.
async fn duplicate_or(tx: &Transaction, order: &Order, reason: RefundReason) -> Result<RefundReason, PaymentError> {
    let Some(start) = order.class_start() else { return Ok(reason) };
    let has_booking = bookings::has_booking_at(tx, order.student_id, order.teacher_id, start).await?;
    Ok(if has_booking { RefundReason::Duplicate } else { reason })
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
    let report = payments::PaymentReport {
        new_id: PaymentId(ctx.new_id()),
        provider_payment_id: &reported.id,
        order_id: order.as_ref().map(|order| order.id),
        provider_order_id: reported.order_id.as_deref(),
        amount_minor: reported.amount_minor,
        currency: &reported.currency,
        state: reported.status,
        method: reported.method.as_deref(),
        fee_minor: reported.fee_minor,
        started_at: reported.created_at,
    };
    Ok((payments::upsert_reported(tx, &report, now).await?, order))
}

/// The outcome of an earlier call for the same payment.
fn prior_outcome(payment: &Payment) -> Option<ApplyOutcome> {
    match payment.outcome {
        PaymentOutcome::None => None,
        PaymentOutcome::Applied => Some(ApplyOutcome::Applied),
        PaymentOutcome::Refunded => Some(ApplyOutcome::Refunded),
        PaymentOutcome::Unmatched => Some(ApplyOutcome::Unmatched),
    }
}

/// Why a payment cannot fulfil its order, regardless of the seat.
fn rejection_reason(order: &Order, payment: &Payment) -> Option<RefundReason> {
    if payment.amount_minor != order.price.total || payment.currency != order.price.currency.code() {
        return Some(RefundReason::AmountMismatch);
    }
    if order.state.awaits_payment() {
        // An order that is not paid has a reason only if its class or the order itself was cancelled.
        return order.reason;
    }
    // If the first payment was refunded, the second one is refunded for the same reason.
    let first_reason = order.reason.filter(|reason| *reason != RefundReason::Cancelled);
    Some(first_reason.unwrap_or(RefundReason::Duplicate))
}

/// Logs an error if the provider adds its fee to the customer's payment: then the amount of no payment matches its order.
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
) -> Result<ApplyOutcome, PaymentError> {
    if !payments::mark_outcome(tx, payment.id, PaymentOutcome::Refunded, now).await? {
        return Err(concurrent_update());
    }
    let request = RefundRequest { reason, order: order.id, booking: None };
    let refund = request_refund(tx, ctx, payment, request, now).await?;
    let refund = refund.ok_or_else(|| PaymentError::internal("a payment that was not applied is refunded already"))?;
    post_refunded_payment(tx, ctx, payment, order.id, refund, now).await?;
    // After a wrong amount the order can still be paid. A second payment does not change a fulfilled order.
    if reason != RefundReason::AmountMismatch && order.state.awaits_payment() {
        let from = [OrderState::Open, OrderState::Checking, OrderState::Expired, OrderState::Cancelled];
        if !orders::mark_refunding(tx, order.id, &from, reason, payment.id, now).await? {
            return Err(concurrent_update());
        }
        release_seat_and_coupon(tx, order).await?;
    }
    tracing::warn!(order = %order.id, payment = payment.provider_payment_id, ?reason, "payment refunded");
    Ok(ApplyOutcome::Refunded)
}

/// Ensures that the order has its seat: the held one or a new one. While the hold lasts, the class can be booked until it
/// starts; after that, the rules for any booking apply (D14, D23).
async fn ensure_seat(
    tx: &Transaction,
    ctx: &Ctx,
    order: Order,
    teacher_availability: &TeacherAvailability,
    now: Timestamp,
) -> Result<Order, PaymentError> {
    let Purpose::Class { starts_at, .. } = order.purpose else { return Ok(order) };
    let is_held = order.seat_state == SeatState::Held;
    if is_held && !order.is_hold_expired(now) && now < starts_at {
        return Ok(order);
    }
    // The teacher may have shortened the visibility window since the order was opened.
    check_booking_window(now, starts_at, u8::MAX).or_else(|error| match error {
        BookingError::TooFar => Ok(()),
        other => Err(other),
    })?;
    check_still_offered(&order, teacher_availability)?;
    if is_held {
        return Ok(order);
    }
    retake_seat(tx, ctx, order, now).await
}

/// Rejects a virtual slot that is no longer part of the teacher's availability.
fn check_still_offered(order: &Order, teacher_availability: &TeacherAvailability) -> Result<(), PaymentError> {
    let Purpose::Class { starts_at, slot_kind: SlotKind::Virtual, .. } = order.purpose else { return Ok(()) };
    if teacher_availability.availability.as_ref().is_some_and(|hours| hours.availability.has_slot_at(starts_at)) {
        Ok(())
    } else {
        Err(BookingError::InvalidSlot.into())
    }
}
