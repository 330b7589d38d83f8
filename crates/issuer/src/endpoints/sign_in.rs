//! `GET` and `POST /sign-in`: the sign-in page.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::Transaction;

use crate::account_details::EmailAddress;
use crate::crypto::password_policy;
use crate::db::accounts;
use crate::error::IssuerError;
use crate::flow::challenge::{self, CONFIRM, NewChallenge};
use crate::flow::sign_in::complete_sign_in;
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
use crate::pages::views::{self, SignInForm};
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
    let form = SignInForm { email: &hint, errors: FormErrors::default() };
    Ok(context.render(StatusCode::OK, &views::sign_in(&context, &form)))
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, Box::pin(submit_form(&issuer, &visitor, &params)).await)
}

async fn submit_form(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::from_form(issuer, visitor, params).await?;
    let (typed, password) = (params.text("email"), params.text("password"));
    let reject = |errors: FormErrors| {
        let view = views::sign_in(&context, &SignInForm { email: typed, errors });
        Ok(context.render(StatusCode::UNPROCESSABLE_ENTITY, &view))
    };
    let email = match check_form(context.texts, typed, password) {
        Ok(email) => email,
        Err(errors) => return reject(errors),
    };
    // The same message for an unknown address and a wrong password.
    let Some(account) = authenticate(issuer, visitor, &email, password).await? else {
        return reject(FormErrors::for_form(context.texts.invalid.credentials));
    };
    if !account.email_verified {
        let new = NewChallenge {
            purpose: CONFIRM,
            email: &email,
            account: Some(&account),
            name: &account.name,
            password_hash: &account.password_hash,
        };
        let handle = challenge::start(issuer, visitor, new).await?;
        return Ok(see_other(&context.url("/verify", &[("challenge", &handle)])));
    }
    let previous = visitor.session(issuer).await?;
    let sign_in = async |tx: Transaction| -> Result<_, IssuerError> {
        // The password may have changed since it was verified.
        let current = accounts::find(&tx, &account.id).await?;
        if current.is_none_or(|current| current.password_hash != account.password_hash) {
            return Ok(None);
        }
        complete_sign_in(issuer, &tx, &account, previous.as_ref(), context.request.as_ref()).await.map(Some)
    };
    match issuer.db().transaction(sign_in).await? {
        Some(signed_in) => Ok(signed_in.into_redirect(issuer)),
        None => reject(FormErrors::for_form(context.texts.invalid.credentials)),
    }
}

fn check_form(texts: &Texts, email: &str, password: &str) -> Result<EmailAddress, FormErrors> {
    let mut errors = FormErrors::default();
    let parsed = EmailAddress::parse(email);
    if parsed.is_none() {
        errors.add("email", texts.invalid.email);
    }
    if password.is_empty() {
        errors.add("password", texts.invalid.no_password);
    }
    parsed.filter(|_| errors.is_empty()).ok_or(errors)
}

/// The account, if the password is correct. Unknown addresses cost the same work and the same rate limit.
async fn authenticate(
    issuer: &Issuer,
    visitor: &Visitor,
    email: &EmailAddress,
    password: &str,
) -> Result<Option<accounts::Account>, PageError> {
    rate_limits::check_address(issuer, Action::SignIn, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    rate_limits::check_password(issuer, &email.normalized, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    let account = accounts::find_by_email(issuer.db().reader(), &email.normalized).await?;
    let is_allowed_length = password.chars().count() <= password_policy::MAX_CHARS;
    let stored = account.as_ref().filter(|_| is_allowed_length).map(|account| account.password_hash.clone());
    let is_correct = issuer.passwords().verify(password, stored).await?;
    // Without the address: users type passwords into the wrong field.
    tracing::info!(is_correct, "password attempt");
    let Some(account) = account.filter(|_| is_correct) else { return Ok(None) };
    rate_limits::reset_password_failures(issuer, &email.normalized, &visitor.rate_limit_key).await?;
    Ok(Some(account))
}
