//! One call to the provider: bounded in time and size, never redirected, repeated only where that is safe.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, Method, RequestBuilder, Response, redirect};
use secrecy::ExposeSecret;
use serde_json::Value;

use super::settings::{RazorpaySettings, RazorpaySettingsError};
use super::{ProviderError, entities};

/// Larger answers are refused; a hundred payments are a quarter of this.
const MAX_ANSWER_BYTES: usize = 1024 * 1024;
/// All attempts of a call end within this.
const MAX_TOTAL: Duration = Duration::from_secs(10);
/// What is asked.
pub(super) struct Call<'a> {
    pub(super) method: Method,
    /// From `/v1` on, with its query.
    pub(super) path: String,
    pub(super) body: Option<Value>,
    /// Makes a call that changes something safe to repeat.
    pub(super) idempotency_key: Option<&'a str>,
}

impl Call<'_> {
    pub(super) const fn get(path: String) -> Self {
        Self { method: Method::GET, path, body: None, idempotency_key: None }
    }

    pub(super) const fn post(path: String, body: Value) -> Self {
        Self { method: Method::POST, path, body: Some(body), idempotency_key: None }
    }

    fn is_repeatable(&self) -> bool {
        self.method == Method::GET || self.idempotency_key.is_some()
    }
}

/// The way to the provider.
pub(super) struct Caller {
    client: Client,
    settings: RazorpaySettings,
    spread: RandomState,
}

impl Caller {
    pub(super) fn new(settings: RazorpaySettings) -> Result<Self, RazorpaySettingsError> {
        settings.check()?;
        let client = Client::builder()
            .connect_timeout(settings.timeout.min(Duration::from_secs(3)))
            .timeout(settings.timeout)
            .redirect(redirect::Policy::none())
            .user_agent("tala")
            .build()
            .map_err(|error| RazorpaySettingsError::new("base_url", format!("no HTTP client: {error}")))?;
        Ok(Self { client, settings, spread: RandomState::new() })
    }

    pub(super) const fn settings(&self) -> &RazorpaySettings {
        &self.settings
    }

    /// The provider's answer as JSON.
    pub(super) async fn send(&self, call: &Call<'_>) -> Result<Value, ProviderError> {
        if !call.is_repeatable() {
            return self.attempt(call).await;
        }
        match tokio::time::timeout(MAX_TOTAL, self.repeat(call)).await {
            Ok(answer) => answer,
            Err(_) => Err(ProviderError::Unavailable("no answer in time".to_owned())),
        }
    }

    async fn repeat(&self, call: &Call<'_>) -> Result<Value, ProviderError> {
        for pause in self.settings.pauses {
            match self.attempt(call).await {
                Err(ProviderError::Unavailable(_)) => {}
                answer => return answer,
            }
            tokio::time::sleep(self.spread_out(pause)).await;
        }
        self.attempt(call).await
    }

    /// A pause of its own for every attempt, so that callers who failed together do not come back together.
    pub(super) fn spread_out(&self, pause: Duration) -> Duration {
        let more = self.spread.hash_one(std::time::Instant::now()) % 512;
        pause + pause * u32::try_from(more).unwrap_or_default() / 1024
    }

    async fn attempt(&self, call: &Call<'_>) -> Result<Value, ProviderError> {
        let response = self.request(call).send().await.map_err(unavailable)?;
        let status = response.status();
        let body = bounded(response).await?;
        if !status.is_success() {
            return Err(ProviderError::from_answer(status.as_u16(), &body));
        }
        let answer: Option<Value> = serde_json::from_slice(&body).ok();
        let answer = answer.ok_or_else(|| {
            ProviderError::Unavailable(format!("answered {} with something else than JSON", status.as_u16()))
        })?;
        if answer.is_object() { Ok(answer) } else { Err(entities::unreadable("not an object")) }
    }

    fn request(&self, call: &Call<'_>) -> RequestBuilder {
        let address = format!("{}{}", self.settings.base_url.trim_end_matches('/'), call.path);
        let secret = self.settings.key_secret.expose_secret();
        let mut request = self
            .client
            .request(call.method.clone(), address)
            .basic_auth(&self.settings.key_id, Some(secret))
            .header(ACCEPT, "application/json");
        if let Some(body) = &call.body {
            request = request.json(body);
        }
        if let Some(key) = call.idempotency_key {
            request = request.header("X-Refund-Idempotency", key);
        }
        request
    }
}

async fn bounded(mut response: Response) -> Result<Vec<u8>, ProviderError> {
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unavailable)? {
        if body.len() + chunk.len() > MAX_ANSWER_BYTES {
            return Err(entities::unreadable("the answer is too large"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The error with its causes, which reqwest leaves out of its own text. It names addresses only; the key travels in a
/// header.
fn unavailable(error: reqwest::Error) -> ProviderError {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    ProviderError::Unavailable(text)
}
