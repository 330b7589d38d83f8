//! `DELETE /api/guardian-invitations/{id}`.

use axum::extract::State;
use serde::Serialize;
use tala_domain::ids::GuardianInvitationId;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::services::guardians;

/// The invitation was withdrawn.
#[derive(Serialize, ToSchema)]
pub(super) struct GuardianInvitationWithdrawn {
    success: bool,
}

/// Withdraws an open invitation to become a guardian of the student.
#[utoipa::path(delete, path = "/api/guardian-invitations/{id}", tag = "learners",
    params(("id" = String, Path, description = "The invitation")),
    responses((status = 200, body = GuardianInvitationWithdrawn)))]
pub(super) async fn withdraw_guardian_invitation(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<GuardianInvitationId>,
) -> AppResult<Json<GuardianInvitationWithdrawn>> {
    guardians::withdraw(&ctx, &student, id).await?;
    Ok(Json(GuardianInvitationWithdrawn { success: true }))
}
