//! `POST /api/admin/logout` and `POST /api/admin/logout-everywhere`.

use crate::admin::access::{Admin, clear_cookie};
use crate::admin::accounts::views::AdminDone;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_store::Transaction;
use tala_store::admins::sessions;

/// Ends the session of the request.
#[utoipa::path(post, path = "/api/admin/logout", tag = "admin-accounts", security(("adminSession" = [])),
    responses((status = 200, body = AdminDone)))]
pub(super) async fn admin_sign_out(State(ctx): State<Ctx>, admin: Admin) -> AppResult<impl IntoResponse> {
    let write = async |tx: Transaction| {
        sessions::delete(&tx, admin.session, admin.id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok((clear_cookie(&ctx), Json(AdminDone::SUCCESS)))
}

/// Ends all sessions of the signed-in administrator, including the session of the request.
#[utoipa::path(post, path = "/api/admin/logout-everywhere", tag = "admin-accounts", security(("adminSession" = [])),
    responses((status = 200, body = AdminDone)))]
pub(super) async fn admin_sign_out_everywhere(State(ctx): State<Ctx>, admin: Admin) -> AppResult<impl IntoResponse> {
    let actor = admin.actor_for_own_account();
    let write = async |tx: Transaction| {
        let ended = sessions::delete_others(&tx, admin.id, None).await?;
        let event =
            AuditEvent::new(AuditAction::AdminSignedOutEverywhere, admin.id.0).detail(json!({ "sessions": ended }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok((clear_cookie(&ctx), Json(AdminDone::SUCCESS)))
}
