//! `grant_type=authorization_code`.

use tala_db::Transaction;

use crate::config::ClientConfig;
use crate::crypto::pkce;
use crate::crypto::random::{fingerprint, secret};
use crate::db::accounts::{self, Account};
use crate::db::families::refresh::{self, RefreshToken};
use crate::db::families::{self, Family};
use crate::db::{DAY, codes};
use crate::error::IssuerError;
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::oauth::params::Params;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::{Grant, TokenReply, reply};

/// What a code was exchanged for.
struct Granted {
    account: Account,
    family: Family,
    nonce: Option<String>,
    refresh_token: Option<String>,
}

/// Why a code was used up without effect.
enum Refusal {
    /// It had been used before, so the family of this id is revoked.
    Replayed(String),
    Fault(&'static str),
}

/// Exchanges a code once. Any attempt uses it up: one with a wrong verifier or address means that it has leaked.
pub(super) async fn run(issuer: &Issuer, client: &ClientConfig, params: &Params) -> Result<TokenReply, OAuthError> {
    let id = fingerprint(params.get("code").ok_or(OAuthError::invalid_request("code is missing"))?);
    let now = issuer.now_micros();
    match issuer.db().transaction(async |tx| exchange(issuer, &tx, client, params, &id, now).await).await? {
        Ok(Granted { account, family, nonce, refresh_token }) => {
            let scope = Scope::parse(&family.scope);
            let grant = Grant { account: &account, family: &family, scope, nonce, refresh_token };
            Ok(reply(issuer, grant, now).await?)
        }
        Err(Refusal::Replayed(family)) => {
            tracing::warn!(family, "an authorization code came back; what it granted is revoked");
            Err(OAuthError::invalid_grant("this code has been used"))
        }
        Err(Refusal::Fault(fault)) => Err(OAuthError::invalid_grant(fault)),
    }
}

/// Runs in a transaction: an inner `Err` is committed.
async fn exchange(
    issuer: &Issuer,
    tx: &Transaction,
    client: &ClientConfig,
    params: &Params,
    id: &str,
    now: i64,
) -> Result<Result<Granted, Refusal>, OAuthError> {
    let is_first = codes::claim(tx, id, now).await?;
    let Some(code) = codes::find(tx, id).await? else {
        return Err(OAuthError::invalid_grant("this code is not known"));
    };
    if !is_first {
        families::mark_revoked(tx, &code.family_id, "authorization code came back", now).await?;
        return Ok(Err(Refusal::Replayed(code.family_id)));
    }
    if let Some(fault) = fault_of(&code, client, params, now) {
        return Ok(Err(Refusal::Fault(fault)));
    }
    let Some(account) = accounts::find(tx, &code.account_id).await? else {
        return Err(OAuthError::invalid_grant("this account is gone"));
    };
    let (family, refresh_token) = start_family(issuer, tx, &code, now).await?;
    Ok(Ok(Granted { account, family, nonce: code.nonce, refresh_token }))
}

fn fault_of(code: &codes::Code, client: &ClientConfig, params: &Params, now: i64) -> Option<&'static str> {
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
    tx: &Transaction,
    code: &codes::Code,
    now: i64,
) -> Result<(Family, Option<String>), IssuerError> {
    let refresh_token = Scope::parse(&code.scope).has("offline_access").then(|| secret(issuer.entropy()));
    let refresh_end = now + i64::from(issuer.config().refresh_token_days) * DAY;
    let family = Family {
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
    families::insert(tx, &family).await?;
    if let Some(token) = &refresh_token {
        let row = RefreshToken {
            id: fingerprint(token),
            family_id: family.id.clone(),
            created_at: now,
            expires_at: refresh_end,
            generation: 0,
        };
        refresh::insert(tx, &row).await?;
    }
    Ok((family, refresh_token))
}
