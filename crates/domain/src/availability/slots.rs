//! From weekly hours to the instants at which classes start.
//!
//! A start is a wall-clock time: the beginning of a range, and every full hour after it while a class still fits. A
//! wall time that does not exist on a day is skipped, one that happens twice counts at its first occurrence (D12).
//! Where a zone moves its clock by less than an hour, two starts an hour apart on the wall can be nearer than 60 real
//! minutes; the later one is skipped then, so no two slots overlap (D11).

use jiff::civil::{Date, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};

use super::{Availability, TimeRange};
use crate::time::{CLASS_MINUTES, SignedDuration, Timestamp, later};

/// The longest window that `starts_between` looks through, counted from its beginning.
pub const MAX_WINDOW_DAYS: i64 = 400;

/// Local dates looked at before and after the window. A start is judged by those within an hour before it; a day
/// more covers zones whose date jumps.
const MARGIN_DAYS: usize = 2;

const CLASS: SignedDuration = SignedDuration::from_mins(CLASS_MINUTES);
const MAX_WINDOW: SignedDuration = SignedDuration::from_hours(24 * MAX_WINDOW_DAYS);

impl Availability {
    /// Starts of the one-hour slots in `[from, to)`, soonest first. The answer for an instant does not depend on the
    /// window asked for; at most [`MAX_WINDOW_DAYS`] days after `from` are looked at.
    pub fn starts_between(&self, from: Timestamp, to: Timestamp) -> Vec<Timestamp> {
        let to = to.min(later(from, MAX_WINDOW));
        if from >= to {
            return Vec::new();
        }
        let mut starts = self.wall_starts(from, to);
        starts.sort_unstable();
        let mut free_from = Timestamp::MIN;
        starts.retain(|&start| {
            let accepted = start >= free_from;
            if accepted {
                free_from = later(start, CLASS);
            }
            accepted
        });
        starts.retain(|start| (from..to).contains(start));
        starts
    }

    /// Whether a slot starts at exactly this instant.
    pub fn offers(&self, start: Timestamp) -> bool {
        let next = later(start, SignedDuration::from_nanos(1));
        self.starts_between(start, next).first() == Some(&start)
    }

    /// Every start that the wall clock has on the dates of the window and some around it.
    fn wall_starts(&self, from: Timestamp, to: Timestamp) -> Vec<Timestamp> {
        let tz = self.zone.tz();
        let week = self.week();
        let first = shift(tz.to_datetime(from).date(), Date::yesterday);
        let last = shift(tz.to_datetime(to).date(), Date::tomorrow);
        std::iter::successors(Some(first), |date| date.tomorrow().ok())
            .take_while(|date| *date <= last)
            .flat_map(|date| self.wall_times(&week, date).into_iter().filter_map(move |time| instant(tz, date, time)))
            .collect()
    }

    /// The wall-clock starts of one date: those of its own hours if it has any, otherwise those of its weekday.
    fn wall_times(&self, week: &[Vec<Time>; 7], date: Date) -> Vec<Time> {
        if let Some(day) = self.overrides.on(date) {
            return day.ranges.iter().copied().flat_map(starts_of).collect();
        }
        let weekday = usize::try_from(date.weekday().to_sunday_zero_offset()).unwrap_or_default();
        week.get(weekday).cloned().unwrap_or_default()
    }

    /// The wall-clock starts of each day, Sunday first.
    fn week(&self) -> [Vec<Time>; 7] {
        let mut week: [Vec<Time>; 7] = Default::default();
        for hours in &self.hours {
            if let Some(day) = week.get_mut(usize::from(hours.day)) {
                day.extend(starts_of(hours.range));
            }
        }
        week
    }
}

fn shift(date: Date, step: impl Fn(Date) -> Result<Date, jiff::Error>) -> Date {
    (0..MARGIN_DAYS).fold(date, |date, _| step(date).unwrap_or(date))
}

fn starts_of(range: TimeRange) -> impl Iterator<Item = Time> {
    let (start, end) = (i64::from(range.start.get()), i64::from(range.end.get()));
    std::iter::successors(Some(start), |start| Some(start + CLASS_MINUTES))
        .take_while(move |start| start + CLASS_MINUTES <= end)
        .filter_map(|start| Time::midnight().checked_add(SignedDuration::from_mins(start)).ok())
}

/// When the wall clock first shows this time, if it does at all that day (D12).
///
/// The time-zone library's word on gaps and folds is checked against the clock itself: where a zone changes its rules
/// but not its offset (America/Nuuk, 2023-10-29), it reports a fold that does not exist.
fn instant(tz: &TimeZone, date: Date, time: Time) -> Option<Timestamp> {
    let wall = date.to_datetime(time);
    let candidates = tz.to_ambiguous_timestamp(wall);
    if let AmbiguousOffset::Unambiguous { .. } = candidates.offset() {
        return candidates.unambiguous().ok();
    }
    let both = [candidates.earlier(), candidates.later()];
    both.into_iter().flatten().find(|instant| tz.to_datetime(*instant) == wall)
}
