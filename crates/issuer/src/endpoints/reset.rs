//! `GET` and `POST /reset`: reset the password with an emailed code. Ends all sessions and grants of the account.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::{Error, Transaction};

use crate::crypto::password_policy;
use crate::db::{accounts, authorization_codes, challenges, sessions, token_families};
use crate::flow::challenge::{self, RESET};
use crate::flow::sign_in::complete_sign_in;
use crate::flow::stale_page::redirect_to_application;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::emails;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::fields::FormErrors;
use crate::pages::page_context::PageContext;
use crate::pages::texts::Texts;
use crate::pages::views::{self, ResetForm};

pub(super) async fn get(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    response_or_error_page(&issuer, visitor.texts, render_page(&issuer, &visitor, &params).await)
}

async fn render_page(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::load(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = match challenge::get(issuer, visitor, handle, RESET).await {
        Err(PageError::StalePage) => {
            return redirect_to_application(issuer, visitor).await?.ok_or(PageError::StalePage);
        }
        found => found?,
    };
    let is_resent = params.get("sent").is_some();
    let form =
        ResetForm { challenge: handle, email: &challenge.email, code: "", is_resent, errors: FormErrors::default() };
    Ok(context.render(StatusCode::OK, &views::reset(&context, &form)))
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, submit_form(&issuer, &visitor, &params).await)
}

async fn submit_form(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::from_form(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = challenge::get(issuer, visitor, handle, RESET).await?;
    let (code, password) = (params.text("code"), params.text("password"));
    let reject = |errors: FormErrors, code: &str| {
        let form = ResetForm { challenge: handle, email: &challenge.email, code, is_resent: false, errors };
        Ok(context.render(StatusCode::UNPROCESSABLE_ENTITY, &views::reset(&context, &form)))
    };
    // Check the password first, so that an invalid password does not use up the code.
    let account = match challenge.account_id.as_deref() {
        Some(id) => accounts::find(issuer.db().reader(), id).await?,
        None => None,
    };
    let name = account.map(|account| account.name).unwrap_or_default();
    if let Some(violation) = password_policy::find_violation(password, &challenge.email, &name) {
        let mut errors = FormErrors::default();
        errors.add("password", (context.texts.invalid.new_password)(violation));
        return reject(errors, code);
    }
    if let Err(errors) = challenge::verify_code(issuer, visitor, &challenge, code).await? {
        return reject(errors, "");
    }
    let id = challenge.account_id.as_deref().ok_or(PageError::StalePage)?;
    let password_hash = issuer.passwords().hash(issuer.entropy(), password).await?;
    let now = issuer.now_micros();
    let previous = visitor.session(issuer).await?.filter(|session| session.account_id != id);
    let reset = async |tx: Transaction| -> Result<_, PageError> {
        if !challenges::claim(&tx, &challenge.id, now).await? {
            return Err(PageError::StalePage);
        }
        accounts::update_password(&tx, id, &password_hash, now).await?;
        revoke_all(&tx, id, now).await?;
        let account = accounts::find(&tx, id).await?.ok_or(PageError::StalePage)?;
        Ok(complete_sign_in(issuer, &tx, &account, previous.as_ref(), context.request.as_ref()).await?)
    };
    let signed_in = issuer.db().transaction(reset).await?;
    send_notice(issuer, context.texts, &challenge.email).await;
    Ok(signed_in.into_redirect(issuer))
}

/// Emails the owner of the account. The password is changed already, so an email that cannot be sent is only logged.
async fn send_notice(issuer: &Issuer, texts: &Texts, address: &str) {
    let message = emails::password_changed(issuer, texts);
    let sent = issuer.mailer().send(address, address, &message.subject, &message.text, &message.html).await;
    if let Err(reason) = sent {
        tracing::error!(reason, "cannot send the notice of a changed password");
    }
}

async fn revoke_all(tx: &Transaction, account_id: &str, now: i64) -> Result<(), Error> {
    sessions::delete_for_account(tx, account_id).await?;
    token_families::mark_revoked_for_account(tx, account_id, "password changed", now).await?;
    authorization_codes::mark_all_used(tx, account_id, now).await?;
    challenges::mark_all_consumed(tx, account_id, now).await
}
