//! Rescheduling a booking to another available slot of the same teacher and credit cost, by its student or by an
//! administrator (D24). The payment stays with the booking.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
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
use crate::services::audit::{Actor, AuditEvent};
use crate::services::holds::{HoldConflict, release_own_hold, retry_without_holds};
use crate::services::seats::{
    BookableSlot, Participants, SeatError, SlotSelector, check_bookable, list_available_slots_now, take_seat,
    with_available_slots,
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
    /// The booking is not confirmed, or the class has started.
    #[error("the booking is not active")]
    NotActive,
    /// The class starts too soon for the student to reschedule it (D24).
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

/// Reschedules a booking to the slot that `selector` names. `shown_start` is the start that the client displayed.
///
/// # Errors
/// The reason as a problem. It carries the available slots unless a row is missing.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn reschedule_booking(
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    selector: SlotSelector,
    shown_start: Timestamp,
    check: Check,
) -> AppResult<()> {
    let teacher_availability = availabilities::find_by_approved_teacher(ctx.store.read(), booking.teacher.id).await?;
    let teacher_availability = teacher_availability.ok_or(BookingError::InvalidSlot)?;
    let people = Participants { student: booking.student.id, teacher: booking.teacher.id };
    let attempt = async {
        check(booking, ctx.now())?;
        let slot = check_bookable(ctx, &teacher_availability, selector, Some(shown_start)).await?;
        let write = async |tx: Transaction| in_transaction(&tx, ctx, actor, booking, slot, check).await;
        let attempt = |_| ctx.store.transaction(write);
        retry_without_holds(ctx, people, slot.start, attempt).await
    };
    match Box::pin(attempt).await {
        Err(RescheduleError::Seat(BookingError::InvalidSlot)) => Err(BookingError::InvalidSlot.into()),
        Err(RescheduleError::Seat(reason)) => {
            Err(with_available_slots(ctx, people.student, &teacher_availability, selector, reason).await?.into())
        }
        Err(error @ (RescheduleError::NotActive | RescheduleError::TooLate)) => Err(AppError::from(error)
            .with_extension("slots", list_available_slots_now(ctx, people.student, &teacher_availability).await?)),
        Err(error) => Err(error.into()),
        Ok(()) => {
            ctx.job_enqueued.notify_one();
            Ok(())
        }
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    shown: &Booking,
    target: BookableSlot,
    check: Check,
) -> Result<(), RescheduleError> {
    let now = ctx.now();
    let booking = bookings::find_by_id(tx, shown.id).await?.ok_or(RescheduleError::NotFound)?;
    check(&booking, now)?;
    if booking.starts_at == target.start {
        return Err(BookingError::SlotTaken.into());
    }
    let old = slots::find_by_id(tx, booking.slot_id).await?.ok_or(RescheduleError::NotActive)?;
    if old.credit_cost != target.credit_cost {
        return Err(BookingError::CostMismatch.into());
    }
    // Release the old seat first, because the new class may overlap the old one.
    slots::release_seat(tx, old.id, old.kind, booking.student.id, booking.teacher.id).await?;
    release_own_hold(tx, booking.student.id, target.start, now).await?;
    let people = Participants { student: booking.student.id, teacher: booking.teacher.id };
    let new = take_seat(tx, ctx, people, target.selector, target.start, now).await?;
    let hours = (new.starts_at, class_end(new.starts_at));
    if !bookings::reschedule(tx, booking.id, old.id, new.id, hours, now).await? {
        return Err(StoreError::Serialization("booking changed concurrently".to_owned()).into());
    }
    Ok(insert_follow_ups(tx, ctx, actor, &booking, &new, now).await?)
}

/// Writes the mail jobs and the audit event.
async fn insert_follow_ups(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    booking: &Booking,
    new: &Slot,
    now: Timestamp,
) -> Result<(), StoreError> {
    let (booking_id, change_id) = (booking.id, ctx.new_id());
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingRescheduled { booking_id, audience, change_id }));
    outbox::enqueue(tx, &jobs, now).await?;
    let event = AuditEvent::new(AuditAction::BookingRescheduled, booking_id.0)
        .detail(json!({ "from": booking.starts_at, "to": new.starts_at }))
        .change(json!({ "startsAt": booking.starts_at }), json!({ "startsAt": new.starts_at }));
    actor.record(tx, ctx, &event).await?;
    Ok(())
}
