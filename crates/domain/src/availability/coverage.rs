//! Which classes a change of hours leaves outside. They stand (D13); the teacher is told.

use jiff::civil::Date;

use super::{Availability, STEP_MINUTES};
use crate::time::{CLASS_MINUTES, SignedDuration, Timestamp, later};

impl Availability {
    /// Those of the starts whose class is neither on offer nor wholly within the hours, in the order given. A class
    /// at 18:00 is no surprise to a teacher who is there from 17:30 to 20:00, though slots now start at half past.
    pub fn outside(&self, starts: &[Timestamp]) -> Vec<Timestamp> {
        starts.iter().copied().filter(|start| !self.covers(*start) && !self.offers(*start)).collect()
    }

    /// Whether every quarter-hour of a class lies within the hours of its date.
    fn covers(&self, start: Timestamp) -> bool {
        let quarters = CLASS_MINUTES / i64::from(STEP_MINUTES);
        (0..quarters).all(|quarter| {
            let instant = later(start, SignedDuration::from_mins(quarter * i64::from(STEP_MINUTES)));
            let wall = self.zone.tz().to_datetime(instant);
            let minute = i64::from(wall.hour()) * 60 + i64::from(wall.minute());
            self.has_hours_at(wall.date(), minute)
        })
    }

    fn has_hours_at(&self, date: Date, minute: i64) -> bool {
        let within = |start: u16, end: u16| (i64::from(start)..i64::from(end)).contains(&minute);
        if let Some(day) = self.overrides.on(date) {
            return day.ranges.iter().any(|range| within(range.start.get(), range.end.get()));
        }
        let weekday = date.weekday().to_sunday_zero_offset();
        self.hours.iter().any(|hours| {
            i64::from(hours.day) == i64::from(weekday) && within(hours.range.start.get(), hours.range.end.get())
        })
    }
}
