//! The worker: sends what the outbox holds, and lets time do its part (classes end, credits expire).

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use metrics::{counter, gauge};
use tala_domain::ids::{JobId, LedgerTxId};
use tala_domain::jobs::Job;
use tala_domain::money::Money;
use tala_domain::pricing::{BasisPoints, commission_rate, split};
use tala_store::outbox::{self, Claimed};
use tala_store::{StoreError, WriteTx, bookings, credits, idempotency, ledger, refusals};
use tokio::task::JoinSet;

use crate::context::Ctx;
use crate::notifications::{Delivery, deliver};
use crate::operator::check_nightly;
use crate::payments;

const BATCH: u32 = 16;
const LEASE: SignedDuration = SignedDuration::from_secs(120);
const POLL: Duration = Duration::from_secs(2);
const CLASSES_AT_ONCE: u32 = 100;
const LOTS_AT_ONCE: u32 = 500;
const LOOK_FOR_NIGHT: Duration = Duration::from_secs(600);
const KEYS_KEPT: SignedDuration = SignedDuration::from_hours(48);

/// Works until `stop` resolves, then finishes the round it is in.
pub async fn run_worker(ctx: Ctx, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    // Beside the rounds: mails do not wait for a long check.
    let nightly = tokio::spawn(check_every_night(ctx.clone()));
    let _ended = AbortOnDrop(nightly);
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

struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn check_every_night(ctx: Ctx) {
    loop {
        if let Err(error) = check_nightly(&ctx).await {
            tracing::error!(%error, "the books could not be checked");
        }
        tokio::time::sleep(LOOK_FOR_NIGHT).await;
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
    let delivery = match (&claimed.job, &ctx.payments) {
        (Job::ProviderEvent { event_id }, Some(desk)) => match payments::work_through(ctx, desk, *event_id).await {
            Ok(()) => Delivery::Done,
            Err(error) => Delivery::Failed(error.to_string()),
        },
        (Job::ProviderEvent { .. }, None) => Delivery::Failed("no payment provider is configured".to_owned()),
        _ => deliver(ctx, claimed).await,
    };
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

/// What time alone brings about: classes end (D15), holds run out (D23), credits expire (D17), old idempotency keys are
/// forgotten. Then what the payment provider has to be told or asked.
async fn sweep(ctx: &Ctx) -> Result<(), StoreError> {
    forget_old(ctx).await?;
    while complete_classes(ctx).await? == CLASSES_AT_ONCE {}
    if let Err(error) = payments::reap_holds(ctx).await {
        tracing::error!(%error, "holds could not be ended");
    }
    for _ in 0..LOTS_AT_ONCE {
        if !expire_one_lot(ctx).await? {
            break;
        }
    }
    if let Some(desk) = &ctx.payments {
        payments::work_on_refunds(ctx, desk).await?;
        payments::check_due_orders(ctx, desk).await?;
    }
    Ok(())
}

async fn forget_old(ctx: &Ctx) -> Result<(), StoreError> {
    let write = async |tx: WriteTx| {
        let before = ctx.now().saturating_sub(KEYS_KEPT).unwrap_or(Timestamp::MIN);
        idempotency::delete_before(&tx, before).await?;
        refusals::delete_before(&tx, before).await?;
        Ok::<_, StoreError>((tx, ()))
    };
    ctx.store.write(write).await
}

/// Completes classes whose hour is over, and settles with their teachers (D15, D22). Returns how many.
async fn complete_classes(ctx: &Ctx) -> Result<u32, StoreError> {
    let write = async |tx: WriteTx| {
        let now = ctx.now();
        let mut completed = 0;
        for due in bookings::list_due(&tx, now, CLASSES_AT_ONCE).await? {
            let hours = bookings::count_taught(&tx, due.teacher_id, due.slot_id).await?;
            let rate = commission_rate(due.teacher_since, due.ends_at, hours);
            if bookings::complete(&tx, due.id, rate.0, now).await? {
                ledger::post(&tx, &held(ctx, &due, rate)).await?;
            }
            completed += 1;
        }
        Ok::<_, StoreError>((tx, completed))
    };
    let completed = ctx.store.write(write).await?;
    if completed > 0 {
        tracing::info!(completed, "classes completed");
    }
    Ok(completed)
}

fn held(ctx: &Ctx, due: &bookings::Due, rate: BasisPoints) -> ledger::Posting {
    let parts = split(due.amount, rate);
    let owed = |money: Money| Money::new(money.amount_minor.saturating_neg(), money.currency);
    ledger::Posting::new(LedgerTxId(ctx.new_id()), ledger::Kind::ClassHeld, ctx.now())
        .booking(due.id)
        .money(ledger::Account::UnearnedClasses, Some(due.student_id), due.amount)
        .money(ledger::Account::TeacherPayable, Some(due.teacher_id), owed(parts.net))
        .money(ledger::Account::Commission, None, owed(parts.commission))
}

async fn expire_one_lot(ctx: &Ctx) -> Result<bool, StoreError> {
    let now = ctx.now();
    let write = async |tx: WriteTx| {
        let lot = credits::expire_next(&tx, now).await?;
        if let Some(lot) = &lot {
            let expired = (ledger::Account::CreditsExpired, None);
            let kept = Money::new(lot.worth.amount_minor.saturating_neg(), lot.worth.currency);
            let posting = ledger::Posting::new(LedgerTxId(ctx.new_id()), ledger::Kind::CreditsExpired, now)
                .credits((lot.student_id, lot.id), expired, -i64::from(lot.credits))
                .lot_money(lot.student_id, lot.id, lot.worth)
                .money(ledger::Account::Breakage, None, kept);
            ledger::post(&tx, &posting).await?;
        }
        Ok::<_, StoreError>((tx, lot))
    };
    let Some(lot) = ctx.store.write(write).await? else { return Ok(false) };
    tracing::info!(lot = %lot.id, credits = lot.credits, "credits expired");
    Ok(true)
}
