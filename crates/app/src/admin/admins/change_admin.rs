//! `POST /api/admin/admins/{id}/disable`, `…/enable`, `…/end-sessions` and `…/role`.

use axum::extract::State;
use serde::Deserialize;
use tala_domain::admin::AdminArea;
use tala_domain::ids::AdminId;
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::admin::admins::view::{AdminAccounts, load_accounts};
use crate::admin::reason::AdminReason;
use crate::admin::role_schema::AdminRoleSchema;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::admin_accounts::parse_role;
use crate::services::admin_changes::{AccountAction, Manager, Owner, change_admin};
use crate::services::audit::AdminActor;

/// Disables another administrator and ends all their sessions. Staff are informed by mail.
#[utoipa::path(post, path = "/api/admin/admins/{id}/disable", tag = "admin-accounts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The administrator")), request_body = AdminReason,
    responses((status = 200, body = AdminAccounts)))]
pub(super) async fn admin_disable_admin(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminAccounts>> {
    let actor = admin.authorize_with_reason(AdminArea::Admins, &request.reason)?;
    change(&ctx, (&admin, &actor), id, AccountAction::Disable).await
}

/// Enables a disabled administrator. Password and authenticator stay as they were.
#[utoipa::path(post, path = "/api/admin/admins/{id}/enable", tag = "admin-accounts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The administrator")), request_body = AdminReason,
    responses((status = 200, body = AdminAccounts)))]
pub(super) async fn admin_enable_admin(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminAccounts>> {
    let actor = admin.authorize_with_reason(AdminArea::Admins, &request.reason)?;
    change(&ctx, (&admin, &actor), id, AccountAction::Enable).await
}

/// Ends all sessions of another administrator.
#[utoipa::path(post, path = "/api/admin/admins/{id}/end-sessions", tag = "admin-accounts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The administrator")), request_body = AdminReason,
    responses((status = 200, body = AdminAccounts)))]
pub(super) async fn admin_end_admin_sessions(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminAccounts>> {
    let actor = admin.authorize_with_reason(AdminArea::Admins, &request.reason)?;
    change(&ctx, (&admin, &actor), id, AccountAction::EndSessions).await
}

/// Another role for an administrator.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminRoleRequest {
    #[schema(value_type = AdminRoleSchema)]
    role: String,
    /// 1 to 500 characters; kept in the audit log.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
}

/// Changes the role of another administrator and ends all their sessions. Staff are informed by mail.
#[utoipa::path(post, path = "/api/admin/admins/{id}/role", tag = "admin-accounts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The administrator")), request_body = AdminRoleRequest,
    responses((status = 200, body = AdminAccounts)))]
pub(super) async fn admin_change_admin_role(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminId>,
    Body(request): Body<AdminRoleRequest>,
) -> AppResult<Json<AdminAccounts>> {
    let actor = admin.authorize_with_reason(AdminArea::Admins, &request.reason)?;
    change(&ctx, (&admin, &actor), id, AccountAction::ChangeRole(parse_role(&request.role)?)).await
}

async fn change(
    ctx: &Ctx,
    (admin, actor): (&Admin, &AdminActor),
    id: AdminId,
    action: AccountAction,
) -> AppResult<Json<AdminAccounts>> {
    change_admin(ctx, Manager::Owner(Owner { id: admin.id, actor }), id, action).await?;
    Ok(Json(load_accounts(ctx, admin.id).await?))
}
