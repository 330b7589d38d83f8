//! The `Host` header, which HTTP/1.1 requires exactly once (RFC 9112 §3.2). Proxies and caches that disagree about the host
//! of a request can be made to serve the reply of one site for another.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Version, header};
use axum::response::{IntoResponse, Response};
use tala_app::error::AppError;
use tala_domain::error::ErrorCode;

/// Checks that a request names its host once. HTTP/1.0 allows requests without a host.
///
/// # Errors
/// The reply, with status 400. It closes the connection.
pub(crate) fn check_host(request: &Request) -> Result<(), Box<Response>> {
    if has_valid_host(request) {
        return Ok(());
    }
    let detail = "The request needs exactly one valid Host header.";
    let mut response = AppError::new(ErrorCode::MalformedRequest).with_detail(detail).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    Err(Box::new(response))
}

fn has_valid_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() < Version::HTTP_11,
        (Some(host), None) => host.is_empty() || is_authority(host),
        (Some(_), Some(_)) => false,
    }
}

/// Whether a value is a host with an optional port, without user information.
fn is_authority(value: &HeaderValue) -> bool {
    !value.as_bytes().contains(&b'@') && Authority::try_from(value.as_bytes()).is_ok()
}
