//! Security headers. The CSP matters more than usual, because refresh tokens lie in local storage (UI.md §4).

use axum::http::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::inline_script_hashes;
use crate::config::Config;
use crate::parts::own_issuer_url;

/// The headers of every page, made once.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    pages: HeaderValue,
    docs: HeaderValue,
    transport: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// Headers that fit the settings: the browser may talk to us and to the sign-in provider, and to nobody else.
    pub fn new(config: &Config) -> Self {
        let issuer =
            if config.sign_in.issuer.is_empty() { own_issuer_url(config) } else { config.sign_in.issuer.clone() };
        let provider = Url::parse(&issuer).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
        let others: String =
            config.sign_in.other_origins.split_whitespace().map(|origin| format!(" {origin}")).collect();
        let hashes: String = inline_script_hashes().iter().map(|hash| format!(" '{hash}'")).collect();
        let checkout = Checkout::of(config);
        let (scripts, frames, images, calls) = (&checkout.scripts, &checkout.frames, &checkout.images, &checkout.calls);
        let pages = format!(
            "default-src 'none'; script-src 'self'{scripts}{hashes}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data:{images}; font-src 'self'; connect-src 'self' {provider}{others}{calls}; \
             frame-src 'self'{frames}; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'; object-src 'none'"
        );
        let docs = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; \
                    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
        let https = config.server.public_url.starts_with("https://");
        Self {
            pages: HeaderValue::from_str(&pages).unwrap_or(HeaderValue::from_static("default-src 'self'")),
            docs: HeaderValue::from_static(docs),
            transport: https.then(|| HeaderValue::from_static("max-age=63072000; includeSubDomains")),
        }
    }

    /// Adds the headers that the reply does not have yet.
    pub fn add(&self, headers: &mut HeaderMap, docs: bool) {
        let policy = if docs { &self.docs } else { &self.pages };
        let fixed = [
            ("x-content-type-options", HeaderValue::from_static("nosniff")),
            ("referrer-policy", HeaderValue::from_static("strict-origin-when-cross-origin")),
            ("x-frame-options", HeaderValue::from_static("DENY")),
            ("cross-origin-opener-policy", HeaderValue::from_static("same-origin")),
            ("permissions-policy", HeaderValue::from_static("camera=(), microphone=(), geolocation=()")),
            ("content-security-policy", policy.clone()),
        ];
        for (name, value) in fixed {
            headers.entry(HeaderName::from_static(name)).or_insert(value);
        }
        if let Some(value) = &self.transport {
            headers.entry(HeaderName::from_static("strict-transport-security")).or_insert(value.clone());
        }
    }
}

/// What the payment provider's checkout needs besides our own origin.
#[derive(Default)]
struct Checkout {
    scripts: String,
    frames: String,
    images: String,
    calls: String,
}

impl Checkout {
    /// The script's origin, and what Razorpay's own script loads from there on (INTEGRATIONS §1.6). The demo's sandbox is
    /// our own origin.
    fn of(config: &Config) -> Self {
        if config.payments.key_id.is_empty() {
            return Self::default();
        }
        let script = Url::parse(&config.payments.checkout_script).map(|url| url.origin().ascii_serialization());
        let Ok(script) = script else { return Self::default() };
        let mut checkout = Self { scripts: format!(" {script}"), frames: format!(" {script}"), ..Self::default() };
        if script.ends_with(".razorpay.com") {
            checkout.frames.push_str(" https://api.razorpay.com");
            checkout.images = " https://cdn.razorpay.com".to_owned();
            checkout.calls = " https://lumberjack.razorpay.com".to_owned();
        }
        checkout
    }
}
