//! New hours as a request brings them, and what they would leave out.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::availability::{Availability, OverrideText, Overrides, RangeText, ScheduleEntry};
use tala_domain::booking::SlotKind;
use tala_domain::ids::PersonId;
use tala_store::bookings;
use tala_store::{Connection, StoreError};
use utoipa::ToSchema;

use crate::error::AppResult;
use crate::views::weekly_hours::{DaySchedule, TimeRange};

/// Classes are visible 90 days ahead, and stand when visibility shrinks.
const LONGEST_AHEAD: SignedDuration = SignedDuration::from_hours(24 * 400);
/// More one-to-one classes than so many days have hours in which one person teaches.
const MOST_CLASSES: u32 = 5_000;

/// A date with hours of its own; none: a day off.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DayOverride {
    /// `YYYY-MM-DD` in the teacher's zone.
    #[serde(default)]
    pub(super) date: String,
    /// The date's hours, in place of the weekday's.
    #[serde(default)]
    pub(super) time_ranges: Vec<TimeRange>,
    /// For the teacher's own eyes.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub(super) note: String,
}

impl From<OverrideText> for DayOverride {
    fn from(text: OverrideText) -> Self {
        Self {
            date: text.date,
            time_ranges: text.time_ranges.into_iter().map(TimeRange::from).collect(),
            note: text.note,
        }
    }
}

impl From<DayOverride> for OverrideText {
    fn from(day: DayOverride) -> Self {
        Self { date: day.date, time_ranges: day.time_ranges.into_iter().map(RangeText::from).collect(), note: day.note }
    }
}

/// The dates from today on, as they are shown.
pub(super) fn days_from(availability: &Availability, now: Timestamp) -> Vec<DayOverride> {
    let today = availability.zone.tz().to_datetime(now).date();
    let coming = availability.overrides.days().filter(|day| day.date >= today).map(|day| day.date.to_string());
    let coming: Vec<String> = coming.collect();
    let texts = availability.overrides.texts().into_iter().filter(|text| coming.contains(&text.date));
    texts.map(DayOverride::from).collect()
}

/// The week and the dates of a request, checked.
pub(super) fn read(
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
    let list: Vec<OverrideText> = list.into_iter().map(OverrideText::from).collect();
    let overrides = Overrides::parse(&list, today)?;
    Ok((week.with_overrides(overrides), true))
}

/// A class that stands although the hours no longer have it (D13).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OutsideClass {
    /// The booking.
    #[serde(rename = "_id")]
    id: String,
    /// When it starts.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Who learns.
    student_name: String,
}

/// The teacher's classes to come that lie outside these hours. Published classes are where the teacher has put them.
pub(super) async fn list_outside<C: Connection>(
    conn: &C,
    teacher: PersonId,
    hours: &Availability,
    now: Timestamp,
) -> Result<Vec<OutsideClass>, StoreError> {
    // A class that has begun stands whatever the hours are.
    let ahead = (now, now.saturating_add(LONGEST_AHEAD).unwrap_or(Timestamp::MAX));
    let virtual_ones = bookings::list_between(conn, teacher, Some(SlotKind::Virtual), ahead, MOST_CLASSES).await?;
    let starts: Vec<Timestamp> = virtual_ones.iter().map(|booking| booking.starts_at).collect();
    let outside = hours.outside(&starts);
    let found = virtual_ones.into_iter().filter(|booking| outside.contains(&booking.starts_at));
    Ok(found
        .map(|booking| OutsideClass {
            id: booking.id.to_string(),
            date_time: booking.starts_at,
            student_name: booking.student.name,
        })
        .collect())
}

/// From now, two weeks on.
pub(super) fn two_weeks(now: Timestamp) -> (Timestamp, Timestamp) {
    (now, now.saturating_add(SignedDuration::from_hours(24 * 14)).unwrap_or(now))
}
