//! `GET /api/admin/admins`.

use axum::extract::State;

use crate::admin::access::Admin;
use crate::admin::admins::view::{AdminAccounts, load_accounts};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;

/// Lists all administrators with their role, state, authenticator and last sign-in.
#[utoipa::path(get, path = "/api/admin/admins", tag = "admin-accounts", security(("adminSession" = [])),
    responses((status = 200, body = AdminAccounts)))]
pub(super) async fn admin_list_admins(State(ctx): State<Ctx>, admin: Admin) -> AppResult<Json<AdminAccounts>> {
    Ok(Json(load_accounts(&ctx, admin.id).await?))
}
