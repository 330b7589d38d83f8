//! The frame around every page, and the headers that keep it safe.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::html::esc;
use crate::issuer::Issuer;

/// One page, ready to be put into the frame.
#[derive(Debug)]
pub(crate) struct View {
    /// For the tab, without the product's name.
    pub(crate) title: String,
    /// HTML.
    pub(crate) body: String,
}

/// The whole document.
pub(crate) fn document(issuer: &Issuer, view: &View) -> String {
    let product = esc(&issuer.config().product_name);
    let (title, body) = (esc(&view.title), &view.body);
    let assets = issuer.path("/assets");
    let home = esc(&issuer.config().home_url());
    let (mark, panel, version) = (&issuer.art().mark, &issuer.art().panel, &issuer.art().style_version);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"robots\" content=\"noindex\">\
         <meta name=\"theme-color\" content=\"#5C0B1D\"><title>{title} · {product}</title>\
         <link rel=\"preload\" href=\"{assets}/rozha.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\
         <link rel=\"preload\" href=\"{assets}/anek.woff2\" as=\"font\" type=\"font/woff2\" crossorigin>\
         <link rel=\"stylesheet\" href=\"{assets}/pages.css?v={version}\">\
         <link rel=\"icon\" href=\"{assets}/mark.svg\" type=\"image/svg+xml\"></head>\
         <body><div class=\"panel\">{panel}</div><div class=\"side\">\
         <header><a class=\"brand\" href=\"{home}\">{mark}<span>{product}</span></a></header>\
         <main>{body}</main></div></body></html>"
    )
}

/// The document as an answer. `form_origins` are the places to which a form on this page may lead in the end: browsers
/// check `form-action` against every redirect that follows.
pub(crate) fn respond(issuer: &Issuer, status: StatusCode, view: &View, form_origin: Option<&str>) -> Response {
    let mut response = (status, Html(document(issuer, view))).into_response();
    let policy = format!(
        "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action 'self'{}{}; \
         frame-ancestors 'none'; base-uri 'none'",
        if form_origin.is_some() { " " } else { "" },
        form_origin.unwrap_or_default()
    );
    let fixed: [(HeaderName, &str); 6] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        // Not `no-referrer`: browsers would then call the origin of our own forms null.
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
