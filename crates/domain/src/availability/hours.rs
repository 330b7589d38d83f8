//! Wall-clock times, time ranges, and weekly hours.

use std::fmt;

use crate::time::CLASS_MINUTES;

/// The granularity of availability times, in minutes (SPEC §5, D12).
pub const STEP_MINUTES: u16 = 15;

const DAY_MINUTES: u16 = 24 * 60;

/// A wall-clock time on a 15-minute step, from 00:00 to 24:00 (end of day).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MinuteOfDay(u16);

impl MinuteOfDay {
    /// Creates a time from minutes since midnight. `None` unless it is a multiple of 15 from 0 to 1440.
    pub const fn new(minutes: u16) -> Option<Self> {
        if minutes <= DAY_MINUTES && minutes.is_multiple_of(STEP_MINUTES) { Some(Self(minutes)) } else { None }
    }

    /// Returns the minutes since midnight, 0 to 1440.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl fmt::Display for MinuteOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// A range of wall-clock time on one day; `end` is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeRange {
    /// The start of the first class.
    pub start: MinuteOfDay,
    /// The latest end of the last class, up to 24:00.
    pub end: MinuteOfDay,
}

impl TimeRange {
    /// Creates a range. `None` when it is inverted or shorter than one class (D12).
    pub fn new(start: MinuteOfDay, end: MinuteOfDay) -> Option<Self> {
        let minutes = i64::from(end.get()) - i64::from(start.get());
        (minutes >= CLASS_MINUTES).then_some(Self { start, end })
    }

    /// Whether the ranges share a minute. Adjacent ranges do not overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// One time range on one day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DayHours {
    /// 0 Sunday to 6 Saturday (SPEC §3).
    pub day: u8,
    /// The range on that day.
    pub range: TimeRange,
}

impl DayHours {
    /// Creates hours from stored values: day 0 to 6, minutes since midnight. `None` for invalid values.
    pub fn from_minutes(day: u8, start: u16, end: u16) -> Option<Self> {
        let range = TimeRange::new(MinuteOfDay::new(start)?, MinuteOfDay::new(end)?)?;
        (day <= 6).then_some(Self { day, range })
    }
}
