//! `grant_type=refresh_token`, with rotation and a short leeway (see the crate's documentation).

use sea_orm::DatabaseTransaction;

use crate::config::ClientConfig;
use crate::crypto::random::{fingerprint, secret};
use crate::db::families::{self, refresh};
use crate::db::{DAY, SECOND, accounts};
use crate::error::IssuerError;
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::oauth::params::Params;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::{Grant, TokenReply, reply};

/// For so long after a token was traded it may come again, when nothing that came of it has been used.
const LEEWAY: i64 = 30 * SECOND;

/// However often it is renewed, a sign-in at an application ends after so long.
const LONGEST: i64 = 90 * DAY;

const REFUSED: OAuthError = OAuthError::invalid_grant("this refresh token is not valid any more");

pub(super) async fn run(issuer: &Issuer, client: &ClientConfig, params: &Params) -> Result<TokenReply, OAuthError> {
    let sent = params.get("refresh_token").ok_or(OAuthError::invalid_request("refresh_token is missing"))?;
    let id = fingerprint(sent);
    let now = issuer.now_micros();
    let txn = issuer.db().begin().await?;
    let token = refresh::find(&txn, &id).await?.filter(|token| token.expires_at > now).ok_or(REFUSED)?;
    let family = families::find_live(&txn, &token.family_id).await?.ok_or(REFUSED)?;
    if family.client_id != client.client_id {
        return Err(REFUSED);
    }
    let granted = Scope::parse(&family.scope);
    let scope = params.get("scope").map_or_else(|| granted.clone(), Scope::parse);
    if !scope.is_within(&granted) || !scope.has("openid") {
        return Err(OAuthError::Refused("invalid_scope", "ask for openid and no more than was granted"));
    }
    let expires_at = (now + i64::from(issuer.config().refresh_token_days) * DAY).min(family.created_at + LONGEST);
    if expires_at <= now {
        return Err(REFUSED);
    }
    if !trade(&txn, &token, expires_at, now).await? {
        families::revoke(&txn, &family.id, "refresh token came back", now).await?;
        txn.commit().await?;
        tracing::warn!(family = family.id, "an old refresh token came back; its family is revoked");
        return Err(REFUSED);
    }
    let account = accounts::find(&txn, &family.account_id).await?.ok_or(REFUSED)?;
    let next = secret(issuer.entropy());
    let row = refresh::Model {
        id: fingerprint(&next),
        family_id: family.id.clone(),
        created_at: now,
        expires_at,
        generation: token.generation + 1,
    };
    refresh::insert(&txn, row).await?;
    txn.commit().await?;
    let grant = Grant { account: &account, family: &family, scope, nonce: None, refresh_token: Some(next) };
    Ok(reply(issuer, grant, now).await?)
}

/// Whether the token may be traded: a newest one, or again the one that was traded a moment ago.
async fn trade(
    txn: &DatabaseTransaction,
    token: &refresh::Model,
    expires_at: i64,
    now: i64,
) -> Result<bool, IssuerError> {
    if families::rotate(txn, token, expires_at, now).await? {
        return Ok(true);
    }
    let again = families::rotate_again(txn, token, expires_at, now - LEEWAY).await?;
    if again {
        tracing::info!(family = token.family_id, "a refresh token came again within the leeway");
    }
    Ok(again)
}
