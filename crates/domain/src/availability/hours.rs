//! The pieces that weekly hours are made of.

use std::fmt;

use crate::time::CLASS_MINUTES;

/// Times of availability lie on steps of this many minutes (SPEC §5, D12).
pub const STEP_MINUTES: u16 = 15;

const DAY_MINUTES: u16 = 24 * 60;

/// A wall-clock time on a 15-minute step, from 00:00 to 24:00 (the end of the day).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MinuteOfDay(u16);

impl MinuteOfDay {
    /// Minutes since midnight, 0 to 1440; `None` outside that or off the 15-minute steps.
    pub const fn new(minutes: u16) -> Option<Self> {
        if minutes <= DAY_MINUTES && minutes.is_multiple_of(STEP_MINUTES) { Some(Self(minutes)) } else { None }
    }

    /// Minutes since midnight.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl fmt::Display for MinuteOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// A span of one day, `end` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeRange {
    /// When the first class starts.
    pub start: MinuteOfDay,
    /// When the last class is over at the latest; up to 24:00.
    pub end: MinuteOfDay,
}

impl TimeRange {
    /// A range of at least one class; `None` when inverted or shorter (D12).
    pub fn new(start: MinuteOfDay, end: MinuteOfDay) -> Option<Self> {
        let minutes = i64::from(end.get()) - i64::from(start.get());
        (minutes >= CLASS_MINUTES).then_some(Self { start, end })
    }

    /// Whether some minute lies in both. Ranges that merely adjoin do not overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// One range on one day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DayHours {
    /// 0 Sunday to 6 Saturday (SPEC §3).
    pub day: u8,
    /// The span of that day.
    pub range: TimeRange,
}

impl DayHours {
    /// Hours as they are stored: day 0 to 6, and minutes since midnight. `None` when they break a rule.
    pub fn from_minutes(day: u8, start: u16, end: u16) -> Option<Self> {
        let range = TimeRange::new(MinuteOfDay::new(start)?, MinuteOfDay::new(end)?)?;
        (day <= 6).then_some(Self { day, range })
    }
}
