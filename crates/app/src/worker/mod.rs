//! The worker: runs outbox jobs and periodic maintenance, sends refunds to the payment provider and reconciles orders with
//! it.

mod dispatch;
mod heartbeat;
mod maintenance;
mod metrics;
mod reminders;
mod supervise;

use std::time::Duration;

use tala_store::StoreError;

pub(crate) use dispatch::run_job_now;
pub(crate) use heartbeat::find_last_heartbeat;
pub use metrics::{record_backlog, record_last_backup};
pub use supervise::{AbortOnDrop, spawn_supervised};

use crate::context::Ctx;
use crate::services::ledger_check::{RECHECK_DELAY, check_nightly};
use crate::services::payments::{reconcile, refund_processing};
use dispatch::run_batch;
use maintenance::run_maintenance;

const POLL_INTERVAL: Duration = Duration::from_secs(2);
const NIGHTLY_CHECK_INTERVAL: Duration = Duration::from_secs(600);
const RESTART_DELAY: Duration = Duration::from_secs(10);

/// Runs the worker until `stop` resolves, then finishes the current round.
pub async fn run_worker(ctx: Ctx, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    // Separate tasks: a long ledger check or a slow payment provider must not delay mails.
    let (for_ledger_check, for_provider) = (ctx.clone(), ctx.clone());
    let check = move || check_ledger_nightly(for_ledger_check.clone());
    let _ledger_check = spawn_supervised("ledger check", RESTART_DELAY, check);
    let poll = move || poll_provider(for_provider.clone());
    let _provider = spawn_supervised("payment provider", RESTART_DELAY, poll);
    loop {
        let attempted = run_round(&ctx).await.unwrap_or_else(|error| {
            tracing::error!(%error, "worker round failed");
            0
        });
        let pause = if attempted == 0 { POLL_INTERVAL } else { Duration::ZERO };
        tokio::select! {
            biased;
            () = &mut stop => return,
            () = ctx.job_enqueued.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Runs maintenance, provider requests and jobs until no job is due. Returns the number of attempts.
///
/// # Errors
/// If jobs cannot be claimed or their outcome cannot be recorded.
pub async fn run_due_jobs(ctx: &Ctx) -> Result<usize, StoreError> {
    let mut attempted = 0;
    loop {
        run_maintenance(ctx).await;
        sync_with_provider(ctx).await;
        match run_batch(ctx).await? {
            0 => return Ok(attempted),
            count => attempted += count,
        }
    }
}

async fn run_round(ctx: &Ctx) -> Result<usize, StoreError> {
    run_maintenance(ctx).await;
    run_batch(ctx).await
}

async fn check_ledger_nightly(ctx: Ctx) {
    loop {
        if let Err(error) = check_nightly(&ctx, async { tokio::time::sleep(RECHECK_DELAY).await }).await {
            tracing::error!(%error, "ledger check failed");
        }
        tokio::time::sleep(NIGHTLY_CHECK_INTERVAL).await;
    }
}

async fn poll_provider(ctx: Ctx) {
    loop {
        sync_with_provider(&ctx).await;
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Sends due refunds to the provider and reconciles orders with unresolved payments.
async fn sync_with_provider(ctx: &Ctx) {
    let Some(provider) = &ctx.payments else { return };
    if let Err(error) = Box::pin(refund_processing::send_due_refunds(ctx, provider)).await {
        tracing::error!(%error, "sending due refunds failed");
    }
    if let Err(error) = Box::pin(reconcile::check_due_orders(ctx, provider)).await {
        tracing::error!(%error, "reconciling orders failed");
    }
}
