//! Rescheduling a booking to another free slot of the same teacher and cost, by its student or by an administrator (D24). The
//! payment stays with the booking.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::BookingError;
use tala_domain::error::ErrorCode;
use tala_domain::ids::JobId;
use tala_domain::jobs::{Audience, Job};
use tala_domain::time::class_end;
use tala_store::bookings::{self, Booking};
use tala_store::slots::Slot;
use tala_store::{Retryable, StoreError, Transaction, availabilities, outbox, slots};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};
use crate::services::seats::{
    BookableSlot, HoldConflict, SeatError, SlotSelector, check_offer, list_fresh_slots, release_own_hold,
    retry_without_holds, take_seat, with_fresh_slots,
};

/// Why a booking cannot be rescheduled.
#[derive(Debug, thiserror::Error)]
pub enum RescheduleError {
    /// The new slot cannot be booked.
    #[error(transparent)]
    Seat(#[from] BookingError),
    /// There is no such booking.
    #[error("no such booking")]
    NotFound,
    /// The booking is not confirmed, or has started.
    #[error("the booking is not active")]
    NotActive,
    /// The class starts too soon for its student to reschedule it (D24).
    #[error("too late to reschedule")]
    TooLate,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Retryable for RescheduleError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

impl HoldConflict for RescheduleError {
    fn is_hold_conflict(&self) -> bool {
        matches!(self, Self::Seat(BookingError::SlotTaken | BookingError::StudentBusy))
    }
}

impl From<SeatError> for RescheduleError {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Refused(reason) => Self::Seat(reason),
            SeatError::Store(error) => Self::Store(error),
        }
    }
}

impl From<RescheduleError> for AppError {
    fn from(error: RescheduleError) -> Self {
        match error {
            RescheduleError::Seat(reason) => reason.into(),
            RescheduleError::NotFound => ErrorCode::NotFound.into(),
            RescheduleError::NotActive => ErrorCode::NotCancellable.into(),
            RescheduleError::TooLate => ErrorCode::TooLateToReschedule.into(),
            RescheduleError::Store(error) => error.into(),
        }
    }
}

/// Checks whether a booking may be rescheduled now.
pub type Check = fn(&Booking, Timestamp) -> Result<(), RescheduleError>;

/// Reschedules a booking to the slot `wanted`, which the client was shown to start at `shown`.
///
/// # Errors
/// Says why not, and unless a row is missing, with the slots that are free now.
pub async fn reschedule_booking(
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    (wanted, shown): (SlotSelector, Timestamp),
    check: Check,
) -> AppResult<()> {
    let offering = availabilities::find_offering(ctx.store.read(), booking.teacher.id).await?;
    let offering = offering.ok_or(BookingError::InvalidSlot)?;
    let (student, teacher) = (booking.student.id, booking.teacher.id);
    let attempt = async {
        check(booking, ctx.now())?;
        let slot = check_offer(ctx, &offering, wanted, Some(shown)).await?;
        let write = async |tx: Transaction| in_transaction(&tx, ctx, actor, booking, slot, check).await;
        let attempt = |_| ctx.store.transaction(write);
        retry_without_holds(ctx, (student, teacher), slot.start, attempt).await
    };
    match Box::pin(attempt).await {
        Err(RescheduleError::Seat(BookingError::InvalidSlot)) => Err(BookingError::InvalidSlot.into()),
        Err(RescheduleError::Seat(reason)) => {
            Err(with_fresh_slots(ctx, student, &offering, wanted, reason).await?.into())
        }
        Err(error @ (RescheduleError::NotActive | RescheduleError::TooLate)) => {
            Err(AppError::from(error).with("slots", list_fresh_slots(ctx, student, &offering).await?))
        }
        Err(error) => Err(error.into()),
        Ok(()) => {
            ctx.work_filed.notify_one();
            Ok(())
        }
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    shown: &Booking,
    offer: BookableSlot,
    check: Check,
) -> Result<(), RescheduleError> {
    let now = ctx.now();
    let booking = bookings::find_by_id(tx, shown.id).await?.ok_or(RescheduleError::NotFound)?;
    check(&booking, now)?;
    if booking.starts_at == offer.start {
        return Err(BookingError::SlotTaken.into());
    }
    let old = slots::find_by_id(tx, booking.slot_id).await?.ok_or(RescheduleError::NotActive)?;
    if old.credit_cost != offer.credit_cost {
        return Err(BookingError::CostMismatch.into());
    }
    // First, because the new hour may overlap the old one.
    slots::release_seat(tx, old.id, old.kind, booking.student.id, booking.teacher.id).await?;
    release_own_hold(tx, booking.student.id, offer.start, now).await?;
    let new = take_seat(tx, ctx, (booking.student.id, booking.teacher.id), (offer.wanted, offer.start), now).await?;
    let hours = (new.starts_at, class_end(new.starts_at));
    if !bookings::move_to(tx, booking.id, old.id, new.id, hours, now).await? {
        return Err(StoreError::Serialization("booking changed concurrently".to_owned()).into());
    }
    Ok(follow_up(tx, ctx, actor, &booking, &new, now).await?)
}

async fn follow_up(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    new: &Slot,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (booking_id, change_id) = (booking.id, ctx.new_id());
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingMoved { booking_id, audience, change_id }));
    outbox::enqueue(tx, &jobs, now).await?;
    let deed = Deed::new("booking_moved", booking_id.0)
        .detail(json!({ "from": booking.starts_at, "to": new.starts_at }))
        .change(json!({ "startsAt": booking.starts_at }), json!({ "startsAt": new.starts_at }));
    actor.record(tx, ctx, &deed).await?;
    Ok(())
}
