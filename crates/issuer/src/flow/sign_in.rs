//! Completion of a sign-in: start the browser session and issue the authorization code.

use axum::http::header;
use axum::response::Response;
use tala_db::Transaction;

use crate::crypto::random::{fingerprint, random_token, uuid};
use crate::db::accounts::Account;
use crate::db::authorization_codes::{self, AuthorizationCode};
use crate::db::pending_authorizations::{self, PendingAuthorization};
use crate::db::sessions::{self, Session};
use crate::db::{DAY, MINUTE, token_families};
use crate::error::IssuerError;
use crate::http::cookies::{self, CookieKind};
use crate::http::redirect::see_other;
use crate::http::with_query;
use crate::issuer::Issuer;

/// Time to exchange an authorization code.
const CODE_LIFETIME_MICROS: i64 = MINUTE;

/// A sign-in to be sent to the browser after commit.
pub(crate) struct CompletedSignIn {
    session_token: String,
    location: String,
}

impl CompletedSignIn {
    /// The redirect that sets the cookies. Send it only after commit. Both cookies are new, which prevents session
    /// fixation.
    pub(crate) fn into_redirect(self, issuer: &Issuer) -> Response {
        let mut response = see_other(&self.location);
        let cookies =
            [(CookieKind::Session, self.session_token), (CookieKind::Browser, random_token(issuer.entropy()))];
        for (kind, value) in cookies {
            if let Some(set_cookie) = cookies::set_cookie(issuer.config(), kind, Some(&value)) {
                response.headers_mut().append(header::SET_COOKIE, set_cookie);
            }
        }
        response
    }
}

/// Starts or renews the browser session. Redirects to the client of the pending authorization, or to `/signed-in`.
pub(crate) async fn complete_sign_in(
    issuer: &Issuer,
    tx: &Transaction,
    account: &Account,
    previous: Option<&Session>,
    request: Option<&PendingAuthorization>,
) -> Result<CompletedSignIn, IssuerError> {
    let now = issuer.now_micros();
    let session_token = random_token(issuer.entropy());
    let session = start_session(issuer, tx, account, previous, &session_token, now).await?;
    let mut location = issuer.page_path("/signed-in");
    if let Some(request) = request
        && pending_authorizations::claim(tx, &request.id, now).await?
    {
        location = issue_authorization_code(issuer, tx, request, &session, now).await?;
    }
    Ok(CompletedSignIn { session_token, location })
}

async fn start_session(
    issuer: &Issuer,
    tx: &Transaction,
    account: &Account,
    previous: Option<&Session>,
    session_token: &str,
    now: i64,
) -> Result<Session, IssuerError> {
    let mut session = Session {
        id: uuid(issuer.entropy()),
        token_hash: fingerprint(session_token),
        account_id: account.id.clone(),
        auth_time: now,
        created_at: now,
        expires_at: now + i64::from(issuer.config().session_days) * DAY,
    };
    if let Some(previous) = previous {
        if previous.account_id == account.id {
            session.id.clone_from(&previous.id);
            session.created_at = previous.created_at;
            if sessions::update(tx, &session).await? {
                return Ok(session);
            }
        } else {
            end_session(tx, &previous.id, "another account signed in", now).await?;
        }
    }
    sessions::insert(tx, &session).await?;
    Ok(session)
}

/// Ends a browser session and revokes the token families issued through it.
pub(crate) async fn end_session(tx: &Transaction, session_id: &str, reason: &str, now: i64) -> Result<(), IssuerError> {
    sessions::delete(tx, session_id).await?;
    token_families::mark_revoked_for_session(tx, session_id, reason, now).await?;
    Ok(())
}

/// Creates an authorization code and returns the redirect URL with it (RFC 6749 §4.1.2, RFC 9207).
pub(crate) async fn issue_authorization_code(
    issuer: &Issuer,
    tx: &Transaction,
    request: &PendingAuthorization,
    session: &Session,
    now: i64,
) -> Result<String, IssuerError> {
    let code = random_token(issuer.entropy());
    let row = AuthorizationCode {
        id: fingerprint(&code),
        family_id: uuid(issuer.entropy()),
        client_id: request.client_id.clone(),
        redirect_uri: request.redirect_uri.clone(),
        account_id: session.account_id.clone(),
        session_id: session.id.clone(),
        scope: request.scope.clone(),
        nonce: request.nonce.clone(),
        code_challenge: request.code_challenge.clone(),
        auth_time: session.auth_time,
        expires_at: now + CODE_LIFETIME_MICROS,
        used_at: None,
    };
    authorization_codes::insert(tx, &row).await?;
    let state = request.state.as_deref().map(|state| ("state", state));
    let iss = ("iss", issuer.config().issuer_url.as_str());
    Ok(with_query(&request.redirect_uri, [("code", code.as_str())].into_iter().chain(state).chain([iss])))
}
