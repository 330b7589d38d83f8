//! The cancellation policy: what a cancellation gives at which time, and the sentence that states it (D24).
//!
//! Deadlines are instants, a number of elapsed hours before the class, so clock changes do not move them.
//! `credits::restored_expiry` decides how long a restored credit is valid.

mod text;

#[cfg(test)]
mod tests;

use crate::time::{SignedDuration, Timestamp, saturating_add};

pub use text::{PolicyReader, describe, describe_lines};

/// A student gets a full refund until this many hours before the class (SPEC §9).
pub const REFUND_HOURS: i64 = 24;
/// A student gets a credit, and may reschedule, until this many hours before the class (SPEC §9).
pub const CREDIT_HOURS: i64 = 12;
/// Validity of the credit for a late cancellation, in days.
pub const LATE_CREDIT_DAYS: i64 = 60;

/// The cancellation deadlines of one class, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CancellationDeadlines {
    /// The last instant for a full refund.
    pub refund_until: Timestamp,
    /// The last instant for a credit.
    pub credit_until: Timestamp,
}

impl CancellationDeadlines {
    /// Returns the deadlines of a class that starts at `starts_at`.
    pub fn for_start(starts_at: Timestamp) -> Self {
        Self { refund_until: before(starts_at, REFUND_HOURS), credit_until: before(starts_at, CREDIT_HOURS) }
    }
}

string_enum! {
    /// How the class was paid for.
    PaidWith {
        /// Through the payment provider.
        Money = "money",
        /// With a coupon of 100 percent.
        Coupon = "coupon",
        /// With class credits.
        Credit = "credit",
    }
}

string_enum! {
    /// Who cancelled the class.
    CancelledBy {
        /// The student.
        Student = "student",
        /// The teacher.
        Teacher = "teacher",
        /// An administrator.
        Admin = "admin",
    }
}

/// What a cancellation gives the student.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CancellationOutcome {
    /// A full refund to the original payment method; a use of the coupon is released.
    Refund,
    /// A new credit instead of the money.
    Credit,
    /// The debited credits are restored.
    CreditRestored,
    /// Cancellation by the student is no longer possible.
    NotAllowed,
}

/// One term of the cancellation policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The term applies until this many hours before the class, inclusive.
    pub hours_before: i64,
    /// What a cancellation by the student gives until then.
    pub outcome: CancellationOutcome,
}

/// Returns the terms for cancellations by the student, earliest deadline first. The first term whose deadline has not
/// passed applies; after the last deadline the student cannot cancel (D24).
pub const fn terms(paid_with: PaidWith) -> &'static [Term] {
    const fn until(hours_before: i64, outcome: CancellationOutcome) -> Term {
        Term { hours_before, outcome }
    }
    const PAID: [Term; 2] =
        [until(REFUND_HOURS, CancellationOutcome::Refund), until(CREDIT_HOURS, CancellationOutcome::Credit)];
    const BY_CREDIT: [Term; 1] = [until(CREDIT_HOURS, CancellationOutcome::CreditRestored)];
    match paid_with {
        PaidWith::Money | PaidWith::Coupon => &PAID,
        PaidWith::Credit => &BY_CREDIT,
    }
}

/// Returns what a cancellation at `now` gives (D24). For a student [`terms`] decide; for anyone else the first and best
/// term applies at any time. The caller checks that the booking is in a state that can be cancelled.
pub fn outcome(starts_at: Timestamp, now: Timestamp, paid_with: PaidWith, by: CancelledBy) -> CancellationOutcome {
    let applies = |term: &&Term| by != CancelledBy::Student || now <= before(starts_at, term.hours_before);
    terms(paid_with).iter().find(applies).map_or(CancellationOutcome::NotAllowed, |term| term.outcome)
}

fn before(starts_at: Timestamp, hours: i64) -> Timestamp {
    saturating_add(starts_at, -SignedDuration::from_hours(hours))
}

/// Whether the student may reschedule the booking: until 12 hours before the class (D24).
pub fn can_reschedule(starts_at: Timestamp, now: Timestamp) -> bool {
    now <= CancellationDeadlines::for_start(starts_at).credit_until
}

/// Returns the expiry of a credit granted for a late cancellation: 60 days from now.
pub fn late_cancellation_credit_expiry(now: Timestamp) -> Timestamp {
    saturating_add(now, SignedDuration::from_hours(24 * LATE_CREDIT_DAYS))
}

/// A period of time, `until` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    /// The start.
    pub from: Timestamp,
    /// The end.
    pub until: Timestamp,
}

/// Returns the expiry of a lot after a cancellation that was not by the student: extended by the period during which
/// the credit was `blocked` by the booking, so that the student loses no validity.
///
/// `compensated` are the periods by which the lot was extended before, for its other credits; time in them is not added
/// twice. The grace period of D17 is added separately, by `credits::restored_expiry`.
pub fn extended_expiry(lot_expires_at: Timestamp, blocked: Period, compensated: &[Period]) -> Timestamp {
    let mut earlier: Vec<Period> = compensated.to_vec();
    earlier.sort_unstable();
    let Period { mut from, until } = blocked;
    let mut lost = SignedDuration::ZERO;
    for period in earlier {
        lost += period.from.min(until).duration_since(from).max(SignedDuration::ZERO);
        from = from.max(period.until);
    }
    lost += until.duration_since(from).max(SignedDuration::ZERO);
    saturating_add(lot_expires_at, lost)
}
