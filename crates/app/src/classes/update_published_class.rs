//! `PUT /api/teacher/{id}/classes/{slotId}`: changes a published class (D10).

use axum::extract::State;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::{self, ClassText, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::AuditId;
use tala_store::slots::{self, ClassChange, ClassChangeOutcome, Slot};
use tala_store::{Transaction, audit, bookings};

use crate::classes::view::{ClassPath, PublishClassRequest, PublishedClass, PublishedClassReply, both};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::services::holds::release_expired_holds;

/// Changes the time, the capacity, the cost or the texts of a published class.
///
/// Time and cost cannot change once a student has a seat. If the class differs from `expected`, the 409 `version_conflict`
/// carries the current `class`.
#[utoipa::path(put, path = "/api/teacher/{id}/classes/{slotId}", tag = "classes", request_body = PublishClassRequest,
    params(("id" = String, Path, description = "The teacher"), ("slotId" = String, Path, description = "The class")),
    responses((status = 200, body = PublishedClassReply)))]
pub(super) async fn update_published_class(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    path: ClassPath,
    Body(request): Body<PublishClassRequest>,
) -> AppResult<Json<PublishedClassReply>> {
    teacher.require_self(path.teacher)?;
    let now = ctx.now();
    let found = slots::find_by_id(ctx.store.read(), path.slot).await?;
    let slot = found.filter(|slot| slot.teacher_id == path.teacher && slot.kind == SlotKind::Regular);
    let slot = slot.ok_or(ErrorCode::NotFound)?;
    if slot.starts_at <= now {
        return Err(ErrorCode::NotCancellable.into());
    }
    if request.expected.is_some_and(|expected| !expected.matches(&slot)) {
        return Err(version_conflict(&ctx, &slot).await?);
    }
    let before = booking::PublishedClass {
        starts_at: slot.starts_at,
        class_type: slot.class_type,
        capacity: slot.capacity,
        credit_cost: slot.credit_cost,
    };
    let raw = request.into();
    let (after, text) = both(before.edit(&raw, now), ClassText::parse(&raw, &slot.text))?;
    // Expired holds of virtual slots must not make the teacher busy at the old or the new time.
    release_expired_holds(&ctx, path.teacher, None, slot.starts_at).await?;
    release_expired_holds(&ctx, path.teacher, None, after.starts_at).await?;
    let change =
        ClassChange { starts_at: after.starts_at, capacity: after.capacity, credit_cost: after.credit_cost, text };
    let write = async |tx: Transaction| {
        let changed = match slots::change_published(&tx, &slot, &change).await? {
            ClassChangeOutcome::Done(slot) => slot,
            ClassChangeOutcome::HasStudents => return Err(ErrorCode::ClassHasStudents.into()),
            ClassChangeOutcome::Busy => return Err(ErrorCode::TeacherBusy.into()),
            ClassChangeOutcome::Stale => return Err(ErrorCode::VersionConflict.into()),
        };
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: ctx.now(),
            actor: Some(path.teacher.into()),
            action: AuditAction::ClassChanged,
            subject: Some(path.slot.0),
            detail: json!({
                "from": { "startsAt": before.starts_at, "capacity": before.capacity, "cost": before.credit_cost },
                "to": { "startsAt": after.starts_at, "capacity": after.capacity, "cost": after.credit_cost },
            }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(changed)
    };
    let slot = ctx.store.transaction(write).await?;
    Ok(Json(PublishedClassReply { success: true, published: view(&ctx, &slot).await? }))
}

async fn view(ctx: &Ctx, slot: &Slot) -> AppResult<PublishedClass> {
    let end = tala_domain::time::class_end(slot.starts_at);
    let booked =
        bookings::list_between(ctx.store.read(), slot.teacher_id, Some(SlotKind::Regular), (slot.starts_at, end), 100)
            .await?;
    Ok(PublishedClass::of(slot, &booked))
}

async fn version_conflict(ctx: &Ctx, slot: &Slot) -> AppResult<AppError> {
    Ok(AppError::new(ErrorCode::VersionConflict).with_extension("class", view(ctx, slot).await?))
}
