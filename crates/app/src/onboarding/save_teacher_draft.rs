//! `PUT /api/onboard/teacher/draft`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::onboarding::draft::{load_draft, require_user_role};
use crate::services::current_user::CurrentUser;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::TeacherStatus;
use tala_store::{Transaction, application_drafts};
use utoipa::ToSchema;

const MAX_DRAFT_BYTES: usize = 60 * 1024;
const LAST_STEP: u32 = 4;

/// A draft to save.
#[derive(Deserialize, ToSchema)]
pub(super) struct SaveDraftRequest {
    /// The client's form data, at most 60 KB.
    #[schema(value_type = Object)]
    draft: Map<String, Value>,
    /// The open step of the form, 0 to 4.
    #[schema(maximum = 4)]
    step: u32,
    /// The version that the client read.
    version: i64,
}

/// The saved draft's version.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveDraftReply {
    success: bool,
    version: i64,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

/// Saves the draft of the signed-in person's teacher application.
///
/// If another client has saved since, the 409 `version_conflict` carries the stored `draft`, `step` and `version`.
#[utoipa::path(put, path = "/api/onboard/teacher/draft", tag = "onboarding", request_body = SaveDraftRequest,
    responses((status = 200, body = SaveDraftReply)))]
pub(super) async fn save_teacher_draft(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<SaveDraftRequest>,
) -> AppResult<Json<SaveDraftReply>> {
    require_user_role(&user)?;
    if user.person.teacher_status == Some(TeacherStatus::Pending) {
        return Err(ErrorCode::ApplicationPending.into());
    }
    if request.step > LAST_STEP || request.version < 0 {
        return Err(FieldErrors::one("step", "Please give a step from 0 to 4").into());
    }
    let body = Value::Object(request.draft);
    if body.to_string().len() > MAX_DRAFT_BYTES {
        return Err(ErrorCode::BodyTooLarge.into());
    }
    let now = ctx.now();
    let write = async |tx: Transaction| {
        let saved = application_drafts::save(&tx, user.person.id, &body, request.step, request.version, now).await?;
        Ok::<_, AppError>(saved)
    };
    if ctx.store.transaction(write).await? {
        return Ok(Json(SaveDraftReply { success: true, version: request.version.saturating_add(1), updated_at: now }));
    }
    let current = load_draft(&ctx, &user).await?;
    let conflict = AppError::new(ErrorCode::VersionConflict);
    Err(conflict
        .with_extension("draft", current.draft)
        .with_extension("step", current.step)
        .with_extension("version", current.version))
}
