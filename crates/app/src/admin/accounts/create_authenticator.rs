//! `POST /api/admin/authenticator`.

use crate::admin::access::Admin;
use crate::admin::accounts::login_attempts::{AttemptSource, record_attempt, reset_attempts};
use crate::admin::accounts::proposal;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::admin_authenticators::{NewAuthenticator, decrypt_secret};
use axum::extract::State;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_gateways::{passwords, totp};
use tala_store::Transaction;
use tala_store::admins::{self, Admin as Account};
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

/// A new authenticator that is not in use yet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminProposedAuthenticator {
    /// The `otpauth:` link for the authenticator app.
    setup_link: String,
    /// The secret in that link, to be typed into the app.
    setup_key: String,
    /// To be sent within 15 minutes, with a code of this authenticator, to confirm it.
    proposal: String,
}

/// Proposes a new authenticator for the signed-in administrator. The current one stays in use until the new one is confirmed.
#[utoipa::path(post, path = "/api/admin/authenticator", tag = "admin-accounts", security(("adminSession" = [])),
    request_body = AdminAuthenticatorRequest, responses((status = 200, body = AdminProposedAuthenticator)))]
pub(super) async fn admin_create_authenticator(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminAuthenticatorRequest>,
) -> AppResult<Json<AdminProposedAuthenticator>> {
    let source = AttemptSource::Session(admin.session);
    record_attempt(&ctx, &admin.name, &source).await?;
    let account = admins::find_by_id(ctx.store.read(), admin.id).await?.ok_or(ErrorCode::SignInRequired)?;
    let is_right = passwords::verify(request.password.expose_secret(), Some(account.password_hash.clone())).await;
    if !is_right.map_err(AppError::internal)? {
        return Err(FieldErrors::one("password", "This is not your password").into());
    }
    let step = find_step(&ctx, &account, request.code.trim())?;
    let write = async |tx: Transaction| {
        if !admins::lock_with_credentials(&tx, &account).await? {
            return Err(ErrorCode::VersionConflict.into());
        }
        if let Some(step) = step
            && !admins::use_totp_step(&tx, account.id, step).await?
        {
            return Err(wrong_code());
        }
        reset_attempts(&tx, &account.name, &source).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let new = NewAuthenticator::new(&ctx, admin.id, &account.name)?;
    Ok(Json(AdminProposedAuthenticator {
        setup_link: new.setup_link.expose_secret().to_owned(),
        setup_key: new.secret.expose_secret().to_owned(),
        proposal: proposal::encrypt(&ctx, &admin, &account, &new.secret)?,
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
