//! Claims due jobs from the outbox, runs them and records their outcome.

use jiff::SignedDuration;
use metrics::{counter, gauge};
use tala_domain::ids::JobId;
use tala_domain::jobs::Job;
use tala_store::outbox::{self, ClaimedJob};
use tala_store::{StoreError, Transaction};
use tokio::task::JoinSet;

use super::heartbeat::record_heartbeat;
use crate::context::Ctx;
use crate::mail::deliver::deliver;
use crate::mail::job_outcome::JobOutcome;
use crate::services::payments::provider_events::process_event;
use crate::services::{privacy, waitlist_forwarding};

const BATCH_SIZE: u32 = 16;
/// A claimed job that is not finished within this time may be claimed again.
const LEASE_DURATION: SignedDuration = SignedDuration::from_secs(120);

/// Runs one batch of due jobs concurrently. Returns the number of attempts.
///
/// # Errors
/// If jobs cannot be claimed or an outcome cannot be recorded.
pub(super) async fn run_batch(ctx: &Ctx) -> Result<usize, StoreError> {
    let now = ctx.now();
    let claim = async |tx: Transaction| {
        let batch = outbox::claim_due(&tx, now, LEASE_DURATION, BATCH_SIZE).await?;
        record_heartbeat(&tx, now).await?;
        Ok::<_, StoreError>(batch)
    };
    let batch = ctx.store.transaction(claim).await?;
    gauge!("tala_worker_last_round_timestamp_seconds").set(now.as_duration().as_secs_f64());
    let attempted = batch.len();
    let mut running = JoinSet::new();
    for claimed in batch {
        let ctx = ctx.clone();
        running.spawn(async move { run_job(&ctx, &claimed).await });
    }
    // Wait for all jobs even after an error: dropping the set would abort the others midway.
    let mut outcome = Ok(attempted);
    while let Some(finished) = running.join_next().await {
        match finished {
            Ok(Ok(())) => {}
            Ok(Err(error)) => outcome = Err(error),
            Err(panic) => tracing::error!(%panic, "job panicked; it is retried when its lease expires"),
        }
    }
    outcome
}

/// Runs one job immediately, unless another worker has a lease on it. Returns whether it was attempted.
///
/// # Errors
/// If the job cannot be claimed or its outcome cannot be recorded.
pub(crate) async fn run_job_now(ctx: &Ctx, id: JobId) -> Result<bool, StoreError> {
    let claim = async |tx: Transaction| outbox::claim_now(&tx, id, ctx.now(), LEASE_DURATION).await;
    let Some(claimed) = ctx.store.transaction(claim).await? else { return Ok(false) };
    run_job(ctx, &claimed).await?;
    Ok(true)
}

#[tracing::instrument(name = "job", skip_all, fields(job = %claimed.id, topic = claimed.job.topic()))]
async fn run_job(ctx: &Ctx, claimed: &ClaimedJob) -> Result<(), StoreError> {
    let topic = claimed.job.topic();
    let outcome = match (&claimed.job, &ctx.payments) {
        (Job::ProviderEvent { event_id }, Some(provider)) => match process_event(ctx, provider, *event_id).await {
            Ok(()) => JobOutcome::Done,
            Err(error) => JobOutcome::Failed(error.to_string()),
        },
        (Job::ProviderEvent { .. }, None) => JobOutcome::Failed("no payment provider is configured".to_owned()),
        (Job::WaitlistJoined { entry_id, .. }, _) => match waitlist_forwarding::forward_entry(ctx, *entry_id).await {
            Ok(()) => JobOutcome::Done,
            Err(reason) => JobOutcome::Failed(reason),
        },
        (Job::DeleteIssuerAccount { account_id }, _) => {
            match privacy::delete_built_in_account(ctx, *account_id).await {
                Ok(()) => JobOutcome::Done,
                Err(reason) => JobOutcome::Failed(reason),
            }
        }
        _ => deliver(ctx, claimed).await,
    };
    let label = match &outcome {
        JobOutcome::Done => "done",
        JobOutcome::Failed(reason) => {
            tracing::warn!(attempt = claimed.attempt, reason, "job failed; it will be retried");
            "failed"
        }
        JobOutcome::PermanentFailure(reason) => {
            tracing::error!(attempt = claimed.attempt, reason, "job moved to dead letters");
            "dead"
        }
    };
    let record = async |tx: Transaction| match &outcome {
        JobOutcome::Done => outbox::mark_done(&tx, claimed, ctx.now()).await,
        JobOutcome::Failed(reason) => outbox::mark_failed(&tx, claimed, reason, false, ctx.now()).await,
        JobOutcome::PermanentFailure(reason) => outbox::mark_failed(&tx, claimed, reason, true, ctx.now()).await,
    };
    if !ctx.store.transaction(record).await? {
        tracing::warn!("lease expired before the job finished");
    }
    counter!("tala_jobs_total", "topic" => topic, "outcome" => label).increment(1);
    Ok(())
}
