//! The weekly availability as SPEC's form reads and writes it.

use serde::{Deserialize, Serialize};
use tala_domain::availability::{RangeText, ScheduleEntry};
use tala_store::availabilities::StoredAvailability;
use utoipa::ToSchema;

/// Weekly availability (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Availability)]
pub(super) struct AvailabilityView {
    /// IANA zone in which the hours are meant.
    pub(super) time_zone: String,
    /// How many days ahead students see, 1 to 90.
    pub(super) visibility_days: u8,
    /// One entry for each range.
    pub(super) weekly_schedule: Vec<DaySchedule>,
    /// Send it back when saving, so that no other save is overwritten.
    pub(super) version: i64,
}

/// The hours of one weekday.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DaySchedule {
    /// 0 Sunday to 6 Saturday.
    pub(super) day_of_week: i64,
    /// Ranges of wall-clock time.
    pub(super) time_ranges: Vec<Range>,
}

/// A range of wall-clock time, `HH:mm`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TimeRange)]
pub(super) struct Range {
    /// From.
    pub(super) start: String,
    /// To; `24:00` is midnight at the end of the day.
    pub(super) end: String,
}

impl AvailabilityView {
    pub(super) fn of(stored: &StoredAvailability) -> Self {
        Self {
            time_zone: stored.availability.zone.name().to_owned(),
            visibility_days: stored.availability.visibility_days,
            weekly_schedule: stored.availability.schedule().into_iter().map(DaySchedule::from).collect(),
            version: stored.version,
        }
    }
}

impl From<ScheduleEntry> for DaySchedule {
    fn from(entry: ScheduleEntry) -> Self {
        let time_ranges = entry.time_ranges.into_iter().map(|r| Range { start: r.start, end: r.end }).collect();
        Self { day_of_week: entry.day_of_week, time_ranges }
    }
}

impl From<DaySchedule> for ScheduleEntry {
    fn from(day: DaySchedule) -> Self {
        let time_ranges = day.time_ranges.into_iter().map(|r| RangeText { start: r.start, end: r.end }).collect();
        Self { day_of_week: day.day_of_week, time_ranges }
    }
}
