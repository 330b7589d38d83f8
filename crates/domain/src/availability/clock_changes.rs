//! Clock changes of a zone. Teachers see them two weeks ahead.

use crate::time::{SignedDuration, Timestamp, Zone, saturating_add};

/// An upper bound: no zone has this many clock changes in any window that callers use.
const MAX_CHANGES: usize = 100;

/// One change of a zone's UTC offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockChange {
    /// The first instant with the new offset.
    pub at: Timestamp,
    /// Minutes that the clock moves forward: 60 at the start of daylight saving time in most zones, -60 at its end.
    pub minutes: i64,
}

/// Lists the clock changes in `[from, to)`, soonest first. A rule change that keeps the offset is not included.
pub fn clock_changes(zone: &Zone, from: Timestamp, to: Timestamp) -> Vec<ClockChange> {
    let tz = zone.tz();
    let second = SignedDuration::from_secs(1);
    tz.following(saturating_add(from, -second))
        .map(|change| change.timestamp())
        .take_while(|at| *at < to)
        .take(MAX_CHANGES)
        .filter(|at| *at >= from)
        .filter_map(|at| {
            let offset = |instant| i64::from(tz.to_offset(instant).seconds());
            let minutes = (offset(at) - offset(saturating_add(at, -second))) / 60;
            (minutes != 0).then_some(ClockChange { at, minutes })
        })
        .collect()
}
