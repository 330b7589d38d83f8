//! `GET /api/admin/ledger-check` (D18).

use crate::admin::access::Admin;
use crate::admin::ledger_check::view::LedgerCheck;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use axum::extract::State;

/// Returns the result of the last ledger check.
#[utoipa::path(get, path = "/api/admin/ledger-check", tag = "admin-system", security(("adminSession" = [])),
    responses((status = 200, body = LedgerCheck)))]
pub(super) async fn admin_get_ledger_check(State(ctx): State<Ctx>, _admin: Admin) -> AppResult<Json<LedgerCheck>> {
    Ok(Json(LedgerCheck::load_last(&ctx).await?))
}
