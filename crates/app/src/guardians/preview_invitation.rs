//! `POST /api/guardian-invitations/preview`.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::guardians;

/// The invitation to show.
#[derive(Deserialize, ToSchema)]
pub(super) struct GuardianInvitationPreviewRequest {
    /// The token in the fragment of the link that was mailed.
    #[serde(default)]
    token: String,
}

/// An invitation to become a guardian, as its recipient sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuardianInvitationPreview {
    success: bool,
    /// The name of the learner.
    learner_name: String,
    /// The name of who sent it.
    invited_by: String,
    /// It can be accepted before this instant.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Returns the invitation with a token. It must have been sent to the address of the signed-in person.
#[utoipa::path(post, path = "/api/guardian-invitations/preview", tag = "learners",
    request_body = GuardianInvitationPreviewRequest, responses((status = 200, body = GuardianInvitationPreview)))]
pub(super) async fn preview_guardian_invitation(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<GuardianInvitationPreviewRequest>,
) -> AppResult<Json<GuardianInvitationPreview>> {
    let received = guardians::find_received(&ctx, &user.person, &request.token).await?;
    Ok(Json(GuardianInvitationPreview {
        success: true,
        learner_name: received.learner.name,
        invited_by: received.sender.name,
        expires_at: received.invitation.expires_at,
    }))
}
