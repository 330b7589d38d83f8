//! `POST /api/admin/bookings/{id}/cancel`.

use crate::admin::access::Admin;
use crate::admin::bookings::details::{AdminBookingDetails, load};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::cancellation::{Cancellation, call_off};
use crate::views::problem::Problem;
use axum::extract::State;
use tala_domain::admin::Area;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::ids::BookingId;
use tala_store::Transaction;

/// Calls a class off that has not begun: everything that was paid goes back, and both people are told (D24).
#[utoipa::path(post, path = "/api/admin/bookings/{id}/cancel", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = AdminReason,
    responses((status = 200, body = AdminBookingDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_cancel_booking(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminBookingDetails>> {
    let act = admin.may_because(Area::Bookings, &request.reason)?;
    let write = async |tx: Transaction| {
        call_off(&tx, &ctx, Actor::Admin(&act), id, &Cancellation::silent(CancelledBy::Admin)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(Json(load(&ctx, id).await?))
}
