//! `POST /api/guardian-invitations`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::view::GuardianInvitation;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::services::guardians;

/// Whom to invite.
#[derive(Deserialize, ToSchema)]
pub(super) struct InviteGuardianRequest {
    /// The email address of the parent or guardian.
    #[serde(default)]
    email: String,
}

/// The invitation is on its way.
#[derive(Serialize, ToSchema)]
pub(super) struct GuardianInvited {
    success: bool,
    invitation: GuardianInvitation,
}

/// Emails an invitation to become a guardian of the student. It is valid for 14 days.
///
/// A student has at most two guardians, open invitations included. An adult without guardians cannot invite one.
#[utoipa::path(post, path = "/api/guardian-invitations", tag = "learners", request_body = InviteGuardianRequest,
    responses((status = 200, body = GuardianInvited)))]
pub(super) async fn invite_guardian(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<InviteGuardianRequest>,
) -> AppResult<Json<GuardianInvited>> {
    let invitation = guardians::invite(&ctx, &student, &request.email).await?;
    Ok(Json(GuardianInvited { success: true, invitation: invitation.into() }))
}
