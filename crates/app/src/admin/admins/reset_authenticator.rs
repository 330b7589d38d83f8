//! `POST /api/admin/admins/{id}/reset-authenticator`.

use axum::extract::State;
use secrecy::ExposeSecret;
use serde::Serialize;
use tala_domain::admin::AdminArea;
use tala_domain::ids::AdminId;
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::admin_changes::{Owner, reset_authenticator};

/// The new authenticator of an administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminSetupLink {
    success: bool,
    /// The `otpauth:` link for the authenticator app. It cannot be shown again.
    setup_link: String,
}

/// Sets up a new authenticator for another administrator and ends all their sessions.
///
/// The reply contains the link to pass on. The previous authenticator stops working immediately.
#[utoipa::path(post, path = "/api/admin/admins/{id}/reset-authenticator", tag = "admin-accounts",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The administrator")),
    request_body = AdminReason, responses((status = 200, body = AdminSetupLink)))]
pub(super) async fn admin_reset_authenticator(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminSetupLink>> {
    let actor = admin.authorize_with_reason(AdminArea::Admins, &request.reason)?;
    let setup_link = reset_authenticator(&ctx, Owner { id: admin.id, actor: &actor }, id).await?;
    Ok(Json(AdminSetupLink { success: true, setup_link: setup_link.expose_secret().to_owned() }))
}
