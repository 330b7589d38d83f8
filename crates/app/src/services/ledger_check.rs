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
/// An unfinished check is repeated after this time.
const CHECK_TIMEOUT: SignedDuration = SignedDuration::from_mins(30);
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
/// The counter with the start of the running check, on whichever server.
const RUNNING: &str = "ledger_check_running";

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
        && counters::claim_interval(&tx, LAST_ATTEMPT, now, CHECK_TIMEOUT).await?
        && counters::claim_interval(&tx, RUNNING, now, CHECK_TIMEOUT).await?;
    if !is_due {
        return Ok(None);
    }
    tx.commit().await?;
    let report = check_ledger_with_recheck(ctx, COMPARED_DAYS, pause).await;
    let stored = match &report {
        Ok(report) => store_report(ctx, report).await.map(drop),
        Err(_) => Ok(()),
    };
    release_check(ctx).await?;
    stored?;
    let report = report?;
    // If the provider did not respond, the check is repeated in the same night.
    if report.not_compared.is_none() || ctx.payments.is_none() {
        let tx = ctx.store.begin().await?;
        counters::set_instant(&tx, LAST_CHECK, now).await?;
        tx.commit().await?;
    }
    Ok(Some(report))
}

/// Claims the right to run a check. Returns false while a check is running on any server.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn claim_check(ctx: &Ctx) -> Result<bool, StoreError> {
    let write = async |tx: Transaction| {
        let is_claimed = counters::claim_interval(&tx, RUNNING, ctx.now(), CHECK_TIMEOUT).await?;
        Ok::<_, StoreError>(is_claimed)
    };
    ctx.store.transaction(write).await
}

async fn release_check(ctx: &Ctx) -> Result<(), StoreError> {
    let write = async |tx: Transaction| {
        counters::set_instant(&tx, RUNNING, Timestamp::UNIX_EPOCH).await?;
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

/// Whether a check is running on any server. A check whose server stopped counts until [`CHECK_TIMEOUT`] has passed.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn is_check_running(ctx: &Ctx) -> Result<bool, StoreError> {
    let started = counters::find_instant(ctx.store.read(), RUNNING).await?;
    Ok(started.is_some_and(|started| started > saturating_add(ctx.now(), -CHECK_TIMEOUT)))
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

/// Runs the check that [`claim_check`] has claimed, and stores its result.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn run_claimed_check(
    ctx: &Ctx,
    actor: &AdminActor,
    pause: impl Future<Output = ()>,
) -> AppResult<CheckResult> {
    let result = check_and_audit(ctx, actor, pause).await;
    release_check(ctx).await?;
    result
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
