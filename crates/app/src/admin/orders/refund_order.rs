//! `POST /api/admin/orders/{id}/refund`: all the money of a class that is still to come, which is called off with it, or of
//! a package of which nothing was spent (D24). A refund gives back a whole payment.

use crate::admin::access::Admin;
use crate::admin::orders::details::{AdminOrderDetails, load};
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Act, Actor, Deed};
use crate::services::cancellation::{Cancellation, call_off};
use crate::services::order_refunds::{AdminNoRefund, Refundable, find_refundable};
use crate::services::refunds::{Reason, request_refund};
use crate::services::seats::release_coupon;
use crate::views::problem::Problem;
use axum::extract::State;
use jiff::Timestamp;
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::booking::policy::CancelledBy;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{JobId, LedgerTxId, OrderId, PaymentId};
use tala_domain::jobs::Job;
use tala_domain::money::Money;
use tala_domain::payments::{OrderState, RefundReason};
use tala_store::credits::FoundLot;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::{self, Order};
use tala_store::{StoreError, Transaction, credits, ledger, outbox, payments};

/// Gives an order's money back.
#[utoipa::path(post, path = "/api/admin/orders/{id}/refund", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The order")), request_body = AdminReason,
    responses((status = 200, body = AdminOrderDetails), (status = "4XX", body = Problem)))]
pub(super) async fn admin_refund_order(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<OrderId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminOrderDetails>> {
    let act = admin.may_because(Area::Refunds, &request.reason)?;
    let write = async |tx: Transaction| {
        in_transaction(&tx, &ctx, &act, id).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    Ok(Json(load(&ctx, id).await?))
}

async fn in_transaction(tx: &Transaction, ctx: &Ctx, act: &Act, id: OrderId) -> AppResult<()> {
    let order = orders::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    match find_refundable(tx, &order, ctx.now()).await? {
        Ok(Refundable::Class(booking)) => {
            match call_off(tx, ctx, Actor::Admin(act), booking, &Cancellation::silent(CancelledBy::Admin)).await {
                Err(error) if error.code() == ErrorCode::NotCancellable && has_moved_on(tx, id).await? => {
                    return Err(moved_on());
                }
                done => done?,
            };
        }
        Ok(Refundable::Package(lot, payment)) => refund_package(tx, ctx, &order, &lot, payment).await?,
        Err(AdminNoRefund::Exchanged) if has_moved_on(tx, id).await? => return Err(moved_on()),
        Err(refusal) => return Err(refusal.refuse(order.state)),
    }
    let deed = Deed::new("order_refunded", id.0)
        .detail(json!({ "totalMinor": order.price.total, "currency": order.price.currency }))
        .change(json!({ "state": order.state.as_str() }), json!({ "state": "refunding" }));
    Actor::Admin(act).record(tx, ctx, &deed).await?;
    Ok(())
}

/// Whether the class was called off since the order was read: then the order, read anew, says how.
async fn has_moved_on(tx: &Transaction, id: OrderId) -> Result<bool, StoreError> {
    Ok(orders::find_by_id(tx, id).await?.is_some_and(|order| order.state != OrderState::Booked))
}

fn moved_on() -> AppError {
    StoreError::Serialization("the order changed".to_owned()).into()
}

async fn refund_package(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    lot: &FoundLot,
    payment: PaymentId,
) -> AppResult<()> {
    let now = ctx.now();
    let stored = payments::find_by_id(tx, payment).await?;
    let stored = stored.ok_or_else(|| AppError::internal("a paid order without its payment"))?;
    let reason = RefundReason::Cancelled;
    // The order before its payment, as whoever brings news of the payment does.
    if !orders::mark_refunding(tx, order.id, &[OrderState::Credited], reason, payment, now).await?
        || !payments::mark_returned(tx, payment, now).await?
        || !credits::close_unspent(tx, lot.id, now).await?
    {
        return Err(moved_on());
    }
    release_coupon(tx, order).await?;
    let refund = request_refund(tx, ctx, &stored, Reason { reason, order: order.id, booking: None }, now).await?;
    ledger::post(tx, &posting(ctx, order, lot, now).refund(refund)).await?;
    // No cancelled class tells of it.
    let job = Job::MoneyReturned { refund_id: refund };
    Ok(outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?)
}

/// The purchase of the package, turned round.
fn posting(ctx: &Ctx, order: &Order, lot: &FoundLot, now: Timestamp) -> Posting {
    let price = &order.price;
    let money = |minor: i64| Money::new(minor, price.currency);
    let worth = lot.price_per_class.amount_minor.saturating_mul(i64::from(lot.total));
    Posting::new(LedgerTxId(ctx.new_id()), Kind::CreditsRefunded, now)
        .order(order.id)
        .credits((lot.student_id, lot.id), (Account::CreditsBought, None), -i64::from(lot.total))
        .lot_money(lot.student_id, lot.id, money(worth))
        .money(Account::Rounding, None, money(price.price.saturating_sub(worth)))
        .money(Account::ServiceFees, None, money(price.service_fee))
        .money(Account::ProviderFees, None, money(price.provider_fee))
        .money(Account::RefundsPayable, None, money(price.total.saturating_neg()))
}
