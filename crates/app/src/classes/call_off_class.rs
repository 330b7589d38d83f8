//! `POST /api/teacher/{id}/classes/{slotId}/cancel`: calls a published class off for everybody (D24).

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use tala_domain::booking::SlotKind;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::ErrorCode;
use tala_domain::ids::AuditId;
use tala_store::slots;
use tala_store::{StoreError, Transaction, audit, bookings, orders};
use utoipa::ToSchema;

use crate::classes::view::ClassPath;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::cancellation::{CancelRequest, Cancellation, call_off};
use crate::services::current_user::Teacher;
use crate::services::seats::release_reservation;
use crate::views::problem::Problem;

/// As many as a class can have.
const MOST_STUDENTS: u32 = 100;

/// What was called off.
#[derive(Serialize, ToSchema)]
pub(super) struct CallOffClassReply {
    success: bool,
    /// How many students have been told, and get everything back.
    cancelled: u32,
}

/// Calls a published class off: its students are told and get everything back, and nobody can book it any more.
#[utoipa::path(post, path = "/api/teacher/{id}/classes/{slotId}/cancel", tag = "classes",
    params(("id" = String, Path, description = "The teacher"), ("slotId" = String, Path, description = "The class")),
    request_body = Option<CancelRequest>,
    responses((status = 200, body = CallOffClassReply), (status = "4XX", body = Problem)))]
pub(super) async fn call_off_class(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    path: ClassPath,
    request: Option<Body<CancelRequest>>,
) -> AppResult<Json<CallOffClassReply>> {
    teacher.require_self(path.teacher)?;
    let reason = request.as_ref().and_then(|Body(request)| request.reason.as_deref());
    let cancellation = Cancellation::parse(CancelledBy::Teacher, reason)?;
    let write = async |tx: Transaction| {
        let cancelled = in_transaction(&tx, &ctx, &path, &cancellation).await?;
        Ok::<_, AppError>(cancelled)
    };
    let cancelled = ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(Json(CallOffClassReply { success: true, cancelled }))
}

async fn in_transaction(tx: &Transaction, ctx: &Ctx, path: &ClassPath, cancellation: &Cancellation) -> AppResult<u32> {
    let now = ctx.now();
    let slot = slots::find_by_id(tx, path.slot).await?;
    let slot = slot.filter(|slot| slot.teacher_id == path.teacher && slot.kind == SlotKind::Regular);
    let slot = slot.ok_or(ErrorCode::NotFound)?;
    if slot.starts_at <= now {
        return Err(ErrorCode::NotCancellable.into());
    }
    // Money for a purchase that lost its seat here goes back when it arrives.
    for order in orders::list_holds_of(tx, path.slot).await? {
        release_reservation(tx, &order).await?;
    }
    let end = tala_domain::time::class_end(slot.starts_at);
    let mut cancelled: u32 = 0;
    for booking in
        bookings::list_between(tx, path.teacher, Some(SlotKind::Regular), (slot.starts_at, end), MOST_STUDENTS).await?
    {
        if booking.slot_id == path.slot {
            call_off(tx, ctx, Actor::Person(path.teacher), booking.id, cancellation).await?;
            cancelled = cancelled.saturating_add(1);
        }
    }
    if !slots::cancel_published(tx, path.slot, path.teacher, now).await? {
        return Err(StoreError::Serialization("somebody has just booked".to_owned()).into());
    }
    let entry = audit::Entry {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(path.teacher),
        action: "class_called_off",
        subject: Some(path.slot.0),
        detail: json!({ "startsAt": slot.starts_at, "students": cancelled }),
    };
    audit::record(tx, &entry).await?;
    Ok(cancelled)
}
