//! Requesting refunds (D24). The worker sends them to the provider and retries.

use jiff::Timestamp;
use tala_domain::ids::{BookingId, JobId, LedgerTxId, OrderId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::RefundReason;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::payments::Payment;
use tala_store::{StoreError, Transaction, ledger, outbox, refunds};

use crate::context::Ctx;

/// What a refund is for.
#[derive(Debug, Clone, Copy)]
pub struct Reason {
    /// Why.
    pub reason: RefundReason,
    /// The order that it paid.
    pub order: OrderId,
    /// The booking that was cancelled.
    pub booking: Option<BookingId>,
}

/// Writes the refund of a whole payment, due immediately.
///
/// # Errors
/// Those of the database, which refuses a second refund of a payment.
pub async fn request_refund(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    about: Reason,
    now: Timestamp,
) -> Result<RefundId, StoreError> {
    let id = RefundId(ctx.new_id());
    let new = refunds::NewRefund {
        id,
        payment_id: payment.id,
        order_id: Some(about.order),
        booking_id: about.booking,
        amount_minor: payment.amount_minor,
        currency: &payment.currency,
        reason: about.reason,
    };
    if !refunds::insert(tx, &new, now).await? {
        return Err(StoreError::Other("payment already has a refund".to_owned()));
    }
    // A cancellation has a mail of its own.
    if about.reason != RefundReason::Cancelled {
        outbox::enqueue(tx, &[(JobId(ctx.new_id()), Job::MoneyReturned { refund_id: id })], now).await?;
    }
    Ok(id)
}

/// Posts a payment that cannot be used as owed to the customer. A currency that we do not charge in has no ledger account;
/// its payment and refund are stored nevertheless.
///
/// # Errors
/// Those of the database.
pub async fn post_returned(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    about: (OrderId, RefundId),
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(currency) = Currency::parse(&payment.currency) else { return Ok(()) };
    let amount = Money::new(payment.amount_minor, currency);
    let owed = Money::new(payment.amount_minor.saturating_neg(), currency);
    let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::PaymentReturned, now)
        .order(about.0)
        .refund(about.1)
        .money(Account::ProviderClearing, None, amount)
        .money(Account::RefundsPayable, None, owed);
    ledger::post(tx, &posting).await
}
