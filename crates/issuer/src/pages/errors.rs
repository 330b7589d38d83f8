//! Error pages.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tala_db::Retryable;

use super::layout::{PageUrls, View, html_response};
use super::texts::Texts;
use super::views::message::message;
use crate::db::rate_limits::RetryAfter;
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// An error shown as a page.
#[derive(Debug)]
pub(crate) enum PageError {
    /// 400: invalid request of an application, with the reason. Shown instead of a redirect to an unregistered URL.
    InvalidLink(&'static str),
    /// 403: invalid or expired CSRF token, challenge or authorization request.
    StalePage,
    /// 404.
    NotFound,
    /// 429 with `Retry-After`.
    RateLimited(RetryAfter),
    /// 503: the mailer returned an error.
    EmailNotSent,
    /// 503 for [`IssuerError::Busy`], otherwise 500. The cause is logged only.
    Internal(IssuerError),
}

impl<E: Into<IssuerError>> From<E> for PageError {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}

impl Retryable for PageError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Internal(error) if error.is_retryable())
    }
}

/// The response of a handler, or the error page.
pub(crate) fn response_or_error_page(issuer: &Issuer, texts: &Texts, result: Result<Response, PageError>) -> Response {
    let error = match result {
        Ok(response) => return response,
        Err(error) => error,
    };
    let (status, view) = view_of(issuer, texts, &error);
    let mut response = html_response(issuer, texts, status, &view, PageUrls::default());
    if let PageError::RateLimited(retry_after) = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after.seconds));
    }
    response
}

fn view_of(issuer: &Issuer, texts: &Texts, error: &PageError) -> (StatusCode, View) {
    let page = |status, (title, text): (&str, &str)| (status, message(issuer, texts, title, text));
    let errors = &texts.errors;
    match error {
        PageError::InvalidLink(reason) => {
            page(StatusCode::BAD_REQUEST, (errors.invalid_link, &(errors.invalid_link_text)(reason)))
        }
        PageError::StalePage => page(StatusCode::FORBIDDEN, errors.stale),
        PageError::NotFound => page(StatusCode::NOT_FOUND, errors.not_found),
        PageError::RateLimited(retry_after) => {
            page(StatusCode::TOO_MANY_REQUESTS, (errors.rate_limited, &(errors.rate_limited_text)(retry_after.seconds)))
        }
        PageError::EmailNotSent => page(StatusCode::SERVICE_UNAVAILABLE, errors.email_not_sent),
        PageError::Internal(IssuerError::Busy) => page(StatusCode::SERVICE_UNAVAILABLE, errors.busy),
        PageError::Internal(error) => {
            tracing::error!(%error, "page request failed");
            page(StatusCode::INTERNAL_SERVER_ERROR, errors.internal)
        }
    }
}
