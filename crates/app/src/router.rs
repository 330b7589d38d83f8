//! All routes of the API, and what happens to every request on its way in and out.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use metrics::{counter, histogram};
use tala_domain::error::ErrorCode;
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::context::Ctx;
use crate::error::{ApiError, REQUEST_ID};
use crate::openapi::ApiDoc;
use crate::{
    availability, bookings, coupons, credits, identity, notifications, onboarding, payments, pricing, students,
};

const BODY_LIMIT_BYTES: usize = 64 * 1024;
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
const BURST_SECONDS: u32 = 4;
const REQUESTS_BETWEEN_CLEANUPS: u64 = 50_000;

/// The routes with their descriptions, not yet tied to a context.
pub(crate) fn api_routes() -> OpenApiRouter<Ctx> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(identity::router())
        .merge(onboarding::router())
        .merge(availability::router())
        .merge(students::router())
        .merge(bookings::router())
        .merge(credits::router())
        .merge(pricing::router())
        .merge(coupons::router())
        .merge(payments::router())
        .merge(notifications::router())
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
    let limiter = Arc::new(AddressLimiter::new(&ctx));
    routes
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
        Self { limiter, trust_proxy: ctx.settings.trust_proxy, asked: AtomicU64::new(1) }
    }

    fn allows(&self, request: &Request) -> bool {
        let Some(limiter) = &self.limiter else { return true };
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let forwarded = if self.trust_proxy { forwarded_for(request.headers()) } else { None };
        let Some(address) = forwarded.or(peer) else { return true };
        if self.asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(REQUESTS_BETWEEN_CLEANUPS) {
            limiter.retain_recent();
        }
        limiter.check_key(&network_of(address)).is_ok()
    }
}

/// The last address in `X-Forwarded-For`: the one that our own proxy has added.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last_line = headers.get_all("x-forwarded-for").iter().next_back()?;
    last_line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// One household or office: an IPv4 address (also when written as IPv6), or an IPv6 /64.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        v4 @ IpAddr::V4(_) => v4,
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
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
