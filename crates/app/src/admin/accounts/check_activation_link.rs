//! `POST /api/admin/activation/check`.

use axum::extract::State;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::admin::role_schema::AdminRoleSchema;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_activation::get_pending_admin;

/// The token of an activation link.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminActivationToken {
    /// The part of the link after `#`.
    #[schema(value_type = String)]
    token: SecretString,
}

/// An account to activate.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminActivation {
    username: String,
    #[schema(value_type = AdminRoleSchema)]
    role: &'static str,
    /// The `otpauth:` link for the authenticator app.
    setup_link: String,
    /// The secret in that link, to be typed into the app.
    setup_key: String,
    /// When the activation link expires.
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
}

/// Returns the account of an activation link, with the authenticator to set up. The link stays valid.
#[utoipa::path(post, path = "/api/admin/activation/check", tag = "admin-accounts", security(()),
    request_body = AdminActivationToken, responses((status = 200, body = AdminActivation)))]
pub(super) async fn admin_check_activation_link(
    State(ctx): State<Ctx>,
    Body(request): Body<AdminActivationToken>,
) -> AppResult<Json<AdminActivation>> {
    let pending = get_pending_admin(&ctx, &request.token).await?;
    Ok(Json(AdminActivation {
        username: pending.name,
        role: pending.role.as_str(),
        setup_link: pending.setup_link.expose_secret().to_owned(),
        setup_key: pending.secret.expose_secret().to_owned(),
        expires_at: pending.expires_at,
    }))
}
