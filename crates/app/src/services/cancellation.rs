//! Cancelling a booking, by a student, a teacher or an administrator (D24). The domain's cancellation policy decides what is
//! returned; the same function computes the policy that screens show before.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::policy::{
    CancellationOutcome, CancelledBy, Period, extended_expiry, late_cancellation_credit_expiry, outcome,
};
use tala_domain::booking::{BookingStatus, PaymentStatus};
use tala_domain::credits::restored_expiry;
use tala_domain::error::ErrorCode;
use tala_domain::error::FieldErrors;
use tala_domain::error::form::Form;
use tala_domain::ids::{BookingId, JobId, LotId, PostingId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::Money;
use tala_domain::payments::{OrderState, RefundReason};
use tala_domain::pricing::price_per_class;
use tala_store::bookings::{self, Booking};
use tala_store::credits::{Debit, NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::Order;
use tala_store::{Retryable, StoreError, Transaction, credits, ledger, orders, outbox, payments, slots};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppError;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::holds::release_coupon;
use crate::services::refunds::{PaymentRest, RefundRequest, request_refund};
use crate::views::quote::outcome_code;

const MAX_REASON_CHARS: usize = 500;

/// Why a booking cannot be cancelled.
#[derive(Debug, thiserror::Error)]
pub enum CancellationError {
    /// There is no such booking.
    #[error("no such booking")]
    NotFound,
    /// The booking is not confirmed, or the class has started.
    #[error("the booking is not active")]
    NotActive,
    /// The class starts too soon to be cancelled (D24).
    #[error("too late to cancel")]
    TooLate,
    /// The policy returns something else than the person saw.
    #[error("the outcome has changed")]
    OutcomeChanged,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A defect in this program.
    #[error("{0}")]
    Internal(&'static str),
}

impl Retryable for CancellationError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

impl From<CancellationError> for AppError {
    fn from(error: CancellationError) -> Self {
        match error {
            CancellationError::NotFound => ErrorCode::NotFound.into(),
            CancellationError::NotActive => ErrorCode::NotCancellable.into(),
            CancellationError::TooLate => ErrorCode::TooLateToCancel.into(),
            CancellationError::OutcomeChanged => ErrorCode::CancellationOutcomeChanged.into(),
            CancellationError::Store(error) => error.into(),
            CancellationError::Internal(detail) => Self::internal(detail),
        }
    }
}

/// Who cancels a booking, and the reason that they give.
#[derive(Debug, Clone)]
pub struct Cancellation {
    /// The cancellation policy depends on it.
    pub by: CancelledBy,
    /// The text that the mails show to the student and the teacher.
    pub reason: Option<String>,
    /// What the person saw that they get back; another outcome is rejected.
    pub expected: Option<CancellationOutcome>,
}

/// What a cancellation returned.
#[derive(Debug, Clone, Copy)]
pub struct CancelledBooking {
    /// What the cancellation policy decided.
    pub outcome: CancellationOutcome,
    /// The expiry of the returned credits, if any.
    pub credit_expires_at: Option<Timestamp>,
}

impl Cancellation {
    /// A cancellation without a text for the student and the teacher. An administrator's reason is in the audit log.
    pub const fn without_reason(by: CancelledBy) -> Self {
        Self { by, reason: None, expected: None }
    }

    /// Parses the reason that a person typed.
    ///
    /// # Errors
    /// `reason` if it is too long.
    pub fn parse(by: CancelledBy, reason: Option<&str>) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let reason = form.text("reason", reason.unwrap_or_default(), MAX_REASON_CHARS, None);
        let reason = form.finish(Some(reason))?;
        Ok(Self { by, reason: Some(reason).filter(|reason| !reason.is_empty()), expected: None })
    }
}

/// The optional body of a cancellation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelRequest {
    /// A reason for the other participant, at most 500 characters.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// Cancels a booking in the caller's transaction: releases its seat, returns what was paid as D24 says, and writes the mail
/// jobs and the audit event.
///
/// # Errors
/// A [`CancellationError`]; the caller must roll back.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn cancel_booking(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    id: BookingId,
    cancellation: &Cancellation,
) -> Result<CancelledBooking, CancellationError> {
    let now = ctx.now();
    let booking = bookings::find_by_id(tx, id).await?.ok_or(CancellationError::NotFound)?;
    if booking.status(now) != BookingStatus::Confirmed || booking.starts_at <= now {
        return Err(CancellationError::NotActive);
    }
    let result = outcome(booking.starts_at, now, booking.paid_with(), cancellation.by);
    if result == CancellationOutcome::NotAllowed {
        return Err(CancellationError::TooLate);
    }
    if cancellation.expected.is_some_and(|expected| expected != result) {
        return Err(CancellationError::OutcomeChanged);
    }
    let credit_expires_at = apply_outcome(tx, ctx, &booking, cancellation, result, now).await?;
    insert_follow_ups(tx, ctx, actor, &booking, result, now).await?;
    Ok(CancelledBooking { outcome: result, credit_expires_at })
}

/// Marks the booking as cancelled and returns its money or credits. Returns the expiry of returned credits.
async fn apply_outcome(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    cancellation: &Cancellation,
    result: CancellationOutcome,
    now: Timestamp,
) -> Result<Option<Timestamp>, CancellationError> {
    let status = match result {
        CancellationOutcome::Refund | CancellationOutcome::CreditRestored => PaymentStatus::Refunded,
        CancellationOutcome::Credit | CancellationOutcome::NotAllowed => booking.payment_status,
    };
    let who = (cancellation.by.as_str(), cancellation.reason.as_deref());
    if !bookings::mark_cancelled(tx, (booking.id, booking.slot_id, booking.amount), who, status, now).await? {
        return Err(StoreError::Serialization("booking changed concurrently".to_owned()).into());
    }
    slots::release_seat(tx, booking.slot_id, booking.slot_kind, booking.student.id, booking.teacher.id).await?;
    match result {
        CancellationOutcome::Refund => refund_order(tx, ctx, booking, now).await.map(|()| None),
        CancellationOutcome::Credit => issue_credits(tx, ctx, booking, now).await.map(Some),
        CancellationOutcome::CreditRestored => return_credits(tx, ctx, booking, cancellation.by, now).await,
        CancellationOutcome::NotAllowed => Ok(None),
    }
}

/// Refunds what is left of the payment, fees included, and releases the coupon.
async fn refund_order(tx: &Transaction, ctx: &Ctx, booking: &Booking, now: Timestamp) -> Result<(), CancellationError> {
    let order = get_order(tx, booking).await?;
    release_coupon(tx, &order).await?;
    let Some(payment) = order.payment_id else { return Ok(()) };
    let changed = || StoreError::Serialization("order changed concurrently".to_owned());
    let reason = RefundReason::Cancelled;
    // Lock the order before its payment, in the same sequence as applying a payment does. Partial refunds lock it too, so
    // what is left of the payment is read after it.
    if !orders::mark_refunding(tx, order.id, &[OrderState::Booked], reason, payment, now).await? {
        return Err(changed().into());
    }
    let stored = payments::find_by_id(tx, payment).await?;
    let stored = stored.ok_or(CancellationError::Internal("payment of a paid order is missing"))?;
    let rest = PaymentRest::load(tx, &order, payment).await?;
    if !payments::mark_refunded(tx, payment, now).await? {
        return Err(changed().into());
    }
    let request = RefundRequest { reason, order: order.id, booking: Some(booking.id) };
    let refund = request_refund(tx, ctx, &stored, request, now).await?;
    if refund.is_none() {
        orders::mark_refunded(tx, order.id, payment, OrderState::Refunded, now).await?;
    }
    let price = Money::new(rest.parts.price, order.price.currency);
    let posting = Posting::new(PostingId(ctx.new_id()), Kind::ClassRefunded, now)
        .booking(booking.id)
        .order(order.id)
        .money(Account::UnearnedClasses, Some(booking.student.id.into()), price);
    let posting = Posting { refund, ..rest.add_to(posting) };
    Ok(ledger::post(tx, &posting).await?)
}

async fn get_order(tx: &Transaction, booking: &Booking) -> Result<Order, CancellationError> {
    let id = booking.order_id.ok_or(CancellationError::Internal("booking was not paid with money"))?;
    let order = orders::find_by_id(tx, id).await?;
    order.ok_or(CancellationError::Internal("order of a booking is missing"))
}

/// Issues credits in place of the money (12 to 24 hours before class), as many as the class costs. Returns their expiry.
async fn issue_credits(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    now: Timestamp,
) -> Result<Timestamp, CancellationError> {
    let order = get_order(tx, booking).await?;
    let count = order.purpose.credits();
    let each = price_per_class(booking.amount, count);
    let money = |minor: i64| Money::new(minor, booking.amount.currency);
    let lot = NewLot {
        id: LotId(ctx.new_id()),
        student_id: booking.student.id,
        teacher_id: booking.teacher.id,
        origin: Origin::Returned,
        total: count,
        price_per_class: each,
        expires_at: late_cancellation_credit_expiry(now),
        order_id: None,
        at: now,
    };
    credits::insert(tx, &lot).await?;
    let worth = each.amount_minor.saturating_mul(i64::from(count));
    let posting = Posting::new(PostingId(ctx.new_id()), Kind::ClassExchanged, now)
        .booking(booking.id)
        .order(order.id)
        .money(Account::UnearnedClasses, Some(booking.student.id.into()), booking.amount)
        .lot_money(booking.student.id, lot.id, money(worth.saturating_neg()))
        .money(Account::Rounding, None, money(worth.saturating_sub(booking.amount.amount_minor)))
        .credits((booking.student.id, lot.id), (Account::CreditsExchanged, None), i64::from(count));
    ledger::post(tx, &posting).await?;
    Ok(lot.expires_at)
}

/// Returns the spent credits to their lot if it is still open, otherwise to a new lot with the grace period of D17. Unless the
/// student cancels, the expiry moves by the time for which the credits were bound. Returns the earliest expiry.
async fn return_credits(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    by: CancelledBy,
    now: Timestamp,
) -> Result<Option<Timestamp>, CancellationError> {
    let mut posting = Posting::new(PostingId(ctx.new_id()), Kind::CreditsReturned, now).booking(booking.id);
    let mut earliest: Option<Timestamp> = None;
    credits::lock_debits(tx, booking.id).await?;
    for spent in credits::list_debits(tx, booking.id).await? {
        let (lot, expires_at) = restore_credits(tx, ctx, booking, &spent, by, now).await?;
        let worth = spent.price_per_class.checked_mul(spent.credits).and_then(Money::checked_neg);
        let worth = worth.ok_or(CancellationError::Internal("amount overflow"))?;
        posting = posting
            .credits(
                (booking.student.id, lot),
                (Account::CreditsSpent, Some(booking.teacher.id.into())),
                i64::from(spent.credits),
            )
            .lot_money(booking.student.id, lot, worth);
        earliest = Some(earliest.map_or(expires_at, |other| other.min(expires_at)));
    }
    posting = posting.money(Account::UnearnedClasses, Some(booking.student.id.into()), booking.amount);
    ledger::post(tx, &posting).await?;
    Ok(earliest)
}

/// Restores the credits that were debited from one lot. Returns the lot that has them now, and its expiry.
async fn restore_credits(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    spent: &Debit,
    by: CancelledBy,
    now: Timestamp,
) -> Result<(LotId, Timestamp), CancellationError> {
    let old = match by {
        CancelledBy::Student => spent.expires_at,
        CancelledBy::Teacher | CancelledBy::Admin => {
            let before = credits::list_blocked_periods(tx, spent.lot).await?;
            let before: Vec<Period> = before.into_iter().map(|(from, until)| Period { from, until }).collect();
            extended_expiry(spent.expires_at, Period { from: booking.created_at, until: now }, &before)
        }
    };
    let expires_at = restored_expiry(old, now);
    // The grace period applies to the restored credits only, so a lot that expires too soon cannot take them.
    if expires_at == old && !spent.closed && credits::restore(tx, spent.lot, spent.credits, old).await? {
        return Ok((spent.lot, old));
    }
    let lot = NewLot {
        id: LotId(ctx.new_id()),
        student_id: booking.student.id,
        teacher_id: booking.teacher.id,
        origin: Origin::Returned,
        total: spent.credits,
        price_per_class: spent.price_per_class,
        expires_at,
        order_id: None,
        at: now,
    };
    credits::insert(tx, &lot).await?;
    Ok((lot.id, expires_at))
}

/// Writes the mail jobs and the audit event.
async fn insert_follow_ups(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    result: CancellationOutcome,
    now: Timestamp,
) -> Result<(), CancellationError> {
    let booking_id = booking.id;
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingCancelled { booking_id, audience }));
    outbox::enqueue(tx, &jobs, now).await?;
    let event = AuditEvent::new(AuditAction::BookingCancelled, booking_id.0)
        .detail(json!({ "startsAt": booking.starts_at, "outcome": outcome_code(result) }))
        .change(json!({ "status": "confirmed" }), json!({ "status": "cancelled" }));
    actor.record(tx, ctx, &event).await?;
    Ok(())
}
