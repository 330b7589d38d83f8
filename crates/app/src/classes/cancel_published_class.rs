//! `POST /api/teacher/{id}/classes/{slotId}/cancel`: cancels a published class for all its students (D24).

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
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
use crate::services::cancellation::{CancelRequest, Cancellation, cancel_booking};
use crate::services::current_user::Teacher;
use crate::services::holds::end_order_of_cancelled_class;

/// More than the capacity of any class.
const MAX_STUDENTS: u32 = 100;

/// The result of cancelling a published class.
#[derive(Serialize, ToSchema)]
pub(super) struct CancelPublishedClassReply {
    success: bool,
    /// The number of cancelled bookings.
    cancelled: u32,
}

/// Cancels a published class.
///
/// Its students are notified and get their money or credits back. The class can no longer be booked.
#[utoipa::path(post, path = "/api/teacher/{id}/classes/{slotId}/cancel", tag = "classes",
    params(("id" = String, Path, description = "The teacher"), ("slotId" = String, Path, description = "The class")),
    request_body = Option<CancelRequest>,
    responses((status = 200, body = CancelPublishedClassReply)))]
pub(super) async fn cancel_published_class(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    path: ClassPath,
    request: Option<Body<CancelRequest>>,
) -> AppResult<Json<CancelPublishedClassReply>> {
    teacher.require_self(path.teacher)?;
    let reason = request.as_ref().and_then(|Body(request)| request.reason.as_deref());
    let cancellation = Cancellation::parse(CancelledBy::Teacher, reason)?;
    let write = async |tx: Transaction| {
        let cancelled = cancel_class(&tx, &ctx, &path, &cancellation).await?;
        Ok::<_, AppError>(cancelled)
    };
    let cancelled = ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(CancelPublishedClassReply { success: true, cancelled }))
}

/// Cancels a class that has not started, with its bookings and held seats. Returns the number of bookings.
pub(super) async fn cancel_class(
    tx: &Transaction,
    ctx: &Ctx,
    path: &ClassPath,
    cancellation: &Cancellation,
) -> AppResult<u32> {
    let now = ctx.now();
    // Without the lock, each booking during the cancellation would make it start again.
    let slot = slots::lock_for_update(tx, path.slot).await?;
    let slot = slot.filter(|slot| slot.teacher_id == path.teacher && slot.kind == SlotKind::Regular);
    let slot = slot.ok_or(ErrorCode::NotFound)?;
    if slot.starts_at <= now {
        return Err(ErrorCode::NotCancellable.into());
    }
    for order in orders::list_holds_by_slot(tx, path.slot).await? {
        end_order_of_cancelled_class(tx, &order, now).await?;
    }
    let end = tala_domain::time::class_end(slot.starts_at);
    let mut cancelled: u32 = 0;
    for booking in
        bookings::list_between(tx, path.teacher, Some(SlotKind::Regular), (slot.starts_at, end), MAX_STUDENTS).await?
    {
        if booking.slot_id == path.slot {
            cancel_booking(tx, ctx, Actor::Person(path.teacher.into()), booking.id, cancellation).await?;
            cancelled = cancelled.saturating_add(1);
        }
    }
    if !slots::cancel_published(tx, path.slot, path.teacher, now).await? {
        return Err(StoreError::Serialization("class was booked concurrently".to_owned()).into());
    }
    let entry = audit::NewEvent {
        id: AuditId(ctx.new_id()),
        at: now,
        actor: Some(path.teacher.into()),
        action: AuditAction::ClassCancelled,
        subject: Some(path.slot.0),
        detail: json!({ "startsAt": slot.starts_at, "students": cancelled }),
    };
    audit::insert(tx, &entry).await?;
    Ok(cancelled)
}
