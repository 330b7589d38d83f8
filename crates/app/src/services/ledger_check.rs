//! The ledger check (D18): verifies our records against each other and against the provider's. It runs nightly, from the
//! command line and on an administrator's request.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use metrics::gauge;
use tala_domain::audit_actions::AuditAction;
use tala_domain::ids::LedgerCheckId;
use tala_domain::payments::RefundState;
use tala_domain::time::saturating_add;
use tala_store::ledger::{self, Finding};
use tala_store::ledger_checks::{self, CheckResult};
use tala_store::{StoreError, Transaction, counters, refunds};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AdminActor, AuditEvent};
use crate::services::provider_comparison::{ComparisonError, PROVIDER_RULES, compare_with_provider};

/// The time of day (UTC) after which the nightly check is due: three in the morning in India.
const NIGHTLY_CHECK_TIME: SignedDuration = SignedDuration::from_mins(21 * 60 + 30);
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// An unfinished nightly check is repeated after this time.
const RETRY_INTERVAL: SignedDuration = SignedDuration::from_mins(30);
/// Only one check runs at a time. It holds a lease of this duration, so that the check of a stopped server soon ends for the
/// others.
const LEASE_DURATION: SignedDuration = SignedDuration::from_secs(10);
const LEASE_RENEWAL_INTERVAL: Duration = Duration::from_secs(2);
/// How many days of payments are compared with the provider's. A booking can be cancelled 28 days after its payment; the rest
/// is for the refund.
pub const COMPARED_DAYS: i64 = 40;
/// Payments that differ from the provider's are compared again after this time, because their webhooks may be in flight.
pub const RECHECK_DELAY: Duration = Duration::from_secs(60);
/// A refund that takes longer is a finding.
const MAX_REFUND_DURATION: SignedDuration = SignedDuration::from_hours(10 * 24);
/// Further findings are counted but not stored.
const MAX_STORED_FINDINGS: usize = 200;
const LAST_CHECK: &str = "ledger_check";
const LAST_ATTEMPT: &str = "ledger_check_attempt";
/// The counter with the time at which the running check, on whichever server, last renewed its lease.
const LEASE: &str = "ledger_check_lease";

/// The result of a ledger check.
#[derive(Debug, Default)]
pub struct LedgerReport {
    /// The violations found.
    pub findings: Vec<Finding>,
    /// Why the records were not compared with the provider's: none is configured, or it did not respond.
    pub not_compared: Option<String>,
}

/// Checks all records, and the provider's payments of the last `days`.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn check_ledger(ctx: &Ctx, days: i64) -> Result<LedgerReport, StoreError> {
    check_ledger_with_recheck(ctx, days, std::future::ready(())).await
}

/// [`check_ledger`], but payments that differ from the provider's are compared again after `pause`.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn check_ledger_with_recheck(
    ctx: &Ctx,
    days: i64,
    pause: impl Future<Output = ()>,
) -> Result<LedgerReport, StoreError> {
    let mut report = LedgerReport { findings: ledger::check(ctx.store.read_replica()).await?, not_compared: None };
    report.findings.extend(find_overdue_refunds(ctx).await?);
    let Some(provider) = &ctx.payments else {
        report.not_compared = Some("no payment provider is configured".to_owned());
        return Ok(report);
    };
    match compare_with_provider(ctx, provider, days, pause).await {
        Ok(findings) => report.findings.extend(findings),
        Err(ComparisonError::Provider(error)) => report.not_compared = Some(error.to_string()),
        Err(ComparisonError::Store(error)) => return Err(error),
    }
    Ok(report)
}

/// Runs the nightly check on one server and stores its result. Returns `None` if it is not due.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn check_nightly(ctx: &Ctx, pause: impl Future<Output = ()>) -> Result<Option<LedgerReport>, StoreError> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let last = counters::find_instant(&tx, LAST_CHECK).await?.unwrap_or(Timestamp::MIN);
    let is_due = last < last_due_time(now)
        && counters::claim_interval(&tx, LAST_ATTEMPT, now, RETRY_INTERVAL).await?
        && counters::claim_interval(&tx, LEASE, now, LEASE_DURATION).await?;
    // Rolled back: the attempt does not count while another check has the lease.
    if !is_due {
        return Ok(None);
    }
    tx.commit().await?;
    let check = async {
        let report = check_ledger_with_recheck(ctx, COMPARED_DAYS, pause).await?;
        store_report(ctx, &report).await?;
        Ok::<_, StoreError>(report)
    };
    let report = run_leased(ctx, check).await?;
    // If the provider did not respond, the check is repeated in the same night.
    if report.not_compared.is_none() || ctx.payments.is_none() {
        let write = async |tx: Transaction| counters::set_instant(&tx, LAST_CHECK, now).await;
        ctx.store.transaction(write).await?;
    }
    Ok(Some(report))
}

/// Takes the lease of a check. Returns false while a check is running on any server.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn claim_check(ctx: &Ctx) -> Result<bool, StoreError> {
    let write = async |tx: Transaction| {
        let is_claimed = counters::claim_interval(&tx, LEASE, ctx.now(), LEASE_DURATION).await?;
        Ok::<_, StoreError>(is_claimed)
    };
    ctx.store.transaction(write).await
}

/// Runs a check whose lease is held: renews the lease meanwhile, and ends it.
async fn run_leased<T, E: From<StoreError>>(ctx: &Ctx, check: impl Future<Output = Result<T, E>>) -> Result<T, E> {
    let mut check = Box::pin(check);
    let result = loop {
        tokio::select! {
            result = &mut check => break result,
            () = tokio::time::sleep(LEASE_RENEWAL_INTERVAL) => {
                if let Err(error) = set_lease(ctx, ctx.now()).await {
                    tracing::warn!(%error, "the lease of the ledger check was not renewed");
                }
            }
        }
    };
    set_lease(ctx, Timestamp::UNIX_EPOCH).await?;
    result
}

async fn set_lease(ctx: &Ctx, renewed_at: Timestamp) -> Result<(), StoreError> {
    let write = async |tx: Transaction| {
        counters::set_instant(&tx, LEASE, renewed_at).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Whether a check is running on any server.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn is_check_running(ctx: &Ctx) -> Result<bool, StoreError> {
    let renewed = counters::find_instant(ctx.store.read(), LEASE).await?;
    Ok(renewed.is_some_and(|renewed| renewed > saturating_add(ctx.now(), -LEASE_DURATION)))
}

/// Runs a check for an administrator. Returns `None` if another check is running. Payments that differ from the provider's
/// are compared again after `pause`.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn check_now(
    ctx: &Ctx,
    actor: &AdminActor,
    pause: impl Future<Output = ()>,
) -> AppResult<Option<CheckResult>> {
    if claim_check(ctx).await? { run_claimed_check(ctx, actor, pause).await.map(Some) } else { Ok(None) }
}

/// Runs the check whose lease [`claim_check`] took, and stores its result.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn run_claimed_check(
    ctx: &Ctx,
    actor: &AdminActor,
    pause: impl Future<Output = ()>,
) -> AppResult<CheckResult> {
    run_leased(ctx, check_and_audit(ctx, actor, pause)).await
}

async fn check_and_audit(ctx: &Ctx, actor: &AdminActor, pause: impl Future<Output = ()>) -> AppResult<CheckResult> {
    let report = check_ledger_with_recheck(ctx, COMPARED_DAYS, pause).await?;
    let check = store_report(ctx, &report).await?;
    let write = async |tx: Transaction| {
        let detail = serde_json::json!({ "findings": check.findings });
        let event = AuditEvent::new(AuditAction::LedgerChecked, check.id.0).detail(detail);
        Actor::Admin(actor).record(&tx, ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(check)
}

/// The findings of the previous check that came from the provider. They remain valid while the provider does not respond.
async fn earlier_provider_findings(ctx: &Ctx, report: &LedgerReport) -> Result<Vec<serde_json::Value>, StoreError> {
    if report.not_compared.is_none() || ctx.payments.is_none() {
        return Ok(Vec::new());
    }
    let last = ledger_checks::find_latest(ctx.store.read()).await?;
    let findings = last.and_then(|check| check.detail.as_array().cloned()).unwrap_or_default();
    let is_from_provider =
        |finding: &serde_json::Value| finding["rule"].as_str().is_some_and(|rule| PROVIDER_RULES.contains(&rule));
    Ok(findings.into_iter().filter(is_from_provider).collect())
}

/// Logs a report and stores it for administrators and for the metrics of every server.
async fn store_report(ctx: &Ctx, report: &LedgerReport) -> Result<CheckResult, StoreError> {
    for finding in &report.findings {
        tracing::error!(?finding, "ledger check: finding");
    }
    match &report.not_compared {
        Some(reason) => tracing::warn!(reason, "ledger check: not compared with the payment provider"),
        None => tracing::info!(findings = report.findings.len(), "ledger check: done"),
    }
    let earlier = earlier_provider_findings(ctx, report).await?;
    let findings = report.findings.len().saturating_add(earlier.len());
    let check = CheckResult {
        id: LedgerCheckId(ctx.new_id()),
        checked_at: ctx.now(),
        findings: u32::try_from(findings).unwrap_or(u32::MAX),
        not_compared: report.not_compared.clone(),
        detail: report.findings.iter().map(finding_json).chain(earlier).take(MAX_STORED_FINDINGS).collect(),
    };
    let write = async |tx: Transaction| {
        ledger_checks::insert(&tx, &check).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(check)
}

fn finding_json(finding: &Finding) -> serde_json::Value {
    serde_json::json!({
        "rule": finding.rule, "meaning": finding.meaning, "subject": finding.subject, "commodity": finding.commodity,
        "stored": finding.stored, "ledger": finding.ledger,
    })
}

/// Updates the metrics with the result and the time of the last check on any server.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn report_metrics(ctx: &Ctx) -> Result<(), StoreError> {
    if let Some(check) = ledger_checks::find_latest(ctx.store.read()).await? {
        gauge!("tala_ledger_findings").set(f64::from(check.findings));
        gauge!("tala_ledger_compared").set(if check.not_compared.is_none() { 1.0 } else { 0.0 });
        gauge!("tala_ledger_last_check_timestamp_seconds").set(check.checked_at.as_duration().as_secs_f64());
    }
    Ok(())
}

/// The last instant at which a nightly check became due.
fn last_due_time(now: Timestamp) -> Timestamp {
    let since = now.as_second().saturating_sub(NIGHTLY_CHECK_TIME.as_secs()).rem_euclid(DAY.as_secs());
    saturating_add(now, SignedDuration::from_secs(since.saturating_neg()))
}

/// Finds refunds that failed or take too long.
async fn find_overdue_refunds(ctx: &Ctx) -> Result<Vec<Finding>, StoreError> {
    let before = saturating_add(ctx.now(), -MAX_REFUND_DURATION);
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
