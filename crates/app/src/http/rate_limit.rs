//! Rate limits by client network, with a lower limit for public forms.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tala_domain::error::ErrorCode;

use super::client_ip::ClientNetwork;
use crate::context::Settings;
use crate::error::AppError;

const BURST_SECONDS: u32 = 4;
const REQUESTS_BETWEEN_CLEANUPS: u64 = 50_000;
/// Forms that can be sent without signing in. An administrator's sign-in also computes a password hash.
const PUBLIC_FORMS: [&str; 2] = ["/api/waitlist", "/api/admin/login"];
/// Burst for each form and client network; afterwards one request a minute is allowed.
const FORM_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);

/// Request counters by client network.
pub(crate) struct AddressLimiter {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    forms: [DefaultKeyedRateLimiter<IpAddr>; PUBLIC_FORMS.len()],
    trust_proxy: bool,
    requests: AtomicU64,
}

impl AddressLimiter {
    pub(crate) fn new(settings: &Settings) -> Self {
        let per_second = NonZeroU32::new(settings.requests_per_second);
        let limiter = per_second.map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).unwrap_or(NonZeroU32::MIN));
            RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        let forms =
            PUBLIC_FORMS.map(|_| RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN).allow_burst(FORM_BURST)));
        Self { limiter, forms, trust_proxy: settings.trust_proxy, requests: AtomicU64::new(1) }
    }

    fn allows(&self, request: &Request) -> bool {
        let Some(limiter) = &self.limiter else { return true };
        let network = ClientNetwork::of(request.headers(), request.extensions(), self.trust_proxy);
        let Some(network) = network.0 else { return true };
        if self.requests.fetch_add(1, Ordering::Relaxed).is_multiple_of(REQUESTS_BETWEEN_CLEANUPS) {
            limiter.retain_recent();
            self.forms.iter().for_each(RateLimiter::retain_recent);
        }
        let path = request.uri().path();
        let form = PUBLIC_FORMS.iter().zip(&self.forms).find(|(form_path, _)| **form_path == path);
        limiter.check_key(&network).is_ok()
            && form.is_none_or(|(_, form_limiter)| form_limiter.check_key(&network).is_ok())
    }
}

/// Middleware that rejects requests above the limit with 429.
pub(crate) async fn limit_by_address(
    State(limiter): State<Arc<AddressLimiter>>,
    request: Request,
    next: Next,
) -> Response {
    if limiter.allows(&request) {
        next.run(request).await
    } else {
        AppError::new(ErrorCode::TooManyRequests).into_response()
    }
}
