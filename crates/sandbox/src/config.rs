//! Configuration and errors.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Returns the current time in Unix seconds.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The webhook: URL and signing secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Any host and port, unlike at Razorpay.
    pub url: String,
    /// The HMAC key of `X-Razorpay-Signature`. Not the API secret.
    pub secret: String,
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Configuration of a sandbox.
#[derive(Clone)]
pub struct Config {
    /// Public base URL without a trailing slash; may have a path.
    pub base_url: String,
    /// The user name of Basic authentication and the `key` of the checkout. `rzp_test_…` shows the "Test Mode" ribbon.
    pub key_id: String,
    /// The password of Basic authentication and the HMAC key of payment signatures.
    pub key_secret: String,
    /// Receives events. Without a webhook, events are only recorded.
    pub webhook: Option<Webhook>,
    /// The state file. Without one, the state is lost when the process exits.
    pub file: Option<PathBuf>,
    /// The clock.
    pub clock: Clock,
    /// Seed for reproducible ids. Without one, ids are random.
    pub seed: Option<u64>,
}

impl Config {
    /// A configuration with the system clock, without webhook, state file and seed.
    #[must_use]
    pub fn new(base_url: &str, key_id: &str, key_secret: &str) -> Self {
        Self {
            base_url: base_url.to_owned(),
            key_id: key_id.to_owned(),
            key_secret: key_secret.to_owned(),
            webhook: None,
            file: None,
            clock: Arc::new(system_seconds),
            seed: None,
        }
    }

    pub(crate) fn validate(&self) -> Result<(), Error> {
        let invalid = |text: &str| Err(Error::Config(text.to_owned()));
        let is_http = |url: &str| url.starts_with("http://") || url.starts_with("https://");
        if !is_http(&self.base_url) || self.base_url.ends_with('/') || self.base_url.contains(['?', '#']) {
            return invalid("base_url must be an http(s) URL without query, fragment and trailing slash");
        }
        if self.key_id.is_empty() || self.key_id.contains(':') || self.key_secret.is_empty() {
            return invalid("key_id and key_secret must not be empty; key_id must not contain a colon");
        }
        match &self.webhook {
            Some(webhook) if !is_http(&webhook.url) || webhook.secret.is_empty() => {
                invalid("a webhook needs an http(s) URL and a secret")
            }
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Config");
        debug.field("base_url", &self.base_url).field("key_id", &self.key_id).field("webhook", &self.webhook);
        debug.field("file", &self.file).field("seed", &self.seed).finish_non_exhaustive()
    }
}

#[expect(clippy::disallowed_methods, reason = "default clock")]
fn system_seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// An error of the sandbox. API clients get Razorpay's error bodies instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Invalid configuration.
    #[error("sandbox configuration: {0}")]
    Config(String),
    /// The state file cannot be read or written.
    #[error("sandbox state file {path}: {source}")]
    File {
        /// Path of the file.
        path: PathBuf,
        /// The I/O error.
        source: std::io::Error,
    },
    /// The state file has an invalid line. The file is not changed.
    #[error("sandbox state file {path}, line {line}: {reason}")]
    Corrupt {
        /// Path of the file.
        path: PathBuf,
        /// Line number, starting at 1.
        line: usize,
        /// Description of the error.
        reason: String,
    },
    /// Another process has locked the state file.
    #[error("sandbox state file {0} is in use")]
    InUse(PathBuf),
    /// The HTTP client for webhooks cannot be created.
    #[error("sandbox HTTP client: {0}")]
    Http(#[from] reqwest::Error),
    /// The operating system returned no random bytes.
    #[error("sandbox randomness: {0}")]
    Randomness(String),
    /// A control command is invalid.
    #[error("{0}")]
    InvalidCommand(String),
    /// The HTTP server failed.
    #[error("sandbox server: {0}")]
    Serve(std::io::Error),
}
