//! A provider over HTTP: discovery, key set, userinfo. Bounded in time and size, and never redirected.

use async_trait::async_trait;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, Response, StatusCode, redirect};
use serde_json::{Map, Value};
use tokio::sync::{OnceCell, Semaphore};
use url::Url;

use super::settings::check_address;
use super::{KeySource, OidcError, OidcSettings, SettingsError, Userinfo, UserinfoSource};

/// Larger answers are refused: no provider's discovery document or key set comes near.
const MAX_ANSWER_BYTES: usize = 512 * 1024;
/// Requests to the userinfo endpoint at one time. More wait; tokens that are made up cannot flood the provider.
const MAX_USERINFO_REQUESTS: usize = 16;

/// The keys and the userinfo endpoint of a provider, found by discovery.
pub struct HttpKeySource {
    client: Client,
    settings: OidcSettings,
    discovery: Url,
    userinfo: OnceCell<Option<Url>>,
    userinfo_slots: Semaphore,
}

struct Metadata {
    jwks: Url,
    userinfo: Option<Url>,
}

impl HttpKeySource {
    /// Prepares the connection; nothing is sent before the first token.
    pub fn new(settings: &OidcSettings) -> Result<Self, SettingsError> {
        settings.check()?;
        let address = format!("{}/.well-known/openid-configuration", settings.issuer.trim_end_matches('/'));
        let discovery = check_address("issuer", &address, settings.allow_insecure_http)?;
        let client = Client::builder()
            .connect_timeout(settings.connect_timeout)
            .timeout(settings.request_timeout)
            .redirect(redirect::Policy::none())
            .user_agent("tala")
            .build()
            .map_err(|error| SettingsError::new("issuer", format!("no HTTP client: {error}")))?;
        let userinfo_slots = Semaphore::new(MAX_USERINFO_REQUESTS);
        Ok(Self { client, settings: settings.clone(), discovery, userinfo: OnceCell::new(), userinfo_slots })
    }

    /// Reads the discovery document; its issuer must be ours, character by character.
    async fn metadata(&self) -> Result<Metadata, OidcError> {
        let response = send(self.client.get(self.discovery.clone()).header(ACCEPT, "application/json")).await?;
        let document = self.json(response, "discovery").await?;
        let member = |name: &str| document.get(name).and_then(Value::as_str);
        let said = member("issuer").unwrap_or_default();
        if said != self.settings.issuer {
            let hint = if said.trim_end_matches('/') == self.settings.issuer.trim_end_matches('/') {
                "; they differ in the slash at the end"
            } else {
                ""
            };
            let wanted = &self.settings.issuer;
            return Err(OidcError::Unavailable(format!(
                "issuer is set to {wanted:?}, the provider says {said:?}{hint}"
            )));
        }
        let address = |name: &'static str, text: &str| {
            check_address(name, text, self.settings.allow_insecure_http)
                .map_err(|error| OidcError::Unavailable(error.to_string()))
        };
        let jwks = member("jwks_uri").ok_or_else(|| OidcError::Unavailable("discovery without jwks_uri".to_owned()))?;
        let userinfo = member("userinfo_endpoint").map(|text| address("userinfo_endpoint", text)).transpose()?;
        Ok(Metadata { jwks: address("jwks_uri", jwks)?, userinfo })
    }

    async fn json(&self, response: Response, what: &str) -> Result<Map<String, Value>, OidcError> {
        let status = response.status();
        if status != StatusCode::OK {
            return Err(OidcError::Unavailable(format!("{what} answered {status}")));
        }
        let body = bounded(response).await?;
        serde_json::from_slice(&body)
            .map_err(|error| OidcError::Unavailable(format!("{what} is not a JSON object: {error}")))
    }
}

#[async_trait]
impl KeySource for HttpKeySource {
    /// Reads discovery and keys anew; [`super::Verifier`] decides how often.
    async fn jwks(&self) -> Result<Value, OidcError> {
        let metadata = self.metadata().await?;
        let response = send(self.client.get(metadata.jwks).header(ACCEPT, "application/json")).await?;
        self.json(response, "key set").await.map(Value::Object)
    }
}

#[async_trait]
impl UserinfoSource for HttpKeySource {
    async fn userinfo(&self, bearer: &str) -> Result<Userinfo, OidcError> {
        let slot = tokio::time::timeout(self.settings.request_timeout, self.userinfo_slots.acquire()).await;
        let _slot = match slot {
            Ok(Ok(permit)) => permit,
            Ok(Err(_)) | Err(_) => return Err(OidcError::Unavailable("too many userinfo requests".to_owned())),
        };
        let endpoint = self.userinfo.get_or_try_init(|| async { Ok(self.metadata().await?.userinfo) }).await?;
        let Some(endpoint) = endpoint else { return Ok(Userinfo::Refused) };
        let request = self.client.get(endpoint.clone()).bearer_auth(bearer).header(ACCEPT, "application/json");
        let response = send(request).await?;
        if matches!(response.status(), StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Ok(Userinfo::Refused);
        }
        let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if kind.starts_with("application/jwt") {
            return Err(OidcError::Unavailable("userinfo is signed; configure the client for plain JSON".to_owned()));
        }
        self.json(response, "userinfo").await.map(Userinfo::Claims)
    }
}

/// Sends one request. The text of the error carries no token: tokens travel in headers, and errors name addresses only.
async fn send(request: RequestBuilder) -> Result<Response, OidcError> {
    request.send().await.map_err(|error| OidcError::Unavailable(describe(&error)))
}

async fn bounded(mut response: Response) -> Result<Vec<u8>, OidcError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| OidcError::Unavailable(describe(&error)))? {
        if body.len() + chunk.len() > MAX_ANSWER_BYTES {
            return Err(OidcError::Unavailable("the answer is too large".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The error with its causes, which reqwest leaves out of its own text.
fn describe(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
