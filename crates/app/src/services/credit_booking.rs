//! Booking a class with credits (D11, D14, D17). One transaction takes the seat, debits the credits and writes the booking,
//! the ledger posting, the mail jobs and the audit event.

use futures_util::try_join;
use jiff::Timestamp;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::{BookingError, PaymentStatus};
use tala_domain::credits::{CreditError, Debit, select_debits_in_one_currency, total_value};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, BookingId, JobId, PostingId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::Money;
use tala_domain::time::class_end;
use tala_store::availabilities::{self, TeacherAvailability};
use tala_store::bookings::{self, Booking};
use tala_store::credits::StoredLot;
use tala_store::idempotency::Claim;
use tala_store::slots::Slot;
use tala_store::{Retryable, StoreError, Transaction, audit, credits, idempotency, ledger, outbox, people, slots};

use super::current_user::Student;
use super::holds::{HoldConflict, OwnHold, release_own_hold, retry_without_holds};
use super::seats::{SeatError, SlotSelector, check_bookable, mark_busy, take_seat_in_slot, with_available_slots};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// A validated request.
#[derive(Debug, Clone)]
pub struct BookingCommand {
    /// The slot to book.
    pub selector: SlotSelector,
    /// The start that the client displayed.
    pub shown_start: Timestamp,
    /// The cost in credits that the client displayed.
    pub shown_cost: Option<u32>,
    /// A phone number to store with the student.
    pub phone: Option<String>,
    /// The idempotency key, if the client sent one.
    pub idempotency: Option<IdempotencyKey>,
}

/// An idempotency key, and what the key was first used for.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// The client's key.
    pub key: String,
    /// The SHA-256 hash of the request in hex.
    pub request_hash: String,
}

/// Why a class cannot be booked with credits.
#[derive(Debug, thiserror::Error)]
enum CreditBookingError {
    #[error(transparent)]
    Seat(#[from] BookingError),
    #[error(transparent)]
    Credits(#[from] CreditError),
    #[error("the idempotency key belongs to another request")]
    IdempotencyMismatch,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A defect in this program.
    #[error("{0}")]
    Internal(&'static str),
}

impl Retryable for CreditBookingError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

impl HoldConflict for CreditBookingError {
    fn is_hold_conflict(&self) -> bool {
        matches!(self, Self::Seat(BookingError::SlotTaken | BookingError::StudentBusy))
    }
}

impl From<SeatError> for CreditBookingError {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Refused(reason) => Self::Seat(reason),
            SeatError::Store(error) => Self::Store(error),
        }
    }
}

impl From<CreditBookingError> for AppError {
    fn from(error: CreditBookingError) -> Self {
        match error {
            CreditBookingError::Seat(reason) => reason.into(),
            CreditBookingError::Credits(reason) => reason.into(),
            CreditBookingError::IdempotencyMismatch => ErrorCode::IdempotencyMismatch.into(),
            CreditBookingError::Store(error) => error.into(),
            CreditBookingError::Internal(detail) => Self::internal(detail),
        }
    }
}

/// Books the class. A repeated request returns the existing booking.
///
/// # Errors
/// The reason as a problem. It carries the available slots if the slot cannot be booked.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn book_with_credits(ctx: &Ctx, student: &Student, command: &BookingCommand) -> AppResult<Booking> {
    let teacher_availability = availabilities::find_by_approved_teacher(ctx.store.read(), student.teacher_id).await?;
    let teacher_availability = teacher_availability.ok_or(BookingError::InvalidSlot)?;
    let booking_id = BookingId(ctx.new_id());
    let attempt = async {
        let slot = check_bookable(ctx, &teacher_availability, command.selector, Some(command.shown_start)).await?;
        let attempt = async |own_hold| {
            let write = async |tx: Transaction| in_transaction(&tx, ctx, student, command, booking_id, own_hold).await;
            ctx.store.transaction(write).await
        };
        retry_without_holds(ctx, student.participants(), slot.start, attempt).await
    };
    let id = match attempt.await {
        Ok(id) => id,
        Err(error) => return existing_booking_or(ctx, student, &teacher_availability, command, error).await,
    };
    ctx.job_enqueued.notify_one();
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    booking.ok_or_else(|| AppError::internal("booking missing after commit"))
}

/// Returns the student's booking of the same class if there is one, otherwise the error.
async fn existing_booking_or(
    ctx: &Ctx,
    student: &Student,
    teacher_availability: &TeacherAvailability,
    command: &BookingCommand,
    error: CreditBookingError,
) -> AppResult<Booking> {
    if matches!(error, CreditBookingError::IdempotencyMismatch) {
        return Err(error.into());
    }
    let conn = ctx.store.read();
    let slot = match command.selector {
        SlotSelector::Virtual(start) => {
            slots::find_virtual(conn, teacher_availability.teacher_id, start).await?.map(|slot| slot.id)
        }
        SlotSelector::Stored(id) => Some(id),
    };
    if let Some(slot) = slot
        && let Some(booking) = bookings::find_by_slot(conn, slot, student.id()).await?
    {
        return Ok(booking);
    }
    match error {
        CreditBookingError::Seat(reason) if reason != BookingError::InvalidSlot => {
            Err(with_available_slots(ctx, student.id(), teacher_availability, command.selector, reason).await?.into())
        }
        error => Err(error.into()),
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    command: &BookingCommand,
    booking_id: BookingId,
    own_hold: OwnHold,
) -> Result<BookingId, CreditBookingError> {
    let now = ctx.now();
    if let Some(IdempotencyKey { key, request_hash }) = &command.idempotency {
        match idempotency::claim(tx, student.id().into(), key, request_hash, booking_id, now).await? {
            Claim::Fresh => {}
            Claim::Repeated(earlier) => return Ok(earlier),
            Claim::Mismatch => return Err(CreditBookingError::IdempotencyMismatch),
        }
    }
    if own_hold == OwnHold::Release {
        release_own_hold(tx, student.id(), command.shown_start, now).await?;
    }
    let seat = take_seat_in_slot(tx, ctx, student.participants(), command.selector, command.shown_start, now);
    let lots = async { Ok(credits::list_spendable(tx, student.id(), student.teacher_id).await?) };
    let (slot, lots) = try_join!(seat, lots)?;
    if command.shown_cost.is_some_and(|shown| shown != slot.credit_cost) {
        return Err(BookingError::CostMismatch.into());
    }
    let rules: Vec<_> = lots.iter().map(|stored| (stored.price_per_class.currency, stored.lot)).collect();
    let spends = select_debits_in_one_currency(&rules, slot.credit_cost, now)?;
    let (posting, worth) = posting(ctx, student, booking_id, &lots, &spends)?;
    let booking = new_booking(student, &slot, booking_id, worth, now);
    // Before the inserts below: if one of their constraints failed first, the reason would be lost.
    try_join!(mark_busy(tx, student.id(), &slot), debit_credits(tx, &lots, &spends, now))?;
    try_join!(
        bookings::insert(tx, &booking),
        ledger::post(tx, &posting),
        insert_follow_ups(tx, ctx, student, command, booking_id, now),
    )?;
    Ok(booking_id)
}

/// The ledger posting for the credits spent, and what they are worth.
fn posting(
    ctx: &Ctx,
    student: &Student,
    booking: BookingId,
    lots: &[StoredLot],
    spends: &[Debit],
) -> Result<(ledger::Posting, Money), CreditBookingError> {
    const OVERFLOW: CreditBookingError = CreditBookingError::Internal("amount overflow");
    let mut posting =
        ledger::Posting::new(PostingId(ctx.new_id()), ledger::Kind::CreditsSpent, ctx.now()).booking(booking);
    let mut parts = Vec::with_capacity(spends.len());
    for part in spends {
        let stored = lots.iter().find(|stored| stored.lot.id == part.lot);
        let price = stored.ok_or(CreditBookingError::Internal("spent credits of an unknown lot"))?.price_per_class;
        let spent = (ledger::Account::CreditsSpent, Some(student.teacher_id.into()));
        posting = posting.credits((student.id(), part.lot), spent, -i64::from(part.count)).lot_money(
            student.id(),
            part.lot,
            price.checked_mul(part.count).ok_or(OVERFLOW)?,
        );
        parts.push((part.count, price));
    }
    let worth = total_value(parts).ok_or(CreditBookingError::Internal("credits of different currencies"))?;
    let owed = worth.checked_neg().ok_or(OVERFLOW)?;
    Ok((posting.money(ledger::Account::UnearnedClasses, Some(student.id().into()), owed), worth))
}

async fn debit_credits(
    tx: &Transaction,
    lots: &[StoredLot],
    spends: &[Debit],
    now: Timestamp,
) -> Result<(), SeatError> {
    for part in spends {
        let stored = lots.iter().find(|stored| stored.lot.id == part.lot);
        let is_debited = match stored {
            Some(stored) => credits::debit(tx, part.lot, part.count, stored.price_per_class, now).await?,
            None => false,
        };
        if !is_debited {
            // A concurrent request spent them, or reduced their price. Run again, because another lot may have enough.
            return Err(StoreError::Serialization("credit lot changed concurrently".to_owned()).into());
        }
    }
    Ok(())
}

fn new_booking<'a>(
    student: &'a Student,
    slot: &Slot,
    id: BookingId,
    amount: Money,
    at: Timestamp,
) -> bookings::NewBooking<'a> {
    bookings::NewBooking {
        id,
        slot_id: slot.id,
        student_id: student.id(),
        teacher_id: slot.teacher_id,
        starts_at: slot.starts_at,
        ends_at: class_end(slot.starts_at),
        payment_status: PaymentStatus::Credit,
        credits_used: slot.credit_cost,
        amount,
        base_minor: amount.amount_minor,
        order_id: None,
        student_zone: student.account_holder().time_zone.as_deref(),
        at,
    }
}

/// Writes the mail jobs, the audit event and the phone number.
async fn insert_follow_ups(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    command: &BookingCommand,
    booking_id: BookingId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingConfirmed { booking_id, audience }));
    let phone = command.phone.as_deref().filter(|_| command.phone != student.account_holder().phone);
    let contact = async {
        if phone.is_some() {
            people::update_contact(tx, student.account_holder().id, None, phone, None).await?;
        }
        Ok(())
    };
    let entry = audit::NewEvent {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(student.account_holder().id),
        action: AuditAction::BookedWithCredits,
        subject: Some(booking_id.0),
        detail: json!({ "teacherId": student.teacher_id, "startsAt": command.shown_start }),
    };
    try_join!(outbox::enqueue(tx, &jobs, now), contact, audit::insert(tx, &entry))?;
    Ok(())
}
