//! Reminders that time alone asks for: classes that begin soon, credits that expire soon.
//!
//! For each kind one shared counter says up to which instant everything has been seen. Whoever moves it on files the mails
//! in the same transaction, so each is filed once, however many servers look and however often they start again. What a
//! mail says, and whether it is still worth sending, is decided when it is sent.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp, civil};
use tala_domain::ids::JobId;
use tala_domain::jobs::{Job, Lead};
use tala_domain::time::{Zone, later};
use tala_store::{StoreError, Transaction, bookings, counters, credits, outbox};

use crate::context::Ctx;

/// How long before their end a student hears of credits.
pub const CREDITS_WARNED: [SignedDuration; 2] = [SignedDuration::from_hours(7 * 24), SignedDuration::from_hours(24)];
/// Looking more often finds little.
const STEP: SignedDuration = SignedDuration::from_mins(1);
/// Jobs written by one statement.
const JOBS_AT_ONCE: usize = 100;

/// What is reminded of, and how long before.
#[derive(Clone, Copy)]
enum Series {
    Classes(Lead),
    Credits(SignedDuration),
}

const SERIES: [(&str, Series); 4] = [
    ("reminded_day", Series::Classes(Lead::Day)),
    ("reminded_hour", Series::Classes(Lead::Hour)),
    ("warned_week", Series::Credits(CREDITS_WARNED[0])),
    ("warned_day", Series::Credits(CREDITS_WARNED[1])),
];

impl Series {
    const fn before(self) -> SignedDuration {
        match self {
            Self::Classes(lead) => lead.before(),
            Self::Credits(before) => before,
        }
    }
}

/// Files the reminders that are due. What lies in the past already is left out: a worker that was away sends only what still
/// helps.
pub async fn file_reminders(ctx: &Ctx) -> Result<(), StoreError> {
    let now = ctx.now();
    let mut due = Vec::new();
    for (name, series) in SERIES {
        let seen = counters::find(ctx.store.read(), name).await?;
        let window = (seen.unwrap_or(now).max(now), later(now, series.before()));
        if window.1.duration_since(window.0) >= STEP {
            due.push((name, series, seen, window));
        }
    }
    if due.is_empty() {
        return Ok(());
    }
    let write = async |tx: Transaction| {
        for (name, series, seen, window) in &due {
            if counters::advance(&tx, name, *seen, window.1).await? {
                match series {
                    Series::Classes(lead) => classes(ctx, &tx, *lead, *window).await?,
                    Series::Credits(before) => expiring(ctx, &tx, *before, *window).await?,
                }
            }
        }
        Ok::<_, StoreError>(())
    };
    ctx.store.transaction(write).await
}

async fn classes(ctx: &Ctx, tx: &Transaction, lead: Lead, window: (Timestamp, Timestamp)) -> Result<(), StoreError> {
    let now = ctx.now();
    let coming = bookings::list_coming(tx, window, lead.before()).await?;
    let mut jobs = Vec::new();
    let mut slots = BTreeSet::new();
    for bookings::Coming { booking_id, slot_id, starts_at } in coming {
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

async fn expiring(
    ctx: &Ctx,
    tx: &Transaction,
    before: SignedDuration,
    window: (Timestamp, Timestamp),
) -> Result<(), StoreError> {
    let now = ctx.now();
    let mut jobs = Vec::new();
    for student in credits::list_losing(tx, window, before).await? {
        let zone = student.time_zone.as_deref().and_then(|name| Zone::parse(name).ok());
        let today = zone.map_or_else(|| Zone::india().date_at(now), |zone| zone.date_at(now));
        if credits::mark_told(tx, student.student_id, day_number(today)).await? {
            jobs.push(Job::CreditsExpiring { student_id: student.student_id, change_id: ctx.new_id() });
        }
    }
    enqueue(ctx, tx, jobs, now).await
}

async fn enqueue(ctx: &Ctx, tx: &Transaction, jobs: Vec<Job>, now: Timestamp) -> Result<(), StoreError> {
    let filed: Vec<_> = jobs.into_iter().map(|job| (JobId(ctx.new_id()), job)).collect();
    for some in filed.chunks(JOBS_AT_ONCE) {
        outbox::enqueue(tx, some, now).await?;
    }
    Ok(())
}

/// 20260302: later days have greater numbers.
fn day_number(date: civil::Date) -> i64 {
    i64::from(date.year()) * 10_000 + i64::from(date.month()) * 100 + i64::from(date.day())
}
