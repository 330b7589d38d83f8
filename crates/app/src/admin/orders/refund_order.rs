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
use crate::services::holds::release_coupon;
use crate::services::order_refunds::{AdminNoRefund, Refundable, find_refundable};
use crate::services::refunds::{PaymentRest, RefundRequest, request_refund};
use axum::extract::State;
use jiff::Timestamp;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{JobId, LotId, OrderId, PaymentId, PostingId};
use tala_domain::jobs::Job;
use tala_domain::money::Money;
use tala_domain::payments::{OrderState, RefundReason};
use tala_store::credits::LotDetails;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::{self, Order};
use tala_store::{StoreError, Transaction, credits, ledger, outbox, payments};

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

async fn refund_package(tx: &Transaction, ctx: &Ctx, order: &Order, lot: LotId, payment: PaymentId) -> AppResult<()> {
    let now = ctx.now();
    let reason = RefundReason::Cancelled;
    // The order before the payment: the same lock order as in payment processing. Partial refunds lock the order too, so
    // the payment and the lot are read after it.
    if !orders::mark_refunding(tx, order.id, &[OrderState::Credited], reason, payment, now).await? {
        return Err(concurrent_update());
    }
    let stored = payments::find_by_id(tx, payment).await?;
    let stored = stored.ok_or_else(|| AppError::internal("a paid order without its payment"))?;
    let rest = PaymentRest::load(tx, order, payment).await?;
    let lot = credits::find_by_id(tx, lot).await?.ok_or_else(|| AppError::internal("credit lot of an order"))?;
    if !payments::mark_refunded(tx, payment, now).await? || !credits::void_unspent(tx, lot.id, now).await? {
        return Err(concurrent_update());
    }
    release_coupon(tx, order).await?;
    let refund =
        request_refund(tx, ctx, &stored, RefundRequest { reason, order: order.id, booking: None }, now).await?;
    let posting = Posting { refund, ..refund_posting(ctx, order, &lot, rest, now) };
    ledger::post(tx, &posting).await?;
    let Some(refund) = refund else {
        orders::mark_refunded(tx, order.id, payment, OrderState::Refunded, now).await?;
        return Ok(());
    };
    // A package has no cancellation mail that announces the refund.
    let job = Job::PaymentRefunded { refund_id: refund };
    Ok(outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?)
}

/// Returns the reversal of the purchase's posting, less its partial refunds.
fn refund_posting(ctx: &Ctx, order: &Order, lot: &LotDetails, rest: PaymentRest, now: Timestamp) -> Posting {
    let money = |minor: i64| Money::new(minor, order.price.currency);
    let worth = lot.price_per_class.amount_minor.saturating_mul(i64::from(lot.total));
    let posting = Posting::new(PostingId(ctx.new_id()), Kind::CreditsRefunded, now)
        .order(order.id)
        .credits((lot.student_id, lot.id), (Account::CreditsBought, None), -i64::from(lot.total))
        .lot_money(lot.student_id, lot.id, money(worth))
        .money(Account::Rounding, None, money(rest.parts.price.saturating_sub(worth)));
    rest.add_to(posting)
}
