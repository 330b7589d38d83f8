//! `POST /api/admin/password`.

use crate::admin::access::Admin;
use crate::admin::accounts::login_attempts::{AttemptSource, record_attempt, reset_attempts};
use crate::admin::accounts::views::AdminDone;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_accounts::new_salt;
use crate::services::audit::{Actor, AuditEvent};
use axum::extract::State;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use tala_domain::admin::check_password;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_gateways::passwords;
use tala_store::Transaction;
use tala_store::admins::{self, sessions};
use utoipa::ToSchema;

/// A password change.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminPasswordRequest {
    #[schema(value_type = String)]
    current: SecretString,
    /// 12 to 200 characters.
    #[schema(value_type = String, min_length = 12, max_length = 200)]
    next: SecretString,
}

/// Changes the password of the signed-in administrator and ends all other sessions.
#[utoipa::path(post, path = "/api/admin/password", tag = "admin-accounts", security(("adminSession" = [])),
    request_body = AdminPasswordRequest, responses((status = 200, body = AdminDone)))]
pub(super) async fn admin_change_password(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminPasswordRequest>,
) -> AppResult<Json<AdminDone>> {
    check_password("next", &admin.name, request.next.expose_secret())?;
    let now = ctx.now();
    let source = AttemptSource::Session(admin.session);
    record_attempt(&ctx, &admin.name, &source).await?;
    let account = admins::find_by_id(ctx.store.read(), admin.id).await?.ok_or(ErrorCode::SignInRequired)?;
    let right = passwords::verify(request.current.expose_secret(), Some(account.password_hash.clone())).await;
    if !right.map_err(AppError::internal)? {
        return Err(FieldErrors::one("current", "This is not your password").into());
    }
    let hash = passwords::hash(request.next.expose_secret(), new_salt(&ctx)).await.map_err(AppError::internal)?;
    let actor = admin.actor_for_own_account();
    let write = async |tx: Transaction| {
        if !admins::change_password(&tx, admin.id, &account.password_hash, &hash, now).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        reset_attempts(&tx, &admin.name, &source).await?;
        sessions::delete_others(&tx, admin.id, Some(admin.session)).await?;
        Actor::Admin(&actor).record(&tx, &ctx, &AuditEvent::new(AuditAction::AdminPasswordChanged, admin.id.0)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(AdminDone::SUCCESS))
}
