//! Security headers. Refresh tokens are kept in local storage, so the Content-Security-Policy is the main defence against
//! their theft by injected scripts.

use axum::http::header::{HeaderMap, HeaderName, HeaderValue};
use url::Url;

use super::inline_script_hashes;
use crate::config::Config;
use crate::oidc::issuer_url;

/// The values of the headers, computed once.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    pages: HeaderValue,
    transport: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// Computes the headers from the configuration. The policy lets the browser connect to this server, the identity
    /// provider and, for payments, the checkout.
    pub fn new(config: &Config) -> Self {
        let issuer = Url::parse(&issuer_url(config)).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
        let connect_src: String =
            config.oidc.connect_src_origins.split_whitespace().map(|origin| format!(" {origin}")).collect();
        let hashes: String = inline_script_hashes().iter().map(|hash| format!(" '{hash}'")).collect();
        let checkout = CheckoutOrigins::new(config);
        let CheckoutOrigins { scripts, frames, images, connections } = &checkout;
        let pages = format!(
            "default-src 'none'; script-src 'self'{scripts}{hashes}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data:{images}; font-src 'self'; connect-src 'self' {issuer}{connect_src}{connections}; \
             frame-src 'self'{frames}; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'; object-src 'none'"
        );
        let https = config.server.public_url.starts_with("https://");
        Self {
            pages: HeaderValue::from_str(&pages).unwrap_or(HeaderValue::from_static("default-src 'self'")),
            transport: https.then(|| HeaderValue::from_static("max-age=63072000; includeSubDomains")),
        }
    }

    /// Adds the headers that a response does not have yet.
    pub fn add(&self, headers: &mut HeaderMap) {
        let fixed = [
            ("x-content-type-options", HeaderValue::from_static("nosniff")),
            ("referrer-policy", HeaderValue::from_static("strict-origin-when-cross-origin")),
            ("x-frame-options", HeaderValue::from_static("DENY")),
            ("cross-origin-opener-policy", HeaderValue::from_static("same-origin")),
            ("permissions-policy", HeaderValue::from_static("camera=(), microphone=(), geolocation=()")),
            ("content-security-policy", self.pages.clone()),
        ];
        for (name, value) in fixed {
            headers.entry(HeaderName::from_static(name)).or_insert(value);
        }
        if let Some(value) = &self.transport {
            headers.entry(HeaderName::from_static("strict-transport-security")).or_insert(value.clone());
        }
    }
}

/// Origins that the payment provider's checkout needs, each with a leading space.
#[derive(Default)]
struct CheckoutOrigins {
    scripts: String,
    frames: String,
    images: String,
    connections: String,
}

impl CheckoutOrigins {
    /// The origin of the script, and the ones that Razorpay's script uses (docs/integrations.md §1.6). The
    /// demo's sandbox needs none, because this server serves it.
    fn new(config: &Config) -> Self {
        if config.payments.key_id.is_empty() {
            return Self::default();
        }
        let script = Url::parse(&config.payments.checkout_script_url).map(|url| url.origin().ascii_serialization());
        let Ok(script) = script else { return Self::default() };
        let mut checkout = Self { scripts: format!(" {script}"), frames: format!(" {script}"), ..Self::default() };
        if script.ends_with(".razorpay.com") {
            checkout.frames.push_str(" https://api.razorpay.com");
            checkout.images = " https://cdn.razorpay.com".to_owned();
            checkout.connections = " https://lumberjack.razorpay.com".to_owned();
        }
        checkout
    }
}
