//! `grant_type=authorization_code`.

use sea_orm::DatabaseTransaction;

use crate::config::ClientConfig;
use crate::crypto::pkce;
use crate::crypto::random::{fingerprint, secret};
use crate::db::families::{self, refresh};
use crate::db::{DAY, accounts, codes};
use crate::error::IssuerError;
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::oauth::params::Params;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::{Grant, TokenReply, reply};

/// Exchanges a code once. Any try uses it up: one with a wrong verifier or address means that it has leaked.
pub(super) async fn run(issuer: &Issuer, client: &ClientConfig, params: &Params) -> Result<TokenReply, OAuthError> {
    let id = fingerprint(params.get("code").ok_or(OAuthError::invalid_request("code is missing"))?);
    let now = issuer.now_micros();
    let txn = issuer.db().begin().await?;
    let first = codes::take(&txn, &id, now).await?;
    let Some(code) = codes::find(&txn, &id).await? else {
        return Err(OAuthError::invalid_grant("this code is not known"));
    };
    if !first {
        families::revoke(&txn, &code.family_id, "authorization code came back", now).await?;
        txn.commit().await?;
        tracing::warn!(family = code.family_id, "an authorization code came back; what it granted is revoked");
        return Err(OAuthError::invalid_grant("this code has been used"));
    }
    if let Some(fault) = fault_of(&code, client, params, now) {
        txn.commit().await?;
        return Err(OAuthError::invalid_grant(fault));
    }
    let Some(account) = accounts::find(&txn, &code.account_id).await? else {
        return Err(OAuthError::invalid_grant("this account is gone"));
    };
    let scope = Scope::parse(&code.scope);
    let (family, refresh_token) = start_family(issuer, &txn, &code, &scope, now).await?;
    txn.commit().await?;
    let grant = Grant { account: &account, family: &family, scope, nonce: code.nonce, refresh_token };
    Ok(reply(issuer, grant, now).await?)
}

fn fault_of(code: &codes::Model, client: &ClientConfig, params: &Params, now: i64) -> Option<&'static str> {
    if code.expires_at <= now {
        Some("this code has expired")
    } else if code.client_id != client.client_id {
        Some("this code belongs to another client")
    } else if params.get("redirect_uri") != Some(code.redirect_uri.as_str()) {
        Some("redirect_uri is not the one of the authorization request")
    } else if !pkce::matches(params.text("code_verifier"), &code.code_challenge) {
        Some("code_verifier does not fit the code_challenge")
    } else {
        None
    }
}

async fn start_family(
    issuer: &Issuer,
    txn: &DatabaseTransaction,
    code: &codes::Model,
    scope: &Scope,
    now: i64,
) -> Result<(families::Model, Option<String>), IssuerError> {
    let refresh_token = scope.has("offline_access").then(|| secret(issuer.entropy()));
    let refresh_end = now + i64::from(issuer.config().refresh_token_days) * DAY;
    let family = families::Model {
        id: code.family_id.clone(),
        account_id: code.account_id.clone(),
        session_id: code.session_id.clone(),
        client_id: code.client_id.clone(),
        scope: code.scope.clone(),
        auth_time: code.auth_time,
        created_at: now,
        expires_at: if refresh_token.is_some() { refresh_end } else { now + issuer.token_life() },
        revoked_at: None,
        revoked_because: None,
        generation: 0,
        rotated_from: None,
        rotated_at: None,
    };
    families::insert(txn, family.clone()).await?;
    if let Some(token) = &refresh_token {
        let row = refresh::Model {
            id: fingerprint(token),
            family_id: family.id.clone(),
            created_at: now,
            expires_at: refresh_end,
            generation: 0,
        };
        refresh::insert(txn, row).await?;
    }
    Ok((family, refresh_token))
}
