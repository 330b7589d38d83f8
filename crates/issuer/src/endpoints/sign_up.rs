//! `GET` and `POST /sign-up`. Signing up with an address that has an account looks the same; only the mail differs.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::{Error, Transaction};

use crate::accounts::{Email, parse_name};
use crate::crypto::{passwords, random};
use crate::db::accounts;
use crate::error::IssuerError;
use crate::flow::challenge::{self, CONFIRM, Subject};
use crate::flow::over::way_on;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, answer};
use crate::pages::fields::Faults;
use crate::pages::frame::{Frame, see_other};
use crate::pages::views::{self, SignUpForm};
use crate::throttle::{self, Act};

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
    let form = SignUpForm { name: "", email: &hint, faults: Faults::default() };
    Ok(frame.show(StatusCode::OK, &views::sign_up(&frame, &form)))
}

pub(super) async fn submit(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, Box::pin(run(&issuer, &visitor, &params)).await)
}

struct Details {
    name: String,
    email: Email,
}

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::accept(issuer, visitor, params).await?;
    let details = match check_form(params) {
        Ok(details) => details,
        Err(faults) => {
            let form = SignUpForm { name: params.text("name"), email: params.text("email"), faults };
            return Ok(frame.show(StatusCode::UNPROCESSABLE_ENTITY, &views::sign_up(&frame, &form)));
        }
    };
    throttle::address(issuer, Act::SignUp, &visitor.address).await?.map_err(PageError::TooMany)?;
    let password_hash = issuer.passwords().hash(issuer.entropy(), params.text("password")).await?;
    let account = find_or_insert(issuer, &details, &password_hash).await?;
    let subject = Subject {
        purpose: CONFIRM,
        email: &details.email,
        account: account.as_ref(),
        name: &details.name,
        password_hash: &password_hash,
    };
    let handle = challenge::start(issuer, visitor, subject).await?;
    Ok(see_other(&frame.link("/verify", &[("challenge", &handle)])))
}

fn check_form(params: &Params) -> Result<Details, Faults> {
    let mut faults = Faults::default();
    let name = parse_name(params.text("name"));
    if name.is_none() {
        faults.add("name", "Tell us your name, in at most 100 characters.");
    }
    let email = Email::parse(params.text("email"));
    if email.is_none() {
        faults.add("email", "Type your e-mail address, like name@example.com.");
    }
    if let Some(fault) = passwords::fault_of(params.text("password"), params.text("email")) {
        faults.add("password", fault);
    }
    match (name, email) {
        (Some(name), Some(email)) if faults.is_empty() => Ok(Details { name, email }),
        _ => Err(faults),
    }
}

/// The account that a right code will confirm: a new one, or one that was never confirmed. `None` when the address has a
/// confirmed account, which a sign-up cannot touch.
async fn find_or_insert(
    issuer: &Issuer,
    details: &Details,
    password_hash: &str,
) -> Result<Option<accounts::Account>, IssuerError> {
    let now = issuer.now_micros();
    let account = accounts::Account {
        id: random::id(issuer.entropy()),
        email: details.email.text.clone(),
        email_key: details.email.key.clone(),
        name: details.name.clone(),
        password_hash: password_hash.to_owned(),
        email_verified: false,
        created_at: now,
        updated_at: now,
    };
    let store = async |tx: Transaction| -> Result<_, Error> {
        if !accounts::insert(&tx, &account).await? {
            accounts::update_unconfirmed(&tx, &account.email_key, &account.name, password_hash, now).await?;
        }
        accounts::find_by_email(&tx, &account.email_key).await
    };
    let stored = issuer.db().transaction(store).await?;
    Ok(stored.filter(|account| !account.email_verified))
}
