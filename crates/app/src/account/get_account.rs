//! `GET /api/account`.

use axum::extract::State;

use super::view::Account;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;

/// Returns the signed-in person's account.
#[utoipa::path(get, path = "/api/account", tag = "account",
    responses((status = 200, body = Account)))]
pub(super) async fn get_account(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<Json<Account>> {
    Ok(Json(Account::load(&ctx, user.person, user.role).await?))
}
