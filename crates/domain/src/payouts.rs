//! When teachers are paid, to which account, and how long their rates stand still (SPEC §5, §9; D25, D27, D34).

mod account;
mod cycle;
mod routing;
#[cfg(test)]
mod tests;

use crate::time::{SignedDuration, Timestamp, later};

pub use account::{
    AccountDetails, AccountNumber, BankCode, MAX_BANK_NAME_CHARS, MAX_HOLDER_CHARS, PayoutCountry, RawAccount, mask,
};
pub use cycle::{PayoutCycle, cut_off_instant, due_cut_off, next_payout_date, previous_cut_off, today};

/// Rates stand still for so many days of 24 hours after the profile is made (D27).
pub const RATE_LOCK_DAYS: i64 = 30;

const DAY_SECONDS: i64 = 24 * 60 * 60;

words! {
    /// Where a payout stands (D25).
    PayoutState {
        /// Computed by a run; the bank has not confirmed it.
        Prepared = "prepared",
        /// The money has been sent.
        Paid = "paid",
        /// The bank sent it back.
        Failed = "failed",
    }
}

/// The first instant at which a teacher may change the rates.
pub fn rates_locked_until(profile_created_at: Timestamp) -> Timestamp {
    later(profile_created_at, SignedDuration::from_hours(24 * RATE_LOCK_DAYS))
}

/// How many days a teacher's rates stay locked, a begun day counting as one; `None` once they are free (D27).
pub fn rate_lock(profile_created_at: Timestamp, now: Timestamp) -> Option<u32> {
    let left = rates_locked_until(profile_created_at).duration_since(now);
    if left <= SignedDuration::ZERO {
        return None;
    }
    let begun_second = i64::from(left.subsec_nanos() > 0);
    let seconds = left.as_secs().saturating_add(begun_second);
    u32::try_from(seconds.saturating_add(DAY_SECONDS - 1).div_euclid(DAY_SECONDS)).ok()
}

/// The sentence for a refused change of rates.
pub fn rates_locked_message(days_left: u32) -> String {
    let days = if days_left == 1 { "day" } else { "days" };
    format!("Your rates are locked for the first {RATE_LOCK_DAYS} days. {days_left} {days} left.")
}
