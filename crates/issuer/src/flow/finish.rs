//! The last steps: the browser is signed in, and the waiting application gets its code.

use axum::http::header;
use axum::response::Response;
use tala_db::Transaction;

use crate::crypto::random::{fingerprint, id, secret};
use crate::db::{DAY, MINUTE, accounts, codes, families, requests, sessions};
use crate::error::IssuerError;
use crate::http::cookies::{self, Kind};
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::pages::frame::see_other;

/// How long a code waits to be exchanged.
const CODE_LIFE: i64 = MINUTE;

/// A browser that was signed in, and where it goes next.
pub(crate) struct SignedIn {
    cookie: String,
    location: String,
}

impl SignedIn {
    /// Redirects the browser. To be sent after the commit only. Both cookies are new, so nothing known before the sign-in
    /// is worth anything after it.
    pub(crate) fn response(self, issuer: &Issuer) -> Response {
        let mut response = see_other(&self.location);
        let fresh = [(Kind::Session, self.cookie), (Kind::Browser, secret(issuer.entropy()))];
        for (kind, value) in fresh {
            if let Some(header) = cookies::write(issuer.config(), kind, Some(&value)) {
                response.headers_mut().append(header::SET_COOKIE, header);
            }
        }
        response
    }
}

/// Signs the browser in. It goes on to the application whose request is waiting, or to a page of ours.
pub(crate) async fn sign_in(
    issuer: &Issuer,
    tx: &Transaction,
    account: &accounts::Account,
    previous: Option<&sessions::Session>,
    request: Option<&requests::Request>,
) -> Result<SignedIn, IssuerError> {
    let now = issuer.now_micros();
    let cookie = secret(issuer.entropy());
    let session = start_session(issuer, tx, account, previous, &cookie, now).await?;
    let mut location = issuer.path("/signed-in");
    if let Some(request) = request
        && requests::claim(tx, &request.id, now).await?
    {
        location = code_location(issuer, tx, request, &session, now).await?;
    }
    Ok(SignedIn { cookie, location })
}

async fn start_session(
    issuer: &Issuer,
    tx: &Transaction,
    account: &accounts::Account,
    previous: Option<&sessions::Session>,
    cookie: &str,
    now: i64,
) -> Result<sessions::Session, IssuerError> {
    let mut session = sessions::Session {
        id: id(issuer.entropy()),
        token_hash: fingerprint(cookie),
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

/// Ends a browser's sign-in and everything granted through it.
pub(crate) async fn end_session(
    tx: &Transaction,
    session_id: &str,
    because: &str,
    now: i64,
) -> Result<(), IssuerError> {
    sessions::delete(tx, session_id).await?;
    families::mark_revoked_of_session(tx, session_id, because, now).await?;
    Ok(())
}

/// Creates a code for the application and returns the address that takes it there.
pub(crate) async fn code_location(
    issuer: &Issuer,
    tx: &Transaction,
    request: &requests::Request,
    session: &sessions::Session,
    now: i64,
) -> Result<String, IssuerError> {
    let code = secret(issuer.entropy());
    let row = codes::Code {
        id: fingerprint(&code),
        family_id: id(issuer.entropy()),
        client_id: request.client_id.clone(),
        redirect_uri: request.redirect_uri.clone(),
        account_id: session.account_id.clone(),
        session_id: session.id.clone(),
        scope: request.scope.clone(),
        nonce: request.nonce.clone(),
        code_challenge: request.code_challenge.clone(),
        auth_time: session.auth_time,
        expires_at: now + CODE_LIFE,
        used_at: None,
    };
    codes::insert(tx, &row).await?;
    let state = request.state.as_deref().map(|state| ("state", state));
    let iss = ("iss", issuer.config().issuer_url.as_str());
    Ok(with_query(&request.redirect_uri, [("code", code.as_str())].into_iter().chain(state).chain([iss])))
}
