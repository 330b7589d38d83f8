//! `POST /api/admin/login` (D7).

use crate::admin::access::{derive_csrf_token, hash_token, new_token, session_token, set_cookie, user_agent};
use crate::admin::accounts::login_attempts::{AttemptSource, record_attempt, reset_attempts, trusted_browser_cookie};
use crate::admin::accounts::views::AdminView;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::client_ip::ClientNetwork;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor, AuditEvent};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse};
use metrics::counter;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::AdminName;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::ids::AdminSessionId;
use tala_gateways::{passwords, totp};
use tala_store::Transaction;
use tala_store::admins::{self, Admin as Account, sessions};
use utoipa::ToSchema;

const MAX_INPUT_BYTES: usize = 1_000;

/// Credentials of an administrator.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminLoginRequest {
    username: String,
    #[schema(value_type = String)]
    password: SecretString,
    /// Code of the authenticator, for accounts that have one.
    #[serde(default)]
    code: Option<String>,
}

/// A successful sign-in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminLoginReply {
    success: bool,
    admin: AdminView,
    /// Value of the `x-csrf-token` header, required for every request except GET.
    csrf_token: String,
}

/// Signs an administrator in and sets the session cookie. The reply and its duration are the same for a wrong name or
/// password; a missing or wrong code is only reported after the correct password.
///
/// Each client network may send a burst of ten requests and one more each minute. After five failed attempts in a row the name
/// is locked for that network, at first for one minute, at most for one hour. After fifty failed attempts from any networks,
/// all networks together may send one attempt a minute for that name. A browser in which this administrator has signed in
/// before has a separate counter with the same limit and locks, and is not affected by failures elsewhere; a cookie that is
/// set at sign-in identifies it.
#[utoipa::path(post, path = "/api/admin/login", tag = "admin-accounts", security(()), request_body = AdminLoginRequest,
    responses((status = 200, body = AdminLoginReply)))]
pub(super) async fn admin_sign_in(
    State(ctx): State<Ctx>,
    network: ClientNetwork,
    headers: HeaderMap,
    Body(request): Body<AdminLoginRequest>,
) -> AppResult<impl IntoResponse> {
    let token = new_token(&ctx);
    let result = Box::pin(create_session(&ctx, &request, &token, &headers, network)).await;
    counter!("tala_admin_sign_ins_total", "outcome" => outcome_label(&result)).increment(1);
    let VerifiedLogin { account, source, .. } = result?;
    let admin = AdminView::new(&account.name, account.role, account.totp_encrypted.is_some());
    let reply = AdminLoginReply { success: true, admin, csrf_token: derive_csrf_token(&token) };
    let trusted_browser = trusted_browser_cookie(&ctx, &account, &source)?;
    Ok((set_cookie(&ctx, &token), AppendHeaders([(SET_COOKIE, trusted_browser)]), Json(reply)))
}

async fn create_session(
    ctx: &Ctx,
    request: &AdminLoginRequest,
    token: &str,
    headers: &HeaderMap,
    network: ClientNetwork,
) -> AppResult<VerifiedLogin> {
    let login = verify_credentials(ctx, request, headers, network).await?;
    start_session(ctx, &login, token, headers).await?;
    Ok(login)
}

/// Returns the metric label of a sign-in. Many `wrong` and `locked` indicate an attack.
fn outcome_label<T>(result: &AppResult<T>) -> &'static str {
    match result.as_ref().map_err(AppError::code) {
        Ok(_) => "in",
        Err(ErrorCode::InvalidCredentials | ErrorCode::InvalidCode) => "wrong",
        Err(ErrorCode::CodeRequired) => "code_required",
        Err(ErrorCode::TooManyRequests) => "locked",
        Err(_) => "failed",
    }
}

/// Verified credentials.
struct VerifiedLogin {
    account: Account,
    /// Time step of the authenticator code, to be marked as used.
    totp_step: Option<i64>,
    source: AttemptSource,
}

/// Records the attempt and verifies the password and the authenticator code.
///
/// # Errors
/// `InvalidCredentials`, `CodeRequired` or `InvalidCode` after a correct password, or `TooManyRequests`.
async fn verify_credentials(
    ctx: &Ctx,
    request: &AdminLoginRequest,
    headers: &HeaderMap,
    network: ClientNetwork,
) -> AppResult<VerifiedLogin> {
    let password = secrecy::ExposeSecret::expose_secret(&request.password);
    if password.len() > MAX_INPUT_BYTES || request.code.as_ref().is_some_and(|code| code.len() > MAX_INPUT_BYTES) {
        return Err(invalid_credentials());
    }
    // Invalid names share one counter and take the same time as valid ones.
    let name = AdminName::parse(&request.username).map_or_else(|_| "?".to_owned(), |name| name.as_str().to_owned());
    let account = admins::find_by_name(ctx.store.read(), &name).await?;
    let source = AttemptSource::of(ctx, headers, network, account.as_ref());
    record_attempt(ctx, &name, &source).await?;
    let account = account.filter(|account| account.disabled_at.is_none());
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let is_correct = passwords::verify(password, stored).await.map_err(AppError::internal)?;
    let account = account.filter(|_| is_correct).ok_or_else(invalid_credentials)?;
    let totp_step = match &account.totp_encrypted {
        None => None,
        Some(encrypted) => {
            let code = request.code.as_deref().map(str::trim).filter(|code| !code.is_empty());
            let code = code.ok_or(ErrorCode::CodeRequired)?;
            let secret = ctx.vault.decrypt(&account.id.to_string(), encrypted).map_err(AppError::internal)?;
            let step = totp::matching_step(&secret, code, ctx.now()).map_err(AppError::internal)?;
            Some(step.ok_or(ErrorCode::InvalidCode)?)
        }
    };
    Ok(VerifiedLogin { account, totp_step, source })
}

fn invalid_credentials() -> AppError {
    AppError::new(ErrorCode::InvalidCredentials)
}

/// Starts a new session and ends the browser's previous one.
///
/// # Errors
/// `InvalidCredentials` if the password or the authenticator was changed or the account disabled since the credentials were
/// verified (which ended all sessions), `InvalidCode` if the authenticator code was used before.
async fn start_session(ctx: &Ctx, login: &VerifiedLogin, token: &str, headers: &HeaderMap) -> AppResult<()> {
    let account = &login.account;
    let previous_token = session_token(ctx, headers);
    let agent = user_agent(headers);
    let write = async |tx: Transaction| {
        if !admins::lock_with_credentials(&tx, account).await? {
            return Err(invalid_credentials());
        }
        if let Some(step) = login.totp_step
            && !admins::use_totp_step(&tx, account.id, step).await?
        {
            return Err(ErrorCode::InvalidCode.into());
        }
        reset_attempts(&tx, &account.name, &login.source).await?;
        if let Some(previous) = &previous_token {
            sessions::delete_by_token(&tx, &hash_token(previous)).await?;
        }
        let id = AdminSessionId(ctx.new_id());
        sessions::insert(&tx, id, account.id, &hash_token(token), &agent, ctx.now()).await?;
        let actor = AdminActor { admin: account.name.clone(), reason: None };
        let event = AuditEvent::new(AuditAction::AdminSignedIn, account.id.0).detail(json!({ "userAgent": agent }));
        Actor::Admin(&actor).record(&tx, ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_label_distinguishes_invalid_credentials_from_other_failures() {
        let rejected = |code: ErrorCode| outcome_label::<()>(&Err(code.into()));
        assert_eq!(outcome_label(&Ok(())), "in");
        assert_eq!(rejected(ErrorCode::InvalidCredentials), "wrong");
        assert_eq!(rejected(ErrorCode::InvalidCode), "wrong");
        assert_eq!(rejected(ErrorCode::CodeRequired), "code_required");
        assert_eq!(rejected(ErrorCode::TooManyRequests), "locked");
        assert_eq!(rejected(ErrorCode::Internal), "failed");
    }
}
