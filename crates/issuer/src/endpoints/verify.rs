//! `GET` and `POST /verify`: the mailed code that confirms an address and completes the sign-up.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::Transaction;

use crate::db::{accounts, challenges};
use crate::flow::challenge::{self, CONFIRM};
use crate::flow::finish;
use crate::flow::over::way_on;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, answer};
use crate::pages::fields::Faults;
use crate::pages::frame::Frame;
use crate::pages::views::{self, VerifyForm};

pub(super) async fn show(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    answer(&issuer, open(&issuer, &visitor, &params).await)
}

async fn open(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::open(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = match challenge::find(issuer, visitor, handle, CONFIRM).await {
        Err(PageError::OutOfDate) => return way_on(issuer, visitor).await?.ok_or(PageError::OutOfDate),
        found => found?,
    };
    let sent_again = params.get("sent").is_some();
    let form = VerifyForm { challenge: handle, email: &challenge.email, sent_again, faults: Faults::default() };
    Ok(frame.show(StatusCode::OK, &views::verify(&frame, &form)))
}

pub(super) async fn submit(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, run(&issuer, &visitor, &params).await)
}

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::accept(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = challenge::find(issuer, visitor, handle, CONFIRM).await?;
    if let Err(faults) = challenge::check(issuer, visitor, &challenge, params.text("code")).await? {
        let form = VerifyForm { challenge: handle, email: &challenge.email, sent_again: false, faults };
        return Ok(frame.show(StatusCode::UNPROCESSABLE_ENTITY, &views::verify(&frame, &form)));
    }
    let previous = visitor.session(issuer).await?;
    let now = issuer.now_micros();
    let id = challenge.account_id.as_deref().ok_or(PageError::OutOfDate)?;
    let confirm = async |tx: Transaction| -> Result<_, PageError> {
        let confirmed = challenges::claim(&tx, &challenge.id, now).await?
            && accounts::mark_confirmed(&tx, id, &challenge.name, &challenge.password_hash, now).await?;
        if !confirmed {
            return Err(PageError::OutOfDate);
        }
        challenges::mark_all_consumed(&tx, id, now).await?;
        let account = accounts::find(&tx, id).await?.ok_or(PageError::OutOfDate)?;
        Ok(finish::sign_in(issuer, &tx, &account, previous.as_ref(), frame.request.as_ref()).await?)
    };
    Ok(issuer.db().transaction(confirm).await?.response(issuer))
}
