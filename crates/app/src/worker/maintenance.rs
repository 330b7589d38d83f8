//! Periodic maintenance: completes classes (D15), expires holds and credits (D17, D23), enqueues reminders and purges old
//! rows. A failure of one task does not stop the others.

use jiff::{SignedDuration, Timestamp};
use tala_domain::ids::PostingId;
use tala_domain::money::Money;
use tala_domain::pricing::{PriceSplit, commission_rate, split_price};
use tala_store::{
    StoreError, Transaction, admins, bookings, counters, credits, failed_attempts, guardian_invitations, idempotency,
    identity_links, ledger, outbox, people, provider_events, teachers,
};

use super::reminders::enqueue_due_reminders;
use crate::context::Ctx;
use crate::services::payments::reconcile::expire_holds;
use crate::services::referral_rewards::grant_due_rewards;

const CLASSES_PER_BATCH: u32 = 100;
const MAX_LOTS_PER_RUN: u32 = 500;
const PEOPLE_PER_BATCH: u32 = 1_000;
const JOBS_PER_BATCH: u32 = 2_000;
const PURGE_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// For idempotency keys, failed attempts, and ended sessions and login attempts of administrators.
const SHORT_RETENTION: SignedDuration = SignedDuration::from_hours(48);
/// Provider events contain email addresses and phone numbers.
const PROVIDER_EVENT_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);
const DONE_JOB_RETENTION: SignedDuration = SignedDuration::from_hours(90 * 24);

/// Runs every task once.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn run_maintenance(ctx: &Ctx) {
    log_failure("purge", purge_expired(ctx).await);
    log_failure("complete classes", complete_all(ctx).await);
    log_failure("expire holds", expire_holds(ctx).await);
    log_failure("enqueue reminders", enqueue_due_reminders(ctx).await);
    log_failure("grant_reward referrals", grant_due_rewards(ctx).await);
    log_failure("expire credits", expire_lots(ctx).await);
}

fn log_failure<T, E: std::fmt::Display>(task: &str, outcome: Result<T, E>) {
    if let Err(error) = outcome {
        tracing::error!(%error, task, "maintenance task failed");
    }
}

async fn complete_all(ctx: &Ctx) -> Result<(), StoreError> {
    while complete_classes(ctx).await? == CLASSES_PER_BATCH {}
    Ok(())
}

async fn expire_lots(ctx: &Ctx) -> Result<(), StoreError> {
    for _ in 0..MAX_LOTS_PER_RUN {
        if !expire_one_lot(ctx).await? {
            break;
        }
    }
    Ok(())
}

async fn purge_expired(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let before = |retention: SignedDuration| now.saturating_sub(retention).unwrap_or(Timestamp::MIN);
    let write = async |tx: Transaction| {
        let is_claimed = counters::claim_interval(&tx, "forgotten", now, PURGE_INTERVAL).await?;
        if is_claimed {
            idempotency::delete_before(&tx, before(SHORT_RETENTION)).await?;
            failed_attempts::delete_before(&tx, before(SHORT_RETENTION)).await?;
            identity_links::delete_before(&tx, now).await?;
            guardian_invitations::delete_before(&tx, now).await?;
            teachers::delete_undoable_before(&tx, before(PURGE_INTERVAL)).await?;
            admins::delete_expired(&tx, before(SHORT_RETENTION), before(SHORT_RETENTION)).await?;
            provider_events::delete_before(&tx, before(PROVIDER_EVENT_RETENTION)).await?;
            // During an upgrade, servers of the previous release write to the same database without updating role flags.
            people::repair_role_flags(&tx, PEOPLE_PER_BATCH).await?;
        }
        Ok::<_, StoreError>(is_claimed)
    };
    if !ctx.store.transaction(write).await? {
        return Ok(());
    }
    // Search terms are stale after an upgrade that adds some, and if servers of the previous release wrote during it.
    let reindex_batch = async |tx: Transaction| people::reindex_stale(&tx, PEOPLE_PER_BATCH).await;
    while ctx.store.transaction(reindex_batch).await? == usize::try_from(PEOPLE_PER_BATCH).unwrap_or(usize::MAX) {}
    // In batches: deleting a large backlog in one transaction would block bookings.
    let delete_batch = async |tx: Transaction| {
        let deleted = outbox::delete_done_before(&tx, before(DONE_JOB_RETENTION), JOBS_PER_BATCH).await?;
        Ok::<_, StoreError>(deleted)
    };
    while ctx.store.transaction(delete_batch).await? == u64::from(JOBS_PER_BATCH) {}
    Ok(())
}

/// Completes classes that have ended and posts their settlements (D15, D22). Returns the number of bookings.
async fn complete_classes(ctx: &Ctx) -> Result<u32, StoreError> {
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let mut completed = 0;
        for due in bookings::lock_due(&tx, now, CLASSES_PER_BATCH).await? {
            let hours = bookings::count_taught_hours_with(&tx, due.teacher_id, due.slot_id).await?;
            let rate = commission_rate(due.teacher_since, due.ends_at, hours);
            let shares = split_price(due.amount, rate);
            let settled = bookings::Settlement {
                commission_rate: rate.0,
                taught_hours: hours,
                net_minor: shares.earnings.amount_minor,
            };
            if bookings::mark_completed(&tx, due.id, settled, now).await? {
                ledger::post(&tx, &class_settlement(ctx, &due, shares)).await?;
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

fn class_settlement(ctx: &Ctx, due: &bookings::DueBooking, shares: PriceSplit) -> ledger::Posting {
    let credit = |money: Money| Money::new(money.amount_minor.saturating_neg(), money.currency);
    ledger::Posting::new(PostingId(ctx.new_id()), ledger::Kind::ClassSettled, ctx.now())
        .booking(due.id)
        .money(ledger::Account::UnearnedClasses, Some(due.student_id.into()), due.amount)
        .money(ledger::Account::TeacherPayable, Some(due.teacher_id.into()), credit(shares.earnings))
        .money(ledger::Account::Commission, None, credit(shares.commission))
}

async fn expire_one_lot(ctx: &Ctx) -> Result<bool, StoreError> {
    let now = ctx.now();
    let write = async |tx: Transaction| {
        let lot = credits::expire_next(&tx, now).await?;
        if let Some(lot) = &lot {
            let expired = (ledger::Account::CreditsExpired, None);
            let breakage = Money::new(lot.worth.amount_minor.saturating_neg(), lot.worth.currency);
            let posting = ledger::Posting::new(PostingId(ctx.new_id()), ledger::Kind::CreditsExpired, now)
                .credits((lot.student_id, lot.id), expired, -i64::from(lot.credits))
                .lot_money(lot.student_id, lot.id, lot.worth)
                .money(ledger::Account::Breakage, None, breakage);
            ledger::post(&tx, &posting).await?;
        }
        Ok::<_, StoreError>(lot)
    };
    let Some(lot) = ctx.store.transaction(write).await? else { return Ok(false) };
    tracing::info!(lot = %lot.id, credits = lot.credits, "credits expired");
    Ok(true)
}
