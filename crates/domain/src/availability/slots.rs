//! Computation of virtual slots: the start instants that follow from the hours.
//!
//! A start is a wall-clock time: the start of a range, and every full hour after it while a class fits. A wall-clock
//! time that does not exist on a date is skipped; one that occurs twice counts at its first occurrence (D12). Where a
//! zone changes its clock by less than an hour, two starts that are an hour apart on the wall clock can be less than
//! 60 minutes apart in elapsed time; the later one is skipped, so slots never overlap (D11).

use jiff::civil::{Date, Time};
use jiff::tz::{AmbiguousOffset, TimeZone};

use super::{Availability, TimeRange};
use crate::time::{CLASS_MINUTES, SignedDuration, Timestamp, saturating_add};

/// The maximum length of the window of `starts_between`, in days from its start.
pub const MAX_WINDOW_DAYS: i64 = 400;

/// Local dates that are computed before and after the window. Whether a start is skipped depends on starts up to an hour
/// earlier; the second day covers zones that skip a date.
const MARGIN_DAYS: usize = 2;

const CLASS: SignedDuration = SignedDuration::from_mins(CLASS_MINUTES);
const MAX_WINDOW: SignedDuration = SignedDuration::from_hours(24 * MAX_WINDOW_DAYS);

impl Availability {
    /// Returns the starts of the one-hour slots in `[from, to)`, soonest first. The window does not influence whether an
    /// instant is a start. It ends at most [`MAX_WINDOW_DAYS`] days after `from`.
    pub fn starts_between(&self, from: Timestamp, to: Timestamp) -> Vec<Timestamp> {
        let to = to.min(saturating_add(from, MAX_WINDOW));
        if from >= to {
            return Vec::new();
        }
        let mut starts = self.wall_starts(from, to);
        starts.sort_unstable();
        let mut previous_end = Timestamp::MIN;
        starts.retain(|&start| {
            let accepted = start >= previous_end;
            if accepted {
                previous_end = saturating_add(start, CLASS);
            }
            accepted
        });
        starts.retain(|start| (from..to).contains(start));
        starts
    }

    /// Whether a slot starts at exactly this instant.
    pub fn has_slot_at(&self, start: Timestamp) -> bool {
        let next = saturating_add(start, SignedDuration::from_nanos(1));
        self.starts_between(start, next).first() == Some(&start)
    }

    /// Returns the start candidates on the dates of the window and [`MARGIN_DAYS`] around it.
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

    /// Returns the wall-clock starts of one date: those of its override if it has one, otherwise those of its weekday.
    fn wall_times(&self, week: &[Vec<Time>; 7], date: Date) -> Vec<Time> {
        if let Some(day) = self.overrides.get(date) {
            return day.ranges.iter().copied().flat_map(starts_of).collect();
        }
        let weekday = usize::try_from(date.weekday().to_sunday_zero_offset()).unwrap_or_default();
        week.get(weekday).cloned().unwrap_or_default()
    }

    /// Returns the wall-clock starts of each weekday, Sunday first.
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

/// Returns the first instant with this wall-clock time, or `None` if the time does not exist on that date (D12).
///
/// Gaps and folds that `jiff` reports are verified by converting back: where a zone changes its rules but not its offset
/// (America/Nuuk, 2023-10-29), `jiff` reports a fold that does not exist.
fn instant(tz: &TimeZone, date: Date, time: Time) -> Option<Timestamp> {
    let wall = date.to_datetime(time);
    let candidates = tz.to_ambiguous_timestamp(wall);
    if let AmbiguousOffset::Unambiguous { .. } = candidates.offset() {
        return candidates.unambiguous().ok();
    }
    let instants = [candidates.earlier(), candidates.later()];
    instants.into_iter().flatten().find(|instant| tz.to_datetime(*instant) == wall)
}
