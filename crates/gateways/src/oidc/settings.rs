//! Settings of an identity provider, and checks that reject insecure ones.

use std::str::FromStr;
use std::time::Duration;

use jsonwebtoken::{Algorithm, AlgorithmFamily};
use url::{Host, Url};

/// Issuers whose userinfo endpoint accepts tokens of any application.
const SHARED_ISSUERS: [&str; 3] =
    ["https://accounts.google.com", "https://login.microsoftonline.com/", "https://appleid.apple.com"];

/// Settings of one provider. Start from [`OidcSettings::new`] and change individual fields.
#[derive(Clone, Debug)]
pub struct OidcSettings {
    /// The issuer, compared exactly. Auth0's ends with a slash, most others do not.
    pub issuer: String,
    /// The required `aud` of access tokens. `None` for providers without one (Cognito); then `client_id` is checked.
    pub audience: Option<String>,
    /// Our client id. Required without an audience; otherwise it helps to detect ID tokens.
    pub client_id: Option<String>,
    /// Allowed signature algorithms. `none` and symmetric algorithms (`HS*`) are rejected.
    pub algorithms: Vec<String>,
    /// The allowed clock skew, in seconds.
    pub clock_skew_seconds: u32,
    /// Verify opaque tokens at the userinfo endpoint. Only for a provider that serves no other application, because userinfo
    /// does not identify the application of a token.
    pub userinfo_fallback: bool,
    /// Fetch the email address from the userinfo endpoint if a JWT does not tell whether it is verified.
    pub userinfo_email: bool,
    /// The claim with the email address; some providers require a namespaced name.
    pub email_claim: String,
    /// The claim that tells whether the address is verified (`true` or `"true"`).
    pub email_verified_claim: String,
    /// The claim with the name of the person.
    pub name_claim: String,
    /// The time allowed to connect.
    pub connect_timeout: Duration,
    /// The time allowed for one request.
    pub request_timeout: Duration,
    /// The capacity of the cache of verified tokens.
    pub cached_tokens: u64,
    /// Allow `http://` URLs beyond the loopback interface, for a provider in a private network.
    pub allow_insecure_http: bool,
}

/// An invalid or insecure setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("oidc.{field}: {message}")]
pub struct SettingsError {
    /// The name of the setting.
    pub field: &'static str,
    /// The problem.
    pub message: String,
}

impl SettingsError {
    pub(super) fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

impl OidcSettings {
    /// Creates default settings for an issuer and the audience of our API.
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

    /// Validates the settings.
    ///
    /// # Errors
    /// The first invalid or insecure setting.
    pub fn check(&self) -> Result<(), SettingsError> {
        self.checked_algorithms()?;
        check_url("issuer", &self.issuer, self.allow_insecure_http)?;
        if self.issuer.contains(['?', '#']) {
            return Err(SettingsError::new("issuer", "must not have a query or a fragment"));
        }
        if is_blank(self.audience.as_ref()) {
            return Err(SettingsError::new("audience", "must not be empty; omit it instead"));
        }
        if is_blank(self.client_id.as_ref()) {
            return Err(SettingsError::new("client_id", "must not be empty; omit it instead"));
        }
        if self.audience.is_none() && self.client_id.is_none() {
            return Err(SettingsError::new(
                "audience",
                "set audience or client_id; otherwise tokens of other applications are accepted",
            ));
        }
        if self.clock_skew_seconds > 600 {
            return Err(SettingsError::new("clock_skew_seconds", "must be at most 600"));
        }
        if self.userinfo_fallback && SHARED_ISSUERS.iter().any(|shared| self.issuer.starts_with(shared)) {
            let message = "userinfo of this provider accepts tokens of any application; use JWT access tokens";
            return Err(SettingsError::new("userinfo_fallback", message));
        }
        Ok(())
    }

    /// Parses the allowed algorithms; rejects `none` and `HS*`.
    pub(super) fn checked_algorithms(&self) -> Result<Vec<Algorithm>, SettingsError> {
        let mut algorithms = Vec::with_capacity(self.algorithms.len());
        for name in &self.algorithms {
            match Algorithm::from_str(name) {
                Ok(algorithm) if algorithm.family() != AlgorithmFamily::Hmac => algorithms.push(algorithm),
                _ => {
                    return Err(SettingsError::new(
                        "algorithms",
                        format!("{name:?} is not an allowed signature algorithm"),
                    ));
                }
            }
        }
        if algorithms.is_empty() {
            return Err(SettingsError::new("algorithms", "must not be empty"));
        }
        Ok(algorithms)
    }
}

fn is_blank(value: Option<&String>) -> bool {
    value.is_some_and(|text| text.trim().is_empty())
}

/// Parses a URL: `https`, or `http` on the loopback interface or with `allow_http`.
pub(super) fn check_url(field: &'static str, text: &str, allow_http: bool) -> Result<Url, SettingsError> {
    let url = Url::parse(text).map_err(|error| SettingsError::new(field, format!("{text:?} is not a URL: {error}")))?;
    let is_loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return Err(SettingsError::new(field, format!("{text:?} has no host"))),
    };
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback || allow_http => Ok(url),
        _ => Err(SettingsError::new(field, format!("{text:?} must start with https://"))),
    }
}
