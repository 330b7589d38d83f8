//! Which class may be booked when, how slots are named, and the states of a booking (D10, D14–D16).

mod kinds;
mod slot_ref;

use crate::error::ErrorCode;
use crate::time::{SignedDuration, Timestamp, later};

pub use kinds::{BookingStatus, ClassType, PaymentStatus, SlotKind};
pub use slot_ref::SlotRef;

/// A class can be booked only while more than this many hours lie before it (SPEC §9, D14).
pub const NOTICE_HOURS: i64 = 12;
/// The student area looks this many days ahead (SPEC §9, D14).
pub const WINDOW_DAYS: i64 = 28;

/// Why a slot cannot be booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum BookingError {
    /// Somebody else has it, or it is no longer offered.
    #[error("the slot is taken")]
    SlotTaken,
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
}

impl BookingError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::SlotTaken => ErrorCode::SlotTaken,
            Self::TooSoon => ErrorCode::SlotTooSoon,
            Self::TooFar => ErrorCode::SlotTooFar,
            Self::StudentBusy => ErrorCode::StudentBusy,
            Self::InvalidSlot => ErrorCode::InvalidSlot,
            Self::CostMismatch => ErrorCode::CostMismatch,
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
