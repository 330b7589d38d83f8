//! A webhook that receives form data, such as a spreadsheet script (SPEC §7).

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, redirect};
use serde_json::Value;
use url::{Host, Url};

const TIMEOUT: Duration = Duration::from_secs(15);
const MAX_RESPONSE_BYTES: usize = 64 * 1024;
/// Spreadsheet scripts redirect to another URL for their response.
const MAX_REDIRECTS: usize = 4;

/// Why a form was not delivered. Messages never contain the URL, because its path is usually a secret.
#[derive(Debug, thiserror::Error)]
pub enum FormWebhookError {
    /// The URL is invalid, or not secure.
    #[error("{0}")]
    Setting(&'static str),
    /// There was no response in time, an error status, or a response that is not JSON.
    #[error("{0}")]
    Failed(String),
}

/// A webhook for form data.
#[derive(Clone)]
pub struct FormWebhook {
    url: Url,
    client: Client,
    timeout: Duration,
}

/// Hides the path and query of the URL, which usually contain a secret.
impl std::fmt::Debug for FormWebhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FormWebhook").field("host", &self.url.host_str()).finish_non_exhaustive()
    }
}

impl FormWebhook {
    /// Creates a webhook; sends nothing yet.
    ///
    /// # Errors
    /// [`FormWebhookError::Setting`] for an invalid URL, and for one that is neither `https` nor on the loopback interface.
    pub fn new(url: &str) -> Result<Self, FormWebhookError> {
        let url = Url::parse(url).map_err(|_| FormWebhookError::Setting("is not a URL"))?;
        if !is_secure_url(&url) {
            return Err(FormWebhookError::Setting("must start with https://"));
        }
        let redirects = redirect::Policy::custom(|attempt| {
            if attempt.previous().len() > MAX_REDIRECTS || !is_secure_url(attempt.url()) {
                attempt.error("too many redirects, or a redirect to an insecure URL")
            } else {
                attempt.follow()
            }
        });
        let client = Client::builder().redirect(redirects).user_agent("tala").build();
        let client = client.map_err(|_| FormWebhookError::Setting("cannot create an HTTP client"))?;
        Ok(Self { url, client, timeout: TIMEOUT })
    }

    /// Sets the time allowed for one request, redirects included.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Posts the fields as a URL-encoded form and returns the JSON response.
    ///
    /// # Errors
    /// [`FormWebhookError::Failed`] without a response in time, for an error status, and for a response that is not JSON:
    /// a script that fails responds with an HTML page.
    pub async fn post(&self, fields: &[(&str, String)]) -> Result<Value, FormWebhookError> {
        match tokio::time::timeout(self.timeout, self.send(fields)).await {
            Ok(response) => response,
            Err(_) => Err(FormWebhookError::Failed("no response in time".to_owned())),
        }
    }

    async fn send(&self, fields: &[(&str, String)]) -> Result<Value, FormWebhookError> {
        let failed = |error: reqwest::Error| FormWebhookError::Failed(error.without_url().to_string());
        let request = self.client.post(self.url.clone()).header(ACCEPT, "application/json").form(fields);
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            return Err(FormWebhookError::Failed(format!("response status {status}")));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err(FormWebhookError::Failed("response is too large".to_owned()));
            }
            body.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&body)
            .map_err(|_| FormWebhookError::Failed(format!("response status {status}, body is not JSON")))
    }
}

/// Whether requests to the URL are encrypted or do not leave this machine.
fn is_secure_url(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_must_be_https_or_loopback() {
        for url in
            ["https://script.test/macros/s/abc/exec", "http://localhost:9/x", "http://127.0.0.1:9", "http://[::1]:9"]
        {
            assert!(FormWebhook::new(url).is_ok(), "{url}");
        }
        for url in
            ["", "script.test", "http://script.test/exec", "http://localhost.evil.test", "ftp://localhost/x", "data:,x"]
        {
            assert!(FormWebhook::new(url).is_err(), "{url}");
        }
    }

    #[test]
    fn debug_output_hides_path_and_query() {
        let webhook = FormWebhook::new("https://script.test/macros/s/secret/exec?key=secret").unwrap();
        assert!(!format!("{webhook:?}").contains("secret"));
    }
}
