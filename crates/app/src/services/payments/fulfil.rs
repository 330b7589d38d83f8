//! Fulfilling an order in the caller's transaction: writing its booking or credit lot with the ledger posting, the mail jobs
//! and the audit event (D17, D18, D23).

use futures_util::try_join;
use jiff::Timestamp;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::{PaymentStatus, SlotKind};
use tala_domain::coupons::CouponError;
use tala_domain::ids::{AuditId, BookingId, JobId, LotId, PaymentId, PostingId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::Money;
use tala_domain::pricing::{Package, price_per_class};
use tala_domain::time::class_end;
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::{self, Fulfilment, Order, Purpose, SeatState};
use tala_store::{StoreError, Transaction, audit, bookings, coupons, credits, ledger, outbox};

use crate::context::Ctx;
use crate::services::holds::release_own_hold;
use crate::services::payments::error::PaymentError;
use crate::services::seats::{Participants, SlotSelector, take_seat};

/// Fulfils an order that has its seat. `payment` is `None` for a total of zero.
///
/// # Errors
/// [`CouponError::UsedUp`], or a concurrent change after which the transaction must be retried.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn fulfil(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    payment: Option<PaymentId>,
    now: Timestamp,
) -> Result<(), PaymentError> {
    let by = match order.purpose {
        Purpose::Class { .. } => Fulfilment::Booked(BookingId(ctx.new_id())),
        Purpose::Package { .. } => Fulfilment::Credited(LotId(ctx.new_id())),
    };
    reserve_released_coupon(tx, order).await?;
    let inserted = async {
        match by {
            Fulfilment::Booked(id) => insert_booking(tx, order, id, now).await,
            Fulfilment::Credited(id) => insert_lot(tx, order, id, now).await,
        }
    };
    let fulfilled = async {
        let order = (order.id, order.state, order.seat_state);
        if orders::fulfil(tx, order, by, payment, now).await? { Ok(()) } else { Err(concurrent_update()) }
    };
    let posting = posting(ctx, order, by, now);
    let posted = async { Ok(ledger::post(tx, &posting).await?) };
    try_join!(inserted, fulfilled, posted, insert_follow_ups(tx, ctx, order, by, now))?;
    Ok(())
}

/// Takes a seat for an order whose hold was released. Returns the order with its new seat.
///
/// # Errors
/// A [`PaymentError::Seat`] if the slot is no longer available.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn retake_seat(
    tx: &Transaction,
    ctx: &Ctx,
    mut order: Order,
    now: Timestamp,
) -> Result<Order, PaymentError> {
    let Purpose::Class { slot_id, starts_at, slot_kind, class_type, credit_cost } = order.purpose else {
        return Ok(order);
    };
    let selector = match slot_kind {
        SlotKind::Virtual => SlotSelector::Virtual(starts_at),
        SlotKind::Regular => SlotSelector::Stored(slot_id),
    };
    // A second unpaid order of the same student for the same class must not block the paid one.
    release_own_hold(tx, order.student_id, starts_at, now).await?;
    let people = Participants { student: order.student_id, teacher: order.teacher_id };
    let slot = take_seat(tx, ctx, people, selector, starts_at, now).await?;
    if !orders::renew_hold(tx, order.id, slot.id, now).await? {
        return Err(concurrent_update());
    }
    order.purpose = Purpose::Class { slot_id: slot.id, starts_at, slot_kind, class_type, credit_cost };
    order.seat_state = SeatState::Held;
    Ok(order)
}

/// Reserves the coupon again if it was released together with the hold.
async fn reserve_released_coupon(tx: &Transaction, order: &Order) -> Result<(), PaymentError> {
    let Some((coupon, _)) = &order.coupon else { return Ok(()) };
    if order.coupon_reserved {
        return Ok(());
    }
    if !orders::set_coupon_reserved(tx, order.id, true).await? {
        return Err(concurrent_update());
    }
    if coupons::reserve_use(tx, *coupon, order.student_id).await? { Ok(()) } else { Err(CouponError::UsedUp.into()) }
}

async fn insert_booking(tx: &Transaction, order: &Order, id: BookingId, now: Timestamp) -> Result<(), PaymentError> {
    let Purpose::Class { slot_id, starts_at, .. } = order.purpose else {
        return Err(PaymentError::internal("a package cannot be booked"));
    };
    let new = bookings::NewBooking {
        id,
        slot_id,
        student_id: order.student_id,
        teacher_id: order.teacher_id,
        starts_at,
        ends_at: class_end(starts_at),
        payment_status: PaymentStatus::Paid,
        credits_used: 0,
        amount: Money::new(order.price.net, order.price.currency),
        base_minor: order.price.base,
        order_id: Some(order.id),
        student_zone: order.student_zone.as_deref(),
        at: now,
    };
    bookings::insert(tx, &new).await?;
    Ok(())
}

async fn insert_lot(tx: &Transaction, order: &Order, id: LotId, now: Timestamp) -> Result<(), PaymentError> {
    let Purpose::Package { size } = order.purpose else {
        return Err(PaymentError::internal("a class order has no credit lot"));
    };
    let package = Package::from_size(size).ok_or_else(|| PaymentError::internal("unknown package size"))?;
    let new = NewLot {
        id,
        student_id: order.student_id,
        teacher_id: order.teacher_id,
        origin: Origin::Bought,
        total: size,
        price_per_class: price_per_class(price_of(order), size),
        expires_at: package.expires_at(now),
        order_id: Some(order.id),
        at: now,
    };
    Ok(credits::insert(tx, &new).await?)
}

const fn price_of(order: &Order) -> Money {
    Money::new(order.price.net, order.price.currency)
}

/// The posting for the payment and what it bought. The remainder of dividing a package price by its classes is posted to the
/// rounding account.
fn posting(ctx: &Ctx, order: &Order, by: Fulfilment, now: Timestamp) -> Posting {
    let price = &order.price;
    let money = |minor: i64| Money::new(minor, price.currency);
    let kind = match by {
        Fulfilment::Booked(_) => Kind::ClassPaid,
        Fulfilment::Credited(_) => Kind::CreditsBought,
    };
    let posting = Posting::new(PostingId(ctx.new_id()), kind, now)
        .order(order.id)
        .money(Account::ProviderClearing, None, money(price.total))
        .money(Account::ServiceFees, None, money(price.service_fee.saturating_neg()))
        .money(Account::ProviderFees, None, money(price.provider_fee.saturating_neg()));
    match (by, order.purpose) {
        (Fulfilment::Credited(lot), Purpose::Package { size }) => {
            let worth = price_per_class(price_of(order), size).amount_minor.saturating_mul(i64::from(size));
            posting
                .lot_money(order.student_id, lot, money(worth.saturating_neg()))
                .money(Account::Rounding, None, money(worth.saturating_sub(price.net)))
                .credits((order.student_id, lot), (Account::CreditsBought, None), i64::from(size))
        }
        (Fulfilment::Booked(booking), _) => {
            let owed = money(price.net.saturating_neg());
            posting.booking(booking).money(Account::UnearnedClasses, Some(order.student_id.into()), owed)
        }
        (Fulfilment::Credited(_), Purpose::Class { .. }) => posting,
    }
}

/// Writes the mail jobs and the audit event.
async fn insert_follow_ups(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    by: Fulfilment,
    now: Timestamp,
) -> Result<(), PaymentError> {
    let jobs = match by {
        Fulfilment::Booked(booking_id) => [Audience::Student, Audience::Teacher]
            .map(|audience| (JobId(ctx.new_id()), Job::BookingConfirmed { booking_id, audience }))
            .to_vec(),
        Fulfilment::Credited(_) => vec![(JobId(ctx.new_id()), Job::CreditsBought { order_id: order.id })],
    };
    let (action, subject) = match by {
        Fulfilment::Booked(id) => (AuditAction::BookedWithMoney, id.0),
        Fulfilment::Credited(id) => (AuditAction::CreditsBought, id.0),
    };
    let entry = audit::NewEvent {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(order.student_id.into()),
        action,
        subject: Some(subject),
        detail: json!({ "orderId": order.id, "totalMinor": order.price.total, "currency": order.price.currency }),
    };
    try_join!(outbox::enqueue(tx, &jobs, now), audit::insert(tx, &entry))?;
    Ok(())
}

/// The error for an order or payment that changed after it was read. The transaction is retried.
pub(crate) fn concurrent_update() -> PaymentError {
    StoreError::Serialization("order changed concurrently".to_owned()).into()
}
