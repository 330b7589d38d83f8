//! Sign-in pages whose authorization request has been answered. The browser's Back button leads to them.

use axum::response::Response;

use crate::error::IssuerError;
use crate::http::redirect::see_other;
use crate::http::visitor::Visitor;
use crate::issuer::Issuer;

/// A redirect to the application's start page, if the visitor is signed in and `entry_uri` is configured.
pub(crate) async fn redirect_to_application(
    issuer: &Issuer,
    visitor: &Visitor,
) -> Result<Option<Response>, IssuerError> {
    let Some(entry) = issuer.config().entry_uri() else { return Ok(None) };
    Ok(visitor.session(issuer).await?.map(|_| see_other(entry)))
}
