//! `DELETE /api/learners/{id}`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::PersonId;
use tala_store::people;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::privacy;

/// The confirmation of a deletion.
#[derive(Deserialize, ToSchema)]
pub(super) struct DeleteLearnerRequest {
    /// The learner's name. Case and surrounding spaces are ignored.
    #[serde(default)]
    name: String,
}

/// The learner is no longer in the account.
#[derive(Serialize, ToSchema)]
pub(super) struct LearnerDeleted {
    success: bool,
}

/// Removes a learner from the signed-in guardian's account.
///
/// If there is another guardian, the learner stays in their account. Otherwise the learner's data is deleted; then it
/// returns `open_obligations` with the reasons while classes, orders, refunds or credits are open.
#[utoipa::path(delete, path = "/api/learners/{id}", tag = "learners", request_body = DeleteLearnerRequest,
    params(("id" = String, Path, description = "The learner")), responses((status = 200, body = LearnerDeleted)))]
pub(super) async fn delete_learner(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    IdPath(id): IdPath<PersonId>,
    Body(request): Body<DeleteLearnerRequest>,
) -> AppResult<Json<LearnerDeleted>> {
    let learner = people::find_learner(ctx.store.read(), user.person.id, id, ctx.now()).await?;
    let learner = learner.ok_or(ErrorCode::LearnerNotFound)?;
    if request.name.trim().to_lowercase() != learner.name.trim().to_lowercase() {
        return Err(FieldErrors::one("name", "Please enter the child's name as it is shown").into());
    }
    privacy::remove_learner(&ctx, user.person.id, id).await?;
    Ok(Json(LearnerDeleted { success: true }))
}
