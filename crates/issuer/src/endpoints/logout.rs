//! `GET` and `POST /logout` (OpenID Connect RP-Initiated Logout 1.0), its confirmation page and `/signed-out`.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::Response;
use tala_db::Transaction;

use crate::config::origin_of;
use crate::db::sessions;
use crate::error::IssuerError;
use crate::flow::sign_in::end_session;
use crate::http::cookies::{self, CookieKind};
use crate::http::form::{FormBody, QueryParams};
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::oauth::claims;
use crate::oauth::params::Params;
use crate::oauth::tokens::ID_TYP;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::layout::{PageUrls, html_response};
use crate::pages::page_context::PageContext;
use crate::pages::views;

/// Parameters that the confirmation form submits again. They are validated again then.
const FORWARDED_PARAMS: [&str; 4] = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"];

pub(super) async fn get(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    response_or_error_page(&issuer, visitor.texts, logout(&issuer, &visitor, &params).await)
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, logout(&issuer, &visitor, &params).await)
}

pub(super) async fn confirm(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, confirm_logout(&issuer, &visitor, &params).await)
}

pub(super) async fn signed_out(State(issuer): State<Issuer>, visitor: Visitor) -> Response {
    let view = views::signed_out(&issuer, visitor.texts);
    html_response(&issuer, visitor.texts, StatusCode::OK, &view, PageUrls::default())
}

/// Signs out immediately if `id_token_hint` belongs to the session; otherwise asks for confirmation (logout CSRF).
async fn logout(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let request = parse_request(issuer, params).await?;
    let session = visitor.session(issuer).await?;
    let hinted_session = request.id_token.as_ref().map(|claims| claims.sid.as_str());
    match &session {
        Some(session) if hinted_session != Some(session.id.as_str()) => {
            confirmation_page(issuer, visitor, params, &request).await
        }
        _ => sign_out(issuer, session, &request).await,
    }
}

async fn confirm_logout(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    PageContext::from_form(issuer, visitor, params).await?;
    let request = parse_request(issuer, params).await?;
    let session = visitor.session(issuer).await?;
    sign_out(issuer, session, &request).await
}

/// A valid logout request.
struct LogoutRequest {
    /// Claims of `id_token_hint`.
    id_token: Option<claims::IdTokenClaims>,
    /// The registered `post_logout_redirect_uri`, with `state`.
    redirect_uri: Option<String>,
}

async fn parse_request(issuer: &Issuer, params: &Params) -> Result<LogoutRequest, PageError> {
    let id_token = match params.get("id_token_hint") {
        Some(token) => issuer.verify_token::<claims::IdTokenClaims>(token, ID_TYP).await?,
        None => None,
    };
    let client_id = params.get("client_id").or(id_token.as_ref().map(|claims| claims.aud.as_str()));
    if id_token.as_ref().is_some_and(|claims| Some(claims.aud.as_str()) != client_id) {
        return Err(PageError::InvalidLink("its ID token belongs to another application"));
    }
    let Some(uri) = params.get("post_logout_redirect_uri") else {
        return Ok(LogoutRequest { id_token, redirect_uri: None });
    };
    let client = client_id.and_then(|id| issuer.config().client(id));
    if !client.is_some_and(|client| client.post_logout_redirect_uris.iter().any(|known| known == uri)) {
        return Err(PageError::InvalidLink("its return address is not registered here"));
    }
    let state = params.get("state").map(|state| ("state", state));
    Ok(LogoutRequest { id_token, redirect_uri: Some(with_query(uri, state)) })
}

async fn confirmation_page(
    issuer: &Issuer,
    visitor: &Visitor,
    params: &Params,
    request: &LogoutRequest,
) -> Result<Response, PageError> {
    let context = PageContext::load(issuer, visitor, &Params::default()).await?;
    let forwarded: Vec<_> = FORWARDED_PARAMS.iter().filter_map(|name| Some((*name, params.get(name)?))).collect();
    let origin = request.redirect_uri.as_deref().and_then(origin_of);
    Ok(context.render_with_form_origin(StatusCode::OK, &views::sign_out(&context, &forwarded), origin.as_deref()))
}

/// Ends the session of the browser and the session of the ID token (a cross-site form submission carries no cookie).
async fn sign_out(
    issuer: &Issuer,
    session: Option<sessions::Session>,
    request: &LogoutRequest,
) -> Result<Response, PageError> {
    let hinted_session = request.id_token.as_ref().map(|claims| claims.sid.clone());
    let mut ids: Vec<String> = session.map(|session| session.id).into_iter().chain(hinted_session).collect();
    ids.dedup();
    end_sessions(issuer, &ids).await?;
    let signed_out = issuer.page_path("/signed-out");
    let mut response = see_other(request.redirect_uri.as_deref().unwrap_or(&signed_out));
    if let Some(cookie) = cookies::set_cookie(issuer.config(), CookieKind::Session, None) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn end_sessions(issuer: &Issuer, session_ids: &[String]) -> Result<(), IssuerError> {
    let now = issuer.now_micros();
    let end = async |tx: Transaction| {
        for id in session_ids {
            end_session(&tx, id, "signed out", now).await?;
        }
        Ok(())
    };
    issuer.db().transaction(end).await
}
