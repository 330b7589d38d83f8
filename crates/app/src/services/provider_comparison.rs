//! Comparing our payments and refunds with the provider's, as part of the ledger check (D18).

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use tala_domain::payments::PaymentState;
use tala_domain::time::saturating_add;
use tala_gateways::razorpay::{PAYMENTS_PER_PAGE, ProviderError, ProviderPayment};
use tala_store::ledger::Finding;
use tala_store::payments::{Payment, PaymentOutcome};
use tala_store::{StoreError, orders, payments, refunds};

use crate::context::{Ctx, Payments};

/// The rules that this comparison checks.
pub(super) const PROVIDER_RULES: [&str; 4] =
    ["provider_missing", "provider_payment", "provider_amount", "provider_refund"];
const MAX_PAGES: usize = 1_000;

/// Why a comparison could not be completed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ComparisonError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

/// Compares the payments of the last `days`. Payments that differ are compared again after `pause`, because their webhooks
/// may have been in flight; only the second result counts.
///
/// # Errors
/// A [`ComparisonError`].
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compare_with_provider(
    ctx: &Ctx,
    provider: &Payments,
    days: i64,
    pause: impl Future<Output = ()>,
) -> Result<Vec<Finding>, ComparisonError> {
    let from = saturating_add(ctx.now(), -SignedDuration::from_hours(24 * days));
    let listed = list_captured(provider, from, ctx.now()).await?;
    let mut differing = Vec::new();
    for payment in &listed {
        if compare(ctx, payment).await?.is_some() {
            differing.push(payment.id.clone());
        }
    }
    // Payments that we processed and that the provider does not list. An older payment may be missing from the list because
    // it was created before `from`.
    let listed: HashSet<&str> = listed.iter().map(|payment| payment.id.as_str()).collect();
    let processed = payments::list_processed_since(ctx.store.read_replica(), from).await?;
    let ids = processed.into_iter().map(|payment| payment.provider_payment_id);
    differing.extend(ids.filter(|id| !listed.contains(id.as_str())));
    if differing.is_empty() {
        return Ok(Vec::new());
    }
    pause.await;
    let mut findings = Vec::new();
    for id in &differing {
        findings.extend(recheck_payment(ctx, provider, id).await?);
    }
    Ok(findings)
}

async fn recheck_payment(ctx: &Ctx, provider: &Payments, id: &str) -> Result<Option<Finding>, ComparisonError> {
    match provider.api.get_payment(id).await {
        Ok(theirs) if was_captured(&theirs) => Ok(compare(ctx, &theirs).await?),
        Ok(_) | Err(ProviderError::NotFound) => {
            let ours = payments::find_by_provider_id(ctx.store.read(), id).await?;
            Ok(ours.filter(is_processed).map(|ours| Finding {
                rule: "provider_missing",
                meaning: "money that we have used or sent back arrived at the provider",
                subject: Some(ours.id.0),
                commodity: ours.currency,
                stored: ours.amount_minor,
                ledger: 0,
            }))
        }
        Err(error) => Err(error.into()),
    }
}

const fn is_processed(payment: &Payment) -> bool {
    matches!(payment.outcome, PaymentOutcome::Applied | PaymentOutcome::Refunded)
}

const fn was_captured(payment: &ProviderPayment) -> bool {
    matches!(payment.status, PaymentState::Captured | PaymentState::Refunded)
}

/// Lists the provider's payments that were captured.
async fn list_captured(
    provider: &Payments,
    from: Timestamp,
    to: Timestamp,
) -> Result<Vec<ProviderPayment>, ProviderError> {
    let mut captured = Vec::new();
    for page in 0..MAX_PAGES {
        let payments = provider.api.list_payments(from, to, page * PAYMENTS_PER_PAGE).await?;
        let is_last = payments.len() < PAYMENTS_PER_PAGE;
        captured.extend(payments.into_iter().filter(was_captured));
        if is_last {
            break;
        }
    }
    Ok(captured)
}

async fn compare(ctx: &Ctx, theirs: &ProviderPayment) -> Result<Option<Finding>, StoreError> {
    let conn = ctx.store.read();
    let order = match &theirs.order_id {
        Some(id) => orders::find_by_provider_id(conn, id).await?,
        None => None,
    };
    let Some(order) = order else { return Ok(None) };
    let finding = |rule, meaning, stored, ledger| {
        let commodity = theirs.currency.clone();
        Some(Finding { rule, meaning, subject: Some(order.id.0), commodity, stored, ledger })
    };
    let ours = payments::find_by_provider_id(conn, &theirs.id).await?;
    let Some(ours) = ours.filter(is_processed) else {
        // The provider refunds payments that were never captured.
        if theirs.amount_refunded_minor == theirs.amount_minor {
            return Ok(None);
        }
        let meaning = "money that the provider has for an order of ours is used or sent back here";
        return Ok(finding("provider_payment", meaning, 0, theirs.amount_minor));
    };
    if ours.amount_minor != theirs.amount_minor || ours.currency != theirs.currency {
        let meaning = "the provider has a payment of the amount that we know, in that currency";
        return Ok(finding("provider_amount", meaning, ours.amount_minor, theirs.amount_minor));
    }
    let ours_refunded = refunds::list_by_payment(conn, ours.id).await?;
    let sent = ours_refunded.iter().filter(|refund| refund.provider_refund_id.is_some());
    let refunded = sent.map(|refund| refund.amount_minor).fold(0, i64::saturating_add);
    if refunded != theirs.amount_refunded_minor {
        let meaning = "the provider has given back what we know of";
        return Ok(finding("provider_refund", meaning, refunded, theirs.amount_refunded_minor));
    }
    Ok(None)
}
