//! `GET /operator`: the operator's page. It is not to be framed.

use axum::http::StatusCode;
use axum::response::Response;

const PAGE: &str = include_str!("../../assets/operator.html");

pub(crate) async fn show() -> Response {
    crate::checkout::page(StatusCode::OK, PAGE.to_owned(), false)
}
