//! `POST /token` (RFC 6749 §3.2): codes and refresh tokens become tokens.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::{token_code, token_refresh};
use crate::http::form::FormBody;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::errors::OAuthError;
use crate::throttle::{self, Act};

pub(super) async fn exchange(
    State(issuer): State<Issuer>,
    visitor: Visitor,
    FormBody(params): FormBody,
) -> Result<Response, OAuthError> {
    throttle::address(&issuer, Act::Token, &visitor.address).await?.map_err(OAuthError::TooMany)?;
    if params.fault().is_some() {
        return Err(OAuthError::invalid_request("a parameter is repeated or too long"));
    }
    let client_id = params.get("client_id").ok_or(OAuthError::invalid_request("client_id is missing"))?;
    let client = issuer.config().client(client_id).ok_or(OAuthError::UnknownClient)?;
    let reply = match params.get("grant_type") {
        Some("authorization_code") => token_code::run(&issuer, client, &params).await?,
        Some("refresh_token") => token_refresh::run(&issuer, client, &params).await?,
        Some(_) => {
            return Err(OAuthError::Refused("unsupported_grant_type", "use authorization_code or refresh_token"));
        }
        None => return Err(OAuthError::invalid_request("grant_type is missing")),
    };
    Ok(Json(reply).into_response())
}
