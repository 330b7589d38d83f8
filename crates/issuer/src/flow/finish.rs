//! The last steps: the browser is signed in, and the waiting application gets its code.

use axum::http::header;
use axum::response::Response;
use sea_orm::{ConnectionTrait, DatabaseTransaction};

use crate::crypto::random::{fingerprint, id, secret};
use crate::db::{DAY, MINUTE, accounts, codes, families, requests, sessions};
use crate::error::IssuerError;
use crate::http::cookies::{self, Kind};
use crate::http::with_query;
use crate::issuer::Issuer;
use crate::pages::frame::see_other;

/// How long a code waits to be exchanged.
const CODE_LIFE: i64 = MINUTE;

/// Signs the browser in within `txn`, commits, and answers with the way on: to the application whose request is waiting,
/// or to a page of ours. Both cookies are new, so nothing known before the sign-in is worth anything after it.
pub(crate) async fn sign_in(
    issuer: &Issuer,
    txn: DatabaseTransaction,
    account: &accounts::Model,
    previous: Option<sessions::Model>,
    request: Option<&requests::Model>,
) -> Result<Response, IssuerError> {
    let now = issuer.now_micros();
    let cookie = secret(issuer.entropy());
    let session = start_session(issuer, &txn, account, previous, &cookie, now).await?;
    let mut location = issuer.path("/signed-in");
    if let Some(request) = request
        && requests::consume(&txn, &request.id, now).await?
    {
        location = code_location(issuer, &txn, request, &session, now).await?;
    }
    txn.commit().await?;
    let mut response = see_other(&location);
    let fresh = [(Kind::Session, cookie), (Kind::Browser, secret(issuer.entropy()))];
    for (kind, value) in fresh {
        if let Some(header) = cookies::write(issuer.config(), kind, Some(&value)) {
            response.headers_mut().append(header::SET_COOKIE, header);
        }
    }
    Ok(response)
}

async fn start_session(
    issuer: &Issuer,
    txn: &DatabaseTransaction,
    account: &accounts::Model,
    previous: Option<sessions::Model>,
    cookie: &str,
    now: i64,
) -> Result<sessions::Model, IssuerError> {
    let mut session = sessions::Model {
        id: id(issuer.entropy()),
        token_hash: fingerprint(cookie),
        account_id: account.id.clone(),
        auth_time: now,
        created_at: now,
        expires_at: now + i64::from(issuer.config().session_days) * DAY,
    };
    if let Some(previous) = previous {
        if previous.account_id == account.id {
            session.id = previous.id;
            session.created_at = previous.created_at;
            if sessions::renew(txn, &session).await? {
                return Ok(session);
            }
        } else {
            end_session(txn, &previous.id, "another account signed in", now).await?;
        }
    }
    sessions::insert(txn, session.clone()).await?;
    Ok(session)
}

/// Ends a browser's sign-in and everything granted through it.
pub(crate) async fn end_session(
    db: &impl ConnectionTrait,
    session_id: &str,
    because: &str,
    now: i64,
) -> Result<(), IssuerError> {
    sessions::delete(db, session_id).await?;
    families::revoke_of_session(db, session_id, because, now).await?;
    Ok(())
}

/// Makes a code for the application and returns the address that brings it there.
pub(crate) async fn code_location(
    issuer: &Issuer,
    db: &impl ConnectionTrait,
    request: &requests::Model,
    session: &sessions::Model,
    now: i64,
) -> Result<String, IssuerError> {
    let code = secret(issuer.entropy());
    let row = codes::Model {
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
    codes::insert(db, row).await?;
    let state = request.state.as_deref().map(|state| ("state", state));
    let iss = ("iss", issuer.config().issuer_url.as_str());
    Ok(with_query(&request.redirect_uri, [("code", code.as_str())].into_iter().chain(state).chain([iss])))
}
