//! `GET /api/admin/bookings/{id}`.

use crate::admin::access::Admin;
use crate::admin::bookings::details::{AdminBookingDetails, load_details};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use axum::extract::State;
use tala_domain::ids::BookingId;

/// Returns a booking with its mails and history.
#[utoipa::path(get, path = "/api/admin/bookings/{id}", tag = "admin-bookings", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = AdminBookingDetails)))]
pub(super) async fn admin_get_booking(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<BookingId>,
) -> AppResult<Json<AdminBookingDetails>> {
    Ok(Json(load_details(&ctx, id).await?))
}
