//! How a provider is configured, and which configurations are refused because they would let strangers in.

use std::str::FromStr;
use std::time::Duration;

use jsonwebtoken::{Algorithm, AlgorithmFamily};
use url::{Host, Url};

/// Providers whose userinfo endpoint answers for tokens of everybody's applications, not only of ours.
const SHARED_ISSUERS: [&str; 3] =
    ["https://accounts.google.com", "https://login.microsoftonline.com/", "https://appleid.apple.com"];

/// One provider. Start from [`OidcSettings::new`] and change what differs.
#[derive(Clone, Debug)]
pub struct OidcSettings {
    /// The issuer, compared character by character: Auth0's ends with a slash, most others' do not.
    pub issuer: String,
    /// The `aud` that an access token must contain. `None` for providers without one (Cognito); then `client_id` decides.
    pub audience: Option<String>,
    /// Our client's id. Needed when there is no audience; otherwise it helps to recognise ID tokens.
    pub client_id: Option<String>,
    /// Signature algorithms that are accepted. `none` and the shared-secret family (`HS*`) are refused.
    pub algorithms: Vec<String>,
    /// How far the provider's clock may differ from ours.
    pub clock_skew_seconds: u32,
    /// Accept opaque tokens by asking the userinfo endpoint. Only for a provider that is ours alone: userinfo does
    /// not tell for which application a token was made.
    pub userinfo_fallback: bool,
    /// Ask the userinfo endpoint for the e-mail address when a JWT does not say whether it is verified.
    pub userinfo_email: bool,
    /// The claim that holds the e-mail address; a namespaced name where a provider needs one.
    pub email_claim: String,
    /// The claim that says whether the address is verified (`true` or `"true"`).
    pub email_verified_claim: String,
    /// The claim that holds the person's name.
    pub name_claim: String,
    /// Time allowed to connect to the provider.
    pub connect_timeout: Duration,
    /// Time allowed for one request to the provider.
    pub request_timeout: Duration,
    /// How many verified tokens are remembered.
    pub cached_tokens: u64,
    /// Permit `http://` addresses that are not on this machine, for a provider inside a private network.
    pub allow_insecure_http: bool,
}

/// A provider configuration that cannot work or is not safe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("oidc.{field}: {message}")]
pub struct SettingsError {
    /// The setting to change.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

impl SettingsError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl OidcSettings {
    /// The usual settings for `issuer` and the audience of our API.
    pub fn new(issuer: impl Into<String>, audience: Option<String>) -> Self {
        Self {
            issuer: issuer.into(),
            audience,
            client_id: None,
            algorithms: ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA"]
                .map(str::to_owned)
                .to_vec(),
            clock_skew_seconds: 60,
            userinfo_fallback: false,
            userinfo_email: true,
            email_claim: "email".to_owned(),
            email_verified_claim: "email_verified".to_owned(),
            name_claim: "name".to_owned(),
            connect_timeout: Duration::from_secs(3),
            request_timeout: Duration::from_secs(5),
            cached_tokens: 20_000,
            allow_insecure_http: false,
        }
    }

    /// Refuses settings that cannot work or are not safe; the first problem is reported.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.checked_algorithms()?;
        check_address("issuer", &self.issuer, self.allow_insecure_http)?;
        if self.issuer.contains(['?', '#']) {
            return Err(SettingsError::new("issuer", "must not have a query or a fragment"));
        }
        if blank(self.audience.as_ref()) {
            return Err(SettingsError::new("audience", "must not be empty; leave it out instead"));
        }
        if blank(self.client_id.as_ref()) {
            return Err(SettingsError::new("client_id", "must not be empty; leave it out instead"));
        }
        if self.audience.is_none() && self.client_id.is_none() {
            return Err(SettingsError::new(
                "audience",
                "set audience or client_id, or tokens of other applications pass",
            ));
        }
        if self.clock_skew_seconds > 600 {
            return Err(SettingsError::new("clock_skew_seconds", "must be at most 600"));
        }
        if self.userinfo_fallback && SHARED_ISSUERS.iter().any(|shared| self.issuer.starts_with(shared)) {
            let message = "this provider's userinfo answers for tokens of any application; use its JWT access tokens";
            return Err(SettingsError::new("userinfo_fallback", message));
        }
        Ok(())
    }

    /// The allow-list as the library's names; `none` and `HS*` never pass.
    pub(super) fn checked_algorithms(&self) -> Result<Vec<Algorithm>, SettingsError> {
        let mut algorithms = Vec::with_capacity(self.algorithms.len());
        for name in &self.algorithms {
            match Algorithm::from_str(name) {
                Ok(algorithm) if algorithm.family() != AlgorithmFamily::Hmac => algorithms.push(algorithm),
                _ => {
                    return Err(SettingsError::new(
                        "algorithms",
                        format!("{name:?} is not an accepted signature algorithm"),
                    ));
                }
            }
        }
        if algorithms.is_empty() {
            return Err(SettingsError::new("algorithms", "name at least one"));
        }
        Ok(algorithms)
    }
}

fn blank(value: Option<&String>) -> bool {
    value.is_some_and(|text| text.trim().is_empty())
}

/// Keys and tokens travel over https; plain http only to this machine, or where it was asked for.
pub(super) fn check_address(field: &'static str, text: &str, allow_http: bool) -> Result<Url, SettingsError> {
    let url =
        Url::parse(text).map_err(|error| SettingsError::new(field, format!("{text:?} is not an address: {error}")))?;
    let local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return Err(SettingsError::new(field, format!("{text:?} has no host"))),
    };
    match url.scheme() {
        "https" => Ok(url),
        "http" if local || allow_http => Ok(url),
        _ => Err(SettingsError::new(field, format!("{text:?} must start with https://"))),
    }
}
