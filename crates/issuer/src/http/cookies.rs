//! The two cookies: one ties forms to a browser, one holds the sign-in.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::config::IssuerConfig;

/// Which cookie.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// Random, for form tokens; ends with the browser.
    Browser,
    /// The sign-in; lives as long as the session.
    Session,
}

impl Kind {
    fn name(self, config: &IssuerConfig) -> String {
        let bare = match self {
            Self::Browser => "issuer_browser",
            Self::Session => "issuer_session",
        };
        if config.is_https() { format!("__Secure-{bare}") } else { bare.to_owned() }
    }
}

/// The cookie's value, if the browser sent one of plausible length.
pub(crate) fn read(headers: &HeaderMap, config: &IssuerConfig, kind: Kind) -> Option<String> {
    let name = kind.name(config);
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(key, value)| *key == name && (20..=100).contains(&value.len()))
        .map(|(_, value)| value.to_owned())
}

/// `Set-Cookie` that stores a value, or with `None` removes it.
pub(crate) fn write(config: &IssuerConfig, kind: Kind, value: Option<&str>) -> Option<HeaderValue> {
    let name = kind.name(config);
    let base = config.base_path();
    let path = if base.is_empty() { "/" } else { &base };
    let secure = if config.is_https() { "; Secure" } else { "" };
    let life = match (value, kind) {
        (None, _) => "; Max-Age=0".to_owned(),
        (Some(_), Kind::Browser) => String::new(),
        (Some(_), Kind::Session) => format!("; Max-Age={}", i64::from(config.session_days) * 86_400),
    };
    let text = format!("{name}={}; Path={path}; HttpOnly; SameSite=Lax{secure}{life}", value.unwrap_or_default());
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use secrecy::SecretString;

    #[test]
    fn the_session_cookie_is_out_of_reach_of_scripts_and_secure_under_https() {
        let config = IssuerConfig::new("https://x.test/id", "T", SecretString::from("k".repeat(32)));
        let text = write(&config, Kind::Session, Some("v")).unwrap();
        assert_eq!(text, "__Secure-issuer_session=v; Path=/id; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000");
        let config = IssuerConfig::new("http://x.test", "T", SecretString::from("k".repeat(32)));
        let text = write(&config, Kind::Session, None).unwrap();
        assert_eq!(text, "issuer_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    }
}
