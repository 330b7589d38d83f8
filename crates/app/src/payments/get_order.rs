//! `GET /api/orders/{id}`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payments::get_own_order::get_own_order;
use crate::services::current_user::Student;
use crate::views::order::{Order, load_order_view};
use axum::extract::State;
use tala_domain::ids::OrderId;

/// Returns an order of the signed-in student.
#[utoipa::path(get, path = "/api/orders/{id}", tag = "payments", params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Order)))]
pub(super) async fn get_order(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<OrderId>,
) -> AppResult<Json<Order>> {
    let order = get_own_order(&ctx, &student, id).await?;
    Ok(Json(load_order_view(&ctx, ctx.payments.as_ref(), &order).await?))
}
