//! `POST /resend`: a new code for a page that waits for one.

use axum::extract::State;
use axum::response::Response;

use crate::flow::challenge::{self, CONFIRM, RESET};
use crate::http::form::FormBody;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::oauth::params::Params;
use crate::pages::errors::{PageError, answer};
use crate::pages::frame::{Frame, see_other};

pub(super) async fn submit(State(issuer): State<Issuer>, visitor: Visitor, FormBody(params): FormBody) -> Response {
    answer(&issuer, run(&issuer, &visitor, &params).await)
}

async fn run(issuer: &Issuer, visitor: &Visitor, params: &Params) -> Result<Response, PageError> {
    let frame = Frame::accept(issuer, visitor, params).await?;
    let handle = params.text("challenge");
    let (challenge, page) = match challenge::find(issuer, visitor, handle, CONFIRM).await {
        Ok(challenge) => (challenge, "/verify"),
        Err(PageError::OutOfDate) => (challenge::find(issuer, visitor, handle, RESET).await?, "/reset"),
        Err(error) => return Err(error),
    };
    challenge::send_again(issuer, visitor, &challenge).await?;
    Ok(see_other(&frame.link(page, &[("challenge", handle), ("sent", "1")])))
}
