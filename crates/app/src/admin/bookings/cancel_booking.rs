//! `POST /api/admin/bookings/{id}/cancel`.

use crate::admin::access::Admin;
use crate::admin::bookings::details::{AdminBookingDetails, load_details};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::cancellation::{Cancellation, cancel_booking};
use axum::extract::State;
use tala_domain::admin::AdminArea;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::ids::BookingId;
use tala_store::Transaction;

/// Cancels a booking whose class has not started. The full payment is refunded or the credits restored, and the student and
/// the teacher are notified (D24).
#[utoipa::path(post, path = "/api/admin/bookings/{id}/cancel", tag = "admin-bookings", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The booking")), request_body = AdminReason,
    responses((status = 200, body = AdminBookingDetails)))]
pub(super) async fn admin_cancel_booking(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminBookingDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::Bookings, &request.reason)?;
    let write = async |tx: Transaction| {
        cancel_booking(&tx, &ctx, Actor::Admin(&actor), id, &Cancellation::without_reason(CancelledBy::Admin)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(load_details(&ctx, id).await?))
}
