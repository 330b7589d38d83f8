//! Errors as clients read them (RFC 6749 §5.2, RFC 6750 §3).

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tala_db::Retryable;

use crate::db::limits::Wait;
use crate::error::IssuerError;

/// A refusal at an address that programs call.
#[derive(Debug)]
pub(crate) enum OAuthError {
    /// 400 with a registered code and a sentence for the developer.
    Refused(&'static str, &'static str),
    /// 401: the client is not known here.
    UnknownClient,
    /// 401 with `WWW-Authenticate: Bearer`.
    InvalidToken(&'static str),
    /// 401 with a bare challenge: no token was sent.
    NoToken,
    /// 429.
    TooMany(Wait),
    /// 500; the detail goes to the log only.
    Internal(IssuerError),
}

impl OAuthError {
    pub(crate) const fn invalid_request(description: &'static str) -> Self {
        Self::Refused("invalid_request", description)
    }

    pub(crate) const fn invalid_grant(description: &'static str) -> Self {
        Self::Refused("invalid_grant", description)
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
        let body = |code: &str, text: &str| Json(json!({ "error": code, "error_description": text }));
        let mut response = match &self {
            Self::Refused(code, text) => (StatusCode::BAD_REQUEST, body(code, text)).into_response(),
            Self::UnknownClient => {
                (StatusCode::UNAUTHORIZED, body("invalid_client", "unknown client_id")).into_response()
            }
            Self::InvalidToken(text) => (StatusCode::UNAUTHORIZED, body("invalid_token", text)).into_response(),
            Self::NoToken => (StatusCode::UNAUTHORIZED, body("invalid_token", "send a bearer token")).into_response(),
            Self::TooMany(wait) => {
                let mut answer = body("temporarily_unavailable", "too many requests; see Retry-After").into_response();
                *answer.status_mut() = StatusCode::TOO_MANY_REQUESTS;
                answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.seconds));
                answer
            }
            Self::Internal(error) => {
                tracing::error!(%error, "issuer request failed");
                (StatusCode::INTERNAL_SERVER_ERROR, body("server_error", "the issuer failed; try again"))
                    .into_response()
            }
        };
        let challenge = match &self {
            Self::InvalidToken(_) => Some("Bearer error=\"invalid_token\""),
            Self::NoToken => Some("Bearer"),
            _ => None,
        };
        if let Some(challenge) = challenge {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        response
    }
}
