//! Weekly hours in the format of SPEC's forms, for applications and availability.

use serde::{Deserialize, Serialize};
use tala_domain::availability::{Availability, RangeText, ScheduleEntry};
use tala_domain::error::FieldErrors;
use utoipa::ToSchema;

/// Teaching hours on one weekday.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DaySchedule {
    /// 0 (Sunday) to 6 (Saturday).
    #[schema(minimum = 0, maximum = 6)]
    pub day_of_week: i64,
    /// Ranges of wall-clock time. At most 50 in a week.
    #[schema(max_items = 50)]
    pub time_ranges: Vec<TimeRange>,
}

/// A range of wall-clock time, `HH:mm`.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct TimeRange {
    /// Start of the range.
    pub start: String,
    /// End of the range; `24:00` is midnight at the end of the day.
    pub end: String,
}

impl From<RangeText> for TimeRange {
    fn from(text: RangeText) -> Self {
        Self { start: text.start, end: text.end }
    }
}

impl From<TimeRange> for RangeText {
    fn from(range: TimeRange) -> Self {
        Self { start: range.start, end: range.end }
    }
}

impl From<ScheduleEntry> for DaySchedule {
    fn from(entry: ScheduleEntry) -> Self {
        let time_ranges = entry.time_ranges.into_iter().map(TimeRange::from).collect();
        Self { day_of_week: entry.day_of_week, time_ranges }
    }
}

impl From<DaySchedule> for ScheduleEntry {
    fn from(day: DaySchedule) -> Self {
        let time_ranges = day.time_ranges.into_iter().map(RangeText::from).collect();
        Self { day_of_week: day.day_of_week, time_ranges }
    }
}

/// Weekly hours that an applicant has entered in the application form.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct WeeklyHours {
    /// IANA zone of the hours.
    pub time_zone: String,
    /// Visibility window in days, 1 to 90.
    #[schema(maximum = 90)]
    pub visibility_days: i64,
    /// Hours by weekday; a weekday may occur more than once.
    pub weekly_schedule: Vec<DaySchedule>,
}

impl WeeklyHours {
    /// Validates the hours.
    ///
    /// # Errors
    /// The fields that are invalid.
    pub fn parse(self) -> Result<Availability, FieldErrors> {
        let schedule: Vec<ScheduleEntry> = self.weekly_schedule.into_iter().map(ScheduleEntry::from).collect();
        Availability::parse(&self.time_zone, self.visibility_days, &schedule)
    }

    /// Converts stored hours into the format of the form.
    pub fn of(hours: &Availability) -> Self {
        Self {
            time_zone: hours.zone.name().to_owned(),
            visibility_days: i64::from(hours.visibility_days),
            weekly_schedule: hours.schedule().into_iter().map(DaySchedule::from).collect(),
        }
    }
}
