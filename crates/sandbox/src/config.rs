//! What the sandbox must be told, and what can go wrong.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Unix seconds, from whoever owns the time around the sandbox.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Where events are sent, and the secret that signs them (not the API secret).
#[derive(Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Unlike Razorpay's own service, any host and port will do.
    pub url: String,
    /// The key of `X-Razorpay-Signature`.
    pub secret: String,
}

impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook").field("url", &self.url).finish_non_exhaustive()
    }
}

/// Settings of a sandbox.
#[derive(Clone)]
pub struct Config {
    /// Where browsers and clients reach the sandbox, without a trailing slash; may have a path.
    pub base_url: String,
    /// The user of Basic authentication and the `key` of the checkout; `rzp_test_…` shows the "Test Mode" ribbon.
    pub key_id: String,
    /// The password of Basic authentication, and the key of payment signatures.
    pub key_secret: String,
    /// Where events go. Without one they are kept and listed only.
    pub webhook: Option<Webhook>,
    /// Where the state is kept; without one it ends with the process.
    pub file: Option<PathBuf>,
    /// The time.
    pub clock: Clock,
    /// Makes ids reproducible. Without one they come from the system's randomness.
    pub seed: Option<u64>,
}

impl Config {
    /// Settings without webhook, file and seed, on the system's clock.
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

    pub(crate) fn check(&self) -> Result<(), Error> {
        let fault = |text: &str| Err(Error::Config(text.to_owned()));
        let web = |url: &str| url.starts_with("http://") || url.starts_with("https://");
        if !web(&self.base_url) || self.base_url.ends_with('/') || self.base_url.contains(['?', '#']) {
            return fault("base_url must be http(s), without query, fragment or trailing slash");
        }
        if self.key_id.is_empty() || self.key_id.contains(':') || self.key_secret.is_empty() {
            return fault("key_id and key_secret must not be empty, and key_id has no colon");
        }
        match &self.webhook {
            Some(webhook) if !web(&webhook.url) || webhook.secret.is_empty() => {
                fault("a webhook needs an http(s) address and a secret")
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

#[expect(clippy::disallowed_methods, reason = "the one clock of a sandbox that is on its own")]
fn system_seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// What can go wrong in the sandbox itself. Clients of its API get Razorpay's error bodies instead.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A setting that cannot work.
    #[error("sandbox configuration: {0}")]
    Config(String),
    /// The state file cannot be read or written.
    #[error("sandbox state file {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The state file holds something that the sandbox did not write. Nothing is changed.
    #[error("sandbox state file {path}, line {line}: {reason}")]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// Counted from one.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Another sandbox uses the state file.
    #[error("sandbox state file {0} is in use")]
    InUse(PathBuf),
    /// Outgoing HTTP cannot be set up.
    #[error("sandbox webhooks: {0}")]
    Http(#[from] reqwest::Error),
    /// The system has no randomness to give.
    #[error("no randomness: {0}")]
    Randomness(String),
    /// The operator asked for what cannot be.
    #[error("{0}")]
    Refused(String),
    /// Serving failed.
    #[error("sandbox server: {0}")]
    Serve(std::io::Error),
}
