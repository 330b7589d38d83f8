//! Pages of a sign-in that is over. They stay in the browser's history, and Back leads to them.

use axum::response::Response;

use crate::error::IssuerError;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;
use crate::pages::frame::see_other;

/// The way on to the application, for a person who is signed in.
pub(crate) async fn way_on(issuer: &Issuer, visitor: &Visitor) -> Result<Option<Response>, IssuerError> {
    let Some(entry) = issuer.config().entry_uri() else { return Ok(None) };
    Ok(visitor.session(issuer).await?.map(|_| see_other(entry)))
}
