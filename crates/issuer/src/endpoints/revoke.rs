//! `POST /revoke` (RFC 7009).

use axum::extract::State;
use axum::http::StatusCode;
use tala_db::Transaction;

use crate::crypto::random::fingerprint;
use crate::db::families::{self, refresh};
use crate::error::IssuerError;
use crate::http::form::FormBody;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::claims::Access;
use crate::oauth::errors::OAuthError;
use crate::oauth::tokens::ACCESS_TYP;
use crate::throttle::{self, Act};

/// Ends the family of a refresh or access token. Says yes to tokens that mean nothing, as the RFC asks.
pub(super) async fn revoke(
    State(issuer): State<Issuer>,
    visitor: Visitor,
    FormBody(params): FormBody,
) -> Result<StatusCode, OAuthError> {
    throttle::address(&issuer, Act::Token, &visitor.address).await?.map_err(OAuthError::TooMany)?;
    let client_id = params.get("client_id").ok_or(OAuthError::invalid_request("client_id is missing"))?;
    let client = issuer.config().client(client_id).ok_or(OAuthError::UnknownClient)?;
    let token = params.get("token").ok_or(OAuthError::invalid_request("token is missing"))?;
    if let Some(family_id) = family_of(&issuer, token).await? {
        let family = families::find_live(issuer.db().reader(), &family_id).await?;
        if family.is_some_and(|family| family.client_id == client.client_id) {
            let (because, now) = ("revoked by the client", issuer.now_micros());
            let revoke = async |tx: Transaction| families::mark_revoked(&tx, &family_id, because, now).await;
            issuer.db().transaction(revoke).await?;
        }
    }
    Ok(StatusCode::OK)
}

async fn family_of(issuer: &Issuer, token: &str) -> Result<Option<String>, IssuerError> {
    if let Some(found) = refresh::find(issuer.db().reader(), &fingerprint(token)).await? {
        return Ok(Some(found.family_id));
    }
    let claims = issuer.read_token::<Access>(token, ACCESS_TYP).await?;
    Ok(claims.map(|claims| claims.family_id().to_owned()))
}
