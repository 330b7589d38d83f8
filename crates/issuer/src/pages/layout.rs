//! The HTML document around every page, and its security headers.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};

use crate::issuer::Issuer;
use crate::pages::texts::Texts;

/// The content of a page.
#[derive(Debug)]
pub(crate) struct View {
    /// Document title without the product name.
    pub(crate) title: String,
    /// Content of `<main>`.
    pub(crate) body: Markup,
}

/// URLs that depend on the request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageUrls<'a> {
    /// The origin that a form on this page finally redirects to: browsers check `form-action` against every redirect.
    pub(crate) form_origin: Option<&'a str>,
    /// This page in the other language.
    pub(crate) other_language: Option<&'a str>,
}

/// The complete HTML document.
fn document(issuer: &Issuer, texts: &Texts, view: &View, other_language: Option<&str>) -> Markup {
    let product = &issuer.config().product_name;
    let assets = issuer.page_path("/assets");
    let illustrations = issuer.illustrations();
    let (other_lang, other_name) = texts.other_language;
    html! {
        (DOCTYPE)
        html lang=(texts.lang) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width,initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                meta name="theme-color" content="#5C0B1D";
                title { (view.title) " · " (product) }
                @for font in ["rozha", "anek"] {
                    link rel="preload" href={ (assets) "/" (font) ".woff2" } as="font" type="font/woff2" crossorigin;
                }
                link rel="stylesheet" href={ (assets) "/pages.css?v=" (illustrations.stylesheet_version) };
                script defer src={ (assets) "/pages.js?v=" (illustrations.script_version) } {}
                link rel="icon" href={ (assets) "/mark.svg" } type="image/svg+xml";
            }
            body {
                div.panel { (illustrations.panel) }
                div.side {
                    header {
                        a.brand href=(issuer.config().home_url()) { (illustrations.logo) span { (product) } }
                        @if let Some(url) = other_language {
                            a.language href=(url) lang=(other_lang) hreflang=(other_lang) { (other_name) }
                        }
                    }
                    main { (view.body) }
                }
            }
        }
    }
}

/// The response with the document.
pub(crate) fn html_response(
    issuer: &Issuer,
    texts: &Texts,
    status: StatusCode,
    view: &View,
    urls: PageUrls<'_>,
) -> Response {
    let form_origin = urls.form_origin;
    let mut response = (status, document(issuer, texts, view, urls.other_language)).into_response();
    let policy = format!(
        "default-src 'none'; script-src {}/assets/pages.js; style-src 'self'; font-src 'self'; \
         img-src 'self' data:; form-action 'self'{}{}; \
         frame-ancestors 'none'; base-uri 'none'",
        issuer.config().issuer_url,
        if form_origin.is_some() { " " } else { "" },
        form_origin.unwrap_or_default()
    );
    let security_headers: [(HeaderName, &str); 6] = [
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        // With `no-referrer`, browsers would send `Origin: null` with form submissions.
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    let headers = response.headers_mut();
    for (name, value) in security_headers {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    response
}
