//! When a zone moves its clock, of which teachers are told two weeks before.

use crate::time::{SignedDuration, Timestamp, Zone, later};

/// More than one clock moves in the longest window asked for.
const MOST_CHANGES: usize = 100;

/// One move of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockChange {
    /// The first instant of the new time.
    pub at: Timestamp,
    /// How far the clock moves forward: 60 in spring, -60 in autumn in most places.
    pub minutes: i64,
}

/// The moves of a zone's clock in `[from, to)`, the soonest first. A change of rules that moves no clock is none.
pub fn clock_changes(zone: &Zone, from: Timestamp, to: Timestamp) -> Vec<ClockChange> {
    let tz = zone.tz();
    let second = SignedDuration::from_secs(1);
    tz.following(later(from, -second))
        .map(|change| change.timestamp())
        .take_while(|at| *at < to)
        .take(MOST_CHANGES)
        .filter(|at| *at >= from)
        .filter_map(|at| {
            let offset = |instant| i64::from(tz.to_offset(instant).seconds());
            let minutes = (offset(at) - offset(later(at, -second))) / 60;
            (minutes != 0).then_some(ClockChange { at, minutes })
        })
        .collect()
}
