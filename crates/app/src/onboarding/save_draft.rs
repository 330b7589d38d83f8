//! `PUT /api/teacher-draft`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::onboarding::draft::{load, must_be_user};
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::TeacherStatus;
use tala_store::{Transaction, drafts};
use utoipa::ToSchema;

const LONGEST: usize = 60 * 1024;

const LAST_STEP: u32 = 4;

/// What the wizard has been told by now.
#[derive(Deserialize, ToSchema)]
pub(super) struct SaveDraftRequest {
    /// The client's own form, at most 60 KB.
    #[schema(value_type = Object)]
    draft: Map<String, Value>,
    /// The step that is open, 0 to 4.
    #[schema(maximum = 4)]
    step: u32,
    /// The version that was read.
    version: i64,
}

/// Where the draft stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveDraftReply {
    success: bool,
    version: i64,
    #[schema(value_type = String, format = DateTime)]
    updated_at: Timestamp,
}

/// Saves the signed-in person's draft over the version that was read. Another tab's save in between is told, with what it
/// has saved.
#[utoipa::path(put, path = "/api/onboard/teacher/draft", tag = "onboarding", request_body = SaveDraftRequest,
    responses((status = 200, body = SaveDraftReply), (status = "4XX", body = Problem)))]
pub(super) async fn save_draft(
    State(ctx): State<Ctx>,
    known: CurrentUser,
    Body(request): Body<SaveDraftRequest>,
) -> AppResult<Json<SaveDraftReply>> {
    must_be_user(&known)?;
    if known.person.teacher_status == Some(TeacherStatus::Pending) {
        return Err(ErrorCode::ApplicationPending.into());
    }
    if request.step > LAST_STEP || request.version < 0 {
        return Err(FieldErrors::one("step", "Please give a step from 0 to 4").into());
    }
    let body = Value::Object(request.draft);
    if body.to_string().len() > LONGEST {
        return Err(ErrorCode::BodyTooLarge.into());
    }
    let now = ctx.now();
    let write = async |tx: Transaction| {
        let saved = drafts::save(&tx, known.person.id, &body, request.step, request.version, now).await?;
        Ok::<_, AppError>(saved)
    };
    if ctx.store.transaction(write).await? {
        return Ok(Json(SaveDraftReply { success: true, version: request.version.saturating_add(1), updated_at: now }));
    }
    let current = load(&ctx, &known).await?;
    let conflict = AppError::new(ErrorCode::VersionConflict);
    Err(conflict.with("draft", current.draft).with("step", current.step).with("version", current.version))
}
