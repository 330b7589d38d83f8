//! Enqueues reminders of classes that start soon and of credits that expire soon.
//!
//! For each kind of reminder a counter in the database stores the instant up to which events have been processed. The worker
//! that advances the counter enqueues the mails in the same transaction, so each reminder is enqueued once, regardless of the
//! number of servers and restarts. The content, and whether the mail is still useful, is decided at delivery.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp, civil};
use tala_domain::ids::JobId;
use tala_domain::jobs::{Job, ReminderLead};
use tala_domain::time::{Zone, saturating_add};
use tala_store::{StoreError, Transaction, bookings, counters, credits, outbox};

use crate::context::Ctx;

/// How long before their expiry a student is reminded of credits.
const CREDIT_REMINDER_LEADS: [SignedDuration; 2] = [SignedDuration::from_hours(7 * 24), SignedDuration::from_hours(24)];
/// Minimum length of a window, to limit the number of transactions.
const MIN_WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// Jobs inserted by one statement.
const JOBS_PER_INSERT: usize = 100;

/// A kind of reminder and how long before the event it is sent.
#[derive(Clone, Copy)]
enum Reminder {
    Class(ReminderLead),
    CreditExpiry(SignedDuration),
}

/// The kinds of reminder with the names of their counters.
const REMINDERS: [(&str, Reminder); 4] = [
    ("reminded_day", Reminder::Class(ReminderLead::Day)),
    ("reminded_hour", Reminder::Class(ReminderLead::Hour)),
    ("warned_week", Reminder::CreditExpiry(CREDIT_REMINDER_LEADS[0])),
    ("warned_day", Reminder::CreditExpiry(CREDIT_REMINDER_LEADS[1])),
];

impl Reminder {
    const fn lead_time(self) -> SignedDuration {
        match self {
            Self::Class(lead) => lead.duration(),
            Self::CreditExpiry(lead_time) => lead_time,
        }
    }
}

/// Enqueues the reminders that are due. Events that are already past are skipped, for example after a worker outage.
///
/// # Errors
/// If the database cannot be read or written.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn enqueue_due_reminders(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let mut due = Vec::new();
    for (counter, reminder) in REMINDERS {
        let processed = counters::find_instant(ctx.store.read(), counter).await?;
        let window = (processed.unwrap_or(now).max(now), saturating_add(now, reminder.lead_time()));
        if window.1.duration_since(window.0) >= MIN_WINDOW {
            due.push((counter, reminder, processed, window));
        }
    }
    if due.is_empty() {
        return Ok(());
    }
    let write = async |tx: Transaction| {
        for (counter, reminder, processed, window) in &due {
            if counters::advance_instant(&tx, counter, *processed, window.1).await? {
                match reminder {
                    Reminder::Class(lead) => enqueue_class_reminders(ctx, &tx, *lead, *window).await?,
                    Reminder::CreditExpiry(lead_time) => {
                        enqueue_credit_reminders(ctx, &tx, *lead_time, *window).await?;
                    }
                }
            }
        }
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

async fn enqueue_class_reminders(
    ctx: &Ctx,
    tx: &Transaction,
    lead: ReminderLead,
    window: (Timestamp, Timestamp),
) -> Result<(), StoreError> {
    let now = ctx.now();
    let coming = bookings::list_starting_between(tx, window, lead.duration()).await?;
    let mut jobs = Vec::new();
    let mut slots = BTreeSet::new();
    for bookings::UpcomingClass { booking_id, slot_id, starts_at } in coming {
        if !lead.is_useful(starts_at, now) {
            continue;
        }
        jobs.push(Job::StudentReminder { booking_id, starts_at, lead, change_id: ctx.new_id() });
        if slots.insert(slot_id) {
            jobs.push(Job::TeacherReminder { slot_id, starts_at, lead, change_id: ctx.new_id() });
        }
    }
    enqueue(ctx, tx, jobs, now).await
}

async fn enqueue_credit_reminders(
    ctx: &Ctx,
    tx: &Transaction,
    lead_time: SignedDuration,
    window: (Timestamp, Timestamp),
) -> Result<(), StoreError> {
    let now = ctx.now();
    let mut jobs = Vec::new();
    for student in credits::list_students_with_expiring(tx, window, lead_time).await? {
        let zone = student.time_zone.as_deref().and_then(|name| Zone::parse(name).ok());
        let today = zone.map_or_else(|| Zone::india().date_at(now), |zone| zone.date_at(now));
        if credits::mark_reminded(tx, student.student_id, day_number(today)).await? {
            jobs.push(Job::CreditsExpiring { student_id: student.student_id, change_id: ctx.new_id() });
        }
    }
    enqueue(ctx, tx, jobs, now).await
}

async fn enqueue(ctx: &Ctx, tx: &Transaction, jobs: Vec<Job>, now: Timestamp) -> Result<(), StoreError> {
    let jobs: Vec<_> = jobs.into_iter().map(|job| (JobId(ctx.new_id()), job)).collect();
    for chunk in jobs.chunks(JOBS_PER_INSERT) {
        outbox::enqueue(tx, chunk, now).await?;
    }
    Ok(())
}

/// Encodes a date as a number that increases with it, for example 20260302.
fn day_number(date: civil::Date) -> i64 {
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}
