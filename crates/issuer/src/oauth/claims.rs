//! What the tokens say.

use serde::{Deserialize, Serialize};

use super::scope::Scope;
use crate::db::accounts;

/// Claims about a person, as far as the scope allows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Person {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email_verified: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

impl Person {
    pub(crate) fn of(account: &accounts::Account, scope: &Scope) -> Self {
        let email = scope.has("email");
        Self {
            email: email.then(|| account.email.clone()),
            email_verified: email.then_some(account.email_verified),
            name: scope.has("profile").then(|| account.name.clone()),
        }
    }
}

/// An access token (RFC 9068).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Access {
    pub(crate) iss: String,
    pub(crate) sub: String,
    pub(crate) aud: String,
    pub(crate) exp: i64,
    pub(crate) iat: i64,
    /// The family's id, a dot, and a random part: userinfo and revocation find the family by it.
    pub(crate) jti: String,
    pub(crate) client_id: String,
    pub(crate) scope: String,
    pub(crate) auth_time: i64,
    pub(crate) sid: String,
    #[serde(flatten)]
    pub(crate) person: Person,
}

impl Access {
    pub(crate) fn family_id(&self) -> &str {
        self.jti.split('.').next().unwrap_or_default()
    }
}

/// An ID token (OpenID Connect Core §2).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Id {
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
    pub(crate) person: Person,
}
