//! A teacher's weekly hours, and the one-hour slots that follow from them (SPEC §3, §5; D10, D12).
//!
//! Hours are wall-clock times in the teacher's zone; a class lasts 60 real minutes, whatever the clock does meanwhile.

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
pub use overrides::{DayOverride, MAX_NOTE_CHARS, MAX_OVERRIDES, OverrideText, Overrides};
pub use parse::{
    DAY_REQUIRED, MAX_RANGES, MAX_VISIBILITY_DAYS, ScheduleEntry, TIME_ZONE_REQUIRED, VISIBILITY_REQUIRED,
};
pub use ranges::{END_REQUIRED, RangeText, START_REQUIRED};
pub use slots::MAX_WINDOW_DAYS;

/// When a teacher can be booked, week after week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Availability {
    /// The zone whose wall clock the hours follow.
    pub zone: Zone,
    /// How many days ahead students see slots, 1 to 90 (SPEC §3).
    pub visibility_days: u8,
    /// The hours of the week. `parse` returns them sorted and free of overlaps.
    pub hours: Vec<DayHours>,
    /// Dates with hours of their own. `parse` returns none.
    pub overrides: Overrides,
}

impl Availability {
    /// The same week with other dates of their own hours.
    #[must_use]
    pub fn with_overrides(mut self, overrides: Overrides) -> Self {
        self.overrides = overrides;
        self
    }
}
