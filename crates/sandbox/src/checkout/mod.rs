//! The checkout: its script, the payment form in an iframe, and the form's requests.

mod assets;
mod bank_page;
mod html_page;
mod payment_attempt;
mod payment_form;
mod payment_page;
mod test_data;

pub(crate) use html_page::html_page;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::sandbox::Sandbox;

const MAX_BODY_BYTES: usize = 32 * 1024;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/checkout.js", get(assets::get_checkout_script))
        .route("/assets/{name}", get(assets::get_asset))
        .route("/pay/{order}", get(payment_form::get_payment_form))
        .route("/pay/{order}/payments", post(payment_attempt::create_payment))
        .route("/pay/{order}/payments/{payment}", post(bank_page::continue_payment))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}
