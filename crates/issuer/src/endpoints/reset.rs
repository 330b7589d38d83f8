//! `GET` and `POST /reset`: the mailed code and a new password. Everything that the old password opened is closed.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use tala_db::{Error, Transaction};

use crate::crypto::passwords;
use crate::db::{accounts, challenges, codes, families, sessions};
use crate::flow::challenge::{self, RESET};
use crate::flow::finish;
use crate::flow::over::way_on;
use crate::http::form::{FormBody, QueryParams};
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, answer};
use crate::pages::fields::Faults;
use crate::pages::frame::Frame;
use crate::pages::views::{self, ResetForm};

pub(super) async fn show(State(issuer): State<Issuer>, visitor: Visitor, QueryParams(params): QueryParams) -> Response {
    answer(&issuer, open(&issuer, &visitor, &params).await)
}

async fn open(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::open(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = match challenge::find(issuer, visitor, handle, RESET).await {
        Err(PageError::OutOfDate) => return way_on(issuer, visitor).await?.ok_or(PageError::OutOfDate),
        found => found?,
    };
    let sent_again = params.get("sent").is_some();
    let form =
        ResetForm { challenge: handle, email: &challenge.email, code: "", sent_again, faults: Faults::default() };
    Ok(frame.show(StatusCode::OK, &views::reset(&frame, &form)))
}

pub(super) async fn submit(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, run(&issuer, &visitor, &params).await)
}

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::accept(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let challenge = challenge::find(issuer, visitor, handle, RESET).await?;
    let (code, password) = (params.text("code"), params.text("password"));
    let refuse = |faults: Faults, code: &str| {
        let form = ResetForm { challenge: handle, email: &challenge.email, code, sent_again: false, faults };
        Ok(frame.show(StatusCode::UNPROCESSABLE_ENTITY, &views::reset(&frame, &form)))
    };
    // The password first: a code is not used up for the sake of a password that would be refused.
    if let Some(fault) = passwords::fault_of(password, &challenge.email) {
        let mut faults = Faults::default();
        faults.add("password", fault);
        return refuse(faults, code);
    }
    if let Err(faults) = challenge::check(issuer, visitor, &challenge, code).await? {
        return refuse(faults, "");
    }
    let id = challenge.account_id.as_deref().ok_or(PageError::OutOfDate)?;
    let password_hash = issuer.passwords().hash(issuer.entropy(), password).await?;
    let now = issuer.now_micros();
    let previous = visitor.session(issuer).await?.filter(|session| session.account_id != id);
    let reset = async |tx: Transaction| -> Result<_, PageError> {
        if !challenges::claim(&tx, &challenge.id, now).await? {
            return Err(PageError::OutOfDate);
        }
        accounts::update_password(&tx, id, &password_hash, now).await?;
        close_everything(&tx, id, now).await?;
        let account = accounts::find(&tx, id).await?.ok_or(PageError::OutOfDate)?;
        Ok(finish::sign_in(issuer, &tx, &account, previous.as_ref(), frame.request.as_ref()).await?)
    };
    Ok(issuer.db().transaction(reset).await?.response(issuer))
}

async fn close_everything(tx: &Transaction, account_id: &str, now: i64) -> Result<(), Error> {
    sessions::delete_of_account(tx, account_id).await?;
    families::mark_revoked_of_account(tx, account_id, "password changed", now).await?;
    codes::mark_all_used(tx, account_id, now).await?;
    challenges::mark_all_consumed(tx, account_id, now).await
}
