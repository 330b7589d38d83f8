//! Razorpay's API, one file per resource.

mod auth;
mod error;
mod fault_injection;
mod fields;
mod handler;
pub(crate) mod orders;
pub(crate) mod pagination;
mod payments;
mod payouts;
pub(crate) mod refunds;
pub(crate) mod views;

pub(crate) use error::{ApiError, failure_json};
pub(crate) use fields::Fields;
pub(crate) use handler::{ApiResult, get_by_id};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};

use crate::sandbox::Sandbox;

const MAX_BODY_BYTES: usize = 256 * 1024;

pub(crate) fn router(sandbox: Sandbox) -> Router<Sandbox> {
    Router::new()
        .route("/orders", get(orders::list).post(orders::create))
        .route("/orders/{id}", get(orders::show).patch(orders::update))
        .route("/orders/{id}/payments", get(orders::payments))
        .route("/payments", get(payments::list))
        .route("/payments/{id}", get(payments::show).patch(payments::update))
        .route("/payments/{id}/card", get(payments::card))
        .route("/payments/{id}/capture", post(payments::capture))
        .route("/payments/{id}/refund", post(refunds::create_for_payment))
        .route("/payments/{id}/refunds", get(refunds::list_for_payment))
        .route("/payments/{id}/refunds/{refund}", get(refunds::show_for_payment))
        .route("/refunds", get(refunds::list).post(refunds::create))
        .route("/refunds/{id}", get(refunds::show).patch(refunds::update))
        .merge(payouts::router())
        // A route, not a fallback: axum drops fallbacks of routers that are nested twice.
        .route("/{*anything}", any(async || ApiError::url_not_found()))
        .method_not_allowed_fallback(async || ApiError::url_not_found())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(from_fn_with_state(sandbox.clone(), auth::check))
        .layer(from_fn_with_state(sandbox, fault_injection::inject_fault))
}
