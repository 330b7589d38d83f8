//! Sending money back: tell the provider, remember its answer, ask until it is done (D24). Each attempt has its own key, so
//! however often it is made, the money goes back once.

use jiff::{SignedDuration, Timestamp};
use metrics::counter;
use tala_domain::ids::LedgerTxId;
use tala_domain::money::{Currency, Money};
use tala_domain::payments::{OrderState, RefundState};
use tala_domain::time::later;
use tala_gateways::razorpay::{NewRefund, ProviderError, ProviderRefund};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::refunds::{self, Refund};
use tala_store::{StoreError, Transaction, ledger, orders, outbox, payments};

use crate::context::{Ctx, Payments};
use crate::services::payments::error::PaymentError;

/// Each may take two answers of the provider, ten seconds each: all of them within the lease.
const REFUNDS_AT_ONCE: u32 = 12;
const LEASE: SignedDuration = SignedDuration::from_mins(5);
/// After so many attempts that the provider ended with a failure a refund is shown as failed, and a person should look. It
/// is tried again all the same: the account may only have been empty.
const ATTEMPTS_UNSEEN: u32 = 3;
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(6);

/// Works on the refunds that are due. Returns how many there were.
pub(crate) async fn send_due_refunds(ctx: &Ctx, provider: &Payments) -> Result<usize, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let until = now.saturating_add(LEASE).unwrap_or(now);
        let claimed = refunds::claim_due_checks(&tx, now, until, REFUNDS_AT_ONCE).await?;
        Ok::<_, StoreError>(claimed)
    };
    let due = ctx.store.transaction(write).await?;
    for refund in &due {
        let outcome = match refund.state {
            RefundState::Requested | RefundState::Failed => send(ctx, provider, refund).await,
            RefundState::Started => ask(ctx, provider, refund).await,
            RefundState::Done => Ok(()),
        };
        if let Err(error) = outcome {
            tracing::warn!(refund = %refund.id, %error, "a refund waits");
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
        idempotency_key: format!("{}-{}", refund.id.0.simple(), refund.attempt),
        notes: vec![("refund".to_owned(), refund.id.to_string())],
        receipt: format!("{}-{}", refund.id.0.simple(), refund.attempt),
    };
    match provider.api.refund(&new).await {
        Ok(sent) => take(ctx, refund, &sent).await,
        Err(error) if error.may_have_happened() => Err(error.into()),
        Err(error) => refused(ctx, provider, refund, &new.payment_id, &error).await,
    }
}

/// The provider will not do it. Perhaps because it was done before, by an answer that was lost or by somebody at the
/// provider's own provider: then that refund is ours.
async fn refused(
    ctx: &Ctx,
    provider: &Payments,
    refund: &Refund,
    payment_id: &str,
    error: &ProviderError,
) -> Result<(), PaymentError> {
    let known = provider.api.payment_refunds(payment_id).await?;
    let living = || known.iter().filter(|known| known.status != "failed");
    let same = living().find(|known| known.amount_minor == refund.amount_minor);
    // In parts: all of it is back when the last of them is.
    let parts: i64 = living().map(|known| known.amount_minor).fold(0, i64::saturating_add);
    let last = living().find(|known| known.status != "processed").or_else(|| living().next_back());
    match same.or(last.filter(|_| parts == refund.amount_minor)) {
        Some(sent) => take(ctx, refund, sent).await,
        None => fail(ctx, refund, &error.to_string()).await,
    }
}

async fn ask(ctx: &Ctx, provider: &Payments, refund: &Refund) -> Result<(), PaymentError> {
    let Some(id) = &refund.provider_refund_id else { return Ok(()) };
    let sent = provider.api.find_refund(id).await?;
    take(ctx, refund, &sent).await?;
    if sent.status == "pending" { Err(PaymentError::Pending) } else { Ok(()) }
}

/// News from the provider about one of its refunds. One that is none of ours is left alone.
pub(crate) async fn apply_refund_event(
    ctx: &Ctx,
    provider: &Payments,
    provider_refund_id: &str,
) -> Result<(), PaymentError> {
    let sent = provider.api.find_refund(provider_refund_id).await?;
    let conn = ctx.store.read();
    let refund = match refunds::find_by_provider_id(conn, &sent.id).await? {
        Some(refund) => Some(refund),
        // A failure that is told again was counted when it was told first: it is no news of the next attempt.
        None if sent.status == "failed" => None,
        None => match payments::find_by_provider_id(conn, &sent.payment_id).await? {
            Some(payment) => refunds::find_by_payment(conn, payment.id)
                .await?
                .filter(|refund| is_unsent(refund) && refund.amount_minor == sent.amount_minor),
            None => None,
        },
    };
    match refund {
        Some(refund) => take(ctx, &refund, &sent).await,
        None => {
            tracing::warn!(refund = provider_refund_id, "a refund that we did not ask for");
            Ok(())
        }
    }
}

/// The provider has no refund of ours for it, as far as we know.
const fn is_unsent(refund: &Refund) -> bool {
    matches!(refund.state, RefundState::Requested | RefundState::Failed)
}

/// Remembers what the provider says of a refund.
async fn take(ctx: &Ctx, refund: &Refund, sent: &ProviderRefund) -> Result<(), PaymentError> {
    if sent.status == "failed" {
        return fail(ctx, refund, "the provider could not send the money").await;
    }
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let asked = (refund.id, refund.attempt);
        refunds::mark_started(&tx, asked, &sent.id, pause(0, now), now).await?;
        if sent.status == "processed" && refunds::mark_done(&tx, asked, now).await? {
            finish(&tx, ctx, refund, now).await?;
        }
        Ok::<_, PaymentError>(())
    };
    ctx.store.transaction(write).await
}

async fn finish(tx: &Transaction, ctx: &Ctx, refund: &Refund, now: Timestamp) -> Result<(), PaymentError> {
    if let Some(currency) = Currency::parse(&refund.currency) {
        let amount = Money::new(refund.amount_minor, currency);
        let posting = Posting::new(LedgerTxId(ctx.new_id()), Kind::RefundDone, now)
            .refund(refund.id)
            .money(Account::RefundsPayable, None, amount)
            .money(Account::ProviderClearing, None, Money::new(amount.amount_minor.saturating_neg(), currency));
        ledger::post(tx, &posting).await?;
    }
    if let Some(order) = refund.order_id {
        orders::set_refunded(tx, order, refund.payment_id, OrderState::Refunded, now).await?;
    }
    counter!("tala_refunds_total", "outcome" => "done").increment(1);
    Ok(())
}

/// The provider could not do it: once more under another key, and after a while for a person to see.
async fn fail(ctx: &Ctx, refund: &Refund, reason: &str) -> Result<(), PaymentError> {
    let often = refund.attempt >= ATTEMPTS_UNSEEN;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let next = if often { later(now, LONGEST_PAUSE) } else { pause(refund.attempt, now) };
        let counted = refunds::ask_again(&tx, (refund.id, refund.attempt), often, reason, next, now).await?;
        Ok::<_, PaymentError>(counted)
    };
    if ctx.store.transaction(write).await? {
        tracing::error!(refund = %refund.id, attempt = refund.attempt, reason, "a refund failed");
        counter!("tala_refunds_total", "outcome" => if often { "failed" } else { "tried_again" }).increment(1);
    }
    Ok(())
}

async fn postpone(ctx: &Ctx, refund: &Refund) -> Result<(), StoreError> {
    let write = async |tx: Transaction| {
        let next = pause(refund.checks, ctx.now());
        refunds::set_next_check(&tx, refund.id, next).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// 15 s after the first time, then twice as long each time, 6 hours at most.
fn pause(times: u32, now: Timestamp) -> Timestamp {
    later(now, outbox::backoff(i64::from(times).saturating_add(1)).min(LONGEST_PAUSE))
}
