//! `grant_type=authorization_code` (RFC 6749 §4.1.3, RFC 7636).

use tala_db::Transaction;

use crate::config::ClientConfig;
use crate::crypto::pkce;
use crate::crypto::random::{fingerprint, random_token};
use crate::db::DAY;
use crate::db::accounts::{self, Account};
use crate::db::authorization_codes::{self, AuthorizationCode};
use crate::db::refresh_tokens::{self, RefreshToken};
use crate::db::token_families::{self, TokenFamily};
use crate::error::IssuerError;
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::oauth::params::Params;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::{Grant, TokenResponse, issue_tokens};

/// The result of an exchange.
struct Granted {
    account: Account,
    family: TokenFamily,
    nonce: Option<String>,
    refresh_token: Option<String>,
}

/// Why a code was invalidated.
enum Rejection {
    /// It was used before. Its token family, with this id, is revoked.
    Reused(String),
    Invalid(&'static str),
}

/// Exchanges a code. Every attempt invalidates it: a wrong verifier or redirect URI means that the code has leaked.
pub(super) async fn exchange(
    issuer: &Issuer,
    client: &ClientConfig,
    params: &Params,
) -> Result<TokenResponse, OAuthError> {
    let id = fingerprint(params.get("code").ok_or(OAuthError::invalid_request("code is missing"))?);
    let now = issuer.now_micros();
    match issuer.db().transaction(async |tx| claim_and_grant(issuer, &tx, client, params, &id, now).await).await? {
        Ok(Granted { account, family, nonce, refresh_token }) => {
            let scope = Scope::parse(&family.scope);
            let grant = Grant { account: &account, family: &family, scope, nonce, refresh_token };
            Ok(issue_tokens(issuer, grant, now).await?)
        }
        Err(Rejection::Reused(family)) => {
            tracing::warn!(family, "authorization code reused, token family revoked");
            Err(OAuthError::invalid_grant("code already used"))
        }
        Err(Rejection::Invalid(reason)) => Err(OAuthError::invalid_grant(reason)),
    }
}

/// Claims the code and starts a token family. An inner `Err` is committed too.
async fn claim_and_grant(
    issuer: &Issuer,
    tx: &Transaction,
    client: &ClientConfig,
    params: &Params,
    id: &str,
    now: i64,
) -> Result<Result<Granted, Rejection>, OAuthError> {
    let is_first = authorization_codes::claim(tx, id, now).await?;
    let Some(code) = authorization_codes::find(tx, id).await? else {
        return Err(OAuthError::invalid_grant("unknown code"));
    };
    if !is_first {
        token_families::mark_revoked(tx, &code.family_id, "authorization code reused", now).await?;
        return Ok(Err(Rejection::Reused(code.family_id)));
    }
    if let Some(reason) = find_mismatch(&code, client, params, now) {
        return Ok(Err(Rejection::Invalid(reason)));
    }
    let Some(account) = accounts::find(tx, &code.account_id).await? else {
        return Err(OAuthError::invalid_grant("account deleted"));
    };
    let (family, refresh_token) = start_family(issuer, tx, &code, now).await?;
    Ok(Ok(Granted { account, family, nonce: code.nonce, refresh_token }))
}

/// Why a code is invalid for this request.
fn find_mismatch(code: &AuthorizationCode, client: &ClientConfig, params: &Params, now: i64) -> Option<&'static str> {
    if code.expires_at <= now {
        Some("code expired")
    } else if code.client_id != client.client_id {
        Some("code was issued to another client")
    } else if params.get("redirect_uri") != Some(code.redirect_uri.as_str()) {
        Some("redirect_uri does not match the authorization request")
    } else if !pkce::matches(params.text("code_verifier"), &code.code_challenge) {
        Some("code_verifier does not match code_challenge")
    } else {
        None
    }
}

async fn start_family(
    issuer: &Issuer,
    tx: &Transaction,
    code: &AuthorizationCode,
    now: i64,
) -> Result<(TokenFamily, Option<String>), IssuerError> {
    let refresh_token = Scope::parse(&code.scope).has("offline_access").then(|| random_token(issuer.entropy()));
    let refresh_expires_at = now + i64::from(issuer.config().refresh_token_days) * DAY;
    let family = TokenFamily {
        id: code.family_id.clone(),
        account_id: code.account_id.clone(),
        session_id: code.session_id.clone(),
        client_id: code.client_id.clone(),
        scope: code.scope.clone(),
        auth_time: code.auth_time,
        created_at: now,
        expires_at: if refresh_token.is_some() { refresh_expires_at } else { now + issuer.token_lifetime_micros() },
        revoked_at: None,
        revoked_because: None,
        generation: 0,
        rotated_from: None,
        rotated_at: None,
    };
    token_families::insert(tx, &family).await?;
    if let Some(token) = &refresh_token {
        let row = RefreshToken {
            id: fingerprint(token),
            family_id: family.id.clone(),
            created_at: now,
            expires_at: refresh_expires_at,
            generation: 0,
        };
        refresh_tokens::insert(tx, &row).await?;
    }
    Ok((family, refresh_token))
}
