//! `GET /api/admin/messages/{id}`.

use crate::admin::access::Admin;
use crate::admin::messages::view::MessageDetails;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::http::problem::Problem;
use axum::extract::State;
use tala_domain::ids::MessageId;

/// A message with its answers.
#[utoipa::path(get, path = "/api/admin/messages/{id}", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The message")),
    responses((status = 200, body = MessageDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_message(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<MessageId>,
) -> AppResult<Json<MessageDetails>> {
    Ok(Json(MessageDetails::load(&ctx, id).await?))
}
