//! Booked classes outside changed hours. They stay booked (D13); the teacher sees a list of them.

use jiff::civil::Date;

use super::{Availability, STEP_MINUTES};
use crate::time::{CLASS_MINUTES, SignedDuration, Timestamp, saturating_add};

impl Availability {
    /// Returns the starts, in the given order, whose class is outside the hours. A class is inside when it is a slot or
    /// when the hours cover all of it: a class at 18:00 is inside 17:30–20:00, although slots then start at 17:30.
    pub fn starts_outside_hours(&self, starts: &[Timestamp]) -> Vec<Timestamp> {
        starts.iter().copied().filter(|start| !self.covers_class(*start) && !self.has_slot_at(*start)).collect()
    }

    /// Whether an instant is on a date without hours by a date override. A weekday without weekly hours is not a day off:
    /// teachers publish classes on such days.
    pub fn is_on_day_off(&self, instant: Timestamp) -> bool {
        let date = self.zone.tz().to_datetime(instant).date();
        self.overrides.get(date).is_some_and(|day| day.ranges.is_empty())
    }

    /// Whether every quarter-hour of a class is within the hours of its date.
    fn covers_class(&self, start: Timestamp) -> bool {
        let quarters = CLASS_MINUTES / i64::from(STEP_MINUTES);
        (0..quarters).all(|quarter| {
            let instant = saturating_add(start, SignedDuration::from_mins(quarter * i64::from(STEP_MINUTES)));
            let wall = self.zone.tz().to_datetime(instant);
            let minute = i64::from(wall.hour()) * 60 + i64::from(wall.minute());
            self.has_hours_at(wall.date(), minute)
        })
    }

    fn has_hours_at(&self, date: Date, minute: i64) -> bool {
        let within = |start: u16, end: u16| (i64::from(start)..i64::from(end)).contains(&minute);
        if let Some(day) = self.overrides.get(date) {
            return day.ranges.iter().any(|range| within(range.start.get(), range.end.get()));
        }
        let weekday = date.weekday().to_sunday_zero_offset();
        self.hours.iter().any(|hours| {
            i64::from(hours.day) == i64::from(weekday) && within(hours.range.start.get(), hours.range.end.get())
        })
    }
}
