//! `POST /api/identity/link-code` and `POST /api/identity/link`: signing in with another provider (D38).

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{AuthenticatedToken, Body};
use crate::http::json::Json;
use crate::services::identity_links::{CODE_LIFETIME, confirm_code, request_code};

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinkCodeReply {
    success: bool,
    /// Minutes for which the code is valid.
    valid_minutes: i64,
}

/// The code from the mail.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct LinkIdentityRequest {
    /// Six digits. Spaces and hyphens are ignored.
    #[schema(max_length = 32)]
    code: String,
}

/// The accounts are linked.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LinkIdentityReply {
    success: bool,
}

/// Sends a code to the verified address of a sign-in that is not linked to the account with that address. At most three in
/// ten minutes; a new code replaces the previous one.
#[utoipa::path(post, path = "/api/identity/link-code", tag = "identity",
    responses((status = 200, body = LinkCodeReply)))]
pub(super) async fn send_link_code(
    State(ctx): State<Ctx>,
    signed_in: AuthenticatedToken,
) -> AppResult<Json<LinkCodeReply>> {
    require_unlinked(&signed_in)?;
    request_code(&ctx, &signed_in.token).await?;
    Ok(Json(LinkCodeReply { success: true, valid_minutes: CODE_LIFETIME.as_mins() }))
}

/// Links a sign-in to the account with its verified address, with the code that was sent there.
#[utoipa::path(post, path = "/api/identity/link", tag = "identity", request_body = LinkIdentityRequest,
    responses((status = 200, body = LinkIdentityReply)))]
pub(super) async fn link_identity(
    State(ctx): State<Ctx>,
    signed_in: AuthenticatedToken,
    Body(request): Body<LinkIdentityRequest>,
) -> AppResult<Json<LinkIdentityReply>> {
    if signed_in.person.is_none() {
        confirm_code(&ctx, &signed_in.token, &request.code).await?;
    }
    Ok(Json(LinkIdentityReply { success: true }))
}

fn require_unlinked(signed_in: &AuthenticatedToken) -> AppResult<()> {
    match &signed_in.person {
        None => Ok(()),
        Some(_) => Err(AppError::new(ErrorCode::AlreadyProcessed)),
    }
}
