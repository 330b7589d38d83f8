//! What can go wrong with the provider, told apart by what a caller may conclude from it.

use serde_json::Value;

/// The provider's texts are cut after so many characters.
const MAX_TEXT: usize = 300;

/// Why a call brought nothing. The texts are for the log and the operator; they never contain the key's secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// No answer, or not the provider's own: time-out, 429, 5xx, something that is not JSON. What was asked may have
    /// been done.
    #[error("payment provider unavailable: {0}")]
    Unavailable(String),
    /// The provider will not do it; nothing was done.
    #[error("payment provider refused ({status} {code}): {description}")]
    Refused {
        /// The HTTP status. Which one stands for what is not reliable (INTEGRATIONS §1.5).
        status: u16,
        /// `BAD_REQUEST_ERROR`, `GATEWAY_ERROR` or `SERVER_ERROR`.
        code: String,
        /// The reason in the provider's words.
        description: String,
        /// The field that is at fault.
        field: Option<String>,
    },
    /// The provider knows nothing of that id.
    #[error("payment provider does not know that id")]
    NotFound,
    /// The provider's answer, or an event, is not what its description says. What was asked may have been done.
    #[error("payment provider's answer cannot be read: {0}")]
    Unreadable(String),
}

impl ProviderError {
    /// Whether the act may have been done all the same, so that the caller has to look before it tries again.
    pub const fn may_have_happened(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Unreadable(_))
    }

    /// Something that the provider would refuse, and that we do not even send.
    pub(super) fn refused_here(field: &str, description: &str) -> Self {
        Self::Refused {
            status: 400,
            code: "BAD_REQUEST_ERROR".to_owned(),
            description: description.to_owned(),
            field: Some(field.to_owned()),
        }
    }

    /// The error in an answer of the provider. An answer without the provider's own error object comes from somebody in
    /// between and says nothing about the act.
    pub(super) fn from_answer(status: u16, body: &[u8]) -> Self {
        let answer: Option<Value> = serde_json::from_slice(body).ok();
        let error = answer.as_ref().and_then(|answer| answer.get("error")).filter(|error| error.is_object());
        let Some(error) = error.filter(|_| (400..500).contains(&status) && !matches!(status, 408 | 429)) else {
            return Self::Unavailable(format!("answered {status}"));
        };
        let member = |name: &str| error.get(name).and_then(Value::as_str).map(clean).filter(|text| !text.is_empty());
        let description = member("description").unwrap_or_default();
        // Ids that do not exist are reported with 400 as well as with 404.
        if status == 404 || description.contains("id provided does not exist") || description.contains("not a valid id")
        {
            return Self::NotFound;
        }
        // A refund with the same key is still being worked on; with another body it would be a fault of ours.
        if status == 409 && !description.contains("Different request") {
            return Self::Unavailable(format!("answered 409: {description}"));
        }
        Self::Refused { status, code: member("code").unwrap_or_default(), description, field: member("field") }
    }
}

/// One line of bounded length.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_TEXT).collect()
}
