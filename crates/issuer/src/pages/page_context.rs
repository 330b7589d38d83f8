//! The context of a page: browser, pending authorization request and CSRF token.

use axum::http::{StatusCode, header};
use axum::response::Response;
use maud::{Markup, html};

use super::errors::PageError;
use super::fields::hidden_input;
use super::layout::{PageUrls, View, html_response};
use super::texts::{LOCALES_PARAM, Texts};
use crate::config::origin_of;
use crate::crypto::random::{fingerprint, random_token};
use crate::db::pending_authorizations::{self, PendingAuthorization};
use crate::error::IssuerError;
use crate::http::cookies::{self, CookieKind};
use crate::http::visitor::Visitor;
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::oauth::params::Params;

/// Name of the hidden field with the CSRF token.
const FORM_TOKEN: &str = "form_token";

/// What the pages of one authorization request share.
pub(crate) struct PageContext<'a> {
    pub(crate) issuer: &'a Issuer,
    pub(crate) texts: &'static Texts,
    browser: String,
    is_new_browser: bool,
    /// Handle of `request`, part of links and forms.
    handle: Option<String>,
    is_stale: bool,
    /// The URL of this page in the other language.
    other_language_url: String,
    has_chosen_language: bool,
    pub(crate) request: Option<PendingAuthorization>,
}

impl<'a> PageContext<'a> {
    /// The context for rendering a page. A browser without a cookie gets one.
    pub(crate) async fn load(issuer: &'a Issuer, visitor: &Visitor, params: &Params) -> Result<Self, IssuerError> {
        let handle = params.get("request").map(str::to_owned);
        let request = match &handle {
            Some(handle) => {
                pending_authorizations::find_open(issuer.db().reader(), &fingerprint(handle), issuer.now_micros())
                    .await?
            }
            None => None,
        };
        let other_language = [(LOCALES_PARAM, visitor.texts.other_language.0)];
        let kept = ["request", "challenge"].into_iter().filter_map(|name| Some((name, params.get(name)?)));
        Ok(Self {
            issuer,
            texts: visitor.texts,
            has_chosen_language: visitor.has_chosen_language,
            other_language_url: with_query(&issuer.page_path(&visitor.path), other_language.into_iter().chain(kept)),
            browser: visitor.browser.clone().unwrap_or_else(|| random_token(issuer.entropy())),
            is_new_browser: visitor.browser.is_none(),
            is_stale: handle.is_some() && request.is_none(),
            handle: handle.filter(|_| request.is_some()),
            request,
        })
    }

    /// The context for a submitted form.
    ///
    /// # Errors
    /// [`PageError::StalePage`] if the CSRF token is invalid.
    pub(crate) async fn from_form(issuer: &'a Issuer, visitor: &Visitor, params: &Params) -> Result<Self, PageError> {
        let context = Self::load(issuer, visitor, params).await?;
        let token = params.text(FORM_TOKEN);
        let is_valid = !context.is_new_browser && issuer.key_ring().verify_form_token(&context.browser, token);
        if is_valid && params.find_invalid().is_none() { Ok(context) } else { Err(PageError::StalePage) }
    }

    /// Whether the page belongs to an authorization request that is answered or expired.
    pub(crate) const fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Hidden inputs that every form must contain.
    pub(crate) fn hidden_inputs(&self) -> Markup {
        html! {
            (hidden_input(FORM_TOKEN, &self.issuer.key_ring().form_token(&self.browser)))
            @if let Some(handle) = &self.handle { (hidden_input("request", handle)) }
        }
    }

    /// The URL of another page of the same authorization request.
    pub(crate) fn url(&self, page: &str, extra: &[(&str, &str)]) -> String {
        let handle = self.handle.as_deref().map(|handle| ("request", handle));
        with_query(&self.issuer.page_path(page), extra.iter().copied().chain(handle))
    }

    /// The URL of a page without further parameters.
    pub(crate) fn href(&self, page: &str) -> String {
        self.url(page, &[])
    }

    /// The response with a page.
    pub(crate) fn render(&self, status: StatusCode, view: &View) -> Response {
        let origin = self.request.as_ref().and_then(|request| origin_of(&request.redirect_uri));
        let urls = PageUrls { form_origin: origin.as_deref(), other_language: Some(&self.other_language_url) };
        self.render_with_urls(status, view, urls)
    }

    /// As [`Self::render`], for a form that redirects to `form_origin`. Its parameters are more than a link to the other
    /// language keeps.
    pub(crate) fn render_with_form_origin(
        &self,
        status: StatusCode,
        view: &View,
        form_origin: Option<&str>,
    ) -> Response {
        self.render_with_urls(status, view, PageUrls { form_origin, other_language: None })
    }

    fn render_with_urls(&self, status: StatusCode, view: &View, urls: PageUrls<'_>) -> Response {
        let mut response = html_response(self.issuer, self.texts, status, view, urls);
        if self.is_new_browser
            && let Some(cookie) = cookies::set_cookie(self.issuer.config(), CookieKind::Browser, Some(&self.browser))
        {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        if self.has_chosen_language
            && let Some(cookie) = cookies::set_cookie(self.issuer.config(), CookieKind::Language, Some(self.texts.lang))
        {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}
