//! Parsing of the provider's objects. It tolerates the provider's irregularities: `notes` and `acquirer_data` are sometimes
//! a list, and error fields are null, empty or `NA` (docs/integrations.md §1.1, §1.5).

use jiff::Timestamp;
use serde_json::Value;
use tala_domain::payments::PaymentState;

use super::{ProviderError, ProviderOrder, ProviderPayment, ProviderRefund};

const REFUND_STATUSES: [&str; 3] = ["pending", "processed", "failed"];
/// The maximum length of an id; ids have about 20 characters.
const MAX_ID_BYTES: usize = 64;

/// Whether the text is a well-formed id, so that it is safe in a URL.
pub(super) fn is_id(text: &str) -> bool {
    (1..=MAX_ID_BYTES).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns a string member; `None` if it is missing, null, empty or `NA`.
pub(super) fn text(object: &Value, member: &str) -> Option<String> {
    let text = object.get(member)?.as_str()?;
    (!text.is_empty() && text != "NA").then(|| text.to_owned())
}

pub(super) fn order(response: &Value) -> Result<ProviderOrder, ProviderError> {
    expect_entity(response, "order")?;
    Ok(ProviderOrder {
        id: id(response, "id")?,
        amount_minor: amount(response)?,
        currency: required(response, "currency")?,
        status: required(response, "status")?,
    })
}

pub(super) fn payment(response: &Value) -> Result<ProviderPayment, ProviderError> {
    expect_entity(response, "payment")?;
    let status = required(response, "status")?;
    let reason = || ["error_description", "error_reason", "error_code"].iter().find_map(|name| text(response, name));
    Ok(ProviderPayment {
        id: id(response, "id")?,
        order_id: text(response, "order_id"),
        amount_minor: amount(response)?,
        currency: required(response, "currency")?,
        status: PaymentState::parse(&status)
            .ok_or_else(|| invalid_response(&format!("payment status {status:.40}")))?,
        method: text(response, "method"),
        fee_minor: response.get("fee").and_then(Value::as_i64),
        amount_refunded_minor: response.get("amount_refunded").and_then(Value::as_i64).unwrap_or(0),
        error: reason(),
        created_at: created_at(response)?,
    })
}

pub(super) fn refund(response: &Value) -> Result<ProviderRefund, ProviderError> {
    expect_entity(response, "refund")?;
    let status = required(response, "status")?;
    if !REFUND_STATUSES.contains(&status.as_str()) {
        return Err(invalid_response(&format!("refund status {status:.40}")));
    }
    Ok(ProviderRefund {
        id: id(response, "id")?,
        payment_id: id(response, "payment_id")?,
        amount_minor: amount(response)?,
        currency: required(response, "currency")?,
        status,
        receipt: text(response, "receipt"),
        created_at: created_at(response)?,
    })
}

/// Parses the items of a list with `item`. An invalid item makes the whole list invalid, because it can concern money.
pub(super) fn list<T>(
    response: &Value,
    item: impl Fn(&Value) -> Result<T, ProviderError>,
) -> Result<Vec<T>, ProviderError> {
    let items =
        response.get("items").and_then(Value::as_array).ok_or_else(|| invalid_response("a list without items"))?;
    items.iter().map(item).collect()
}

pub(super) fn invalid_response(problem: &str) -> ProviderError {
    ProviderError::InvalidResponse(problem.to_owned())
}

fn expect_entity(response: &Value, expected: &str) -> Result<(), ProviderError> {
    match response.get("entity").and_then(Value::as_str) {
        Some(entity) if entity == expected => Ok(()),
        _ => Err(invalid_response(&format!("not a {expected}"))),
    }
}

fn required(object: &Value, member: &str) -> Result<String, ProviderError> {
    text(object, member).ok_or_else(|| invalid_response(&format!("no {member}")))
}

fn id(object: &Value, member: &str) -> Result<String, ProviderError> {
    required(object, member)
        .and_then(|id| if is_id(&id) { Ok(id) } else { Err(invalid_response(&format!("no {member}"))) })
}

fn amount(object: &Value) -> Result<i64, ProviderError> {
    let amount = object.get("amount").and_then(Value::as_i64).filter(|amount| *amount >= 0);
    amount.ok_or_else(|| invalid_response("no amount"))
}

fn created_at(object: &Value) -> Result<Timestamp, ProviderError> {
    let seconds = object.get("created_at").and_then(Value::as_i64);
    seconds.and_then(|seconds| Timestamp::from_second(seconds).ok()).ok_or_else(|| invalid_response("no created_at"))
}
