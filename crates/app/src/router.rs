//! All routes of the API.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use tala_domain::error::ErrorCode;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::context::Ctx;
use crate::error::AppError;
use crate::http::json::Json;
use crate::http::middleware::{limit_time, no_store, observe};
use crate::http::openapi::{ApiDoc, finished};
use crate::http::rate_limit::{AddressLimiter, limit_by_address};
use crate::{
    account, admin, availability, bookings, classes, coupons, credits, feeds, identity, notifications, onboarding,
    payments, payouts, pricing, referrals, students, support, teachers, waitlist,
};

const BODY_LIMIT_BYTES: usize = 64 * 1024;

/// The routes with their descriptions.
fn api_routes() -> OpenApiRouter<Ctx> {
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
        .merge(admin::router())
        .merge(waitlist::router())
}

/// Everything under `/api`, with ids, log lines and metrics.
pub fn api(ctx: Ctx) -> Router {
    observed(routes(ctx.clone()), ctx)
}

/// Adds request ids, log lines and metrics.
pub fn observed(routes: Router, ctx: Ctx) -> Router {
    routes.layer(from_fn_with_state(ctx, observe))
}

/// Everything under `/api`, for a server that observes it together with its other routes.
pub fn routes(ctx: Ctx) -> Router {
    let (routes, openapi) = api_routes().split_for_parts();
    let openapi = finished(openapi);
    let limiter = Arc::new(AddressLimiter::new(&ctx.settings));
    routes
        .merge(feeds::public())
        .route("/api/openapi.json", axum::routing::get(move || async move { Json(openapi) }))
        .route("/api/{*path}", axum::routing::any(|| async { AppError::new(ErrorCode::NoSuchPath) }))
        .method_not_allowed_fallback(|| async { AppError::new(ErrorCode::MethodNotAllowed) })
        .layer(DefaultBodyLimit::max(BODY_LIMIT_BYTES))
        .layer(CatchPanicLayer::custom(|_| AppError::internal("a handler panicked").into_response()))
        .layer(from_fn(limit_time))
        .layer(from_fn_with_state(limiter, limit_by_address))
        .layer(from_fn(no_store))
        .with_state(ctx)
}

/// Adds the time limit for requests.
pub fn limited(routes: Router) -> Router {
    routes.layer(from_fn(limit_time))
}

/// The OpenAPI description as pretty JSON with a final line break, as it is committed.
///
/// # Errors
/// None in practice: the description is always serializable.
pub fn openapi_json() -> Result<String, serde_json::Error> {
    let (_, openapi) = api_routes().split_for_parts();
    Ok(finished(openapi).to_pretty_json()? + "\n")
}
