//! All routes of the API, and what happens to every request on its way in and out.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use metrics::{counter, histogram};
use tala_domain::error::ErrorCode;
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::context::Ctx;
use crate::error::{ApiError, REQUEST_ID};
use crate::json::Json;
use crate::network::Network;
use crate::openapi::{ApiDoc, finished};
use crate::{
    account, availability, bookings, classes, coupons, credits, feeds, identity, notifications, onboarding, operator,
    payments, payouts, pricing, referrals, students, support, teachers, waitlist,
};

const BODY_LIMIT_BYTES: usize = 64 * 1024;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const BURST_SECONDS: u32 = 4;
const REQUESTS_BETWEEN_CLEANUPS: u64 = 50_000;
/// Forms that anybody may send without signing in, and so do machines. An administrator's sign-in costs the work of a
/// password besides.
const OPEN_FORMS: [&str; 2] = ["/api/waitlist", "/api/admin/login"];
/// An address may send so many of each at once, and one more each minute.
const FORMS_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);

/// The routes with their descriptions, not yet tied to a context.
pub(crate) fn api_routes() -> OpenApiRouter<Ctx> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(identity::router())
        .merge(onboarding::router())
        .merge(availability::router())
        .merge(students::router())
        .merge(teachers::router())
        .merge(payouts::router())
        .merge(support::router())
        .merge(feeds::router())
        .merge(bookings::router())
        .merge(classes::router())
        .merge(credits::router())
        .merge(pricing::router())
        .merge(coupons::router())
        .merge(payments::router())
        .merge(notifications::router())
        .merge(account::router())
        .merge(referrals::router())
        .merge(operator::router())
        .merge(waitlist::router())
}

/// Everything under `/api`, with ids, log lines and metrics.
pub fn api(ctx: Ctx) -> Router {
    observed(routes(ctx.clone()), ctx)
}

/// Gives every request of these routes an id, a log line and its place in the metrics.
pub fn observed(routes: Router, ctx: Ctx) -> Router {
    routes.layer(from_fn_with_state(ctx, observe))
}

/// Everything under `/api`, for a server that observes it together with its other routes.
pub fn routes(ctx: Ctx) -> Router {
    let (routes, openapi) = api_routes().split_for_parts();
    let openapi = finished(openapi);
    let limiter = Arc::new(AddressLimiter::new(&ctx));
    routes
        .merge(feeds::public())
        .route("/api/openapi.json", axum::routing::get(move || async move { Json(openapi) }))
        .route("/api/{*path}", axum::routing::any(|| async { ApiError::new(ErrorCode::NoSuchPath) }))
        .method_not_allowed_fallback(|| async { ApiError::new(ErrorCode::MethodNotAllowed) })
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(CatchPanicLayer::custom(|_| ApiError::internal("a handler panicked").into_response()))
        .layer(from_fn(limit_time))
        .layer(from_fn_with_state(limiter, limit_by_address))
        .layer(from_fn(no_store))
        .with_state(ctx)
}

/// Ends every request of these routes that takes too long, such as one whose body never comes.
pub fn limited(routes: Router) -> Router {
    routes.layer(from_fn(limit_time))
}

/// A request that takes longer than [`REQUEST_TIMEOUT`] is given up; what it was writing is undone.
async fn limit_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::new(ErrorCode::Unavailable).into_response(),
    }
}

/// Replies of the API are about one person and one moment: nobody keeps them.
async fn no_store(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

struct AddressLimiter {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    forms: [DefaultKeyedRateLimiter<IpAddr>; OPEN_FORMS.len()],
    trust_proxy: bool,
    asked: AtomicU64,
}

impl AddressLimiter {
    fn new(ctx: &Ctx) -> Self {
        let per_second = NonZeroU32::new(ctx.settings.requests_per_second);
        let limiter = per_second.map(|rate| {
            let burst = rate.saturating_mul(NonZeroU32::new(BURST_SECONDS).unwrap_or(NonZeroU32::MIN));
            RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst))
        });
        let forms =
            OPEN_FORMS.map(|_| RateLimiter::keyed(Quota::per_minute(NonZeroU32::MIN).allow_burst(FORMS_AT_ONCE)));
        Self { limiter, forms, trust_proxy: ctx.settings.trust_proxy, asked: AtomicU64::new(1) }
    }

    fn allows(&self, request: &Request) -> bool {
        let Some(limiter) = &self.limiter else { return true };
        let network = Network::of(request.headers(), request.extensions(), self.trust_proxy);
        let Some(network) = network.0 else { return true };
        if self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(REQUESTS_BETWEEN_CLEANUPS) {
            limiter.retain_recent();
            self.forms.iter().for_each(RateLimiter::retain_recent);
        }
        let path = request.uri().path();
        let form = OPEN_FORMS.iter().zip(&self.forms).find(|(open, _)| **open == path);
        limiter.check_key(&network).is_ok() && form.is_none_or(|(_, forms)| forms.check_key(&network).is_ok())
    }
}

async fn limit_by_address(State(limiter): State<Arc<AddressLimiter>>, request: Request, next: Next) -> Response {
    if limiter.allows(&request) {
        next.run(request).await
    } else {
        ApiError::new(ErrorCode::TooManyRequests).into_response()
    }
}

/// Gives the request its id, one log line and its place in the metrics. Queries and bodies are never logged.
async fn observe(State(ctx): State<Ctx>, request: Request, next: Next) -> Response {
    let id = ctx.new_id().simple().to_string();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("unmatched", MatchedPath::as_str).to_owned();
    let started = Instant::now();
    let span = tracing::info_span!("request", request_id = %id);
    let mut response = REQUEST_ID.scope(id.clone(), next.run(request)).instrument(span).await;
    let status = response.status().as_u16();
    let elapsed = started.elapsed();
    tracing::info!(request_id = %id, %method, route, status, elapsed_us = elapsed.as_micros(), "request");
    counter!("tala_http_requests_total", "route" => route.clone(), "status" => status.to_string()).increment(1);
    histogram!("tala_http_request_seconds", "route" => route).record(elapsed.as_secs_f64());
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}
