//! `GET /api/orders`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Student;
use crate::views::order::{Order, views};
use crate::views::problem::Problem;
use axum::extract::State;
use serde::Deserialize;
use tala_store::orders::{self};
use utoipa::IntoParams;

const MOST: u32 = 200;

/// How many.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OrdersQuery {
    /// At most so many, 200 at most; 50 if absent.
    limit: Option<u32>,
}

/// The student's purchases, newest first.
#[utoipa::path(get, path = "/api/orders", tag = "payments", params(OrdersQuery),
    responses((status = 200, body = Vec<Order>), (status = "4XX", body = Problem)))]
pub(super) async fn list_orders(
    State(ctx): State<Ctx>,
    student: Student,
    QueryParams(query): QueryParams<OrdersQuery>,
) -> AppResult<Json<Vec<Order>>> {
    let limit = query.limit.unwrap_or(50).clamp(1, MOST);
    let found = orders::list_by_student(ctx.store.read(), student.person.id, limit).await?;
    Ok(Json(views(&ctx, ctx.payments.as_ref(), &found).await?))
}
