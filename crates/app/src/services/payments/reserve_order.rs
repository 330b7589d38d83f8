//! Reserving what a purchase needs and writing its order, in one transaction (D20, D23).

use jiff::Timestamp;
use tala_domain::booking::{BookingError, ClassType, SlotKind};
use tala_domain::coupons::CouponError;
use tala_domain::ids::{CouponId, OrderId, SlotId};
use tala_domain::payments::OrderState;
use tala_store::orders::{self, Order, Purpose, SeatState};
use tala_store::{Transaction, coupons, people};

use crate::context::Ctx;
use crate::services::current_user::Student;
use crate::services::holds::{OwnHold, release_order, release_own_hold};
use crate::services::payments::error::PaymentError;
use crate::services::payments::fulfil::fulfil;
use crate::services::payments::purchase::{
    HOLD_DURATION, PurchaseIntent, PurchaseItem, RECENT_ORDERS, is_recent_zero_price_package,
};
use crate::services::seats::{BookableSlot, require_active_pair, take_seat};

/// The maximum number of seats that one student can hold at a time.
const MAX_HOLDS: i64 = 3;

/// Reserves the seat and the coupon and writes the order. An order with a total of zero is fulfilled immediately; any other
/// is in preparation until it is registered with the provider.
///
/// # Errors
/// A [`PaymentError`] if the seat, the coupon or the student's own orders prevent the purchase.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn reserve_order(
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
    phone: Option<&str>,
    own_hold: OwnHold,
) -> Result<Order, PaymentError> {
    let id = OrderId(ctx.new_id());
    let write = async |tx: Transaction| {
        // Lock the student first, so that purchases of one student run one after the other. The phone number comes next to
        // keep the lock order.
        people::lock_for_update(&tx, student.id().into()).await?;
        if phone.is_some() && phone != student.account_holder().phone.as_deref() {
            people::update_contact(&tx, student.account_holder().id, None, phone, None).await?;
        }
        in_transaction(&tx, ctx, student, intent, id, own_hold).await?;
        Ok::<_, PaymentError>(())
    };
    ctx.store.transaction(write).await?;
    orders::find_by_id(ctx.store.read(), id).await?.ok_or_else(|| PaymentError::internal("order missing after commit"))
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
    id: OrderId,
    own_hold: OwnHold,
) -> Result<(), PaymentError> {
    let now = ctx.now();
    let (purpose, seat_state) = match intent.item {
        PurchaseItem::Package(size) => {
            require_active_pair(tx, student.participants()).await?;
            replace_unpaid_package(tx, student, intent, size, now).await?;
            (Purpose::Package { size }, SeatState::None)
        }
        PurchaseItem::Class(slot) => (hold_seat(tx, ctx, student, intent, slot, own_hold, now).await?, SeatState::Held),
    };
    if let Some((coupon, _)) = &intent.coupon {
        reserve_coupon(tx, student, *coupon, now).await?;
    }
    let order = Order {
        id,
        student_id: student.id(),
        teacher_id: student.teacher_id,
        state: OrderState::Preparing,
        reason: None,
        purpose,
        seat_state,
        hold_expires_at: Some(now.saturating_add(HOLD_DURATION).unwrap_or(Timestamp::MAX)),
        price: intent.price,
        coupon: intent.coupon.clone(),
        coupon_reserved: intent.coupon.is_some(),
        provider_order_id: None,
        payment_id: None,
        booking_id: None,
        lot_id: None,
        student_zone: student.account_holder().time_zone.clone(),
        buyer_id: Some(student.account_holder().id),
        receipt_number: None,
        next_check_at: None,
        provider_check_count: 0,
        created_at: now,
        paid_at: None,
    };
    orders::insert(tx, &order).await?;
    // The insert has waited for a concurrent deletion of the buyer's account.
    let buyer = people::find_by_id(tx, student.account_holder().id).await?;
    if buyer.is_none_or(|buyer| buyer.deleted_at.is_some()) {
        return Err(PaymentError::Seat(BookingError::InvalidSlot));
    }
    if order.price.total == 0 { fulfil(tx, ctx, &order, None, now).await } else { Ok(()) }
}

/// Takes the seat of a class.
async fn hold_seat(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
    slot: BookableSlot,
    own_hold: OwnHold,
    now: Timestamp,
) -> Result<Purpose, PaymentError> {
    let student_id = student.id();
    if own_hold == OwnHold::Release {
        release_own_hold(tx, student_id, slot.start, now).await?;
    }
    let stored = take_seat(tx, ctx, student.participants(), slot.selector, slot.start, now).await?;
    if stored.credit_cost != slot.credit_cost {
        return Err(BookingError::CostMismatch.into());
    }
    if intent.price.total > 0 && orders::count_holds(tx, student_id, now).await? >= MAX_HOLDS {
        return Err(PaymentError::TooManyHolds);
    }
    Ok(class_purpose(stored.id, slot, stored.kind, stored.class_type))
}

const fn class_purpose(slot_id: SlotId, slot: BookableSlot, slot_kind: SlotKind, class_type: ClassType) -> Purpose {
    Purpose::Class { slot_id, starts_at: slot.start, slot_kind, class_type, credit_cost: slot.credit_cost }
}

/// Cancels the student's unpaid orders for a package of the same size at another price. Fails if an order for the same
/// purchase exists: unlike a class, a package has no seat whose constraint would prevent a second order.
async fn replace_unpaid_package(
    tx: &Transaction,
    student: &Student,
    intent: &PurchaseIntent,
    size: u32,
    now: Timestamp,
) -> Result<(), PaymentError> {
    let orders = orders::list_by_student(tx, student.id(), RECENT_ORDERS).await?;
    let is_same_purchase = |order: &Order| {
        intent.matches_payable(order, student, now)
            || (intent.matches(order) && is_recent_zero_price_package(order, now))
    };
    if orders.iter().any(is_same_purchase) {
        return Err(PaymentError::ConcurrentPurchase);
    }
    for order in orders.iter().filter(|order| order.purpose == Purpose::Package { size }) {
        release_order(tx, order, OrderState::Cancelled, now).await?;
    }
    Ok(())
}

/// Reserves a use of the coupon. If an unpaid order of the same student has the last use, cancels that order first.
async fn reserve_coupon(
    tx: &Transaction,
    student: &Student,
    coupon: CouponId,
    now: Timestamp,
) -> Result<(), PaymentError> {
    let student_id = student.id();
    if coupons::is_exhausted(tx, coupon, student_id).await? {
        let unpaid = orders::list_unpaid(tx, student_id).await?;
        let has_coupon =
            |order: &&Order| order.coupon_reserved && order.coupon.as_ref().is_some_and(|(id, _)| *id == coupon);
        if let Some(order) = unpaid.iter().find(has_coupon) {
            release_order(tx, order, OrderState::Cancelled, now).await?;
        }
    }
    if coupons::reserve_use(tx, coupon, student_id).await? { Ok(()) } else { Err(CouponError::UsedUp.into()) }
}
