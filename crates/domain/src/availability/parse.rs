//! Parsing of weekly hours from the API format, and the way back (SPEC §5, D12).

use serde::{Deserialize, Serialize};

use super::ranges::{OVERLAP, RangeText, START_REQUIRED, ok_or_push, parse_range};
use super::{Availability, DateOverrides, DayHours};
use crate::error::{FieldError, FieldErrors};
use crate::time::Zone;

/// The maximum length of the visibility window, in days (SPEC §3).
pub const MAX_VISIBILITY_DAYS: i64 = 90;
/// The maximum number of ranges in a week.
pub const MAX_RANGES: usize = 50;

/// Message for a missing time zone (SPEC §5).
pub const TIME_ZONE_REQUIRED: &str = "Please select your time zone";
/// Message for a missing visibility window (SPEC §5).
pub const VISIBILITY_REQUIRED: &str = "Please specify visibility days";
/// Message for a day outside 0 to 6 (SPEC §5).
pub const DAY_REQUIRED: &str = "Please select a day";

const ZONE_UNKNOWN: &str = "We do not know this time zone. Please choose one from the list";
const VISIBILITY_RANGE: &str = "Please choose from 1 to 90 visibility days";
pub(super) const TOO_MANY_RANGES: &str = "Please use at most 50 time ranges in a week";

/// One row of the weekly schedule in the API format (SPEC §3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleEntry {
    /// 0 Sunday to 6 Saturday.
    pub day_of_week: i64,
    /// The time ranges of the day.
    pub time_ranges: Vec<RangeText>,
}

impl Availability {
    /// Parses a weekly schedule from its API format.
    ///
    /// # Errors
    /// Every invalid field: `timeZone`, `visibilityDays`, `weeklySchedule`, and paths into the latter such as
    /// `weeklySchedule.0.dayOfWeek` or `weeklySchedule.0.timeRanges.0.start`. The messages are SPEC's where SPEC has
    /// one.
    pub fn parse(time_zone: &str, visibility_days: i64, schedule: &[ScheduleEntry]) -> Result<Self, FieldErrors> {
        let mut errors = Vec::new();
        let zone = ok_or_push(parse_zone(time_zone), &mut errors);
        let visibility_days = ok_or_push(parse_visibility(visibility_days), &mut errors);
        let hours = parse_schedule(schedule, &mut errors);
        match (zone, visibility_days) {
            (Some(zone), Some(visibility_days)) if errors.is_empty() => {
                Ok(Self { zone, visibility_days, hours, overrides: DateOverrides::default() })
            }
            _ => Err(FieldErrors(errors)),
        }
    }

    /// Returns the weekly hours in the API format, one entry for each range (SPEC §3).
    pub fn schedule(&self) -> Vec<ScheduleEntry> {
        self.hours
            .iter()
            .map(|hours| ScheduleEntry {
                day_of_week: hours.day.into(),
                time_ranges: vec![RangeText::from(hours.range)],
            })
            .collect()
    }
}

fn parse_zone(text: &str) -> Result<Zone, FieldError> {
    let name = text.trim();
    if name.is_empty() {
        return Err(FieldError::new("timeZone", TIME_ZONE_REQUIRED));
    }
    Zone::parse(name).map_err(|_| FieldError::new("timeZone", ZONE_UNKNOWN))
}

/// Parses the visibility days. Zero means that the field is missing.
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
        errors.push(FieldError::new("weeklySchedule", TOO_MANY_RANGES));
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
        for (index, text) in entry.time_ranges.iter().enumerate() {
            let path = format!("{path}.timeRanges.{index}");
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::MinuteOfDay;
    use super::super::ranges::{INVERTED, NOT_A_TIME, OFF_STEP, TOO_SHORT};
    use super::*;

    fn entry(day_of_week: i64, ranges: &[(&str, &str)]) -> ScheduleEntry {
        let text = |r: &(&str, &str)| RangeText { start: r.0.to_owned(), end: r.1.to_owned() };
        ScheduleEntry { day_of_week, time_ranges: ranges.iter().map(text).collect() }
    }

    fn errors(zone: &str, days: i64, schedule: &[ScheduleEntry]) -> Vec<(String, String)> {
        let FieldErrors(errors) = Availability::parse(zone, days, schedule).unwrap_err();
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    fn range_errors(ranges: &[(&str, &str)]) -> Vec<(String, String)> {
        errors("Asia/Kolkata", 30, &[entry(1, ranges)])
    }

    #[test]
    fn valid_schedule_is_sorted_and_converts_back() {
        let form = [entry(3, &[("17:00", "20:00")]), entry(1, &[("18:00", "24:00"), ("06:15", "08:15")])];
        let availability = Availability::parse(" asia/calcutta ", 90, &form).unwrap();
        assert_eq!(availability.zone.name(), "Asia/Kolkata");
        assert_eq!(availability.visibility_days, 90);
        let written =
            [entry(1, &[("06:15", "08:15")]), entry(1, &[("18:00", "24:00")]), entry(3, &[("17:00", "20:00")])];
        assert_eq!(availability.schedule(), written);
    }

    #[test]
    fn week_without_hours_is_allowed() {
        assert!(Availability::parse("UTC", 1, &[]).unwrap().hours.is_empty());
    }

    #[test]
    fn adjacent_ranges_and_equal_ranges_on_different_days_are_allowed() {
        let form =
            [entry(0, &[("10:00", "11:00"), ("09:00", "10:00"), ("11:00", "12:00")]), entry(6, &[("09:00", "10:00")])];
        assert_eq!(Availability::parse("UTC", 30, &form).unwrap().hours.len(), 4);
    }

    #[test]
    fn all_invalid_fields_are_reported_with_messages_of_spec() {
        let form = [entry(7, &[("", "")]), entry(-1, &[("09:00", " ")]), entry(0, &[])];
        let expected = [
            ("timeZone", "Please select your time zone"),
            ("visibilityDays", "Please specify visibility days"),
            ("weeklySchedule.0.dayOfWeek", "Please select a day"),
            ("weeklySchedule.0.timeRanges.0.start", "Start time required"),
            ("weeklySchedule.0.timeRanges.0.end", "End time required"),
            ("weeklySchedule.1.dayOfWeek", "Please select a day"),
            ("weeklySchedule.1.timeRanges.0.end", "End time required"),
            ("weeklySchedule.2.timeRanges", "Start time required"),
        ];
        assert_eq!(errors("", 0, &form), expected.map(|(field, message)| (field.to_owned(), message.to_owned())));
    }

    #[test]
    fn unknown_zone_is_rejected() {
        for zone in ["Mars/Olympus", "IST+5:30", "Asia/Kolkata\0", "../etc/passwd", "Ásia/Kolkata", &"x".repeat(10_000)]
        {
            assert_eq!(errors(zone, 30, &[]), [("timeZone".to_owned(), ZONE_UNKNOWN.to_owned())], "{zone:?}");
        }
    }

    #[test]
    fn visibility_is_accepted_from_1_to_90_days() {
        for days in [i64::MIN, -1, 91, 257, 300, i64::MAX] {
            assert_eq!(
                errors("UTC", days, &[]),
                [("visibilityDays".to_owned(), VISIBILITY_RANGE.to_owned())],
                "{days}"
            );
        }
        for days in [1, 90] {
            assert_eq!(i64::from(Availability::parse("UTC", days, &[]).unwrap().visibility_days), days);
        }
    }

    #[test]
    fn invalid_range_is_rejected() {
        for (range, field, message) in [
            (("09:00", "09:45"), "end", TOO_SHORT),
            (("09:00", "09:00"), "end", INVERTED),
            (("10:00", "09:00"), "end", INVERTED),
            (("23:00", "00:00"), "end", INVERTED),
            (("23:15", "24:00"), "end", TOO_SHORT),
            (("24:00", "24:00"), "end", INVERTED),
            (("09:05", "11:00"), "start", OFF_STEP),
            (("09:00", "11:59"), "end", OFF_STEP),
            (("9:00", "11:00"), "start", NOT_A_TIME),
            (("09:00", "24:15"), "end", NOT_A_TIME),
            (("09:60", "11:00"), "start", NOT_A_TIME),
            (("0900", "11:00"), "start", NOT_A_TIME),
            (("-1:00", "11:00"), "start", NOT_A_TIME),
            (("+9:00", "11:00"), "start", NOT_A_TIME),
            (("09:00:00", "11:00"), "start", NOT_A_TIME),
            (("०९:००", "11:00"), "start", NOT_A_TIME),
            (("09:00", "99:99"), "end", NOT_A_TIME),
        ] {
            let expected = (format!("weeklySchedule.0.timeRanges.0.{field}"), message.to_owned());
            assert_eq!(range_errors(&[range]), [expected], "{range:?}");
        }
    }

    #[test]
    fn overlapping_ranges_are_rejected_within_and_across_rows() {
        let overlap = |path: &str| (format!("weeklySchedule.{path}.start"), OVERLAP.to_owned());
        assert_eq!(range_errors(&[("09:00", "11:00"), ("10:45", "12:00")]), [overlap("0.timeRanges.1")]);
        let rows = [entry(2, &[("09:00", "12:00")]), entry(2, &[("10:00", "11:00")]), entry(2, &[("09:00", "12:00")])];
        assert_eq!(errors("UTC", 30, &rows), [overlap("1.timeRanges.0"), overlap("2.timeRanges.0")]);
    }

    #[test]
    fn number_of_ranges_is_limited_to_fifty() {
        let day = |day, ranges: usize| {
            let hour = |h: usize| (format!("{h:02}:00"), format!("{:02}:00", h + 1));
            let texts = (0..ranges).map(hour).map(|(start, end)| RangeText { start, end });
            ScheduleEntry { day_of_week: day, time_ranges: texts.collect() }
        };
        assert!(Availability::parse("UTC", 30, &[day(0, 24), day(1, 24), day(2, 2)]).is_ok());
        let too_many = [("weeklySchedule".to_owned(), TOO_MANY_RANGES.to_owned())];
        assert_eq!(errors("UTC", 30, &[day(0, 24), day(1, 24), day(2, 3)]), too_many);
        assert_eq!(
            errors("UTC", 30, &vec![entry(9, &[]); 100_000]),
            too_many,
            "one message, regardless of the length of the list"
        );
    }

    proptest! {
        #[test]
        fn parse_never_panics_and_reports_at_least_one_error(start in ".*", end in "[0-9:]{0,6}", day in any::<i64>()) {
            let form = [entry(day, &[(start.as_str(), end.as_str())])];
            if let Err(FieldErrors(errors)) = Availability::parse("UTC", 30, &form) {
                prop_assert!(!errors.is_empty());
            }
        }

        #[test]
        fn schedule_round_trips(rows in prop::collection::vec((0..7i64, 0..92u16, 4..50u16), 0..50)) {
            let time = |quarters: u16| MinuteOfDay::new(quarters * 15).unwrap().to_string();
            let form: Vec<ScheduleEntry> = rows
                .into_iter()
                .map(|(day, start, length)| entry(day, &[(&time(start), &time((start + length).min(96)))]))
                .collect();
            if let Ok(availability) = Availability::parse("Europe/Berlin", 30, &form) {
                prop_assert_eq!(availability.hours.len(), form.len());
                let reparsed = Availability::parse("Europe/Berlin", 30, &availability.schedule()).unwrap();
                prop_assert_eq!(reparsed, availability);
            }
        }
    }
}
