//! The cookies: one binds forms to a browser (CSRF protection), one holds the session token, one the language.

use std::ops::RangeInclusive;

use axum::http::{HeaderMap, HeaderValue, header};

use crate::config::IssuerConfig;

/// The cookies of the issuer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CookieKind {
    /// Random value that form tokens are derived from. A session cookie.
    Browser,
    /// Session token. Expires with the session.
    Session,
    /// Language of the last authorization request (`ui_locales`), or chosen on a page since. A session cookie.
    Language,
}

impl CookieKind {
    /// Lengths of plausible values.
    const fn lengths(self) -> RangeInclusive<usize> {
        match self {
            Self::Browser | Self::Session => 20..=100,
            Self::Language => 2..=2,
        }
    }

    fn name(self, config: &IssuerConfig) -> String {
        let bare = match self {
            Self::Browser => "issuer_browser",
            Self::Session => "issuer_session",
            Self::Language => "issuer_language",
        };
        if config.is_https() { format!("__Secure-{bare}") } else { bare.to_owned() }
    }
}

/// The value of a cookie, if it was sent and has a plausible length.
pub(crate) fn read(headers: &HeaderMap, config: &IssuerConfig, kind: CookieKind) -> Option<String> {
    let name = kind.name(config);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && kind.lengths().contains(&value.len()))
        .map(|(_, value)| value.to_owned())
}

/// The `Set-Cookie` header that stores a value, or removes the cookie if it is `None`.
pub(crate) fn set_cookie(config: &IssuerConfig, kind: CookieKind, value: Option<&str>) -> Option<HeaderValue> {
    let name = kind.name(config);
    let base = config.base_path();
    let path = if base.is_empty() { "/" } else { &base };
    let secure = if config.is_https() { "; Secure" } else { "" };
    let max_age = match (value, kind) {
        (None, _) => "; Max-Age=0".to_owned(),
        (Some(_), CookieKind::Browser | CookieKind::Language) => String::new(),
        (Some(_), CookieKind::Session) => format!("; Max-Age={}", i64::from(config.session_days) * 86_400),
    };
    let text = format!("{name}={}; Path={path}; HttpOnly; SameSite=Lax{secure}{max_age}", value.unwrap_or_default());
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::SecretString;

    #[test]
    fn session_cookie_is_http_only_and_secure_under_https() {
        let config = IssuerConfig::new("https://x.test/id", "T", SecretString::from("k".repeat(32)));
        let text = set_cookie(&config, CookieKind::Session, Some("v")).unwrap();
        assert_eq!(text, "__Secure-issuer_session=v; Path=/id; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000");
        let config = IssuerConfig::new("http://x.test", "T", SecretString::from("k".repeat(32)));
        let text = set_cookie(&config, CookieKind::Session, None).unwrap();
        assert_eq!(text, "issuer_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    }
}
