//! `GET /api/admin/bookings/{id}/available-slots`.

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::slot_listing::list_available_slots;
use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::ids::BookingId;
use tala_store::{availabilities, bookings, slots};
use utoipa::ToSchema;

/// Start times to which a booking can be rescheduled.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminAvailableSlots {
    /// Soonest first.
    slots: Vec<AdminAvailableSlot>,
}

/// A start time with its class type: a seat of a group class may become a private class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminAvailableSlot {
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    #[schema(value_type = crate::views::class_type::ClassType)]
    class_type_key: String,
}

/// Lists the available start times of the booking's teacher with the same credit cost, except when the student has another
/// class.
#[utoipa::path(get, path = "/api/admin/bookings/{id}/available-slots", tag = "admin-bookings", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = AdminAvailableSlots)))]
pub(super) async fn admin_list_available_slots(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<BookingId>,
) -> AppResult<Json<AdminAvailableSlots>> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let slot = slots::find_by_id(conn, booking.slot_id).await?.ok_or(ErrorCode::NotFound)?;
    let offering =
        availabilities::find_by_approved_teacher(conn, booking.teacher.id).await?.ok_or(ErrorCode::InvalidSlot)?;
    let free =
        list_available_slots(&ctx.store, &offering, booking.student.id.into(), (now, Timestamp::MAX), now).await?;
    let slots = free.into_iter().filter(|free| free.credit_cost == slot.credit_cost);
    let slots = slots.map(|free| AdminAvailableSlot { date_time: free.date_time, class_type_key: free.class_type_key });
    Ok(Json(AdminAvailableSlots { slots: slots.collect() }))
}
