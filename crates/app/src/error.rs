//! The error type of requests, commands and jobs: a stable code with a message for users. A service whose callers branch on
//! the reason returns its own error enum, which converts into [`AppError`].

use serde::Serialize;
use serde_json::{Map, Value};
use tala_domain::booking::BookingError;
use tala_domain::credits::CreditError;
use tala_domain::error::{ErrorCode, FieldError, FieldErrors};
use tala_gateways::oidc::OidcError;
use tala_store::{Retryable, StoreError};

/// An error with a stable code.
#[derive(Debug, Clone)]
pub struct AppError {
    pub(crate) code: ErrorCode,
    pub(crate) detail: Option<String>,
    pub(crate) errors: Vec<FieldError>,
    /// Extension members of the problem object (RFC 9457 §3.2).
    pub(crate) extensions: Map<String, Value>,
    /// The failed transaction may be retried.
    is_retryable: bool,
    pub(crate) retry_after_seconds: i64,
}

const DEFAULT_RETRY_AFTER_SECONDS: i64 = 2;

/// A result with [`AppError`].
pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    /// Creates an error with the default message of the code.
    pub fn new(code: ErrorCode) -> Self {
        Self {
            code,
            detail: None,
            errors: Vec::new(),
            extensions: Map::new(),
            is_retryable: false,
            retry_after_seconds: DEFAULT_RETRY_AFTER_SECONDS,
        }
    }

    /// Returns the stable code.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Replaces the default message of the code.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Sets the `Retry-After` header, in seconds, for rate limits and outages.
    #[must_use]
    pub fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after_seconds = seconds.max(1);
        self
    }

    /// Adds an extension member to the problem object.
    #[must_use]
    pub fn with_extension(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.extensions.insert(name.to_owned(), value);
        }
        self
    }

    /// Returns the message for the command line: those of all invalid fields, or that of the error.
    pub fn for_command_line(&self) -> String {
        match self.errors.as_slice() {
            [] => self.detail.as_deref().unwrap_or_else(|| self.code.message()).to_owned(),
            fields => fields.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join("\n       "),
        }
    }

    /// Creates an error for a bug or an unexpected failure. The detail is logged and never sent to the client.
    pub fn internal(detail: impl std::fmt::Display) -> Self {
        tracing::error!(%detail, "internal error");
        Self::new(ErrorCode::Internal)
    }
}

impl std::fmt::Display for AppError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.detail.as_deref().unwrap_or_else(|| self.code.message()))?;
        self.errors.iter().try_for_each(|field| write!(f, " ({}: {})", field.field, field.message))
    }
}

impl From<ErrorCode> for AppError {
    fn from(code: ErrorCode) -> Self {
        Self::new(code)
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Serialization(detail) => {
                tracing::warn!(%detail, "transaction will be retried");
                Self { is_retryable: true, ..Self::new(ErrorCode::Unavailable) }
            }
            StoreError::Unavailable(detail) | StoreError::NotWritable(detail) => {
                tracing::error!(%detail, "database unavailable");
                Self::new(ErrorCode::Unavailable)
            }
            other => Self::internal(other),
        }
    }
}

impl Retryable for AppError {
    fn is_retryable(&self) -> bool {
        self.is_retryable
    }
}

impl From<FieldErrors> for AppError {
    fn from(errors: FieldErrors) -> Self {
        let detail = errors.0.first().map(|first| first.message.clone());
        Self { errors: errors.0, detail, ..Self::new(ErrorCode::InvalidFields) }
    }
}

impl From<BookingError> for AppError {
    fn from(error: BookingError) -> Self {
        Self::new(error.code())
    }
}

impl From<CreditError> for AppError {
    fn from(error: CreditError) -> Self {
        let converted = Self::new(error.code());
        if error != CreditError::MixedCurrencies {
            return converted;
        }
        let detail = "Your credits were bought in two currencies, and a class is paid with those of one. There are not enough of either.";
        converted.with_detail(detail)
    }
}

impl From<OidcError> for AppError {
    fn from(error: OidcError) -> Self {
        match error {
            OidcError::Unavailable(detail) => {
                tracing::error!(%detail, "identity provider unavailable");
                Self::new(ErrorCode::SignInUnavailable)
            }
            OidcError::Invalid(detail) => {
                tracing::debug!(%detail, "invalid access token");
                Self::new(ErrorCode::SignInRequired)
            }
        }
    }
}
