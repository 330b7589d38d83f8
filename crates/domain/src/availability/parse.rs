//! Reading weekly hours as the form sends them, and writing them back (SPEC §5, D12).

use serde::{Deserialize, Serialize};

use super::{Availability, DayHours, MinuteOfDay, TimeRange};
use crate::error::{FieldError, FieldErrors};
use crate::time::Zone;

/// The widest visibility window, in days (SPEC §3).
pub const MAX_VISIBILITY_DAYS: i64 = 90;
/// The most ranges that one week may have.
pub const MAX_RANGES: usize = 50;

/// No time zone was chosen (SPEC §5).
pub const TIME_ZONE_REQUIRED: &str = "Please select your time zone";
/// No visibility window was given (SPEC §5).
pub const VISIBILITY_REQUIRED: &str = "Please specify visibility days";
/// A row has no day, or none from 0 to 6 (SPEC §5).
pub const DAY_REQUIRED: &str = "Please select a day";
/// A row has no start (SPEC §5).
pub const START_REQUIRED: &str = "Start time required";
/// A row has no end (SPEC §5).
pub const END_REQUIRED: &str = "End time required";

const ZONE_UNKNOWN: &str = "We do not know this time zone. Please choose one from the list";
const VISIBILITY_RANGE: &str = "Please choose from 1 to 90 visibility days";
const TOO_MANY: &str = "Please use at most 50 time ranges in a week";
const NOT_A_TIME: &str = "Please give the time as HH:mm, such as 09:00";
const OFF_STEP: &str = "Times go in 15-minute steps, such as 09:15";
const INVERTED: &str = "The end must come after the start; for midnight use 24:00";
const TOO_SHORT: &str = "Please leave at least one hour, the length of a class";
const OVERLAP: &str = "This overlaps other hours on the same day";

/// One row of the weekly schedule, as the API carries it (SPEC §3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleEntry {
    /// 0 Sunday to 6 Saturday.
    pub day_of_week: i64,
    /// The day's ranges.
    pub time_ranges: Vec<RangeText>,
}

/// A range as text, `HH:mm`; the end may be `24:00`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeText {
    /// When it starts.
    pub start: String,
    /// When it ends.
    pub end: String,
}

impl Availability {
    /// Reads the form. Every field that breaks a rule is named, with SPEC's sentence where SPEC has one.
    ///
    /// # Errors
    /// All broken fields at once: `timeZone`, `visibilityDays`, `weeklySchedule`, and paths into the latter such as
    /// `weeklySchedule.0.dayOfWeek` or `weeklySchedule.0.timeRanges.0.start`.
    pub fn parse(time_zone: &str, visibility_days: i64, schedule: &[ScheduleEntry]) -> Result<Self, FieldErrors> {
        let mut errors = Vec::new();
        let zone = keep(parse_zone(time_zone), &mut errors);
        let visibility_days = keep(parse_visibility(visibility_days), &mut errors);
        let hours = parse_schedule(schedule, &mut errors);
        match (zone, visibility_days) {
            (Some(zone), Some(visibility_days)) if errors.is_empty() => Ok(Self { zone, visibility_days, hours }),
            _ => Err(FieldErrors(errors)),
        }
    }

    /// The weekly hours as the API carries them: one entry for each range, as SPEC's form has them (SPEC §3).
    pub fn schedule(&self) -> Vec<ScheduleEntry> {
        let text = |range: TimeRange| RangeText { start: range.start.to_string(), end: range.end.to_string() };
        self.hours
            .iter()
            .map(|hours| ScheduleEntry { day_of_week: hours.day.into(), time_ranges: vec![text(hours.range)] })
            .collect()
    }
}

fn keep<T>(parsed: Result<T, FieldError>, errors: &mut Vec<FieldError>) -> Option<T> {
    parsed.map_err(|error| errors.push(error)).ok()
}

fn parse_zone(text: &str) -> Result<Zone, FieldError> {
    let name = text.trim();
    if name.is_empty() {
        return Err(FieldError::new("timeZone", TIME_ZONE_REQUIRED));
    }
    Zone::parse(name).map_err(|_| FieldError::new("timeZone", ZONE_UNKNOWN))
}

/// Zero is what a form without the field sends.
fn parse_visibility(days: i64) -> Result<u8, FieldError> {
    let message = if days == 0 { VISIBILITY_REQUIRED } else { VISIBILITY_RANGE };
    u8::try_from(days)
        .ok()
        .filter(|days| (1..=MAX_VISIBILITY_DAYS).contains(&i64::from(*days)))
        .ok_or_else(|| FieldError::new("visibilityDays", message))
}

fn parse_schedule(schedule: &[ScheduleEntry], errors: &mut Vec<FieldError>) -> Vec<DayHours> {
    let ranges: usize = schedule.iter().map(|entry| entry.time_ranges.len().max(1)).sum();
    if ranges > MAX_RANGES {
        errors.push(FieldError::new("weeklySchedule", TOO_MANY));
        return Vec::new();
    }
    let mut hours: Vec<DayHours> = Vec::with_capacity(ranges);
    for (row, entry) in schedule.iter().enumerate() {
        let path = format!("weeklySchedule.{row}");
        let day = u8::try_from(entry.day_of_week).ok().filter(|day| *day <= 6);
        if day.is_none() {
            errors.push(FieldError::new(format!("{path}.dayOfWeek"), DAY_REQUIRED));
        }
        if entry.time_ranges.is_empty() {
            errors.push(FieldError::new(format!("{path}.timeRanges"), START_REQUIRED));
        }
        for (at, text) in entry.time_ranges.iter().enumerate() {
            let path = format!("{path}.timeRanges.{at}");
            let (Some(range), Some(day)) = (parse_range(text, &path, errors), day) else { continue };
            if hours.iter().any(|earlier| earlier.day == day && earlier.range.overlaps(&range)) {
                errors.push(FieldError::new(format!("{path}.start"), OVERLAP));
            } else {
                hours.push(DayHours { day, range });
            }
        }
    }
    hours.sort_unstable();
    hours
}

fn parse_range(text: &RangeText, path: &str, errors: &mut Vec<FieldError>) -> Option<TimeRange> {
    let field = |name: &str| format!("{path}.{name}");
    let start = parse_time(&text.start, START_REQUIRED).map_err(|why| FieldError::new(field("start"), why));
    let end = parse_time(&text.end, END_REQUIRED).map_err(|why| FieldError::new(field("end"), why));
    let (start, end) = (keep(start, errors), keep(end, errors));
    let (start, end) = (start?, end?);
    let message = if end <= start { INVERTED } else { TOO_SHORT };
    keep(TimeRange::new(start, end).ok_or_else(|| FieldError::new(field("end"), message)), errors)
}

/// `HH:mm`, from 00:00 to 24:00. A start of 24:00 leaves no hour, so the range refuses it.
fn parse_time(text: &str, required: &'static str) -> Result<MinuteOfDay, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Err(required);
    }
    let (hour, minute) = text.split_once(':').ok_or(NOT_A_TIME)?;
    let (hour, minute) = (two_digits(hour).ok_or(NOT_A_TIME)?, two_digits(minute).ok_or(NOT_A_TIME)?);
    let minutes = hour * 60 + minute;
    if minute >= 60 || minutes > 24 * 60 {
        return Err(NOT_A_TIME);
    }
    MinuteOfDay::new(minutes).ok_or(OFF_STEP)
}

fn two_digits(text: &str) -> Option<u16> {
    let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}
