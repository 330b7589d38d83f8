//! All addresses.

use axum::Router;

use crate::sandbox::Sandbox;
use crate::{api, checkout, operator};

pub(crate) fn router(sandbox: Sandbox) -> Router {
    Router::new()
        .nest("/v1", api::router(sandbox.clone()))
        .merge(checkout::router())
        .merge(operator::router())
        .with_state(sandbox)
}
