//! Why a request, a command or a job failed: a stable code and a sentence for people. Services whose callers decide by the
//! reason return an enum of their own, which converts into this.

use serde::Serialize;
use serde_json::{Map, Value};
use tala_domain::booking::BookingError;
use tala_domain::credits::CreditError;
use tala_domain::error::{ErrorCode, FieldError, FieldErrors};
use tala_gateways::oidc::OidcError;
use tala_store::{Retryable, StoreError};

/// A failure with its stable code.
#[derive(Debug, Clone)]
pub struct AppError {
    pub(crate) code: ErrorCode,
    pub(crate) detail: Option<String>,
    pub(crate) errors: Vec<FieldError>,
    /// Members of the problem object beside the standard ones.
    pub(crate) extra: Map<String, Value>,
    /// The transaction that failed may be run again.
    is_retryable: bool,
    pub(crate) retry_after_seconds: i64,
}

const RETRY_AFTER_SECONDS: i64 = 2;

/// A result with [`AppError`].
pub type AppResult<T> = Result<T, AppError>;

impl AppError {
    /// With the sentence of the code.
    pub fn new(code: ErrorCode) -> Self {
        Self {
            code,
            detail: None,
            errors: Vec::new(),
            extra: Map::new(),
            is_retryable: false,
            retry_after_seconds: RETRY_AFTER_SECONDS,
        }
    }

    /// Its code.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// Replaces the sentence of the code.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// When to try again, for rate limits and outages.
    #[must_use]
    pub fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after_seconds = seconds.max(1);
        self
    }

    /// Adds a member to the problem object.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.extra.insert(name.to_owned(), value);
        }
        self
    }

    /// A defect of ours: the detail goes to the log, never to the client.
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
        let refusal = Self::new(error.code());
        if error != CreditError::Mixed {
            return refusal;
        }
        let why = "Your credits were bought in two currencies, and a class is paid with those of one. There are not enough of either.";
        refusal.with_detail(why)
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
