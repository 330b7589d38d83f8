//! `GET /api/orders/{id}`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payments::own_order::own;
use crate::services::current_user::Student;
use crate::views::order::{Order, view};
use crate::views::problem::Problem;
use axum::extract::State;
use tala_domain::ids::OrderId;

/// One purchase, for a client that comes back to it.
#[utoipa::path(get, path = "/api/orders/{id}", tag = "payments", params(("id" = String, Path, description = "Our id")),
    responses((status = 200, body = Order), (status = "4XX", body = Problem)))]
pub(super) async fn get_order(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<OrderId>,
) -> AppResult<Json<Order>> {
    let order = own(&ctx, &student, id).await?;
    Ok(Json(view(&ctx, ctx.payments.as_ref(), &order).await?))
}
