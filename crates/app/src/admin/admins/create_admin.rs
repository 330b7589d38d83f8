//! `POST /api/admin/admins`.

use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::admin::admins::activation_link::AdminActivationLink;
use crate::admin::role_schema::AdminRoleSchema;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_activation::create_admin;
use crate::services::admin_changes::Owner;

/// A new administrator.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminAccountRequest {
    /// 2 to 40 letters, digits, dots, `-` and `_`; any case.
    #[schema(min_length = 2, max_length = 40)]
    username: String,
    #[schema(value_type = AdminRoleSchema)]
    role: String,
}

/// Adds an administrator.
///
/// The account has no password. The reply contains the activation link to pass on, with which the administrator sets a password
/// and an authenticator within 72 hours. Staff are informed by mail.
#[utoipa::path(post, path = "/api/admin/admins", tag = "admin-accounts", security(("adminSession" = [])),
    request_body = AdminAccountRequest, responses((status = 200, body = AdminActivationLink)))]
pub(super) async fn admin_create_admin(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminAccountRequest>,
) -> AppResult<Json<AdminActivationLink>> {
    let actor = admin.authorize(AdminArea::Admins)?;
    let link = create_admin(&ctx, Owner { id: admin.id, actor: &actor }, &request.username, &request.role).await?;
    Ok(Json(link.into()))
}
