//! `POST /api/bookings/{id}/reschedule`: the student moves a class to another free slot of the same teacher and cost, until
//! 12 hours before (D24). What was paid moves along.

use axum::Json;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::booking::policy::may_reschedule;
use tala_domain::booking::{BookingError, BookingStatus};
use tala_domain::error::{ErrorClass, ErrorCode};
use tala_domain::ids::{AuditId, BookingId, JobId};
use tala_domain::jobs::{Audience, Job};
use tala_domain::time::class_end;
use tala_store::bookings::{self, Booking};
use tala_store::slots::Slot;
use tala_store::{StoreError, WriteTx, audit, availabilities, outbox, slots};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath, Student};
use crate::offer::list_free_slots;
use crate::seats::{OnOffer, Wanted, check_offer, make_way, may_be_held, take_seat};
use crate::views::BookingView;

/// Where the class shall go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RescheduleRequest)]
pub(super) struct Reschedule {
    /// The new slot's `_id`.
    slot_id: String,
    /// When it starts, as shown.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Whether the slot is virtual; the slot's id says so itself.
    #[serde(default)]
    #[expect(dead_code, reason = "sent like in the other calls")]
    is_virtual_slot: Option<bool>,
}

/// The booking at its new time.
#[derive(Serialize, ToSchema)]
#[schema(as = RescheduleReply)]
pub(super) struct Rescheduled {
    success: bool,
    booking: BookingView,
}

/// Moves a class. A refusal with 409 carries the fresh `slots`.
#[utoipa::path(post, path = "/api/bookings/{id}/reschedule", tag = "bookings", request_body = Reschedule,
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = Rescheduled), (status = "4XX", body = Problem)))]
pub(super) async fn reschedule(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<Reschedule>,
) -> ApiResult<Json<Rescheduled>> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    let booking = booking.filter(|booking| booking.student.id == student.person.id).ok_or(ErrorCode::NotFound)?;
    // A class stays with its teacher, even when the student has another by now.
    let teacher = booking.teacher.id;
    let wanted = Wanted::parse(&request.slot_id, teacher)?;
    let offering = availabilities::find_offering(ctx.store.read(), teacher).await?.ok_or(ErrorCode::InvalidSlot)?;
    let attempt = async {
        check_movable(&booking, ctx.now())?;
        let offer = check_offer(&ctx, &offering, wanted, Some(request.date_time)).await?;
        run(&ctx, &student, &booking, offer).await
    };
    if let Err(refusal) = Box::pin(attempt).await {
        if refusal.code().class() != ErrorClass::Conflict {
            return Err(refusal);
        }
        let now = ctx.now();
        let fresh = list_free_slots(&ctx.store, &offering, student.person.id, (now, Timestamp::MAX), now).await?;
        return Err(refusal.with("slots", fresh));
    }
    ctx.work_filed.notify_one();
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(Rescheduled { success: true, booking: BookingView::of(&booking, ctx.now()) }))
}

fn check_movable(booking: &Booking, now: Timestamp) -> ApiResult<()> {
    if booking.status(now) != BookingStatus::Confirmed || booking.starts_at <= now {
        return Err(ErrorCode::NotCancellable.into());
    }
    if may_reschedule(booking.starts_at, now) { Ok(()) } else { Err(ErrorCode::TooLateToReschedule.into()) }
}

async fn run(ctx: &Ctx, student: &Student, booking: &Booking, offer: OnOffer) -> ApiResult<()> {
    let write = async |tx: WriteTx| {
        in_transaction(&tx, ctx, student, booking.id, offer).await?;
        Ok::<_, ApiError>((tx, ()))
    };
    match ctx.store.write(write).await {
        Err(refusal) if may_be_held(&refusal) => {
            if make_way(ctx, student.person.id, booking.teacher.id, offer.start).await? {
                ctx.store.write(write).await
            } else {
                Err(refusal)
            }
        }
        other => other,
    }
}

async fn in_transaction(tx: &WriteTx, ctx: &Ctx, student: &Student, id: BookingId, offer: OnOffer) -> ApiResult<()> {
    let now = ctx.now();
    let booking = bookings::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    check_movable(&booking, now)?;
    if booking.starts_at == offer.start {
        return Err(BookingError::SlotTaken.into());
    }
    let old = slots::find_by_id(tx, booking.slot_id).await?.ok_or(ErrorCode::NotCancellable)?;
    if old.credit_cost != offer.credit_cost {
        return Err(BookingError::CostMismatch.into());
    }
    // The old hour goes first: the new one may overlap it.
    slots::release_seat(tx, old.id, old.kind, booking.student.id, booking.teacher.id).await?;
    let new = take_seat(tx, ctx, (booking.student.id, booking.teacher.id), offer.wanted, now).await?;
    let hours = (new.starts_at, class_end(new.starts_at));
    if !bookings::move_to(tx, id, old.id, new.id, hours, now).await? {
        return Err(StoreError::Retry("the booking changed".to_owned()).into());
    }
    follow_up(tx, ctx, student, &booking, &new, now).await
}

async fn follow_up(
    tx: &WriteTx,
    ctx: &Ctx,
    student: &Student,
    booking: &Booking,
    new: &Slot,
    now: Timestamp,
) -> ApiResult<()> {
    let (booking_id, change_id) = (booking.id, ctx.new_id());
    let jobs = [Audience::Student, Audience::Teacher]
        .map(|audience| (JobId(ctx.new_id()), Job::BookingMoved { booking_id, audience, change_id }));
    outbox::enqueue(tx, &jobs, now).await?;
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(student.person.id),
        action: "booking_moved",
        subject: Some(booking_id.0),
        detail: json!({ "from": booking.starts_at, "to": new.starts_at }),
    };
    Ok(audit::record(tx, &entry).await?)
}
