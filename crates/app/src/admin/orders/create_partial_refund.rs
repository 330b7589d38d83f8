//! `POST /api/admin/orders/{id}/partial-refunds` (ADR 11).

use crate::admin::access::Admin;
use crate::admin::orders::details::{AdminOrderDetails, load_details};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::idempotency_key::parse_idempotency_key;
use crate::http::json::Json;
use crate::services::audit::{Actor, AdminActor, AuditEvent};
use crate::services::partial_refunds::{AdminNoPartialRefund, find_payment};
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::AdminArea;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{JobId, OrderId, PostingId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{ChargeParts, RefundAmountError, RefundBearer, RefundReason, check_refund_amount};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::{self, Order};
use tala_store::payments::{self, Payment};
use tala_store::refunds::{self, NewRefund, Refund, RefundShare};
use tala_store::{StoreError, Transaction, bookings, ledger, outbox};
use utoipa::ToSchema;

use super::teacher_share::{SharedItem, reduce_price};

/// A partial refund of an order's payment.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPartialRefundRequest {
    /// In major units of the order's currency, at least 1.
    amount: f64,
    /// `platform`: the platform bears it, and the teacher's earnings stay. `teacher`: price, fees and with them the teacher's
    /// earnings are reduced in proportion.
    bearer: String,
    /// 1 to 500 characters; kept in the audit log.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// What could be refunded when the administrator decided, in major units. If another refund came in between, the
    /// request fails with `version_conflict`.
    refundable: f64,
    /// 1 to 200 printable ASCII characters. Requests with the same key refund once.
    #[schema(min_length = 1, max_length = 200)]
    idempotency_key: String,
}

/// A valid request.
struct Command {
    amount: Money,
    bearer: RefundBearer,
    refundable: Money,
    idempotency_key: String,
}

impl AdminPartialRefundRequest {
    fn parse(&self, currency: Currency) -> Result<Command, FieldErrors> {
        let money = |field: &str, amount: f64| {
            let amount = Money::from_major_text(&amount.to_string(), currency);
            amount.ok_or_else(|| FieldErrors::one(field, "An amount with at most two decimals"))
        };
        let idempotency_key = parse_idempotency_key("idempotencyKey", self.idempotency_key.as_bytes())?;
        Ok(Command {
            amount: money("amount", self.amount)?,
            bearer: RefundBearer::parse(&self.bearer)
                .ok_or_else(|| FieldErrors::one("bearer", "platform or teacher"))?,
            refundable: money("refundable", self.refundable)?,
            idempotency_key: idempotency_key.to_owned(),
        })
    }
}

/// Refunds a part of the payment of an order. The class or the package stays.
#[utoipa::path(post, path = "/api/admin/orders/{id}/partial-refunds", tag = "admin-orders",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The order")),
    request_body = AdminPartialRefundRequest,
    responses((status = 200, body = AdminOrderDetails)))]
pub(super) async fn admin_create_partial_refund(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<OrderId>,
    Body(request): Body<AdminPartialRefundRequest>,
) -> AppResult<Json<AdminOrderDetails>> {
    let actor = admin.authorize_with_reason(AdminArea::Refunds, &request.reason)?;
    let write = async |tx: Transaction| {
        refund_part(&tx, &ctx, &actor, id, &request).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(load_details(&ctx, id).await?))
}

async fn refund_part(
    tx: &Transaction,
    ctx: &Ctx,
    actor: &AdminActor,
    id: OrderId,
    request: &AdminPartialRefundRequest,
) -> AppResult<()> {
    // The booking, the order, the payment: the same lock order as for cancelling a class.
    let unlocked = orders::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    let booking = match unlocked.booking_id {
        Some(booking) => bookings::lock_price(tx, booking).await?,
        None => None,
    };
    let order = orders::lock_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    if order.booking_id != unlocked.booking_id {
        return Err(StoreError::Serialization("the order was fulfilled concurrently".to_owned()).into());
    }
    let command = request.parse(order.price.currency)?;
    if let Some(earlier) = refunds::find_by_idempotency_key(tx, &command.idempotency_key).await? {
        return check_repeated(&earlier, &order, &command);
    }
    let payment = find_payment(&order).map_err(|reason| reason.into_error(order.state))?;
    let payment = payments::find_by_id(tx, payment).await?;
    let payment = payment.ok_or_else(|| AppError::internal("payment of a paid order is missing"))?;
    check_amount(&order, &payment, &command)?;
    let share = |parts| RefundShare { bearer: command.bearer, parts, voided_credits: 0 };
    let (share, price_lines) = match command.bearer {
        RefundBearer::Platform => (share(ChargeParts::default()), None),
        RefundBearer::Teacher => {
            let item = SharedItem::load(tx, &order, booking).await?;
            let (parts, lines) = reduce_price(tx, ctx, &order, &payment, item, command.amount).await?;
            (share(parts), Some(lines))
        }
    };
    let refund = insert(tx, ctx, &order, &payment, share, &command).await?;
    let posting =
        Posting::new(PostingId(ctx.new_id()), Kind::PaymentPartlyRefunded, ctx.now()).order(id).refund(refund);
    let posting = match price_lines {
        None => posting.money(Account::Goodwill, None, command.amount),
        Some(lines) => lines.add_to(posting),
    };
    let owed = Money::new(command.amount.amount_minor.saturating_neg(), command.amount.currency);
    ledger::post(tx, &posting.money(Account::RefundsPayable, None, owed)).await?;
    record(tx, ctx, actor, &order, refund, &command).await
}

/// Accepts a repeated request, and rejects another one with the same key.
fn check_repeated(earlier: &Refund, order: &Order, command: &Command) -> AppResult<()> {
    let is_same = earlier.order_id == Some(order.id)
        && earlier.amount_minor == command.amount.amount_minor
        && earlier.share.is_some_and(|share| share.bearer == command.bearer);
    if is_same { Ok(()) } else { Err(ErrorCode::IdempotencyMismatch.into()) }
}

fn check_amount(order: &Order, payment: &Payment, command: &Command) -> AppResult<()> {
    let refundable = payment.refundable_minor();
    if refundable == 0 {
        return Err(AdminNoPartialRefund::Nothing.into_error(order.state));
    }
    if refundable != command.refundable.amount_minor {
        return Err(AppError::new(ErrorCode::VersionConflict)
            .with_detail("Another refund of this payment was requested. Check the order and try again."));
    }
    let left = Money::new(refundable, order.price.currency).to_display();
    let message = match check_refund_amount(command.amount.amount_minor, refundable) {
        Ok(()) => return Ok(()),
        Err(RefundAmountError::TooLittle) => "The payment provider refunds amounts from 1.00".to_owned(),
        Err(RefundAmountError::TooMuch) => format!("At most {left} can be refunded"),
        Err(RefundAmountError::LeavesTooLittle) => format!("Refund {left}, or leave at least 1.00"),
    };
    Err(FieldErrors::one("amount", message).into())
}

async fn insert(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    payment: &Payment,
    share: RefundShare,
    command: &Command,
) -> AppResult<RefundId> {
    let id = RefundId(ctx.new_id());
    let new = NewRefund {
        id,
        payment_id: payment.id,
        order_id: Some(order.id),
        booking_id: None,
        amount_minor: command.amount.amount_minor,
        currency: command.amount.currency.code(),
        reason: RefundReason::Partial,
        share: Some(share),
        idempotency_key: Some(&command.idempotency_key),
    };
    let now = ctx.now();
    if !payments::reserve_refund(tx, payment.id, command.amount.amount_minor, now).await?
        || !refunds::insert(tx, &new, now).await?
    {
        return Err(StoreError::Serialization("the payment changed concurrently".to_owned()).into());
    }
    Ok(id)
}

async fn record(
    tx: &Transaction,
    ctx: &Ctx,
    actor: &AdminActor,
    order: &Order,
    refund: RefundId,
    command: &Command,
) -> AppResult<()> {
    let mut jobs = vec![(JobId(ctx.new_id()), Job::PaymentRefunded { refund_id: refund })];
    if command.bearer == RefundBearer::Teacher {
        jobs.push((JobId(ctx.new_id()), Job::RefundShared { refund_id: refund }));
    }
    outbox::enqueue(tx, &jobs, ctx.now()).await?;
    let rest = command.refundable.amount_minor.saturating_sub(command.amount.amount_minor);
    let event = AuditEvent::new(AuditAction::PaymentPartlyRefunded, order.id.0)
        .detail(json!({
            "refundId": refund, "amountMinor": command.amount.amount_minor, "currency": order.price.currency,
            "bearer": command.bearer.as_str(),
        }))
        .change(json!({ "refundableMinor": command.refundable.amount_minor }), json!({ "refundableMinor": rest }));
    Actor::Admin(actor).record(tx, ctx, &event).await?;
    Ok(())
}
