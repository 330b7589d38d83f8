//! `DELETE /api/admin/sessions/{id}`.

use crate::admin::access::Admin;
use crate::admin::accounts::views::AdminDone;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::AdminSessionId;
use tala_store::Transaction;
use tala_store::admins::sessions;

/// Ends a session of the signed-in administrator.
#[utoipa::path(delete, path = "/api/admin/sessions/{id}", tag = "admin-accounts", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The session")),
    responses((status = 200, body = AdminDone)))]
pub(super) async fn admin_end_session(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<AdminSessionId>,
) -> AppResult<Json<AdminDone>> {
    let actor = admin.actor_for_own_account();
    let write = async |tx: Transaction| {
        if !sessions::delete(&tx, id, admin.id).await? {
            return Err(ErrorCode::NotFound.into());
        }
        Actor::Admin(&actor).record(&tx, &ctx, &AuditEvent::new(AuditAction::AdminSessionEnded, id.0)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(AdminDone::SUCCESS))
}
