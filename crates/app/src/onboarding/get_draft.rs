//! `GET /api/onboard/teacher/draft`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::onboarding::draft::{TeacherDraft, load_draft, require_user_role};
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;
use axum::extract::State;

/// Returns the draft of the signed-in person's teacher application.
///
/// After a rejection, the draft has the data of the rejected application.
#[utoipa::path(get, path = "/api/onboard/teacher/draft", tag = "onboarding",
    responses((status = 200, body = TeacherDraft), (status = "4XX", body = Problem)))]
pub(super) async fn get_draft(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<Json<TeacherDraft>> {
    require_user_role(&user)?;
    Ok(Json(load_draft(&ctx, &user).await?))
}
