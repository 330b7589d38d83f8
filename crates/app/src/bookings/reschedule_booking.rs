//! `POST /api/bookings/{id}/reschedule`: the student reschedules a booking to another available slot of the same teacher and
//! cost, until 12 hours before the class (D24).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::BookingStatus;
use tala_domain::booking::policy::can_reschedule;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::current_user::BookingStudent;
use crate::services::rescheduling::{self, RescheduleError};
use crate::services::seats::SlotSelector;
use crate::views::booking::Booking;
use crate::views::problem::BookingProblem;

/// The new slot.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RescheduleRequest {
    /// The new slot's `_id`.
    slot_id: String,
    /// The start of the new slot that the client displayed.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Ignored; the slot's `_id` determines it.
    #[serde(default)]
    #[expect(dead_code, reason = "the client sends it")]
    is_virtual_slot: Option<bool>,
}

/// The rescheduled booking.
#[derive(Serialize, ToSchema)]
pub(super) struct RescheduleReply {
    success: bool,
    booking: Booking,
}

/// Reschedules a booking to another slot.
///
/// If that is not possible, the 409 carries the available `slots`.
#[utoipa::path(post, path = "/api/bookings/{id}/reschedule", tag = "bookings", request_body = RescheduleRequest,
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = RescheduleReply), (status = 409, body = BookingProblem)))]
pub(super) async fn reschedule_booking(
    State(ctx): State<Ctx>,
    BookingStudent(student): BookingStudent,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<RescheduleRequest>,
) -> AppResult<Json<RescheduleReply>> {
    let booking = bookings::find_by_id(ctx.store.read(), id).await?;
    let booking = booking.filter(|booking| booking.student.id == student.id()).ok_or(ErrorCode::NotFound)?;
    // The booking's teacher may differ from the student's current one.
    let selector = SlotSelector::parse(&request.slot_id, booking.teacher.id)?;
    let actor = Actor::Person(student.account_holder().id);
    rescheduling::reschedule_booking(&ctx, actor, &booking, selector, request.date_time, check_reschedulable).await?;
    let booking = bookings::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(RescheduleReply { success: true, booking: Booking::for_student(&booking, ctx.now()) }))
}

fn check_reschedulable(booking: &bookings::Booking, now: Timestamp) -> Result<(), RescheduleError> {
    if booking.status(now) != BookingStatus::Confirmed || booking.starts_at <= now {
        return Err(RescheduleError::NotActive);
    }
    if can_reschedule(booking.starts_at, now) { Ok(()) } else { Err(RescheduleError::TooLate) }
}
