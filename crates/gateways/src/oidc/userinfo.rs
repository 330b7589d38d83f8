//! The userinfo endpoint of a provider.

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::OidcError;

/// The response of the userinfo endpoint.
#[derive(Clone, Debug, PartialEq)]
pub enum Userinfo {
    /// The claims of the token's subject.
    Claims(Map<String, Value>),
    /// The provider rejected the token (400, 401, 403).
    Rejected,
}

/// A source of userinfo. Providers without the endpoint return `Rejected`.
#[async_trait]
pub trait UserinfoSource: Send + Sync {
    /// Sends the token to the userinfo endpoint.
    ///
    /// # Errors
    /// [`OidcError::Unavailable`] if the provider is unreachable or its response is invalid.
    async fn userinfo(&self, bearer: &str) -> Result<Userinfo, OidcError>;
}
