//! `GET` and `POST /userinfo` (OpenID Connect Core §5.3).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use serde_json::{Value, json};

use crate::db::{accounts, families, seconds};
use crate::issuer::Issuer;
use crate::oauth::claims::{Access, Person};
use crate::oauth::errors::OAuthError;
use crate::oauth::scope::Scope;
use crate::oauth::tokens::ACCESS_TYP;

/// Answers with the person that a token is about, from the account as it is now. Tokens of a revoked family are refused
/// here immediately.
pub(super) async fn show(State(issuer): State<Issuer>, headers: HeaderMap) -> Result<Json<Value>, OAuthError> {
    let token = bearer(&headers).ok_or(OAuthError::NoToken)?;
    let refused = || OAuthError::InvalidToken("the token is not valid");
    let claims: Access = issuer.read_token(token, ACCESS_TYP).await?.ok_or_else(refused)?;
    if claims.exp <= seconds(issuer.now_micros()) || claims.aud != issuer.config().audience {
        return Err(OAuthError::InvalidToken("the token has expired"));
    }
    families::find_live(issuer.db().reader(), claims.family_id()).await?.ok_or_else(refused)?;
    let account = accounts::find(issuer.db().reader(), &claims.sub).await?.ok_or_else(refused)?;
    let mut body = serde_json::to_value(Person::of(&account, &Scope::parse(&claims.scope)))?;
    if let Some(object) = body.as_object_mut() {
        object.insert("sub".to_owned(), json!(account.id));
    }
    Ok(Json(body))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
