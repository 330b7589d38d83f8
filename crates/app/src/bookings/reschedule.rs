//! `POST /api/bookings/{id}/reschedule`: the student moves a class to another free slot of the same teacher and cost, until
//! 12 hours before (D24). What was paid moves along.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::BookingStatus;
use tala_domain::booking::policy::may_reschedule;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::current_user::Student;
use crate::services::rescheduling::{RescheduleError, reschedule_booking};
use crate::services::seats::SlotSelector;
use crate::views::booking::Booking;
use crate::views::problem::BookingProblem;
use crate::views::problem::Problem;

/// Where the class shall go.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RescheduleRequest {
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
pub(super) struct RescheduleReply {
    success: bool,
    booking: Booking,
}

/// Moves a class. A refusal with 409 carries the fresh `slots`.
#[utoipa::path(post, path = "/api/bookings/{id}/reschedule", tag = "bookings", request_body = RescheduleRequest,
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = RescheduleReply), (status = 409, body = BookingProblem), (status = "4XX", body = Problem)))]
pub(super) async fn reschedule(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<RescheduleRequest>,
) -> AppResult<Json<RescheduleReply>> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    let booking = booking.filter(|booking| booking.student.id == student.person.id).ok_or(ErrorCode::NotFound)?;
    // The booking's teacher, even if the student has another one by now.
    let wanted = SlotSelector::parse(&request.slot_id, booking.teacher.id)?;
    let actor = Actor::Person(student.person.id);
    reschedule_booking(&ctx, actor, &booking, (wanted, request.date_time), check_reschedulable).await?;
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(RescheduleReply { success: true, booking: Booking::of_student(&booking, ctx.now()) }))
}

fn check_reschedulable(booking: &bookings::Booking, now: Timestamp) -> Result<(), RescheduleError> {
    if booking.status(now) != BookingStatus::Confirmed || booking.starts_at <= now {
        return Err(RescheduleError::NotActive);
    }
    if may_reschedule(booking.starts_at, now) { Ok(()) } else { Err(RescheduleError::TooLate) }
}
