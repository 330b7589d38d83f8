//! `POST /api/bookings/{id}/no-show`: marks or unmarks a no-show. The class remains completed (D15).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::{BookingStatus, check_no_show_window};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, BookingId};
use tala_store::{Transaction, audit, bookings};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::booking::Booking;

/// Whether the student missed the class.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NoShowRequest {
    /// True to mark a no-show, false to unmark it.
    no_show: bool,
}

/// The updated booking.
#[derive(Serialize, ToSchema)]
pub(super) struct NoShowReply {
    success: bool,
    booking: Booking,
}

/// Marks or unmarks a no-show.
///
/// Possible from the start of the class until seven days after it.
#[utoipa::path(post, path = "/api/bookings/{id}/no-show", tag = "teachers", request_body = NoShowRequest,
    params(("id" = String, Path, description = "The booking")),
    responses((status = 200, body = NoShowReply)))]
pub(super) async fn mark_no_show(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<BookingId>,
    Body(request): Body<NoShowRequest>,
) -> AppResult<Json<NoShowReply>> {
    let require_own = async |found: Option<bookings::Booking>| {
        found.filter(|booking| booking.teacher.id == teacher.id()).ok_or(ErrorCode::NotFound)
    };
    let booking = require_own(bookings::find_by_id(ctx.store.read(), id).await?).await?;
    let now = ctx.now();
    if booking.status(now) == BookingStatus::Cancelled {
        return Err(ErrorCode::NotCancellable.into());
    }
    check_no_show_window(booking.starts_at, now).map_err(|error| AppError::new(error.code()))?;
    let write = async |tx: Transaction| {
        if !bookings::mark_no_show(&tx, id, request.no_show, now).await? {
            return Err(ErrorCode::NotCancellable.into());
        }
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(teacher.id().into()),
            action: AuditAction::NoShowMarked,
            subject: Some(id.0),
            detail: json!({ "noShow": request.no_show }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let booking = require_own(bookings::find_by_id(ctx.store.read(), id).await?).await?;
    Ok(Json(NoShowReply { success: true, booking: Booking::of(&booking, ctx.now()) }))
}
