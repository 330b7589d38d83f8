//! `POST /revoke`: token revocation (RFC 7009).

use axum::extract::State;
use axum::http::StatusCode;
use tala_db::Transaction;

use crate::crypto::random::fingerprint;
use crate::db::{refresh_tokens, token_families};
use crate::error::IssuerError;
use crate::http::form::FormBody;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::claims::AccessTokenClaims;
use crate::oauth::errors::OAuthError;
use crate::oauth::tokens::ACCESS_TYP;
use crate::rate_limits::{self, Action};

/// Revokes the family of a refresh or access token. Returns 200 for unknown tokens too (RFC 7009 §2.2).
pub(super) async fn post(
    State(issuer): State<Issuer>,
    visitor: Visitor,
    FormBody(params): FormBody,
) -> Result<StatusCode, OAuthError> {
    rate_limits::check_address(&issuer, Action::Token, &visitor.rate_limit_key)
        .await?
        .map_err(OAuthError::RateLimited)?;
    let client_id = params.get("client_id").ok_or(OAuthError::invalid_request("client_id is missing"))?;
    let client = issuer.config().client(client_id).ok_or(OAuthError::UnknownClient)?;
    let token = params.get("token").ok_or(OAuthError::invalid_request("token is missing"))?;
    if let Some(family_id) = find_family(&issuer, token).await? {
        let family = token_families::find_live(issuer.db().reader(), &family_id).await?;
        if family.is_some_and(|family| family.client_id == client.client_id) {
            let (reason, now) = ("revoked by the client", issuer.now_micros());
            let revoke = async |tx: Transaction| token_families::mark_revoked(&tx, &family_id, reason, now).await;
            issuer.db().transaction(revoke).await?;
        }
    }
    Ok(StatusCode::OK)
}

async fn find_family(issuer: &Issuer, token: &str) -> Result<Option<String>, IssuerError> {
    if let Some(found) = refresh_tokens::find(issuer.db().reader(), &fingerprint(token)).await? {
        return Ok(Some(found.family_id));
    }
    let claims = issuer.verify_token::<AccessTokenClaims>(token, ACCESS_TYP).await?;
    Ok(claims.map(|claims| claims.family_id().to_owned()))
}
