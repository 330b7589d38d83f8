//! `grant_type=refresh_token` (RFC 6749 §6), with rotation and a reuse leeway (see the crate documentation).

use tala_db::Transaction;

use crate::config::ClientConfig;
use crate::crypto::random::{fingerprint, random_token};
use crate::db::accounts::{self, Account};
use crate::db::refresh_tokens::{self, RefreshToken};
use crate::db::token_families::{self, TokenFamily};
use crate::db::{DAY, SECOND};
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::oauth::params::Params;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::{Grant, TokenResponse, issue_tokens};

/// Time in which the token exchanged last can be exchanged again while none of its successors has been used.
const REUSE_LEEWAY_MICROS: i64 = 30 * SECOND;

/// Maximum lifetime of a token family, regardless of refreshes.
const MAX_LIFETIME_MICROS: i64 = 90 * DAY;

const INVALID_TOKEN: OAuthError = OAuthError::invalid_grant("invalid refresh token");

/// The result of an exchange.
struct Granted {
    account: Account,
    family: TokenFamily,
    scope: Scope,
    refresh_token: String,
    is_reused: bool,
}

/// An old token was reused. Its token family, with this id, is revoked.
struct OldTokenReused(String);

/// Exchanges a refresh token for new tokens.
pub(super) async fn exchange(
    issuer: &Issuer,
    client: &ClientConfig,
    params: &Params,
) -> Result<TokenResponse, OAuthError> {
    let sent = params.get("refresh_token").ok_or(OAuthError::invalid_request("refresh_token is missing"))?;
    let (id, now) = (fingerprint(sent), issuer.now_micros());
    match issuer.db().transaction(async |tx| rotate(issuer, &tx, client, params, &id, now).await).await? {
        Ok(Granted { account, family, scope, refresh_token, is_reused }) => {
            if is_reused {
                tracing::info!(family = family.id, "refresh token reused within leeway");
            }
            let refresh_token = Some(refresh_token);
            let grant = Grant { account: &account, family: &family, scope, nonce: None, refresh_token };
            Ok(issue_tokens(issuer, grant, now).await?)
        }
        Err(OldTokenReused(family)) => {
            tracing::warn!(family, "old refresh token reused, token family revoked");
            Err(INVALID_TOKEN)
        }
    }
}

/// Claims the token and inserts its successor. An inner `Err` is committed too.
async fn rotate(
    issuer: &Issuer,
    tx: &Transaction,
    client: &ClientConfig,
    params: &Params,
    id: &str,
    now: i64,
) -> Result<Result<Granted, OldTokenReused>, OAuthError> {
    let token = refresh_tokens::find(tx, id).await?.filter(|token| token.expires_at > now).ok_or(INVALID_TOKEN)?;
    let family = token_families::find_live(tx, &token.family_id).await?.ok_or(INVALID_TOKEN)?;
    if family.client_id != client.client_id {
        return Err(INVALID_TOKEN);
    }
    let scope = requested_scope(&family, params)?;
    let expires_at =
        (now + i64::from(issuer.config().refresh_token_days) * DAY).min(family.created_at + MAX_LIFETIME_MICROS);
    if expires_at <= now {
        return Err(INVALID_TOKEN);
    }
    let is_first = token_families::claim_rotation(tx, &token, expires_at, now).await?;
    let is_reused = !is_first && token_families::claim_reuse(tx, &token, expires_at, now - REUSE_LEEWAY_MICROS).await?;
    if !is_first && !is_reused {
        token_families::mark_revoked(tx, &family.id, "refresh token reused", now).await?;
        return Ok(Err(OldTokenReused(family.id)));
    }
    let account = accounts::find(tx, &family.account_id).await?.ok_or(INVALID_TOKEN)?;
    let refresh_token = random_token(issuer.entropy());
    let row = RefreshToken {
        id: fingerprint(&refresh_token),
        family_id: family.id.clone(),
        created_at: now,
        expires_at,
        generation: token.generation + 1,
    };
    refresh_tokens::insert(tx, &row).await?;
    Ok(Ok(Granted { account, family, scope, refresh_token, is_reused }))
}

/// The requested scope, by default the granted one.
///
/// # Errors
/// `invalid_scope` if it exceeds the granted scope (RFC 6749 §6).
fn requested_scope(family: &TokenFamily, params: &Params) -> Result<Scope, OAuthError> {
    let granted = Scope::parse(&family.scope);
    let scope = params.get("scope").map_or_else(|| granted.clone(), Scope::parse);
    if !scope.is_subset_of(&granted) || !scope.has("openid") {
        return Err(OAuthError::BadRequest(
            "invalid_scope",
            "scope must contain openid and not exceed the granted scope",
        ));
    }
    Ok(scope)
}
