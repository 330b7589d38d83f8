//! Payouts: payout days, bank accounts, and the rate lock (SPEC §5, §9; D25, D27, D34).

mod account;
mod cycle;
mod routing;
#[cfg(test)]
mod tests;

use crate::time::{SignedDuration, Timestamp, saturating_add};

pub use account::{
    AccountDetails, AccountNumber, BankCode, MAX_BANK_NAME_CHARS, MAX_HOLDER_CHARS, PayoutCountry, RawAccount,
    mask_account_number,
};
pub use cycle::{PayoutCycle, cut_off_instant, due_cut_off, next_payout_date, previous_cut_off, today_in_india};

/// Rates are locked for this many days of 24 hours after the profile is created (D27).
pub const RATE_LOCK_DAYS: i64 = 30;

const DAY_SECONDS: i64 = 24 * 60 * 60;

string_enum! {
    /// The state of a payout (D25).
    PayoutState {
        /// Prepared by a payout run; the bank has not confirmed it.
        Prepared = "prepared",
        /// The money was transferred.
        Paid = "paid",
        /// The bank rejected or returned the transfer.
        Failed = "failed",
    }
}

/// Returns the end of the rate lock: the first instant at which the teacher may change rates.
pub fn rates_locked_until(profile_created_at: Timestamp) -> Timestamp {
    saturating_add(profile_created_at, SignedDuration::from_hours(24 * RATE_LOCK_DAYS))
}

/// Returns the days left of the rate lock, rounded up; `None` after its end (D27).
pub fn rate_lock_days_left(profile_created_at: Timestamp, now: Timestamp) -> Option<u32> {
    let left = rates_locked_until(profile_created_at).duration_since(now);
    if left <= SignedDuration::ZERO {
        return None;
    }
    let partial_second = i64::from(left.subsec_nanos() > 0);
    let seconds = left.as_secs().saturating_add(partial_second);
    u32::try_from(seconds.saturating_add(DAY_SECONDS - 1).div_euclid(DAY_SECONDS)).ok()
}

/// Returns the message for a change of locked rates.
pub fn rates_locked_message(days_left: u32) -> String {
    let days = if days_left == 1 { "day" } else { "days" };
    format!("Your rates are locked for the first {RATE_LOCK_DAYS} days. {days_left} {days} left.")
}
