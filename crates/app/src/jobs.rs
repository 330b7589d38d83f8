//! The worker: sends what the outbox holds, and lets time do its part (classes end, credits expire).

use std::time::Duration;

use jiff::SignedDuration;
use metrics::{counter, gauge};
use tala_domain::ids::{JobId, LedgerTxId};
use tala_store::outbox::{self, Claimed};
use tala_store::{StoreError, WriteTx, bookings, credits, idempotency, ledger, refusals};
use tokio::task::JoinSet;

use crate::context::Ctx;
use crate::notifications::{Delivery, deliver};

const BATCH: u32 = 16;
const LEASE: SignedDuration = SignedDuration::from_secs(120);
const POLL: Duration = Duration::from_secs(2);
const CLASSES_AT_ONCE: u32 = 500;
const LOTS_AT_ONCE: u32 = 500;
const KEYS_KEPT: SignedDuration = SignedDuration::from_hours(48);

/// Works until `stop` resolves, then finishes the round it is in.
pub async fn run_worker(ctx: Ctx, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    loop {
        let done = work_round(&ctx).await.unwrap_or_else(|error| {
            tracing::error!(%error, "worker round failed");
            0
        });
        let pause = if done == 0 { POLL } else { Duration::ZERO };
        tokio::select! {
            biased;
            () = &mut stop => return,
            () = ctx.work_filed.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Does everything that is due now, and returns how many pieces of outbox work were tried.
pub async fn work_due(ctx: &Ctx) -> Result<usize, StoreError> {
    let mut tried = 0;
    loop {
        match work_round(ctx).await? {
            0 => return Ok(tried),
            more => tried += more,
        }
    }
}

/// Tells the metrics how much work waits. Asked for by whoever shows them, so that it is true without a worker as well.
pub async fn measure_backlog(ctx: &Ctx) -> Result<(), StoreError> {
    let backlog = outbox::count_backlog(ctx.store.read(), ctx.now()).await?;
    gauge!("tala_outbox_due").set(f64::from(i32::try_from(backlog.due).unwrap_or(i32::MAX)));
    gauge!("tala_outbox_dead").set(f64::from(i32::try_from(backlog.dead).unwrap_or(i32::MAX)));
    Ok(())
}

/// One bounded round: what time brings about, then one batch of the outbox. The mails never wait for a failing sweep.
async fn work_round(ctx: &Ctx) -> Result<usize, StoreError> {
    if let Err(error) = sweep(ctx).await {
        tracing::error!(%error, "sweep failed");
    }
    let tx = ctx.store.begin_write().await?;
    let batch = outbox::claim_due(&tx, ctx.now(), LEASE, BATCH).await?;
    tx.commit().await?;
    let tried = batch.len();
    let mut running = JoinSet::new();
    for claimed in batch {
        let ctx = ctx.clone();
        running.spawn(async move { attempt(&ctx, &claimed).await });
    }
    // All are waited for: dropping the set would break off mails in the middle.
    let mut outcome = Ok(tried);
    while let Some(finished) = running.join_next().await {
        match finished {
            Ok(Ok(())) => {}
            Ok(Err(error)) => outcome = Err(error),
            Err(panic) => tracing::error!(%panic, "a job panicked; its lease will run out"),
        }
    }
    outcome
}

/// Tries one piece of work now, unless another worker holds it. True when it was tried.
pub(crate) async fn work_now(ctx: &Ctx, id: JobId) -> Result<bool, StoreError> {
    let tx = ctx.store.begin_write().await?;
    let claimed = outbox::claim_now(&tx, id, ctx.now(), LEASE).await?;
    tx.commit().await?;
    let Some(claimed) = claimed else { return Ok(false) };
    attempt(ctx, &claimed).await?;
    Ok(true)
}

async fn attempt(ctx: &Ctx, claimed: &Claimed) -> Result<(), StoreError> {
    let topic = claimed.job.topic();
    let delivery = deliver(ctx, claimed).await;
    let tx = ctx.store.begin_write().await?;
    let (kept, outcome) = match delivery {
        Delivery::Done => (outbox::mark_done(&tx, claimed, ctx.now()).await?, "done"),
        Delivery::Failed(reason) => {
            tracing::warn!(job = %claimed.id, topic, attempt = claimed.attempt, reason, "job failed, to be tried again");
            (outbox::mark_failed(&tx, claimed, &reason, false, ctx.now()).await?, "failed")
        }
        Delivery::Hopeless(reason) => {
            tracing::error!(job = %claimed.id, topic, reason, "job given up");
            (outbox::mark_failed(&tx, claimed, &reason, true, ctx.now()).await?, "dead")
        }
    };
    tx.commit().await?;
    if !kept {
        tracing::warn!(job = %claimed.id, topic, "the lease had run out before the job ended");
    }
    counter!("tala_jobs_total", "topic" => topic, "outcome" => outcome).increment(1);
    Ok(())
}

/// What time alone brings about: classes end (D15), credits expire (D17), old idempotency keys are forgotten.
async fn sweep(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let tx = ctx.store.begin_write().await?;
    let completed = bookings::mark_completed_due(&tx, now, CLASSES_AT_ONCE).await?;
    let before = now.saturating_sub(KEYS_KEPT).unwrap_or(now);
    idempotency::delete_before(&tx, before).await?;
    refusals::delete_before(&tx, before).await?;
    tx.commit().await?;
    if completed > 0 {
        tracing::info!(completed, "classes completed");
    }
    for _ in 0..LOTS_AT_ONCE {
        if !expire_one_lot(ctx).await? {
            break;
        }
    }
    Ok(())
}

async fn expire_one_lot(ctx: &Ctx) -> Result<bool, StoreError> {
    let now = ctx.now();
    let write = async |tx: WriteTx| {
        let lot = credits::expire_next(&tx, now).await?;
        if let Some(lot) = &lot {
            let other = ledger::Account::CreditsExpired;
            let gained = -i64::from(lot.credits);
            let posting = ledger::Posting {
                id: LedgerTxId(ctx.new_id()),
                kind: ledger::Kind::CreditsExpired,
                booking: None,
                at: now,
                lines: ledger::Posting::credit_lines(lot.student_id, lot.id, other, None, gained).to_vec(),
            };
            ledger::post(&tx, &posting).await?;
        }
        Ok::<_, StoreError>((tx, lot))
    };
    let Some(lot) = ctx.store.write(write).await? else { return Ok(false) };
    tracing::info!(lot = %lot.id, credits = lot.credits, "credits expired");
    Ok(true)
}
