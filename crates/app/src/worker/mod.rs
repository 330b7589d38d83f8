//! The worker: runs the outbox's jobs, the periodic maintenance, and what must be asked of the payment provider.

mod dispatch;
mod heartbeat;
mod maintenance;
mod metrics;
pub mod reminders;
mod supervise;

use std::time::Duration;

use tala_store::StoreError;

pub(crate) use dispatch::run_job_now;
pub(crate) use heartbeat::find_last_round;
pub use metrics::{measure_backlog, measure_copy};
pub use supervise::{AbortOnDrop, keep_running};

use crate::context::Ctx;
use crate::services::ledger_check::{SECOND_LOOK, check_nightly};
use crate::services::payments::{reconcile, refund_requests};
use dispatch::run_batch;
use maintenance::run_maintenance;

const POLL: Duration = Duration::from_secs(2);
const NIGHTLY_CHECK_POLL: Duration = Duration::from_secs(600);
const RESTART_PAUSE: Duration = Duration::from_secs(10);

/// Works until `stop` resolves, then finishes the current round.
pub async fn run_worker(ctx: Ctx, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    // Tasks of their own, so that mails wait neither for a long check nor for a provider that does not answer.
    let (for_night, for_provider) = (ctx.clone(), ctx.clone());
    let _nightly = keep_running("ledger check", RESTART_PAUSE, move || check_every_night(for_night.clone()));
    let poll = move || poll_provider(for_provider.clone());
    let _provider = keep_running("payment provider", RESTART_PAUSE, poll);
    loop {
        let tried = run_round(&ctx).await.unwrap_or_else(|error| {
            tracing::error!(%error, "worker round failed");
            0
        });
        let pause = if tried == 0 { POLL } else { Duration::ZERO };
        tokio::select! {
            biased;
            () = &mut stop => return,
            () = ctx.work_filed.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Runs everything that is due, until nothing is. Returns how many jobs were tried.
///
/// # Errors
/// When jobs cannot be claimed or their outcome cannot be recorded.
pub async fn run_due_jobs(ctx: &Ctx) -> Result<usize, StoreError> {
    let mut tried = 0;
    loop {
        run_maintenance(ctx).await;
        ask_provider(ctx).await;
        match run_batch(ctx).await? {
            0 => return Ok(tried),
            more => tried += more,
        }
    }
}

async fn run_round(ctx: &Ctx) -> Result<usize, StoreError> {
    run_maintenance(ctx).await;
    run_batch(ctx).await
}

async fn check_every_night(ctx: Ctx) {
    loop {
        if let Err(error) = check_nightly(&ctx, async { tokio::time::sleep(SECOND_LOOK).await }).await {
            tracing::error!(%error, "ledger check failed");
        }
        tokio::time::sleep(NIGHTLY_CHECK_POLL).await;
    }
}

async fn poll_provider(ctx: Ctx) {
    loop {
        ask_provider(&ctx).await;
        tokio::time::sleep(POLL).await;
    }
}

/// Sends due refunds, and asks about orders whose payment is not clear.
async fn ask_provider(ctx: &Ctx) {
    let Some(provider) = &ctx.payments else { return };
    if let Err(error) = refund_requests::send_due_refunds(ctx, provider).await {
        tracing::error!(%error, "sending refunds failed");
    }
    if let Err(error) = reconcile::check_due_orders(ctx, provider).await {
        tracing::error!(%error, "checking orders failed");
    }
}
