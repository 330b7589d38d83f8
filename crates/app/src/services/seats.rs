//! Checking and taking seats, for bookings, seat holds and rescheduling (D10, D11, D14, D23). Releasing them is in `holds`.

use futures_util::try_join;
use jiff::Timestamp;
use tala_domain::booking::{BookingError, SlotKind, SlotRef, check_booking_window};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{PersonId, SlotId, StudentId, TeacherId};
use tala_domain::payments::OrderState;
use tala_store::availabilities::TeacherAvailability;
use tala_store::orders::{self, Order, Purpose};
use tala_store::{Retryable, StoreError, Transaction, people, slots};

use crate::context::Ctx;
use crate::error::AppError;
use crate::services::slot_listing::list_available_slots;
use crate::views::slot::Slot;

/// Why a seat cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    /// The slot cannot be booked by this student.
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

/// A booking error with the slots that are available now.
#[derive(Debug)]
pub struct SlotConflict {
    /// Why the slot cannot be booked.
    pub reason: BookingError,
    /// The slots to choose from instead.
    pub slots: Vec<Slot>,
}

impl From<SlotConflict> for AppError {
    fn from(conflict: SlotConflict) -> Self {
        Self::from(conflict.reason).with_extension("slots", conflict.slots)
    }
}

/// The slot that a request selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotSelector {
    /// A virtual slot, by its start.
    Virtual(Timestamp),
    /// A stored slot.
    Stored(SlotId),
}

/// The student and the teacher of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Participants {
    /// The student.
    pub student: StudentId,
    /// The teacher.
    pub teacher: TeacherId,
}

impl SlotSelector {
    /// Parses a slot's `_id`.
    ///
    /// # Errors
    /// `invalid_slot`, or `forbidden_subject` for a slot of another teacher than the student's (D4).
    pub fn parse(slot_id: &str, teacher: TeacherId) -> Result<Self, ErrorCode> {
        match slot_id.parse::<SlotRef>().map_err(|_| ErrorCode::InvalidSlot)? {
            SlotRef::Virtual { teacher: owner, start } if owner == teacher => Ok(Self::Virtual(start)),
            SlotRef::Virtual { .. } => Err(ErrorCode::ForbiddenSubject),
            SlotRef::Stored(id) => Ok(Self::Stored(id)),
        }
    }

    /// Whether the order is for this slot.
    pub fn matches(self, order: &Order) -> bool {
        match (self, order.purpose) {
            (Self::Virtual(start), Purpose::Class { starts_at, .. }) => start == starts_at,
            (Self::Stored(id), Purpose::Class { slot_id, .. }) => id == slot_id,
            (_, Purpose::Package { .. }) => false,
        }
    }
}

/// A slot that passed [`check_bookable`].
#[derive(Debug, Clone, Copy)]
pub struct BookableSlot {
    /// How the request selected it.
    pub selector: SlotSelector,
    /// The start of the class.
    pub start: Timestamp,
    /// The credits that one seat costs.
    pub credit_cost: u32,
}

/// Checks that the slot exists, belongs to the teacher and lies in the booking window (D10, D12, D14). `shown_start` is the
/// start that the client displayed, if it sent one.
///
/// # Errors
/// A [`BookingError`] if the slot cannot be booked.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn check_bookable(
    ctx: &Ctx,
    teacher_availability: &TeacherAvailability,
    selector: SlotSelector,
    shown_start: Option<Timestamp>,
) -> Result<BookableSlot, SeatError> {
    let (start, credit_cost, is_offered) = match selector {
        SlotSelector::Virtual(start) => (
            start,
            1,
            teacher_availability.availability.as_ref().is_some_and(|stored| stored.availability.has_slot_at(start)),
        ),
        SlotSelector::Stored(id) => {
            // The same error as for a missing class, so that ids of other teachers' classes cannot be probed (D4).
            let slot = slots::find_by_id(ctx.store.read(), id).await?;
            let slot = slot
                .filter(|slot| slot.teacher_id == teacher_availability.teacher_id)
                .ok_or(BookingError::SlotTaken)?;
            (slot.starts_at, slot.credit_cost, slot.kind == SlotKind::Regular)
        }
    };
    if shown_start.is_some_and(|shown_start| shown_start != start) {
        return Err(BookingError::InvalidSlot.into());
    }
    check_booking_window(ctx.now(), start, teacher_availability.visibility_days())?;
    if is_offered { Ok(BookableSlot { selector, start, credit_cost }) } else { Err(BookingError::SlotTaken.into()) }
}

/// Locks the rows of the student and the teacher until commit. Call it before writing any row that blocks the deletion of
/// either account.
///
/// # Errors
/// [`BookingError::InvalidSlot`] if either is deleted, or the teacher is suspended or not approved.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn require_active_pair(tx: &Transaction, people: Participants) -> Result<(), SeatError> {
    let Participants { student, teacher } = people;
    if people::lock_pair_shared(tx, student, teacher).await? { Ok(()) } else { Err(BookingError::InvalidSlot.into()) }
}

/// Takes a seat and marks its quarter-hours as busy. `shown_start` is the start that the student agreed to. On an error the
/// caller must roll back.
///
/// # Errors
/// A [`BookingError`] if the seat cannot be taken.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn take_seat(
    tx: &Transaction,
    ctx: &Ctx,
    people: Participants,
    selector: SlotSelector,
    shown_start: Timestamp,
    now: Timestamp,
) -> Result<slots::Slot, SeatError> {
    let slot = take_seat_in_slot(tx, ctx, people, selector, shown_start, now).await?;
    mark_busy(tx, people.student, &slot).await?;
    Ok(slot)
}

/// The first half of [`take_seat`]: takes a seat in the slot. [`mark_busy`] is the second half.
///
/// # Errors
/// [`BookingError::SlotTaken`] or [`BookingError::InvalidSlot`].
#[tracing::instrument(level = "debug", skip_all)]
pub async fn take_seat_in_slot(
    tx: &Transaction,
    ctx: &Ctx,
    people: Participants,
    selector: SlotSelector,
    shown_start: Timestamp,
    now: Timestamp,
) -> Result<slots::Slot, SeatError> {
    let taken = async {
        Ok::<_, SeatError>(match selector {
            SlotSelector::Virtual(start) => {
                slots::take_virtual_seat(tx, SlotId(ctx.new_id()), people.teacher, start, now).await?
            }
            SlotSelector::Stored(id) => slots::take_regular_seat(tx, id).await?,
        })
    };
    let ((), taken) = try_join!(require_active_pair(tx, people), taken)?;
    // The teacher may have moved the class since the student saw it.
    Ok(taken.filter(|slot| slot.starts_at == shown_start).ok_or(BookingError::SlotTaken)?)
}

/// The second half of [`take_seat`]: marks the quarter-hours of the class as busy for the student and, if the slot is virtual,
/// for the teacher.
///
/// # Errors
/// [`BookingError::StudentBusy`] or [`BookingError::SlotTaken`].
#[tracing::instrument(level = "debug", skip_all)]
pub async fn mark_busy(tx: &Transaction, student: StudentId, slot: &slots::Slot) -> Result<(), SeatError> {
    // Publishing a class marks the teacher as busy.
    let both: [PersonId; 2] = [student.into(), slot.teacher_id.into()];
    let people = if slot.kind == SlotKind::Virtual { both.as_slice() } else { both.split_at(1).0 };
    if slots::insert_busy_quarter_hours(tx, slot, people).await? {
        return Ok(());
    }
    let student_busy = slots::is_busy_elsewhere(tx, student.into(), slot).await?;
    Err(if student_busy { BookingError::StudentBusy } else { BookingError::SlotTaken }.into())
}

/// Adds the slots that are available now to a booking error. [`BookingError::SlotTaken`] becomes
/// [`BookingError::SeatHeld`] if another student's hold occupies the seat.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn with_available_slots(
    ctx: &Ctx,
    student: StudentId,
    teacher_availability: &TeacherAvailability,
    selector: SlotSelector,
    reason: BookingError,
) -> Result<SlotConflict, StoreError> {
    let people = Participants { student, teacher: teacher_availability.teacher_id };
    let reason = as_seat_held(ctx, people, selector, reason).await?;
    Ok(SlotConflict { reason, slots: list_available_slots_now(ctx, student, teacher_availability).await? })
}

/// Lists the slots that the student can book now.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn list_available_slots_now(
    ctx: &Ctx,
    student: StudentId,
    teacher_availability: &TeacherAvailability,
) -> Result<Vec<Slot>, StoreError> {
    let now = ctx.now();
    list_available_slots(&ctx.store, teacher_availability, student.into(), (now, Timestamp::MAX), now).await
}

/// Returns [`BookingError::SeatHeld`] if the slot is taken only by the hold of another student who is paying: it may become
/// available within minutes (D23). Otherwise returns `reason`.
async fn as_seat_held(
    ctx: &Ctx,
    people: Participants,
    selector: SlotSelector,
    reason: BookingError,
) -> Result<BookingError, StoreError> {
    let Participants { student, teacher } = people;
    if reason != BookingError::SlotTaken {
        return Ok(reason);
    }
    let (conn, now) = (ctx.store.read(), ctx.now());
    let start = match selector {
        SlotSelector::Virtual(start) => Some(start),
        SlotSelector::Stored(id) => slots::find_by_id(conn, id).await?.map(|slot| slot.starts_at),
    };
    let Some(start) = start else { return Ok(reason) };
    let holds = orders::list_holds_near(conn, teacher, Some(student), start).await?;
    // An order whose payment is unresolved may keep its seat for days, so waiting for it makes no sense.
    let is_being_paid = |hold: &Order| !hold.is_hold_expired(now) && hold.state != OrderState::Checking;
    let is_held = |hold: &Order| hold.student_id != student && selector.matches(hold) && is_being_paid(hold);
    Ok(if holds.iter().any(is_held) { BookingError::SeatHeld } else { reason })
}
