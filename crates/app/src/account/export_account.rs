//! `GET /api/account/export`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::services::privacy;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;

/// Exports all data about the signed-in person as a JSON file.
#[utoipa::path(get, path = "/api/account/export", tag = "account",
    responses((status = 200, body = Object)))]
pub(super) async fn export_account(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<impl IntoResponse> {
    let all = privacy::export(&ctx, user.person.id).await?;
    let name = "attachment; filename=\"my-data.json\"";
    Ok(([(CONTENT_TYPE, "application/json"), (CONTENT_DISPOSITION, name)], Json(all)))
}
