//! `GET /api/onboard/teacher/draft`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::onboarding::draft::{TeacherDraft, load_draft, require_user_role};
use crate::services::current_user::CurrentUser;
use axum::extract::State;

/// Returns the draft of the signed-in person's teacher application.
///
/// While an application waits for a decision, and after a rejection, the draft has its data.
#[utoipa::path(get, path = "/api/onboard/teacher/draft", tag = "onboarding",
    responses((status = 200, body = TeacherDraft)))]
pub(super) async fn get_teacher_draft(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<Json<TeacherDraft>> {
    require_user_role(&user)?;
    Ok(Json(load_draft(&ctx, &user).await?))
}
