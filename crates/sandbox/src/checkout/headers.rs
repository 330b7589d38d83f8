//! The headers of pages.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

/// Scripts and styles come as files of ours. Logos come from wherever the shop has them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      img-src 'self' data: http: https:; form-action 'none'; base-uri 'none'; frame-ancestors ";

/// A page. `framed`: any page may show it in a frame, which is what the payment sheet is for.
pub(crate) fn page(status: StatusCode, html: String, framed: bool) -> Response {
    let mut response = (status, Html(html)).into_response();
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &str); 3] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let ancestors = if framed { "*" } else { "'none'" };
    if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}{ancestors}")) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
