//! When a teacher may mark a student as a no-show (D15).

use crate::error::ErrorCode;
use crate::time::{SignedDuration, Timestamp, saturating_add};

/// A no-show can be marked for this many days of 24 hours after the start of the class.
pub const NO_SHOW_WINDOW_DAYS: i64 = 7;

/// Why a booking cannot be marked as a no-show now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoShowError {
    /// The class has not started.
    #[error("class has not started")]
    NotStarted,
    /// The class started more than [`NO_SHOW_WINDOW_DAYS`] days ago.
    #[error("class started more than {NO_SHOW_WINDOW_DAYS} days ago")]
    WindowClosed,
}

impl NoShowError {
    /// Returns the stable error code.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::NotStarted => ErrorCode::NoShowTooEarly,
            Self::WindowClosed => ErrorCode::NoShowWindowClosed,
        }
    }
}

/// Checks that a no-show may be marked or unmarked at `now`: from the start of the class until 7 days later (D15).
///
/// # Errors
/// [`NoShowError::NotStarted`] before the start, [`NoShowError::WindowClosed`] after 7 days.
pub fn check_no_show_window(starts_at: Timestamp, now: Timestamp) -> Result<(), NoShowError> {
    if now < starts_at {
        return Err(NoShowError::NotStarted);
    }
    if now > saturating_add(starts_at, SignedDuration::from_hours(24 * NO_SHOW_WINDOW_DAYS)) {
        return Err(NoShowError::WindowClosed);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn no_show_can_be_marked_from_start_until_seven_days_later() {
        let start = at("2026-03-01T10:00:00Z");
        for (now, outcome) in [
            ("2026-03-01T09:59:59.999999Z", Err(NoShowError::NotStarted)),
            ("2026-03-01T10:00:00Z", Ok(())),
            ("2026-03-08T10:00:00Z", Ok(())),
            ("2026-03-08T10:00:00.000001Z", Err(NoShowError::WindowClosed)),
        ] {
            assert_eq!(check_no_show_window(start, at(now)), outcome, "{now}");
        }
        assert_eq!(check_no_show_window(Timestamp::MAX, Timestamp::MAX), Ok(()));
    }

    #[test]
    fn each_error_has_its_own_code() {
        assert_eq!(NoShowError::NotStarted.code().as_str(), "no_show_too_early");
        assert_eq!(NoShowError::WindowClosed.code().as_str(), "no_show_window_closed");
    }
}
