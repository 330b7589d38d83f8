//! Extractors for form and query parameters.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::{header, request::Parts};

use crate::oauth::params::Params;

/// Parameters of an `application/x-www-form-urlencoded` body; empty for other content types.
pub(crate) struct FormBody(pub(crate) Params);

impl<S: Send + Sync> FromRequest<S> for FormBody {
    type Rejection = BytesRejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let is_form = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| value.split(';').next().unwrap_or_default().trim() == FORM_TYPE);
        let body = Bytes::from_request(request, state).await?;
        Ok(Self(if is_form { Params::parse(&body) } else { Params::default() }))
    }
}

const FORM_TYPE: &str = "application/x-www-form-urlencoded";

/// Parameters of the query string.
pub(crate) struct QueryParams(pub(crate) Params);

impl<S: Send + Sync> FromRequestParts<S> for QueryParams {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(Params::parse(parts.uri.query().unwrap_or_default().as_bytes())))
    }
}
