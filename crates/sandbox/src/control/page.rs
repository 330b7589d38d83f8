//! `GET /operator`: the control page. Framing is forbidden.

use axum::http::StatusCode;
use axum::response::Response;
use maud::PreEscaped;

use crate::checkout::html_page;

const PAGE: &str = include_str!("../../assets/operator.html");

pub(crate) async fn get_control_page() -> Response {
    html_page(StatusCode::OK, PreEscaped(PAGE), false)
}
