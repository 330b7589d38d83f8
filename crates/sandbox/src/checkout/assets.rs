//! `GET /checkout.js` and `GET /assets/{name}`: scripts and style sheets, embedded in the binary.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::api::ApiError;
use crate::currency::Currency;
use crate::sandbox::Sandbox;

const CHECKOUT_SCRIPT: &str = include_str!("../../assets/checkout.js");
/// Name, content type and content.
const FILES: [(&str, &str, &str); 6] = [
    ("sheet.js", "text/javascript; charset=utf-8", include_str!("../../assets/sheet.js")),
    ("sheet-fields.js", "text/javascript; charset=utf-8", include_str!("../../assets/sheet-fields.js")),
    ("sheet.css", "text/css; charset=utf-8", include_str!("../../assets/sheet.css")),
    ("operator.js", "text/javascript; charset=utf-8", include_str!("../../assets/operator.js")),
    ("operator.css", "text/css; charset=utf-8", include_str!("../../assets/operator.css")),
    ("mark.svg", "image/svg+xml", include_str!("../../assets/mark.svg")),
];

/// The checkout script, with the supported currencies and the base URL as fallback.
pub(super) async fn get_checkout_script(State(sandbox): State<Sandbox>) -> Response {
    let currencies = json!(Currency::codes().collect::<Vec<_>>()).to_string();
    let base_url = json!(sandbox.config().base_url).to_string();
    let text = CHECKOUT_SCRIPT.replacen("'__CURRENCIES__'", &currencies, 1).replacen("'__BASE__'", &base_url, 1);
    file("text/javascript; charset=utf-8", text)
}

pub(super) async fn get_asset(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|(known, _, _)| *known == name) {
        Some((_, content_type, text)) => file(content_type, (*text).to_owned()),
        None => ApiError::url_not_found().into_response(),
    }
}

fn file(content_type: &'static str, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE.as_str(), content_type),
        (header::CACHE_CONTROL.as_str(), "no-cache"),
        (header::X_CONTENT_TYPE_OPTIONS.as_str(), "nosniff"),
        (header::ACCESS_CONTROL_ALLOW_ORIGIN.as_str(), "*"),
        ("cross-origin-resource-policy", "cross-origin"),
    ];
    (headers, text).into_response()
}
