//! CORS for the origins of registered clients, without credentials.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::issuer::Issuer;

/// Answers preflight requests and allows the origins of registered clients.
pub(crate) async fn allow_client_origins(State(issuer): State<Issuer>, request: Request, next: Next) -> Response {
    let origin = request.headers().get(header::ORIGIN).cloned();
    let allowed = origin.filter(|origin| issuer.config().client_origins().iter().any(|known| known == origin));
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response = if is_preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    let headers = response.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("Origin"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Some(origin) = allowed {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        let allow: &[(HeaderName, &str)] = if is_preflight {
            &[
                (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
                (header::ACCESS_CONTROL_MAX_AGE, "600"),
            ]
        } else {
            &[(header::ACCESS_CONTROL_EXPOSE_HEADERS, "retry-after, www-authenticate")]
        };
        for (name, value) in allow.iter().cloned() {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

/// Forbids caching of responses with secrets or personal data.
pub(crate) async fn no_store(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers_mut().insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}
