//! How the provider is reached, and which settings are refused because they would give the secret away.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

/// Where Razorpay is. Test and live mode share it; the key decides (INTEGRATIONS §1.1).
pub const RAZORPAY_ADDRESS: &str = "https://api.razorpay.com";

/// The usual pauses: with what is added to them they leave time for the attempts.
pub(super) const PAUSES: [Duration; 3] =
    [Duration::from_millis(250), Duration::from_millis(750), Duration::from_millis(2_000)];
const LIVE_KEY: &str = "rzp_live_";
const TEST_KEY: &str = "rzp_test_";

/// The provider and our account there.
#[derive(Clone, Debug)]
pub struct RazorpaySettings {
    /// The address up to `/v1`; may have a path.
    pub base_url: String,
    /// The public part of the key, `rzp_test_…` or `rzp_live_…`.
    pub key_id: String,
    /// The secret part of the key.
    pub key_secret: SecretString,
    /// Time allowed for one request.
    pub timeout: Duration,
    /// The pauses before the second, third and fourth attempt, to which up to a half is added.
    pub pauses: [Duration; 3],
}

/// Settings that cannot work or are not safe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("payments.{field}: {message}")]
pub struct RazorpaySettingsError {
    /// The setting to change.
    pub field: &'static str,
    /// What is wrong with it; never contains the secret.
    pub message: String,
}

impl RazorpaySettingsError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl RazorpaySettings {
    /// The usual settings for a key.
    pub fn new(key_id: impl Into<String>, key_secret: SecretString) -> Self {
        Self {
            base_url: RAZORPAY_ADDRESS.to_owned(),
            key_id: key_id.into(),
            key_secret,
            timeout: Duration::from_secs(8),
            pauses: PAUSES,
        }
    }

    /// Whether the key moves no real money.
    pub fn is_test_mode(&self) -> bool {
        self.key_id.starts_with(TEST_KEY)
    }

    /// Refuses settings that cannot work or are not safe; the first problem is reported.
    pub fn check(&self) -> Result<(), RazorpaySettingsError> {
        let known = self.key_id.starts_with(TEST_KEY) || self.key_id.starts_with(LIVE_KEY);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !known || !self.key_id.bytes().all(plain) {
            return Err(RazorpaySettingsError::new("key_id", "must be a key id: rzp_test_… or rzp_live_…"));
        }
        if self.key_secret.expose_secret().trim().is_empty() {
            return Err(RazorpaySettingsError::new("key_secret", "must not be empty"));
        }
        if self.timeout.is_zero() {
            return Err(RazorpaySettingsError::new("timeout", "must not be zero"));
        }
        self.check_address()
    }

    /// A live key goes out over https or stays on this machine; a test key may go to a stand-in in a private network.
    fn check_address(&self) -> Result<(), RazorpaySettingsError> {
        let refused = |message: &str| Err(RazorpaySettingsError::new("base_url", message));
        let Ok(url) = Url::parse(&self.base_url) else {
            return refused("is not an address");
        };
        let local = match url.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => return refused("has no host"),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return refused("must not contain a name or password");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return refused("must not have a query or a fragment");
        }
        match url.scheme() {
            "https" => Ok(()),
            "http" if local || self.is_test_mode() => Ok(()),
            _ => refused("must start with https://"),
        }
    }
}
