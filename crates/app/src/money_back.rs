//! Asking for a payment's money to go back (D24). The worker tells the provider, as often as it takes.

use jiff::Timestamp;
use tala_domain::ids::{BookingId, JobId, LedgerTxId, OrderId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::RefundReason;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::payments::Payment;
use tala_store::{Transaction, ledger, outbox, refunds};

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};

/// Whose money goes back, and for what.
#[derive(Debug, Clone, Copy)]
pub struct Reason {
    /// Why.
    pub reason: RefundReason,
    /// The order that it paid.
    pub order: OrderId,
    /// The booking that was called off.
    pub booking: Option<BookingId>,
}

/// Writes the refund of a whole payment, due at once. Asking twice for the same payment is a defect that the
/// database refuses.
pub async fn request_refund(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    about: Reason,
    now: Timestamp,
) -> ApiResult<RefundId> {
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
        return Err(ApiError::internal("a payment was to go back twice"));
    }
    // A cancellation is told by its own mail.
    if about.reason != RefundReason::Cancelled {
        outbox::enqueue(tx, &[(JobId(ctx.new_id()), Job::MoneyReturned { refund_id: id })], now).await?;
    }
    Ok(id)
}

/// Money that arrived and cannot be used: into the ledger as owed back. A currency that we do not charge in has no account
/// there; its payment and its refund are on record all the same.
pub async fn post_returned(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    about: (OrderId, RefundId),
    now: Timestamp,
) -> ApiResult<()> {
    let Some(currency) = Currency::parse(&payment.currency) else { return Ok(()) };
    let amount = Money::new(payment.amount_minor, currency);
    let owed = Money::new(payment.amount_minor.saturating_neg(), currency);
    let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::PaymentReturned, now)
        .order(about.0)
        .refund(about.1)
        .money(Account::ProviderClearing, None, amount)
        .money(Account::RefundsPayable, None, owed);
    Ok(ledger::post(tx, &posting).await?)
}
