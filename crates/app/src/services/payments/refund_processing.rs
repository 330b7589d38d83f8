//! Sending requested refunds to the provider and polling them until they are done (D24). Each refund attempt has its own
//! idempotency key, so repeated requests pay only once.

use jiff::{SignedDuration, Timestamp};
use metrics::counter;
use tala_domain::ids::{JobId, PostingId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, RefundState};
use tala_domain::time::saturating_add;
use tala_gateways::razorpay::{NewRefund, ProviderError, ProviderRefund};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::refunds::{self, Refund};
use tala_store::{StoreError, Transaction, ledger, orders, outbox, payments};

use crate::context::{Ctx, Payments};
use crate::services::payments::error::PaymentError;
use crate::services::payments::refund_matching::{find_requested, find_sent, receipt};

/// Each refund takes up to two requests of ten seconds, so that a batch finishes within the lease.
const REFUNDS_PER_RUN: u32 = 12;
const LEASE: SignedDuration = SignedDuration::from_mins(5);
/// After this many failed attempts a refund is reported as failed and needs an administrator's attention. It is still
/// retried: the provider account may only have lacked balance.
const ATTEMPTS_BEFORE_FAILED: u32 = 3;
const MAX_BACKOFF: SignedDuration = SignedDuration::from_hours(6);

/// Sends or polls the refunds that are due. Returns their number.
///
/// # Errors
/// Those of the database. A refund that fails is logged and retried later.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn send_due_refunds(ctx: &Ctx, provider: &Payments) -> Result<usize, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let until = now.saturating_add(LEASE).unwrap_or(now);
        let claimed = refunds::claim_due_checks(&tx, now, until, REFUNDS_PER_RUN).await?;
        Ok::<_, StoreError>(claimed)
    };
    let due = ctx.store.transaction(write).await?;
    for refund in &due {
        let outcome = match refund.state {
            RefundState::Requested | RefundState::Failed => send(ctx, provider, refund).await,
            RefundState::Started => poll(ctx, provider, refund).await,
            RefundState::Done => Ok(()),
        };
        if let Err(error) = outcome {
            tracing::warn!(refund = %refund.id, %error, "refund postponed");
            postpone(ctx, refund).await?;
        }
    }
    Ok(due.len())
}

async fn send(ctx: &Ctx, provider: &Payments, refund: &Refund) -> Result<(), PaymentError> {
    let payment = payments::find_by_id(ctx.store.read(), refund.payment_id).await?.ok_or(PaymentError::NotFound)?;
    let new = NewRefund {
        payment_id: payment.provider_payment_id,
        amount_minor: refund.amount_minor,
        idempotency_key: receipt(refund),
        notes: vec![("refund".to_owned(), refund.id.to_string())],
        receipt: receipt(refund),
    };
    match provider.api.create_refund(&new).await {
        Ok(sent) => record_status(ctx, refund, &sent).await,
        Err(error) if error.is_outcome_unknown() => Err(error.into()),
        Err(error) => handle_rejection(ctx, provider, refund, &new.payment_id, &error).await,
    }
}

/// Handles a rejected refund. If the provider already has it, because a response was lost or the money was sent in the
/// provider's dashboard, the provider's refund is adopted.
async fn handle_rejection(
    ctx: &Ctx,
    provider: &Payments,
    refund: &Refund,
    payment_id: &str,
    error: &ProviderError,
) -> Result<(), PaymentError> {
    let known = provider.api.list_payment_refunds(payment_id).await?;
    let ours = refunds::list_by_payment(ctx.store.read(), refund.payment_id).await?;
    match find_sent(refund, &ours, &known) {
        Some(sent) => record_status(ctx, refund, sent).await,
        None => record_failure(ctx, refund, &error.to_string()).await,
    }
}

async fn poll(ctx: &Ctx, provider: &Payments, refund: &Refund) -> Result<(), PaymentError> {
    let Some(id) = &refund.provider_refund_id else { return Ok(()) };
    let sent = provider.api.get_refund(id).await?;
    record_status(ctx, refund, &sent).await?;
    if sent.status == "pending" { Err(PaymentError::Pending) } else { Ok(()) }
}

/// Applies a provider event about a refund. Ignores refunds that we did not request.
///
/// # Errors
/// A [`PaymentError`] if the event must be processed again later.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn apply_refund_event(
    ctx: &Ctx,
    provider: &Payments,
    provider_refund_id: &str,
) -> Result<(), PaymentError> {
    let sent = provider.api.get_refund(provider_refund_id).await?;
    let conn = ctx.store.read();
    let refund = match refunds::find_by_provider_id(conn, &sent.id).await? {
        Some(refund) => Some(refund),
        // A repeated failure event belongs to an earlier attempt, which was counted already.
        None if sent.status == "failed" => None,
        None => match payments::find_by_provider_id(conn, &sent.payment_id).await? {
            Some(payment) => find_requested(refunds::list_by_payment(conn, payment.id).await?, &sent),
            None => None,
        },
    };
    match refund {
        Some(refund) => record_status(ctx, &refund, &sent).await,
        None => {
            tracing::warn!(refund = provider_refund_id, "unknown refund at the provider");
            Ok(())
        }
    }
}

/// Records the provider's status of a refund.
async fn record_status(ctx: &Ctx, refund: &Refund, sent: &ProviderRefund) -> Result<(), PaymentError> {
    if sent.status == "failed" {
        return record_failure(ctx, refund, "the provider could not send the money").await;
    }
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let attempt = (refund.id, refund.attempt);
        refunds::mark_started(&tx, attempt, &sent.id, next_attempt_at(0, now), now).await?;
        let is_done = sent.status == "processed" && refunds::mark_done(&tx, attempt, now).await?;
        if is_done {
            finish(&tx, ctx, refund, now).await?;
        }
        Ok::<_, PaymentError>(is_done)
    };
    if ctx.store.transaction(write).await? {
        counter!("tala_refunds_total", "outcome" => "done").increment(1);
    }
    Ok(())
}

async fn finish(tx: &Transaction, ctx: &Ctx, refund: &Refund, now: Timestamp) -> Result<(), PaymentError> {
    if let Some(currency) = Currency::parse(&refund.currency) {
        let amount = Money::new(refund.amount_minor, currency);
        let posting = Posting::new(PostingId(ctx.new_id()), Kind::RefundDone, now)
            .refund(refund.id)
            .money(Account::RefundsPayable, None, amount)
            .money(Account::ProviderClearing, None, Money::new(amount.amount_minor.saturating_neg(), currency));
        ledger::post(tx, &posting).await?;
    }
    // An order is refunded when the rest of its payment is; its partial refunds do not change its state.
    if let Some(order) = refund.order_id.filter(|_| refund.share.is_none()) {
        orders::mark_refunded(tx, order, refund.payment_id, OrderState::Refunded, now).await?;
    }
    Ok(())
}

/// Records a failed attempt and schedules the next one, which has a new idempotency key.
async fn record_failure(ctx: &Ctx, refund: &Refund, reason: &str) -> Result<(), PaymentError> {
    let is_final = refund.attempt >= ATTEMPTS_BEFORE_FAILED;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let next = if is_final { saturating_add(now, MAX_BACKOFF) } else { next_attempt_at(refund.attempt, now) };
        let counted =
            refunds::mark_attempt_failed(&tx, (refund.id, refund.attempt), is_final, reason, next, now).await?;
        // The first failure that staff should know of; later attempts repeat it.
        if counted && refund.attempt == ATTEMPTS_BEFORE_FAILED && ctx.settings.staff_notices.failed_refunds {
            let job = Job::StaffRefundFailed { refund_id: refund.id };
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
        }
        Ok::<_, PaymentError>(counted)
    };
    if ctx.store.transaction(write).await? {
        tracing::error!(refund = %refund.id, attempt = refund.attempt, reason, "refund attempt failed");
        counter!("tala_refunds_total", "outcome" => if is_final { "failed" } else { "tried_again" }).increment(1);
    }
    Ok(())
}

async fn postpone(ctx: &Ctx, refund: &Refund) -> Result<(), StoreError> {
    let write = async |tx: Transaction| {
        let next = next_attempt_at(refund.provider_check_count, ctx.now());
        refunds::set_next_check(&tx, refund.id, next).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Exponential backoff: 15 s after the first attempt, doubled each time, up to 6 hours.
fn next_attempt_at(attempts: u32, now: Timestamp) -> Timestamp {
    saturating_add(now, outbox::backoff(i64::from(attempts).saturating_add(1)).min(MAX_BACKOFF))
}
