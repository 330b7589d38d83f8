//! Tests of date overrides, clock changes, and classes outside changed hours.

use jiff::civil::Date;
use proptest::prelude::*;

use super::{Availability, ClockChange, DateOverrideText, DateOverrides, RangeText, ScheduleEntry, clock_changes};
use crate::error::FieldErrors;
use crate::time::{SignedDuration, Timestamp, Zone};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn today() -> Date {
    "2026-03-02".parse().unwrap()
}

fn ranges(ranges: &[(&str, &str)]) -> Vec<RangeText> {
    ranges.iter().map(|(start, end)| RangeText { start: (*start).to_owned(), end: (*end).to_owned() }).collect()
}

fn date_override(date: &str, hours: &[(&str, &str)]) -> DateOverrideText {
    DateOverrideText { date: date.to_owned(), time_ranges: ranges(hours), note: String::new() }
}

fn errors(list: &[DateOverrideText]) -> Vec<(String, String)> {
    let FieldErrors(errors) = DateOverrides::parse(list, today()).unwrap_err();
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

/// Availability from 17:00 to 20:00 on every day of the week.
fn evenings(zone: &str) -> Availability {
    let day = |day_of_week| ScheduleEntry { day_of_week, time_ranges: ranges(&[("17:00", "20:00")]) };
    let week: Vec<ScheduleEntry> = (0..7).map(day).collect();
    Availability::parse(zone, 30, &week).unwrap()
}

fn evenings_with(zone: &str, list: &[DateOverrideText]) -> Availability {
    evenings(zone).with_overrides(DateOverrides::parse(list, today()).unwrap())
}

fn starts(availability: &Availability, from: &str, to: &str) -> Vec<String> {
    let starts = availability.starts_between(at(from), at(to));
    starts.into_iter().map(|start| start.to_string()).collect()
}

#[test]
fn override_replaces_the_hours_of_its_weekday() {
    let availability = evenings_with(
        "UTC",
        &[date_override("2026-03-03", &[("09:00", "11:00"), ("17:30", "18:30")]), date_override("2026-03-04", &[])],
    );
    assert_eq!(
        starts(&availability, "2026-03-02T00:00:00Z", "2026-03-06T00:00:00Z"),
        [
            "2026-03-02T17:00:00Z",
            "2026-03-02T18:00:00Z",
            "2026-03-02T19:00:00Z",
            "2026-03-03T09:00:00Z",
            "2026-03-03T10:00:00Z",
            "2026-03-03T17:30:00Z",
            "2026-03-05T17:00:00Z",
            "2026-03-05T18:00:00Z",
            "2026-03-05T19:00:00Z",
        ]
    );
    assert!(
        availability.has_slot_at(at("2026-03-03T17:30:00Z")) && !availability.has_slot_at(at("2026-03-03T17:00:00Z"))
    );
    assert!(!availability.has_slot_at(at("2026-03-04T17:00:00Z")), "a day off");
}

#[test]
fn override_date_is_in_the_teachers_zone() {
    // 4 March in India begins on 3 March at 18:30 UTC.
    let availability = evenings_with("Asia/Kolkata", &[date_override("2026-03-04", &[("00:00", "02:00")])]);
    assert_eq!(
        starts(&availability, "2026-03-03T12:00:00Z", "2026-03-04T18:00:00Z"),
        ["2026-03-03T12:30:00Z", "2026-03-03T13:30:00Z", "2026-03-03T18:30:00Z", "2026-03-03T19:30:00Z"]
    );
}

#[test]
fn override_adds_slots_when_the_week_has_no_hours() {
    let availability = Availability::parse("UTC", 30, &[]).unwrap();
    let availability = availability
        .with_overrides(DateOverrides::parse(&[date_override("2026-03-03", &[("09:00", "10:00")])], today()).unwrap());
    assert_eq!(starts(&availability, "2026-03-01T00:00:00Z", "2026-04-01T00:00:00Z"), ["2026-03-03T09:00:00Z"]);
}

#[test]
fn skipped_hour_has_no_slot_on_a_date_with_override() {
    let availability = evenings_with("America/New_York", &[date_override("2026-03-08", &[("01:00", "05:00")])]);
    assert_eq!(
        starts(&availability, "2026-03-08T05:00:00Z", "2026-03-08T12:00:00Z"),
        ["2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z", "2026-03-08T08:00:00Z"]
    );
}

#[test]
fn overrides_are_sorted_and_convert_back() {
    let mut day_off = date_override("2026-03-20", &[]);
    day_off.note = " Family\nwedding ".to_owned();
    let list = [day_off, date_override("2026-03-02", &[("18:00", "24:00"), ("09:00", "11:00")])];
    let overrides = DateOverrides::parse(&list, today()).unwrap();
    assert_eq!((overrides.len(), overrides.is_empty()), (2, false));
    let mut written =
        [date_override("2026-03-02", &[("09:00", "11:00"), ("18:00", "24:00")]), date_override("2026-03-20", &[])];
    written[1].note = "Family wedding".to_owned();
    assert_eq!(overrides.to_texts(), written);
    assert_eq!(DateOverrides::parse_stored(&overrides.to_texts()), Ok(overrides));
    assert!(DateOverrides::parse(&[], today()).unwrap().is_empty());
}

#[test]
fn date_must_be_within_two_years_and_unique() {
    for (date, message) in [
        ("2026-03-02", None),
        ("2028-03-02", None),
        ("2026-03-01", Some("Please choose today or a later date")),
        ("2206-03-03", Some("Please choose a date within the next two years")),
        ("9999-12-31", Some("Please choose a date within the next two years")),
        ("", Some("Please select a date")),
        ("2026-02-30", Some("Please select a date")),
        ("2026-3-5", Some("Please select a date")),
        ("20260305", Some("Please select a date")),
        ("05/03/2026", Some("Please select a date")),
        ("2026-03-05T00:00:00Z", Some("Please select a date")),
    ] {
        match message {
            None => assert!(DateOverrides::parse(&[date_override(date, &[])], today()).is_ok(), "{date}"),
            Some(text) => {
                assert_eq!(
                    errors(&[date_override(date, &[])]),
                    [("overrides.0.date".to_owned(), text.to_owned())],
                    "{date}"
                )
            }
        }
    }
    let twice = [
        date_override("2026-03-05", &[]),
        date_override("2026-03-06", &[]),
        date_override("2026-03-05", &[("09:00", "10:00")]),
    ];
    assert_eq!(errors(&twice), [("overrides.2.date".to_owned(), "This date is in the list twice".to_owned())]);
    assert!(
        DateOverrides::parse_stored(&[date_override("2020-01-01", &[])]).is_ok(),
        "stored overrides may have past dates"
    );
}

#[test]
fn override_ranges_follow_the_rules_of_weekly_ranges() {
    let field = |rest: &str| format!("overrides.1.{rest}");
    for (hours, path, message) in [
        (vec![("09:00", "09:45")], "timeRanges.0.end", "Please leave at least one hour, the length of a class"),
        (vec![("10:00", "09:00")], "timeRanges.0.end", "The end must come after the start; for midnight use 24:00"),
        (vec![("", "09:00")], "timeRanges.0.start", "Start time required"),
        (vec![("09:05", "11:00")], "timeRanges.0.start", "Times go in 15-minute steps, such as 09:15"),
        (
            vec![("09:00", "11:00"), ("10:00", "12:00")],
            "timeRanges.1.start",
            "This overlaps other hours on the same day",
        ),
        (vec![("09:00", "10:00"); 25], "timeRanges", "Please use at most 24 time ranges on a date"),
    ] {
        let list = [date_override("2026-03-05", &[]), date_override("2026-03-06", &hours)];
        assert_eq!(errors(&list), [(field(path), message.to_owned())]);
    }
    let mut long = date_override("2026-03-06", &[]);
    long.note = "é".repeat(201);
    assert_eq!(
        errors(&[date_override("2026-03-05", &[]), long]),
        [(field("note"), "Please use at most 200 characters".to_owned())]
    );
}

#[test]
fn number_of_overrides_is_limited_to_366() {
    let days: Vec<DateOverrideText> =
        today().series(jiff::Span::new().days(1)).take(367).map(|date| date_override(&date.to_string(), &[])).collect();
    assert_eq!(DateOverrides::parse(&days[..366], today()).unwrap().len(), 366);
    assert_eq!(errors(&days), [("overrides".to_owned(), "Please use at most 366 dates".to_owned())]);
}

#[test]
fn clock_changes_are_listed_within_the_window() {
    let changes = |zone: &str, from: &str, to: &str| clock_changes(&Zone::parse(zone).unwrap(), at(from), at(to));
    let spring = ClockChange { at: at("2026-03-08T07:00:00Z"), minutes: 60 };
    let autumn = ClockChange { at: at("2026-11-01T06:00:00Z"), minutes: -60 };
    assert_eq!(changes("America/New_York", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"), [spring, autumn]);
    assert_eq!(changes("America/New_York", "2026-03-08T07:00:00Z", "2026-03-08T07:00:01Z"), [spring]);
    assert_eq!(changes("America/New_York", "2026-03-08T07:00:01Z", "2026-11-01T06:00:00Z"), []);
    assert_eq!(changes("Asia/Kolkata", "2026-01-01T00:00:00Z", "2030-01-01T00:00:00Z"), []);
    let half = changes("Australia/Lord_Howe", "2026-09-01T00:00:00Z", "2026-11-01T00:00:00Z");
    assert_eq!(half, [ClockChange { at: at("2026-10-03T15:30:00Z"), minutes: 30 }]);
    // The rules changed on that date, the offset did not.
    assert_eq!(changes("America/Nuuk", "2023-10-28T00:00:00Z", "2023-10-30T00:00:00Z"), []);
    assert_eq!(changes("America/New_York", "2026-11-01T00:00:00Z", "2026-03-01T00:00:00Z"), []);
    let _ = clock_changes(&Zone::parse("America/New_York").unwrap(), Timestamp::MIN, Timestamp::MAX);
}

#[test]
fn class_is_outside_when_hours_do_not_cover_it() {
    let availability = evenings_with(
        "UTC",
        &[date_override("2026-03-04", &[]), date_override("2026-03-05", &[("09:00", "10:30"), ("10:30", "12:00")])],
    );
    for (start, is_outside) in [
        ("2026-03-03T17:00:00Z", false),
        ("2026-03-03T17:30:00Z", false),
        ("2026-03-03T19:00:00Z", false),
        ("2026-03-03T19:15:00Z", true),
        ("2026-03-03T16:45:00Z", true),
        ("2026-03-03T09:00:00Z", true),
        ("2026-03-04T17:00:00Z", true),
        ("2026-03-05T17:00:00Z", true),
        ("2026-03-05T10:00:00Z", false),
    ] {
        assert_eq!(availability.starts_outside_hours(&[at(start)]).len() == 1, is_outside, "{start}");
    }
    let all = ["2026-03-04T18:00:00Z", "2026-03-03T18:00:00Z", "2026-03-04T17:00:00Z"].map(at);
    assert_eq!(availability.starts_outside_hours(&all), [all[0], all[2]], "in the order given");
}

#[test]
fn day_off_is_a_date_without_hours_in_the_teachers_zone() {
    let overrides = [date_override("2026-03-05", &[]), date_override("2026-03-06", &[("09:00", "10:00")])];
    let availability = evenings_with("Asia/Kolkata", &overrides);
    for (instant, is_off) in [
        ("2026-03-04T18:29:59Z", false),
        ("2026-03-04T18:30:00Z", true),
        ("2026-03-05T18:29:59Z", true),
        ("2026-03-05T18:30:00Z", false),
        ("2026-03-06T12:00:00Z", false),
    ] {
        assert_eq!(availability.is_on_day_off(at(instant)), is_off, "{instant}");
    }
}

#[test]
fn class_that_spans_a_skipped_hour_is_not_outside() {
    let availability = evenings_with("America/New_York", &[date_override("2026-03-08", &[("01:30", "02:30")])]);
    let start = at("2026-03-08T06:30:00Z");
    assert!(availability.has_slot_at(start), "starts at 01:30 and ends at 03:30 wall-clock time");
    assert_eq!(availability.starts_outside_hours(&[start]), []);
}

proptest! {
    #[test]
    fn slot_is_never_outside_hours(
        zone in prop::sample::select(vec!["UTC", "Asia/Kolkata", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"]),
        days in prop::collection::vec((0..300i32, 0..92u16, 4..40u16), 0..40),
        from in 0..300i64,
    ) {
        let mut list: Vec<DateOverrideText> = Vec::new();
        for (day, start, length) in days {
            let date = today().saturating_add(jiff::Span::new().days(day)).to_string();
            let time = |quarters: u16| format!("{:02}:{:02}", quarters / 4, quarters % 4 * 15);
            let hours = (time(start), time((start + length).min(96)));
            if !list.iter().any(|other| other.date == date) {
                list.push(date_override(&date, &[(&hours.0, &hours.1)]));
            }
        }
        let availability = evenings_with(zone, &list);
        let from = at("2026-03-02T00:00:00Z") + SignedDuration::from_hours(24 * from);
        let starts = availability.starts_between(from, from + SignedDuration::from_hours(24 * 14));
        prop_assert_eq!(availability.starts_outside_hours(&starts), []);
        prop_assert_eq!(DateOverrides::parse(&availability.overrides.to_texts(), today()).unwrap(), availability.overrides.clone());
    }

    #[test]
    fn parse_never_panics_and_reports_at_least_one_error(date in any::<String>(), start in ".{0,6}", note in any::<String>()) {
        let list = [DateOverrideText { date, time_ranges: ranges(&[(&start, "24:00")]), note }];
        if let Err(FieldErrors(errors)) = DateOverrides::parse(&list, today()) {
            prop_assert!(!errors.is_empty());
        }
    }
}
