//! `POST /api/book-with-credits` (SPEC §4, §7; D11, D14, D17).
//!
//! The happy path reads the teacher's offering, then writes everything in one transaction. Whatever stands in the way
//! there is answered by [`earlier_or_refused`], which first looks whether this very student already has this very class: then the
//! request was sent twice, and the answer is the same booking.

use axum::extract::State;
use axum::http::HeaderMap;
use futures_util::try_join;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;
use tala_domain::booking::{BookingError, PaymentStatus};
use tala_domain::credits::{Spend, spend_in_one_currency, worth};
use tala_domain::error::{ErrorClass, ErrorCode, FieldErrors};
use tala_domain::ids::{AuditId, BookingId, JobId, LedgerTxId, LotId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::money::{Currency, Money};
use tala_domain::time::class_end;
use tala_store::availabilities::{self, Offering};
use tala_store::bookings::{self, Booking};
use tala_store::credits::StoredLot;
use tala_store::idempotency::Claim;
use tala_store::slots::Slot;
use tala_store::{StoreError, Transaction, audit, credits, idempotency, ledger, outbox, people, slots};
use utoipa::ToSchema;

use super::request::{BookWithCredits, Order};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, Student};
use crate::json::Json;
use crate::seats::{Wanted, check_offer, explain, let_own_go, make_way, may_be_held, take_hours, take_place};
use crate::views::BookingView;

/// The booking that was made, or that the same request had made before.
#[derive(Serialize, ToSchema)]
#[schema(as = BookWithCreditsReply)]
pub(super) struct BookedWithCredits {
    success: bool,
    booking: BookingView,
}

/// Books a class with credits. Sent twice, it books once. A refusal with 409 carries the fresh `slots`.
#[utoipa::path(post, path = "/api/book-with-credits", tag = "bookings", request_body = BookWithCredits,
    params(("Idempotency-Key" = Option<String>, Header, description = "Up to 200 characters; the same key gives the same answer")),
    responses((status = 200, body = BookedWithCredits), (status = "4XX", body = Problem)))]
pub(super) async fn book_with_credits(
    State(ctx): State<Ctx>,
    student: Student,
    headers: HeaderMap,
    Body(request): Body<BookWithCredits>,
) -> ApiResult<Json<BookedWithCredits>> {
    let unreadable = |_| FieldErrors::one("Idempotency-Key", "An idempotency key has 1 to 200 plain letters.");
    let key = headers.get("idempotency-key").map(|value| value.to_str()).transpose().map_err(unreadable)?;
    let order = request.understand(&student, key)?;
    let booking = run(&ctx, &student, &order).await?;
    Ok(Json(BookedWithCredits { success: true, booking: BookingView::of_student(&booking, ctx.now()) }))
}

async fn run(ctx: &Ctx, student: &Student, order: &Order) -> ApiResult<Booking> {
    let offering =
        availabilities::find_offering(ctx.store.read(), student.teacher_id).await?.ok_or(ErrorCode::InvalidSlot)?;
    let booking_id = BookingId(ctx.new_id());
    let write = async |own_hold: Option<Timestamp>| {
        let write = async |tx: Transaction| {
            let id = in_transaction(&tx, ctx, student, order, booking_id, own_hold).await?;
            Ok::<_, ApiError>(id)
        };
        ctx.store.transaction(write).await
    };
    let attempt = match check_offer(ctx, &offering, order.wanted, Some(order.shown_start)).await {
        Ok(offer) => match write(None).await {
            // What stands there may be a hold that has run out, or the student's own, who pays with credits after all.
            Err(refusal) if may_be_held(&refusal) => {
                match make_way(ctx, student.person.id, student.teacher_id, offer.start).await? {
                    true => write(Some(offer.start)).await,
                    false => Err(refusal),
                }
            }
            other => other,
        },
        Err(refusal) => Err(refusal),
    };
    match attempt {
        Ok(id) => {
            ctx.work_filed.notify_one();
            let booking = bookings::find_by_id(ctx.store.read(), id).await?;
            booking.ok_or_else(|| ApiError::internal("a booking vanished after commit"))
        }
        Err(refusal) => earlier_or_refused(ctx, student, &offering, order, refusal).await,
    }
}

async fn in_transaction(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    order: &Order,
    booking_id: BookingId,
    own_hold: Option<Timestamp>,
) -> ApiResult<BookingId> {
    let now = ctx.now();
    if let Some((key, hash)) = &order.key {
        match idempotency::claim(tx, student.person.id, key, hash, booking_id, now).await? {
            Claim::Fresh => {}
            Claim::Repeated(earlier) => return Ok(earlier),
            Claim::Mismatch => return Err(ErrorCode::IdempotencyMismatch.into()),
        }
    }
    if let Some(start) = own_hold {
        let_own_go(tx, student.person.id, start, now).await?;
    }
    let (people, wanted) = ((student.person.id, student.teacher_id), (order.wanted, order.shown_start));
    let lots = async { Ok(credits::list_open(tx, student.person.id, student.teacher_id).await?) };
    let (slot, lots) = try_join!(take_place(tx, ctx, people, wanted, now), lots)?;
    if order.shown_cost.is_some_and(|shown| shown != slot.credit_cost) {
        return Err(BookingError::CostMismatch.into());
    }
    let rules: Vec<_> = lots.iter().map(|stored| (stored.price_per_class.currency, stored.lot)).collect();
    let spends = spend_in_one_currency(&rules, slot.credit_cost, now)?;
    let mut posting =
        ledger::Posting::new(LedgerTxId(ctx.new_id()), ledger::Kind::CreditsSpent, now).booking(booking_id);
    for part in &spends {
        let lot = (student.person.id, part.lot);
        let spent = (ledger::Account::CreditsSpent, Some(student.teacher_id));
        let bought_for = price_of(&lots, part.lot).times(part.count).ok_or_else(too_much)?;
        posting = posting.credits(lot, spent, -i64::from(part.count)).lot_money(lot.0, lot.1, bought_for);
    }
    let worth = worth(spends.iter().map(|part| (part.count, price_of(&lots, part.lot))))
        .ok_or_else(|| ApiError::internal("credits of different currencies cannot pay one class"))?;
    let owed = worth.checked_neg().ok_or_else(too_much)?;
    posting = posting.money(ledger::Account::UnearnedClasses, Some(student.person.id), owed);
    let booking = new_booking(student, &slot, booking_id, worth, now);
    // Not together with the rows that follow: a constraint that refuses one of those would hide why an hour is taken.
    try_join!(take_hours(tx, student.person.id, &slot), take_credits(tx, &spends, now))?;
    try_join!(
        async { Ok(bookings::insert(tx, &booking).await?) },
        async { Ok(ledger::post(tx, &posting).await?) },
        follow_up(tx, ctx, student, order, booking_id, now),
    )?;
    Ok(booking_id)
}

async fn take_credits(tx: &Transaction, spends: &[Spend], now: Timestamp) -> ApiResult<()> {
    for part in spends {
        if !credits::take(tx, part.lot, part.count, now).await? {
            // Another request of this student emptied the lot since it was read: run again, another lot may do.
            return Err(StoreError::Serialization("a credit lot changed".to_owned()).into());
        }
    }
    Ok(())
}

fn too_much() -> ApiError {
    ApiError::internal("more money than there is")
}

fn price_of(lots: &[StoredLot], lot: LotId) -> Money {
    let stored = lots.iter().find(|stored| stored.lot.id == lot);
    stored.map_or(Money::new(0, Currency::Inr), |stored| stored.price_per_class)
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

/// Everything that follows a booking, in its own transaction: two mails, the audit line, the phone number.
async fn follow_up(
    tx: &Transaction,
    ctx: &Ctx,
    student: &Student,
    order: &Order,
    booking_id: BookingId,
    now: Timestamp,
) -> ApiResult<()> {
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingConfirmed { booking_id, audience }));
    let phone = order.phone.as_deref().filter(|_| order.phone != student.person.phone);
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
        detail: json!({ "teacherId": student.teacher_id, "startsAt": order.shown_start }),
    };
    try_join!(outbox::enqueue(tx, &jobs, now), contact, audit::record(tx, &entry))?;
    Ok(())
}

/// Turns a refusal into the earlier booking of the same class by the same student, or adds the fresh slots to it.
async fn earlier_or_refused(
    ctx: &Ctx,
    student: &Student,
    offering: &Offering,
    order: &Order,
    refusal: ApiError,
) -> ApiResult<Booking> {
    if refusal.code() == ErrorCode::IdempotencyMismatch {
        return Err(refusal);
    }
    let conn = ctx.store.read();
    let slot = match order.wanted {
        Wanted::Virtual(start) => slots::find_virtual(conn, offering.teacher_id, start).await?.map(|slot| slot.id),
        Wanted::Stored(id) => Some(id),
    };
    if let Some(slot) = slot
        && let Some(booking) = bookings::find_in_slot(conn, slot, student.person.id).await?
    {
        return Ok(booking);
    }
    if refusal.code().class() != ErrorClass::Conflict {
        return Err(refusal);
    }
    Err(explain(ctx, student.person.id, offering, order.wanted, refusal).await?)
}
