//! Making the answer of the token endpoint.

use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;

use super::claims::{Access, Id, Person};
use super::scope::Scope;
use crate::crypto::random;
use crate::db::{accounts, families};
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// `typ` of access tokens (RFC 9068).
pub(crate) const ACCESS_TYP: &str = "at+jwt";
/// `typ` of ID tokens.
pub(crate) const ID_TYP: &str = "JWT";

/// RFC 6749 §5.1 with the ID token of OpenID Connect.
#[derive(Debug, Serialize)]
pub(crate) struct TokenReply {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    scope: String,
    id_token: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

/// What one exchange grants.
pub(crate) struct Grant<'a> {
    pub(crate) account: &'a accounts::Account,
    pub(crate) family: &'a families::Family,
    pub(crate) scope: Scope,
    /// Only in the first ID token of a family; later ones leave it out (OpenID Connect Core §12.2).
    pub(crate) nonce: Option<String>,
    pub(crate) refresh_token: Option<String>,
}

/// Signs the tokens of a grant that the database has already recorded.
pub(crate) async fn reply(issuer: &Issuer, grant: Grant<'_>, now: i64) -> Result<TokenReply, IssuerError> {
    let (account, family) = (grant.account, grant.family);
    let iat = crate::db::seconds(now);
    let expires_in = crate::db::seconds(issuer.token_life());
    let person = Person::of(account, &grant.scope);
    let access = Access {
        iss: issuer.config().issuer_url.clone(),
        sub: account.id.clone(),
        aud: issuer.config().audience.clone(),
        exp: iat + expires_in,
        iat,
        jti: format!("{}.{}", family.id, random::id(issuer.entropy())),
        client_id: family.client_id.clone(),
        scope: grant.scope.text(),
        auth_time: crate::db::seconds(family.auth_time),
        sid: family.session_id.clone(),
        person: person.clone(),
    };
    let access_token = issuer.sign(ACCESS_TYP, &access, now).await?;
    let id = Id {
        iss: access.iss,
        sub: access.sub,
        aud: family.client_id.clone(),
        exp: access.exp,
        iat,
        auth_time: access.auth_time,
        nonce: grant.nonce,
        at_hash: Some(half_hash(&access_token)),
        sid: access.sid,
        person,
    };
    let id_token = issuer.sign(ID_TYP, &id, now).await?;
    Ok(TokenReply {
        access_token,
        token_type: "Bearer",
        expires_in,
        scope: access.scope,
        id_token,
        refresh_token: grant.refresh_token,
    })
}

/// `at_hash`: the left half of the token's SHA-256, in base64url (OpenID Connect Core §3.1.3.6).
fn half_hash(token: &str) -> String {
    let hash = digest::digest(&digest::SHA256, token.as_bytes());
    URL_SAFE_NO_PAD.encode(hash.as_ref().get(..16).unwrap_or_default())
}
