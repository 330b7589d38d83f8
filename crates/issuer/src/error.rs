//! The crate's error type. Its messages go to the log; users see error pages and clients see OAuth errors.

use tala_db::Retryable;

/// An error of the issuer.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    /// Invalid configuration.
    #[error("issuer configuration: {0}")]
    Config(String),
    /// A database operation failed.
    #[error("issuer database: {0}")]
    Database(#[from] tala_db::Error),
    /// A cryptographic operation failed. For `decrypt`, the usual cause is a changed master key.
    #[error("issuer cryptography: {0}")]
    Crypto(&'static str),
    /// A token could not be signed or a key could not be parsed.
    #[error("issuer token: {0}")]
    Token(#[from] jsonwebtoken::errors::Error),
    /// A value could not be serialized to JSON or parsed from it.
    #[error("issuer json: {0}")]
    Json(#[from] serde_json::Error),
    /// Invalid account details.
    #[error("invalid account: {0}")]
    InvalidAccount(String),
    /// Too many concurrent password verifications.
    #[error("too many concurrent password verifications")]
    Busy,
}

impl Retryable for IssuerError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Database(error) if error.is_retryable())
    }
}
