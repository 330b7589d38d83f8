//! `GET /api/account`.

use axum::extract::State;

use super::view::Account;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::problem::Problem;

/// Returns the signed-in person's account.
#[utoipa::path(get, path = "/api/account", tag = "account",
    responses((status = 200, body = Account), (status = "4XX", body = Problem)))]
pub(super) async fn get_account(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<Json<Account>> {
    Ok(Json(Account::load(&ctx, user.person, user.role).await?))
}
