//! `POST /api/teacher/{id}/classes`: publishes a class (D10, D11).

use axum::extract::State;
use serde_json::json;
use tala_domain::booking::{PublishedClass, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AuditId, PersonId, SlotId};
use tala_store::slots::{self, Slot};
use tala_store::{Transaction, audit};

use super::view::{ClassInput, ClassReply, PublishedView};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath, Teacher};
use crate::json::Json;
use crate::seats::free_hour;

/// Publishes a class of the signed-in teacher for one date and time.
#[utoipa::path(post, path = "/api/teacher/{id}/classes", tag = "classes", request_body = ClassInput,
    params(("id" = String, Path, description = "The teacher")),
    responses((status = 200, body = ClassReply), (status = "4XX", body = Problem)))]
pub(super) async fn publish_class(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<ClassInput>,
) -> ApiResult<Json<ClassReply>> {
    teacher.must_be(id)?;
    let class = PublishedClass::parse(&request.into(), ctx.now())?;
    let slot = Slot {
        id: SlotId(ctx.new_id()),
        teacher_id: id,
        starts_at: class.starts_at,
        kind: SlotKind::Regular,
        class_type: class.class_type,
        capacity: class.capacity,
        seats_taken: 0,
        credit_cost: class.credit_cost,
    };
    free_hour(&ctx, id, class.starts_at).await?;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if !slots::insert_regular(&tx, &slot, now).await? {
            return Err(ErrorCode::TeacherBusy.into());
        }
        let entry = audit::Entry {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(id),
            action: "class_published",
            subject: Some(slot.id.0),
            detail: json!({ "startsAt": slot.starts_at, "type": slot.class_type.as_str(), "capacity": slot.capacity }),
        };
        audit::record(&tx, &entry).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(ClassReply { success: true, published: PublishedView::of(&slot, &[]) }))
}
