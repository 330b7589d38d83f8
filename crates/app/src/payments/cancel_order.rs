//! `POST /api/orders/{id}/release`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payments::own_order::own;
use crate::services::current_user::Student;
use crate::services::seats::release_order;
use crate::views::order::{Order, view};
use crate::views::problem::Problem;
use axum::extract::State;
use tala_domain::ids::OrderId;
use tala_domain::payments::OrderState;
use tala_store::Transaction;
use tala_store::orders::{self};

/// Gives an unpaid purchase up: its seat and its coupon are free again.
#[utoipa::path(post, path = "/api/orders/{id}/release", tag = "payments",
    params(("id" = String, Path, description = "Our id")),
    responses((status = 200, body = Order), (status = "4XX", body = Problem)))]
pub(super) async fn release(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<OrderId>,
) -> AppResult<Json<Order>> {
    let order = own(&ctx, &student, id).await?;
    let write = async |tx: Transaction| {
        let released = match orders::find_by_id(&tx, order.id).await? {
            Some(order) => release_order(&tx, &order, OrderState::Cancelled, ctx.now()).await?,
            None => false,
        };
        Ok::<_, AppError>(released)
    };
    ctx.store.transaction(write).await?;
    let order = own(&ctx, &student, id).await?;
    Ok(Json(view(&ctx, ctx.payments.as_ref(), &order).await?))
}
