//! `GET /api/teacher-draft`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::onboarding::draft::{TeacherDraft, load, must_be_user};
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use axum::extract::State;

/// The draft of the signed-in person. After a rejection it is what was sent, so that nothing has to be typed again.
#[utoipa::path(get, path = "/api/onboard/teacher/draft", tag = "onboarding",
    responses((status = 200, body = TeacherDraft), (status = "4XX", body = Problem)))]
pub(super) async fn get_draft(State(ctx): State<Ctx>, known: CurrentUser) -> AppResult<Json<TeacherDraft>> {
    must_be_user(&known)?;
    Ok(Json(load(&ctx, &known).await?))
}
