//! What a customer sees: the script, the payment sheet in its frame, and what the sheet asks of the server.

mod assets;
mod attempt;
mod headers;
mod html;
mod sheet;
mod step;
mod test_data;

pub(crate) use headers::page;
pub(crate) use html::esc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::sandbox::Sandbox;

const MOST_BODY_BYTES: usize = 32 * 1024;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/checkout.js", get(assets::script))
        .route("/assets/{name}", get(assets::show))
        .route("/pay/{order}", get(sheet::show))
        .route("/pay/{order}/payments", post(attempt::start))
        .route("/pay/{order}/payments/{payment}", post(step::go_on))
        .layer(DefaultBodyLimit::max(MOST_BODY_BYTES))
}
