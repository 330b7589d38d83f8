//! An endpoint that takes forms, such as a spreadsheet's script (SPEC §7).

use std::time::Duration;

use reqwest::header::ACCEPT;
use reqwest::{Client, redirect};
use serde_json::Value;
use url::{Host, Url};

const TIMEOUT: Duration = Duration::from_secs(15);
const MAX_ANSWER_BYTES: usize = 64 * 1024;
/// Spreadsheet scripts answer from another address than they are asked at.
const MAX_REDIRECTS: usize = 4;

/// Why a form did not arrive. The address never shows: its path is usually the secret.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
    /// The setting cannot work, or would send data in the open.
    #[error("{0}")]
    Setting(&'static str),
    /// No answer, or one that says that it went wrong.
    #[error("{0}")]
    Failed(String),
}

/// Where forms go.
#[derive(Clone)]
pub struct FormEndpoint {
    address: Url,
    client: Client,
    timeout: Duration,
}

impl std::fmt::Debug for FormEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FormEndpoint").field("host", &self.address.host_str()).finish_non_exhaustive()
    }
}

impl FormEndpoint {
    /// Prepares the way; nothing is sent yet.
    ///
    /// # Errors
    /// An address that is none, or that is neither `https://` nor on this machine.
    pub fn new(address: &str) -> Result<Self, FormError> {
        let address = Url::parse(address).map_err(|_| FormError::Setting("is not an address"))?;
        if !is_private(&address) {
            return Err(FormError::Setting("must start with https://"));
        }
        let follow = redirect::Policy::custom(|attempt| {
            if attempt.previous().len() > MAX_REDIRECTS || !is_private(attempt.url()) {
                attempt.error("redirected too often, or to an address without https")
            } else {
                attempt.follow()
            }
        });
        let client = Client::builder().redirect(follow).user_agent("tala").build();
        let client = client.map_err(|_| FormError::Setting("no HTTP client"))?;
        Ok(Self { address, client, timeout: TIMEOUT })
    }

    /// Waits so long for an answer.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sends the fields and waits for an answer in JSON, as SPEC's client does.
    ///
    /// # Errors
    /// No answer in time, a refusal, or an answer that is no JSON: scripts that fail answer with a page.
    pub async fn post(&self, fields: &[(&str, String)]) -> Result<Value, FormError> {
        match tokio::time::timeout(self.timeout, self.attempt(fields)).await {
            Ok(answer) => answer,
            Err(_) => Err(FormError::Failed("no answer in time".to_owned())),
        }
    }

    async fn attempt(&self, fields: &[(&str, String)]) -> Result<Value, FormError> {
        let failed = |error: reqwest::Error| FormError::Failed(error.without_url().to_string());
        let request = self.client.post(self.address.clone()).header(ACCEPT, "application/json").form(fields);
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            return Err(FormError::Failed(format!("answered {status}")));
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if body.len() + chunk.len() > MAX_ANSWER_BYTES {
                return Err(FormError::Failed("the answer is too large".to_owned()));
            }
            body.extend_from_slice(&chunk);
        }
        serde_json::from_slice(&body)
            .map_err(|_| FormError::Failed(format!("answered {status} with something else than JSON")))
    }
}

/// What is sent there can be read by nobody on the way.
fn is_private(address: &Url) -> bool {
    let local = match address.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    address.scheme() == "https" || (address.scheme() == "http" && local)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_https_or_on_this_machine() {
        for good in
            ["https://script.test/macros/s/abc/exec", "http://localhost:9/x", "http://127.0.0.1:9", "http://[::1]:9"]
        {
            assert!(FormEndpoint::new(good).is_ok(), "{good}");
        }
        for bad in
            ["", "script.test", "http://script.test/exec", "http://localhost.evil.test", "ftp://localhost/x", "data:,x"]
        {
            assert!(FormEndpoint::new(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_secret_in_the_path_never_shows() {
        let endpoint = FormEndpoint::new("https://script.test/macros/s/secret/exec?key=secret").unwrap();
        assert!(!format!("{endpoint:?}").contains("secret"));
    }
}
