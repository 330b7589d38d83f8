//! When an unresolved order is looked up with the provider again (D23).

use crate::time::{SignedDuration, Timestamp, later};

const FIRST_MINUTES: [i64; 6] = [1, 2, 4, 8, 15, 30];
const HOURLY_CHECKS: i64 = 24;
const SIX_HOURLY_CHECKS: i64 = 20;

/// The next look: at an age of 1, 2, 4, 8, 15 and 30 minutes, then every hour to 24 hours, then every 6 hours to the
/// end of the sixth day, when what the bank confirmed late has come or gone back (INTEGRATIONS §1.3).
///
/// Looks that a standstill has missed are left out, since the next one answers for them: the result lies after `now`. `None`
/// when no look is left.
pub fn next_check(created_at: Timestamp, now: Timestamp) -> Option<Timestamp> {
    ages().map(|minutes| later(created_at, SignedDuration::from_mins(minutes))).find(|look| *look > now)
}

/// The ages of all looks, in minutes.
fn ages() -> impl Iterator<Item = i64> {
    let hourly = (1..=HOURLY_CHECKS).map(|hour| 60 * hour);
    let six_hourly = (1..=SIX_HOURLY_CHECKS).map(|turn| 60 * (HOURLY_CHECKS + 6 * turn));
    FIRST_MINUTES.into_iter().chain(hourly).chain(six_hourly)
}
