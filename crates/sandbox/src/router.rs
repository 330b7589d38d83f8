//! The routes of the sandbox.

use axum::Router;

use crate::sandbox::Sandbox;
use crate::{api, checkout, control};

impl Sandbox {
    /// The routes of API, checkout and control page. Nest them under the path of `base_url`, if it has one.
    pub fn router(&self) -> Router {
        Router::new()
            .nest("/v1", api::router(self.clone()))
            .merge(checkout::router())
            .merge(control::router())
            .with_state(self.clone())
    }
}
