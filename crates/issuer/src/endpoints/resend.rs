//! `POST /resend`: send a new code for an open challenge.

use axum::extract::State;
use axum::response::Response;

use crate::flow::challenge::{self, CONFIRM, RESET};
use crate::http::form::FormBody;
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::page_context::PageContext;

pub(super) async fn post(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    response_or_error_page(&issuer, visitor.texts, submit_form(&issuer, &visitor, &params).await)
}

async fn submit_form(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let context = PageContext::from_form(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let (challenge, page) = match challenge::get(issuer, visitor, handle, CONFIRM).await {
        Ok(challenge) => (challenge, "/verify"),
        Err(PageError::StalePage) => (challenge::get(issuer, visitor, handle, RESET).await?, "/reset"),
        Err(error) => return Err(error),
    };
    challenge::resend(issuer, visitor, &challenge).await?;
    Ok(see_other(&context.url(page, &[("challenge", handle), ("sent", "1")])))
}
