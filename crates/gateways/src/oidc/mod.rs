//! Verification of access tokens from any standard OpenID Connect provider (D5).
//!
//! A JWT is verified with the provider's published keys; an opaque token is sent to its userinfo endpoint. A person is
//! identified by issuer and subject. An email address is used only if the provider has verified it.

mod claims;
mod http;
mod jwt;
mod keys;
mod settings;
mod userinfo;
mod verifier;

#[cfg(test)]
mod tests;

use jiff::Timestamp;
use tala_domain::error::ErrorCode;

pub use http::OidcHttpClient;
pub use keys::KeySource;
pub use settings::{OidcSettings, SettingsError};
pub use userinfo::{Userinfo, UserinfoSource};
pub use verifier::Verifier;

/// The claims of a verified token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedToken {
    /// The issuer, exactly as configured. Issuer and `subject` identify the person (D5).
    pub issuer: String,
    /// The subject: 1 to 255 bytes, no control characters.
    pub subject: String,
    /// The email address; present only if the provider has verified it.
    pub email: Option<String>,
    /// Whether `email` is present and verified.
    pub email_verified: bool,
    /// The name of the person: at most 200 characters, no control characters.
    pub name: Option<String>,
    /// The expiry of the token; for an opaque token, the end of the validity of the provider's response.
    pub expires_at: Timestamp,
}

/// Why a token was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OidcError {
    /// The token is invalid; the person must sign in again. The text is for the log.
    #[error("invalid token: {0}")]
    Invalid(&'static str),
    /// The provider is unreachable or its response is invalid; the token may be valid.
    #[error("identity provider unavailable: {0}")]
    Unavailable(String),
}

impl OidcError {
    /// Returns the stable error code: 401 for an invalid token, 503 for an unavailable provider.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid(_) => ErrorCode::SignInRequired,
            Self::Unavailable(_) => ErrorCode::SignInUnavailable,
        }
    }
}
