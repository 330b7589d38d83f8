//! `GET` and `POST /forgot`: asking for a code that allows a new password. Every address gets one mail, and the same
//! page follows.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::accounts::Email;
use crate::db::accounts;
use crate::error::IssuerError;
use crate::flow::challenge::{self, RESET, Subject};
use crate::flow::over::way_on;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, answer};
use crate::pages::fields::Faults;
use crate::pages::frame::{Frame, see_other};
use crate::pages::views;
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
    Ok(frame.show(StatusCode::OK, &views::forgot(&frame, &hint, &Faults::default())))
}

pub(super) async fn submit(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, run(&issuer, &visitor, &params).await)
}

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::accept(issuer, visitor, params).await?;
    let Some(email) = Email::parse(params.text("email")) else {
        let mut faults = Faults::default();
        faults.add("email", "Type your e-mail address, like name@example.com.");
        let view = views::forgot(&frame, params.text("email"), &faults);
        return Ok(frame.show(StatusCode::UNPROCESSABLE_ENTITY, &view));
    };
    throttle::address(issuer, Act::AskForMail, &visitor.address).await?.map_err(PageError::TooMany)?;
    let account = accounts::find_by_email(issuer.db().reader(), &email.key).await?;
    let subject = Subject { purpose: RESET, email: &email, account: account.as_ref(), name: "", password_hash: "" };
    let handle = challenge::start(issuer, visitor, subject).await?;
    Ok(see_other(&frame.link("/reset", &[("challenge", &handle)])))
}
