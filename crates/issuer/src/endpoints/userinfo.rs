//! `GET` and `POST /userinfo` (OpenID Connect Core §5.3).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use serde_json::{Value, json};

use crate::db::{accounts, seconds, token_families};
use crate::issuer::Issuer;
use crate::oauth::claims::{AccessTokenClaims, ProfileClaims};
use crate::oauth::errors::OAuthError;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::ACCESS_TYP;

/// Returns the current profile claims of the token's account. Rejects tokens of revoked families.
pub(super) async fn get(State(issuer): State<Issuer>, headers: HeaderMap) -> Result<Json<Value>, OAuthError> {
    let token = bearer(&headers).ok_or(OAuthError::MissingToken)?;
    let invalid = || OAuthError::InvalidToken("invalid token");
    let claims: AccessTokenClaims = issuer.verify_token(token, ACCESS_TYP).await?.ok_or_else(invalid)?;
    if claims.exp <= seconds(issuer.now_micros()) || claims.aud != issuer.config().audience {
        return Err(OAuthError::InvalidToken("token expired"));
    }
    token_families::find_live(issuer.db().reader(), claims.family_id()).await?.ok_or_else(invalid)?;
    let account = accounts::find(issuer.db().reader(), &claims.sub).await?.ok_or_else(invalid)?;
    let mut body = serde_json::to_value(ProfileClaims::of(&account, &Scope::parse(&claims.scope)))?;
    if let Some(object) = body.as_object_mut() {
        object.insert("sub".to_owned(), json!(account.id));
    }
    Ok(Json(body))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
