//! `GET /api/admin/payouts/owed`.

use crate::admin::access::Admin;
use crate::admin::payouts::owed_view::AdminOwed;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

/// What teachers have earned and not been paid.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminOwedList {
    /// One item for each teacher and currency, by name; at most 1,000.
    items: Vec<AdminOwed>,
}

/// Lists what teachers have earned and not been paid, and what a payout run would pay today.
#[utoipa::path(get, path = "/api/admin/payouts/owed", tag = "admin-payouts", security(("adminSession" = [])),
    responses((status = 200, body = AdminOwedList)))]
pub(super) async fn admin_list_owed(State(ctx): State<Ctx>, _admin: Admin) -> AppResult<Json<AdminOwedList>> {
    Ok(Json(AdminOwedList { items: AdminOwed::list(&ctx).await? }))
}
