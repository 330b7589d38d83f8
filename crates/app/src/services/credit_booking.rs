//! Booking a class with credits (D11, D14, D17). One transaction takes the seat and the credits, and writes the booking, the
//! ledger posting, the mails and the audit line.

use futures_util::try_join;
use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::{BookingError, PaymentStatus};
use tala_domain::credits::{CreditError, Spend, spend_in_one_currency, worth};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, BookingId, JobId, LedgerTxId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::Money;
use tala_domain::time::class_end;
use tala_store::availabilities::{self, Offering};
use tala_store::bookings::{self, Booking};
use tala_store::credits::StoredLot;
use tala_store::idempotency::Claim;
use tala_store::slots::Slot;
use tala_store::{Retryable, StoreError, Transaction, audit, credits, idempotency, ledger, outbox, people, slots};

use super::current_user::Student;
use super::seats::{
    HoldConflict, OwnHold, SeatError, SlotSelector, check_offer, occupy_hours, release_own_hold, retry_without_holds,
    take_seat_in_slot, with_fresh_slots,
};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// A validated request.
#[derive(Debug, Clone)]
pub struct BookingCommand {
    /// Which class.
    pub wanted: SlotSelector,
    /// The start that the student was shown.
    pub shown_start: Timestamp,
    /// The cost that the student was shown.
    pub shown_cost: Option<u32>,
    /// A phone number to store with the student.
    pub phone: Option<String>,
    /// The idempotency key and the hash of the request.
    pub key: Option<(String, String)>,
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
    /// A defect of ours.
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

/// Books the class, or returns the student's booking of it if the request was sent before.
///
/// # Errors
/// Says why not; if the slot is the reason, with the slots that are free.
pub async fn book_with_credits(ctx: &Ctx, student: &Student, command: &BookingCommand) -> AppResult<Booking> {
    let offering = availabilities::find_offering(ctx.store.read(), student.teacher_id).await?;
    let offering = offering.ok_or(BookingError::InvalidSlot)?;
    let booking_id = BookingId(ctx.new_id());
    let attempt = async {
        let slot = check_offer(ctx, &offering, command.wanted, Some(command.shown_start)).await?;
        let attempt = async |own_hold| {
            let write = async |tx: Transaction| in_transaction(&tx, ctx, student, command, booking_id, own_hold).await;
            ctx.store.transaction(write).await
        };
        retry_without_holds(ctx, (student.person.id, student.teacher_id), slot.start, attempt).await
    };
    let id = match attempt.await {
        Ok(id) => id,
        Err(error) => return existing_booking_or(ctx, student, &offering, command, error).await,
    };
    ctx.work_filed.notify_one();
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    booking.ok_or_else(|| AppError::internal("booking missing after commit"))
}

/// The student's booking of the same class, otherwise the error.
async fn existing_booking_or(
    ctx: &Ctx,
    student: &Student,
    offering: &Offering,
    command: &BookingCommand,
    error: CreditBookingError,
) -> AppResult<Booking> {
    if matches!(error, CreditBookingError::IdempotencyMismatch) {
        return Err(error.into());
    }
    let conn = ctx.store.read();
    let slot = match command.wanted {
        SlotSelector::Virtual(start) => {
            slots::find_virtual(conn, offering.teacher_id, start).await?.map(|slot| slot.id)
        }
        SlotSelector::Stored(id) => Some(id),
    };
    if let Some(slot) = slot
        && let Some(booking) = bookings::find_in_slot(conn, slot, student.person.id).await?
    {
        return Ok(booking);
    }
    match error {
        CreditBookingError::Seat(reason) if reason != BookingError::InvalidSlot => {
            Err(with_fresh_slots(ctx, student.person.id, offering, command.wanted, reason).await?.into())
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
    if let Some((key, hash)) = &command.key {
        match idempotency::claim(tx, student.person.id, key, hash, booking_id, now).await? {
            Claim::Fresh => {}
            Claim::Repeated(earlier) => return Ok(earlier),
            Claim::Mismatch => return Err(CreditBookingError::IdempotencyMismatch),
        }
    }
    if own_hold == OwnHold::Release {
        release_own_hold(tx, student.person.id, command.shown_start, now).await?;
    }
    let (people, wanted) = ((student.person.id, student.teacher_id), (command.wanted, command.shown_start));
    let lots = async { Ok(credits::list_open(tx, student.person.id, student.teacher_id).await?) };
    let (slot, lots) = try_join!(take_seat_in_slot(tx, ctx, people, wanted, now), lots)?;
    if command.shown_cost.is_some_and(|shown| shown != slot.credit_cost) {
        return Err(BookingError::CostMismatch.into());
    }
    let rules: Vec<_> = lots.iter().map(|stored| (stored.price_per_class.currency, stored.lot)).collect();
    let spends = spend_in_one_currency(&rules, slot.credit_cost, now)?;
    let (posting, worth) = posting(ctx, student, booking_id, &lots, &spends)?;
    let booking = new_booking(student, &slot, booking_id, worth, now);
    // Before the rows that follow: if one of their constraints failed first, the reason would be lost.
    try_join!(occupy_hours(tx, student.person.id, &slot), take_credits(tx, &spends, now))?;
    try_join!(
        bookings::insert(tx, &booking),
        ledger::post(tx, &posting),
        follow_up(tx, ctx, student, command, booking_id, now),
    )?;
    Ok(booking_id)
}

/// The ledger posting of the credits spent, and their worth.
fn posting(
    ctx: &Ctx,
    student: &Student,
    booking: BookingId,
    lots: &[StoredLot],
    spends: &[Spend],
) -> Result<(ledger::Posting, Money), CreditBookingError> {
    const OVERFLOW: CreditBookingError = CreditBookingError::Internal("amount overflow");
    let mut posting =
        ledger::Posting::new(LedgerTxId(ctx.new_id()), ledger::Kind::CreditsSpent, ctx.now()).booking(booking);
    let mut parts = Vec::with_capacity(spends.len());
    for part in spends {
        let stored = lots.iter().find(|stored| stored.lot.id == part.lot);
        let price = stored.ok_or(CreditBookingError::Internal("spent credits of an unknown lot"))?.price_per_class;
        let spent = (ledger::Account::CreditsSpent, Some(student.teacher_id));
        posting = posting.credits((student.person.id, part.lot), spent, -i64::from(part.count)).lot_money(
            student.person.id,
            part.lot,
            price.times(part.count).ok_or(OVERFLOW)?,
        );
        parts.push((part.count, price));
    }
    let worth = worth(parts).ok_or(CreditBookingError::Internal("credits of different currencies"))?;
    let owed = worth.checked_neg().ok_or(OVERFLOW)?;
    Ok((posting.money(ledger::Account::UnearnedClasses, Some(student.person.id), owed), worth))
}

async fn take_credits(tx: &Transaction, spends: &[Spend], now: Timestamp) -> Result<(), SeatError> {
    for part in spends {
        if !credits::take(tx, part.lot, part.count, now).await? {
            // A concurrent request spent them: run again, another lot may do.
            return Err(StoreError::Serialization("a credit lot changed".to_owned()).into());
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
        student_id: student.person.id,
        teacher_id: slot.teacher_id,
        starts_at: slot.starts_at,
        ends_at: class_end(slot.starts_at),
        payment_status: PaymentStatus::Credit,
        credits_used: slot.credit_cost,
        amount,
        base_minor: amount.amount_minor,
        order_id: None,
        student_zone: student.person.time_zone.as_deref(),
        at,
    }
}

/// Mails, audit line and the phone number.
async fn follow_up(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    command: &BookingCommand,
    booking_id: BookingId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingConfirmed { booking_id, audience }));
    let phone = command.phone.as_deref().filter(|_| command.phone != student.person.phone);
    let contact = async {
        if phone.is_some() {
            people::update_contact(tx, student.person.id, None, phone, None).await?;
        }
        Ok(())
    };
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(student.person.id),
        action: "booked_with_credits",
        subject: Some(booking_id.0),
        detail: json!({ "teacherId": student.teacher_id, "startsAt": command.shown_start }),
    };
    try_join!(outbox::enqueue(tx, &jobs, now), contact, audit::record(tx, &entry))?;
    Ok(())
}
