//! `POST /api/guardian-invitations/accept`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::{guardians, terms};
use crate::views::learner::Learner;

/// The invitation to accept.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AcceptGuardianInvitationRequest {
    /// The token in the fragment of the link that was mailed.
    #[serde(default)]
    token: String,
    /// The declaration to be 18 or older and the learner's parent or legal guardian. Must be true.
    #[serde(default)]
    is_guardian: bool,
    /// The version of the terms that the person accepts, which must be the current one. Without it, the person is asked at
    /// the next sign-in.
    #[serde(default)]
    accepted_terms: Option<String>,
}

/// The signed-in person is a guardian of the learner.
#[derive(Serialize, ToSchema)]
pub(super) struct GuardianInvitationAccepted {
    success: bool,
    learner: Learner,
}

/// Makes the signed-in person a guardian of the learner of an invitation.
#[utoipa::path(post, path = "/api/guardian-invitations/accept", tag = "learners",
    request_body = AcceptGuardianInvitationRequest, responses((status = 200, body = GuardianInvitationAccepted)))]
pub(super) async fn accept_guardian_invitation(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<AcceptGuardianInvitationRequest>,
) -> AppResult<Json<GuardianInvitationAccepted>> {
    guardians::require_declaration(request.is_guardian)?;
    if let Some(version) = &request.accepted_terms {
        terms::require_current_version(version, "acceptedTerms")?;
    }
    let accepts_terms = request.accepted_terms.is_some();
    let id = guardians::accept(&ctx, &user.person, &request.token, accepts_terms).await?.to_string();
    let learners = Learner::list(&ctx, user.person.id).await?;
    let learner = learners.into_iter().find(|learner| learner.id == id).ok_or(ErrorCode::LearnerNotFound)?;
    Ok(Json(GuardianInvitationAccepted { success: true, learner }))
}
