//! `POST /api/teacher/{id}/classes`: publishes a class (D10, D11).

use axum::extract::State;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::{self, ClassText, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, SlotId, TeacherId};
use tala_store::slots::{self, Slot};
use tala_store::{Transaction, audit};

use crate::classes::view::{PublishClassRequest, PublishedClass, PublishedClassReply, both};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::services::holds::release_expired_holds;

/// Publishes a class of the signed-in teacher for one date and time.
///
/// Returns `teacher_busy` if the class overlaps another one of the teacher.
#[utoipa::path(post, path = "/api/teacher/{id}/classes", tag = "classes", request_body = PublishClassRequest,
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = PublishedClassReply)))]
pub(super) async fn publish_class(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<TeacherId>,
    Body(request): Body<PublishClassRequest>,
) -> AppResult<Json<PublishedClassReply>> {
    teacher.require_self(id)?;
    let raw = request.into();
    let class = booking::PublishedClass::parse(&raw, ctx.now());
    let (class, text) = both(class, ClassText::parse(&raw, &ClassText::default()))?;
    let slot = Slot {
        id: SlotId(ctx.new_id()),
        teacher_id: id,
        starts_at: class.starts_at,
        kind: SlotKind::Regular,
        class_type: class.class_type,
        capacity: class.capacity,
        seats_taken: 0,
        credit_cost: class.credit_cost,
        text,
    };
    release_expired_holds(&ctx, id, None, class.starts_at).await?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if !slots::insert_regular(&tx, &slot, now).await? {
            return Err(ErrorCode::TeacherBusy.into());
        }
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(id.into()),
            action: AuditAction::ClassPublished,
            subject: Some(slot.id.0),
            detail: json!({ "startsAt": slot.starts_at, "type": slot.class_type.as_str(), "capacity": slot.capacity }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(PublishedClassReply { success: true, published: PublishedClass::of(&slot, &[]) }))
}
