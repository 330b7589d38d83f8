//! Administrators: names, roles, and the rules of their sign-in (D7).

use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::time::{SignedDuration, Timestamp, saturating_add};

/// The minimum length of a password, in characters.
pub const MIN_PASSWORD_CHARS: usize = 12;
/// The maximum length of a password, in characters.
pub const MAX_PASSWORD_CHARS: usize = 200;
/// The maximum length of a reason, in characters.
pub const MAX_REASON_CHARS: usize = 500;
/// How long a decision about a teacher's application can be undone, in seconds. The mail to the teacher waits as long.
pub const UNDO_SECONDS: i64 = 30;
/// A session expires after this many hours without a request.
pub const SESSION_IDLE_HOURS: i64 = 8;
/// A session expires this many hours after sign-in, even when it is in use.
pub const MAX_SESSION_HOURS: i64 = 12;
/// Consecutive failed sign-ins from one network that lock an account for that network.
pub const LOCKOUT_THRESHOLD: u32 = 5;
/// Consecutive failed sign-ins from all unknown networks together that lock an account for all unknown networks. An
/// unknown network is one without an earlier successful sign-in. High enough for typing mistakes, and far too low to
/// guess a password of twelve characters.
pub const UNKNOWN_NETWORKS_LOCKOUT_THRESHOLD: u32 = 50;
/// Length of the first lock; each further failure doubles it, up to [`MAX_LOCK_MINUTES`].
pub const FIRST_LOCK_MINUTES: i64 = 1;
/// The maximum length of a lock.
pub const MAX_LOCK_MINUTES: i64 = 60;

/// A new administrator must use their activation link within this time.
pub const ACTIVATION_HOURS: i64 = 72;

const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=40;

string_enum! {
    /// The role of an administrator. Every role may read everything; see [`AdminRole::can_manage`] for changes.
    AdminRole {
        /// May change everything.
        Owner = "owner",
        /// Manages people, classes, credits, messages, applications and coupons.
        Support = "support",
        /// Manages orders, refunds, payouts and the ledger.
        Finance = "finance",
    }
}

/// An area of administration. A role may change things in some areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdminArea {
    /// Suspending, exporting and deleting people, and changing their currency.
    People,
    /// Cancelling and rescheduling bookings, resending their mails.
    Bookings,
    /// Granting credits, extending lots, granting referral rewards.
    Credits,
    /// Replying to support messages.
    Messages,
    /// Approving and rejecting applications.
    Approvals,
    /// Adding and deactivating coupons.
    Coupons,
    /// Inviting from the waitlist.
    Waitlist,
    /// Requesting and retrying refunds.
    Refunds,
    /// Running, exporting and settling payouts.
    Payouts,
    /// Running ledger checks.
    Ledger,
    /// Retrying dead letters.
    Outbox,
    /// Adding administrators; changing the role of others, disabling and enabling them, ending their sessions, resetting their authenticators.
    Admins,
}

impl AdminRole {
    /// Whether this role may make changes in an area.
    pub const fn can_manage(self, area: AdminArea) -> bool {
        match area {
            AdminArea::People
            | AdminArea::Bookings
            | AdminArea::Credits
            | AdminArea::Messages
            | AdminArea::Approvals
            | AdminArea::Coupons
            | AdminArea::Waitlist
            | AdminArea::Outbox => matches!(self, Self::Owner | Self::Support),
            AdminArea::Admins => matches!(self, Self::Owner),
            AdminArea::Refunds | AdminArea::Payouts | AdminArea::Ledger => matches!(self, Self::Owner | Self::Finance),
        }
    }
}

/// The sign-in name of an administrator: 2 to 40 of `a`–`z`, `0`–`9`, `.`, `_`, `-`, case-insensitive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AdminName(String);

impl AdminName {
    /// Parses a name; surrounding space is ignored.
    ///
    /// # Errors
    /// The error for the field `username`, when the length or a character is not allowed.
    pub fn parse(text: &str) -> Result<Self, FieldErrors> {
        let name = text.trim().to_ascii_lowercase();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        if NAME_CHARS.contains(&name.len()) && name.bytes().all(allowed) {
            Ok(Self(name))
        } else {
            Err(FieldErrors::one("username", "2 to 40 letters, digits, dots, - and _"))
        }
    }

    /// Returns the name in lower case, as it is stored and compared.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks a new password: its length, and that it is not the name with a few characters added.
///
/// # Errors
/// The error for `field`.
pub fn check_password(field: &str, name: &str, password: &str) -> Result<(), FieldErrors> {
    let length = password.chars().count();
    if length < MIN_PASSWORD_CHARS {
        return Err(FieldErrors::one(field, "Please use at least 12 characters"));
    }
    if length > MAX_PASSWORD_CHARS {
        return Err(FieldErrors::one(field, "Please use at most 200 characters"));
    }
    if password.trim().to_lowercase().contains(name) && length < name.len() + 6 {
        return Err(FieldErrors::one(field, "Please choose something that is not your name"));
    }
    Ok(())
}

/// Returns when the lock of an account for one network ends, after `failures` consecutive failed sign-ins from that
/// network, the last of them at `now`. Returns `now` below the threshold.
pub fn locked_until(failures: u32, now: Timestamp) -> Timestamp {
    let Some(doublings) = failures.checked_sub(LOCKOUT_THRESHOLD) else { return now };
    let minutes = FIRST_LOCK_MINUTES.saturating_mul(2_i64.saturating_pow(doublings.min(16)));
    saturating_add(now, SignedDuration::from_mins(minutes.min(MAX_LOCK_MINUTES)))
}

/// Returns when the lock of an account for all unknown networks ends, after `failures` consecutive failed sign-ins from
/// such networks. Above the threshold this allows one attempt a minute.
pub fn unknown_networks_locked_until(failures: u32, now: Timestamp) -> Timestamp {
    let minutes = if failures < UNKNOWN_NETWORKS_LOCKOUT_THRESHOLD { 0 } else { FIRST_LOCK_MINUTES };
    saturating_add(now, SignedDuration::from_mins(minutes))
}

/// Parses an administrator's reason for a change: 1 to 500 characters.
///
/// # Errors
/// The error for the field `reason`, when it is empty or too long.
pub fn parse_reason(text: &str) -> Result<String, FieldErrors> {
    let mut form = Form::new();
    let reason = form.text("reason", text, MAX_REASON_CHARS, Some("Please say why"));
    form.finish(Some(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_can_manage_people_and_finance_can_manage_money() {
        use AdminRole::{Finance, Owner, Support};
        for (area, expected) in [
            (AdminArea::People, [true, true, false]),
            (AdminArea::Bookings, [true, true, false]),
            (AdminArea::Credits, [true, true, false]),
            (AdminArea::Messages, [true, true, false]),
            (AdminArea::Approvals, [true, true, false]),
            (AdminArea::Coupons, [true, true, false]),
            (AdminArea::Waitlist, [true, true, false]),
            (AdminArea::Outbox, [true, true, false]),
            (AdminArea::Admins, [true, false, false]),
            (AdminArea::Refunds, [true, false, true]),
            (AdminArea::Payouts, [true, false, true]),
            (AdminArea::Ledger, [true, false, true]),
        ] {
            assert_eq!([Owner, Support, Finance].map(|role| role.can_manage(area)), expected, "{area:?}");
        }
    }

    #[test]
    fn name_is_trimmed_lower_cased_and_restricted_to_allowed_characters() {
        assert_eq!(AdminName::parse(" Asha.Rao ").unwrap().as_str(), "asha.rao");
        for bad in ["", "a", "a b", "a\nb", "é́x", "a:b", "<ab>", &"x".repeat(41)] {
            assert!(AdminName::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn password_is_rejected_when_short_long_or_like_the_name() {
        for bad in ["", "elevenchars", "asha-sharma1", "ASHA-SHARMA12", &"x".repeat(201)] {
            assert!(check_password("next", "asha-sharma", bad).is_err(), "{bad}");
        }
        for good in ["twelve chars", "नृत्य सीखना है!", &"x".repeat(200)] {
            assert_eq!(check_password("next", "asha-sharma", good), Ok(()), "{good}");
        }
    }

    #[test]
    fn lock_starts_at_fifth_failure_and_doubles_up_to_one_hour() {
        let now: Timestamp = "2026-03-02T04:30:00Z".parse().unwrap();
        let minutes = |failures| locked_until(failures, now).duration_since(now).as_mins();
        let found: Vec<i64> = [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 100, u32::MAX].map(minutes).to_vec();
        assert_eq!(found, [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    }

    #[test]
    fn unknown_networks_are_limited_to_one_attempt_a_minute_after_fifty_failures() {
        let now: Timestamp = "2026-03-02T04:30:00Z".parse().unwrap();
        let minutes = |failures| unknown_networks_locked_until(failures, now).duration_since(now).as_mins();
        assert_eq!([0, 1, 49, 50, 51, u32::MAX].map(minutes), [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn reason_is_required_and_limited_in_length() {
        assert_eq!(parse_reason(" She asked\r\nfor it. ").unwrap(), "She asked\nfor it.");
        for bad in ["", " \n ", "\u{200d}", &"x".repeat(501)] {
            assert!(parse_reason(bad).is_err(), "{bad:?}");
        }
    }
}
