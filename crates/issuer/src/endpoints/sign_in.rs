//! `GET` and `POST /sign-in`.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::Transaction;

use crate::accounts::Email;
use crate::crypto::passwords;
use crate::db::accounts;
use crate::error::IssuerError;
use crate::flow::challenge::{self, CONFIRM, Subject};
use crate::flow::finish;
use crate::flow::over::way_on;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, answer};
use crate::pages::fields::Faults;
use crate::pages::frame::{Frame, see_other};
use crate::pages::views::{self, SignInForm};
use crate::throttle::{self, Act};

/// The same words whether the address or the password is wrong.
const NO_MATCH: &str = "This e-mail and password do not belong together. Check both, or set a new password.";

pub(super) async fn show(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    answer(&issuer, open(&issuer, &visitor, &params).await.map_err(PageError::from))
}

async fn open(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, IssuerError> {
    let frame = Frame::open(issuer, visitor, params).await?;
    if frame.is_over()
        && let Some(on) = way_on(issuer, visitor).await?
    {
        return Ok(on);
    }
    let hint = frame.request.as_ref().and_then(|request| request.login_hint.clone()).unwrap_or_default();
    let form = SignInForm { email: &hint, faults: Faults::default() };
    Ok(frame.show(StatusCode::OK, &views::sign_in(&frame, &form)))
}

pub(super) async fn submit(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, Box::pin(run(&issuer, &visitor, &params)).await)
}

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::accept(issuer, visitor, params).await?;
    let (typed, password) = (params.text("email"), params.text("password"));
    let refuse = |faults: Faults| {
        let view = views::sign_in(&frame, &SignInForm { email: typed, faults });
        Ok(frame.show(StatusCode::UNPROCESSABLE_ENTITY, &view))
    };
    let email = match check_form(typed, password) {
        Ok(email) => email,
        Err(faults) => return refuse(faults),
    };
    let Some(account) = authenticate(issuer, visitor, &email, password).await? else {
        return refuse(Faults::whole(NO_MATCH));
    };
    if !account.email_verified {
        let subject = Subject {
            purpose: CONFIRM,
            email: &email,
            account: Some(&account),
            name: &account.name,
            password_hash: &account.password_hash,
        };
        let handle = challenge::start(issuer, visitor, subject).await?;
        return Ok(see_other(&frame.link("/verify", &[("challenge", &handle)])));
    }
    let previous = visitor.session(issuer).await?;
    let sign_in = async |tx: Transaction| -> Result<_, IssuerError> {
        // The password may have been changed while it was being verified; then the old one must not count.
        let current = accounts::find(&tx, &account.id).await?;
        if current.is_none_or(|current| current.password_hash != account.password_hash) {
            return Ok(None);
        }
        finish::sign_in(issuer, &tx, &account, previous.as_ref(), frame.request.as_ref()).await.map(Some)
    };
    match issuer.db().transaction(sign_in).await? {
        Some(signed_in) => Ok(signed_in.response(issuer)),
        None => refuse(Faults::whole(NO_MATCH)),
    }
}

fn check_form(email: &str, password: &str) -> Result<Email, Faults> {
    let mut faults = Faults::default();
    let parsed = Email::parse(email);
    if parsed.is_none() {
        faults.add("email", "Type your e-mail address, like name@example.com.");
    }
    if password.is_empty() {
        faults.add("password", "Type your password.");
    }
    parsed.filter(|_| faults.is_empty()).ok_or(faults)
}

/// The account, if the password is its own. Unknown addresses cost the same work and the same allowance.
async fn authenticate(
    issuer: &Issuer,
    visitor: &Visitor,
    email: &Email,
    password: &str,
) -> Result<Option<accounts::Account>, PageError> {
    throttle::address(issuer, Act::SignIn, &visitor.address).await?.map_err(PageError::TooMany)?;
    throttle::password(issuer, &email.key, &visitor.address).await?.map_err(PageError::TooMany)?;
    let account = accounts::find_by_email(issuer.db().reader(), &email.key).await?;
    let plausible = password.chars().count() <= passwords::MAX_CHARS;
    let stored = account.as_ref().filter(|_| plausible).map(|account| account.password_hash.clone());
    let right = issuer.passwords().verify(password, stored).await?;
    // The log does not contain the address: what was typed there by mistake may be a password.
    tracing::info!(outcome = if right { "in" } else { "wrong" }, "a password was tried");
    let Some(account) = account.filter(|_| right) else { return Ok(None) };
    throttle::forgive(issuer, &email.key, &visitor.address).await?;
    Ok(Some(account))
}
