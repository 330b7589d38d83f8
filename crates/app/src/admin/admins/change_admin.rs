//! `POST /api/admin/admins/{id}/disable`, `…/enable` and `…/end-sessions`.

use axum::extract::State;
use tala_domain::admin::AdminArea;
use tala_domain::ids::AdminId;

use crate::admin::access::Admin;
use crate::admin::admins::view::{AdminAccounts, load_accounts};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::admin_changes::{AccountAction, Manager, change_admin};
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

async fn change(
    ctx: &Ctx,
    (admin, actor): (&Admin, &AdminActor),
    id: AdminId,
    action: AccountAction,
) -> AppResult<Json<AdminAccounts>> {
    change_admin(ctx, Manager::Owner(admin.id, actor), id, action).await?;
    Ok(Json(load_accounts(ctx, admin.id).await?))
}
