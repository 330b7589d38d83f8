//! `PUT /api/teacher/photo`: uploads the teacher's portrait.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use serde::Serialize;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::AuditId;
use tala_store::{Transaction, audit, teachers};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::services::photos::reencode_photo;
use crate::views::photo::photo_path;

/// The file to save.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
pub(super) struct PhotoFile(Bytes);

impl<S: Send + Sync> FromRequest<S> for PhotoFile {
    type Rejection = AppError;
    async fn from_request(request: Request, state: &S) -> Result<Self, AppError> {
        let bytes = Bytes::from_request(request, state).await;
        bytes.map(Self).map_err(|_| AppError::new(ErrorCode::BodyTooLarge))
    }
}

/// The saved photo.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SavePhotoReply {
    success: bool,
    /// The path of the photo on this server.
    photo_url: String,
}

/// Saves the signed-in teacher's portrait, which replaces the previous one.
///
/// The body is a JPEG, PNG or WebP file of at most 6 MiB. The server stores a JPEG of at most 800 × 800 pixels without
/// metadata.
#[utoipa::path(put, path = "/api/teacher/photo", tag = "teachers",
    request_body(content = PhotoFile, content_type = "application/octet-stream"),
    responses((status = 200, body = SavePhotoReply)))]
pub(super) async fn save_photo(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    PhotoFile(file): PhotoFile,
) -> AppResult<Json<SavePhotoReply>> {
    let jpeg = reencode_photo(file).await.map_err(|error| FieldErrors::one("photo", error.to_string()))?;
    let (id, photo_id, now) = (teacher.id(), ctx.new_id(), ctx.now());
    let write = async |tx: Transaction| {
        teachers::save_photo(&tx, id, photo_id, &jpeg, now).await?;
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(id.into()),
            action: AuditAction::ProfileSaved,
            subject: Some(id.0),
            detail: json!({ "photo": photo_id }),
        };
        audit::insert(&tx, &entry).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(SavePhotoReply { success: true, photo_url: photo_path(photo_id) }))
}
