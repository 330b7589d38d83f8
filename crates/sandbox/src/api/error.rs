//! Razorpay's error bodies.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::model::Failure;

/// An error response.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    code: &'static str,
    pub(crate) description: String,
    /// `source`, `step` and `reason`.
    origin: [&'static str; 3],
    field: Option<String>,
}

const INPUT_VALIDATION: [&str; 3] = ["business", "payment_initiation", "input_validation_failed"];
const NO_ORIGIN: [&str; 3] = ["NA", "NA", "NA"];

impl ApiError {
    fn new(status: StatusCode, code: &'static str, description: &str, origin: [&'static str; 3]) -> Self {
        Self { status, code, description: description.to_owned(), origin, field: None }
    }

    /// 400 for the request as a whole.
    pub(crate) fn bad_request(description: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BAD_REQUEST_ERROR", description, INPUT_VALIDATION)
    }

    /// 400 for one field.
    pub(crate) fn invalid_field(field: &str, description: &str) -> Self {
        Self { field: Some(field.to_owned()), ..Self::bad_request(description) }
    }

    pub(crate) fn id_not_found() -> Self {
        Self::bad_request("The id provided does not exist")
    }

    pub(crate) fn invalid_id(text: &str) -> Self {
        let shown: String = text.chars().take(60).collect();
        Self::bad_request(&format!("{shown} is not a valid id"))
    }

    pub(crate) fn url_not_found() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "BAD_REQUEST_ERROR",
            "The requested URL was not found on the server.",
            NO_ORIGIN,
        )
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "BAD_REQUEST_ERROR", "Authentication failed", NO_ORIGIN)
    }

    pub(crate) fn idempotency_conflict() -> Self {
        Self::bad_request("Different request with the same idempotency key has already been processed.")
    }

    pub(crate) fn in_progress() -> Self {
        let text = "Request failed because another request is in progress with the same idempotency key";
        Self::new(StatusCode::CONFLICT, "BAD_REQUEST_ERROR", text, NO_ORIGIN)
    }

    pub(crate) fn too_many_requests() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "BAD_REQUEST_ERROR", "Too many requests", NO_ORIGIN)
    }

    pub(crate) fn server_error() -> Self {
        let text = "We are facing some trouble completing your request at the moment. Please try again shortly.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "SERVER_ERROR", text, NO_ORIGIN)
    }

    fn body(&self) -> Value {
        let [source, step, reason] = self.origin;
        let mut error = Map::new();
        error.insert("code".into(), self.code.into());
        error.insert("description".into(), self.description.as_str().into());
        error.insert("source".into(), source.into());
        error.insert("step".into(), step.into());
        error.insert("reason".into(), reason.into());
        error.insert("metadata".into(), json!({}));
        if let Some(field) = &self.field {
            error.insert("field".into(), field.as_str().into());
        }
        json!({ "error": error })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}

/// The error of a failed payment, as passed to the checkout's listeners.
pub(crate) fn failure_json(failure: &Failure, payment_id: &str, order_id: Option<&str>) -> Value {
    json!({
        "code": failure.code,
        "description": failure.description,
        "source": failure.source,
        "step": failure.step,
        "reason": failure.reason,
        "metadata": { "payment_id": payment_id, "order_id": order_id },
    })
}
