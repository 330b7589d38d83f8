//! `GET` and `POST /forgot`: request a code for a password reset. Every address gets one email and the same page, with or
//! without an account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::account_details::EmailAddress;
use crate::db::accounts;
use crate::error::IssuerError;
use crate::flow::challenge::{self, NewChallenge, RESET};
use crate::flow::stale_page::redirect_to_application;
use crate::http::form::{FormBody, QueryParams};
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::fields::FormErrors;
use crate::pages::page_context::PageContext;
use crate::pages::views;
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
    Ok(context.render(StatusCode::OK, &views::forgot(&context, &hint, &FormErrors::default())))
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, submit_form(&issuer, &visitor, &params).await)
}

async fn submit_form(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::from_form(issuer, visitor, params).await?;
    let Some(email) = EmailAddress::parse(params.text("email")) else {
        let mut errors = FormErrors::default();
        errors.add("email", context.texts.invalid.email);
        let view = views::forgot(&context, params.text("email"), &errors);
        return Ok(context.render(StatusCode::UNPROCESSABLE_ENTITY, &view));
    };
    rate_limits::check_address(issuer, Action::RequestEmail, &visitor.rate_limit_key)
        .await?
        .map_err(PageError::RateLimited)?;
    let account = accounts::find_by_email(issuer.db().reader(), &email.normalized).await?;
    let new = NewChallenge { purpose: RESET, email: &email, account: account.as_ref(), name: "", password_hash: "" };
    let handle = challenge::start(issuer, visitor, new).await?;
    Ok(see_other(&context.url("/reset", &[("challenge", &handle)])))
}
