//! The provider's objects as they come over the wire, read with patience for its habits: `notes` and `acquirer_data`
//! that are sometimes a list, errors that are null, empty or `NA` (INTEGRATIONS §1.1, §1.5).

use jiff::Timestamp;
use serde_json::Value;
use tala_domain::payments::PaymentState;

use super::{ProviderError, ProviderOrder, ProviderPayment, ProviderRefund};

const REFUND_STATUSES: [&str; 3] = ["pending", "processed", "failed"];
/// Ids have about 20 characters.
const MAX_ID: usize = 64;

/// Whether a text can be an id: what is no id is never sent, least of all inside an address.
pub(super) fn is_id(text: &str) -> bool {
    (1..=MAX_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// A member that says something; null, an empty text and `NA` say nothing.
pub(super) fn text(object: &Value, member: &str) -> Option<String> {
    let text = object.get(member)?.as_str()?;
    (!text.is_empty() && text != "NA").then(|| text.to_owned())
}

pub(super) fn order(answer: &Value) -> Result<ProviderOrder, ProviderError> {
    expect_entity(answer, "order")?;
    Ok(ProviderOrder {
        id: id(answer, "id")?,
        amount_minor: amount(answer)?,
        currency: required(answer, "currency")?,
        status: required(answer, "status")?,
    })
}

pub(super) fn payment(answer: &Value) -> Result<ProviderPayment, ProviderError> {
    expect_entity(answer, "payment")?;
    let status = required(answer, "status")?;
    let reason = || ["error_description", "error_reason", "error_code"].iter().find_map(|name| text(answer, name));
    Ok(ProviderPayment {
        id: id(answer, "id")?,
        order_id: text(answer, "order_id"),
        amount_minor: amount(answer)?,
        currency: required(answer, "currency")?,
        status: PaymentState::parse(&status).ok_or_else(|| unreadable(&format!("payment status {status:.40}")))?,
        method: text(answer, "method"),
        fee_minor: answer.get("fee").and_then(Value::as_i64),
        amount_refunded_minor: answer.get("amount_refunded").and_then(Value::as_i64).unwrap_or(0),
        error: reason(),
        created_at: created_at(answer)?,
    })
}

pub(super) fn refund(answer: &Value) -> Result<ProviderRefund, ProviderError> {
    expect_entity(answer, "refund")?;
    let status = required(answer, "status")?;
    if !REFUND_STATUSES.contains(&status.as_str()) {
        return Err(unreadable(&format!("refund status {status:.40}")));
    }
    Ok(ProviderRefund {
        id: id(answer, "id")?,
        payment_id: id(answer, "payment_id")?,
        amount_minor: amount(answer)?,
        currency: required(answer, "currency")?,
        status,
        created_at: created_at(answer)?,
    })
}

/// The items of a list, each read by `item`. One that cannot be read spoils the list: it may be about money.
pub(super) fn list<T>(
    answer: &Value,
    item: impl Fn(&Value) -> Result<T, ProviderError>,
) -> Result<Vec<T>, ProviderError> {
    let items = answer.get("items").and_then(Value::as_array).ok_or_else(|| unreadable("a list without items"))?;
    items.iter().map(item).collect()
}

pub(super) fn unreadable(what: &str) -> ProviderError {
    ProviderError::Unreadable(what.to_owned())
}

fn expect_entity(answer: &Value, wanted: &str) -> Result<(), ProviderError> {
    match answer.get("entity").and_then(Value::as_str) {
        Some(entity) if entity == wanted => Ok(()),
        _ => Err(unreadable(&format!("not a {wanted}"))),
    }
}

fn required(object: &Value, member: &str) -> Result<String, ProviderError> {
    text(object, member).ok_or_else(|| unreadable(&format!("no {member}")))
}

fn id(object: &Value, member: &str) -> Result<String, ProviderError> {
    required(object, member).and_then(|id| if is_id(&id) { Ok(id) } else { Err(unreadable(&format!("no {member}"))) })
}

fn amount(object: &Value) -> Result<i64, ProviderError> {
    let amount = object.get("amount").and_then(Value::as_i64).filter(|amount| *amount >= 0);
    amount.ok_or_else(|| unreadable("no amount"))
}

fn created_at(object: &Value) -> Result<Timestamp, ProviderError> {
    let seconds = object.get("created_at").and_then(Value::as_i64);
    seconds.and_then(|seconds| Timestamp::from_second(seconds).ok()).ok_or_else(|| unreadable("no created_at"))
}
