//! `GET /assets/{name}`: style sheet, script, fonts and favicon, embedded in the binary.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::issuer::Issuer;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::illustrations::{SCRIPT, STYLESHEET};
use crate::pages::texts::ENGLISH;

const ROZHA: &[u8] = include_bytes!("../../assets/fonts/rozha.woff2");
const ANEK: &[u8] = include_bytes!("../../assets/fonts/anek.woff2");
const OFL: &str = include_str!("../../assets/fonts/OFL.txt");

pub(super) async fn get(State(issuer): State<Issuer>, Path(name): Path<String>) -> Response {
    let file = |content_type: &'static str, bytes: Vec<u8>| {
        let headers = [
            (header::CONTENT_TYPE, content_type),
            (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        (headers, bytes).into_response()
    };
    match name.as_str() {
        "pages.css" => file("text/css; charset=utf-8", STYLESHEET.into()),
        "pages.js" => file("text/javascript; charset=utf-8", SCRIPT.into()),
        "rozha.woff2" => file("font/woff2", ROZHA.to_vec()),
        "anek.woff2" => file("font/woff2", ANEK.to_vec()),
        "OFL.txt" => file("text/plain; charset=utf-8", OFL.into()),
        "mark.svg" => file("image/svg+xml", issuer.illustrations().icon.clone().into_bytes()),
        _ => response_or_error_page(&issuer, &ENGLISH, Err(PageError::NotFound)),
    }
}
