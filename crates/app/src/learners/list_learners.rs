//! `GET /api/learners`.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::learner::Learner;

/// The learners of a guardian.
#[derive(Serialize, ToSchema)]
pub(super) struct Learners {
    success: bool,
    /// Oldest registration first; empty if the person has no learners.
    learners: Vec<Learner>,
}

/// Lists the learners whose guardian the signed-in person is.
#[utoipa::path(get, path = "/api/learners", tag = "learners", responses((status = 200, body = Learners)))]
pub(super) async fn list_learners(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<Json<Learners>> {
    let learners = Learner::list(&ctx, user.person.id).await?;
    Ok(Json(Learners { success: true, learners }))
}
