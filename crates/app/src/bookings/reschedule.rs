//! `POST /api/bookings/{id}/reschedule`: the student moves a class to another free slot of the same teacher and cost, until
//! 12 hours before (D24). What was paid moves along.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::BookingStatus;
use tala_domain::booking::policy::may_reschedule;
use tala_domain::error::{ErrorClass, ErrorCode};
use tala_domain::ids::BookingId;
use tala_store::availabilities;
use tala_store::bookings::{self, Booking};
use utoipa::ToSchema;

use crate::acts::Actor;
use crate::context::Ctx;
use crate::error::{ApiResult, Problem};
use crate::extract::{Body, IdPath, Student};
use crate::json::Json;
use crate::moving::move_booking;
use crate::seats::{Wanted, check_offer, explain};
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
        move_booking(&ctx, Actor::Person(student.person.id), &booking, offer, check_movable).await
    };
    if let Err(refusal) = Box::pin(attempt).await {
        if refusal.code().class() != ErrorClass::Conflict {
            return Err(refusal);
        }
        return Err(explain(&ctx, student.person.id, &offering, wanted, refusal).await?);
    }
    ctx.work_filed.notify_one();
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(Rescheduled { success: true, booking: BookingView::of_student(&booking, ctx.now()) }))
}

fn check_movable(booking: &Booking, now: Timestamp) -> ApiResult<()> {
    if booking.status(now) != BookingStatus::Confirmed || booking.starts_at <= now {
        return Err(ErrorCode::NotCancellable.into());
    }
    if may_reschedule(booking.starts_at, now) { Ok(()) } else { Err(ErrorCode::TooLateToReschedule.into()) }
}
