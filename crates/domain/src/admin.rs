//! Administrators: who they are, what each role may do, and the rules of their sign-in (D7).

use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::time::{SignedDuration, Timestamp, later};

/// The shortest password, in characters.
pub const MIN_PASSWORD_CHARS: usize = 12;
/// The longest password, in characters.
pub const MAX_PASSWORD_CHARS: usize = 200;
/// The longest reason, in characters.
pub const MAX_REASON_CHARS: usize = 500;
/// A session ends after so many hours without a call.
pub const IDLE_HOURS: i64 = 8;
/// A session ends so many hours after the sign-in, however much it is used.
pub const SESSION_HOURS: i64 = 12;
/// So many wrong sign-ins in a row from one place lock an account for that place.
pub const FREE_FAILURES: u32 = 5;
/// So many in a row from all places together that were never signed in from lock it for all of those. More than anybody
/// mistypes, and nothing against twelve characters.
pub const FREE_FAILURES_ANYWHERE: u32 = 50;
/// The first lock lasts so long; each further failure doubles it, up to [`LONGEST_LOCK_MINUTES`].
pub const FIRST_LOCK_MINUTES: i64 = 1;
/// No lock lasts longer.
pub const LONGEST_LOCK_MINUTES: i64 = 60;

const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=40;

words! {
    /// What an administrator is trusted with. All of them may read everything.
    AdminRole {
        /// Everything.
        Owner = "owner",
        /// People, classes, credits, messages, applications, coupons.
        Support = "support",
        /// Orders, refunds, payouts, the ledger.
        Finance = "finance",
    }
}

/// What an act is about, for deciding who may do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Area {
    /// Suspending, exporting and deleting people, and their currency.
    People,
    /// Cancelling and moving classes, sending their mails again.
    Bookings,
    /// Granting and extending credits, and rewards for referrals.
    Credits,
    /// Answering messages.
    Messages,
    /// Teachers' applications.
    Approvals,
    /// Coupons.
    Coupons,
    /// Inviting from the waitlist.
    Waitlist,
    /// Sending back money.
    Refunds,
    /// Paying teachers.
    Payouts,
    /// Proving the books.
    Ledger,
    /// Mails and other work that got stuck.
    Outbox,
}

impl AdminRole {
    /// Whether this role may act there.
    pub const fn may(self, area: Area) -> bool {
        match area {
            Area::People
            | Area::Bookings
            | Area::Credits
            | Area::Messages
            | Area::Approvals
            | Area::Coupons
            | Area::Waitlist
            | Area::Outbox => matches!(self, Self::Owner | Self::Support),
            Area::Refunds | Area::Payouts | Area::Ledger => matches!(self, Self::Owner | Self::Finance),
        }
    }
}

/// The name that an administrator signs in with: 2 to 40 of `a`–`z`, `0`–`9`, `.`, `_`, `-`; case does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AdminName(String);

impl AdminName {
    /// Reads a name.
    ///
    /// # Errors
    /// When nobody can have it.
    pub fn parse(text: &str) -> Result<Self, FieldErrors> {
        let name = text.trim().to_ascii_lowercase();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        if NAME_CHARS.contains(&name.len()) && name.bytes().all(allowed) {
            Ok(Self(name))
        } else {
            Err(FieldErrors::one("username", "2 to 40 letters, digits, dots, - and _"))
        }
    }

    /// As it is stored and compared.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Refuses a new password that is too short, too long, or the name.
///
/// # Errors
/// The sentence for `field`.
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

/// Until when an account is locked for a place after so many failures in a row there, the last of them at `now`.
pub fn locked_until(failures: u32, now: Timestamp) -> Timestamp {
    let Some(doublings) = failures.checked_sub(FREE_FAILURES) else { return now };
    let minutes = FIRST_LOCK_MINUTES.saturating_mul(2_i64.saturating_pow(doublings.min(16)));
    later(now, SignedDuration::from_mins(minutes.min(LONGEST_LOCK_MINUTES)))
}

/// Until when an account is locked for all places that were never signed in from, after so many failures in a row there: a
/// guess a minute is left to all the world together.
pub fn locked_until_anywhere(failures: u32, now: Timestamp) -> Timestamp {
    let minutes = if failures < FREE_FAILURES_ANYWHERE { 0 } else { FIRST_LOCK_MINUTES };
    later(now, SignedDuration::from_mins(minutes))
}

/// Why an administrator does something: 1 to 500 characters.
///
/// # Errors
/// When it is empty or too long.
pub fn parse_reason(text: &str) -> Result<String, FieldErrors> {
    let mut form = Form::new();
    let reason = form.text("reason", text, MAX_REASON_CHARS, Some("Please say why"));
    form.finish(Some(reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_looks_after_people_and_finance_after_money() {
        use AdminRole::{Finance, Owner, Support};
        for (area, may) in [
            (Area::People, [true, true, false]),
            (Area::Bookings, [true, true, false]),
            (Area::Credits, [true, true, false]),
            (Area::Messages, [true, true, false]),
            (Area::Approvals, [true, true, false]),
            (Area::Coupons, [true, true, false]),
            (Area::Waitlist, [true, true, false]),
            (Area::Outbox, [true, true, false]),
            (Area::Refunds, [true, false, true]),
            (Area::Payouts, [true, false, true]),
            (Area::Ledger, [true, false, true]),
        ] {
            assert_eq!([Owner, Support, Finance].map(|role| role.may(area)), may, "{area:?}");
        }
    }

    #[test]
    fn names_are_short_words_in_any_case() {
        assert_eq!(AdminName::parse(" Asha.Rao ").unwrap().as_str(), "asha.rao");
        for bad in ["", "a", "a b", "a\nb", "é́x", "a:b", "<ab>", &"x".repeat(41)] {
            assert!(AdminName::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn passwords_have_twelve_characters_and_are_not_the_name() {
        for bad in ["", "elevenchars", "asha-sharma1", "ASHA-SHARMA12", &"x".repeat(201)] {
            assert!(check_password("next", "asha-sharma", bad).is_err(), "{bad}");
        }
        for good in ["twelve chars", "नृत्य सीखना है!", &"x".repeat(200)] {
            assert_eq!(check_password("next", "asha-sharma", good), Ok(()), "{good}");
        }
    }

    #[test]
    fn locks_begin_with_the_fifth_failure_and_double_up_to_an_hour() {
        let now: Timestamp = "2026-03-02T04:30:00Z".parse().unwrap();
        let minutes = |failures| locked_until(failures, now).duration_since(now).as_mins();
        let found: Vec<i64> = [0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 100, u32::MAX].map(minutes).to_vec();
        assert_eq!(found, [0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    }

    #[test]
    fn all_the_world_has_fifty_guesses_and_then_one_a_minute() {
        let now: Timestamp = "2026-03-02T04:30:00Z".parse().unwrap();
        let minutes = |failures| locked_until_anywhere(failures, now).duration_since(now).as_mins();
        assert_eq!([0, 1, 49, 50, 51, u32::MAX].map(minutes), [0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn an_act_needs_a_reason() {
        assert_eq!(parse_reason(" She asked\r\nfor it. ").unwrap(), "She asked\nfor it.");
        for bad in ["", " \n ", "\u{200d}", &"x".repeat(501)] {
            assert!(parse_reason(bad).is_err(), "{bad:?}");
        }
    }
}
