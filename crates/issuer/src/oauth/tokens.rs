//! Token responses of the token endpoint.

use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;

use super::claims::{AccessTokenClaims, IdTokenClaims, ProfileClaims};
use super::scope::Scope;
use crate::crypto::random;
use crate::db::accounts::Account;
use crate::db::seconds;
use crate::db::token_families::TokenFamily;
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// `typ` of access tokens (RFC 9068).
pub(crate) const ACCESS_TYP: &str = "at+jwt";
/// `typ` of ID tokens.
pub(crate) const ID_TYP: &str = "JWT";

/// A successful token response (RFC 6749 §5.1, OpenID Connect Core §3.1.3.3).
#[derive(Debug, Serialize)]
pub(crate) struct TokenResponse {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
    id_token: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

/// The grant to issue tokens for.
pub(crate) struct Grant<'a> {
    pub(crate) account: &'a Account,
    pub(crate) family: &'a TokenFamily,
    pub(crate) scope: Scope,
    /// Only for the first ID token of a family (OpenID Connect Core §12.2).
    pub(crate) nonce: Option<String>,
    pub(crate) refresh_token: Option<String>,
}

/// Signs the tokens of a grant. The grant must be committed to the database.
pub(crate) async fn issue_tokens(issuer: &Issuer, grant: Grant<'_>, now: i64) -> Result<TokenResponse, IssuerError> {
    let (account, family) = (grant.account, grant.family);
    let iat = seconds(now);
    let expires_in = seconds(issuer.token_lifetime_micros());
    let profile = ProfileClaims::of(account, &grant.scope);
    let access = AccessTokenClaims {
        iss: issuer.config().issuer_url.clone(),
        sub: account.id.clone(),
        aud: issuer.config().audience.clone(),
        exp: iat + expires_in,
        iat,
        jti: format!("{}.{}", family.id, random::uuid(issuer.entropy())),
        client_id: family.client_id.clone(),
        scope: grant.scope.text(),
        auth_time: seconds(family.auth_time),
        sid: family.session_id.clone(),
        profile: profile.clone(),
    };
    let access_token = issuer.sign_token(ACCESS_TYP, &access, now).await?;
    let id = IdTokenClaims {
        iss: access.iss,
        sub: access.sub,
        aud: family.client_id.clone(),
        exp: access.exp,
        iat,
        auth_time: access.auth_time,
        nonce: grant.nonce,
        at_hash: Some(at_hash_of(&access_token)),
        sid: access.sid,
        profile,
    };
    let id_token = issuer.sign_token(ID_TYP, &id, now).await?;
    Ok(TokenResponse {
        access_token,
        token_type: "Bearer",
        expires_in,
        scope: access.scope,
        id_token,
        refresh_token: grant.refresh_token,
    })
}

/// The left half of the access token's SHA-256 in base64url (OpenID Connect Core §3.1.3.6).
fn at_hash_of(token: &str) -> String {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    URL_SAFE_NO_PAD.encode(hash.as_ref().get(..16).unwrap_or_default())
}
