//! `POST /api/waitlist/leave/{id}`: removes an invited visitor from the waitlist (docs/decisions.md).

use axum::extract::State;
use serde::Serialize;
use tala_domain::ids::InvitationId;
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
/// The invitation's id authorizes the request: it is unguessable and known only to the recipient of the mail and to
/// administrators.
#[utoipa::path(post, path = "/api/waitlist/leave/{id}", tag = "waitlist", security(()),
    params(("id" = String, Path, description = "The invitation's id, from the link in the mail")),
    responses((status = 200, body = LeaveWaitlistReply)))]
pub(super) async fn leave_waitlist(
    State(ctx): State<Ctx>,
    IdPath(id): IdPath<InvitationId>,
) -> AppResult<Json<LeaveWaitlistReply>> {
    let leave = async |tx| {
        waitlist::delete_by_invitation(&tx, id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(leave).await?;
    Ok(Json(LeaveWaitlistReply { success: true }))
}
