//! All routes of the API.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use serde_json::Value;
use tala_domain::error::ErrorCode;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::json::Json;
use crate::http::middleware::{limit_duration, no_store, observe};
use crate::http::openapi::{ApiDoc, document};
use crate::http::rate_limit::{AddressLimiter, limit_by_address};
use crate::http::reference;
use crate::{
    account, admin, availability, bookings, classes, coupons, credits, feeds, guardians, identity, learners,
    notifications, onboarding, payments, payouts, pricing, referrals, students, support, teachers, waitlist,
};

const BODY_LIMIT_BYTES: usize = 64 * 1024;

/// The OpenAPI description, generated on first use.
fn description() -> AppResult<&'static Value> {
    static DESCRIPTION: LazyLock<Result<Value, serde_json::Error>> = LazyLock::new(|| {
        let (_, openapi) = api_routes().split_for_parts();
        document(openapi)
    });
    DESCRIPTION.as_ref().map_err(AppError::internal)
}

/// Returns all routes with their OpenAPI operations.
fn api_routes() -> OpenApiRouter<Ctx> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .merge(identity::router())
        .merge(onboarding::router())
        .merge(availability::router())
        .merge(guardians::router())
        .merge(learners::router())
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
        .merge(admin::router())
        .merge(waitlist::router())
}

/// Returns the routes under `/api`, with request ids, log lines and metrics.
pub fn api(ctx: Ctx) -> Router {
    with_telemetry(routes(ctx.clone()), ctx)
}

/// Adds request ids, log lines and metrics.
pub fn with_telemetry(routes: Router, ctx: Ctx) -> Router {
    routes.layer(from_fn_with_state(ctx, observe))
}

/// Returns the routes under `/api` without telemetry, for a server that adds it to all its routes.
pub fn routes(ctx: Ctx) -> Router {
    let (routes, _) = api_routes().split_for_parts();
    let limiter = Arc::new(AddressLimiter::new(&ctx.settings));
    routes
        .merge(feeds::public())
        .merge(teachers::public())
        .route("/api/openapi.json", axum::routing::get(|| async { description().map(Json) }))
        .route("/api/{*path}", axum::routing::any(|| async { AppError::new(ErrorCode::NoSuchPath) }))
        .method_not_allowed_fallback(|| async { AppError::new(ErrorCode::MethodNotAllowed) })
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(CatchPanicLayer::custom(|_| AppError::internal("handler panicked").into_response()))
        .layer(from_fn(limit_duration))
        .layer(from_fn_with_state(limiter, limit_by_address))
        .layer(no_store())
        .with_state(ctx)
}

/// Adds the rate limit by client network, with counters of their own, and the request timeout. For public pages that read
/// the database.
pub fn with_public_limits(routes: Router, ctx: &Ctx) -> Router {
    let limiter = Arc::new(AddressLimiter::new(&ctx.settings));
    routes.layer(from_fn(limit_duration)).layer(from_fn_with_state(limiter, limit_by_address))
}

/// Adds the request timeout.
pub fn with_timeout(routes: Router) -> Router {
    routes.layer(from_fn(limit_duration))
}

/// Returns the OpenAPI description as pretty-printed JSON with a final newline, the committed `openapi.json`.
///
/// # Errors
/// If the description cannot be generated. A test generates it.
pub fn openapi_json() -> AppResult<String> {
    Ok(format!("{:#}\n", description()?))
}

/// Returns the API reference, an HTML page.
///
/// # Errors
/// As [`openapi_json`].
pub fn reference_page() -> AppResult<String> {
    Ok(reference::render(description()?))
}
