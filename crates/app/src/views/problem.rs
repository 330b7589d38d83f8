//! Problem JSON (RFC 9457), and its members beside the standard ones.

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
    /// Always `about:blank`: the code says more.
    #[serde(rename = "type")]
    pub kind: String,
    /// The status in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// Stable; branch on this.
    #[schema(value_type = ErrorCodeSchema)]
    pub code: ErrorCode,
    /// A sentence for people.
    pub detail: String,
    /// What to quote to support.
    pub request_id: String,
    /// Each field that breaks a rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// Always false.
    pub success: bool,
    /// The sentence again, for SPEC's clients.
    pub error: String,
    /// The sentence again, for SPEC's clients.
    pub message: String,
    /// All sentences in one line, for SPEC's clients.
    pub details: String,
    /// Members that only some operations have.
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: Map<String, Value>,
}

/// One field that breaks a rule.
#[derive(Debug, Serialize, ToSchema)]
pub struct FieldError {
    /// The field as the client sent it.
    pub field: String,
    /// The sentence to show beside it.
    pub message: String,
}

/// The stable codes.
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

/// A booking that was refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
pub struct BookingProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The slots that are free now, if the slot was the reason.
    slots: Option<Vec<Slot>>,
}

/// A purchase that was refused.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes the members in the OpenAPI file")]
pub struct PurchaseProblem {
    #[serde(flatten)]
    problem: Problem,
    /// The slots that are free now, if the slot was the reason.
    slots: Option<Vec<Slot>>,
    /// The price now, with `price_changed`.
    quote: Option<Quote>,
    /// The order in question, with `payment_unresolved` and `payment_pending`.
    order: Option<Order>,
}
