//! `POST /api/admin/orders/{id}/refund` (D24).

use crate::admin::access::Admin;
use crate::admin::orders::details::{AdminOrderDetails, load_details};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor, AuditEvent};
use crate::services::cancellation::{Cancellation, CancellationError, cancel_booking};
use crate::services::order_refunds::{AdminNoRefund, Refundable, find_refundable};
use crate::services::package_refunds::refund_package;
use axum::extract::State;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::ErrorCode;
use tala_domain::ids::OrderId;
use tala_domain::payments::OrderState;
use tala_store::{StoreError, Transaction, orders};

/// Refunds what is left of the payment of an order. The class must not have started and is cancelled; a package must be
/// unspent, and its credits are removed.
#[utoipa::path(post, path = "/api/admin/orders/{id}/refund", tag = "admin-orders", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The order")), request_body = AdminReason,
    responses((status = 200, body = AdminOrderDetails)))]
pub(super) async fn admin_refund_order(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<OrderId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminOrderDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::Refunds, &request.reason)?;
    let write = async |tx: Transaction| {
        refund_order(&tx, &ctx, &actor, id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(load_details(&ctx, id).await?))
}

async fn refund_order(tx: &Transaction, ctx: &Ctx, actor: &AdminActor, id: OrderId) -> AppResult<()> {
    let order = orders::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    match find_refundable(tx, &order, ctx.now()).await? {
        Ok(Refundable::Class(booking)) => {
            match cancel_booking(
                tx,
                ctx,
                Actor::Admin(actor),
                booking,
                &Cancellation::without_reason(CancelledBy::Admin),
            )
            .await
            {
                Err(CancellationError::NotActive) if has_changed(tx, id).await? => {
                    return Err(concurrent_update());
                }
                done => done?,
            };
        }
        Ok(Refundable::Package(lot, payment)) => refund_package(tx, ctx, &order, lot.id, payment).await?,
        Err(AdminNoRefund::Exchanged) if has_changed(tx, id).await? => return Err(concurrent_update()),
        Err(reason) => return Err(reason.into_error(order.state)),
    }
    let event = AuditEvent::new(AuditAction::OrderRefunded, id.0)
        .detail(json!({ "totalMinor": order.price.total, "currency": order.price.currency }))
        .change(json!({ "state": order.state.as_str() }), json!({ "state": "refunding" }));
    Actor::Admin(actor).record(tx, ctx, &event).await?;
    Ok(())
}

/// Whether the booking was cancelled since the order was read. The transaction is then retried.
async fn has_changed(tx: &Transaction, id: OrderId) -> Result<bool, StoreError> {
    Ok(orders::find_by_id(tx, id).await?.is_some_and(|order| order.state != OrderState::Booked))
}

fn concurrent_update() -> AppError {
    StoreError::Serialization("the order changed".to_owned()).into()
}
