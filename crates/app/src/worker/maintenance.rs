//! What becomes due with time: classes end (D15), holds and credits expire (D17, D23), old rows are deleted. One failing
//! part does not stop the others.

use jiff::{SignedDuration, Timestamp};
use tala_domain::ids::LedgerTxId;
use tala_domain::money::Money;
use tala_domain::pricing::{Split, commission_rate, split};
use tala_store::{
    StoreError, Transaction, admins, bookings, counters, credits, idempotency, ledger, outbox,
    payments as provider_events, people, refusals,
};

use super::reminders::file_reminders;
use crate::context::Ctx;
use crate::services::payments::reconcile::expire_holds;
use crate::services::referral_rewards::reward_referrals;

const CLASSES_PER_BATCH: u32 = 100;
const LOTS_PER_RUN: u32 = 500;
const PEOPLE_PER_BATCH: u32 = 1_000;
const JOBS_PER_BATCH: u32 = 2_000;
const PURGE_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
const KEYS_RETENTION: SignedDuration = SignedDuration::from_hours(48);
/// The provider's events contain addresses and phone numbers.
const EVENTS_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);
const DONE_JOBS_RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Runs every part once.
pub(super) async fn run_maintenance(ctx: &Ctx) {
    log_failure("purge", purge_expired(ctx).await);
    log_failure("complete classes", complete_all(ctx).await);
    log_failure("expire holds", expire_holds(ctx).await);
    log_failure("file reminders", file_reminders(ctx).await);
    log_failure("reward referrals", reward_referrals(ctx).await);
    log_failure("expire credits", expire_lots(ctx).await);
}

fn log_failure<T, E: std::fmt::Display>(part: &str, outcome: Result<T, E>) {
    if let Err(error) = outcome {
        tracing::error!(%error, part, "maintenance failed");
    }
}

async fn complete_all(ctx: &Ctx) -> Result<(), StoreError> {
    while complete_classes(ctx).await? == CLASSES_PER_BATCH {}
    Ok(())
}

async fn expire_lots(ctx: &Ctx) -> Result<(), StoreError> {
    for _ in 0..LOTS_PER_RUN {
        if !expire_one_lot(ctx).await? {
            break;
        }
    }
    Ok(())
}

async fn purge_expired(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let before = |kept: SignedDuration| now.saturating_sub(kept).unwrap_or(Timestamp::MIN);
    let write = async |tx: Transaction| {
        let mine = counters::claim_interval(&tx, "forgotten", now, PURGE_INTERVAL).await?;
        if mine {
            idempotency::delete_before(&tx, before(KEYS_RETENTION)).await?;
            refusals::delete_before(&tx, before(KEYS_RETENTION)).await?;
            admins::delete_old(&tx, before(KEYS_RETENTION), before(KEYS_RETENTION)).await?;
            provider_events::delete_events_before(&tx, before(EVENTS_RETENTION)).await?;
            // While servers of two releases share a database, the older ones change names and write no words for them, and
            // let people in who stay marked as newcomers.
            people::mend_words(&tx, PEOPLE_PER_BATCH).await?;
            people::mend_newcomers(&tx, PEOPLE_PER_BATCH).await?;
        }
        Ok::<_, StoreError>(mine)
    };
    if !ctx.store.transaction(write).await? {
        return Ok(());
    }
    // A million after a long pause are no reason for a booking to wait.
    let some = async |tx: Transaction| {
        let gone = outbox::delete_done_before(&tx, before(DONE_JOBS_RETENTION), JOBS_PER_BATCH).await?;
        Ok::<_, StoreError>(gone)
    };
    while ctx.store.transaction(some).await? == u64::from(JOBS_PER_BATCH) {}
    Ok(())
}

/// Completes classes whose hour is over, and settles with their teachers (D15, D22). Returns how many.
async fn complete_classes(ctx: &Ctx) -> Result<u32, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let mut completed = 0;
        for due in bookings::list_due(&tx, now, CLASSES_PER_BATCH).await? {
            let hours = bookings::count_taught(&tx, due.teacher_id, due.slot_id).await?;
            let rate = commission_rate(due.teacher_since, due.ends_at, hours);
            let parts = split(due.amount, rate);
            let settled =
                bookings::Settled { commission_rate: rate.0, taught_hours: hours, net_minor: parts.net.amount_minor };
            if bookings::complete(&tx, due.id, settled, now).await? {
                ledger::post(&tx, &class_settlement(ctx, &due, parts)).await?;
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

fn class_settlement(ctx: &Ctx, due: &bookings::Due, parts: Split) -> ledger::Posting {
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
