//! HTTP requests to the provider. Time and size are limited, redirects are not followed, and only idempotent requests are
//! retried.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, Method, RequestBuilder, Response, redirect};
use secrecy::ExposeSecret;
use serde_json::Value;

use super::settings::{RazorpaySettings, RazorpaySettingsError};
use super::{ProviderError, entities};

/// The limit of a response; a page of a hundred payments has a quarter of this.
const MAX_RESPONSE_BYTES: usize = 1024 * 1024;
/// The time allowed for all attempts of a request together.
const TOTAL_TIMEOUT: Duration = Duration::from_secs(10);

/// A request to the API.
pub(super) struct Request<'a> {
    pub(super) method: Method,
    /// The path from `/v1`, with its query.
    pub(super) path: String,
    pub(super) body: Option<Value>,
    /// The idempotency key, which makes a write safe to retry.
    pub(super) idempotency_key: Option<&'a str>,
}

impl Request<'_> {
    pub(super) const fn get(path: String) -> Self {
        Self { method: Method::GET, path, body: None, idempotency_key: None }
    }

    pub(super) const fn post(path: String, body: Value) -> Self {
        Self { method: Method::POST, path, body: Some(body), idempotency_key: None }
    }

    fn is_idempotent(&self) -> bool {
        self.method == Method::GET || self.idempotency_key.is_some()
    }
}

/// An HTTP client of the API with retries.
pub(super) struct ApiClient {
    client: Client,
    settings: RazorpaySettings,
    jitter: RandomState,
}

impl ApiClient {
    pub(super) fn new(settings: RazorpaySettings) -> Result<Self, RazorpaySettingsError> {
        settings.check()?;
        let client = Client::builder()
            .connect_timeout(settings.timeout.min(Duration::from_secs(3)))
            .timeout(settings.timeout)
            .redirect(redirect::Policy::none())
            .user_agent("tala")
            .build()
            .map_err(|error| {
                RazorpaySettingsError::new("base_url", format!("cannot create an HTTP client: {error}"))
            })?;
        Ok(Self { client, settings, jitter: RandomState::new() })
    }

    pub(super) const fn settings(&self) -> &RazorpaySettings {
        &self.settings
    }

    /// Sends a request, with retries if it is idempotent, and returns the JSON object of the response.
    pub(super) async fn send(&self, request: &Request<'_>) -> Result<Value, ProviderError> {
        if !request.is_idempotent() {
            return self.attempt(request).await;
        }
        match tokio::time::timeout(TOTAL_TIMEOUT, self.send_with_retries(request)).await {
            Ok(response) => response,
            Err(_) => Err(ProviderError::Unavailable("no response in time".to_owned())),
        }
    }

    async fn send_with_retries(&self, request: &Request<'_>) -> Result<Value, ProviderError> {
        for delay in self.settings.retry_delays {
            match self.attempt(request).await {
                Err(ProviderError::Unavailable(_)) => {}
                response => return response,
            }
            tokio::time::sleep(self.with_jitter(delay)).await;
        }
        self.attempt(request).await
    }

    /// Adds up to a half to a delay, so that clients that failed together do not retry together.
    pub(super) fn with_jitter(&self, delay: Duration) -> Duration {
        let random = self.jitter.hash_one(std::time::Instant::now()) % 512;
        delay + delay * u32::try_from(random).unwrap_or_default() / 1024
    }

    async fn attempt(&self, request: &Request<'_>) -> Result<Value, ProviderError> {
        let response = self.build(request).send().await.map_err(unavailable)?;
        let status = response.status();
        let body = read_body(response).await?;
        if !status.is_success() {
            return Err(ProviderError::from_response(status.as_u16(), &body));
        }
        let value: Option<Value> = serde_json::from_slice(&body).ok();
        let value = value.ok_or_else(|| {
            ProviderError::Unavailable(format!("response status {}, body is not JSON", status.as_u16()))
        })?;
        if value.is_object() { Ok(value) } else { Err(entities::invalid_response("not an object")) }
    }

    fn build(&self, request: &Request<'_>) -> RequestBuilder {
        let url = format!("{}{}", self.settings.base_url.trim_end_matches('/'), request.path);
        let secret = self.settings.key_secret.expose_secret();
        let mut builder = self
            .client
            .request(request.method.clone(), url)
            .basic_auth(&self.settings.key_id, Some(secret))
            .header(ACCEPT, "application/json");
        if let Some(body) = &request.body {
            builder = builder.json(body);
        }
        if let Some(key) = request.idempotency_key {
            builder = builder.header("X-Refund-Idempotency", key);
        }
        builder
    }
}

async fn read_body(mut response: Response) -> Result<Vec<u8>, ProviderError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unavailable)? {
        if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(entities::invalid_response("response is too large"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Formats an error with its sources, which the `Display` of `reqwest` omits. Errors contain URLs but no headers, so they
/// cannot leak the key.
fn unavailable(error: reqwest::Error) -> ProviderError {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(&error);
    while let Some(inner) = source {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        source = inner.source();
    }
    ProviderError::Unavailable(text)
}
