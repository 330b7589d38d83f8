//! Releasing seat holds, and retrying an operation that failed because of one (D23).

use jiff::Timestamp;
use tala_domain::booking::BookingError;
use tala_domain::ids::{StudentId, TeacherId};
use tala_domain::payments::OrderState;
use tala_store::orders::{self, Order, Purpose, SeatState};
use tala_store::{StoreError, Transaction, coupons, slots};

use crate::context::Ctx;
use crate::services::seats::{Participants, SeatError};

/// Ends an unpaid order: changes its state to `to` and releases its seat and coupon. Returns false if the order has changed
/// concurrently.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn release_order(
    tx: &Transaction,
    order: &Order,
    to: OrderState,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let changed = match to {
        // Includes orders whose payment is still unresolved after the last check.
        OrderState::Expired => orders::mark_expired(tx, order.id, now).await?,
        _ => orders::set_state(tx, order.id, &[OrderState::Preparing, OrderState::Open], to, now).await?,
    };
    if !changed {
        return Ok(false);
    }
    release_seat_and_coupon(tx, order).await?;
    Ok(true)
}

/// Releases the seat and the coupon of an order.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn release_seat_and_coupon(tx: &Transaction, order: &Order) -> Result<(), StoreError> {
    let class = match order.purpose {
        Purpose::Class { slot_id, slot_kind, .. } if order.seat_state == SeatState::Held => Some((slot_id, slot_kind)),
        _ => None,
    };
    if let Some((slot, kind)) = class
        && orders::clear_seat(tx, order.id).await?
    {
        slots::release_seat(tx, slot, kind, order.student_id, order.teacher_id).await?;
    }
    orders::clear_hold_expiry(tx, order.id).await?;
    release_coupon(tx, order).await
}

/// Ends an unpaid order whose class the teacher has cancelled. A payment that still arrives is refunded.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn end_order_of_cancelled_class(tx: &Transaction, order: &Order, now: Timestamp) -> Result<(), StoreError> {
    // A hold is in no other state, so the order has changed concurrently.
    if !orders::mark_class_cancelled(tx, order.id, now).await? {
        return Err(StoreError::Serialization("order changed concurrently".to_owned()));
    }
    release_seat_and_coupon(tx, order).await
}

/// Releases the coupon of an order.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn release_coupon(tx: &Transaction, order: &Order) -> Result<(), StoreError> {
    if let Some((coupon, _)) = &order.coupon
        && order.coupon_reserved
        && orders::set_coupon_reserved(tx, order.id, false).await?
    {
        coupons::release_use(tx, *coupon, order.student_id).await?;
    }
    Ok(())
}

/// What an attempt does with the student's own hold of the same class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnHold {
    /// The attempt fails because of the hold.
    Keep,
    /// The attempt releases the hold in its transaction, so the hold remains if the attempt fails.
    Release,
}

/// Errors that a seat hold may have caused.
pub trait HoldConflict {
    /// Whether the slot was taken or the student busy.
    fn is_hold_conflict(&self) -> bool;
}

impl HoldConflict for SeatError {
    fn is_hold_conflict(&self) -> bool {
        matches!(self, Self::Refused(BookingError::SlotTaken | BookingError::StudentBusy))
    }
}

/// Runs `attempt`. If it fails because of a hold, releases expired holds and runs it again with [`OwnHold::Release`]. The
/// second run takes place even if no hold was found, because a concurrent request may have released it.
///
/// # Errors
/// Those of `attempt` and of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn retry_without_holds<T, E, R>(
    ctx: &Ctx,
    people: Participants,
    start: Timestamp,
    attempt: impl Fn(OwnHold) -> R,
) -> Result<T, E>
where
    E: HoldConflict + From<StoreError>,
    R: Future<Output = Result<T, E>>,
{
    match attempt(OwnHold::Keep).await {
        Err(error) if error.is_hold_conflict() => {
            release_expired_holds(ctx, people.teacher, Some(people.student), start).await?;
            attempt(OwnHold::Release).await
        }
        outcome => outcome,
    }
}

/// Releases the expired holds that overlap a class at `start` with the teacher, or of the student if one is given.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn release_expired_holds(
    ctx: &Ctx,
    teacher: TeacherId,
    student: Option<StudentId>,
    start: Timestamp,
) -> Result<(), StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        for hold in orders::list_holds_near(&tx, teacher, student, start).await? {
            if hold.is_hold_expired(now) {
                release_order(&tx, &hold, OrderState::Expired, now).await?;
            }
        }
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Releases the student's own hold of a class at `start`, in the transaction that replaces it (D23).
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn release_own_hold(
    tx: &Transaction,
    student: StudentId,
    start: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    for order in orders::list_unpaid(tx, student).await? {
        if order.class_start() == Some(start) && order.seat_state == SeatState::Held {
            release_order(tx, &order, OrderState::Cancelled, now).await?;
        }
    }
    Ok(())
}
