//! Refunds of packages: of whole unspent ones, and of the unspent credits of one whose teacher is suspended (D24, ADR 11).

use jiff::Timestamp;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::{JobId, LotId, PaymentId, PostingId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::money::Money;
use tala_domain::payments::{ChargeParts, OrderState, RefundBearer, RefundReason, check_refund_amount};
use tala_store::credits::{LotDetails, UnspentLot};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::Order;
use tala_store::payments::Payment;
use tala_store::refunds::{NewRefund, RefundShare};
use tala_store::{Connection, StoreError, Transaction, credits, ledger, orders, outbox, payments, refunds};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};
use crate::services::holds::release_coupon;
use crate::services::refunds::{PaymentRest, RefundRequest, request_refund};

/// Refunds what is left of the payment of an unspent package, and voids its credits.
///
/// # Errors
/// Those of the database; a serialization failure if the order or the lot changed concurrently.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn refund_package(
    tx: &Transaction,
    ctx: &Ctx,
    order: &Order,
    lot: LotId,
    payment: PaymentId,
) -> AppResult<()> {
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

/// What a refund of the unspent credits of a package returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnspentCredits {
    /// The credits.
    pub(crate) credits: u32,
    /// What was paid for them, with their share of the fees.
    pub(crate) paid: Money,
    terms: Terms,
}

#[derive(Clone, Copy, Debug)]
enum Terms {
    /// Nothing is spent: all that is left of the payment.
    Package(PaymentId),
    /// The price of the unspent credits and the same share of the fees.
    Part(PaymentId, ChargeParts),
}

/// Computes what was paid for the unspent credits of a lot. `None` if nothing was, or if the provider cannot refund it.
///
/// # Errors
/// Those of the database, or an internal error if a referenced row is missing.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn find_unspent_credits<C: Connection>(
    conn: &C,
    order: &Order,
    lot: &LotDetails,
    now: Timestamp,
) -> AppResult<Option<UnspentCredits>> {
    let (OrderState::Credited, Some(payment)) = (order.state, order.payment_id) else { return Ok(None) };
    if lot.closed || lot.remaining == 0 || lot.expires_at <= now {
        return Ok(None);
    }
    let stored = find_payment(conn, payment).await?;
    let refundable = stored.refundable_minor();
    let (amount, terms) = if lot.remaining == lot.total {
        (refundable, Terms::Package(payment))
    } else {
        let parts = parts_of_unspent(PaymentRest::load(conn, order, payment).await?.parts, lot);
        (parts.total(), Terms::Part(payment, parts))
    };
    if check_refund_amount(amount, refundable).is_err() {
        return Ok(None);
    }
    Ok(Some(UnspentCredits { credits: lot.remaining, paid: Money::new(amount, order.price.currency), terms }))
}

/// The price of the unspent credits, and their share of what is left of the fees, rounded down.
fn parts_of_unspent(rest: ChargeParts, lot: &LotDetails) -> ChargeParts {
    let (remaining, total) = (i64::from(lot.remaining), i64::from(lot.total).max(1));
    let share = |fee: i64| fee.saturating_mul(remaining).checked_div(total).unwrap_or_default();
    ChargeParts {
        price: lot.price_per_class.amount_minor.saturating_mul(remaining),
        service_fee: share(rest.service_fee),
        provider_fee: share(rest.provider_fee),
    }
}

async fn find_payment<C: Connection>(conn: &C, id: PaymentId) -> AppResult<Payment> {
    payments::find_by_id(conn, id).await?.ok_or_else(|| AppError::internal("a paid order without its payment"))
}

/// Refunds what was paid for the unspent credits of a lot, and voids them. Returns `None` if there is nothing to refund, also
/// if that was done before.
///
/// # Errors
/// Those of the database; a serialization failure if the lot changed concurrently.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn refund_unspent_credits(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    lot: &UnspentLot,
) -> AppResult<Option<UnspentCredits>> {
    let now = ctx.now();
    let Some(order) = lot.order_id else { return Ok(None) };
    // The order before the payment and the lot: the same lock order as in payment processing.
    let order = orders::lock_by_id(tx, order).await?.ok_or_else(|| AppError::internal("order of a credit lot"))?;
    let stored = credits::find_by_id(tx, lot.id).await?.ok_or_else(|| AppError::internal("credit lot of an order"))?;
    let Some(found) = find_unspent_credits(tx, &order, &stored, now).await? else { return Ok(None) };
    match found.terms {
        Terms::Package(payment) => {
            refund_package(tx, ctx, &order, stored.id, payment).await?;
            let event = AuditEvent::new(AuditAction::OrderRefunded, order.id.0)
                .detail(json!({ "totalMinor": order.price.total, "currency": order.price.currency }))
                .change(json!({ "state": order.state.as_str() }), json!({ "state": "refunding" }));
            actor.record(tx, ctx, &event).await?;
        }
        Terms::Part(payment, parts) => refund_part(tx, ctx, actor, (&order, &stored), (payment, parts)).await?,
    }
    Ok(Some(found))
}

async fn refund_part(
    tx: &Transaction,
    ctx: &Ctx,
    actor: Actor<'_>,
    (order, lot): (&Order, &LotDetails),
    (payment, parts): (PaymentId, ChargeParts),
) -> AppResult<()> {
    let (now, amount, currency) = (ctx.now(), parts.total(), order.price.currency);
    let refundable = find_payment(tx, payment).await?.refundable_minor();
    let id = RefundId(ctx.new_id());
    // The key of the lot: a second constraint against refunding its credits twice.
    let key = format!("unspent-credits-{}", lot.id);
    let new = NewRefund {
        id,
        payment_id: payment,
        order_id: Some(order.id),
        booking_id: None,
        amount_minor: amount,
        currency: currency.code(),
        reason: RefundReason::Partial,
        share: Some(RefundShare { bearer: RefundBearer::Teacher, parts, voided_credits: lot.remaining }),
        idempotency_key: Some(&key),
    };
    if !credits::void_remaining(tx, lot.id, lot.remaining, now).await?
        || !payments::reserve_refund(tx, payment, amount, now).await?
        || !refunds::insert(tx, &new, now).await?
    {
        return Err(concurrent_update());
    }
    let money = |minor: i64| Money::new(minor, currency);
    let posting = Posting::new(PostingId(ctx.new_id()), Kind::CreditsRefunded, now)
        .order(order.id)
        .refund(id)
        .credits((lot.student_id, lot.id), (Account::CreditsBought, None), -i64::from(lot.remaining))
        .lot_money(lot.student_id, lot.id, money(parts.price))
        .money(Account::ServiceFees, None, money(parts.service_fee))
        .money(Account::ProviderFees, None, money(parts.provider_fee))
        .money(Account::RefundsPayable, None, money(amount.saturating_neg()));
    ledger::post(tx, &posting).await?;
    outbox::enqueue(tx, &[(JobId(ctx.new_id()), Job::PaymentRefunded { refund_id: id })], now).await?;
    let event = AuditEvent::new(AuditAction::PaymentPartlyRefunded, order.id.0)
        .detail(json!({
            "refundId": id, "amountMinor": amount, "currency": currency, "voidedCredits": lot.remaining,
        }))
        .change(
            json!({ "refundableMinor": refundable }),
            json!({ "refundableMinor": refundable.saturating_sub(amount) }),
        );
    Ok(actor.record(tx, ctx, &event).await?)
}

fn concurrent_update() -> AppError {
    StoreError::Serialization("the order changed".to_owned()).into()
}
