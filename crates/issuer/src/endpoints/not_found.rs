//! Any other address.

use axum::extract::State;
use axum::response::Response;

use crate::issuer::Issuer;
use crate::pages::errors::{PageError, answer};

pub(super) async fn show(State(issuer): State<Issuer>) -> Response {
    answer(&issuer, Err(PageError::NotFound))
}
