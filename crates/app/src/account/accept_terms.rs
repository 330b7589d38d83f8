//! `POST /api/account/terms`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::identity::TERMS_VERSION;
use tala_store::{StoreError, Transaction, people};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::terms;

/// The version of the terms that the person has read.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct AcceptTermsRequest {
    /// Must be the current version.
    #[serde(default)]
    version: String,
}

/// The terms were accepted.
#[derive(Serialize, ToSchema)]
pub(super) struct TermsAccepted {
    success: bool,
    version: &'static str,
}

/// Accepts the current terms and conditions.
///
/// Repeating it has no effect: the first acceptance of a version stays.
#[utoipa::path(post, path = "/api/account/terms", tag = "account", request_body = AcceptTermsRequest,
    responses((status = 200, body = TermsAccepted)))]
pub(super) async fn accept_terms(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<AcceptTermsRequest>,
) -> AppResult<Json<TermsAccepted>> {
    terms::require_current_version(&request.version, "version")?;
    let id = user.person.id;
    let write = async |tx: Transaction| {
        people::lock_for_update(&tx, id).await?;
        terms::accept(&ctx, &tx, id).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(TermsAccepted { success: true, version: TERMS_VERSION }))
}
