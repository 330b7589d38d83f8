//! `POST /api/orders/{id}/cancel`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::IdPath;
use crate::http::json::Json;
use crate::payments::get_own_order::get_own_order;
use crate::services::current_user::Student;
use crate::services::holds::release_order;
use crate::views::order::{Order, load_order_view};
use axum::extract::State;
use tala_domain::ids::OrderId;
use tala_domain::payments::OrderState;
use tala_store::Transaction;
use tala_store::orders::{self};

/// Cancels an order that awaits payment and releases its seat and coupon. A payment that arrives later is refunded, also if
/// the order has expired. An order that is being checked, is paid or has ended otherwise is returned unchanged.
#[utoipa::path(post, path = "/api/orders/{id}/cancel", tag = "payments",
    params(("id" = String, Path, description = "The order's `_id`")),
    responses((status = 200, body = Order)))]
pub(super) async fn cancel_order(
    State(ctx): State<Ctx>,
    student: Student,
    IdPath(id): IdPath<OrderId>,
) -> AppResult<Json<Order>> {
    let order = get_own_order(&ctx, &student, id).await?;
    let write = async |tx: Transaction| {
        let Some(order) = orders::find_by_id(&tx, order.id).await? else { return Ok(()) };
        release_order(&tx, &order, OrderState::Cancelled, ctx.now()).await?;
        // Without this reason, a late payment would book the class (ADR 15).
        orders::mark_order_cancelled(&tx, order.id, ctx.now()).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    let order = get_own_order(&ctx, &student, id).await?;
    Ok(Json(load_order_view(&ctx, ctx.payments.as_ref(), &order).await?))
}
