//! `POST /api/waitlist/leave/{id}`: whoever was invited and does not want to wait any more (docs/decisions.md).

use axum::extract::State;
use serde::Serialize;
use tala_domain::ids::InvitationId;
use tala_store::waitlist;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::views::problem::Problem;

/// The same whether somebody was on the list or not: afterwards nobody is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LeaveWaitlistReply {
    success: bool,
}

/// Takes a visitor off the waitlist, and deletes what they have told us. The id of the invitation is proof enough: only its mail and
/// the back office have it, and nobody can guess it.
#[utoipa::path(post, path = "/api/waitlist/leave/{id}", tag = "waitlist", security(()),
    params(("id" = String, Path, description = "The invitation, as the link in its mail has it")),
    responses((status = 200, body = LeaveWaitlistReply), (status = "4XX", body = Problem)))]
pub(super) async fn leave_waitlist(
    State(ctx): State<Ctx>,
    IdPath(id): IdPath<InvitationId>,
) -> AppResult<Json<LeaveWaitlistReply>> {
    let leave = async |tx| {
        waitlist::leave(&tx, id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(leave).await?;
    Ok(Json(LeaveWaitlistReply { success: true }))
}
