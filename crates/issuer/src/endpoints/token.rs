//! `POST /token`: the token endpoint (RFC 6749 §3.2).

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::{grant_authorization_code, grant_refresh_token};
use crate::http::form::FormBody;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::rate_limits::{self, Action};

pub(super) async fn post(
    State(issuer): State<Issuer>,
    visitor: Visitor,
    FormBody(params): FormBody,
) -> Result<Response, OAuthError> {
    rate_limits::check_address(&issuer, Action::Token, &visitor.rate_limit_key)
        .await?
        .map_err(OAuthError::RateLimited)?;
    if params.find_invalid().is_some() {
        return Err(OAuthError::invalid_request("a parameter is repeated or too long"));
    }
    let client_id = params.get("client_id").ok_or(OAuthError::invalid_request("client_id is missing"))?;
    let client = issuer.config().client(client_id).ok_or(OAuthError::UnknownClient)?;
    let tokens = match params.get("grant_type") {
        Some("authorization_code") => grant_authorization_code::exchange(&issuer, client, &params).await?,
        Some("refresh_token") => grant_refresh_token::exchange(&issuer, client, &params).await?,
        Some(_) => {
            return Err(OAuthError::BadRequest("unsupported_grant_type", "use authorization_code or refresh_token"));
        }
        None => return Err(OAuthError::invalid_request("grant_type is missing")),
    };
    Ok(Json(tokens).into_response())
}
