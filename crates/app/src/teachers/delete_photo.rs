//! `DELETE /api/teacher/photo`.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::AuditId;
use tala_store::{Transaction, audit, teachers};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::services::current_user::Teacher;

/// The photo was deleted.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletePhotoReply {
    success: bool,
}

/// Deletes the signed-in teacher's portrait. Has no effect if there is none.
#[utoipa::path(delete, path = "/api/teacher/photo", tag = "teachers",
    responses((status = 200, body = DeletePhotoReply)))]
pub(super) async fn delete_photo(State(ctx): State<Ctx>, teacher: Teacher) -> AppResult<Json<DeletePhotoReply>> {
    let id = teacher.id();
    let write = async |tx: Transaction| {
        if teachers::delete_photo(&tx, id).await? {
            let entry = audit::NewEvent {
                id: AuditId(ctx.new_id()),
                at: ctx.now(),
                actor: Some(id.into()),
                action: AuditAction::ProfileSaved,
                subject: Some(id.0),
                detail: json!({ "photo": null }),
            };
            audit::insert(&tx, &entry).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(DeletePhotoReply { success: true }))
}
