//! The reply with an activation link.

use jiff::Timestamp;
use secrecy::ExposeSecret;
use serde::Serialize;
use utoipa::ToSchema;

use crate::services::admin_activation::ActivationLink;

/// The link with which a new administrator sets their password and authenticator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminActivationLink {
    success: bool,
    /// The address to pass on. It works once and cannot be shown again.
    activation_link: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

impl From<ActivationLink> for AdminActivationLink {
    fn from(link: ActivationLink) -> Self {
        Self { success: true, activation_link: link.url.expose_secret().to_owned(), expires_at: link.expires_at }
    }
}
