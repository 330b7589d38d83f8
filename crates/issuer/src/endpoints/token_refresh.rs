//! `grant_type=refresh_token`, with rotation and a short leeway (see the crate's documentation).

use tala_db::{Error, Transaction};

use crate::config::ClientConfig;
use crate::crypto::random::{fingerprint, secret};
use crate::db::accounts::{self, Account};
use crate::db::families::refresh::{self, RefreshToken};
use crate::db::families::{self, Family};
use crate::db::{DAY, SECOND};
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::oauth::params::Params;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::{Grant, TokenReply, reply};

/// How long after its exchange a token may come again, when nothing that came of it has been used.
const LEEWAY: i64 = 30 * SECOND;

/// A sign-in at an application ends after this long, however often it is renewed.
const LONGEST: i64 = 90 * DAY;

const REFUSED: OAuthError = OAuthError::invalid_grant("this refresh token is not valid any more");

/// What a refresh token was exchanged for.
struct Granted {
    account: Account,
    family: Family,
    scope: Scope,
    next: String,
    exchanged: Exchanged,
}

/// An old token came, so the family of this id is revoked.
struct Replayed(String);

/// How a token was exchanged.
enum Exchanged {
    First,
    /// Again within the leeway.
    Repeated,
}

pub(super) async fn run(issuer: &Issuer, client: &ClientConfig, params: &Params) -> Result<TokenReply, OAuthError> {
    let sent = params.get("refresh_token").ok_or(OAuthError::invalid_request("refresh_token is missing"))?;
    let (id, now) = (fingerprint(sent), issuer.now_micros());
    match issuer.db().transaction(async |tx| rotate(issuer, &tx, client, params, &id, now).await).await? {
        Ok(Granted { account, family, scope, next, exchanged }) => {
            if matches!(exchanged, Exchanged::Repeated) {
                tracing::info!(family = family.id, "a refresh token came again within the leeway");
            }
            let grant = Grant { account: &account, family: &family, scope, nonce: None, refresh_token: Some(next) };
            Ok(reply(issuer, grant, now).await?)
        }
        Err(Replayed(family)) => {
            tracing::warn!(family, "an old refresh token came back; its family is revoked");
            Err(REFUSED)
        }
    }
}

/// Runs in a transaction: an inner `Err` is committed.
async fn rotate(
    issuer: &Issuer,
    tx: &Transaction,
    client: &ClientConfig,
    params: &Params,
    id: &str,
    now: i64,
) -> Result<Result<Granted, Replayed>, OAuthError> {
    let token = refresh::find(tx, id).await?.filter(|token| token.expires_at > now).ok_or(REFUSED)?;
    let family = families::find_live(tx, &token.family_id).await?.ok_or(REFUSED)?;
    if family.client_id != client.client_id {
        return Err(REFUSED);
    }
    let scope = scope_of(&family, params)?;
    let expires_at = (now + i64::from(issuer.config().refresh_token_days) * DAY).min(family.created_at + LONGEST);
    if expires_at <= now {
        return Err(REFUSED);
    }
    let Some(exchanged) = exchange(tx, &token, expires_at, now).await? else {
        families::mark_revoked(tx, &family.id, "refresh token came back", now).await?;
        return Ok(Err(Replayed(family.id)));
    };
    let account = accounts::find(tx, &family.account_id).await?.ok_or(REFUSED)?;
    let next = secret(issuer.entropy());
    let row = RefreshToken {
        id: fingerprint(&next),
        family_id: family.id.clone(),
        created_at: now,
        expires_at,
        generation: token.generation + 1,
    };
    refresh::insert(tx, &row).await?;
    Ok(Ok(Granted { account, family, scope, next, exchanged }))
}

/// The scope that was asked for, or else the granted one.
fn scope_of(family: &Family, params: &Params) -> Result<Scope, OAuthError> {
    let granted = Scope::parse(&family.scope);
    let scope = params.get("scope").map_or_else(|| granted.clone(), Scope::parse);
    if !scope.is_within(&granted) || !scope.has("openid") {
        return Err(OAuthError::Refused("invalid_scope", "ask for openid and no more than was granted"));
    }
    Ok(scope)
}

/// Exchanges the token, if it is a newest one, or the one that was exchanged last, within the leeway.
async fn exchange(
    tx: &Transaction,
    token: &RefreshToken,
    expires_at: i64,
    now: i64,
) -> Result<Option<Exchanged>, Error> {
    if families::claim_rotation(tx, token, expires_at, now).await? {
        return Ok(Some(Exchanged::First));
    }
    let is_repetition = families::claim_repetition(tx, token, expires_at, now - LEEWAY).await?;
    Ok(is_repetition.then_some(Exchanged::Repeated))
}
