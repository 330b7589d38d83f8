//! Table tests of slots on dates with clock changes and at the limits of ranges.

use jiff::civil::DateTime;

use super::{Availability, DateOverrides, DayHours};
use crate::time::{SignedDuration, Timestamp, Zone};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn minutes(text: &str) -> u16 {
    let (hour, minute) = text.split_once(':').unwrap();
    hour.parse::<u16>().unwrap() * 60 + minute.parse::<u16>().unwrap()
}

/// Availability with the same hours every day.
fn daily(zone: &str, ranges: &[(&str, &str)]) -> Availability {
    let hours = (0..7)
        .flat_map(|day| ranges.iter().map(move |r| DayHours::from_minutes(day, minutes(r.0), minutes(r.1)).unwrap()));
    Availability {
        zone: Zone::parse(zone).unwrap(),
        visibility_days: 30,
        hours: hours.collect(),
        overrides: DateOverrides::default(),
    }
}

/// Returns the starts on one local date, as wall-clock times with their UTC offset.
fn day(availability: &Availability, date: &str) -> Vec<String> {
    let tz = availability.zone.tz();
    let midnight: DateTime = format!("{date}T00:00:00").parse().unwrap();
    let from = tz.to_ambiguous_timestamp(midnight).compatible().unwrap();
    let starts = availability.starts_between(from, from + SignedDuration::from_hours(30));
    let shown = starts.into_iter().map(|start| start.to_zoned(tz.clone()));
    shown.filter(|z| z.date() == midnight.date()).map(|z| z.strftime("%H:%M%:z").to_string()).collect()
}

#[test]
fn skipped_hour_in_new_york_has_no_slot() {
    let availability = daily("America/New_York", &[("00:00", "05:00")]);
    assert_eq!(
        day(&availability, "2026-03-07"),
        ["00:00-05:00", "01:00-05:00", "02:00-05:00", "03:00-05:00", "04:00-05:00"]
    );
    assert_eq!(day(&availability, "2026-03-08"), ["00:00-05:00", "01:00-05:00", "03:00-04:00", "04:00-04:00"]);
}

#[test]
fn class_may_span_the_skipped_hour_in_new_york() {
    let availability = daily("America/New_York", &[("01:30", "04:30")]);
    assert_eq!(day(&availability, "2026-03-08"), ["01:30-05:00", "03:30-04:00"]);
}

#[test]
fn repeated_hour_in_new_york_has_one_slot_at_its_first_occurrence() {
    let availability = daily("America/New_York", &[("00:00", "04:00")]);
    assert_eq!(day(&availability, "2026-11-01"), ["00:00-04:00", "01:00-04:00", "02:00-05:00", "03:00-05:00"]);
    assert!(availability.has_slot_at(at("2026-11-01T05:00:00Z")));
    assert!(!availability.has_slot_at(at("2026-11-01T06:00:00Z")), "no slot at the second 01:00");
}

#[test]
fn kolkata_has_the_same_slots_all_year() {
    let availability = daily("Asia/Calcutta", &[("17:30", "20:00")]);
    assert_eq!(availability.zone.name(), "Asia/Kolkata");
    for date in ["2026-03-08", "2026-07-01", "2026-11-01"] {
        assert_eq!(day(&availability, date), ["17:30+05:30", "18:30+05:30"]);
    }
    let starts = availability.starts_between(at("2026-03-08T00:00:00Z"), at("2026-03-09T00:00:00Z"));
    assert_eq!(starts, [at("2026-03-08T12:00:00Z"), at("2026-03-08T13:00:00Z")]);
}

#[test]
fn kathmandu_has_slots_at_quarter_hour_offset() {
    let availability = daily("Asia/Kathmandu", &[("09:00", "11:00")]);
    assert_eq!(day(&availability, "2026-05-01"), ["09:00+05:45", "10:00+05:45"]);
    assert!(availability.has_slot_at(at("2026-05-01T03:15:00Z")));
}

#[test]
fn overlapping_start_is_skipped_when_clock_moves_forward_half_an_hour() {
    let availability = daily("Australia/Lord_Howe", &[("00:30", "06:00")]);
    assert_eq!(day(&availability, "2026-10-04"), ["00:30+10:30", "01:30+10:30", "03:30+11:00", "04:30+11:00"]);
    assert_eq!(day(&availability, "2026-10-05").len(), 5);
}

#[test]
fn half_hour_gap_remains_when_clock_moves_back_half_an_hour() {
    let availability = daily("Australia/Lord_Howe", &[("00:00", "04:00")]);
    assert_eq!(day(&availability, "2026-04-05"), ["00:00+11:00", "01:00+11:00", "02:00+10:30", "03:00+10:30"]);
    let half_past = daily("Australia/Lord_Howe", &[("00:30", "04:30")]);
    assert_eq!(day(&half_past, "2026-04-05"), ["00:30+11:00", "01:30+11:00", "02:30+10:30", "03:30+10:30"]);
}

#[test]
fn overlapping_start_is_skipped_across_adjacent_ranges() {
    let availability = daily("Australia/Lord_Howe", &[("00:45", "01:45"), ("01:45", "02:45"), ("02:45", "05:00")]);
    assert_eq!(day(&availability, "2026-10-04"), ["00:45+10:30", "01:45+10:30", "03:45+11:00"]);
    assert!(!availability.has_slot_at(at("2026-10-03T15:45:00Z")), "02:45 is half an hour after 01:45");
}

#[test]
fn day_without_midnight_starts_at_one_o_clock() {
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
fn repeated_hour_before_midnight_has_one_slot() {
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
fn last_class_ends_within_its_range() {
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
fn only_weekdays_with_hours_have_slots() {
    let hours = vec![DayHours::from_minutes(0, 600, 660).unwrap(), DayHours::from_minutes(6, 600, 660).unwrap()];
    let availability = Availability {
        zone: Zone::parse("UTC").unwrap(),
        visibility_days: 30,
        hours,
        overrides: DateOverrides::default(),
    };
    let week = availability.starts_between(at("2026-06-01T00:00:00Z"), at("2026-06-08T00:00:00Z"));
    assert_eq!(week, [at("2026-06-06T10:00:00Z"), at("2026-06-07T10:00:00Z")], "a Saturday and a Sunday");
}

#[test]
fn window_includes_its_start_and_excludes_its_end() {
    let availability = daily("UTC", &[("09:00", "12:00")]);
    let (nine, eleven) = (at("2026-06-01T09:00:00Z"), at("2026-06-01T11:00:00Z"));
    assert_eq!(availability.starts_between(nine, eleven), [nine, at("2026-06-01T10:00:00Z")]);
    assert!(availability.starts_between(nine, nine).is_empty());
    assert!(availability.starts_between(eleven, nine).is_empty());
    assert!(!availability.has_slot_at(nine + SignedDuration::from_secs(1)));
}

#[test]
fn window_is_limited_and_never_panics_at_the_ends_of_time() {
    let availability = daily("Pacific/Auckland", &[("00:00", "24:00")]);
    assert_eq!(
        daily("UTC", &[("00:00", "24:00")]).starts_between(at("2026-01-01T00:00:00Z"), Timestamp::MAX).len(),
        9600
    );
    assert!(availability.starts_between(Timestamp::MAX, Timestamp::MAX).is_empty());
    assert!(!availability.has_slot_at(Timestamp::MAX));
    assert!(!availability.has_slot_at(Timestamp::MIN));
    let early = Timestamp::MIN + SignedDuration::from_hours(48);
    assert!(!availability.starts_between(Timestamp::MIN, early).is_empty());
}

#[test]
fn rule_change_without_offset_change_keeps_all_slots() {
    // On that date Nuuk made daylight saving time its standard time: the rules changed, the offset did not.
    let availability = daily("America/Nuuk", &[("20:00", "24:00")]);
    assert_eq!(day(&availability, "2023-10-28"), ["20:00-02:00", "21:00-02:00", "22:00-02:00", "23:00-02:00"]);
}
