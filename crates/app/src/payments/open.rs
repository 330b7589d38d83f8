//! Opening a purchase: the seat is taken and the order written first, the provider is asked after that, outside any
//! transaction (D19, D23). Asked twice for the same thing, there is one order.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::{BookingStatus, ClassType, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{CouponId, OrderId, SlotId};
use tala_domain::payments::{OrderState, next_check};
use tala_gateways::razorpay::NewOrder;
use tala_store::orders::{self, Order, Price, Purpose, Seat};
use tala_store::{Transaction, bookings, coupons, people};

use super::apply::unavailable;
use super::create_booking::desk;
use super::fulfil::fulfil;
use super::views::view;
use crate::context::{Ctx, Payments};
use crate::error::{ApiError, ApiResult};
use crate::extract::Student;
use crate::prices::{Priced, stored};
use crate::seats::{OnOffer, keep_both, let_own_go, make_way, may_be_held, release_order, take_seat};

/// Paying holds the seat for so long (D23).
pub(super) const HOLD: SignedDuration = SignedDuration::from_mins(15);
/// How long a request waits for another of the same student that is opening the same purchase at this moment.
const WAIT_STEPS: u32 = 60;
const WAIT_STEP: Duration = Duration::from_millis(50);
/// A purchase that is still being opened after so long was left behind by a server that ended; nobody can pay it.
const LONGEST_PREPARATION: SignedDuration = SignedDuration::from_secs(45);
/// Asked for once more within this time, a package that costs nothing is meant once.
const SECOND_CLICK: SignedDuration = SignedDuration::from_mins(1);
/// A student holds so many seats at once at most.
const MOST_HELD: i64 = 3;
/// Of a student's purchases, so many of the newest may still be paid.
const LOOKED_AT: u32 = 20;
/// Another request of the same student is opening the same package. If that one fails, so does this.
const OVERTAKEN: ErrorCode = ErrorCode::PaymentUnavailable;

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
    let coupon = priced.coupon.as_ref().map(|coupon| (coupon.id, coupon.code.clone()));
    let plan = Plan { item, price: stored(&priced.quote), coupon };
    if let Some(order) = find_open(ctx, student, &plan).await? {
        return Ok(order);
    }
    let order = match write(ctx, student, &plan, phone, Own::Stays).await {
        Err(refusal) if may_be_held(&refusal) || refusal.code() == OVERTAKEN => {
            // Another request of this student may have been faster, or a hold stands there that need not.
            if let Some(order) = find_open(ctx, student, &plan).await? {
                return Ok(order);
            }
            if let Some(order) = find_free(ctx, student, |order| plan.is_for(order)).await? {
                return Ok(order);
            }
            match item.start() {
                Some(start) if make_way(ctx, student.person.id, student.teacher_id, start).await? => {
                    write(ctx, student, &plan, phone, Own::GivesWay).await
                }
                _ => Err(refusal),
            }
        }
        other => other,
    }?;
    if order.state != OrderState::Preparing {
        return Ok(order);
    }
    // To its end, also when the client goes meanwhile: an order that nobody makes known keeps its student waiting.
    let ctx = ctx.clone();
    let announced = tokio::spawn(async move { announce(&ctx, order).await }).await;
    announced.map_err(|error| ApiError::internal(format!("opening an order: {error}")))?
}

/// What becomes of the student's own hold of the class that is to be bought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Own {
    Stays,
    GivesWay,
}

struct Plan {
    item: Item,
    price: Price,
    coupon: Option<(CouponId, String)>,
}

impl Plan {
    /// Whether the order is for the same thing at the same price.
    fn is_for(&self, order: &Order) -> bool {
        let same = match (self.item, order.purpose) {
            (Item::Class(offer), Purpose::Class { starts_at, .. }) => offer.start == starts_at,
            (Item::Package(wanted), Purpose::Package { size }) => wanted == size,
            (Item::Class(_), Purpose::Package { .. }) | (Item::Package(_), Purpose::Class { .. }) => false,
        };
        same && order.price == self.price
            && order.coupon.as_ref().map(|coupon| coupon.0) == self.coupon.as_ref().map(|coupon| coupon.0)
    }

    /// Whether the order can still be paid, too.
    fn is_open_as(&self, order: &Order, student: &Student, now: Timestamp) -> bool {
        let payable = match order.state {
            OrderState::Open => true,
            OrderState::Preparing => now.duration_since(order.created_at) < LONGEST_PREPARATION,
            _ => false,
        };
        payable
            && order.hold_expires_at.is_some()
            && !order.is_lapsed(now)
            && order.teacher_id == student.teacher_id
            && self.is_for(order)
    }
}

/// While an earlier payment for the same thing is being checked, nobody is asked to pay again.
async fn refuse_unresolved(ctx: &Ctx, desk: &Payments, student: &Student, item: Item) -> ApiResult<()> {
    match orders::find_checking(ctx.store.read(), student.person.id, item.start(), ctx.now()).await? {
        None => Ok(()),
        Some(order) => {
            let order = view(ctx, Some(desk), &order).await?;
            Err(ApiError::new(ErrorCode::PaymentUnresolved).with("order", order))
        }
    }
}

/// The student's own open order for the same thing at the same price, waiting shortly for one that is being opened.
async fn find_open(ctx: &Ctx, student: &Student, plan: &Plan) -> ApiResult<Option<Order>> {
    for _ in 0..WAIT_STEPS {
        let own = orders::list_by_student(ctx.store.read(), student.person.id, LOOKED_AT).await?;
        match own.into_iter().find(|order| plan.is_open_as(order, student, ctx.now())) {
            Some(order) if order.state == OrderState::Preparing => tokio::time::sleep(WAIT_STEP).await,
            other => return Ok(other),
        }
    }
    Err(ErrorCode::PaymentUnavailable.into())
}

/// What the student has just got without paying: a class that is to come, or a package of this minute. Whoever asks for
/// it twice has it once.
pub(super) async fn find_free(
    ctx: &Ctx,
    student: &Student,
    is_it: impl Fn(&Order) -> bool,
) -> ApiResult<Option<Order>> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let own = orders::list_by_student(conn, student.person.id, LOOKED_AT).await?;
    for order in own.into_iter().filter(|order| order.price.total == 0 && is_it(order)) {
        let stands = match order.booking_id {
            // A class that was moved away leaves its first hour to be bought again.
            Some(id) => bookings::find_by_id(conn, id).await?.is_some_and(|booking| {
                booking.status(now) == BookingStatus::Confirmed && order.class_start() == Some(booking.starts_at)
            }),
            None => is_new_and_free(&order, now),
        };
        if stands {
            return Ok(Some(order));
        }
    }
    Ok(None)
}

fn is_new_and_free(order: &Order, now: Timestamp) -> bool {
    let new = now.duration_since(order.created_at) < SECOND_CLICK;
    new && order.state == OrderState::Credited && order.price.total == 0
}

/// Two clicks on a package are one order, and the same package at another price replaces the unpaid one. A class has its
/// seat to tell them apart.
async fn replace_package(tx: &Transaction, student: &Student, plan: &Plan, size: u32, now: Timestamp) -> ApiResult<()> {
    let own = orders::list_by_student(tx, student.person.id, LOOKED_AT).await?;
    let same =
        |order: &Order| plan.is_open_as(order, student, now) || (plan.is_for(order) && is_new_and_free(order, now));
    if own.iter().any(same) {
        return Err(OVERTAKEN.into());
    }
    for order in own.iter().filter(|order| order.purpose == Purpose::Package { size }) {
        release_order(tx, order, OrderState::Cancelled, now).await?;
    }
    Ok(())
}

/// A coupon whose last use lies in an unpaid order of the same student moves from that order, which ends, to this one.
async fn take_coupon(tx: &Transaction, student: &Student, coupon: CouponId, now: Timestamp) -> ApiResult<()> {
    let who = student.person.id;
    if coupons::is_used_up(tx, coupon, who).await? {
        let own = orders::list_unpaid(tx, who).await?;
        let with = |order: &&Order| order.coupon_held && order.coupon.as_ref().is_some_and(|(id, _)| *id == coupon);
        if let Some(order) = own.iter().find(with) {
            release_order(tx, order, OrderState::Cancelled, now).await?;
        }
    }
    if coupons::take(tx, coupon, who).await? { Ok(()) } else { Err(ErrorCode::CouponUsedUp.into()) }
}

async fn write(ctx: &Ctx, student: &Student, plan: &Plan, phone: Option<&str>, own: Own) -> ApiResult<Order> {
    let id = OrderId(ctx.new_id());
    let write = async |tx: Transaction| {
        // First, so that the purchases of one student follow each other; the phone too, for the order of the locks.
        people::lock(&tx, student.person.id).await?;
        if phone.is_some() && phone != student.person.phone.as_deref() {
            people::update_contact(&tx, student.person.id, None, phone, None).await?;
        }
        in_transaction(&tx, ctx, student, plan, id, own).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    orders::find_by_id(ctx.store.read(), id).await?.ok_or_else(|| ApiError::internal("an order vanished after commit"))
}

/// Takes what the plan needs: the seat, or the only place of an unpaid package.
async fn take(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    plan: &Plan,
    own: Own,
    now: Timestamp,
) -> ApiResult<(Purpose, Seat)> {
    let who = student.person.id;
    match plan.item {
        Item::Package(size) => {
            keep_both(tx, who, student.teacher_id).await?;
            replace_package(tx, student, plan, size, now).await?;
            Ok((Purpose::Package { size }, Seat::None))
        }
        Item::Class(offer) => {
            if own == Own::GivesWay {
                let_own_go(tx, who, offer.start, now).await?;
            }
            let slot = take_seat(tx, ctx, (who, student.teacher_id), (offer.wanted, offer.start), now).await?;
            if slot.credit_cost != offer.credit_cost {
                return Err(ErrorCode::CostMismatch.into());
            }
            if plan.price.total > 0 && orders::count_held(tx, who, now).await? >= MOST_HELD {
                return Err(ErrorCode::TooManyHolds.into());
            }
            Ok((class_purpose(slot.id, offer, slot.kind, slot.class_type), Seat::Held))
        }
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    plan: &Plan,
    id: OrderId,
    own: Own,
) -> ApiResult<()> {
    let now = ctx.now();
    let (purpose, seat) = take(tx, ctx, student, plan, own, now).await?;
    if let Some((coupon, _)) = &plan.coupon {
        take_coupon(tx, student, *coupon, now).await?;
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
async fn announce(ctx: &Ctx, order: Order) -> ApiResult<Order> {
    let desk = desk(ctx)?;
    let new = NewOrder {
        receipt: order.id.0.simple().to_string(),
        amount: order.price.total(),
        notes: vec![("order".to_owned(), order.id.to_string())],
    };
    let outcome = desk.provider.create_order(&new).await;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let opened = match &outcome {
            Ok(made) => orders::mark_open(&tx, order.id, &made.id, next_check(order.created_at, now), now).await?,
            Err(_) => {
                release_order(&tx, &order, OrderState::Failed, now).await?;
                true
            }
        };
        Ok::<_, ApiError>(opened)
    };
    let opened = ctx.store.transaction(write).await?;
    if let Err(error) = &outcome {
        return Err(unavailable(error));
    }
    if !opened {
        return Err(ErrorCode::OrderClosed.into());
    }
    let found = orders::find_by_id(ctx.store.read(), order.id).await?;
    found.ok_or_else(|| ApiError::internal("an order vanished"))
}
