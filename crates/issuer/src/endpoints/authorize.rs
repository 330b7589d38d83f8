//! `GET` and `POST /authorize`: an application sends a person here.

use axum::extract::State;
use axum::response::Response;
use tala_db::Transaction;

use crate::crypto::random::{fingerprint, secret};
use crate::db::{HOUR, requests, sessions};
use crate::error::IssuerError;
use crate::flow::finish::code_location;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::oauth::ask::{self, Ask, Prompt, Refusal};
use crate::oauth::claims;
use crate::oauth::params::Params;
use crate::oauth::tokens::ID_TYP;
use crate::pages::errors::{PageError, answer};
use crate::pages::frame::see_other;
use crate::throttle::{self, Act};

/// How long a person may take to sign up or in, mail included.
const REQUEST_LIFE: i64 = HOUR;

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

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    throttle::address(issuer, Act::Authorize, &visitor.address).await?.map_err(PageError::TooMany)?;
    match grant(issuer, visitor, params).await? {
        Ok(location) => Ok(see_other(&location)),
        Err(Refusal::Unanswerable(why)) => Err(PageError::BadLink(why)),
        Err(Refusal::ToClient { redirect_uri, state, code, text }) => {
            let state = state.as_deref().map(|state| ("state", state));
            let fixed = [("error", code), ("error_description", text), ("iss", &issuer.config().issuer_url)];
            Ok(see_other(&with_query(&redirect_uri, fixed.into_iter().chain(state))))
        }
    }
}

/// Where to send the browser: back with a code, or to a page of ours.
async fn grant(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Result<String, Refusal>, IssuerError> {
    let ask = match ask::read(issuer.config(), params) {
        Ok(ask) => ask,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let now = issuer.now_micros();
    let session = visitor.session(issuer).await?.filter(|session| ask.accepts(session, now));
    let session = match session {
        Some(session) if ask.prompt != Prompt::Always && hint_fits(issuer, &ask, &session).await? => Some(session),
        _ => None,
    };
    match session {
        Some(session) => {
            let request = request_of(ask, String::new(), now);
            let grant = async |tx: Transaction| code_location(issuer, &tx, &request, &session, now).await;
            Ok(Ok(issuer.db().transaction(grant).await?))
        }
        None if ask.prompt == Prompt::Never => Ok(Err(ask.refusal("login_required", "nobody is signed in"))),
        None => {
            let page = if ask.new_account { "/sign-up" } else { "/sign-in" };
            let handle = secret(issuer.entropy());
            let request = request_of(ask, fingerprint(&handle), now);
            issuer.db().transaction(async |tx| requests::insert(&tx, &request).await).await?;
            Ok(Ok(with_query(&issuer.path(page), [("request", handle.as_str())])))
        }
    }
}

/// Whether the session belongs to the person that the `id_token_hint` names. Another person has to sign in.
async fn hint_fits(issuer: &Issuer, ask: &Ask, session: &sessions::Session) -> Result<bool, IssuerError> {
    match &ask.id_token_hint {
        None => Ok(true),
        Some(hint) => {
            let claims = issuer.read_token::<claims::Id>(hint, ID_TYP).await?;
            Ok(claims.is_some_and(|claims| claims.sub == session.account_id))
        }
    }
}

fn request_of(ask: Ask, id: String, now: i64) -> requests::Request {
    requests::Request {
        id,
        client_id: ask.client_id,
        redirect_uri: ask.redirect_uri,
        scope: ask.scope.text(),
        state: ask.state,
        nonce: ask.nonce,
        code_challenge: ask.code_challenge,
        login_hint: ask.login_hint,
        created_at: now,
        expires_at: now + REQUEST_LIFE,
        consumed_at: None,
    }
}
