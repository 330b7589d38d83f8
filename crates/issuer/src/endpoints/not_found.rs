//! The fallback for unknown paths.

use axum::extract::State;
use axum::response::Response;

use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::pages::errors::{PageError, response_or_error_page};

pub(super) async fn handle(State(issuer): State<Issuer>, visitor: Visitor) -> Response {
    response_or_error_page(&issuer, visitor.texts, Err(PageError::NotFound))
}
