//! `GET` and `POST /sign-up`: the sign-up page. A sign-up with the address of an existing account looks the same; only the
//! email differs.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::{Error, Transaction};

use crate::account_details::{EmailAddress, parse_name};
use crate::crypto::{password_policy, random};
use crate::db::accounts;
use crate::error::IssuerError;
use crate::flow::challenge::{self, CONFIRM, NewChallenge};
use crate::flow::stale_page::redirect_to_application;
use crate::http::form::{FormBody, QueryParams};
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::fields::FormErrors;
use crate::pages::page_context::PageContext;
use crate::pages::texts::Texts;
use crate::pages::views::{self, SignUpForm};
use crate::rate_limits::{self, Action};

pub(super) async fn get(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    response_or_error_page(
        &issuer,
        visitor.texts,
        render_page(&issuer, &visitor, &params).await.map_err(PageError::from),
    )
}

async fn render_page(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, IssuerError> {
    let context = PageContext::load(issuer, visitor, params).await?;
    if context.is_stale()
        && let Some(redirect) = redirect_to_application(issuer, visitor).await?
    {
        return Ok(redirect);
    }
    let hint = context.request.as_ref().and_then(|request| request.login_hint.clone()).unwrap_or_default();
    let form = SignUpForm { name: "", email: &hint, errors: FormErrors::default() };
    Ok(context.render(StatusCode::OK, &views::sign_up(&context, &form)))
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, Box::pin(submit_form(&issuer, &visitor, &params)).await)
}

struct Details {
    name: String,
    email: EmailAddress,
}

async fn submit_form(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::from_form(issuer, visitor, params).await?;
    let details = match check_form(context.texts, params) {
        Ok(details) => details,
        Err(errors) => {
            let form = SignUpForm { name: params.text("name"), email: params.text("email"), errors };
            return Ok(context.render(StatusCode::UNPROCESSABLE_ENTITY, &views::sign_up(&context, &form)));
        }
    };
    rate_limits::check_address(issuer, Action::SignUp, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    let password_hash = issuer.passwords().hash(issuer.entropy(), params.text("password")).await?;
    let account = find_or_insert(issuer, &details, &password_hash).await?;
    let new = NewChallenge {
        purpose: CONFIRM,
        email: &details.email,
        account: account.as_ref(),
        name: &details.name,
        password_hash: &password_hash,
    };
    let handle = challenge::start(issuer, visitor, new).await?;
    Ok(see_other(&context.url("/verify", &[("challenge", &handle)])))
}

fn check_form(texts: &Texts, params: &Params) -> Result<Details, FormErrors> {
    let mut errors = FormErrors::default();
    let name = parse_name(params.text("name"));
    if name.is_none() {
        errors.add("name", texts.invalid.name);
    }
    let email = EmailAddress::parse(params.text("email"));
    if email.is_none() {
        errors.add("email", texts.invalid.email);
    }
    let (password, typed_name) = (params.text("password"), params.text("name"));
    if let Some(violation) = password_policy::find_violation(password, params.text("email"), typed_name) {
        errors.add("password", (texts.invalid.new_password)(violation));
    }
    match (name, email) {
        (Some(name), Some(email)) if errors.is_empty() => Ok(Details { name, email }),
        _ => Err(errors),
    }
}

/// The account that a correct code confirms: a new or an unconfirmed one. `None` if the address has a confirmed account,
/// which a sign-up cannot change.
async fn find_or_insert(
    issuer: &Issuer,
    details: &Details,
    password_hash: &str,
) -> Result<Option<accounts::Account>, IssuerError> {
    let now = issuer.now_micros();
    let account = accounts::Account {
        id: random::uuid(issuer.entropy()),
        email: details.email.as_typed.clone(),
        email_key: details.email.normalized.clone(),
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
