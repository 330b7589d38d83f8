//! Settings of the payment provider, and checks that reject insecure ones.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

/// The URL of Razorpay. Test and live mode share it; the key selects the mode (docs/integrations.md §1.1).
pub const RAZORPAY_URL: &str = "https://api.razorpay.com";

/// The default delays. With jitter, they leave enough time for the attempts within the total timeout.
pub(super) const RETRY_DELAYS: [Duration; 3] =
    [Duration::from_millis(250), Duration::from_millis(750), Duration::from_millis(2_000)];
const LIVE_KEY_PREFIX: &str = "rzp_live_";
const TEST_KEY_PREFIX: &str = "rzp_test_";

/// The provider's URL and our API key.
#[derive(Clone, Debug)]
pub struct RazorpaySettings {
    /// The base URL before `/v1`; it can have a path.
    pub base_url: String,
    /// The key id, `rzp_test_…` or `rzp_live_…`.
    pub key_id: String,
    /// The secret of the key.
    pub key_secret: SecretString,
    /// The time allowed for one request.
    pub timeout: Duration,
    /// The delays before the second, third and fourth attempt; jitter adds up to a half.
    pub retry_delays: [Duration; 3],
}

/// An invalid or insecure setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("payments.{field}: {message}")]
pub struct RazorpaySettingsError {
    /// The name of the setting.
    pub field: &'static str,
    /// The problem; never contains the secret.
    pub message: String,
}

impl RazorpaySettingsError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl RazorpaySettings {
    /// Creates default settings for a key.
    pub fn new(key_id: impl Into<String>, key_secret: SecretString) -> Self {
        Self {
            base_url: RAZORPAY_URL.to_owned(),
            key_id: key_id.into(),
            key_secret,
            timeout: Duration::from_secs(8),
            retry_delays: RETRY_DELAYS,
        }
    }

    /// Whether the key belongs to test mode, which moves no money.
    pub fn is_test_mode(&self) -> bool {
        self.key_id.starts_with(TEST_KEY_PREFIX)
    }

    /// Validates the settings.
    ///
    /// # Errors
    /// The first invalid or insecure setting.
    pub fn check(&self) -> Result<(), RazorpaySettingsError> {
        let has_known_prefix = self.key_id.starts_with(TEST_KEY_PREFIX) || self.key_id.starts_with(LIVE_KEY_PREFIX);
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !has_known_prefix || !self.key_id.bytes().all(is_allowed) {
            return Err(RazorpaySettingsError::new("key_id", "must be a key id: rzp_test_… or rzp_live_…"));
        }
        if self.key_secret.expose_secret().trim().is_empty() {
            return Err(RazorpaySettingsError::new("key_secret", "must not be empty"));
        }
        if self.timeout.is_zero() {
            return Err(RazorpaySettingsError::new("timeout", "must not be zero"));
        }
        self.check_url()
    }

    /// Checks the base URL. A live key requires `https` or the loopback interface; a test key can use `http` in a private network.
    fn check_url(&self) -> Result<(), RazorpaySettingsError> {
        let invalid = |message: &str| Err(RazorpaySettingsError::new("base_url", message));
        let Ok(url) = Url::parse(&self.base_url) else {
            return invalid("is not a URL");
        };
        let is_loopback = match url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => return invalid("has no host"),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return invalid("must not contain a user name or password");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return invalid("must not have a query or a fragment");
        }
        match url.scheme() {
            "https" => Ok(()),
            "http" if is_loopback || self.is_test_mode() => Ok(()),
            _ => invalid("must start with https://"),
        }
    }
}
