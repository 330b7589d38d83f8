//! Calling a class off (D24): one function of the domain decides what it brings; the same function has made the promise
//! before. For a student, a teacher, or a whole published class at once.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::json;
use tala_domain::booking::policy::{CancelledBy, Outcome, credit_for_late_cancel_expiry, fault_extension, outcome};
use tala_domain::booking::{BookingStatus, PaymentStatus};
use tala_domain::credits::return_expiry;
use tala_domain::error::ErrorCode;
use tala_domain::error::form::Form;
use tala_domain::ids::{BookingId, JobId, LedgerTxId, LotId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::Money;
use tala_domain::payments::{OrderState, RefundReason};
use tala_domain::pricing::per_class;
use tala_store::bookings::{self, Booking};
use tala_store::credits::{NewLot, Origin, Spent};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::Order;
use tala_store::{StoreError, Transaction, credits, ledger, orders, outbox, payments, slots};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};
use crate::services::refunds::{Reason, request_refund};
use crate::services::seats::release_coupon;
use crate::views::quote::outcome_word;

const LONGEST_REASON: usize = 500;

/// Who calls a class off, and what they say about it.
#[derive(Debug, Clone)]
pub struct Cancellation {
    /// Whose act it is decides what comes back.
    pub by: CancelledBy,
    /// For the two people of the class.
    pub reason: Option<String>,
}

impl Cancellation {
    /// Without a word: why the house does something is in its own books.
    pub const fn silent(by: CancelledBy) -> Self {
        Self { by, reason: None }
    }

    /// Reads what was typed.
    pub fn parse(by: CancelledBy, reason: Option<&str>) -> AppResult<Self> {
        let mut form = Form::new();
        let reason = form.text("reason", reason.unwrap_or_default(), LONGEST_REASON, None);
        let reason = form.finish(Some(reason))?;
        Ok(Self { by, reason: Some(reason).filter(|reason| !reason.is_empty()) })
    }
}

/// The body of a cancellation; SPEC's has none.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelRequest {
    /// What to tell the other side, up to 500 characters.
    #[schema(max_length = 500)]
    pub reason: Option<String>,
}

/// Calls a booking off in the caller's transaction: its seat is free, what was paid goes back as D24 says, its two people
/// are told. Returns what it brings, and until when a credit that came back lives.
pub async fn call_off(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    id: BookingId,
    cancellation: &Cancellation,
) -> AppResult<(Outcome, Option<Timestamp>)> {
    let now = ctx.now();
    let booking = bookings::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    if booking.status(now) != BookingStatus::Confirmed || booking.starts_at <= now {
        return Err(ErrorCode::NotCancellable.into());
    }
    let result = outcome(booking.starts_at, now, booking.paid_with(), cancellation.by);
    if result == Outcome::NotAllowed {
        return Err(ErrorCode::TooLateToCancel.into());
    }
    let expires_at = give_back(tx, ctx, &booking, cancellation, result, now).await?;
    follow_up(tx, ctx, actor, &booking, result, now).await?;
    Ok((result, expires_at))
}

async fn give_back(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    cancellation: &Cancellation,
    result: Outcome,
    now: Timestamp,
) -> AppResult<Option<Timestamp>> {
    let status = match result {
        Outcome::Refund | Outcome::CreditReturned => PaymentStatus::Refunded,
        Outcome::Credit | Outcome::NotAllowed => booking.payment_status,
    };
    let who = (cancellation.by.as_str(), cancellation.reason.as_deref());
    if !bookings::cancel(tx, (booking.id, booking.slot_id), who, status, now).await? {
        return Err(StoreError::Serialization("the booking changed".to_owned()).into());
    }
    slots::release_seat(tx, booking.slot_id, booking.slot_kind, booking.student.id, booking.teacher.id).await?;
    match result {
        Outcome::Refund => refund(tx, ctx, booking, now).await.map(|()| None),
        Outcome::Credit => give_credit(tx, ctx, booking, now).await,
        Outcome::CreditReturned => return_credits(tx, ctx, booking, cancellation.by, now).await,
        Outcome::NotAllowed => Ok(None),
    }
}

/// All the money that was paid, fees too, to where it came from; a coupon can be used again.
async fn refund(tx: &Transaction, ctx: &Ctx, booking: &Booking, now: Timestamp) -> AppResult<()> {
    let order = paid_order(tx, booking).await?;
    release_coupon(tx, &order).await?;
    let Some(payment) = order.payment_id else { return Ok(()) };
    let stored = payments::find_by_id(tx, payment).await?;
    let stored = stored.ok_or_else(|| AppError::internal("a paid order without its payment"))?;
    let changed = StoreError::Serialization("the order changed".to_owned());
    let reason = RefundReason::Cancelled;
    // The order before its payment, as whoever brings news of the payment does.
    if !orders::mark_refunding(tx, order.id, &[OrderState::Booked], reason, payment, now).await?
        || !payments::mark_returned(tx, payment, now).await?
    {
        return Err(changed.into());
    }
    let about = Reason { reason, order: order.id, booking: Some(booking.id) };
    let refund = request_refund(tx, ctx, &stored, about, now).await?;
    let price = &order.price;
    let money = |minor: i64| Money::new(minor, price.currency);
    let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::ClassRefunded, now)
        .booking(booking.id)
        .order(order.id)
        .refund(refund)
        .money(Account::UnearnedClasses, Some(booking.student.id), money(price.price))
        .money(Account::ServiceFees, None, money(price.service_fee))
        .money(Account::ProviderFees, None, money(price.provider_fee))
        .money(Account::RefundsPayable, None, money(price.total.saturating_neg()));
    Ok(ledger::post(tx, &posting).await?)
}

async fn paid_order(tx: &Transaction, booking: &Booking) -> AppResult<Order> {
    let id = booking.order_id.ok_or_else(|| AppError::internal("not paid with money"))?;
    let order = orders::find_by_id(tx, id).await?;
    order.ok_or_else(|| AppError::internal("a booking without its order"))
}

/// A credit in place of the money (12 to 24 hours before class), as many as the class costs in credits.
async fn give_credit(tx: &Transaction, ctx: &Ctx, booking: &Booking, now: Timestamp) -> AppResult<Option<Timestamp>> {
    let order = paid_order(tx, booking).await?;
    let count = match order.purpose {
        orders::Purpose::Class { credit_cost, .. } => credit_cost,
        orders::Purpose::Package { size } => size,
    };
    let each = per_class(booking.amount, count);
    let money = |minor: i64| Money::new(minor, booking.amount.currency);
    let lot = NewLot {
        id: LotId(ctx.new_id()),
        student_id: booking.student.id,
        teacher_id: booking.teacher.id,
        origin: Origin::Returned,
        total: count,
        price_per_class: each,
        expires_at: credit_for_late_cancel_expiry(now),
        order_id: None,
        at: now,
    };
    credits::insert_lot(tx, &lot).await?;
    let worth = each.amount_minor.saturating_mul(i64::from(count));
    let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::ClassExchanged, now)
        .booking(booking.id)
        .order(order.id)
        .money(Account::UnearnedClasses, Some(booking.student.id), booking.amount)
        .lot_money(booking.student.id, lot.id, money(worth.saturating_neg()))
        .money(Account::Rounding, None, money(worth.saturating_sub(booking.amount.amount_minor)))
        .credits((booking.student.id, lot.id), (Account::CreditsExchanged, None), i64::from(count));
    ledger::post(tx, &posting).await?;
    Ok(Some(lot.expires_at))
}

/// The spent credits, as they were: into their lot while it lives, otherwise into a new one with the grace of D17. When
/// the student is not at fault the whole lot lives longer, by the time for which the credit was bound.
async fn return_credits(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    by: CancelledBy,
    now: Timestamp,
) -> AppResult<Option<Timestamp>> {
    let mut posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::CreditsReturned, now).booking(booking.id);
    let mut soonest: Option<Timestamp> = None;
    credits::lock_spent(tx, booking.id).await?;
    for spent in credits::list_spent(tx, booking.id).await? {
        let (lot, expires_at) = put_back(tx, ctx, booking, &spent, by, now).await?;
        let worth = spent.price_per_class.times(spent.credits).and_then(Money::checked_neg);
        let worth = worth.ok_or_else(|| AppError::internal("more money than there is"))?;
        posting = posting
            .credits(
                (booking.student.id, lot),
                (Account::CreditsSpent, Some(booking.teacher.id)),
                i64::from(spent.credits),
            )
            .lot_money(booking.student.id, lot, worth);
        soonest = Some(soonest.map_or(expires_at, |other| other.min(expires_at)));
    }
    posting = posting.money(Account::UnearnedClasses, Some(booking.student.id), booking.amount);
    ledger::post(tx, &posting).await?;
    Ok(soonest)
}

async fn put_back(
    tx: &Transaction,
    ctx: &Ctx,
    booking: &Booking,
    spent: &Spent,
    by: CancelledBy,
    now: Timestamp,
) -> AppResult<(LotId, Timestamp)> {
    let old = match by {
        CancelledBy::Student => spent.expires_at,
        CancelledBy::Teacher | CancelledBy::Admin => {
            let before = credits::list_made_good(tx, spent.lot).await?;
            fault_extension(spent.expires_at, (booking.created_at, now), &before)
        }
    };
    let expires_at = return_expiry(old, now);
    // A lot that lives long enough takes its credit back; the grace is for the credit, not for its lot.
    if expires_at == old && !spent.closed && credits::put_back(tx, spent.lot, spent.credits, old).await? {
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
    credits::insert_lot(tx, &lot).await?;
    Ok((lot.id, expires_at))
}

async fn follow_up(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    result: Outcome,
    now: Timestamp,
) -> AppResult<()> {
    let booking_id = booking.id;
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingCancelled { booking_id, audience }));
    outbox::enqueue(tx, &jobs, now).await?;
    let deed = Deed::new("booking_cancelled", booking_id.0)
        .detail(json!({ "startsAt": booking.starts_at, "outcome": outcome_word(result) }))
        .change(json!({ "status": "confirmed" }), json!({ "status": "cancelled" }));
    actor.record(tx, ctx, &deed).await?;
    Ok(())
}
