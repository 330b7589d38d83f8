//! Parsing of provider events. An event is a snapshot and can arrive twice, late and in any order (docs/integrations.md
//! §1.8), so only its name and ids are used; the current state is fetched from the API.

use serde_json::Value;

use super::ProviderError;
use super::entities::{is_id, text};

/// The name and the ids of a provider event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderEvent {
    /// The name, such as `payment.captured`.
    pub name: String,
    /// The payment concerned, if any.
    pub payment_id: Option<String>,
    /// The order concerned, if any.
    pub order_id: Option<String>,
    /// The refund concerned, if any.
    pub refund_id: Option<String>,
}

/// Parses an event whose signature is verified. Unknown events are parsed too, possibly without ids.
///
/// # Errors
/// [`ProviderError::InvalidResponse`] if the body is not an event.
pub fn parse_event(body: &[u8]) -> Result<ProviderEvent, ProviderError> {
    let invalid = |problem: &str| ProviderError::InvalidResponse(format!("event: {problem}"));
    let event: Value = serde_json::from_slice(body).map_err(|_| invalid("not JSON"))?;
    let name = text(&event, "event").filter(|name| is_name(name)).ok_or_else(|| invalid("no name"))?;
    let id = |entity: &str, member: &str| {
        let entity = event.get("payload")?.get(entity)?.get("entity")?;
        text(entity, member).filter(|id| is_id(id))
    };
    Ok(ProviderEvent {
        name,
        payment_id: id("payment", "id").or_else(|| id("refund", "payment_id")).or_else(|| id("dispute", "payment_id")),
        order_id: id("order", "id").or_else(|| id("payment", "order_id")),
        refund_id: id("refund", "id"),
    })
}

fn is_name(name: &str) -> bool {
    name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'))
}
