//! `GET` and `POST /logout` (OpenID Connect RP-Initiated Logout 1.0), and the page that asks when it is not sure.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::Response;
use tala_db::Transaction;

use crate::config::origin_of;
use crate::db::sessions;
use crate::error::IssuerError;
use crate::flow::finish::end_session;
use crate::http::cookies::{self, Kind};
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::oauth::claims;
use crate::oauth::params::Params;
use crate::oauth::tokens::ID_TYP;
use crate::pages::errors::{PageError, answer};
use crate::pages::frame::{Frame, see_other};
use crate::pages::html::esc;
use crate::pages::layout::respond;
use crate::pages::views;

/// Parameters that the asking page passes on; checked again when they come back.
const PASSED_ON: [&str; 4] = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"];

pub(super) async fn by_link(
    State(issuer): State<Issuer>,
    visitor: Visitor,
    QueryParams(params): QueryParams,
) -> Response {
    answer(&issuer, run(&issuer, &visitor, &params).await)
}

pub(super) async fn by_form(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, run(&issuer, &visitor, &params).await)
}

pub(super) async fn confirm(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, confirmed(&issuer, &visitor, &params).await)
}

pub(super) async fn signed_out(State(issuer): State<Issuer>) -> Response {
    respond(&issuer, StatusCode::OK, &views::signed_out(&issuer), None)
}

/// Signs out without asking when an ID token of this very sign-in is shown; a mere link from anywhere has to be confirmed.
async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let asked = read(issuer, params).await?;
    let session = visitor.session(issuer).await?;
    let hinted = asked.hint.as_ref().map(|hint| hint.sid.as_str());
    match &session {
        Some(session) if hinted != Some(session.id.as_str()) => ask_first(issuer, visitor, params, &asked).await,
        _ => leave(issuer, session, &asked).await,
    }
}

async fn confirmed(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    Frame::accept(issuer, visitor, params).await?;
    let asked = read(issuer, params).await?;
    let session = visitor.session(issuer).await?;
    leave(issuer, session, &asked).await
}

struct Asked {
    hint: Option<claims::Id>,
    /// A registered address of a client that is known by its id or by the hint, with the state.
    back_to: Option<String>,
}

async fn read(issuer: &Issuer, params: &Params) -> Result<Asked, PageError> {
    let hint = match params.get("id_token_hint") {
        Some(token) => issuer.read_token::<claims::Id>(token, ID_TYP).await?,
        None => None,
    };
    let client_id = params.get("client_id").or(hint.as_ref().map(|hint| hint.aud.as_str()));
    if hint.as_ref().is_some_and(|hint| Some(hint.aud.as_str()) != client_id) {
        return Err(PageError::BadLink("its ID token belongs to another application"));
    }
    let Some(uri) = params.get("post_logout_redirect_uri") else { return Ok(Asked { hint, back_to: None }) };
    let client = client_id.and_then(|id| issuer.config().client(id));
    if !client.is_some_and(|client| client.post_logout_redirect_uris.iter().any(|known| known == uri)) {
        return Err(PageError::BadLink("its return address is not registered here"));
    }
    let state = params.get("state").map(|state| ("state", state));
    Ok(Asked { hint, back_to: Some(with_query(uri, state)) })
}

async fn ask_first(issuer: &Issuer, visitor: &Visitor, params: &Params, asked: &Asked) -> Result<Response, PageError> {
    let frame = Frame::open(issuer, visitor, &Params::default()).await?;
    let hidden: String = PASSED_ON
        .iter()
        .filter_map(|name| Some((name, params.get(name)?)))
        .map(|(name, value)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", esc(value)))
        .collect();
    let origin = asked.back_to.as_deref().and_then(origin_of);
    Ok(frame.show_with(StatusCode::OK, &views::sign_out(&frame, &hidden), origin.as_deref()))
}

/// Ends the browser's sign-in and the one that the ID token names (a form from another site carries no cookie).
async fn leave(issuer: &Issuer, session: Option<sessions::Session>, asked: &Asked) -> Result<Response, PageError> {
    let named = asked.hint.as_ref().map(|hint| hint.sid.clone());
    let mut ids: Vec<String> = session.map(|session| session.id).into_iter().chain(named).collect();
    ids.dedup();
    end_all(issuer, &ids).await?;
    let signed_out = issuer.path("/signed-out");
    let mut response = see_other(asked.back_to.as_deref().unwrap_or(&signed_out));
    if let Some(cookie) = cookies::write(issuer.config(), Kind::Session, None) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn end_all(issuer: &Issuer, session_ids: &[String]) -> Result<(), IssuerError> {
    let now = issuer.now_micros();
    let end = async |tx: Transaction| {
        for id in session_ids {
            end_session(&tx, id, "signed out", now).await?;
        }
        Ok(())
    };
    issuer.db().transaction(end).await
}
