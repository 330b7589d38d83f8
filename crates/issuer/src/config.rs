//! Settings of the issuer, and the checks on them.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::error::IssuerError;

/// An application that may sign people in here. All clients are public (no secret) and use PKCE.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// The `client_id` that the application sends.
    pub client_id: String,
    /// Addresses to which an answer may be sent; compared character for character.
    pub redirect_uris: Vec<String>,
    /// Addresses to which a person may be sent after signing out; compared character for character.
    pub post_logout_redirect_uris: Vec<String>,
    /// Where the application takes in a person who is signed in already: who comes back to a page of a sign-in that is
    /// over is led there.
    pub entry_uri: Option<String>,
}

/// Settings of the issuer. [`IssuerConfig::new`] gives sensible values for all but the essentials.
#[derive(Clone, Debug)]
pub struct IssuerConfig {
    /// The issuer's identity and public address without a trailing slash, for example `http://localhost:4180/id`.
    /// Its path is where the server must nest [`crate::Issuer::router`].
    pub issuer_url: String,
    /// The name shown on pages and in mails.
    pub product_name: String,
    /// The registered applications.
    pub clients: Vec<ClientConfig>,
    /// The `aud` of access tokens: the API that they are for.
    pub audience: String,
    /// Life of access and ID tokens.
    pub access_token_minutes: u32,
    /// Life of a refresh token that is not used; each use gives a new one with a full life.
    pub refresh_token_days: u32,
    /// Life of a browser's sign-in.
    pub session_days: u32,
    /// Age at which [`crate::Issuer::cleanup`] replaces the signing key.
    pub key_rotation_days: u32,
    /// At least 32 characters of randomness. Encrypts the signing keys at rest and keys the form tokens and mailed codes;
    /// must be the same on all servers that share a database.
    pub master_key: SecretString,
    /// The master key before, while it is being changed: what was made with it still counts, until
    /// [`crate::Issuer::reseal`] has sealed the signing keys with the new one.
    pub previous_master_key: Option<SecretString>,
    /// Demonstration only: where mails can be read; linked from the pages that ask for a mailed code.
    pub show_mailbox_link: Option<String>,
    /// How many reverse proxies of our own are in front. 0: the peer is the client. 1: the last entry of
    /// `X-Forwarded-For` is, and so on. A wrong number lets people choose their own address, or blocks all people together.
    pub trusted_proxies: usize,
    /// Multiplies the allowances per network address (not those per account), for schools behind one address and tests.
    pub address_limit_scale: u32,
}

impl IssuerConfig {
    /// Settings with the usual lifetimes, no clients, and `tala-api` as audience.
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
            show_mailbox_link: None,
            trusted_proxies: 0,
            address_limit_scale: 1,
        }
    }

    pub(crate) fn client(&self, client_id: &str) -> Option<&ClientConfig> {
        self.clients.iter().find(|client| client.client_id == client_id)
    }

    /// The path under which the pages live (`/id`), without a trailing slash; empty at the root.
    pub(crate) fn base_path(&self) -> String {
        Url::parse(&self.issuer_url).map(|url| url.path().trim_end_matches('/').to_owned()).unwrap_or_default()
    }

    pub(crate) fn is_https(&self) -> bool {
        self.issuer_url.starts_with("https://")
    }

    /// Where "back to the product" leads: the first client's first post-logout address, or else the issuer's own origin.
    pub(crate) fn home_url(&self) -> String {
        let listed = self.clients.iter().flat_map(|client| &client.post_logout_redirect_uris).next();
        listed.cloned().unwrap_or_else(|| origin_of(&self.issuer_url).unwrap_or_default())
    }

    /// Where a person who is signed in is led on to: the first client's address for that, if it has one.
    pub(crate) fn entry_uri(&self) -> Option<&str> {
        self.clients.iter().find_map(|client| client.entry_uri.as_deref())
    }

    /// Origins whose scripts may call the token, userinfo, revocation, key and discovery addresses.
    pub(crate) fn client_origins(&self) -> Vec<String> {
        let mut origins: Vec<String> =
            self.clients.iter().flat_map(|client| &client.redirect_uris).filter_map(|uri| origin_of(uri)).collect();
        origins.sort();
        origins.dedup();
        origins
    }

    pub(crate) fn check(&self) -> Result<(), IssuerError> {
        let fault = |text: String| Err(IssuerError::Config(text));
        let Ok(url) = Url::parse(&self.issuer_url) else {
            return fault(format!("issuer_url {:?} is not a URL", self.issuer_url));
        };
        let plain = url.query().is_none() && url.fragment().is_none() && !self.issuer_url.ends_with('/');
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() || !plain {
            return fault("issuer_url must be http(s), without query, fragment or trailing slash".to_owned());
        }
        if self.master_key.expose_secret().chars().count() < 32 {
            return fault("master_key must have at least 32 characters".to_owned());
        }
        if self.access_token_minutes == 0 || self.refresh_token_days == 0 || self.session_days == 0 {
            return fault("token and session lifetimes must not be zero".to_owned());
        }
        let addresses = self.clients.iter().flat_map(|client| {
            client.redirect_uris.iter().chain(&client.post_logout_redirect_uris).chain(&client.entry_uri)
        });
        for uri in addresses {
            if Url::parse(uri).map_or(true, |u| u.fragment().is_some() || origin_of(uri).is_none()) {
                return fault(format!("{uri:?} is not an absolute web address without a fragment"));
            }
        }
        Ok(())
    }
}

/// Scheme, host and port of a web address, as browsers write it in `Origin`.
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
    fn the_base_path_is_where_the_router_is_nested() {
        assert_eq!(config("http://localhost:4180/id").base_path(), "/id");
        assert_eq!(config("https://id.example.test").base_path(), "");
    }

    #[test]
    fn faulty_settings_are_refused_with_a_reason() {
        assert!(config("http://localhost/id").check().is_ok());
        for url in ["localhost", "ftp://x/id", "http://x/id/", "http://x/id?a=b", "http://x/id#a"] {
            assert!(config(url).check().is_err(), "{url}");
        }
        let mut short = config("http://localhost/id");
        short.master_key = SecretString::from("short");
        assert!(short.check().is_err());
        let mut relative = config("http://localhost/id");
        relative.clients = vec![ClientConfig {
            client_id: "a".into(),
            redirect_uris: vec!["/auth/callback".into()],
            post_logout_redirect_uris: vec![],
            entry_uri: None,
        }];
        assert!(relative.check().is_err());
    }
}
