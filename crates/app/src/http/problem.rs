//! Errors as RFC 9457 problem JSON, with SPEC's `success`, `error`, `message` and `details` in the same object.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use tala_domain::error::{ErrorClass, ErrorCode};
use utoipa::ToSchema;

use crate::error::AppError;

tokio::task_local! {
    /// The id of the current request, for the problem body and the log.
    pub static REQUEST_ID: String;
}

/// An error as problem JSON (RFC 9457).
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
    #[schema(value_type = crate::http::openapi::ErrorCodeSchema)]
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
    /// Members that only some operations have.
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: Map<String, Value>,
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

/// The HTTP status of a code.
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

impl IntoResponse for AppError {
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
