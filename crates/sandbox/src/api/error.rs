//! Razorpay's error bodies.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::model::Failure;

/// A refusal as clients see it.
#[derive(Clone, Debug)]
pub(crate) struct ApiError {
    pub(crate) status: StatusCode,
    code: &'static str,
    pub(crate) description: String,
    /// `source`, `step` and `reason`.
    place: [&'static str; 3],
    field: Option<String>,
}

const INPUT: [&str; 3] = ["business", "payment_initiation", "input_validation_failed"];
const NOWHERE: [&str; 3] = ["NA", "NA", "NA"];

impl ApiError {
    fn new(status: StatusCode, code: &'static str, description: &str, place: [&'static str; 3]) -> Self {
        Self { status, code, description: description.to_owned(), place, field: None }
    }

    /// Something about the request as a whole.
    pub(crate) fn bad(description: &str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "BAD_REQUEST_ERROR", description, INPUT)
    }

    /// Something about one field.
    pub(crate) fn field(field: &str, description: &str) -> Self {
        Self { field: Some(field.to_owned()), ..Self::bad(description) }
    }

    pub(crate) fn not_there() -> Self {
        Self::bad("The id provided does not exist")
    }

    pub(crate) fn no_id(text: &str) -> Self {
        let shown: String = text.chars().take(60).collect();
        Self::bad(&format!("{shown} is not a valid id"))
    }

    pub(crate) fn no_address() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "BAD_REQUEST_ERROR",
            "The requested URL was not found on the server.",
            NOWHERE,
        )
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "BAD_REQUEST_ERROR", "Authentication failed", NOWHERE)
    }

    pub(crate) fn other_request() -> Self {
        let text = "Different request with the same idempotency key has already been processed.";
        Self::new(StatusCode::CONFLICT, "BAD_REQUEST_ERROR", text, NOWHERE)
    }

    pub(crate) fn in_progress() -> Self {
        let text = "Request failed because another request is in progress with the same idempotency key";
        Self::new(StatusCode::CONFLICT, "BAD_REQUEST_ERROR", text, NOWHERE)
    }

    pub(crate) fn too_many() -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "BAD_REQUEST_ERROR", "Too many requests", NOWHERE)
    }

    pub(crate) fn server() -> Self {
        let text = "We are facing some trouble completing your request at the moment. Please try again shortly.";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "SERVER_ERROR", text, NOWHERE)
    }

    fn body(&self) -> Value {
        let [source, step, reason] = self.place;
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

/// A failed payment, as the checkout tells it.
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
