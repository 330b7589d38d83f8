//! `tala ledger check`, and the same every night: our records against each other, and against the provider's (D18).

use jiff::SignedDuration;
use metrics::gauge;
use tala_domain::payments::PaymentState;
use tala_gateways::razorpay::{PAYMENTS_PER_PAGE, ProviderError, ProviderPayment};
use tala_store::ledger::{self, Finding};
use tala_store::payments::Disposition;
use tala_store::{StoreError, counters, orders, payments, refunds};

use crate::context::{Ctx, Payments};

const NIGHT: SignedDuration = SignedDuration::from_hours(24);
/// How far back the provider's payments are compared; older ones have been compared by earlier checks.
pub const COMPARED_DAYS: i64 = 8;
const MOST_PAGES: usize = 1_000;

/// What a check has brought.
#[derive(Debug, Default)]
pub struct Report {
    /// Everything that differs.
    pub findings: Vec<Finding>,
    /// Why the provider's records could not be compared: none is configured, or it does not answer.
    pub not_compared: Option<String>,
}

/// Checks everything; the provider's payments of the last `days`.
pub async fn check_books(ctx: &Ctx, days: i64) -> Result<Report, StoreError> {
    let mut report = Report { findings: ledger::check(ctx.store.read()).await?, not_compared: None };
    match &ctx.payments {
        None => report.not_compared = Some("no payment provider is configured".to_owned()),
        Some(desk) => match list_paid(ctx, desk, days).await {
            Err(error) => report.not_compared = Some(error.to_string()),
            Ok(paid) => {
                for payment in &paid {
                    report.findings.extend(compare(ctx, payment).await?);
                }
            }
        },
    }
    Ok(report)
}

/// The check of every night, once for all servers. The metric tells how many findings there are.
pub(crate) async fn check_nightly(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let tx = ctx.store.begin_write().await?;
    let due = counters::claim_interval(&tx, "ledger_check", now, NIGHT).await?;
    tx.commit().await?;
    if !due {
        return Ok(());
    }
    let report = check_books(ctx, COMPARED_DAYS).await?;
    gauge!("tala_ledger_findings").set(f64::from(u32::try_from(report.findings.len()).unwrap_or(u32::MAX)));
    for finding in &report.findings {
        tracing::error!(?finding, "the books differ");
    }
    match report.not_compared {
        Some(reason) => tracing::warn!(reason, "the books were not compared with the provider's"),
        None => tracing::info!(findings = report.findings.len(), "the books were checked"),
    }
    Ok(())
}

/// Payments whose money arrived, as the provider has them.
async fn list_paid(ctx: &Ctx, desk: &Payments, days: i64) -> Result<Vec<ProviderPayment>, ProviderError> {
    let to = ctx.now();
    let from = to.saturating_sub(SignedDuration::from_hours(24 * days)).unwrap_or(to);
    let mut paid = Vec::new();
    for page in 0..MOST_PAGES {
        let payments = desk.provider.list_payments(from, to, page * PAYMENTS_PER_PAGE).await?;
        let last = payments.len() < PAYMENTS_PER_PAGE;
        let arrived =
            |payment: &ProviderPayment| matches!(payment.status, PaymentState::Captured | PaymentState::Refunded);
        paid.extend(payments.into_iter().filter(arrived));
        if last {
            break;
        }
    }
    Ok(paid)
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
    let Some(ours) = ours.filter(|ours| ours.disposition != Disposition::None) else {
        // What nobody captured the provider has given back by itself.
        if theirs.amount_refunded_minor == theirs.amount_minor {
            return Ok(None);
        }
        let meaning = "money that the provider has for an order of ours is known here";
        return Ok(finding("provider_payment", meaning, 0, theirs.amount_minor));
    };
    if ours.amount_minor != theirs.amount_minor {
        let meaning = "the provider has a payment of the amount that we know";
        return Ok(finding("provider_amount", meaning, ours.amount_minor, theirs.amount_minor));
    }
    let refund = refunds::find_by_payment(conn, ours.id).await?;
    let ours_back = refund.filter(|refund| refund.provider_refund_id.is_some()).map_or(0, |refund| refund.amount_minor);
    if ours_back != theirs.amount_refunded_minor {
        let meaning = "the provider has given back what we know of";
        return Ok(finding("provider_refund", meaning, ours_back, theirs.amount_refunded_minor));
    }
    Ok(None)
}
