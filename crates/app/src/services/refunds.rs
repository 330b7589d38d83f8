//! Requesting refunds (D24). The worker sends them to the provider and retries.

use jiff::Timestamp;
use tala_domain::ids::{BookingId, JobId, OrderId, PaymentId, PostingId, RefundId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{ChargeParts, RefundReason};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::orders::Order;
use tala_store::payments::Payment;
use tala_store::{Connection, StoreError, Transaction, ledger, outbox, refunds};

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

/// Writes the refund of what is left of a payment, due immediately. Returns `None` if nothing is left, after partial
/// refunds. The caller marks the payment as refunded, and has read it after locking its order.
///
/// # Errors
/// Those of the database. A constraint prevents a second such refund of a payment.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn request_refund(
    tx: &Transaction,
    ctx: &Ctx,
    payment: &Payment,
    request: RefundRequest,
    now: Timestamp,
) -> Result<Option<RefundId>, StoreError> {
    let amount_minor = payment.refundable_minor();
    if amount_minor == 0 {
        return Ok(None);
    }
    let id = RefundId(ctx.new_id());
    let new = refunds::NewRefund {
        id,
        payment_id: payment.id,
        order_id: Some(request.order),
        booking_id: request.booking,
        amount_minor,
        currency: &payment.currency,
        reason: request.reason,
        share: None,
        idempotency_key: None,
    };
    if !refunds::insert(tx, &new, now).await? {
        return Err(StoreError::Other("payment already has a refund".to_owned()));
    }
    // The mail about the cancelled booking mentions the refund.
    if request.reason != RefundReason::Cancelled {
        outbox::enqueue(tx, &[(JobId(ctx.new_id()), Job::PaymentRefunded { refund_id: id })], now).await?;
    }
    Ok(Some(id))
}

/// What is left of the payment of a fulfilled order, for the posting of its refund.
#[derive(Debug, Clone, Copy)]
pub struct PaymentRest {
    /// Price and fees less the partial refunds that the teacher shares.
    pub parts: ChargeParts,
    /// Partial refunds borne by the platform.
    goodwill: i64,
    currency: Currency,
}

impl PaymentRest {
    /// Computes what is left. For a refund the order must be locked.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn load<C: Connection>(conn: &C, order: &Order, payment: PaymentId) -> Result<Self, StoreError> {
        let partial = refunds::sum_partial(conn, payment).await?;
        let price = &order.price;
        let charged =
            ChargeParts { price: price.net, service_fee: price.service_fee, provider_fee: price.provider_fee };
        Ok(Self { parts: charged.minus(partial.parts), goodwill: partial.platform, currency: price.currency })
    }

    /// Adds the lines for everything but the price: fees are returned, goodwill ends because the payment for it is
    /// returned anyway, and the rest is owed to the student.
    #[must_use]
    pub fn add_to(self, posting: Posting) -> Posting {
        let money = |minor: i64| Money::new(minor, self.currency);
        let owed = self.parts.total().saturating_sub(self.goodwill);
        posting
            .money(Account::ServiceFees, None, money(self.parts.service_fee))
            .money(Account::ProviderFees, None, money(self.parts.provider_fee))
            .money(Account::Goodwill, None, money(self.goodwill.saturating_neg()))
            .money(Account::RefundsPayable, None, money(owed.saturating_neg()))
    }
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
