//! HTML responses with security headers.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::PreEscaped;

/// Scripts and styles are served by the sandbox. Logos can be on any host.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data: http: https:; form-action 'none'; base-uri 'none'; frame-ancestors ";

/// An HTML response. `allow_framing` permits every page to embed it, as the payment form requires.
pub(crate) fn html_page(status: StatusCode, html: PreEscaped<impl Into<String>>, allow_framing: bool) -> Response {
    let mut response = (status, PreEscaped(html.into_string())).into_response();
    let headers = response.headers_mut();
    let security_headers: [(HeaderName, &str); 3] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in security_headers {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let ancestors = if allow_framing { "*" } else { "'none'" };
    if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}{ancestors}")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
