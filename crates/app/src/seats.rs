//! Taking a seat in a class and letting it go, for bookings, for purchases that hold it, and for classes that move
//! (D10, D11, D14, D23).

use futures_util::try_join;
use jiff::Timestamp;
use tala_domain::booking::{BookingError, SlotKind, SlotRef, check_time};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{PersonId, SlotId};
use tala_domain::payments::OrderState;
use tala_store::availabilities::Offering;
use tala_store::orders::{self, Order, Purpose, Seat};
use tala_store::slots::Slot;
use tala_store::{Transaction, coupons, people, slots};

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};
use crate::offer::list_free_slots;

/// The class that is wanted, as far as the request alone can tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A slot of the weekly availability, by its start.
    Virtual(Timestamp),
    /// A stored slot.
    Stored(SlotId),
}

impl Wanted {
    /// Reads a slot's `_id`. A slot of another teacher than the student's own is refused (D4).
    pub fn parse(slot_id: &str, teacher: PersonId) -> ApiResult<Self> {
        match slot_id.parse::<SlotRef>().map_err(|_| ErrorCode::InvalidSlot)? {
            SlotRef::Virtual { teacher: owner, start } if owner == teacher => Ok(Self::Virtual(start)),
            SlotRef::Virtual { .. } => Err(ErrorCode::NotYourself.into()),
            SlotRef::Stored(id) => Ok(Self::Stored(id)),
        }
    }

    /// Whether an order is for this class.
    pub fn is_of(self, order: &Order) -> bool {
        match (self, order.purpose) {
            (Self::Virtual(start), Purpose::Class { starts_at, .. }) => start == starts_at,
            (Self::Stored(id), Purpose::Class { slot_id, .. }) => id == slot_id,
            (_, Purpose::Package { .. }) => false,
        }
    }
}

/// A class on offer.
#[derive(Debug, Clone, Copy)]
pub struct OnOffer {
    /// Which.
    pub wanted: Wanted,
    /// When it starts.
    pub start: Timestamp,
    /// How many credits a seat costs.
    pub credit_cost: u32,
}

/// Is this class on offer at all, and now (D10, D12, D14)?
pub async fn check_offer(
    ctx: &Ctx,
    offering: &Offering,
    wanted: Wanted,
    shown: Option<Timestamp>,
) -> ApiResult<OnOffer> {
    let (start, credit_cost, offered) = match wanted {
        Wanted::Virtual(start) => {
            (start, 1, offering.availability.as_ref().is_some_and(|stored| stored.availability.offers(start)))
        }
        Wanted::Stored(id) => {
            // Another teacher's class is told apart from none at all by nobody (D4).
            let slot = slots::find_by_id(ctx.store.read(), id).await?;
            let slot = slot.filter(|slot| slot.teacher_id == offering.teacher_id).ok_or(ErrorCode::SlotTaken)?;
            (slot.starts_at, slot.credit_cost, slot.kind == SlotKind::Regular)
        }
    };
    if shown.is_some_and(|shown| shown != start) {
        return Err(BookingError::InvalidSlot.into());
    }
    check_time(ctx.now(), start, offering.visibility_days())?;
    if offered { Ok(OnOffer { wanted, start, credit_cost }) } else { Err(BookingError::SlotTaken.into()) }
}

/// Refuses what would begin something between a student and a teacher of whom one is gone by now, or the teacher kept out;
/// neither can go before the transaction ends. Whatever a person cannot be forgotten with asks this first.
pub async fn keep_both(tx: &Transaction, student: PersonId, teacher: PersonId) -> ApiResult<()> {
    if people::keep_pair(tx, student, teacher).await? { Ok(()) } else { Err(BookingError::InvalidSlot.into()) }
}

/// Takes a seat in the class that was seen to start at `agreed`, and the hours that go with it. When that is refused the
/// caller abandons the transaction.
pub async fn take_seat(
    tx: &Transaction,
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    (wanted, agreed): (Wanted, Timestamp),
    now: Timestamp,
) -> ApiResult<Slot> {
    let slot = take_place(tx, ctx, (student, teacher), (wanted, agreed), now).await?;
    take_hours(tx, student, &slot).await?;
    Ok(slot)
}

/// The first half of [`take_seat`]: one place in the class. [`take_hours`] is the other.
pub async fn take_place(
    tx: &Transaction,
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    (wanted, agreed): (Wanted, Timestamp),
    now: Timestamp,
) -> ApiResult<Slot> {
    let taken = async {
        Ok(match wanted {
            Wanted::Virtual(start) => slots::take_virtual_seat(tx, SlotId(ctx.new_id()), teacher, start, now).await?,
            Wanted::Stored(id) => slots::take_regular_seat(tx, id).await?,
        })
    };
    let ((), taken) = try_join!(keep_both(tx, student, teacher), taken)?;
    // Its teacher may have moved it since it was looked at: a class at another time is another class.
    Ok(taken.filter(|slot| slot.starts_at == agreed).ok_or(BookingError::SlotTaken)?)
}

/// The second half of [`take_seat`]: the hours of those who were free.
pub async fn take_hours(tx: &Transaction, student: PersonId, slot: &Slot) -> ApiResult<()> {
    // A published class took the teacher's hour when it was published; a virtual one takes it with its student.
    let both = [student, slot.teacher_id];
    let people = if slot.kind == SlotKind::Virtual { both.as_slice() } else { both.split_at(1).0 };
    if slots::occupy(tx, slot, people).await? {
        return Ok(());
    }
    let student_busy = slots::is_busy_elsewhere(tx, student, slot).await?;
    Err(if student_busy { BookingError::StudentBusy } else { BookingError::SlotTaken }.into())
}

/// Ends an unpaid order: it moves to `to` and lets go of what it keeps from others. False when it has moved on by itself.
pub async fn release_order(tx: &Transaction, order: &Order, to: OrderState, now: Timestamp) -> ApiResult<bool> {
    let moved = match to {
        // Also one whose payment could not be found out about in all its time.
        OrderState::Expired => orders::expire(tx, order.id, now).await?,
        _ => orders::set_state(tx, order.id, &[OrderState::Preparing, OrderState::Open], to, now).await?,
    };
    if !moved {
        return Ok(false);
    }
    let_go(tx, order).await?;
    Ok(true)
}

/// Lets go of what an order keeps from others: its seat and its coupon.
pub async fn let_go(tx: &Transaction, order: &Order) -> ApiResult<()> {
    let class = match order.purpose {
        Purpose::Class { slot_id, slot_kind, .. } if order.seat == Seat::Held => Some((slot_id, slot_kind)),
        _ => None,
    };
    if let Some((slot, kind)) = class
        && orders::drop_seat(tx, order.id).await?
    {
        slots::release_seat(tx, slot, kind, order.student_id, order.teacher_id).await?;
    }
    orders::clear_hold_time(tx, order.id).await?;
    give_coupon_back(tx, order).await
}

/// The coupon of an order can be used again.
pub async fn give_coupon_back(tx: &Transaction, order: &Order) -> ApiResult<()> {
    if let Some((coupon, _)) = &order.coupon
        && order.coupon_held
        && orders::set_coupon_held(tx, order.id, false).await?
    {
        coupons::give_back(tx, *coupon, order.student_id).await?;
    }
    Ok(())
}

/// Ends holds that have run out and stand in the way of a class at `start`. True when there was one, or the student's own
/// hold of that very class stands there, so that trying again makes sense, with [`let_own_go`] in the same transaction.
pub async fn make_way(ctx: &Ctx, student: PersonId, teacher: PersonId, start: Timestamp) -> ApiResult<bool> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let mut again = false;
        for hold in orders::list_holds_around(&tx, (teacher, student), start).await? {
            again |= if hold.is_lapsed(now) {
                release_order(&tx, &hold, OrderState::Expired, now).await?
            } else {
                hold.student_id == student && hold.class_start() == Some(start)
            };
        }
        Ok::<_, ApiError>(again)
    };
    ctx.store.transaction(write).await
}

/// Frees a teacher's hour of holds that have run out.
pub async fn free_hour(ctx: &Ctx, teacher: PersonId, start: Timestamp) -> ApiResult<()> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        for hold in orders::list_holds_around(&tx, (teacher, teacher), start).await? {
            if hold.is_lapsed(now) {
                release_order(&tx, &hold, OrderState::Expired, now).await?;
            }
        }
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await
}

/// Lets go of the student's own hold of a class, in the transaction of what takes its place: if that fails, it stays (D23).
pub async fn let_own_go(tx: &Transaction, student: PersonId, start: Timestamp, now: Timestamp) -> ApiResult<()> {
    for order in orders::list_unpaid(tx, student).await? {
        if order.class_start() == Some(start) && order.seat == Seat::Held {
            release_order(tx, &order, OrderState::Cancelled, now).await?;
        }
    }
    Ok(())
}

/// A refusal that is about the class, with the slots that are free now; a class that somebody is paying for is called so.
pub async fn explain(
    ctx: &Ctx,
    student: PersonId,
    offering: &Offering,
    wanted: Wanted,
    refusal: ApiError,
) -> ApiResult<ApiError> {
    let refusal = name_hold(ctx, (student, offering.teacher_id), wanted, refusal).await?;
    let now = ctx.now();
    let fresh = list_free_slots(&ctx.store, offering, student, (now, Timestamp::MAX), now).await?;
    Ok(refusal.with("slots", fresh))
}

/// A class that is taken only because somebody is paying for it now is called so: it may be free again in minutes (D23).
async fn name_hold(
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    wanted: Wanted,
    refusal: ApiError,
) -> ApiResult<ApiError> {
    if refusal.code() != ErrorCode::SlotTaken {
        return Ok(refusal);
    }
    let (conn, now) = (ctx.store.read(), ctx.now());
    let start = match wanted {
        Wanted::Virtual(start) => Some(start),
        Wanted::Stored(id) => slots::find_by_id(conn, id).await?.map(|slot| slot.starts_at),
    };
    let Some(start) = start else { return Ok(refusal) };
    let holds = orders::list_holds_around(conn, (teacher, student), start).await?;
    // A payment that is being checked may keep its seat for days: that is no reason to wait.
    let being_paid = |hold: &Order| !hold.is_lapsed(now) && hold.state != OrderState::Checking;
    let held = |hold: &Order| hold.student_id != student && wanted.is_of(hold) && being_paid(hold);
    Ok(if holds.iter().any(held) { ErrorCode::SeatHeld.into() } else { refusal })
}

/// True when a refusal may be due to a hold.
pub fn may_be_held(refusal: &ApiError) -> bool {
    matches!(refusal.code(), ErrorCode::SlotTaken | ErrorCode::StudentBusy)
}
