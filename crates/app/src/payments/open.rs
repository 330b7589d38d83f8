//! Opening a purchase: the seat is taken and the order written first, the provider is asked after that, outside any
//! transaction (D19, D23). Asked twice for the same thing, there is one order.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::{ClassType, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{CouponId, OrderId, SlotId};
use tala_domain::payments::{OrderState, next_check};
use tala_gateways::razorpay::NewOrder;
use tala_store::orders::{self, Order, Price, Purpose, Seat};
use tala_store::{WriteTx, coupons, people};

use super::apply::unavailable;
use super::fulfil::fulfil;
use super::views::view;
use crate::context::{Ctx, Payments};
use crate::error::{ApiError, ApiResult};
use crate::extract::Student;
use crate::prices::{Priced, stored};
use crate::seats::{OnOffer, make_way, may_be_held, release_order, take_seat};

/// Paying holds the seat for so long (D23).
pub(super) const HOLD: SignedDuration = SignedDuration::from_mins(15);
/// How long a request waits for another of the same student that is opening the same purchase at this moment.
const WAIT_STEPS: u32 = 60;
const WAIT_STEP: Duration = Duration::from_millis(50);

/// What is to be bought.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item {
    /// A seat.
    Class(OnOffer),
    /// So many credits.
    Package(u32),
}

impl Item {
    const fn start(self) -> Option<Timestamp> {
        match self {
            Self::Class(offer) => Some(offer.start),
            Self::Package(_) => None,
        }
    }
}

/// Opens the purchase, or returns the one that is open already. An order that costs nothing comes back fulfilled.
pub(super) async fn open(
    ctx: &Ctx,
    desk: &Payments,
    student: &Student,
    item: Item,
    priced: &Priced,
    phone: Option<&str>,
) -> ApiResult<Order> {
    refuse_unresolved(ctx, desk, student, item).await?;
    let price = stored(&priced.quote);
    let coupon = priced.coupon.as_ref().map(|coupon| (coupon.id, coupon.code.clone()));
    if let Some(order) = find_open(ctx, student, item, &price, coupon.as_ref()).await? {
        return Ok(order);
    }
    let plan = Plan { item, price, coupon };
    let order = match write(ctx, student, &plan, phone).await {
        Err(refusal) if may_be_held(&refusal) => {
            // Another request of this student may have been faster, or a hold stands there that need not.
            if let Some(order) = find_open(ctx, student, item, &plan.price, plan.coupon.as_ref()).await? {
                return Ok(order);
            }
            match item.start() {
                Some(start) if make_way(ctx, student.person.id, student.teacher_id, start).await? => {
                    write(ctx, student, &plan, phone).await
                }
                _ => Err(refusal),
            }
        }
        other => other,
    }?;
    if order.state == OrderState::Preparing { announce(ctx, desk, order).await } else { Ok(order) }
}

struct Plan {
    item: Item,
    price: Price,
    coupon: Option<(CouponId, String)>,
}

/// While an earlier payment for the same thing is being checked, nobody is asked to pay again.
async fn refuse_unresolved(ctx: &Ctx, desk: &Payments, student: &Student, item: Item) -> ApiResult<()> {
    match orders::find_checking(ctx.store.read(), student.person.id, item.start()).await? {
        None => Ok(()),
        Some(order) => {
            let order = view(ctx, Some(desk), &order).await?;
            Err(ApiError::new(ErrorCode::PaymentUnresolved).with("order", order))
        }
    }
}

/// The student's own open order for the same thing at the same price, waiting shortly for one that is being opened.
async fn find_open(
    ctx: &Ctx,
    student: &Student,
    item: Item,
    price: &Price,
    coupon: Option<&(CouponId, String)>,
) -> ApiResult<Option<Order>> {
    for _ in 0..WAIT_STEPS {
        let conn = ctx.store.read();
        let now = ctx.now();
        let candidates = match item.start() {
            Some(start) => orders::list_holds_around(conn, (student.teacher_id, student.person.id), start).await?,
            None => orders::list_by_student(conn, student.person.id, 5).await?,
        };
        let same = candidates.into_iter().find(|order| {
            order.student_id == student.person.id
                && order.class_start() == item.start()
                && matches!(order.state, OrderState::Open | OrderState::Preparing)
                && !order.is_lapsed(now)
                && order.hold_expires_at.is_some()
                && order.price == *price
                && order.coupon.as_ref().map(|coupon| coupon.0) == coupon.map(|coupon| coupon.0)
        });
        match same {
            Some(order) if order.state == OrderState::Preparing => tokio::time::sleep(WAIT_STEP).await,
            other => return Ok(other),
        }
    }
    Err(ErrorCode::PaymentUnavailable.into())
}

async fn write(ctx: &Ctx, student: &Student, plan: &Plan, phone: Option<&str>) -> ApiResult<Order> {
    let id = OrderId(ctx.new_id());
    let write = async |tx: WriteTx| {
        let now = ctx.now();
        in_transaction(&tx, ctx, student, plan, id, now).await?;
        if phone.is_some() && phone != student.person.phone.as_deref() {
            people::update_contact(&tx, student.person.id, None, phone, None).await?;
        }
        Ok::<_, ApiError>((tx, ()))
    };
    ctx.store.write(write).await?;
    orders::find_by_id(ctx.store.read(), id).await?.ok_or_else(|| ApiError::internal("an order vanished after commit"))
}

async fn in_transaction(
    tx: &WriteTx,
    ctx: &Ctx,
    student: &Student,
    plan: &Plan,
    id: OrderId,
    now: Timestamp,
) -> ApiResult<()> {
    let (purpose, seat) = match plan.item {
        Item::Package(size) => (Purpose::Package { size }, Seat::None),
        Item::Class(offer) => {
            let people = (student.person.id, student.teacher_id);
            let slot = take_seat(tx, ctx, people, offer.wanted, now).await?;
            if slot.credit_cost != offer.credit_cost {
                return Err(ErrorCode::CostMismatch.into());
            }
            (class_purpose(slot.id, offer, slot.kind, slot.class_type), Seat::Held)
        }
    };
    if let Some((coupon, _)) = &plan.coupon
        && !coupons::take(tx, *coupon, student.person.id).await?
    {
        return Err(ErrorCode::CouponUsedUp.into());
    }
    let order = Order {
        id,
        student_id: student.person.id,
        teacher_id: student.teacher_id,
        state: OrderState::Preparing,
        reason: None,
        purpose,
        seat,
        hold_expires_at: Some(now.saturating_add(HOLD).unwrap_or(Timestamp::MAX)),
        price: plan.price,
        coupon: plan.coupon.clone(),
        coupon_held: plan.coupon.is_some(),
        provider_order_id: None,
        payment_id: None,
        booking_id: None,
        lot_id: None,
        student_zone: student.person.time_zone.clone(),
        receipt_number: None,
        next_check_at: None,
        checks: 0,
        created_at: now,
        paid_at: None,
    };
    orders::insert(tx, &order).await?;
    if order.price.total == 0 { fulfil(tx, ctx, &order, None, now).await } else { Ok(()) }
}

const fn class_purpose(slot_id: SlotId, offer: OnOffer, slot_kind: SlotKind, class_type: ClassType) -> Purpose {
    Purpose::Class { slot_id, starts_at: offer.start, slot_kind, class_type, credit_cost: offer.credit_cost }
}

/// Makes the order known to the provider. When that fails, the seat and the coupon are free again.
async fn announce(ctx: &Ctx, desk: &Payments, order: Order) -> ApiResult<Order> {
    let new = NewOrder {
        receipt: order.id.0.simple().to_string(),
        amount: order.price.total(),
        notes: vec![("order".to_owned(), order.id.to_string())],
    };
    let outcome = desk.provider.create_order(&new).await;
    let write = async |tx: WriteTx| {
        let now = ctx.now();
        let opened = match &outcome {
            Ok(made) => orders::mark_open(&tx, order.id, &made.id, next_check(order.created_at, 0, now), now).await?,
            Err(_) => {
                release_order(&tx, &order, OrderState::Failed, now).await?;
                true
            }
        };
        Ok::<_, ApiError>((tx, opened))
    };
    let opened = ctx.store.write(write).await?;
    if let Err(error) = &outcome {
        return Err(unavailable(error));
    }
    if !opened {
        return Err(ErrorCode::OrderClosed.into());
    }
    let found = orders::find_by_id(ctx.store.read(), order.id).await?;
    found.ok_or_else(|| ApiError::internal("an order vanished"))
}
