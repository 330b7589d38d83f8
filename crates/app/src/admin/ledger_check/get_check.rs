//! `GET /api/admin/ledger-check` (D18).

use crate::admin::access::Admin;
use crate::admin::ledger_check::view::CheckView;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::http::problem::Problem;
use axum::extract::State;

/// What the last check of the books has found.
#[utoipa::path(get, path = "/api/admin/ledger-check", tag = "admin", security(("adminSession" = [])),
    responses((status = 200, body = CheckView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_get_ledger_check(State(ctx): State<Ctx>, _admin: Admin) -> AppResult<Json<CheckView>> {
    Ok(Json(CheckView::last(&ctx).await?))
}
