//! Reading weekly hours as the form sends them, and writing them back (SPEC §5, D12).

use serde::{Deserialize, Serialize};

use super::ranges::{OVERLAP, RangeText, START_REQUIRED, keep, parse_range};
use super::{Availability, DayHours, Overrides};
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

const ZONE_UNKNOWN: &str = "We do not know this time zone. Please choose one from the list";
const VISIBILITY_RANGE: &str = "Please choose from 1 to 90 visibility days";
pub(super) const TOO_MANY: &str = "Please use at most 50 time ranges in a week";

/// One row of the weekly schedule, as the API carries it (SPEC §3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduleEntry {
    /// 0 Sunday to 6 Saturday.
    pub day_of_week: i64,
    /// The day's ranges.
    pub time_ranges: Vec<RangeText>,
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
            (Some(zone), Some(visibility_days)) if errors.is_empty() => {
                Ok(Self { zone, visibility_days, hours, overrides: Overrides::default() })
            }
            _ => Err(FieldErrors(errors)),
        }
    }

    /// The weekly hours as the API carries them: one entry for each range, as SPEC's form has them (SPEC §3).
    pub fn schedule(&self) -> Vec<ScheduleEntry> {
        self.hours
            .iter()
            .map(|hours| ScheduleEntry { day_of_week: hours.day.into(), time_ranges: vec![RangeText::of(hours.range)] })
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
    fn a_good_form_is_kept_sorted_and_written_back() {
        let form = [entry(3, &[("17:00", "20:00")]), entry(1, &[("18:00", "24:00"), ("06:15", "08:15")])];
        let availability = Availability::parse(" asia/calcutta ", 90, &form).unwrap();
        assert_eq!(availability.zone.name(), "Asia/Kolkata");
        assert_eq!(availability.visibility_days, 90);
        let written =
            [entry(1, &[("06:15", "08:15")]), entry(1, &[("18:00", "24:00")]), entry(3, &[("17:00", "20:00")])];
        assert_eq!(availability.schedule(), written);
    }

    #[test]
    fn a_week_without_hours_is_allowed() {
        assert!(Availability::parse("UTC", 1, &[]).unwrap().hours.is_empty());
    }

    #[test]
    fn ranges_may_adjoin_and_days_do_not_disturb_each_other() {
        let form =
            [entry(0, &[("10:00", "11:00"), ("09:00", "10:00"), ("11:00", "12:00")]), entry(6, &[("09:00", "10:00")])];
        assert_eq!(Availability::parse("UTC", 30, &form).unwrap().hours.len(), 4);
    }

    #[test]
    fn every_broken_field_is_named_at_once_in_the_words_of_the_specification() {
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
    fn zones_that_do_not_exist_are_refused() {
        for zone in ["Mars/Olympus", "IST+5:30", "Asia/Kolkata\0", "../etc/passwd", "Ásia/Kolkata", &"x".repeat(10_000)]
        {
            assert_eq!(errors(zone, 30, &[]), [("timeZone".to_owned(), ZONE_UNKNOWN.to_owned())], "{zone:?}");
        }
    }

    #[test]
    fn visibility_goes_from_1_to_90_days() {
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
    fn ranges_that_break_a_rule_are_refused() {
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
    fn overlapping_ranges_are_refused_also_across_rows() {
        let overlap = |path: &str| (format!("weeklySchedule.{path}.start"), OVERLAP.to_owned());
        assert_eq!(range_errors(&[("09:00", "11:00"), ("10:45", "12:00")]), [overlap("0.timeRanges.1")]);
        let rows = [entry(2, &[("09:00", "12:00")]), entry(2, &[("10:00", "11:00")]), entry(2, &[("09:00", "12:00")])];
        assert_eq!(errors("UTC", 30, &rows), [overlap("1.timeRanges.0"), overlap("2.timeRanges.0")]);
    }

    #[test]
    fn fifty_ranges_are_enough() {
        let day = |day, ranges: usize| {
            let hour = |h: usize| (format!("{h:02}:00"), format!("{:02}:00", h + 1));
            let texts = (0..ranges).map(hour).map(|(start, end)| RangeText { start, end });
            ScheduleEntry { day_of_week: day, time_ranges: texts.collect() }
        };
        assert!(Availability::parse("UTC", 30, &[day(0, 24), day(1, 24), day(2, 2)]).is_ok());
        let too_many = [("weeklySchedule".to_owned(), TOO_MANY.to_owned())];
        assert_eq!(errors("UTC", 30, &[day(0, 24), day(1, 24), day(2, 3)]), too_many);
        assert_eq!(errors("UTC", 30, &vec![entry(9, &[]); 100_000]), too_many, "one sentence, however long the form");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_but_never_breaks(start in ".*", end in "[0-9:]{0,6}", day in any::<i64>()) {
            let form = [entry(day, &[(start.as_str(), end.as_str())])];
            if let Err(FieldErrors(errors)) = Availability::parse("UTC", 30, &form) {
                prop_assert!(!errors.is_empty());
            }
        }

        #[test]
        fn what_is_written_back_reads_the_same(rows in prop::collection::vec((0..7i64, 0..92u16, 4..50u16), 0..50)) {
            let time = |quarters: u16| MinuteOfDay::new(quarters * 15).unwrap().to_string();
            let form: Vec<ScheduleEntry> = rows
                .into_iter()
                .map(|(day, start, length)| entry(day, &[(&time(start), &time((start + length).min(96)))]))
                .collect();
            if let Ok(availability) = Availability::parse("Europe/Berlin", 30, &form) {
                prop_assert_eq!(availability.hours.len(), form.len());
                let again = Availability::parse("Europe/Berlin", 30, &availability.schedule()).unwrap();
                prop_assert_eq!(again, availability);
            }
        }
    }
}
