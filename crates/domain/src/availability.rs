//! A teacher's weekly hours and date overrides, and the virtual slots computed from them (SPEC §3, §5; D10, D12).
//!
//! Hours are wall-clock times in the teacher's zone. A class lasts 60 minutes of elapsed time, also across a clock
//! change.

mod clock_changes;
mod coverage;
mod hours;
#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod override_tests;
mod overrides;
mod parse;
mod ranges;
mod slots;
#[cfg(test)]
mod table_tests;

use crate::time::Zone;

pub use clock_changes::{ClockChange, clock_changes};
pub use hours::{DayHours, MinuteOfDay, STEP_MINUTES, TimeRange};
pub use overrides::{DateOverride, DateOverrideText, DateOverrides, MAX_NOTE_CHARS, MAX_OVERRIDES};
pub use parse::{
    DAY_REQUIRED, MAX_RANGES, MAX_VISIBILITY_DAYS, ScheduleEntry, TIME_ZONE_REQUIRED, VISIBILITY_REQUIRED,
};
pub use ranges::{END_REQUIRED, RangeText, START_REQUIRED};
pub use slots::MAX_WINDOW_DAYS;

/// A teacher's availability: weekly hours, date overrides, zone and visibility window (D12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The zone of the wall-clock hours.
    pub zone: Zone,
    /// Length of the visibility window in days, 1 to 90 (SPEC §3).
    pub visibility_days: u8,
    /// The weekly hours. `parse` returns them sorted and without overlaps.
    pub hours: Vec<DayHours>,
    /// The date overrides. `parse` returns none.
    pub overrides: DateOverrides,
}

impl Availability {
    /// Returns the same weekly hours with these date overrides.
    #[must_use]
    pub fn with_overrides(mut self, overrides: DateOverrides) -> Self {
        self.overrides = overrides;
        self
    }
}
