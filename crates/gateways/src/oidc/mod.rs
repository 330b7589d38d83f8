//! Verification of access tokens from any standard OpenID Connect provider (D5).
//!
//! A JWT is checked against the provider's published keys; a token that only the provider can read is shown to its
//! userinfo endpoint. A person is (issuer, subject); an e-mail address counts only when the provider has verified it.

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

pub use http::HttpKeySource;
pub use keys::KeySource;
pub use settings::{OidcSettings, SettingsError};
pub use userinfo::{Userinfo, UserinfoSource};
pub use verifier::Verifier;

/// Who holds a token, as far as the provider vouches for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedToken {
    /// The provider, exactly as it is configured. Together with `subject` this is the person (D5).
    pub issuer: String,
    /// The provider's name for the person; 1 to 255 bytes, no control characters.
    pub subject: String,
    /// The e-mail address, present only when the provider says that it is verified.
    pub email: Option<String>,
    /// Whether the provider says that the address is verified. True exactly when `email` is present.
    pub email_verified: bool,
    /// The person's name as the provider shows it, without control characters, at most 200 characters.
    pub name: Option<String>,
    /// When the token ends. For an opaque token: until when the provider's answer may be used.
    pub expires_at: Timestamp,
}

/// Why a token was not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OidcError {
    /// The token does not hold; the person has to sign in again. The text is for the log, not for the person.
    #[error("invalid token: {0}")]
    Invalid(&'static str),
    /// The provider cannot be reached, or does not answer as a provider should; the token may be good.
    #[error("sign-in provider unavailable: {0}")]
    Unavailable(String),
}

impl OidcError {
    /// The stable code of the refusal: 401 for a token that does not hold, 503 for a provider that is away.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Invalid(_) => ErrorCode::SignInRequired,
            Self::Unavailable(_) => ErrorCode::SignInUnavailable,
        }
    }
}
