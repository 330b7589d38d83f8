//! Errors of the provider, distinguished by what the caller can conclude from them.

use serde_json::Value;

/// The provider's texts are truncated to this length.
const MAX_TEXT_CHARS: usize = 300;

/// Why a request failed. The messages are for logs and operators; they never contain the secret of the key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// There was no response, or none of the provider's API: timeout, 429, 5xx, or no JSON. The request may have taken effect.
    #[error("payment provider unavailable: {0}")]
    Unavailable(String),
    /// The provider rejected the request; it had no effect.
    #[error("payment provider rejected the request ({status} {code}): {description}")]
    Rejected {
        /// The HTTP status. The provider does not use statuses consistently (docs/integrations.md §1.5).
        status: u16,
        /// `BAD_REQUEST_ERROR`, `GATEWAY_ERROR` or `SERVER_ERROR`.
        code: String,
        /// The provider's description of the error.
        description: String,
        /// The invalid field, if any.
        field: Option<String>,
    },
    /// The id does not exist at the provider.
    #[error("unknown id at the payment provider")]
    NotFound,
    /// A response or event does not conform to the API. The request may have taken effect.
    #[error("invalid response of the payment provider: {0}")]
    InvalidResponse(String),
}

impl ProviderError {
    /// Whether the request may have taken effect, so that the caller must check the result before a retry.
    pub const fn is_outcome_unknown(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::InvalidResponse(_))
    }

    /// Creates an error for a request that the provider would reject and that is not sent.
    pub(super) fn rejected_locally(field: &str, description: &str) -> Self {
        Self::Rejected {
            status: 400,
            code: "BAD_REQUEST_ERROR".to_owned(),
            description: description.to_owned(),
            field: Some(field.to_owned()),
        }
    }

    /// Creates the error of an error response. A response without the API's error object comes from an intermediary, so the
    /// outcome of the request is unknown.
    pub(super) fn from_response(status: u16, body: &[u8]) -> Self {
        let response: Option<Value> = serde_json::from_slice(body).ok();
        let error = response.as_ref().and_then(|response| response.get("error")).filter(|error| error.is_object());
        let Some(error) = error.filter(|_| (400..500).contains(&status) && !matches!(status, 408 | 429)) else {
            return Self::Unavailable(format!("response status {status}"));
        };
        let member = |name: &str| error.get(name).and_then(Value::as_str).map(clean).filter(|text| !text.is_empty());
        let description = member("description").unwrap_or_default();
        // Unknown ids are reported with 400 or 404.
        if status == 404 || description.contains("id provided does not exist") || description.contains("not a valid id")
        {
            return Self::NotFound;
        }
        // A refund with the same key is in progress. With another body it is an error of ours.
        if status == 409 && !description.contains("Different request") {
            return Self::Unavailable(format!("response status 409: {description}"));
        }
        Self::Rejected { status, code: member("code").unwrap_or_default(), description, field: member("field") }
    }
}

/// Replaces control characters and truncates the text.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_TEXT_CHARS).collect()
}
