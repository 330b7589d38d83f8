//! The fallback for unknown paths.

use axum::extract::State;
use axum::response::Response;

use crate::issuer::Issuer;
use crate::pages::errors::{PageError, response_or_error_page};

pub(super) async fn handle(State(issuer): State<Issuer>) -> Response {
    response_or_error_page(&issuer, Err(PageError::NotFound))
}
