//! Requesting refunds (D24). The worker sends them to the provider and retries.

use jiff::Timestamp;
use tala_domain::ids::{BookingId, JobId, OrderId, PostingId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::RefundReason;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::payments::Payment;
use tala_store::{StoreError, Transaction, ledger, outbox, refunds};

use crate::context::Ctx;

/// A refund to request.
#[derive(Debug, Clone, Copy)]
pub struct RefundRequest {
    /// The reason that the student is shown.
    pub reason: RefundReason,
    /// The order that the payment was made for.
    pub order: OrderId,
    /// The cancelled booking, if the refund is for a cancellation.
    pub booking: Option<BookingId>,
}

/// Writes the refund of a whole payment, due immediately.
///
/// # Errors
/// Those of the database. A constraint prevents a second refund of a payment.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn request_refund(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    request: RefundRequest,
    now: Timestamp,
) -> Result<RefundId, StoreError> {
    let id = RefundId(ctx.new_id());
    let new = refunds::NewRefund {
        id,
        payment_id: payment.id,
        order_id: Some(request.order),
        booking_id: request.booking,
        amount_minor: payment.amount_minor,
        currency: &payment.currency,
        reason: request.reason,
    };
    if !refunds::insert(tx, &new, now).await? {
        return Err(StoreError::Other("payment already has a refund".to_owned()));
    }
    // The mail about the cancelled booking mentions the refund.
    if request.reason != RefundReason::Cancelled {
        outbox::enqueue(tx, &[(JobId(ctx.new_id()), Job::PaymentRefunded { refund_id: id })], now).await?;
    }
    Ok(id)
}

/// Posts a payment that cannot be applied, and the obligation to refund it. Currencies in which Tala does not charge have no
/// ledger accounts, so nothing is posted for them.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn post_refunded_payment(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    order: OrderId,
    refund: RefundId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(currency) = Currency::parse(&payment.currency) else { return Ok(()) };
    let amount = Money::new(payment.amount_minor, currency);
    let owed = Money::new(payment.amount_minor.saturating_neg(), currency);
    let posting = Posting::new(PostingId(ctx.new_id()), Kind::PaymentRefunded, now)
        .order(order)
        .refund(refund)
        .money(Account::ProviderClearing, None, amount)
        .money(Account::RefundsPayable, None, owed);
    ledger::post(tx, &posting).await
}
