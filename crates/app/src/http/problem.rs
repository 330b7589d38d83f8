//! Converts [`AppError`] into RFC 9457 problem JSON. The object also carries SPEC's `success`, `error`, `message` and
//! `details`.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use tala_domain::error::{ErrorClass, ErrorCode};

use crate::error::AppError;
use crate::views::problem::{FieldError, Problem};

tokio::task_local! {
    /// Id of the current request, for the problem body and the log.
    pub static REQUEST_ID: String;
}

/// Returns the HTTP status of an error code.
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
        let errors = self.errors.into_iter().map(|f| FieldError { field: f.field, message: f.message }).collect();
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
            extensions: self.extensions,
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
