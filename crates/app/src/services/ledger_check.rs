//! `tala ledger check`, and the same every night: our records against each other, and against the provider's (D18).

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};
use metrics::gauge;
use tala_domain::ids::CheckId;
use tala_domain::payments::{PaymentState, RefundState};
use tala_domain::time::later;
use tala_gateways::razorpay::{PAYMENTS_PER_PAGE, ProviderError, ProviderPayment};
use tala_store::ledger::{self, Finding};
use tala_store::ledger_checks::{self, Check};
use tala_store::payments::{Disposition, Payment};
use tala_store::{StoreError, Transaction, counters, orders, payments, refunds};

use crate::context::{Ctx, Payments};
use crate::error::{AppError, AppResult};
use crate::services::audit::{Act, Actor, Deed};

/// The check is made once after this time of the day, in UTC: three in the morning in India.
const NIGHT: SignedDuration = SignedDuration::from_mins(21 * 60 + 30);
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// A check that was begun and not finished is made again after so long.
const ATTEMPT: SignedDuration = SignedDuration::from_mins(30);
/// How far back the provider's payments are compared: a class can be called off 28 days after it was paid, and the bank
/// has its time for the refund.
pub const COMPARED_DAYS: i64 = 40;
/// What the provider has and we do not is looked at once more after this time: its news may have been on their way.
pub const SECOND_LOOK: std::time::Duration = std::time::Duration::from_secs(60);
/// No bank takes longer to give money back.
const LONGEST_REFUND: SignedDuration = SignedDuration::from_hours(10 * 24);
const MOST_PAGES: usize = 1_000;
/// More differences than these are counted, but not kept one by one.
const MOST_KEPT: usize = 200;
const LAST_CHECK: &str = "ledger_check";
const LAST_ATTEMPT: &str = "ledger_check_attempt";
/// When the check that is under way was begun, on whichever server.
const RUNNING: &str = "ledger_check_running";
/// What only a comparison with the provider can say.
const OF_THE_PROVIDER: [&str; 4] = ["provider_missing", "provider_payment", "provider_amount", "provider_refund"];

/// What a check has brought.
#[derive(Debug, Default)]
pub struct Report {
    /// Everything that differs.
    pub findings: Vec<Finding>,
    /// Why the provider's records could not be compared: none is configured, or it does not answer.
    pub not_compared: Option<String>,
}

/// Why a comparison came to no end.
enum Trouble {
    Store(StoreError),
    Provider(ProviderError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ProviderError> for Trouble {
    fn from(error: ProviderError) -> Self {
        Self::Provider(error)
    }
}

/// Checks everything; the provider's payments of the last `days`.
pub async fn check_books(ctx: &Ctx, days: i64) -> Result<Report, StoreError> {
    check_books_twice(ctx, days, std::future::ready(())).await
}

/// The same; payments that differ from the provider's are looked at once more after `pause`, and only what differs then
/// counts.
pub async fn check_books_twice(ctx: &Ctx, days: i64, pause: impl Future<Output = ()>) -> Result<Report, StoreError> {
    let mut report = Report { findings: ledger::check(ctx.store.read_replica()).await?, not_compared: None };
    report.findings.extend(find_overdue(ctx).await?);
    let Some(provider) = &ctx.payments else {
        report.not_compared = Some("no payment provider is configured".to_owned());
        return Ok(report);
    };
    match compare_with_provider(ctx, provider, days, pause).await {
        Ok(findings) => report.findings.extend(findings),
        Err(Trouble::Provider(error)) => report.not_compared = Some(error.to_string()),
        Err(Trouble::Store(error)) => return Err(error),
    }
    Ok(report)
}

/// The check of every night, once for all servers; `None` when it is not due. The metrics tell how many findings there
/// are, and when they were looked for.
pub async fn check_nightly(ctx: &Ctx, pause: impl Future<Output = ()>) -> Result<Option<Report>, StoreError> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let last = counters::find(&tx, LAST_CHECK).await?.unwrap_or(Timestamp::MIN);
    let due = last < night_before(now)
        && counters::claim_interval(&tx, LAST_ATTEMPT, now, ATTEMPT).await?
        && counters::claim_interval(&tx, RUNNING, now, ATTEMPT).await?;
    if !due {
        return Ok(None);
    }
    tx.commit().await?;
    let report = check_books_twice(ctx, COMPARED_DAYS, pause).await;
    let kept = match &report {
        Ok(report) => keep(ctx, report).await.map(drop),
        Err(_) => Ok(()),
    };
    end_check(ctx).await?;
    kept?;
    let report = report?;
    // A provider that did not answer is asked again in this very night.
    if report.not_compared.is_none() || ctx.payments.is_none() {
        let tx = ctx.store.begin().await?;
        counters::set_time(&tx, LAST_CHECK, now).await?;
        tx.commit().await?;
    }
    Ok(Some(report))
}

/// Claims the right to check the books. False while a check is under way: two at once would only be slower.
pub(crate) async fn begin_check(ctx: &Ctx) -> Result<bool, StoreError> {
    let write = async |tx: Transaction| {
        let won = counters::claim_interval(&tx, RUNNING, ctx.now(), ATTEMPT).await?;
        Ok::<_, StoreError>(won)
    };
    ctx.store.transaction(write).await
}

/// Says that the check that was begun is over.
async fn end_check(ctx: &Ctx) -> Result<(), StoreError> {
    let write = async |tx: Transaction| {
        counters::set_time(&tx, RUNNING, Timestamp::UNIX_EPOCH).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Whether a check is under way. One whose server has ended is not, after a while.
pub(crate) async fn is_checking(ctx: &Ctx) -> Result<bool, StoreError> {
    let begun = counters::find(ctx.store.read(), RUNNING).await?;
    Ok(begun.is_some_and(|begun| begun > later(ctx.now(), -ATTEMPT)))
}

/// Checks everything and keeps the result, for the back office.
async fn check_and_keep(ctx: &Ctx, pause: impl Future<Output = ()>) -> Result<Check, StoreError> {
    let report = check_books_twice(ctx, COMPARED_DAYS, pause).await?;
    keep(ctx, &report).await
}

/// Runs a check for an administrator; `None` while another one is running. Payments that differ from the provider's are
/// compared again after `pause`.
pub async fn check_now(ctx: &Ctx, act: &Act, pause: impl Future<Output = ()>) -> AppResult<Option<Check>> {
    if begin_check(ctx).await? { run_claimed_check(ctx, act, pause).await.map(Some) } else { Ok(None) }
}

/// Runs the check that [`begin_check`] has claimed.
pub(crate) async fn run_claimed_check(ctx: &Ctx, act: &Act, pause: impl Future<Output = ()>) -> AppResult<Check> {
    let kept = check_for(ctx, act, pause).await;
    end_check(ctx).await?;
    kept
}

async fn check_for(ctx: &Ctx, act: &Act, pause: impl Future<Output = ()>) -> AppResult<Check> {
    let check = check_and_keep(ctx, pause).await?;
    let write = async |tx: Transaction| {
        let deed = Deed::new("books_checked", check.id.0).detail(serde_json::json!({ "findings": check.findings }));
        Actor::Admin(act).record(&tx, ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(check)
}

/// What a check of before has found with the provider. As long as the provider does not answer, that still counts.
async fn not_compared_anew(ctx: &Ctx, report: &Report) -> Result<Vec<serde_json::Value>, StoreError> {
    if report.not_compared.is_none() || ctx.payments.is_none() {
        return Ok(Vec::new());
    }
    let last = ledger_checks::find_last(ctx.store.read()).await?;
    let known = last.and_then(|check| check.detail.as_array().cloned()).unwrap_or_default();
    let is_theirs =
        |found: &serde_json::Value| found["rule"].as_str().is_some_and(|rule| OF_THE_PROVIDER.contains(&rule));
    Ok(known.into_iter().filter(is_theirs).collect())
}

/// Keeps what a check has found, for the back office and for the metrics of every server.
async fn keep(ctx: &Ctx, report: &Report) -> Result<Check, StoreError> {
    for finding in &report.findings {
        tracing::error!(?finding, "the books differ");
    }
    match &report.not_compared {
        Some(reason) => tracing::warn!(reason, "the books were not compared with the provider's"),
        None => tracing::info!(findings = report.findings.len(), "the books were checked"),
    }
    let earlier = not_compared_anew(ctx, report).await?;
    let findings = report.findings.len().saturating_add(earlier.len());
    let check = Check {
        id: CheckId(ctx.new_id()),
        checked_at: ctx.now(),
        findings: u32::try_from(findings).unwrap_or(u32::MAX),
        not_compared: report.not_compared.clone(),
        detail: report.findings.iter().map(told).chain(earlier).take(MOST_KEPT).collect(),
    };
    let write = async |tx: Transaction| {
        ledger_checks::insert(&tx, &check).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(check)
}

fn told(finding: &Finding) -> serde_json::Value {
    serde_json::json!({
        "rule": finding.rule, "meaning": finding.meaning, "subject": finding.subject, "commodity": finding.commodity,
        "stored": finding.stored, "ledger": finding.ledger,
    })
}

/// Tells the metrics what the last check has found and when it was made, whichever server made it.
pub(crate) async fn measure_findings(ctx: &Ctx) -> Result<(), StoreError> {
    if let Some(check) = ledger_checks::find_last(ctx.store.read()).await? {
        gauge!("tala_ledger_findings").set(f64::from(check.findings));
        gauge!("tala_ledger_compared").set(if check.not_compared.is_none() { 1.0 } else { 0.0 });
        gauge!("tala_ledger_checked_at").set(check.checked_at.as_duration().as_secs_f64());
    }
    Ok(())
}

/// The last time at which the check fell due.
fn night_before(now: Timestamp) -> Timestamp {
    let since = now.as_second().saturating_sub(NIGHT.as_secs()).rem_euclid(DAY.as_secs());
    later(now, SignedDuration::from_secs(since.saturating_neg()))
}

/// Money that goes back too slowly, or not at all.
async fn find_overdue(ctx: &Ctx) -> Result<Vec<Finding>, StoreError> {
    let before = later(ctx.now(), -LONGEST_REFUND);
    let overdue = refunds::list_overdue(ctx.store.read_replica(), before).await?;
    let finding = |refund: &refunds::Refund| {
        let (rule, meaning) = match refund.state {
            RefundState::Failed => ("refund_failed", "money that is owed back can be sent"),
            _ => ("refund_waits", "money that is owed back arrives within ten days"),
        };
        let (subject, commodity) = (Some(refund.id.0), refund.currency.clone());
        Finding { rule, meaning, subject, commodity, stored: refund.amount_minor, ledger: 0 }
    };
    Ok(overdue.iter().map(finding).collect())
}

async fn compare_with_provider(
    ctx: &Ctx,
    provider: &Payments,
    days: i64,
    pause: impl Future<Output = ()>,
) -> Result<Vec<Finding>, Trouble> {
    let from = later(ctx.now(), -SignedDuration::from_hours(24 * days));
    let listed = list_paid(provider, from, ctx.now()).await?;
    let mut doubtful = Vec::new();
    for payment in &listed {
        if compare(ctx, payment).await?.is_some() {
            doubtful.push(payment.id.clone());
        }
    }
    // The other way round: what we call paid and the provider does not list. Late ones were begun before the window.
    let listed: HashSet<&str> = listed.iter().map(|payment| payment.id.as_str()).collect();
    let ours = payments::list_used_since(ctx.store.read_replica(), from).await?;
    let missing = ours.into_iter().map(|payment| payment.provider_payment_id);
    doubtful.extend(missing.filter(|id| !listed.contains(id.as_str())));
    if doubtful.is_empty() {
        return Ok(Vec::new());
    }
    pause.await;
    let mut findings = Vec::new();
    for id in &doubtful {
        findings.extend(look_again(ctx, provider, id).await?);
    }
    Ok(findings)
}

async fn look_again(ctx: &Ctx, provider: &Payments, id: &str) -> Result<Option<Finding>, Trouble> {
    match provider.api.payment(id).await {
        Ok(theirs) if has_arrived(&theirs) => Ok(compare(ctx, &theirs).await?),
        Ok(_) | Err(ProviderError::NotFound) => {
            let ours = payments::find_by_provider_id(ctx.store.read(), id).await?;
            Ok(ours.filter(is_used).map(|ours| Finding {
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

const fn is_used(payment: &Payment) -> bool {
    matches!(payment.disposition, Disposition::Applied | Disposition::Returned)
}

const fn has_arrived(payment: &ProviderPayment) -> bool {
    matches!(payment.status, PaymentState::Captured | PaymentState::Refunded)
}

/// Payments whose money arrived, as the provider has them.
async fn list_paid(provider: &Payments, from: Timestamp, to: Timestamp) -> Result<Vec<ProviderPayment>, ProviderError> {
    let mut paid = Vec::new();
    for page in 0..MOST_PAGES {
        let payments = provider.api.list_payments(from, to, page * PAYMENTS_PER_PAGE).await?;
        let last = payments.len() < PAYMENTS_PER_PAGE;
        paid.extend(payments.into_iter().filter(has_arrived));
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
    let Some(ours) = ours.filter(is_used) else {
        // What nobody captured the provider has given back by itself.
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
    let refund = refunds::find_by_payment(conn, ours.id).await?;
    let ours_back = refund.filter(|refund| refund.provider_refund_id.is_some()).map_or(0, |refund| refund.amount_minor);
    if ours_back != theirs.amount_refunded_minor {
        let meaning = "the provider has given back what we know of";
        return Ok(finding("provider_refund", meaning, ours_back, theirs.amount_refunded_minor));
    }
    Ok(None)
}
