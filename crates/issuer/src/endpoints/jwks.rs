//! `GET /jwks`: the public signing keys (RFC 7517).

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;

pub(super) async fn get(State(issuer): State<Issuer>) -> Result<Response, OAuthError> {
    let keys = issuer.jwks().await?;
    Ok(([(header::CACHE_CONTROL, "public, max-age=300")], Json(keys)).into_response())
}
