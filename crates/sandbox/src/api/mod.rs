//! Razorpay's API: one file for each thing that it speaks of.

mod auth;
mod error;
mod faults;
mod fields;
mod orders;
pub(crate) mod page;
mod payments;
mod payouts;
mod refunds;
pub(crate) mod views;

pub(crate) use error::{ApiError, failure_json};
pub(crate) use fields::Fields;
pub(crate) use orders::{Wish as OrderWish, check_amount, insert as insert_order};
pub(crate) use payouts::payout_json;
pub(crate) use refunds::{Wish as RefundWish, create as create_refund};

use std::collections::BTreeMap;

use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use axum::{Json, Router};
use serde_json::Value;

use crate::sandbox::Sandbox;
use crate::state::is_id;

const MOST_BODY_BYTES: usize = 256 * 1024;

/// What a handler gives back.
pub(crate) type Answer = Result<Json<Value>, ApiError>;

/// The thing with this id.
///
/// # Errors
/// Other words for what cannot be an id than for what is not there, as Razorpay has them.
pub(crate) fn known<'a, T>(things: &'a BTreeMap<String, T>, id: &str, prefix: &str) -> Result<&'a T, ApiError> {
    if !is_id(id, prefix) {
        return Err(ApiError::no_id(id));
    }
    things.get(id).ok_or_else(ApiError::not_there)
}

pub(crate) fn router(sandbox: Sandbox) -> Router<Sandbox> {
    Router::new()
        .route("/orders", get(orders::list).post(orders::create))
        .route("/orders/{id}", get(orders::show).patch(orders::edit))
        .route("/orders/{id}/payments", get(orders::payments))
        .route("/payments", get(payments::list))
        .route("/payments/{id}", get(payments::show).patch(payments::edit))
        .route("/payments/{id}/card", get(payments::card))
        .route("/payments/{id}/capture", post(payments::capture))
        .route("/payments/{id}/refund", post(refunds::create_for_payment))
        .route("/payments/{id}/refunds", get(refunds::list_of_payment))
        .route("/payments/{id}/refunds/{refund}", get(refunds::show_of_payment))
        .route("/refunds", get(refunds::list).post(refunds::create_by_body))
        .route("/refunds/{id}", get(refunds::show).patch(refunds::edit))
        .merge(payouts::router())
        // Not a fallback: those get lost when routers are nested twice.
        .route("/{*anything}", any(async || ApiError::no_address()))
        .method_not_allowed_fallback(async || ApiError::no_address())
        .layer(DefaultBodyLimit::max(MOST_BODY_BYTES))
        .layer(from_fn_with_state(sandbox.clone(), auth::check))
        .layer(from_fn_with_state(sandbox, faults::meet))
}
