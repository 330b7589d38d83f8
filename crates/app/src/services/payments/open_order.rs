//! Opening a purchase: the seat is taken and the order written first, the provider is asked after that, outside any
//! transaction (D19, D23). Asked twice for the same thing, there is one order.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tala_domain::booking::{BookingError, BookingStatus, ClassType, SlotKind};
use tala_domain::coupons::CouponError;
use tala_domain::ids::{CouponId, OrderId, SlotId};
use tala_domain::payments::{OrderState, next_check};
use tala_gateways::razorpay::NewOrder;
use tala_store::orders::{self, Order, Price, Purpose, Seat};
use tala_store::{Transaction, bookings, coupons, people};

use crate::context::{Ctx, Payments};
use crate::services::current_user::Student;
use crate::services::payments::error::PaymentError;
use crate::services::payments::fulfil::fulfil;
use crate::services::payments::provider;
use crate::services::quotes::{Priced, stored};
use crate::services::seats::{
    BookableSlot, HoldConflict, OwnHold, release_order, release_own_hold, require_active_pair, retry_without_holds,
    take_seat,
};
use crate::views::order::view;

/// Paying holds the seat for so long (D23).
pub(crate) const HOLD: SignedDuration = SignedDuration::from_mins(15);
/// How long a request waits for another of the same student that is opening the same purchase at this moment.
const WAIT_STEPS: u32 = 60;
const WAIT_STEP: Duration = Duration::from_millis(50);
/// A purchase that is still being opened after so long was left behind by a server that ended; nobody can pay it.
const PREPARATION_TIMEOUT: SignedDuration = SignedDuration::from_secs(45);
/// Asked for once more within this time, a package that costs nothing is meant once.
const DOUBLE_CLICK_WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// A student holds so many seats at once at most.
const MAX_HOLDS: i64 = 3;
/// Of a student's purchases, so many of the newest may still be paid.
const RECENT_ORDERS: u32 = 20;

/// What is to be bought.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Item {
    /// A seat.
    Class(BookableSlot),
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
pub(crate) async fn open(
    ctx: &Ctx,
    provider: &Payments,
    student: &Student,
    item: Item,
    priced: &Priced,
    phone: Option<&str>,
) -> Result<Order, PaymentError> {
    refuse_unresolved(ctx, provider, student, item).await?;
    let coupon = priced.coupon.as_ref().map(|coupon| (coupon.id, coupon.code.clone()));
    let intent = PurchaseIntent { item, price: stored(&priced.quote), coupon };
    if let Some(order) = find_open(ctx, student, &intent).await? {
        return Ok(order);
    }
    let attempt = async |own| match reserve(ctx, student, &intent, phone, own).await {
        Err(error) if error.is_hold_conflict() || matches!(error, PaymentError::ConcurrentPurchase) => {
            // Another request of this student may have been faster.
            find_existing(ctx, student, &intent).await?.ok_or(error)
        }
        outcome => outcome,
    };
    let order = match item.start() {
        Some(start) => retry_without_holds(ctx, (student.person.id, student.teacher_id), start, attempt).await,
        None => attempt(OwnHold::Keep).await,
    }?;
    if order.state != OrderState::Preparing {
        return Ok(order);
    }
    // To its end, also when the client goes meanwhile: an order that nobody makes known keeps its student waiting.
    let ctx = ctx.clone();
    let announced = tokio::spawn(async move { register_with_provider(&ctx, order).await }).await;
    announced.map_err(|error| PaymentError::internal(format!("opening an order: {error}")))?
}

struct PurchaseIntent {
    item: Item,
    price: Price,
    coupon: Option<(CouponId, String)>,
}

impl PurchaseIntent {
    /// Whether the order is for the same thing at the same price.
    fn matches(&self, order: &Order) -> bool {
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
            OrderState::Preparing => now.duration_since(order.created_at) < PREPARATION_TIMEOUT,
            _ => false,
        };
        payable
            && order.hold_expires_at.is_some()
            && !order.is_lapsed(now)
            && order.teacher_id == student.teacher_id
            && self.matches(order)
    }
}

/// While an earlier payment for the same thing is being checked, nobody is asked to pay again.
async fn refuse_unresolved(ctx: &Ctx, provider: &Payments, student: &Student, item: Item) -> Result<(), PaymentError> {
    match orders::find_checking(ctx.store.read(), student.person.id, item.start(), ctx.now()).await? {
        None => Ok(()),
        Some(order) => {
            let order = view(ctx, Some(provider), &order).await?;
            Err(PaymentError::Unresolved(Box::new(order)))
        }
    }
}

/// The student's own open order for the same thing at the same price, waiting shortly for one that is being opened.
async fn find_open(ctx: &Ctx, student: &Student, intent: &PurchaseIntent) -> Result<Option<Order>, PaymentError> {
    for _ in 0..WAIT_STEPS {
        let own = orders::list_by_student(ctx.store.read(), student.person.id, RECENT_ORDERS).await?;
        match own.into_iter().find(|order| intent.is_open_as(order, student, ctx.now())) {
            Some(order) if order.state == OrderState::Preparing => tokio::time::sleep(WAIT_STEP).await,
            other => return Ok(other),
        }
    }
    Err(PaymentError::ProviderUnavailable)
}

async fn find_existing(ctx: &Ctx, student: &Student, intent: &PurchaseIntent) -> Result<Option<Order>, PaymentError> {
    match find_open(ctx, student, intent).await? {
        Some(order) => Ok(Some(order)),
        None => Ok(find_zero_price_order(ctx, student, |order| intent.matches(order)).await?),
    }
}

/// What the student has just got without paying: a class that is to come, or a package of this minute. Whoever asks for
/// it twice has it once.
pub(crate) async fn find_zero_price_order(
    ctx: &Ctx,
    student: &Student,
    is_it: impl Fn(&Order) -> bool,
) -> Result<Option<Order>, PaymentError> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let own = orders::list_by_student(conn, student.person.id, RECENT_ORDERS).await?;
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
    let new = now.duration_since(order.created_at) < DOUBLE_CLICK_WINDOW;
    new && order.state == OrderState::Credited && order.price.total == 0
}

/// Two clicks on a package are one order, and the same package at another price replaces the unpaid one. A class has its
/// seat to tell them apart.
async fn replace_package(
    tx: &Transaction,
    student: &Student,
    intent: &PurchaseIntent,
    size: u32,
    now: Timestamp,
) -> Result<(), PaymentError> {
    let own = orders::list_by_student(tx, student.person.id, RECENT_ORDERS).await?;
    let same = |order: &Order| {
        intent.is_open_as(order, student, now) || (intent.matches(order) && is_new_and_free(order, now))
    };
    if own.iter().any(same) {
        return Err(PaymentError::ConcurrentPurchase);
    }
    for order in own.iter().filter(|order| order.purpose == Purpose::Package { size }) {
        release_order(tx, order, OrderState::Cancelled, now).await?;
    }
    Ok(())
}

/// A coupon whose last use lies in an unpaid order of the same student moves from that order, which ends, to this one.
async fn take_coupon(
    tx: &Transaction,
    student: &Student,
    coupon: CouponId,
    now: Timestamp,
) -> Result<(), PaymentError> {
    let who = student.person.id;
    if coupons::is_used_up(tx, coupon, who).await? {
        let own = orders::list_unpaid(tx, who).await?;
        let with = |order: &&Order| order.coupon_held && order.coupon.as_ref().is_some_and(|(id, _)| *id == coupon);
        if let Some(order) = own.iter().find(with) {
            release_order(tx, order, OrderState::Cancelled, now).await?;
        }
    }
    if coupons::take(tx, coupon, who).await? { Ok(()) } else { Err(CouponError::UsedUp.into()) }
}

/// Writes the order with its seat and coupon.
async fn reserve(
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
    phone: Option<&str>,
    own: OwnHold,
) -> Result<Order, PaymentError> {
    let id = OrderId(ctx.new_id());
    let write = async |tx: Transaction| {
        // First, so that the purchases of one student follow each other; the phone too, for the order of the locks.
        people::lock(&tx, student.person.id).await?;
        if phone.is_some() && phone != student.person.phone.as_deref() {
            people::update_contact(&tx, student.person.id, None, phone, None).await?;
        }
        in_transaction(&tx, ctx, student, intent, id, own).await?;
        Ok::<_, PaymentError>(())
    };
    ctx.store.transaction(write).await?;
    orders::find_by_id(ctx.store.read(), id)
        .await?
        .ok_or_else(|| PaymentError::internal("an order vanished after commit"))
}

/// Takes what the intent needs: the seat, or the only place of an unpaid package.
async fn take(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
    own: OwnHold,
    now: Timestamp,
) -> Result<(Purpose, Seat), PaymentError> {
    let who = student.person.id;
    match intent.item {
        Item::Package(size) => {
            require_active_pair(tx, who, student.teacher_id).await?;
            replace_package(tx, student, intent, size, now).await?;
            Ok((Purpose::Package { size }, Seat::None))
        }
        Item::Class(offer) => {
            if own == OwnHold::Release {
                release_own_hold(tx, who, offer.start, now).await?;
            }
            let slot = take_seat(tx, ctx, (who, student.teacher_id), (offer.wanted, offer.start), now).await?;
            if slot.credit_cost != offer.credit_cost {
                return Err(BookingError::CostMismatch.into());
            }
            if intent.price.total > 0 && orders::count_held(tx, who, now).await? >= MAX_HOLDS {
                return Err(PaymentError::TooManyHolds);
            }
            Ok((class_purpose(slot.id, offer, slot.kind, slot.class_type), Seat::Held))
        }
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
    id: OrderId,
    own: OwnHold,
) -> Result<(), PaymentError> {
    let now = ctx.now();
    let (purpose, seat) = take(tx, ctx, student, intent, own, now).await?;
    if let Some((coupon, _)) = &intent.coupon {
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
        price: intent.price,
        coupon: intent.coupon.clone(),
        coupon_held: intent.coupon.is_some(),
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

const fn class_purpose(slot_id: SlotId, offer: BookableSlot, slot_kind: SlotKind, class_type: ClassType) -> Purpose {
    Purpose::Class { slot_id, starts_at: offer.start, slot_kind, class_type, credit_cost: offer.credit_cost }
}

/// Makes the order known to the provider. When that fails, the seat and the coupon are free again.
async fn register_with_provider(ctx: &Ctx, order: Order) -> Result<Order, PaymentError> {
    let provider = provider(ctx)?;
    let new = NewOrder {
        receipt: order.id.0.simple().to_string(),
        amount: order.price.total(),
        notes: vec![("order".to_owned(), order.id.to_string())],
    };
    let outcome = provider.api.create_order(&new).await;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let opened = match &outcome {
            Ok(made) => orders::mark_open(&tx, order.id, &made.id, next_check(order.created_at, now), now).await?,
            Err(_) => {
                release_order(&tx, &order, OrderState::Failed, now).await?;
                true
            }
        };
        Ok::<_, PaymentError>(opened)
    };
    let opened = ctx.store.transaction(write).await?;
    if let Err(error) = &outcome {
        tracing::warn!(%error, "payment provider");
        return Err(PaymentError::ProviderUnavailable);
    }
    if !opened {
        return Err(PaymentError::OrderClosed);
    }
    let found = orders::find_by_id(ctx.store.read(), order.id).await?;
    found.ok_or_else(|| PaymentError::internal("an order vanished"))
}
