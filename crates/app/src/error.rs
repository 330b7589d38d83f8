//! Every refusal as RFC 9457 problem JSON, with SPEC's `success`, `error`, `message` and `details` in the same object.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use tala_domain::booking::BookingError;
use tala_domain::credits::CreditError;
use tala_domain::error::{ErrorClass, ErrorCode, FieldError, FieldErrors};
use tala_gateways::oidc::OidcError;
use tala_store::{Retryable, StoreError};
use utoipa::ToSchema;

tokio::task_local! {
    /// The id of the request being answered, for the problem body and the log.
    pub static REQUEST_ID: String;
}

/// A refusal on its way to the client.
#[derive(Debug, Clone)]
pub struct ApiError {
    code: ErrorCode,
    detail: Option<String>,
    errors: Vec<FieldError>,
    extra: Map<String, Value>,
    retry: bool,
    retry_after_seconds: i64,
}

/// What is said when nothing better is known.
const RETRY_AFTER_SECONDS: i64 = 2;

/// The result of a use case.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// A refusal with the code's own sentence.
    pub fn new(code: ErrorCode) -> Self {
        Self {
            code,
            detail: None,
            errors: Vec::new(),
            extra: Map::new(),
            retry: false,
            retry_after_seconds: RETRY_AFTER_SECONDS,
        }
    }

    /// Its code.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// A better sentence than the code's own.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// When to try again, for 429 and 503.
    #[must_use]
    pub fn retry_after(mut self, seconds: i64) -> Self {
        self.retry_after_seconds = seconds.max(1);
        self
    }

    /// Another member of the problem object.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        if let Ok(value) = serde_json::to_value(value) {
            self.extra.insert(name.to_owned(), value);
        }
        self
    }

    /// Our fault: the detail goes to the log, never to the client.
    pub fn internal(detail: impl std::fmt::Display) -> Self {
        tracing::error!(%detail, "internal error");
        Self::new(ErrorCode::Internal)
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.detail.as_deref().unwrap_or_else(|| self.code.message()))?;
        self.errors.iter().try_for_each(|field| write!(f, " ({}: {})", field.field, field.message))
    }
}

impl From<ErrorCode> for ApiError {
    fn from(code: ErrorCode) -> Self {
        Self::new(code)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Serialization(detail) => {
                tracing::warn!(%detail, "transaction to be tried again");
                Self { retry: true, ..Self::new(ErrorCode::Unavailable) }
            }
            StoreError::Unavailable(detail) | StoreError::NotWritable(detail) => {
                tracing::error!(%detail, "database unavailable");
                Self::new(ErrorCode::Unavailable)
            }
            other => Self::internal(other),
        }
    }
}

impl Retryable for ApiError {
    fn is_retryable(&self) -> bool {
        self.retry
    }
}

impl From<FieldErrors> for ApiError {
    fn from(errors: FieldErrors) -> Self {
        let detail = errors.0.first().map(|first| first.message.clone());
        Self { errors: errors.0, detail, ..Self::new(ErrorCode::InvalidFields) }
    }
}

impl From<BookingError> for ApiError {
    fn from(error: BookingError) -> Self {
        Self::new(error.code())
    }
}

impl From<CreditError> for ApiError {
    fn from(error: CreditError) -> Self {
        let refusal = Self::new(error.code());
        if error != CreditError::Mixed {
            return refusal;
        }
        let why = "Your credits were bought in two currencies, and a class is paid with those of one. There are not enough of either.";
        refusal.with_detail(why)
    }
}

impl From<OidcError> for ApiError {
    fn from(error: OidcError) -> Self {
        match error {
            OidcError::Unavailable(detail) => {
                tracing::error!(%detail, "identity provider unavailable");
                Self::new(ErrorCode::SignInUnavailable)
            }
            OidcError::Invalid(detail) => {
                tracing::debug!(%detail, "access token refused");
                Self::new(ErrorCode::SignInRequired)
            }
        }
    }
}

/// A refusal, as problem JSON (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`: the code says more.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// Stable; branch on this.
    #[schema(value_type = crate::openapi::ErrorCodeSchema)]
    pub code: ErrorCode,
    /// A sentence for people.
    pub detail: String,
    /// What to quote to support.
    pub request_id: String,
    /// Each field that breaks a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<ProblemField>,
    /// Always false.
    pub success: bool,
    /// The sentence again, for SPEC's clients.
    pub error: String,
    /// The sentence again, for SPEC's clients.
    pub message: String,
    /// All sentences in one line, for SPEC's clients.
    pub details: String,
    /// Members of single calls: fresh `slots` beside a booking's 409.
    #[serde(flatten)]
    #[schema(inline, value_type = ProblemMembers)]
    pub extra: Map<String, Value>,
}

/// Members that only some refusals have.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
struct ProblemMembers {
    /// The slots that are free now, when a booking was refused with 409.
    slots: Option<Vec<crate::views::SlotView>>,
    /// The fresh price, with `price_changed`.
    quote: Option<crate::prices::QuoteView>,
    /// The order in question, with `payment_unresolved` and `payment_pending`.
    order: Option<crate::payments::OrderView>,
}

/// One field that breaks a rule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FieldError)]
pub struct ProblemField {
    /// The field as the client sent it.
    pub field: String,
    /// The sentence to show beside it.
    pub message: String,
}

/// The one place where a class becomes a status.
pub fn status_of(code: ErrorCode) -> StatusCode {
    if code == ErrorCode::MethodNotAllowed {
        return StatusCode::METHOD_NOT_ALLOWED;
    }
    match code.class() {
        ErrorClass::Malformed => StatusCode::BAD_REQUEST,
        ErrorClass::Unauthenticated => StatusCode::UNAUTHORIZED,
        ErrorClass::Forbidden => StatusCode::FORBIDDEN,
        ErrorClass::NotFound => StatusCode::NOT_FOUND,
        ErrorClass::Conflict => StatusCode::CONFLICT,
        ErrorClass::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorClass::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorClass::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        ErrorClass::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorClass::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = status_of(self.code);
        let detail = self.detail.unwrap_or_else(|| self.code.message().to_owned());
        let details = if self.errors.is_empty() {
            detail.clone()
        } else {
            self.errors.iter().map(|field| field.message.as_str()).collect::<Vec<_>>().join(" ")
        };
        let errors = self.errors.into_iter().map(|f| ProblemField { field: f.field, message: f.message }).collect();
        let problem = Problem {
            kind: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            code: self.code,
            error: detail.clone(),
            message: detail.clone(),
            detail,
            request_id: REQUEST_ID.try_with(Clone::clone).unwrap_or_default(),
            errors,
            success: false,
            details,
            extra: self.extra,
        };
        let mut response = (status, axum::Json(problem)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/problem+json"));
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
        }
        if status == StatusCode::TOO_MANY_REQUESTS || status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, self.retry_after_seconds.into());
        }
        response
    }
}
