//! `GET` and `POST /authorize`: the authorization endpoint (OpenID Connect Core §3.1.2).

use axum::extract::State;
use axum::http::header;
use axum::response::Response;
use tala_db::Transaction;

use crate::crypto::random::{fingerprint, random_token};
use crate::db::pending_authorizations::{self, PendingAuthorization};
use crate::db::{HOUR, sessions};
use crate::error::IssuerError;
use crate::flow::sign_in::issue_authorization_code;
use crate::http::cookies::{self, CookieKind};
use crate::http::form::{FormBody, QueryParams};
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::oauth::authorization_request::{AuthorizationError, AuthorizationRequest, Prompt};
use crate::oauth::claims;
use crate::oauth::params::Params;
use crate::oauth::tokens::ID_TYP;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::texts::{LOCALES_PARAM, texts_for};
use crate::rate_limits::{self, Action};

/// Time to complete the sign-in or sign-up, including the email.
const REQUEST_LIFETIME_MICROS: i64 = HOUR;

pub(super) async fn get(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    response_or_error_page(&issuer, visitor.texts, authorize(&issuer, &visitor, &params).await)
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, authorize(&issuer, &visitor, &params).await)
}

async fn authorize(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    rate_limits::check_address(issuer, Action::Authorize, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    match grant(issuer, visitor, params).await? {
        Ok(location) => {
            let mut response = see_other(&location);
            let lang = texts_for(params.text(LOCALES_PARAM)).lang;
            if let Some(cookie) = cookies::set_cookie(issuer.config(), CookieKind::Language, Some(lang)) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            Ok(response)
        }
        Err(AuthorizationError::ErrorPage(reason)) => Err(PageError::InvalidLink(reason)),
        Err(AuthorizationError::Redirect { redirect_uri, state, code, description }) => {
            let state = state.as_deref().map(|state| ("state", state));
            let error = [("error", code), ("error_description", description), ("iss", &issuer.config().issuer_url)];
            Ok(see_other(&with_query(&redirect_uri, error.into_iter().chain(state))))
        }
    }
}

/// The redirect URL: to the client with a code, or to the sign-in or sign-up page.
async fn grant(
    issuer: &Issuer,
    visitor: &Visitor,
    params: &Params,
) -> Result<Result<String, AuthorizationError>, IssuerError> {
    let request = match AuthorizationRequest::parse(issuer.config(), params) {
        Ok(request) => request,
        Err(error) => return Ok(Err(error)),
    };
    let now = issuer.now_micros();
    let session = visitor.session(issuer).await?.filter(|session| request.accepts_age_of(session, now));
    let session = match session {
        Some(session) if request.prompt != Prompt::Always && matches_hint(issuer, &request, &session).await? => {
            Some(session)
        }
        _ => None,
    };
    match session {
        Some(session) => {
            let pending = pending_authorization(request, String::new(), now);
            let grant = async |tx: Transaction| issue_authorization_code(issuer, &tx, &pending, &session, now).await;
            Ok(Ok(issuer.db().transaction(grant).await?))
        }
        None if request.prompt == Prompt::Never => Ok(Err(request.error("login_required", "no active session"))),
        None => {
            let page = if request.is_sign_up { "/sign-up" } else { "/sign-in" };
            let handle = random_token(issuer.entropy());
            let pending = pending_authorization(request, fingerprint(&handle), now);
            issuer.db().transaction(async |tx| pending_authorizations::insert(&tx, &pending).await).await?;
            Ok(Ok(with_query(&issuer.page_path(page), [("request", handle.as_str())])))
        }
    }
}

/// Whether the session belongs to the subject of `id_token_hint`, if there is one.
async fn matches_hint(
    issuer: &Issuer,
    request: &AuthorizationRequest,
    session: &sessions::Session,
) -> Result<bool, IssuerError> {
    match &request.id_token_hint {
        None => Ok(true),
        Some(hint) => {
            let claims = issuer.verify_token::<claims::IdTokenClaims>(hint, ID_TYP).await?;
            Ok(claims.is_some_and(|claims| claims.sub == session.account_id))
        }
    }
}

fn pending_authorization(request: AuthorizationRequest, id: String, now: i64) -> PendingAuthorization {
    PendingAuthorization {
        id,
        client_id: request.client_id,
        redirect_uri: request.redirect_uri,
        scope: request.scope.text(),
        state: request.state,
        nonce: request.nonce,
        code_challenge: request.code_challenge,
        login_hint: request.login_hint,
        created_at: now,
        expires_at: now + REQUEST_LIFETIME_MICROS,
        consumed_at: None,
    }
}
