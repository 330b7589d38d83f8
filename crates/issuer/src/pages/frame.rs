//! A page in progress: which browser it is for, which authorization request it belongs to, and what its forms carry.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::errors::PageError;
use super::html::esc;
use super::layout::{View, respond};
use crate::config::origin_of;
use crate::crypto::random::{fingerprint, secret};
use crate::db::requests;
use crate::error::IssuerError;
use crate::http::cookies::{self, Kind};
use crate::http::visitor::Visitor;
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::oauth::params::Params;

/// Name of the hidden field that a form must bring back.
const FORM_TOKEN: &str = "form_token";

pub(crate) struct Frame<'a> {
    pub(crate) issuer: &'a Issuer,
    browser: String,
    browser_is_new: bool,
    handle: Option<String>,
    is_over: bool,
    pub(crate) request: Option<requests::Request>,
}

impl<'a> Frame<'a> {
    /// For showing a page: gives the browser its cookie if it has none.
    pub(crate) async fn open(issuer: &'a Issuer, visitor: &Visitor, params: &Params) -> Result<Self, IssuerError> {
        let handle = params.get("request").map(str::to_owned);
        let request = match &handle {
            Some(handle) => {
                requests::find_open(issuer.db().reader(), &fingerprint(handle), issuer.now_micros()).await?
            }
            None => None,
        };
        Ok(Self {
            issuer,
            browser: visitor.browser.clone().unwrap_or_else(|| secret(issuer.entropy())),
            browser_is_new: visitor.browser.is_none(),
            is_over: handle.is_some() && request.is_none(),
            handle: handle.filter(|_| request.is_some()),
            request,
        })
    }

    /// For a form that was sent: refuses it unless this browser was shown it by us.
    pub(crate) async fn accept(issuer: &'a Issuer, visitor: &Visitor, params: &Params) -> Result<Self, PageError> {
        let frame = Self::open(issuer, visitor, params).await?;
        let token = params.text(FORM_TOKEN);
        let genuine = !frame.browser_is_new && issuer.secrets().form_token_is_valid(&frame.browser, token);
        if genuine && params.fault().is_none() { Ok(frame) } else { Err(PageError::OutOfDate) }
    }

    /// Whether the page belongs to an authorization request that waits no more.
    pub(crate) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Hidden inputs of every form.
    pub(crate) fn hidden(&self) -> String {
        let token = self.issuer.secrets().form_token(&self.browser);
        let request = match &self.handle {
            Some(handle) => format!("<input type=\"hidden\" name=\"request\" value=\"{}\">", esc(handle)),
            None => String::new(),
        };
        format!("<input type=\"hidden\" name=\"{FORM_TOKEN}\" value=\"{token}\">{request}")
    }

    /// The address of another of our pages within the same authorization request.
    pub(crate) fn link(&self, page: &str, extra: &[(&str, &str)]) -> String {
        let handle = self.handle.as_deref().map(|handle| ("request", handle));
        with_query(&self.issuer.path(page), extra.iter().copied().chain(handle))
    }

    /// Address of a page, safe inside an attribute.
    pub(crate) fn href(&self, page: &str) -> String {
        esc(&self.link(page, &[]))
    }

    pub(crate) fn show(&self, status: StatusCode, view: &View) -> Response {
        let origin = self.request.as_ref().and_then(|request| origin_of(&request.redirect_uri));
        self.show_with(status, view, origin.as_deref())
    }

    /// As [`Self::show`], for a form that leads to `form_origin`.
    pub(crate) fn show_with(&self, status: StatusCode, view: &View, form_origin: Option<&str>) -> Response {
        let mut response = respond(self.issuer, status, view, form_origin);
        if self.browser_is_new
            && let Some(cookie) = cookies::write(self.issuer.config(), Kind::Browser, Some(&self.browser))
        {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// 303: the browser follows with GET, and going back does not send the form again.
pub(crate) fn see_other(location: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(location) else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let fixed = [
        (header::LOCATION, location),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (StatusCode::SEE_OTHER, fixed).into_response()
}
