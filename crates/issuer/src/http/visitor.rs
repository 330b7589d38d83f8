//! Who makes a request, as far as cookies and the network tell.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::{address, cookies};
use crate::crypto::random::fingerprint;
use crate::db::sessions;
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// A browser at one of the pages.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) browser: Option<String>,
    session_token: Option<String>,
    pub(crate) address: String,
}

impl Visitor {
    /// The sign-in of this browser, if it is still good.
    pub(crate) async fn session(&self, issuer: &Issuer) -> Result<Option<sessions::Session>, IssuerError> {
        match &self.session_token {
            None => Ok(None),
            Some(token) => {
                Ok(sessions::find_live(issuer.db().reader(), &fingerprint(token), issuer.now_micros()).await?)
            }
        }
    }

    /// What challenges of this browser are filed under.
    pub(crate) fn browser_mark(&self) -> String {
        fingerprint(self.browser.as_deref().unwrap_or_default())
    }
}

impl FromRequestParts<Issuer> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, issuer: &Issuer) -> Result<Self, Self::Rejection> {
        let config = issuer.config();
        Ok(Self {
            browser: cookies::read(&parts.headers, config, cookies::Kind::Browser),
            session_token: cookies::read(&parts.headers, config, cookies::Kind::Session),
            address: address::of(&parts.headers, &parts.extensions, config.trusted_proxies),
        })
    }
}
