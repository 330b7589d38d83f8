//! `POST /api/admin/bookings/{id}/reschedule`.

use crate::admin::access::Admin;
use crate::admin::bookings::details::{AdminBookingDetails, load_details};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::rescheduling::{RescheduleError, reschedule_booking};
use crate::services::seats::SlotSelector;
use crate::views::problem::BookingProblem;
use axum::extract::State;
use jiff::Timestamp;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use tala_domain::booking::BookingStatus;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::bookings::{self, Booking};
use tala_store::slots;
use utoipa::ToSchema;

/// The new start of a booking.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminRescheduleRequest {
    /// An available start of the teacher.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Reschedules a booking whose class has not started to another available start of the same teacher with the same credit
/// cost. The deadline for students does not apply. If the slot is not available, the 409 reply contains the current `slots`.
#[utoipa::path(post, path = "/api/admin/bookings/{id}/reschedule", tag = "admin-bookings", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = AdminRescheduleRequest,
    responses((status = 200, body = AdminBookingDetails), (status = 409, body = BookingProblem)))]
pub(super) async fn admin_reschedule_booking(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<AdminRescheduleRequest>,
) -> AppResult<Json<AdminBookingDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::Bookings, &request.reason)?;
    let conn = ctx.store.read();
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let teacher = booking.teacher.id;
    let wanted = match slots::find_regular(conn, teacher, request.date_time).await? {
        Some(slot) => SlotSelector::Stored(slot.id),
        None => SlotSelector::Virtual(request.date_time),
    };
    let actor = Actor::Admin(&actor);
    reschedule_booking(&ctx, actor, &booking, wanted, request.date_time, check_reschedulable).await?;
    Ok(Json(load_details(&ctx, id).await?))
}

fn check_reschedulable(booking: &Booking, now: Timestamp) -> Result<(), RescheduleError> {
    if booking.status(now) == BookingStatus::Confirmed && booking.starts_at > now {
        Ok(())
    } else {
        Err(RescheduleError::NotActive)
    }
}
