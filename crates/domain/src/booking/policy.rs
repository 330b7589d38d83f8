//! What a cancellation brings, until when, and the sentence that promises it (D24).
//!
//! Deadlines are instants, so many real hours before the class, whatever clocks do meanwhile. A credit that comes back
//! lives as `credits::return_expiry` says.

mod sentence;

#[cfg(test)]
mod tests;

use crate::time::{SignedDuration, Timestamp, later};

pub use sentence::sentence;

/// Until so many hours before the class, a student gets everything back (SPEC §9).
pub const REFUND_HOURS: i64 = 24;
/// Until so many hours before the class, a student gets a credit, and may move the class (SPEC §9).
pub const CREDIT_HOURS: i64 = 12;
/// The credit for a late cancellation lives so many days.
pub const LATE_CREDIT_DAYS: i64 = 60;

/// The deadlines of one class. The deadline itself is still in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// Until then: everything back.
    pub refund_until: Timestamp,
    /// Until then: a credit.
    pub credit_until: Timestamp,
}

impl Policy {
    /// The deadlines of a class that starts at `starts_at`.
    pub fn of(starts_at: Timestamp) -> Self {
        Self { refund_until: before(starts_at, REFUND_HOURS), credit_until: before(starts_at, CREDIT_HOURS) }
    }
}

words! {
    /// How the class was paid for.
    PaidWith {
        /// Through the payment provider.
        Money = "money",
        /// With a coupon that left nothing to pay.
        Coupon = "coupon",
        /// With class credits.
        Credit = "credit",
    }
}

words! {
    /// Who called the class off.
    CancelledBy {
        /// The student.
        Student = "student",
        /// The teacher.
        Teacher = "teacher",
        /// An administrator.
        Admin = "admin",
    }
}

/// What a cancellation brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// All the money, to where it came from; the coupon, if there was one.
    Refund,
    /// A new credit in place of the money.
    Credit,
    /// The spent credits, as they were.
    CreditReturned,
    /// It is too late for the student to cancel.
    NotAllowed,
}

/// One term of the refund policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Until so many hours before the class. The deadline itself is still in time.
    pub hours_before: i64,
    /// What a student's cancellation brings until then.
    pub brings: Outcome,
}

/// What a student's cancellation brings, and until when: the first term that has not passed holds; after the last it is
/// too late (D24).
pub const fn terms(paid_with: PaidWith) -> &'static [Term] {
    const fn until(hours_before: i64, brings: Outcome) -> Term {
        Term { hours_before, brings }
    }
    const PAID: [Term; 2] = [until(REFUND_HOURS, Outcome::Refund), until(CREDIT_HOURS, Outcome::Credit)];
    const BY_CREDIT: [Term; 1] = [until(CREDIT_HOURS, Outcome::CreditReturned)];
    match paid_with {
        PaidWith::Money | PaidWith::Coupon => &PAID,
        PaidWith::Credit => &BY_CREDIT,
    }
}

/// What a cancellation at `now` brings (D24): to a student what the terms say, by anybody else the best of them. Whether
/// the booking can still be cancelled at all, the caller knows.
pub fn outcome(starts_at: Timestamp, now: Timestamp, paid_with: PaidWith, by: CancelledBy) -> Outcome {
    let holds = |term: &&Term| by != CancelledBy::Student || now <= before(starts_at, term.hours_before);
    terms(paid_with).iter().find(holds).map_or(Outcome::NotAllowed, |term| term.brings)
}

fn before(starts_at: Timestamp, hours: i64) -> Timestamp {
    later(starts_at, -SignedDuration::from_hours(hours))
}

/// Whether the student may move the class to another slot: until 12 hours before (D24).
pub fn may_reschedule(starts_at: Timestamp, now: Timestamp) -> bool {
    now <= Policy::of(starts_at).credit_until
}

/// When a credit ends that was given for a late cancellation: 60 days on.
pub fn credit_for_late_cancel_expiry(now: Timestamp) -> Timestamp {
    later(now, SignedDuration::from_hours(24 * LATE_CREDIT_DAYS))
}

/// The expiry of a lot after a cancellation that was not the student's: moved by the time for which the credit was
/// `bound` to the class, so that the student loses none. Times that the lot was given back before, for other credits of
/// it, are `counted` and not given twice. The grace of D17 comes on top.
pub fn fault_extension(
    lot_expires_at: Timestamp,
    bound: (Timestamp, Timestamp),
    counted: &[(Timestamp, Timestamp)],
) -> Timestamp {
    let mut before: Vec<_> = counted.to_vec();
    before.sort_unstable();
    let (mut from, until) = bound;
    let mut lost = SignedDuration::ZERO;
    for (start, end) in before {
        lost += start.min(until).duration_since(from).max(SignedDuration::ZERO);
        from = from.max(end);
    }
    lost += until.duration_since(from).max(SignedDuration::ZERO);
    later(lot_expires_at, lost)
}
