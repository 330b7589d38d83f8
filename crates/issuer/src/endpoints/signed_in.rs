//! `GET /signed-in`: shown after a sign-in without an authorization request.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::db::accounts;
use crate::error::IssuerError;
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::pages::errors::{PageError, response_or_error_page};
use crate::pages::layout::{PageUrls, html_response};
use crate::pages::views;

pub(super) async fn get(State(issuer): State<Issuer>, visitor: Visitor) -> Response {
    response_or_error_page(&issuer, visitor.texts, render_page(&issuer, &visitor).await.map_err(PageError::from))
}

async fn render_page(issuer: &Issuer, visitor: &Visitor) -> Result<Response, IssuerError> {
    let account = match visitor.session(issuer).await? {
        Some(session) => accounts::find(issuer.db().reader(), &session.account_id).await?,
        None => None,
    };
    Ok(match account {
        Some(account) => html_response(
            issuer,
            visitor.texts,
            StatusCode::OK,
            &views::signed_in(issuer, visitor.texts, &account.name),
            PageUrls::default(),
        ),
        None => see_other(&issuer.page_path("/sign-in")),
    })
}
