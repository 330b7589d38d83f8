//! Which class may be booked when, how slots are named, and the states of a booking (D10, D14–D16).

mod code;
mod kinds;
pub mod policy;
mod published;
#[cfg(test)]
mod published_tests;
mod slot_ref;

use crate::error::ErrorCode;
use crate::time::{SignedDuration, Timestamp, later};

pub use code::BookingCode;
pub use kinds::{BookingStatus, ClassType, PaymentStatus, SlotKind};
pub use published::{
    CREDIT_COSTS, GROUP_PLACES, NO_SHOW_DAYS, PUBLISH_DAYS, PublishedClass, RawPublishedClass, may_mark_no_show,
};
pub use slot_ref::SlotRef;

/// A class can be booked only while more than this many hours lie before it (SPEC §9, D14).
pub const NOTICE_HOURS: i64 = 12;
/// The student area looks this many days ahead (SPEC §9, D14).
pub const WINDOW_DAYS: i64 = 28;

/// Why a slot cannot be booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BookingError {
    /// All its seats are taken, or it is no longer offered.
    #[error("the slot is taken")]
    SlotTaken,
    /// Another student holds its last seat while paying (D23).
    #[error("the slot is held")]
    SeatHeld,
    /// It starts within the notice, or has started (D14).
    #[error("the slot starts too soon")]
    TooSoon,
    /// It lies beyond the teacher's visibility or the 28 days (D14).
    #[error("the slot lies too far ahead")]
    TooFar,
    /// The student has another class in that hour (D11).
    #[error("the student has a class at that time")]
    StudentBusy,
    /// It is not a slot of that teacher at all.
    #[error("there is no such slot")]
    InvalidSlot,
    /// The request names another number of credits than the slot costs.
    #[error("the slot costs a different number of credits")]
    CostMismatch,
    /// The class has not started, so nobody can have missed it.
    #[error("the class has not started")]
    NotStarted,
    /// It started more than 7 days ago.
    #[error("the class is long over")]
    LongOver,
}

impl BookingError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::SlotTaken => ErrorCode::SlotTaken,
            Self::SeatHeld => ErrorCode::SeatHeld,
            Self::TooSoon => ErrorCode::SlotTooSoon,
            Self::TooFar => ErrorCode::SlotTooFar,
            Self::StudentBusy => ErrorCode::StudentBusy,
            Self::InvalidSlot => ErrorCode::InvalidSlot,
            Self::CostMismatch => ErrorCode::CostMismatch,
            Self::NotStarted => ErrorCode::TooEarly,
            Self::LongOver => ErrorCode::TooLate,
        }
    }
}

/// The starts that can be booked now: later than the first instant, up to and including the second (D14).
///
/// A day counts as 24 hours, so the window is the same for people in different zones.
pub fn window(now: Timestamp, visibility_days: u8) -> (Timestamp, Timestamp) {
    let days = i64::from(visibility_days).min(WINDOW_DAYS);
    (later(now, SignedDuration::from_hours(NOTICE_HOURS)), later(now, SignedDuration::from_hours(24 * days)))
}

/// Whether a class that starts at `start` may be booked now, as far as time goes (D14).
///
/// # Errors
/// [`BookingError::TooSoon`] or [`BookingError::TooFar`].
pub fn check_time(now: Timestamp, start: Timestamp, visibility_days: u8) -> Result<(), BookingError> {
    let (after, until) = window(now, visibility_days);
    if start <= after {
        return Err(BookingError::TooSoon);
    }
    if start > until {
        return Err(BookingError::TooFar);
    }
    Ok(())
}

/// The status to show: a confirmed class is completed once its hour is over (D15).
pub fn status_at(stored: BookingStatus, ends_at: Timestamp, now: Timestamp) -> BookingStatus {
    match stored {
        BookingStatus::Confirmed if ends_at <= now => BookingStatus::Completed,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_class_can_be_booked_from_twelve_hours_ahead_to_the_end_of_the_window() {
        let now = at("2026-03-01T10:00:00Z");
        for (start, visibility, outcome) in [
            ("2026-02-28T10:00:00Z", 30, Err(BookingError::TooSoon)),
            ("2026-03-01T10:00:00Z", 30, Err(BookingError::TooSoon)),
            ("2026-03-01T22:00:00Z", 30, Err(BookingError::TooSoon)),
            ("2026-03-01T22:00:00.000001Z", 30, Ok(())),
            ("2026-03-29T10:00:00Z", 30, Ok(())),
            ("2026-03-29T10:00:00Z", 28, Ok(())),
            ("2026-03-29T10:00:00.000001Z", 30, Err(BookingError::TooFar)),
            ("2026-03-29T10:15:00Z", 90, Err(BookingError::TooFar)),
            ("2026-03-02T10:00:00Z", 1, Ok(())),
            ("2026-03-02T10:15:00Z", 1, Err(BookingError::TooFar)),
            ("2026-03-01T23:00:00Z", 0, Err(BookingError::TooFar)),
        ] {
            assert_eq!(check_time(now, at(start), visibility), outcome, "{start}, {visibility} days");
        }
    }

    #[test]
    fn a_confirmed_class_completes_when_its_hour_is_over() {
        use BookingStatus::{Cancelled, Completed, Confirmed};
        let (before, end, after) = (at("2026-03-01T10:59:59Z"), at("2026-03-01T11:00:00Z"), at("2026-03-01T12:00:00Z"));
        for (stored, now, shown) in [
            (Confirmed, before, Confirmed),
            (Confirmed, end, Completed),
            (Confirmed, after, Completed),
            (Completed, before, Completed),
            (Cancelled, before, Cancelled),
            (Cancelled, after, Cancelled),
        ] {
            assert_eq!(status_at(stored, end, now), shown, "{stored:?} at {now}");
        }
    }

    #[test]
    fn every_refusal_has_its_own_code() {
        use BookingError::{CostMismatch, InvalidSlot, LongOver, NotStarted, SlotTaken, StudentBusy, TooFar, TooSoon};
        for (error, code) in [
            (SlotTaken, "slot_taken"),
            (TooSoon, "slot_too_soon"),
            (TooFar, "slot_too_far"),
            (StudentBusy, "student_busy"),
            (InvalidSlot, "invalid_slot"),
            (CostMismatch, "cost_mismatch"),
            (NotStarted, "too_early"),
            (LongOver, "too_late"),
        ] {
            assert_eq!(error.code().as_str(), code);
        }
    }

    #[test]
    fn the_ends_of_time_are_no_trouble() {
        assert_eq!(check_time(Timestamp::MAX, Timestamp::MAX, 90), Err(BookingError::TooSoon));
        assert_eq!(check_time(Timestamp::MIN, Timestamp::MAX, 90), Err(BookingError::TooFar));
    }

    proptest! {
        #[test]
        fn the_check_agrees_with_the_window(
            now in 0..4_000_000_000i64,
            ahead in -100_000..4_000_000i64,
            visibility in 1..=90u8,
        ) {
            let now = Timestamp::from_second(now).unwrap();
            let start = later(now, SignedDuration::from_secs(ahead));
            let (after, until) = window(now, visibility);
            prop_assert_eq!(check_time(now, start, visibility).is_ok(), after < start && start <= until);
        }
    }
}
