//! The issuer's configuration and its validation.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::error::IssuerError;

/// An OAuth client. All clients are public clients (without a secret) and use PKCE.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// The `client_id` parameter.
    pub client_id: String,
    /// Allowed `redirect_uri` values; compared as exact strings.
    pub redirect_uris: Vec<String>,
    /// Allowed `post_logout_redirect_uri` values; compared as exact strings.
    pub post_logout_redirect_uris: Vec<String>,
    /// The application's start page for signed-in users. Requests for a stale sign-in page redirect to it.
    pub entry_uri: Option<String>,
}

/// Configuration of the issuer. [`IssuerConfig::new`] sets defaults for the optional settings.
#[derive(Clone, Debug)]
pub struct IssuerConfig {
    /// The issuer identifier and public base URL, without a trailing slash, for example `http://localhost:4180/id`. Nest
    /// [`crate::Issuer::router`] under its path.
    pub issuer_url: String,
    /// The product name on pages and in emails.
    pub product_name: String,
    /// The registered clients.
    pub clients: Vec<ClientConfig>,
    /// The `aud` claim of access tokens.
    pub audience: String,
    /// Lifetime of access and ID tokens.
    pub access_token_minutes: u32,
    /// Lifetime of a refresh token. Each exchange issues a new token with the full lifetime.
    pub refresh_token_days: u32,
    /// Lifetime of a browser session.
    pub session_days: u32,
    /// Age at which [`crate::Issuer::cleanup`] rotates the signing key.
    pub key_rotation_days: u32,
    /// At least 32 random characters. Encrypts the signing keys at rest and authenticates form tokens and emailed codes.
    /// Must be the same on all servers that share a database.
    pub master_key: SecretString,
    /// The previous master key during a key change. It is accepted for decryption and verification until
    /// [`crate::Issuer::reencrypt_signing_keys`] has re-encrypted the signing keys.
    pub previous_master_key: Option<SecretString>,
    /// Demo only: URL of the mailbox, linked from the pages that ask for an emailed code.
    pub demo_mailbox_url: Option<String>,
    /// URL of the terms, linked from the sign-up page together with the privacy policy.
    pub terms_url: Option<String>,
    /// URL of the privacy policy.
    pub privacy_url: Option<String>,
    /// URL that starts a sign-in to the product, for emails. Default: the home page.
    pub sign_in_url: Option<String>,
    /// Number of trusted reverse proxies in front of the server. 0: the peer address is the client address; 1: the last
    /// entry of `X-Forwarded-For` is; and so on. If it is too high, clients can spoof their address; if it is too low, all
    /// clients share one rate limit.
    pub trusted_proxies: usize,
    /// Multiplies the rate limits per client address (not those per account), for clients behind one NAT and for tests.
    pub address_limit_scale: u32,
}

impl IssuerConfig {
    /// Default lifetimes, no clients, audience `tala-api`.
    #[must_use]
    pub fn new(issuer_url: &str, product_name: &str, master_key: SecretString) -> Self {
        Self {
            issuer_url: issuer_url.to_owned(),
            product_name: product_name.to_owned(),
            clients: Vec::new(),
            audience: "tala-api".to_owned(),
            access_token_minutes: 10,
            refresh_token_days: 30,
            session_days: 30,
            key_rotation_days: 90,
            master_key,
            previous_master_key: None,
            demo_mailbox_url: None,
            terms_url: None,
            privacy_url: None,
            sign_in_url: None,
            trusted_proxies: 0,
            address_limit_scale: 1,
        }
    }

    pub(crate) fn client(&self, client_id: &str) -> Option<&ClientConfig> {
        self.clients.iter().find(|client| client.client_id == client_id)
    }

    /// The path of the issuer URL (`/id`), without a trailing slash; empty at the root.
    pub(crate) fn base_path(&self) -> String {
        Url::parse(&self.issuer_url).map(|url| url.path().trim_end_matches('/').to_owned()).unwrap_or_default()
    }

    pub(crate) fn is_https(&self) -> bool {
        self.issuer_url.starts_with("https://")
    }

    /// The product's home page: the first client's first post-logout URL, or the origin of the issuer URL.
    pub(crate) fn home_url(&self) -> String {
        let listed = self.clients.iter().flat_map(|client| &client.post_logout_redirect_uris).next();
        listed.cloned().unwrap_or_else(|| origin_of(&self.issuer_url).unwrap_or_default())
    }

    /// The configured `sign_in_url`, or the home page.
    pub(crate) fn sign_in_url(&self) -> String {
        self.sign_in_url.clone().unwrap_or_else(|| self.home_url())
    }

    /// The first configured `entry_uri`.
    pub(crate) fn entry_uri(&self) -> Option<&str> {
        self.clients.iter().find_map(|client| client.entry_uri.as_deref())
    }

    /// Origins allowed to call the token, userinfo, revocation, JWKS and discovery endpoints (CORS).
    pub(crate) fn client_origins(&self) -> Vec<String> {
        let mut origins: Vec<String> =
            self.clients.iter().flat_map(|client| &client.redirect_uris).filter_map(|uri| origin_of(uri)).collect();
        origins.sort();
        origins.dedup();
        origins
    }

    pub(crate) fn validate(&self) -> Result<(), IssuerError> {
        let invalid = |text: String| Err(IssuerError::Config(text));
        let Ok(url) = Url::parse(&self.issuer_url) else {
            return invalid(format!("issuer_url {:?} is not a URL", self.issuer_url));
        };
        let is_bare = url.query().is_none() && url.fragment().is_none() && !self.issuer_url.ends_with('/');
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !is_bare {
            return invalid("issuer_url must be an http(s) URL without query, fragment and trailing slash".to_owned());
        }
        if self.master_key.expose_secret().chars().count() < 32 {
            return invalid("master_key must have at least 32 characters".to_owned());
        }
        if self.access_token_minutes == 0 || self.refresh_token_days == 0 || self.session_days == 0 {
            return invalid("token and session lifetimes must not be zero".to_owned());
        }
        let uris = self.clients.iter().flat_map(|client| {
            client.redirect_uris.iter().chain(&client.post_logout_redirect_uris).chain(&client.entry_uri)
        });
        for uri in uris {
            if Url::parse(uri).map_or(true, |u| u.fragment().is_some() || origin_of(uri).is_none()) {
                return invalid(format!("{uri:?} is not an absolute http(s) URL without a fragment"));
            }
        }
        Ok(())
    }
}

/// The origin (scheme, host, port) of a URL, as in the `Origin` header.
pub(crate) fn origin_of(uri: &str) -> Option<String> {
    let origin = Url::parse(uri).ok()?.origin();
    origin.is_tuple().then(|| origin.ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str) -> IssuerConfig {
        IssuerConfig::new(url, "Tala", SecretString::from("k".repeat(32)))
    }

    #[test]
    fn base_path_is_path_of_issuer_url() {
        assert_eq!(config("http://localhost:4180/id").base_path(), "/id");
        assert_eq!(config("https://id.example.test").base_path(), "");
    }

    #[test]
    fn invalid_configuration_is_rejected() {
        assert!(config("http://localhost/id").validate().is_ok());
        for url in ["localhost", "ftp://x/id", "http://x/id/", "http://x/id?a=b", "http://x/id#a"] {
            assert!(config(url).validate().is_err(), "{url}");
        }
        let mut short = config("http://localhost/id");
        short.master_key = SecretString::from("short");
        assert!(short.validate().is_err());
        let mut relative = config("http://localhost/id");
        relative.clients = vec![ClientConfig {
            client_id: "a".into(),
            redirect_uris: vec!["/auth/callback".into()],
            post_logout_redirect_uris: vec![],
            entry_uri: None,
        }];
        assert!(relative.validate().is_err());
    }
}
