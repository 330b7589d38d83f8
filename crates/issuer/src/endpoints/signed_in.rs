//! `GET /signed-in`: where a sign-in ends when no application waits for it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::db::accounts;
use crate::error::IssuerError;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::pages::errors::{PageError, answer};
use crate::pages::frame::see_other;
use crate::pages::layout::respond;
use crate::pages::views;

pub(super) async fn show(State(issuer): State<Issuer>, visitor: Visitor) -> Response {
    answer(&issuer, open(&issuer, &visitor).await.map_err(PageError::from))
}

async fn open(issuer: &Issuer, visitor: &Visitor) -> Result<Response, IssuerError> {
    let account = match visitor.session(issuer).await? {
        Some(session) => accounts::find(issuer.db().reader(), &session.account_id).await?,
        None => None,
    };
    Ok(match account {
        Some(account) => respond(issuer, StatusCode::OK, &views::signed_in(issuer, &account.name), None),
        None => see_other(&issuer.path("/sign-in")),
    })
}
