//! Basic authentication with key id and key secret.

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use subtle::ConstantTimeEq;

use super::ApiError;
use crate::sandbox::Sandbox;

pub(crate) async fn check(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if header.is_some_and(|header| is_authorized(&sandbox, header)) {
        next.run(request).await
    } else {
        ApiError::unauthorized().into_response()
    }
}

/// Whether the credentials are valid. Like Razorpay, accepts only the spelling `Basic` and plain base64.
fn is_authorized(sandbox: &Sandbox, header: &str) -> bool {
    let given = header.strip_prefix("Basic ").and_then(|token| STANDARD.decode(token).ok());
    let expected = format!("{}:{}", sandbox.config().key_id, sandbox.config().key_secret);
    given.is_some_and(|given| given.ct_eq(expected.as_bytes()).into())
}
