//! Token claims.

use serde::{Deserialize, Serialize};

use super::scope::Scope;
use crate::db::accounts;

/// Claims about the account, limited by the granted scope.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ProfileClaims {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email_verified: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

impl ProfileClaims {
    pub(crate) fn of(account: &accounts::Account, scope: &Scope) -> Self {
        let email = scope.has("email");
        Self {
            email: email.then(|| account.email.clone()),
            email_verified: email.then_some(account.email_verified),
            name: scope.has("profile").then(|| account.name.clone()),
        }
    }
}

/// Claims of an access token (RFC 9068).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AccessTokenClaims {
    pub(crate) iss: String,
    pub(crate) sub: String,
    pub(crate) aud: String,
    pub(crate) exp: i64,
    pub(crate) iat: i64,
    /// Token family id, a dot and a random part. Userinfo and revocation look up the family by it.
    pub(crate) jti: String,
    pub(crate) client_id: String,
    pub(crate) scope: String,
    pub(crate) auth_time: i64,
    pub(crate) sid: String,
    #[serde(flatten)]
    pub(crate) profile: ProfileClaims,
}

impl AccessTokenClaims {
    pub(crate) fn family_id(&self) -> &str {
        self.jti.split('.').next().unwrap_or_default()
    }
}

/// Claims of an ID token (OpenID Connect Core §2).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct IdTokenClaims {
    pub(crate) iss: String,
    pub(crate) sub: String,
    pub(crate) aud: String,
    pub(crate) exp: i64,
    pub(crate) iat: i64,
    pub(crate) auth_time: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nonce: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at_hash: Option<String>,
    pub(crate) sid: String,
    #[serde(flatten)]
    pub(crate) profile: ProfileClaims,
}
