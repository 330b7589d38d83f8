//! Bookings: the booking window, slot references, and the states of a booking (D10, D14–D16).

mod code;
mod enums;
mod no_show;
pub mod policy;
mod published_class;
#[cfg(test)]
mod published_class_tests;
mod slot_ref;

use crate::error::ErrorCode;
use crate::time::{SignedDuration, Timestamp, saturating_add};

pub use code::BookingCode;
pub use enums::{BookingStatus, ClassType, PaymentStatus, SlotKind};
pub use no_show::{NO_SHOW_WINDOW_DAYS, NoShowError, check_no_show_window};
pub use published_class::{
    CREDIT_COSTS, ClassText, GROUP_CAPACITY, MAX_DESCRIPTION_CHARS, MAX_PUBLISH_DAYS, MAX_TITLE_CHARS, PublishedClass,
    RawPublishedClass,
};
pub use slot_ref::SlotRef;

/// The booking window opens this many hours ahead: a class must start later than that (SPEC §9, D14).
pub const NOTICE_HOURS: i64 = 12;
/// The booking window ends at most this many days ahead (SPEC §9, D14).
pub const BOOKING_WINDOW_DAYS: i64 = 28;

/// Why a slot cannot be booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BookingError {
    /// All seats are taken, or the slot is no longer available.
    #[error("slot is taken")]
    SlotTaken,
    /// Another student holds the last seat while paying (D23).
    #[error("last seat is held")]
    SeatHeld,
    /// The class starts within [`NOTICE_HOURS`], or has started (D14).
    #[error("slot starts too soon")]
    TooSoon,
    /// The class starts after the end of the booking window (D14).
    #[error("slot is too far ahead")]
    TooFar,
    /// The student has another class at that time (D11).
    #[error("student has another class at that time")]
    StudentBusy,
    /// The student's teacher has no such slot.
    #[error("no such slot")]
    InvalidSlot,
    /// The credit cost in the request is not that of the slot.
    #[error("credit cost in the request differs from the slot's")]
    CostMismatch,
}

impl BookingError {
    /// Returns the stable error code.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::SlotTaken => ErrorCode::SlotTaken,
            Self::SeatHeld => ErrorCode::SeatHeld,
            Self::TooSoon => ErrorCode::SlotTooSoon,
            Self::TooFar => ErrorCode::SlotTooFar,
            Self::StudentBusy => ErrorCode::StudentBusy,
            Self::InvalidSlot => ErrorCode::InvalidSlot,
            Self::CostMismatch => ErrorCode::CostMismatch,
        }
    }
}

/// The class starts that can be booked at one instant: `after < start && start <= until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookingWindow {
    /// The exclusive lower bound.
    pub after: Timestamp,
    /// The inclusive upper bound.
    pub until: Timestamp,
}

/// Returns the booking window at `now` (D14).
///
/// A day counts as 24 hours, so the window is the same for people in different zones.
pub fn booking_window(now: Timestamp, visibility_days: u8) -> BookingWindow {
    let days = i64::from(visibility_days).min(BOOKING_WINDOW_DAYS);
    BookingWindow {
        after: saturating_add(now, SignedDuration::from_hours(NOTICE_HOURS)),
        until: saturating_add(now, SignedDuration::from_hours(24 * days)),
    }
}

/// Checks that `start` is within the booking window at `now` (D14).
///
/// # Errors
/// [`BookingError::TooSoon`] or [`BookingError::TooFar`].
pub fn check_booking_window(now: Timestamp, start: Timestamp, visibility_days: u8) -> Result<(), BookingError> {
    let BookingWindow { after, until } = booking_window(now, visibility_days);
    if start <= after {
        return Err(BookingError::TooSoon);
    }
    if start > until {
        return Err(BookingError::TooFar);
    }
    Ok(())
}

/// Returns the status at `now`: a confirmed booking counts as completed from the end of its class (D15).
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
    fn class_is_bookable_from_twelve_hours_ahead_to_end_of_window() {
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
            assert_eq!(check_booking_window(now, at(start), visibility), outcome, "{start}, {visibility} days");
        }
    }

    #[test]
    fn confirmed_booking_is_completed_from_end_of_class() {
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
    fn each_error_has_its_own_code() {
        use BookingError::{CostMismatch, InvalidSlot, SlotTaken, StudentBusy, TooFar, TooSoon};
        for (error, code) in [
            (SlotTaken, "slot_taken"),
            (TooSoon, "slot_too_soon"),
            (TooFar, "slot_too_far"),
            (StudentBusy, "student_busy"),
            (InvalidSlot, "invalid_slot"),
            (CostMismatch, "cost_mismatch"),
        ] {
            assert_eq!(error.code().as_str(), code);
        }
    }

    #[test]
    fn check_does_not_panic_at_the_ends_of_time() {
        assert_eq!(check_booking_window(Timestamp::MAX, Timestamp::MAX, 90), Err(BookingError::TooSoon));
        assert_eq!(check_booking_window(Timestamp::MIN, Timestamp::MAX, 90), Err(BookingError::TooFar));
    }

    proptest! {
        #[test]
        fn check_agrees_with_window(
            now in 0..4_000_000_000i64,
            ahead in -100_000..4_000_000i64,
            visibility in 1..=90u8,
        ) {
            let now = Timestamp::from_second(now).unwrap();
            let start = saturating_add(now, SignedDuration::from_secs(ahead));
            let BookingWindow { after, until } = booking_window(now, visibility);
            prop_assert_eq!(check_booking_window(now, start, visibility).is_ok(), after < start && start <= until);
        }
    }
}
