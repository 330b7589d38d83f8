//! `POST /api/waitlist/leave/{id}`: removes a visitor from the waitlist (docs/decisions.md).

use axum::extract::State;
use serde::Serialize;
use tala_domain::ids::{InvitationId, WaitlistConfirmationId};
use tala_store::waitlist;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::IdPath;
use crate::http::json::Json;

/// The visitor is not on the waitlist. The reply is the same if there was no entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeaveWaitlistReply {
    success: bool,
}

/// Removes a visitor from the waitlist and deletes their data.
///
/// The id in the link of the confirmation or the invitation authorizes the request: it is unguessable and known only to the
/// recipient of the mail and to administrators. That of an invitation removes the invited entry, that of the confirmation all
/// entries of its address.
#[utoipa::path(post, path = "/api/waitlist/leave/{id}", tag = "waitlist", security(()),
    params(("id" = String, Path, description = "The id in the link of the mail")),
    responses((status = 200, body = LeaveWaitlistReply)))]
pub(super) async fn leave_waitlist(
    State(ctx): State<Ctx>,
    IdPath(id): IdPath<InvitationId>,
) -> AppResult<Json<LeaveWaitlistReply>> {
    let leave = async |tx| {
        waitlist::delete_by_invitation(&tx, id).await?;
        waitlist::delete_by_confirmation(&tx, WaitlistConfirmationId(id.0)).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(leave).await?;
    Ok(Json(LeaveWaitlistReply { success: true }))
}
