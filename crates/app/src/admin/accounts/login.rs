//! `POST /api/admin/login` (D7).

use crate::admin::access::{csrf_of, hash, new_token, set_cookie, token_of, user_agent};
use crate::admin::accounts::tries::{Place, count_try, forgive, remember};
use crate::admin::accounts::views::AdminView;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::client_ip::Network;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Act, Actor, Deed};
use crate::views::problem::Problem;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse};
use metrics::counter;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::AdminName;
use tala_domain::error::ErrorCode;
use tala_domain::ids::AdminSessionId;
use tala_gateways::{passwords, totp};
use tala_store::Transaction;
use tala_store::admins::{self, Admin as Account, sessions};
use utoipa::ToSchema;

const LONGEST_INPUT: usize = 1_000;

/// Who wants to come in.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminLoginRequest {
    username: String,
    #[schema(value_type = String)]
    password: SecretString,
    /// Of the authenticator, for accounts that have one.
    #[serde(default)]
    code: Option<String>,
}

/// The administrator is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminLoginReply {
    success: bool,
    admin: AdminView,
    /// To be sent as `x-csrf-token` with every call that is no GET.
    csrf_token: String,
}

/// Signs an administrator in and sets the session's cookie. A wrong name, password or code is answered alike and in the
/// same time; only whoever has the right password is asked for a code.
///
/// An address may try ten times at once and once more each minute. After five wrong tries in a row the name is locked for
/// that network for a minute, then for two, up to an hour; after fifty from anywhere, a try a minute is left to all networks
/// together. A browser in which this administrator has signed in before is counted by itself, with the same five and the
/// same pauses, and is not kept out by what goes wrong elsewhere: it brings a mark that only a sign-in sets.
#[utoipa::path(post, path = "/api/admin/login", tag = "admin", security(()), request_body = AdminLoginRequest,
    responses((status = 200, body = AdminLoginReply), (status = "4XX", body = Problem)))]
pub(super) async fn admin_login(
    State(ctx): State<Ctx>,
    network: Network,
    headers: HeaderMap,
    Body(request): Body<AdminLoginRequest>,
) -> AppResult<impl IntoResponse> {
    let token = new_token(&ctx);
    let tried = Box::pin(sign_in(&ctx, &request, (&token, &headers), network)).await;
    counter!("tala_admin_sign_ins_total", "outcome" => outcome_of(&tried)).increment(1);
    let (right, place) = tried?;
    let account = right.account;
    let admin = AdminView::new(&account.name, account.role, account.totp_sealed.is_some());
    let reply = AdminLoginReply { success: true, admin, csrf_token: csrf_of(&token) };
    let mark = remember(&ctx, &account, &place)?;
    Ok((set_cookie(&ctx, &token), AppendHeaders([(SET_COOKIE, mark)]), Json(reply)))
}

async fn sign_in(
    ctx: &Ctx,
    request: &AdminLoginRequest,
    (token, headers): (&str, &HeaderMap),
    network: Network,
) -> AppResult<(Right, Place)> {
    let (right, place) = judge(ctx, request, headers, network).await?;
    begin(ctx, &right, &place, (token, headers)).await?;
    Ok((right, place))
}

/// As the metrics count it: an attack is many of `wrong` and `locked`.
fn outcome_of<T>(tried: &AppResult<T>) -> &'static str {
    match tried.as_ref().map_err(AppError::code) {
        Ok(_) => "in",
        Err(ErrorCode::InvalidCredentials) => "wrong",
        Err(ErrorCode::CodeRequired) => "code_required",
        Err(ErrorCode::TooManyRequests) => "locked",
        Err(_) => "failed",
    }
}

/// Whoever has given everything right.
struct Right {
    account: Account,
    /// The time step of the authenticator's code, to be used up.
    step: Option<i64>,
}

/// The account, if everything is right as it was read, and from where.
async fn judge(
    ctx: &Ctx,
    request: &AdminLoginRequest,
    headers: &HeaderMap,
    network: Network,
) -> AppResult<(Right, Place)> {
    let password = secrecy::ExposeSecret::expose_secret(&request.password);
    if password.len() > LONGEST_INPUT || request.code.as_ref().is_some_and(|code| code.len() > LONGEST_INPUT) {
        return Err(wrong());
    }
    // What nobody can be called is counted under one name, and costs the same work.
    let name = AdminName::parse(&request.username).map_or_else(|_| "?".to_owned(), |name| name.as_str().to_owned());
    let account = admins::find_by_name(ctx.store.read(), &name).await?;
    let place = Place::of(ctx, headers, network, account.as_ref());
    count_try(ctx, &name, &place).await?;
    let account = account.filter(|account| account.disabled_at.is_none());
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let right = passwords::verify(password, stored).await.map_err(AppError::internal)?;
    let account = account.filter(|_| right).ok_or_else(wrong)?;
    let step = match &account.totp_sealed {
        None => None,
        Some(sealed) => {
            let code = request.code.as_deref().map(str::trim).filter(|code| !code.is_empty());
            let code = code.ok_or(ErrorCode::CodeRequired)?;
            let secret = ctx.vault.open(&account.id.to_string(), sealed).map_err(AppError::internal)?;
            let step = totp::step_of(&secret, code, ctx.now()).map_err(AppError::internal)?;
            Some(step.ok_or_else(wrong)?)
        }
    };
    Ok((Right { account, step }, place))
}

fn wrong() -> AppError {
    AppError::new(ErrorCode::InvalidCredentials)
}

/// A session of its own for each sign-in; one that the browser brought along ends. Refused when the password was changed or
/// the account closed since it was judged: whoever did that has ended all sessions, and this one must not outlive it.
async fn begin(ctx: &Ctx, right: &Right, place: &Place, (token, headers): (&str, &HeaderMap)) -> AppResult<()> {
    let account = &right.account;
    let brought = token_of(ctx, headers);
    let agent = user_agent(headers);
    let write = async |tx: Transaction| {
        if !admins::keep(&tx, account.id, &account.password_hash).await? {
            return Err(wrong());
        }
        if let Some(step) = right.step
            && !admins::use_step(&tx, account.id, step).await?
        {
            return Err(wrong());
        }
        forgive(&tx, &account.name, place).await?;
        if let Some(old) = &brought {
            sessions::delete_by_token(&tx, &hash(old)).await?;
        }
        let id = AdminSessionId(ctx.new_id());
        sessions::insert(&tx, id, account.id, &hash(token), &agent, ctx.now()).await?;
        let act = Act { admin: account.name.clone(), reason: None };
        let deed = Deed::new("admin_signed_in", account.id.0).detail(json!({ "userAgent": agent }));
        Actor::Admin(&act).record(&tx, ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_counted_apart_from_what_fails_by_itself() {
        let refused = |code: ErrorCode| outcome_of::<()>(&Err(code.into()));
        assert_eq!(outcome_of(&Ok(())), "in");
        assert_eq!(refused(ErrorCode::InvalidCredentials), "wrong");
        assert_eq!(refused(ErrorCode::CodeRequired), "code_required");
        assert_eq!(refused(ErrorCode::TooManyRequests), "locked");
        assert_eq!(refused(ErrorCode::Internal), "failed");
    }
}
