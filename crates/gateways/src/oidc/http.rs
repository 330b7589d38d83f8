//! HTTP requests to a provider: discovery, JWK set, userinfo. Time and size are limited; redirects are not followed.

use async_trait::async_trait;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, Response, StatusCode, redirect};
use serde_json::{Map, Value};
use tokio::sync::{OnceCell, Semaphore};
use url::Url;

use super::settings::check_url;
use super::{KeySource, OidcError, OidcSettings, SettingsError, Userinfo, UserinfoSource};

/// The limit of a response; discovery documents and JWK sets are far smaller.
const MAX_RESPONSE_BYTES: usize = 512 * 1024;
/// The maximum number of concurrent userinfo requests, so that forged tokens cannot flood the provider. Further requests
/// wait.
const MAX_USERINFO_REQUESTS: usize = 16;

/// A client for a provider's JWK set and userinfo endpoint, located by OpenID Connect Discovery.
pub struct OidcHttpClient {
    client: Client,
    settings: OidcSettings,
    discovery: Url,
    userinfo_url: OnceCell<Option<Url>>,
    userinfo_permits: Semaphore,
}

struct Metadata {
    jwks_url: Url,
    userinfo_url: Option<Url>,
}

impl OidcHttpClient {
    /// Creates a client; sends the first request for the first token.
    ///
    /// # Errors
    /// [`SettingsError`] for an invalid or insecure setting.
    pub fn new(settings: &OidcSettings) -> Result<Self, SettingsError> {
        settings.check()?;
        let url = format!("{}/.well-known/openid-configuration", settings.issuer.trim_end_matches('/'));
        let discovery = check_url("issuer", &url, settings.allow_insecure_http)?;
        let client = Client::builder()
            .connect_timeout(settings.connect_timeout)
            .timeout(settings.request_timeout)
            .redirect(redirect::Policy::none())
            .user_agent("tala")
            .build()
            .map_err(|error| SettingsError::new("issuer", format!("cannot create an HTTP client: {error}")))?;
        let userinfo_permits = Semaphore::new(MAX_USERINFO_REQUESTS);
        Ok(Self { client, settings: settings.clone(), discovery, userinfo_url: OnceCell::new(), userinfo_permits })
    }

    /// Fetches the discovery document. Its issuer must equal the configured one exactly.
    async fn metadata(&self) -> Result<Metadata, OidcError> {
        let response = send(self.client.get(self.discovery.clone()).header(ACCEPT, "application/json")).await?;
        let document = self.json(response, "discovery").await?;
        let member = |name: &str| document.get(name).and_then(Value::as_str);
        let issuer = member("issuer").unwrap_or_default();
        if issuer != self.settings.issuer {
            let hint = if issuer.trim_end_matches('/') == self.settings.issuer.trim_end_matches('/') {
                "; they differ in the trailing slash"
            } else {
                ""
            };
            let configured = &self.settings.issuer;
            return Err(OidcError::Unavailable(format!(
                "issuer is {issuer:?}, but {configured:?} is configured{hint}"
            )));
        }
        let parse_url = |name: &'static str, text: &str| {
            check_url(name, text, self.settings.allow_insecure_http)
                .map_err(|error| OidcError::Unavailable(error.to_string()))
        };
        let jwks_uri =
            member("jwks_uri").ok_or_else(|| OidcError::Unavailable("discovery without jwks_uri".to_owned()))?;
        let userinfo_url = member("userinfo_endpoint").map(|text| parse_url("userinfo_endpoint", text)).transpose()?;
        Ok(Metadata { jwks_url: parse_url("jwks_uri", jwks_uri)?, userinfo_url })
    }

    async fn json(&self, response: Response, what: &str) -> Result<Map<String, Value>, OidcError> {
        let status = response.status();
        if status != StatusCode::OK {
            return Err(OidcError::Unavailable(format!("{what}: response status {status}")));
        }
        let body = read_body(response).await?;
        serde_json::from_slice(&body)
            .map_err(|error| OidcError::Unavailable(format!("{what}: not a JSON object: {error}")))
    }
}

#[async_trait]
impl KeySource for OidcHttpClient {
    /// Fetches the discovery document and the JWK set. [`super::Verifier`] caches the result.
    async fn jwks(&self) -> Result<Value, OidcError> {
        let metadata = self.metadata().await?;
        let response = send(self.client.get(metadata.jwks_url).header(ACCEPT, "application/json")).await?;
        self.json(response, "JWK set").await.map(Value::Object)
    }
}

#[async_trait]
impl UserinfoSource for OidcHttpClient {
    async fn userinfo(&self, bearer: &str) -> Result<Userinfo, OidcError> {
        let permit = tokio::time::timeout(self.settings.request_timeout, self.userinfo_permits.acquire()).await;
        let _permit = match permit {
            Ok(Ok(permit)) => permit,
            Ok(Err(_)) | Err(_) => return Err(OidcError::Unavailable("too many userinfo requests".to_owned())),
        };
        let url = self.userinfo_url.get_or_try_init(|| async { Ok(self.metadata().await?.userinfo_url) }).await?;
        let Some(url) = url else { return Ok(Userinfo::Rejected) };
        let request = self.client.get(url.clone()).bearer_auth(bearer).header(ACCEPT, "application/json");
        let response = send(request).await?;
        if matches!(response.status(), StatusCode::BAD_REQUEST | StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Ok(Userinfo::Rejected);
        }
        let content_type =
            response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if content_type.starts_with("application/jwt") {
            return Err(OidcError::Unavailable(
                "userinfo response is signed; configure the client for plain JSON".to_owned(),
            ));
        }
        self.json(response, "userinfo").await.map(Userinfo::Claims)
    }
}

/// Sends one request. Errors contain URLs but no headers, so they cannot leak a token.
async fn send(request: RequestBuilder) -> Result<Response, OidcError> {
    request.send().await.map_err(|error| OidcError::Unavailable(describe(&error)))
}

async fn read_body(mut response: Response) -> Result<Vec<u8>, OidcError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| OidcError::Unavailable(describe(&error)))? {
        if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(OidcError::Unavailable("response is too large".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Formats an error with its sources, which the `Display` of `reqwest` omits.
fn describe(error: &reqwest::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        source = inner.source();
    }
    text
}
