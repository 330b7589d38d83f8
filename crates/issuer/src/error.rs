//! What can go wrong inside; people are shown pages and clients OAuth errors, never these texts.

use tala_db::Retryable;

/// A fault of the issuer or of its surroundings, for the log.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    /// A setting that cannot work.
    #[error("issuer configuration: {0}")]
    Config(String),
    /// The database refused or failed.
    #[error("issuer database: {0}")]
    Database(#[from] tala_db::Error),
    /// A cryptographic operation failed; for `unseal`, the usual cause is a changed master key.
    #[error("issuer cryptography: {0}")]
    Crypto(&'static str),
    /// A token could not be signed.
    #[error("issuer token: {0}")]
    Token(#[from] jsonwebtoken::errors::Error),
    /// A stored or outgoing value is not valid JSON.
    #[error("issuer json: {0}")]
    Json(#[from] serde_json::Error),
    /// Account details that the rules do not allow.
    #[error("account refused: {0}")]
    Account(String),
    /// Too many passwords are being verified simultaneously.
    #[error("too many passwords are being verified simultaneously")]
    Busy,
}

impl Retryable for IssuerError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Database(error) if error.is_retryable())
    }
}
