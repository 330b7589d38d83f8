//! What reading, previewing and saving an availability share: date overrides and the parsing of a request.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::availability::{Availability, DateOverrideText, DateOverrides, RangeText, ScheduleEntry};
use utoipa::ToSchema;

use crate::error::AppResult;
use crate::views::weekly_hours::{DaySchedule, TimeRange};

/// The hours of one date, which replace the hours of its weekday. Without ranges it is a day off.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayOverride {
    /// `YYYY-MM-DD` in the teacher's zone.
    #[serde(default)]
    pub(super) date: String,
    /// The hours of the date.
    #[serde(default)]
    #[schema(max_items = 24)]
    pub(super) time_ranges: Vec<TimeRange>,
    /// A note that only the teacher sees.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub(super) note: String,
}

impl From<DateOverrideText> for DayOverride {
    fn from(text: DateOverrideText) -> Self {
        Self {
            date: text.date,
            time_ranges: text.time_ranges.into_iter().map(TimeRange::from).collect(),
            note: text.note,
        }
    }
}

impl From<DayOverride> for DateOverrideText {
    fn from(day: DayOverride) -> Self {
        Self { date: day.date, time_ranges: day.time_ranges.into_iter().map(RangeText::from).collect(), note: day.note }
    }
}

/// Returns the overrides from today in the teacher's zone.
pub(super) fn upcoming_overrides(availability: &Availability, now: Timestamp) -> Vec<DayOverride> {
    let today = availability.zone.tz().to_datetime(now).date();
    let coming = availability.overrides.iter().filter(|day| day.date >= today).map(|day| day.date.to_string());
    let coming: Vec<String> = coming.collect();
    let texts = availability.overrides.to_texts().into_iter().filter(|text| coming.contains(&text.date));
    texts.map(DayOverride::from).collect()
}

/// Parses the availability of a request. The second value is true if the request has a list of date overrides, even an empty
/// one; without a list, the caller keeps the stored overrides.
///
/// # Errors
/// The invalid fields.
pub(super) fn parse_availability(
    time_zone: &str,
    visibility_days: i64,
    schedule: Vec<DaySchedule>,
    overrides: Option<Vec<DayOverride>>,
    now: Timestamp,
) -> AppResult<(Availability, bool)> {
    let schedule: Vec<ScheduleEntry> = schedule.into_iter().map(ScheduleEntry::from).collect();
    let week = Availability::parse(time_zone, visibility_days, &schedule)?;
    let Some(list) = overrides else { return Ok((week, false)) };
    let today = week.zone.tz().to_datetime(now).date();
    let list: Vec<DateOverrideText> = list.into_iter().map(DateOverrideText::from).collect();
    let overrides = DateOverrides::parse(&list, today)?;
    Ok((week.with_overrides(overrides), true))
}

/// The range of the next two weeks.
pub(super) fn two_weeks(now: Timestamp) -> (Timestamp, Timestamp) {
    (now, now.saturating_add(SignedDuration::from_hours(24 * 14)).unwrap_or(now))
}
