//! What a webhook is about. An event is a hint to look, not the truth: it is a snapshot, it may come twice, late and in
//! any order (INTEGRATIONS §1.8), so only names and ids are taken from it.

use serde_json::Value;

use super::ProviderError;
use super::entities::{is_id, text};

/// An event's name and the ids in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Such as `payment.captured`.
    pub name: String,
    /// The payment that it is about.
    pub payment_id: Option<String>,
    /// The order that it is about.
    pub order_id: Option<String>,
    /// The refund that it is about.
    pub refund_id: Option<String>,
}

/// Reads an event whose signature has been verified. Events that we do not know are read as well; they may lack ids.
///
/// # Errors
/// [`ProviderError::Unreadable`] when it is not an event at all.
pub fn parse_event(body: &[u8]) -> Result<Event, ProviderError> {
    let unreadable = |what: &str| ProviderError::Unreadable(format!("event: {what}"));
    let event: Value = serde_json::from_slice(body).map_err(|_| unreadable("not JSON"))?;
    let name = text(&event, "event").filter(|name| is_name(name)).ok_or_else(|| unreadable("no name"))?;
    let id = |entity: &str, member: &str| {
        let entity = event.get("payload")?.get(entity)?.get("entity")?;
        text(entity, member).filter(|id| is_id(id))
    };
    Ok(Event {
        name,
        payment_id: id("payment", "id").or_else(|| id("refund", "payment_id")).or_else(|| id("dispute", "payment_id")),
        order_id: id("order", "id").or_else(|| id("payment", "order_id")),
        refund_id: id("refund", "id"),
    })
}

fn is_name(name: &str) -> bool {
    name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'))
}
