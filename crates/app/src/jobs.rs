//! The worker: sends what the outbox holds, and lets time do its part (classes end, credits expire).

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use metrics::{counter, gauge};
use tala_domain::ids::{JobId, LedgerTxId};
use tala_domain::jobs::Job;
use tala_domain::money::Money;
use tala_domain::pricing::{Split, commission_rate, split};
use tala_store::outbox::{self, Claimed};
use tala_store::{
    StoreError, Transaction, admins, bookings, counters, credits, idempotency, ledger, orders,
    payments as provider_events, people, refunds, refusals,
};
use tokio::task::JoinSet;

use crate::context::Ctx;
use crate::notifications::{Delivery, deliver};
use crate::operator::{SECOND_LOOK, check_nightly, measure_findings, reward_referrals};
use crate::reminders::file_reminders;
use crate::{payments, privacy, waitlist};

const BATCH: u32 = 16;
const LEASE: SignedDuration = SignedDuration::from_secs(120);
const POLL: Duration = Duration::from_secs(2);
const CLASSES_AT_ONCE: u32 = 100;
const LOTS_AT_ONCE: u32 = 500;
const LOOK_FOR_NIGHT: Duration = Duration::from_secs(600);
const RESTART_PAUSE: Duration = Duration::from_secs(10);
const FORGETTING: SignedDuration = SignedDuration::from_hours(1);
const PEOPLE_AT_ONCE: u32 = 1_000;
const WORK_AT_ONCE: u32 = 2_000;
const KEYS_KEPT: SignedDuration = SignedDuration::from_hours(48);
/// The provider's events are full of addresses and numbers; after this time nobody asks what they said.
const EVENTS_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);
const DONE_WORK_KEPT: SignedDuration = SignedDuration::from_hours(90 * 24);
/// When any worker began a round last, for those who look after the place.
const ROUND: &str = "worker_round";
const ROUND_TOLD: SignedDuration = SignedDuration::from_secs(10);
/// Longer than this no refund is asked for, and no payment looked into, while all is well.
const REFUND_PATIENCE: SignedDuration = SignedDuration::from_hours(1);
const CHECKING_PATIENCE: SignedDuration = SignedDuration::from_hours(1);

/// Works until `stop` resolves, then finishes the round it is in.
pub async fn run_worker(ctx: Ctx, stop: impl Future<Output = ()>) {
    tokio::pin!(stop);
    // Beside the rounds: mails do not wait for a long check.
    let (for_night, for_provider) = (ctx.clone(), ctx.clone());
    let _nightly = keep_running("the nightly check", RESTART_PAUSE, move || check_every_night(for_night.clone()));
    // Nor for a payment provider that does not answer.
    let ask = move || ask_provider_again_and_again(for_provider.clone());
    let _provider = keep_running("refunds and look-ups", RESTART_PAUSE, ask);
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

/// A task that ends with whoever has this.
#[derive(Debug)]
pub struct AbortOnDrop(tokio::task::JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Runs work that never ends by itself, beside everything else. When it panics that is told, and it starts again.
pub fn keep_running<F>(name: &'static str, pause: Duration, work: impl Fn() -> F + Send + 'static) -> AbortOnDrop
where
    F: Future<Output = ()> + Send + 'static,
{
    AbortOnDrop(tokio::spawn(async move {
        loop {
            let mut running = AbortOnDrop(tokio::spawn(work()));
            if let Err(error) = (&mut running.0).await {
                tracing::error!(%error, name, "work broke off; it starts again");
                counter!("tala_worker_restarts_total").increment(1);
            }
            tokio::time::sleep(pause).await;
        }
    }))
}

async fn check_every_night(ctx: Ctx) {
    loop {
        if let Err(error) = check_nightly(&ctx, async { tokio::time::sleep(SECOND_LOOK).await }).await {
            tracing::error!(%error, "the books could not be checked");
        }
        tokio::time::sleep(LOOK_FOR_NIGHT).await;
    }
}

async fn ask_provider_again_and_again(ctx: Ctx) {
    loop {
        ask_provider(&ctx).await;
        tokio::time::sleep(POLL).await;
    }
}

/// Does everything that is due now, and returns how many pieces of outbox work were tried.
pub async fn work_due(ctx: &Ctx) -> Result<usize, StoreError> {
    let mut tried = 0;
    loop {
        sweep(ctx).await;
        ask_provider(ctx).await;
        match send_due(ctx).await? {
            0 => return Ok(tried),
            more => tried += more,
        }
    }
}

/// Tells the metrics how much work waits, what is stuck, when the payment provider was heard of last, and what the last
/// check of the books has found. Asked for by
/// whoever shows them, so that it is true without a worker as well.
pub async fn measure_backlog(ctx: &Ctx) -> Result<(), StoreError> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let backlog = outbox::count_backlog(conn, now).await?;
    let waiting = refunds::count_waiting(conn, now, REFUND_PATIENCE).await?;
    let checking = orders::count_checking(conn, now, CHECKING_PATIENCE).await?;
    for (name, number) in [
        ("tala_outbox_due", backlog.due),
        ("tala_outbox_dead", backlog.dead),
        ("tala_refunds_waiting", waiting),
        ("tala_orders_checking", checking),
    ] {
        gauge!(name).set(f64::from(i32::try_from(number).unwrap_or(i32::MAX)));
    }
    if let Some(at) = provider_events::last_event_at(conn).await? {
        gauge!("tala_webhook_last_at").set(at.as_duration().as_secs_f64());
    }
    measure_findings(ctx).await
}

/// Tells the metrics when a copy was last made.
pub fn measure_copy(at: Timestamp) {
    gauge!("tala_backup_last_at").set(at.as_duration().as_secs_f64());
}

/// One bounded round: what time brings about, then one batch of the outbox. The mails never wait for a failing sweep.
async fn work_round(ctx: &Ctx) -> Result<usize, StoreError> {
    sweep(ctx).await;
    send_due(ctx).await
}

/// When a worker began a round last, whichever of them; in the last ten seconds, while one is at work.
pub(crate) async fn find_last_round(ctx: &Ctx) -> Result<Option<Timestamp>, StoreError> {
    counters::find(ctx.store.read(), ROUND).await
}

/// One batch of the outbox. Returns how many pieces of work were tried.
async fn send_due(ctx: &Ctx) -> Result<usize, StoreError> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let batch = outbox::claim_due(&tx, now, LEASE, BATCH).await?;
    // A worker that cannot get here any more, or whose round never ends, is missed.
    counters::claim_interval(&tx, ROUND, now, ROUND_TOLD).await?;
    tx.commit().await?;
    gauge!("tala_worker_last_at").set(now.as_duration().as_secs_f64());
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
    let tx = ctx.store.begin().await?;
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
        (Job::WaitlistJoined { entry_id, .. }, _) => match waitlist::forward(ctx, *entry_id).await {
            Ok(()) => Delivery::Done,
            Err(reason) => Delivery::Failed(reason),
        },
        (Job::AccountForgotten { account_id }, _) => match privacy::delete_sign_in(ctx, *account_id).await {
            Ok(()) => Delivery::Done,
            Err(reason) => Delivery::Failed(reason),
        },
        _ => deliver(ctx, claimed).await,
    };
    let tx = ctx.store.begin().await?;
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

/// What time alone brings about: classes end (D15), holds run out (D23), credits expire (D17), what is old is forgotten.
/// None of it waits for another that fails.
async fn sweep(ctx: &Ctx) {
    report("what is old could not be forgotten", forget_old(ctx).await);
    report("classes could not be completed", complete_all(ctx).await);
    report("holds could not be ended", payments::reap_holds(ctx).await);
    report("reminders could not be filed", file_reminders(ctx).await);
    report("friends could not be thanked for", reward_referrals(ctx).await);
    report("credits could not be closed", expire_lots(ctx).await);
}

fn report<T, E: std::fmt::Display>(what: &str, outcome: Result<T, E>) {
    if let Err(error) = outcome {
        tracing::error!(%error, "sweep: {what}");
    }
}

async fn complete_all(ctx: &Ctx) -> Result<(), StoreError> {
    while complete_classes(ctx).await? == CLASSES_AT_ONCE {}
    Ok(())
}

async fn expire_lots(ctx: &Ctx) -> Result<(), StoreError> {
    for _ in 0..LOTS_AT_ONCE {
        if !expire_one_lot(ctx).await? {
            break;
        }
    }
    Ok(())
}

/// What the payment provider has to be told or asked.
async fn ask_provider(ctx: &Ctx) {
    let Some(desk) = &ctx.payments else { return };
    if let Err(error) = payments::work_on_refunds(ctx, desk).await {
        tracing::error!(%error, "refunds could not be worked on");
    }
    if let Err(error) = payments::check_due_orders(ctx, desk).await {
        tracing::error!(%error, "orders could not be checked");
    }
}

async fn forget_old(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let before = |kept: SignedDuration| now.saturating_sub(kept).unwrap_or(Timestamp::MIN);
    let write = async |tx: Transaction| {
        let mine = counters::claim_interval(&tx, "forgotten", now, FORGETTING).await?;
        if mine {
            idempotency::delete_before(&tx, before(KEYS_KEPT)).await?;
            refusals::delete_before(&tx, before(KEYS_KEPT)).await?;
            admins::delete_old(&tx, before(KEYS_KEPT), before(KEYS_KEPT)).await?;
            provider_events::delete_events_before(&tx, before(EVENTS_KEPT)).await?;
            // While servers of two releases share a database, the older ones change names and write no words for them, and
            // let people in who stay marked as newcomers.
            people::mend_words(&tx, PEOPLE_AT_ONCE).await?;
            people::mend_newcomers(&tx, PEOPLE_AT_ONCE).await?;
        }
        Ok::<_, StoreError>(mine)
    };
    if !ctx.store.transaction(write).await? {
        return Ok(());
    }
    // A million after a long pause are no reason for a booking to wait.
    let some = async |tx: Transaction| {
        let gone = outbox::delete_done_before(&tx, before(DONE_WORK_KEPT), WORK_AT_ONCE).await?;
        Ok::<_, StoreError>(gone)
    };
    while ctx.store.transaction(some).await? == u64::from(WORK_AT_ONCE) {}
    Ok(())
}

/// Completes classes whose hour is over, and settles with their teachers (D15, D22). Returns how many.
async fn complete_classes(ctx: &Ctx) -> Result<u32, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let mut completed = 0;
        for due in bookings::list_due(&tx, now, CLASSES_AT_ONCE).await? {
            let hours = bookings::count_taught(&tx, due.teacher_id, due.slot_id).await?;
            let rate = commission_rate(due.teacher_since, due.ends_at, hours);
            let parts = split(due.amount, rate);
            let settled =
                bookings::Settled { commission_rate: rate.0, taught_hours: hours, net_minor: parts.net.amount_minor };
            if bookings::complete(&tx, due.id, settled, now).await? {
                ledger::post(&tx, &held(ctx, &due, parts)).await?;
            }
            completed += 1;
        }
        Ok::<_, StoreError>(completed)
    };
    let completed = ctx.store.transaction(write).await?;
    if completed > 0 {
        tracing::info!(completed, "classes completed");
    }
    Ok(completed)
}

fn held(ctx: &Ctx, due: &bookings::Due, parts: Split) -> ledger::Posting {
    let owed = |money: Money| Money::new(money.amount_minor.saturating_neg(), money.currency);
    ledger::Posting::new(LedgerTxId(ctx.new_id()), ledger::Kind::ClassHeld, ctx.now())
        .booking(due.id)
        .money(ledger::Account::UnearnedClasses, Some(due.student_id), due.amount)
        .money(ledger::Account::TeacherPayable, Some(due.teacher_id), owed(parts.net))
        .money(ledger::Account::Commission, None, owed(parts.commission))
}

async fn expire_one_lot(ctx: &Ctx) -> Result<bool, StoreError> {
    let now = ctx.now();
    let write = async |tx: Transaction| {
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
        Ok::<_, StoreError>(lot)
    };
    let Some(lot) = ctx.store.transaction(write).await? else { return Ok(false) };
    tracing::info!(lot = %lot.id, credits = lot.credits, "credits expired");
    Ok(true)
}
