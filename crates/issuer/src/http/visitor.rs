//! The browser that makes a request, identified by its cookies and client address.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::form::QueryParams;
use super::{client_ip, cookies};
use crate::crypto::random::fingerprint;
use crate::db::sessions;
use crate::error::IssuerError;
use crate::issuer::Issuer;
use crate::pages::texts::{LOCALES_PARAM, Texts, texts_for};

/// A browser that requests a page.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) browser: Option<String>,
    session_token: Option<String>,
    pub(crate) rate_limit_key: String,
    /// The texts in the language that the URL chooses, otherwise in that of the browser's last authorization request.
    pub(crate) texts: &'static Texts,
    /// Whether the URL chooses the language.
    pub(crate) has_chosen_language: bool,
    /// Path of the requested page, without the path of the issuer.
    pub(crate) path: String,
}

impl Visitor {
    /// The session of this browser, if it has not expired.
    pub(crate) async fn session(&self, issuer: &Issuer) -> Result<Option<sessions::Session>, IssuerError> {
        match &self.session_token {
            None => Ok(None),
            Some(token) => {
                Ok(sessions::find_live(issuer.db().reader(), &fingerprint(token), issuer.now_micros()).await?)
            }
        }
    }

    /// The hash of the browser cookie, to which challenges are bound.
    pub(crate) fn browser_fingerprint(&self) -> String {
        fingerprint(self.browser.as_deref().unwrap_or_default())
    }
}

impl FromRequestParts<Issuer> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, issuer: &Issuer) -> Result<Self, Self::Rejection> {
        let config = issuer.config();
        let Ok(QueryParams(query)) = QueryParams::from_request_parts(parts, issuer).await;
        let chosen = query.get(LOCALES_PARAM).map(str::to_owned);
        let language = || cookies::read(&parts.headers, config, cookies::CookieKind::Language);
        Ok(Self {
            browser: cookies::read(&parts.headers, config, cookies::CookieKind::Browser),
            session_token: cookies::read(&parts.headers, config, cookies::CookieKind::Session),
            has_chosen_language: chosen.is_some(),
            texts: texts_for(&chosen.or_else(language).unwrap_or_default()),
            path: parts.uri.path().to_owned(),
            rate_limit_key: client_ip::rate_limit_key(&parts.headers, &parts.extensions, config.trusted_proxies),
        })
    }
}
