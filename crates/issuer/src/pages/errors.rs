//! Refusals at the pages, as pages.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use tala_db::Retryable;

use super::layout::{View, respond};
use super::views::message;
use crate::db::limits::Wait;
use crate::error::IssuerError;
use crate::issuer::Issuer;

/// Why a page could not do what was asked.
#[derive(Debug)]
pub(crate) enum PageError {
    /// 400: an application sent someone here wrongly; it cannot be answered, so the person sees why.
    BadLink(&'static str),
    /// 403: the form is not one that we showed to this browser, or is too old.
    OutOfDate,
    /// 404.
    NotFound,
    /// 429.
    TooMany(Wait),
    /// 503: the mail could not be handed over.
    NoMail,
    /// 503 when busy, otherwise 500; the detail goes to the log only.
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

/// Turns a handler's result into an answer.
pub(crate) fn answer(issuer: &Issuer, result: Result<Response, PageError>) -> Response {
    let error = match result {
        Ok(response) => return response,
        Err(error) => error,
    };
    let (status, view) = view_of(issuer, &error);
    let mut response = respond(issuer, status, &view, None);
    if let PageError::TooMany(wait) = error {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.seconds));
    }
    response
}

fn view_of(issuer: &Issuer, error: &PageError) -> (StatusCode, View) {
    let page = |status, title: &str, text: &str| (status, message(issuer, title, text));
    match error {
        PageError::BadLink(why) => page(
            StatusCode::BAD_REQUEST,
            "This link does not work",
            &format!("The application that sent you here made a mistake: {why}. Go back and try again."),
        ),
        PageError::OutOfDate => page(
            StatusCode::FORBIDDEN,
            "This page is out of date",
            "It was open for too long, or your browser did not keep our cookie. Go back to the start and try again; \
             if it happens again, allow cookies for this site.",
        ),
        PageError::NotFound => {
            page(StatusCode::NOT_FOUND, "There is nothing here", "Perhaps the address was copied incompletely.")
        }
        PageError::TooMany(wait) => page(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many tries",
            &format!("To keep accounts safe we have to pause here. Please try again in {}.", in_words(wait.seconds)),
        ),
        PageError::NoMail => page(
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
            tracing::error!(%error, "issuer page failed");
            page(
                StatusCode::INTERNAL_SERVER_ERROR,
                "Something went wrong",
                "This is our mistake, and it has been noted. Please try again.",
            )
        }
    }
}

/// A wait in rounded-up words.
fn in_words(seconds: i64) -> String {
    match seconds {
        ..=1 => "a second".to_owned(),
        2..=90 => format!("{seconds} seconds"),
        91..=5_400 => format!("{} minutes", (seconds + 59) / 60),
        _ => format!("{} hours", (seconds + 3_599) / 3_600),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn waits_are_told_in_the_unit_people_use() {
        assert_eq!(in_words(0), "a second");
        assert_eq!(in_words(45), "45 seconds");
        assert_eq!(in_words(91), "2 minutes");
        assert_eq!(in_words(7_300), "3 hours");
    }
}
