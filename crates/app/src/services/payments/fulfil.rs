//! Turning a paid order into what was bought: a booking or a lot of credits, with everything that follows, in the
//! caller's transaction (D17, D18, D23).

use futures_util::try_join;
use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::{PaymentStatus, SlotKind};
use tala_domain::coupons::CouponError;
use tala_domain::ids::{AuditId, BookingId, JobId, LedgerTxId, LotId, PaymentId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::Money;
use tala_domain::pricing::{Package, per_class};
use tala_domain::time::class_end;
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::{self, Fulfilment, Order, Purpose, Seat};
use tala_store::{StoreError, Transaction, audit, bookings, coupons, credits, ledger, outbox};

use crate::context::Ctx;
use crate::services::payments::error::PaymentError;
use crate::services::seats::{SlotSelector, release_own_hold, take_seat};

/// Books or credits an order that has its seat. `payment` is `None` for one that costs nothing.
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
    take_coupon_again(tx, order).await?;
    let bought = async {
        match by {
            Fulfilment::Booked(id) => insert_booking(tx, order, id, now).await,
            Fulfilment::Credited(id) => insert_lot(tx, order, id, now).await,
        }
    };
    let fulfilled = async {
        let order = (order.id, order.state, order.seat);
        if orders::fulfil(tx, order, by, payment, now).await? { Ok(()) } else { Err(concurrent_update()) }
    };
    let posting = posting(ctx, order, by, now);
    let posted = async { Ok(ledger::post(tx, &posting).await?) };
    try_join!(bought, fulfilled, posted, follow_up(tx, ctx, order, by, now))?;
    Ok(())
}

/// The seat of an order whose hold was let go, if it is still free.
pub(crate) async fn retake_seat(
    tx: &Transaction,
    ctx: &Ctx,
    mut order: Order,
    now: Timestamp,
) -> Result<Order, PaymentError> {
    let Purpose::Class { slot_id, starts_at, slot_kind, class_type, credit_cost } = order.purpose else {
        return Ok(order);
    };
    let wanted = match slot_kind {
        SlotKind::Virtual => SlotSelector::Virtual(starts_at),
        SlotKind::Regular => SlotSelector::Stored(slot_id),
    };
    // A second purchase of the same class by the same student gives way to the money.
    release_own_hold(tx, order.student_id, starts_at, now).await?;
    let slot = take_seat(tx, ctx, (order.student_id, order.teacher_id), (wanted, starts_at), now).await?;
    if !orders::hold_again(tx, order.id, slot.id, now).await? {
        return Err(concurrent_update());
    }
    order.purpose = Purpose::Class { slot_id: slot.id, starts_at, slot_kind, class_type, credit_cost };
    order.seat = Seat::Held;
    Ok(order)
}

/// A coupon that was given back with the hold has to be there once more.
async fn take_coupon_again(tx: &Transaction, order: &Order) -> Result<(), PaymentError> {
    let Some((coupon, _)) = &order.coupon else { return Ok(()) };
    if order.coupon_held {
        return Ok(());
    }
    if !orders::set_coupon_held(tx, order.id, true).await? {
        return Err(concurrent_update());
    }
    if coupons::take(tx, *coupon, order.student_id).await? { Ok(()) } else { Err(CouponError::UsedUp.into()) }
}

async fn insert_booking(tx: &Transaction, order: &Order, id: BookingId, now: Timestamp) -> Result<(), PaymentError> {
    let Purpose::Class { slot_id, starts_at, .. } = order.purpose else {
        return Err(PaymentError::internal("a package is not booked"));
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
        amount: Money::new(order.price.price, order.price.currency),
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
        return Err(PaymentError::internal("a class is not a lot"));
    };
    let package = Package::of(size).ok_or_else(|| PaymentError::internal("no such package"))?;
    let new = NewLot {
        id,
        student_id: order.student_id,
        teacher_id: order.teacher_id,
        origin: Origin::Bought,
        total: size,
        price_per_class: per_class(price_of(order), size),
        expires_at: package.expires_at(now),
        order_id: Some(order.id),
        at: now,
    };
    Ok(credits::insert_lot(tx, &new).await?)
}

const fn price_of(order: &Order) -> Money {
    Money::new(order.price.price, order.price.currency)
}

/// What was paid, and what for. What rounding a package down to its classes leaves is ours.
fn posting(ctx: &Ctx, order: &Order, by: Fulfilment, now: Timestamp) -> Posting {
    let price = &order.price;
    let money = |minor: i64| Money::new(minor, price.currency);
    let kind = match by {
        Fulfilment::Booked(_) => Kind::ClassPaid,
        Fulfilment::Credited(_) => Kind::CreditsBought,
    };
    let posting = Posting::new(LedgerTxId(ctx.new_id()), kind, now)
        .order(order.id)
        .money(Account::ProviderClearing, None, money(price.total))
        .money(Account::ServiceFees, None, money(price.service_fee.saturating_neg()))
        .money(Account::ProviderFees, None, money(price.provider_fee.saturating_neg()));
    match (by, order.purpose) {
        (Fulfilment::Credited(lot), Purpose::Package { size }) => {
            let worth = per_class(price_of(order), size).amount_minor.saturating_mul(i64::from(size));
            posting
                .lot_money(order.student_id, lot, money(worth.saturating_neg()))
                .money(Account::Rounding, None, money(worth.saturating_sub(price.price)))
                .credits((order.student_id, lot), (Account::CreditsBought, None), i64::from(size))
        }
        (Fulfilment::Booked(booking), _) => {
            let owed = money(price.price.saturating_neg());
            posting.booking(booking).money(Account::UnearnedClasses, Some(order.student_id), owed)
        }
        (Fulfilment::Credited(_), Purpose::Class { .. }) => posting,
    }
}

async fn follow_up(
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
        Fulfilment::Booked(id) => ("booked_with_money", id.0),
        Fulfilment::Credited(id) => ("bought_credits", id.0),
    };
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(order.student_id),
        action,
        subject: Some(subject),
        detail: json!({ "orderId": order.id, "totalMinor": order.price.total, "currency": order.price.currency }),
    };
    try_join!(outbox::enqueue(tx, &jobs, now), audit::record(tx, &entry))?;
    Ok(())
}

/// Another transaction changed the order or payment after it was read: this one must run again.
pub(crate) fn concurrent_update() -> PaymentError {
    StoreError::Serialization("order changed concurrently".to_owned()).into()
}
