//! OAuth error responses (RFC 6749 §5.2, RFC 6750 §3).

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tala_db::Retryable;

use crate::db::rate_limits::RetryAfter;
use crate::error::IssuerError;

/// An error response of an endpoint that clients call.
#[derive(Debug)]
pub(crate) enum OAuthError {
    /// 400 with a registered error code and a description for developers.
    BadRequest(&'static str, &'static str),
    /// 401: unknown `client_id`.
    UnknownClient,
    /// 401 with `WWW-Authenticate: Bearer`.
    InvalidToken(&'static str),
    /// 401 with a challenge without an error code: the token is missing.
    MissingToken,
    /// 429 with `Retry-After`.
    RateLimited(RetryAfter),
    /// 500; the cause is logged only.
    Internal(IssuerError),
}

impl OAuthError {
    pub(crate) const fn invalid_request(description: &'static str) -> Self {
        Self::BadRequest("invalid_request", description)
    }

    pub(crate) const fn invalid_grant(description: &'static str) -> Self {
        Self::BadRequest("invalid_grant", description)
    }
}

impl<E: Into<IssuerError>> From<E> for OAuthError {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}

impl Retryable for OAuthError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Internal(error) if error.is_retryable())
    }
}

impl IntoResponse for OAuthError {
    fn into_response(self) -> Response {
        let body = |code: &str, description: &str| Json(json!({ "error": code, "error_description": description }));
        let mut response = match &self {
            Self::BadRequest(code, description) => (StatusCode::BAD_REQUEST, body(code, description)).into_response(),
            Self::UnknownClient => {
                (StatusCode::UNAUTHORIZED, body("invalid_client", "unknown client_id")).into_response()
            }
            Self::InvalidToken(description) => {
                (StatusCode::UNAUTHORIZED, body("invalid_token", description)).into_response()
            }
            Self::MissingToken => {
                (StatusCode::UNAUTHORIZED, body("invalid_token", "missing bearer token")).into_response()
            }
            Self::RateLimited(retry_after) => {
                let mut response =
                    body("temporarily_unavailable", "too many requests; see Retry-After").into_response();
                *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after.seconds));
                response
            }
            Self::Internal(error) => {
                tracing::error!(%error, "OAuth request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, body("server_error", "internal error")).into_response()
            }
        };
        let challenge = match &self {
            Self::InvalidToken(_) => Some("Bearer error=\"invalid_token\""),
            Self::MissingToken => Some("Bearer"),
            _ => None,
        };
        if let Some(challenge) = challenge {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        response
    }
}
