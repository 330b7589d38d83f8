//! `GET /api/admin/orders/{id}`.

use crate::admin::access::Admin;
use crate::admin::orders::details::{AdminOrderDetails, load_details};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use axum::extract::State;
use tala_domain::ids::OrderId;

/// Returns an order with its payments, refunds and history.
#[utoipa::path(get, path = "/api/admin/orders/{id}", tag = "admin-orders", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The order")),
    responses((status = 200, body = AdminOrderDetails)))]
pub(super) async fn admin_get_order(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(id): IdPath<OrderId>,
) -> AppResult<Json<AdminOrderDetails>> {
    Ok(Json(load_details(&ctx, id).await?))
}
