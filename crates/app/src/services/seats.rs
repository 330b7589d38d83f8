//! Taking and releasing seats, for bookings, for purchases that hold one, and for rescheduling (D10, D11, D14, D23).

use futures_util::try_join;
use jiff::Timestamp;
use tala_domain::booking::{BookingError, SlotKind, SlotRef, check_time};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{PersonId, SlotId};
use tala_domain::payments::OrderState;
use tala_store::availabilities::Offering;
use tala_store::orders::{self, Order, Purpose, Seat};
use tala_store::{Retryable, StoreError, Transaction, coupons, people, slots};

use crate::context::Ctx;
use crate::error::AppError;
use crate::services::slot_listing::list_free_slots;
use crate::views::slot::Slot;

/// Why a seat cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    /// The slot cannot be booked, or not by this student.
    #[error(transparent)]
    Refused(#[from] BookingError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Retryable for SeatError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

impl From<SeatError> for AppError {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Refused(reason) => reason.into(),
            SeatError::Store(error) => error.into(),
        }
    }
}

/// A refusal with the slots that are free now.
#[derive(Debug)]
pub struct SlotRefusal {
    /// Why.
    pub reason: BookingError,
    /// The slots to choose from instead.
    pub slots: Vec<Slot>,
}

impl From<SlotRefusal> for AppError {
    fn from(refusal: SlotRefusal) -> Self {
        Self::from(refusal.reason).with("slots", refusal.slots)
    }
}

/// Which class a request is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotSelector {
    /// A slot of the weekly availability, by its start.
    Virtual(Timestamp),
    /// A stored slot.
    Stored(SlotId),
}

impl SlotSelector {
    /// Parses a slot's `_id`.
    ///
    /// # Errors
    /// `invalid_slot`, or `not_yourself` for a slot of another teacher than the student's (D4).
    pub fn parse(slot_id: &str, teacher: PersonId) -> Result<Self, ErrorCode> {
        match slot_id.parse::<SlotRef>().map_err(|_| ErrorCode::InvalidSlot)? {
            SlotRef::Virtual { teacher: owner, start } if owner == teacher => Ok(Self::Virtual(start)),
            SlotRef::Virtual { .. } => Err(ErrorCode::NotYourself),
            SlotRef::Stored(id) => Ok(Self::Stored(id)),
        }
    }

    /// Whether an order is for this class.
    pub fn matches(self, order: &Order) -> bool {
        match (self, order.purpose) {
            (Self::Virtual(start), Purpose::Class { starts_at, .. }) => start == starts_at,
            (Self::Stored(id), Purpose::Class { slot_id, .. }) => id == slot_id,
            (_, Purpose::Package { .. }) => false,
        }
    }
}

/// A slot that can be booked now.
#[derive(Debug, Clone, Copy)]
pub struct BookableSlot {
    /// Which.
    pub wanted: SlotSelector,
    /// When it starts.
    pub start: Timestamp,
    /// How many credits a seat costs.
    pub credit_cost: u32,
}

/// Checks that the teacher offers the class, and that it can be booked now (D10, D12, D14).
///
/// # Errors
/// A [`BookingError`] that says why it cannot be booked.
pub async fn check_offer(
    ctx: &Ctx,
    offering: &Offering,
    wanted: SlotSelector,
    shown: Option<Timestamp>,
) -> Result<BookableSlot, SeatError> {
    let (start, credit_cost, offered) = match wanted {
        SlotSelector::Virtual(start) => {
            (start, 1, offering.availability.as_ref().is_some_and(|stored| stored.availability.offers(start)))
        }
        SlotSelector::Stored(id) => {
            // The same error as for a missing class, so that ids of other teachers' classes cannot be probed (D4).
            let slot = slots::find_by_id(ctx.store.read(), id).await?;
            let slot = slot.filter(|slot| slot.teacher_id == offering.teacher_id).ok_or(BookingError::SlotTaken)?;
            (slot.starts_at, slot.credit_cost, slot.kind == SlotKind::Regular)
        }
    };
    if shown.is_some_and(|shown| shown != start) {
        return Err(BookingError::InvalidSlot.into());
    }
    check_time(ctx.now(), start, offering.visibility_days())?;
    if offered { Ok(BookableSlot { wanted, start, credit_cost }) } else { Err(BookingError::SlotTaken.into()) }
}

/// Locks the rows of the student and the teacher until commit. Call it before writing any row that blocks the deletion of
/// an account.
///
/// # Errors
/// [`BookingError::InvalidSlot`] if either is deleted, or the teacher is suspended or not approved.
pub async fn require_active_pair(tx: &Transaction, student: PersonId, teacher: PersonId) -> Result<(), SeatError> {
    if people::keep_pair(tx, student, teacher).await? { Ok(()) } else { Err(BookingError::InvalidSlot.into()) }
}

/// Takes a seat in the class that the student was shown to start at `agreed`, and occupies its hours. On an error the caller
/// must roll back.
///
/// # Errors
/// A [`BookingError`] that says why the seat cannot be taken.
pub async fn take_seat(
    tx: &Transaction,
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    (wanted, agreed): (SlotSelector, Timestamp),
    now: Timestamp,
) -> Result<slots::Slot, SeatError> {
    let slot = take_seat_in_slot(tx, ctx, (student, teacher), (wanted, agreed), now).await?;
    occupy_hours(tx, student, &slot).await?;
    Ok(slot)
}

/// The first half of [`take_seat`]: a seat in the slot. [`occupy_hours`] is the second.
///
/// # Errors
/// [`BookingError::SlotTaken`] or [`BookingError::InvalidSlot`].
pub async fn take_seat_in_slot(
    tx: &Transaction,
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    (wanted, agreed): (SlotSelector, Timestamp),
    now: Timestamp,
) -> Result<slots::Slot, SeatError> {
    let taken = async {
        Ok::<_, SeatError>(match wanted {
            SlotSelector::Virtual(start) => {
                slots::take_virtual_seat(tx, SlotId(ctx.new_id()), teacher, start, now).await?
            }
            SlotSelector::Stored(id) => slots::take_regular_seat(tx, id).await?,
        })
    };
    let ((), taken) = try_join!(require_active_pair(tx, student, teacher), taken)?;
    // The teacher may have rescheduled it since the student saw it.
    Ok(taken.filter(|slot| slot.starts_at == agreed).ok_or(BookingError::SlotTaken)?)
}

/// The second half of [`take_seat`]: occupies the hours of the student and, for a virtual slot, of the teacher.
///
/// # Errors
/// [`BookingError::StudentBusy`] or [`BookingError::SlotTaken`].
pub async fn occupy_hours(tx: &Transaction, student: PersonId, slot: &slots::Slot) -> Result<(), SeatError> {
    // A published class has occupied the teacher's hour since it was published.
    let both = [student, slot.teacher_id];
    let people = if slot.kind == SlotKind::Virtual { both.as_slice() } else { both.split_at(1).0 };
    if slots::occupy(tx, slot, people).await? {
        return Ok(());
    }
    let student_busy = slots::is_busy_elsewhere(tx, student, slot).await?;
    Err(if student_busy { BookingError::StudentBusy } else { BookingError::SlotTaken }.into())
}

/// Ends an unpaid order: changes its state to `to` and releases its seat and coupon. False when its state had changed.
pub async fn release_order(
    tx: &Transaction,
    order: &Order,
    to: OrderState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let moved = match to {
        // Includes orders whose payment is still unresolved after the last check.
        OrderState::Expired => orders::expire(tx, order.id, now).await?,
        _ => orders::set_state(tx, order.id, &[OrderState::Preparing, OrderState::Open], to, now).await?,
    };
    if !moved {
        return Ok(false);
    }
    release_reservation(tx, order).await?;
    Ok(true)
}

/// Releases the seat and the coupon of an order.
pub async fn release_reservation(tx: &Transaction, order: &Order) -> Result<(), StoreError> {
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
    release_coupon(tx, order).await
}

/// Releases the coupon of an order.
pub async fn release_coupon(tx: &Transaction, order: &Order) -> Result<(), StoreError> {
    if let Some((coupon, _)) = &order.coupon
        && order.coupon_held
        && orders::set_coupon_held(tx, order.id, false).await?
    {
        coupons::give_back(tx, *coupon, order.student_id).await?;
    }
    Ok(())
}

/// How an attempt treats the student's own hold of the same class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnHold {
    /// It refuses the attempt.
    Keep,
    /// It is released in the transaction of the attempt, so that it stays if that fails.
    Release,
}

/// Errors that may be due to a hold.
pub trait HoldConflict {
    /// Whether the slot or the student's hour was taken.
    fn is_hold_conflict(&self) -> bool;
}

impl HoldConflict for SeatError {
    fn is_hold_conflict(&self) -> bool {
        matches!(self, Self::Refused(BookingError::SlotTaken | BookingError::StudentBusy))
    }
}

/// Runs `attempt`. If a hold may have refused it, releases expired holds and runs it again, now replacing the student's own
/// hold. It runs again even if there was none: a concurrent request may have released it.
///
/// # Errors
/// Those of `attempt` and of the database.
pub async fn retry_without_holds<T, E, R>(
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    start: Timestamp,
    attempt: impl Fn(OwnHold) -> R,
) -> Result<T, E>
where
    E: HoldConflict + From<StoreError>,
    R: Future<Output = Result<T, E>>,
{
    match attempt(OwnHold::Keep).await {
        Err(error) if error.is_hold_conflict() => {
            release_expired_holds(ctx, &[student, teacher], start).await?;
            attempt(OwnHold::Release).await
        }
        outcome => outcome,
    }
}

/// Releases the expired holds of these people around a class at `start`.
///
/// # Errors
/// Those of the database.
pub async fn release_expired_holds(ctx: &Ctx, people: &[PersonId; 2], start: Timestamp) -> Result<(), StoreError> {
    let [student, teacher] = *people;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        for hold in orders::list_holds_around(&tx, (teacher, student), start).await? {
            if hold.is_lapsed(now) {
                release_order(&tx, &hold, OrderState::Expired, now).await?;
            }
        }
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Releases the student's own hold of a class, in the transaction that replaces it (D23).
///
/// # Errors
/// Those of the database.
pub async fn release_own_hold(
    tx: &Transaction,
    student: PersonId,
    start: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    for order in orders::list_unpaid(tx, student).await? {
        if order.class_start() == Some(start) && order.seat == Seat::Held {
            release_order(tx, &order, OrderState::Cancelled, now).await?;
        }
    }
    Ok(())
}

/// Adds the slots that are free now to a refusal.
///
/// # Errors
/// Those of the database.
pub async fn with_fresh_slots(
    ctx: &Ctx,
    student: PersonId,
    offering: &Offering,
    wanted: SlotSelector,
    reason: BookingError,
) -> Result<SlotRefusal, StoreError> {
    let reason = as_seat_held(ctx, (student, offering.teacher_id), wanted, reason).await?;
    Ok(SlotRefusal { reason, slots: list_fresh_slots(ctx, student, offering).await? })
}

/// The slots that are free now.
///
/// # Errors
/// Those of the database.
pub async fn list_fresh_slots(ctx: &Ctx, student: PersonId, offering: &Offering) -> Result<Vec<Slot>, StoreError> {
    let now = ctx.now();
    list_free_slots(&ctx.store, offering, student, (now, Timestamp::MAX), now).await
}

/// [`BookingError::SeatHeld`] for a slot that is taken only because another student is paying for it: it may be free again in
/// minutes (D23).
async fn as_seat_held(
    ctx: &Ctx,
    (student, teacher): (PersonId, PersonId),
    wanted: SlotSelector,
    reason: BookingError,
) -> Result<BookingError, StoreError> {
    if reason != BookingError::SlotTaken {
        return Ok(reason);
    }
    let (conn, now) = (ctx.store.read(), ctx.now());
    let start = match wanted {
        SlotSelector::Virtual(start) => Some(start),
        SlotSelector::Stored(id) => slots::find_by_id(conn, id).await?.map(|slot| slot.starts_at),
    };
    let Some(start) = start else { return Ok(reason) };
    let holds = orders::list_holds_around(conn, (teacher, student), start).await?;
    // An unresolved payment may keep its seat for days: waiting for that makes no sense.
    let is_being_paid = |hold: &Order| !hold.is_lapsed(now) && hold.state != OrderState::Checking;
    let is_held = |hold: &Order| hold.student_id != student && wanted.matches(hold) && is_being_paid(hold);
    Ok(if holds.iter().any(is_held) { BookingError::SeatHeld } else { reason })
}
