//! What the provider's userinfo endpoint says about the holder of a token.

use async_trait::async_trait;
use serde_json::{Map, Value};

use super::OidcError;

/// The endpoint's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Userinfo {
    /// The claims about the holder.
    Claims(Map<String, Value>),
    /// The provider does not take this token there (400, 401, 403).
    Refused,
}

/// Where userinfo comes from. Providers without such an endpoint answer `Refused`.
#[async_trait]
pub trait UserinfoSource: Send + Sync {
    /// Shows the token to the provider.
    async fn userinfo(&self, bearer: &str) -> Result<Userinfo, OidcError>;
}
