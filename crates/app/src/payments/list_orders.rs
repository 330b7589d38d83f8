//! `GET /api/orders`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::views::order::{Order, load_order_views};
use axum::extract::State;
use serde::Deserialize;
use tala_store::orders::{self};
use utoipa::IntoParams;

const MAX_LIMIT: u32 = 200;
const DEFAULT_LIMIT: u32 = 50;

/// The size of the list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OrdersQuery {
    /// The maximum number of orders, 1 to 200. Default: 50.
    limit: Option<u32>,
}

/// Lists the signed-in student's orders, newest first.
#[utoipa::path(get, path = "/api/orders", tag = "payments", params(OrdersQuery),
    responses((status = 200, body = Vec<Order>)))]
pub(super) async fn list_orders(
    State(ctx): State<Ctx>,
    student: Student,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> AppResult<Json<Vec<Order>>> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, MAX_LIMIT);
    let found = orders::list_by_student(ctx.store.read(), student.id(), limit).await?;
    Ok(Json(load_order_views(&ctx, ctx.payments.as_ref(), &found).await?))
}
