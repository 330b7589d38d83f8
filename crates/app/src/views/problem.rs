//! Problem JSON (RFC 9457) with its extension members.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};
use tala_domain::error::ErrorCode;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::order::Order;
use super::quote::Quote;
use super::slot::Slot;

/// An error as problem JSON (RFC 9457).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`; use `code` to distinguish errors.
    #[serde(rename = "type")]
    pub kind: String,
    /// Reason phrase of the HTTP status.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// Stable error code for programs.
    #[schema(value_type = ErrorCodeSchema)]
    pub code: ErrorCode,
    /// Message for users.
    pub detail: String,
    /// Request id to mention in a support request.
    pub request_id: String,
    /// Invalid fields.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// Always false.
    pub success: bool,
    /// Same as `detail`.
    pub error: String,
    /// Same as `detail`.
    pub message: String,
    /// The messages of all invalid fields in one line, or `detail`.
    pub details: String,
    /// Extension members of some operations.
    #[serde(flatten)]
    #[schema(ignore)]
    pub extensions: Map<String, Value>,
}

/// An invalid field.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldError {
    /// Field name as in the request.
    pub field: String,
    /// Message to show next to the field.
    pub message: String,
}

/// Schema of [`ErrorCode`].
pub(crate) struct ErrorCodeSchema;

impl PartialSchema for ErrorCodeSchema {
    fn schema() -> RefOr<Schema> {
        let codes = ErrorCode::ALL.iter().map(|code| code.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Stable error codes."))
            .enum_values(Some(codes))
            .into()
    }
}

impl ToSchema for ErrorCodeSchema {
    fn name() -> Cow<'static, str> {
        "ErrorCode".into()
    }
}

/// A rejected booking request.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
pub struct BookingProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The slots available now, if the requested slot is not.
    slots: Option<Vec<Slot>>,
}

/// A rejected purchase.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
pub struct PurchaseProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The slots available now, if the requested slot is not.
    slots: Option<Vec<Slot>>,
    /// The current price, with `price_changed`.
    quote: Option<Quote>,
    /// The order concerned, with `payment_unresolved` and `payment_pending`.
    order: Option<Order>,
}
