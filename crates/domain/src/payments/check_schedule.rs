//! When an unresolved order is checked with the provider (D23).

use crate::time::{SignedDuration, Timestamp, saturating_add};

const FIRST_MINUTES: [i64; 6] = [1, 2, 4, 8, 15, 30];
const HOURLY_CHECKS: i64 = 24;
const SIX_HOURLY_CHECKS: i64 = 20;

/// Returns the time of the next check after `now`, or `None` after the last one.
///
/// Checks happen when the order is 1, 2, 4, 8, 15 and 30 minutes old, then every hour up to 24 hours, then every 6 hours up
/// to 6 days, the longest time in which a bank confirms or returns a payment (docs/integrations.md §1.3). Checks that
/// were missed during downtime are skipped.
pub fn next_check(created_at: Timestamp, now: Timestamp) -> Option<Timestamp> {
    check_ages()
        .map(|minutes| saturating_add(created_at, SignedDuration::from_mins(minutes)))
        .find(|check| *check > now)
}

/// Returns the ages of an order at which it is checked, in minutes.
fn check_ages() -> impl Iterator<Item = i64> {
    let hourly = (1..=HOURLY_CHECKS).map(|hour| 60 * hour);
    let six_hourly = (1..=SIX_HOURLY_CHECKS).map(|check| 60 * (HOURLY_CHECKS + 6 * check));
    FIRST_MINUTES.into_iter().chain(hourly).chain(six_hourly)
}
