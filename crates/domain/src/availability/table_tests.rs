//! Days that the rules were made for, one by one.

use jiff::civil::DateTime;

use super::{Availability, DayHours, Overrides};
use crate::time::{SignedDuration, Timestamp, Zone};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn minutes(text: &str) -> u16 {
    let (hour, minute) = text.split_once(':').unwrap();
    hour.parse::<u16>().unwrap() * 60 + minute.parse::<u16>().unwrap()
}

/// The same hours every day.
fn daily(zone: &str, ranges: &[(&str, &str)]) -> Availability {
    let hours = (0..7)
        .flat_map(|day| ranges.iter().map(move |r| DayHours::from_minutes(day, minutes(r.0), minutes(r.1)).unwrap()));
    Availability {
        zone: Zone::parse(zone).unwrap(),
        visibility_days: 30,
        hours: hours.collect(),
        overrides: Overrides::default(),
    }
}

/// Starts on one local day, as wall-clock times with the UTC offset in force.
fn day(availability: &Availability, date: &str) -> Vec<String> {
    let tz = availability.zone.tz();
    let midnight: DateTime = format!("{date}T00:00:00").parse().unwrap();
    let from = tz.to_ambiguous_timestamp(midnight).compatible().unwrap();
    let starts = availability.starts_between(from, from + SignedDuration::from_hours(30));
    let shown = starts.into_iter().map(|start| start.to_zoned(tz.clone()));
    shown.filter(|z| z.date() == midnight.date()).map(|z| z.strftime("%H:%M%:z").to_string()).collect()
}

#[test]
fn an_hour_that_new_york_skips_is_not_offered() {
    let availability = daily("America/New_York", &[("00:00", "05:00")]);
    assert_eq!(
        day(&availability, "2026-03-07"),
        ["00:00-05:00", "01:00-05:00", "02:00-05:00", "03:00-05:00", "04:00-05:00"]
    );
    assert_eq!(day(&availability, "2026-03-08"), ["00:00-05:00", "01:00-05:00", "03:00-04:00", "04:00-04:00"]);
}

#[test]
fn a_class_may_run_into_the_hour_that_new_york_skips() {
    let availability = daily("America/New_York", &[("01:30", "04:30")]);
    assert_eq!(day(&availability, "2026-03-08"), ["01:30-05:00", "03:30-04:00"]);
}

#[test]
fn an_hour_that_new_york_has_twice_is_offered_once_at_its_first_occurrence() {
    let availability = daily("America/New_York", &[("00:00", "04:00")]);
    assert_eq!(day(&availability, "2026-11-01"), ["00:00-04:00", "01:00-04:00", "02:00-05:00", "03:00-05:00"]);
    assert!(availability.offers(at("2026-11-01T05:00:00Z")));
    assert!(!availability.offers(at("2026-11-01T06:00:00Z")), "the second 01:00 stays free");
}

#[test]
fn kolkata_never_changes() {
    let availability = daily("Asia/Calcutta", &[("17:30", "20:00")]);
    assert_eq!(availability.zone.name(), "Asia/Kolkata");
    for date in ["2026-03-08", "2026-07-01", "2026-11-01"] {
        assert_eq!(day(&availability, date), ["17:30+05:30", "18:30+05:30"]);
    }
    let starts = availability.starts_between(at("2026-03-08T00:00:00Z"), at("2026-03-09T00:00:00Z"));
    assert_eq!(starts, [at("2026-03-08T12:00:00Z"), at("2026-03-08T13:00:00Z")]);
}

#[test]
fn kathmandu_lies_on_a_quarter_hour() {
    let availability = daily("Asia/Kathmandu", &[("09:00", "11:00")]);
    assert_eq!(day(&availability, "2026-05-01"), ["09:00+05:45", "10:00+05:45"]);
    assert!(availability.offers(at("2026-05-01T03:15:00Z")));
}

#[test]
fn where_the_clock_moves_half_an_hour_forward_the_start_that_would_overlap_is_skipped() {
    let availability = daily("Australia/Lord_Howe", &[("00:30", "06:00")]);
    assert_eq!(day(&availability, "2026-10-04"), ["00:30+10:30", "01:30+10:30", "03:30+11:00", "04:30+11:00"]);
    assert_eq!(day(&availability, "2026-10-05").len(), 5);
}

#[test]
fn where_the_clock_moves_half_an_hour_back_half_an_hour_stays_free() {
    let availability = daily("Australia/Lord_Howe", &[("00:00", "04:00")]);
    assert_eq!(day(&availability, "2026-04-05"), ["00:00+11:00", "01:00+11:00", "02:00+10:30", "03:00+10:30"]);
    let half_past = daily("Australia/Lord_Howe", &[("00:30", "04:30")]);
    assert_eq!(day(&half_past, "2026-04-05"), ["00:30+11:00", "01:30+11:00", "02:30+10:30", "03:30+10:30"]);
}

#[test]
fn an_overlap_across_adjoining_ranges_is_skipped_too() {
    let availability = daily("Australia/Lord_Howe", &[("00:45", "01:45"), ("01:45", "02:45"), ("02:45", "05:00")]);
    assert_eq!(day(&availability, "2026-10-04"), ["00:45+10:30", "01:45+10:30", "03:45+11:00"]);
    assert!(!availability.offers(at("2026-10-03T15:45:00Z")), "02:45 lies half an hour after 01:45");
}

#[test]
fn a_day_that_begins_at_one_o_clock_starts_there() {
    // The clock jumps from 00:00 to 01:00, so the day has no midnight.
    for (zone, date, first) in [
        ("Africa/Cairo", "2026-04-24", "01:00+03:00"),
        ("Asia/Beirut", "2026-03-29", "01:00+03:00"),
        ("America/Santiago", "2026-09-06", "01:00-03:00"),
        ("America/Havana", "2026-03-08", "01:00-04:00"),
    ] {
        let all = day(&daily(zone, &[("00:00", "24:00")]), date);
        assert_eq!(all.len(), 23, "{zone}");
        assert_eq!(all[0], first, "{zone}");
    }
}

#[test]
fn an_evening_that_repeats_before_midnight_is_offered_once() {
    // The clock falls back from 24:00 to 23:00.
    for (zone, date) in
        [("Africa/Cairo", "2026-10-29"), ("Asia/Beirut", "2026-10-24"), ("America/Santiago", "2026-04-04")]
    {
        let availability = daily(zone, &[("00:00", "24:00")]);
        let all = day(&availability, date);
        assert_eq!(all.len(), 24, "{zone}");
        let mut once = all.clone();
        once.dedup();
        assert_eq!(all, once, "{zone}");
    }
}

#[test]
fn the_last_class_ends_with_its_range() {
    for (range, starts) in [
        (("09:00", "10:00"), vec!["09:00+00:00"]),
        (("09:00", "10:45"), vec!["09:00+00:00"]),
        (("09:15", "11:15"), vec!["09:15+00:00", "10:15+00:00"]),
        (("22:30", "24:00"), vec!["22:30+00:00"]),
        (("23:00", "24:00"), vec!["23:00+00:00"]),
    ] {
        assert_eq!(day(&daily("UTC", &[range]), "2026-06-01"), starts, "{range:?}");
    }
}

#[test]
fn only_the_chosen_weekdays_are_offered() {
    let hours = vec![DayHours::from_minutes(0, 600, 660).unwrap(), DayHours::from_minutes(6, 600, 660).unwrap()];
    let availability =
        Availability { zone: Zone::parse("UTC").unwrap(), visibility_days: 30, hours, overrides: Overrides::default() };
    let week = availability.starts_between(at("2026-06-01T00:00:00Z"), at("2026-06-08T00:00:00Z"));
    assert_eq!(week, [at("2026-06-06T10:00:00Z"), at("2026-06-07T10:00:00Z")], "a Saturday and a Sunday");
}

#[test]
fn the_window_takes_its_beginning_and_leaves_its_end() {
    let availability = daily("UTC", &[("09:00", "12:00")]);
    let (nine, eleven) = (at("2026-06-01T09:00:00Z"), at("2026-06-01T11:00:00Z"));
    assert_eq!(availability.starts_between(nine, eleven), [nine, at("2026-06-01T10:00:00Z")]);
    assert!(availability.starts_between(nine, nine).is_empty());
    assert!(availability.starts_between(eleven, nine).is_empty());
    assert!(!availability.offers(nine + SignedDuration::from_secs(1)));
}

#[test]
fn a_window_without_end_is_cut_and_never_fails() {
    let availability = daily("Pacific/Auckland", &[("00:00", "24:00")]);
    assert_eq!(
        daily("UTC", &[("00:00", "24:00")]).starts_between(at("2026-01-01T00:00:00Z"), Timestamp::MAX).len(),
        9600
    );
    assert!(availability.starts_between(Timestamp::MAX, Timestamp::MAX).is_empty());
    assert!(!availability.offers(Timestamp::MAX));
    assert!(!availability.offers(Timestamp::MIN));
    let early = Timestamp::MIN + SignedDuration::from_hours(48);
    assert!(!availability.starts_between(Timestamp::MIN, early).is_empty());
}

#[test]
fn a_change_of_rules_that_moves_no_clock_costs_no_slot() {
    // On that day Nuuk made summer time its standard time: the rules changed, the clock went on.
    let availability = daily("America/Nuuk", &[("20:00", "24:00")]);
    assert_eq!(day(&availability, "2023-10-28"), ["20:00-02:00", "21:00-02:00", "22:00-02:00", "23:00-02:00"]);
}
