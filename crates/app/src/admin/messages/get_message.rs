//! `GET /api/admin/messages/{id}`.

use crate::admin::access::Admin;
use crate::admin::messages::view::AdminMessageDetails;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use axum::extract::State;
use tala_domain::ids::MessageId;

/// Returns a support message with its replies.
#[utoipa::path(get, path = "/api/admin/messages/{id}", tag = "admin-messages", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The message")),
    responses((status = 200, body = AdminMessageDetails)))]
pub(super) async fn admin_get_message(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<MessageId>,
) -> AppResult<Json<AdminMessageDetails>> {
    Ok(Json(AdminMessageDetails::load(&ctx, id).await?))
}
