//! `POST /api/admin/authenticator`.

use crate::admin::access::Admin;
use crate::admin::accounts::login_attempts::{AttemptSource, record_attempt, reset_attempts};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_authenticators::{NewAuthenticator, decrypt_secret};
use crate::services::admin_changes::record_change;
use crate::services::audit::Actor;
use axum::extract::State;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::jobs::AdminChange;
use tala_gateways::{passwords, totp};
use tala_store::Transaction;
use tala_store::admins::{self, Admin as Account, sessions};
use utoipa::ToSchema;

/// The credentials for a new authenticator.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminAuthenticatorRequest {
    #[schema(value_type = String)]
    password: SecretString,
    /// A code of the current authenticator; empty for an account without one.
    #[serde(default)]
    code: String,
}

/// The new authenticator of the signed-in administrator.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminNewAuthenticator {
    /// The `otpauth:` link for the authenticator app. It cannot be shown again.
    setup_link: String,
    /// The secret in that link, to be typed into the app.
    setup_key: String,
}

/// Sets up a new authenticator for the signed-in administrator and ends all other sessions. The previous authenticator
/// stops working immediately.
#[utoipa::path(post, path = "/api/admin/authenticator", tag = "admin-accounts", security(("adminSession" = [])),
    request_body = AdminAuthenticatorRequest, responses((status = 200, body = AdminNewAuthenticator)))]
pub(super) async fn admin_renew_authenticator(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminAuthenticatorRequest>,
) -> AppResult<Json<AdminNewAuthenticator>> {
    let source = AttemptSource::Session(admin.session);
    record_attempt(&ctx, &admin.name, &source).await?;
    let account = admins::find_by_id(ctx.store.read(), admin.id).await?.ok_or(ErrorCode::SignInRequired)?;
    let is_right = passwords::verify(request.password.expose_secret(), Some(account.password_hash.clone())).await;
    if !is_right.map_err(AppError::internal)? {
        return Err(FieldErrors::one("password", "This is not your password").into());
    }
    let step = find_step(&ctx, &account, request.code.trim())?;
    let new = NewAuthenticator::new(&ctx, admin.id, &account.name)?;
    let actor = admin.actor_for_own_account();
    let write = async |tx: Transaction| {
        if !admins::lock_with_credentials(&tx, &account).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        if let Some(step) = step
            && !admins::use_totp_step(&tx, account.id, step).await?
        {
            return Err(wrong_code());
        }
        let old = account.totp_encrypted.as_deref();
        if !admins::replace_totp(&tx, account.id, old, &new.encrypted, ctx.now()).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        reset_attempts(&tx, &account.name, &source).await?;
        let sessions = sessions::delete_others(&tx, account.id, Some(admin.session)).await?;
        let detail = json!({ "hadAuthenticator": old.is_some(), "sessions": sessions });
        record_change(&tx, &ctx, Actor::Admin(&actor), &account, AdminChange::AuthenticatorReplaced, detail).await
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(AdminNewAuthenticator {
        setup_link: new.setup_link.expose_secret().to_owned(),
        setup_key: new.secret.expose_secret().to_owned(),
    }))
}

/// Returns the time step of the code, or `None` for an account without an authenticator.
fn find_step(ctx: &Ctx, account: &Account, code: &str) -> AppResult<Option<i64>> {
    if account.totp_encrypted.is_none() {
        return Ok(None);
    }
    let secret = decrypt_secret(ctx, account)?;
    let step = totp::matching_step(&secret, code, ctx.now()).map_err(AppError::internal)?;
    Ok(Some(step.ok_or_else(wrong_code)?))
}

fn wrong_code() -> AppError {
    FieldErrors::one("code", "Enter the code that your current app shows now. Each code works once.").into()
}
