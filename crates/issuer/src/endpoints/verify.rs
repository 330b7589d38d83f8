//! `GET` and `POST /verify`: confirm the email address with the emailed code and complete the sign-up.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::Transaction;

use crate::db::{accounts, challenges};
use crate::flow::challenge::{self, CONFIRM};
use crate::flow::sign_in::complete_sign_in;
use crate::flow::stale_page::redirect_to_application;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::fields::FormErrors;
use crate::pages::page_context::PageContext;
use crate::pages::views::{self, VerifyForm};

pub(super) async fn get(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    response_or_error_page(&issuer, visitor.texts, render_page(&issuer, &visitor, &params).await)
}

async fn render_page(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::load(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = match challenge::get(issuer, visitor, handle, CONFIRM).await {
        Err(PageError::StalePage) => {
            return redirect_to_application(issuer, visitor).await?.ok_or(PageError::StalePage);
        }
        found => found?,
    };
    let is_resent = params.get("sent").is_some();
    let form = VerifyForm { challenge: handle, email: &challenge.email, is_resent, errors: FormErrors::default() };
    Ok(context.render(StatusCode::OK, &views::verify(&context, &form)))
}

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, submit_form(&issuer, &visitor, &params).await)
}

async fn submit_form(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::from_form(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = challenge::get(issuer, visitor, handle, CONFIRM).await?;
    if let Err(errors) = challenge::verify_code(issuer, visitor, &challenge, params.text("code")).await? {
        let form = VerifyForm { challenge: handle, email: &challenge.email, is_resent: false, errors };
        return Ok(context.render(StatusCode::UNPROCESSABLE_ENTITY, &views::verify(&context, &form)));
    }
    let previous = visitor.session(issuer).await?;
    let now = issuer.now_micros();
    let id = challenge.account_id.as_deref().ok_or(PageError::StalePage)?;
    let confirm = async |tx: Transaction| -> Result<_, PageError> {
        let confirmed = challenges::claim(&tx, &challenge.id, now).await?
            && accounts::mark_confirmed(&tx, id, &challenge.name, &challenge.password_hash, now).await?;
        if !confirmed {
            return Err(PageError::StalePage);
        }
        challenges::mark_all_consumed(&tx, id, now).await?;
        let account = accounts::find(&tx, id).await?.ok_or(PageError::StalePage)?;
        Ok(complete_sign_in(issuer, &tx, &account, previous.as_ref(), context.request.as_ref()).await?)
    };
    Ok(issuer.db().transaction(confirm).await?.into_redirect(issuer))
}
