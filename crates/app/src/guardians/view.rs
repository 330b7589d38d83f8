//! An open invitation as a guardian of the learner sees it.

use jiff::Timestamp;
use serde::Serialize;
use tala_store::guardian_invitations;
use utoipa::ToSchema;

/// An invitation to become a guardian that was not accepted yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuardianInvitation {
    #[serde(rename = "_id")]
    id: String,
    /// The address to which it was sent.
    email: String,
    #[schema(value_type = String, format = DateTime)]
    sent_at: Timestamp,
    /// It can be accepted before this instant.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

impl From<guardian_invitations::GuardianInvitation> for GuardianInvitation {
    fn from(invitation: guardian_invitations::GuardianInvitation) -> Self {
        Self {
            id: invitation.id.to_string(),
            email: invitation.email,
            sent_at: invitation.created_at,
            expires_at: invitation.expires_at,
        }
    }
}
