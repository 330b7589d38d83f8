//! Error pages.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tala_db::Retryable;

use super::layout::{View, html_response};
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
pub(crate) fn response_or_error_page(issuer: &Issuer, result: Result<Response, PageError>) -> Response {
    let error = match result {
        Ok(response) => return response,
        Err(error) => error,
    };
    let (status, view) = view_of(issuer, &error);
    let mut response = html_response(issuer, status, &view, None);
    if let PageError::RateLimited(retry_after) = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(retry_after.seconds));
    }
    response
}

fn view_of(issuer: &Issuer, error: &PageError) -> (StatusCode, View) {
    let page = |status, title: &str, text: &str| (status, message(issuer, title, text));
    match error {
        PageError::InvalidLink(reason) => page(
            StatusCode::BAD_REQUEST,
            "This link does not work",
            &format!("The application that sent you here made a mistake: {reason}. Go back and try again."),
        ),
        PageError::StalePage => page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "It was open for too long, or your browser did not keep our cookie. Go back to the start and try again; \
             if it happens again, allow cookies for this site.",
        ),
        PageError::NotFound => {
            page(StatusCode::NOT_FOUND, "There is nothing here", "Perhaps the address was copied incompletely.")
        }
        PageError::RateLimited(retry_after) => page(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many tries",
            &format!(
                "To keep accounts safe we have to pause here. Please try again in {}.",
                format_duration(retry_after.seconds)
            ),
        ),
        PageError::EmailNotSent => page(
            StatusCode::SERVICE_UNAVAILABLE,
            "We could not send the mail",
            "Our mail service did not answer. Nothing is lost: please go back and try again in a minute.",
        ),
        PageError::Internal(IssuerError::Busy) => page(
            StatusCode::SERVICE_UNAVAILABLE,
            "Very busy just now",
            "Many people are signing in at this moment. Please try again in a few seconds.",
        ),
        PageError::Internal(error) => {
            tracing::error!(%error, "page request failed");
            page(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong",
                "This is our mistake, and it has been noted. Please try again.",
            )
        }
    }
}

/// A duration in words, rounded up.
fn format_duration(seconds: i64) -> String {
    match seconds {
        ..=1 => "a second".to_owned(),
        2..=90 => format!("{seconds} seconds"),
        91..=5_400 => format!("{} minutes", (seconds + 59) / 60),
        _ => format!("{} hours", (seconds + 3_599) / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::format_duration;

    #[test]
    fn durations_are_formatted_in_seconds_minutes_or_hours() {
        assert_eq!(format_duration(0), "a second");
        assert_eq!(format_duration(45), "45 seconds");
        assert_eq!(format_duration(91), "2 minutes");
        assert_eq!(format_duration(7_300), "3 hours");
    }
}
