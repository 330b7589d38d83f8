//! Parsing the availability of a request, and finding the classes outside it.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::availability::{Availability, DateOverrideText, DateOverrides, RangeText, ScheduleEntry};
use tala_domain::booking::SlotKind;
use tala_domain::ids::TeacherId;
use tala_store::{Connection, StoreError, bookings, slots};
use utoipa::ToSchema;

use crate::error::AppResult;
use crate::views::weekly_hours::{DaySchedule, TimeRange};

/// Bookings lie at most 90 days ahead; this limit is far beyond that.
const MAX_DAYS_AHEAD: SignedDuration = SignedDuration::from_hours(24 * 400);
/// More private classes than one person can teach in that time.
const MAX_CLASSES: u32 = 5_000;

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

/// The date overrides from today on.
pub(super) fn upcoming_overrides(availability: &Availability, now: Timestamp) -> Vec<DayOverride> {
    let today = availability.zone.tz().to_datetime(now).date();
    let coming = availability.overrides.iter().filter(|day| day.date >= today).map(|day| day.date.to_string());
    let coming: Vec<String> = coming.collect();
    let texts = availability.overrides.to_texts().into_iter().filter(|text| coming.contains(&text.date));
    texts.map(DayOverride::from).collect()
}

/// Parses the availability of a request. The second value is true if the request has date overrides.
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

/// A booked class outside the availability (D13).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutsideClass {
    /// The booking's id.
    #[serde(rename = "_id")]
    id: String,
    /// The start of the class.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    student_name: String,
}

/// A published class on a day off. Students can book it until the teacher cancels it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ClassOnDayOff {
    /// The class's id.
    #[serde(rename = "_id")]
    id: String,
    /// The start of the class.
    #[schema(value_type = String, format = DateTime)]
    date_time: Timestamp,
    /// Empty if the teacher gave none.
    title: String,
    /// The number of seats that are taken or held.
    seats_taken: u32,
}

/// The teacher's upcoming classes that changed hours do not cover. None is cancelled (D13).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemainingClasses {
    /// Booked classes outside the hours.
    outside: Vec<OutsideClass>,
    /// Published classes on days off, with or without students. Otherwise published classes do not depend on the hours.
    on_days_off: Vec<ClassOnDayOff>,
}

impl RemainingClasses {
    pub(super) async fn list<C: Connection>(
        conn: &C,
        teacher: TeacherId,
        hours: &Availability,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let ahead = (now, now.saturating_add(MAX_DAYS_AHEAD).unwrap_or(Timestamp::MAX));
        let booked = bookings::list_between(conn, teacher, Some(SlotKind::Virtual), ahead, MAX_CLASSES).await?;
        let starts: Vec<Timestamp> = booked.iter().map(|booking| booking.starts_at).collect();
        let outside = hours.starts_outside_hours(&starts);
        let published = slots::list_published(conn, teacher, ahead, MAX_CLASSES).await?;
        Ok(Self {
            outside: booked
                .into_iter()
                .filter(|booking| outside.contains(&booking.starts_at))
                .map(|booking| OutsideClass {
                    id: booking.id.to_string(),
                    date_time: booking.starts_at,
                    student_name: booking.student.name,
                })
                .collect(),
            on_days_off: published
                .into_iter()
                .filter(|class| hours.is_on_day_off(class.starts_at))
                .map(|class| ClassOnDayOff {
                    id: class.id.to_string(),
                    date_time: class.starts_at,
                    title: class.text.title,
                    seats_taken: class.seats_taken,
                })
                .collect(),
        })
    }
}

/// The range of the next two weeks.
pub(super) fn two_weeks(now: Timestamp) -> (Timestamp, Timestamp) {
    (now, now.saturating_add(SignedDuration::from_hours(24 * 14)).unwrap_or(now))
}
