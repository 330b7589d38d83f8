//! Property tests of slots against an independent, slow model: walk every quarter-hour of elapsed time, convert it to
//! the wall clock, and apply the rules of D12. Of `jiff`, the model uses UTC offsets only, no civil-time arithmetic.

use std::collections::{HashMap, HashSet};

use jiff::tz::{self, TimeZone};
use proptest::prelude::*;
use proptest::sample::Index;

use super::{Availability, DateOverrideText, DateOverrides, DayHours, RangeText};
use crate::time::{CLASS_MINUTES, Timestamp, Zone};

const QUARTER: i64 = 15 * 60;
const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;

/// The wall-clock time of one instant.
struct WallTime {
    second: i64,
    /// Days since 1970-01-01 in local time.
    day: i64,
    weekday: u8,
    minute: u16,
    /// Whether the same local day and minute occurred earlier in the walk.
    is_repeated: bool,
}

fn instant(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn walk(tz: &TimeZone, from: i64, to: i64) -> Vec<WallTime> {
    let mut seen = HashSet::new();
    let mut walls = Vec::new();
    let mut second = from.div_euclid(QUARTER) * QUARTER;
    while second < to {
        let local = second + i64::from(tz.to_offset(instant(second)).seconds());
        assert_eq!(
            local.rem_euclid(QUARTER),
            0,
            "an offset off the quarter-hours breaks the busy quarter-hours of D11"
        );
        let weekday = u8::try_from((local.div_euclid(DAY) + 4).rem_euclid(7)).unwrap();
        let minute = u16::try_from(local.rem_euclid(DAY) / 60).unwrap();
        let day = local.div_euclid(DAY);
        walls.push(WallTime { second, day, weekday, minute, is_repeated: !seen.insert(local) });
        second += QUARTER;
    }
    walls
}

/// Whether a class starts at this weekday and minute.
fn is_start(hours: &[DayHours], weekday: u8, minute: u16) -> bool {
    hours.iter().any(|h| {
        let (start, end) = (h.range.start.get(), h.range.end.get());
        h.day == weekday && minute >= start && (minute - start).is_multiple_of(60) && minute + 60 <= end
    })
}

/// Returns every weekday and minute at which a class starts.
fn weekly_starts(hours: &[DayHours]) -> HashSet<(u8, u16)> {
    let quarters = (0..7).flat_map(|weekday| (0..96).map(move |quarter| (weekday, quarter * 15)));
    quarters.filter(|(weekday, minute)| is_start(hours, *weekday, *minute)).collect()
}

/// The rules of D12: a start counts at the first occurrence of its wall-clock time, unless the previously accepted slot
/// is still running.
fn model(walls: &[WallTime], is_start: impl Fn(&WallTime) -> bool) -> Vec<i64> {
    let mut starts: Vec<i64> = Vec::new();
    for wall in walls.iter().filter(|wall| !wall.is_repeated) {
        let running = starts.last().is_some_and(|last| wall.second < last + 60 * CLASS_MINUTES);
        if !running && is_start(wall) {
            starts.push(wall.second);
        }
    }
    starts
}

/// Returns the rule for weekly hours without overrides.
fn by_week(starts: &HashSet<(u8, u16)>) -> impl Fn(&WallTime) -> bool {
    |wall| starts.contains(&(wall.weekday, wall.minute))
}

/// Returns the rule for weekly hours with date overrides.
fn by_date(hours: &[DayHours], dates: &Dates) -> impl Fn(&WallTime) -> bool {
    |wall| match dates.get(&wall.day) {
        Some(range) => range.is_some_and(|(start, end)| {
            wall.minute >= start && (wall.minute - start).is_multiple_of(60) && wall.minute + 60 <= end
        }),
        None => is_start(hours, wall.weekday, wall.minute),
    }
}

/// Date overrides by days since 1970: one range in minutes, or `None` for a day off.
type Dates = HashMap<i64, Option<(u16, u16)>>;

fn overrides(dates: &Dates) -> DateOverrides {
    let time = |minutes: u16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let texts: Vec<DateOverrideText> = dates
        .iter()
        .map(|(day, range)| DateOverrideText {
            date: TimeZone::UTC.to_datetime(instant(day * DAY)).date().to_string(),
            time_ranges: range.iter().map(|(start, end)| RangeText { start: time(*start), end: time(*end) }).collect(),
            note: String::new(),
        })
        .collect();
    DateOverrides::parse_stored(&texts).unwrap()
}

fn seconds(starts: &[Timestamp]) -> Vec<i64> {
    starts.iter().map(|start| start.as_second()).collect()
}

fn daily(ranges: &[(u16, u16)]) -> Vec<DayHours> {
    (0..7).flat_map(|day| ranges.iter().map(move |r| DayHours::from_minutes(day, r.0, r.1).unwrap())).collect()
}

/// Weeks with a start on every quarter-hour of the day, with adjacent ranges whose starts have different minutes, and
/// with different minutes from day to day.
fn weeks() -> Vec<Vec<DayHours>> {
    let mut chain = Vec::new();
    let mut start = 0;
    for length in [75, 75, 90, 105].into_iter().cycle() {
        if start + length > 1440 {
            break;
        }
        chain.push((start, start + length));
        start += length;
    }
    let nights = (0..7u8).flat_map(|day| {
        let phase = 15 * u16::from(day % 4);
        [(0, 75 + phase), (75 + phase, 360), (1200 + phase, 1440)]
            .map(|(start, end)| DayHours::from_minutes(day, start, end).unwrap())
    });
    let mut weeks: Vec<_> = [0, 15, 30, 45].map(|phase| daily(&[(phase, 1440)])).into();
    weeks.push(daily(&chain));
    weeks.push(nights.collect());
    weeks
}

fn zone_names() -> Vec<String> {
    let names: Vec<String> = tz::db().available().map(|name| name.to_string()).collect();
    assert!(names.len() > 500, "the bundled database has some 600 zones, found {}", names.len());
    names
}

/// Returns every change of the zone's rules from 2020 to 2037.
fn transitions(tz: &TimeZone) -> Vec<i64> {
    let from: Timestamp = "2020-01-01T00:00:00Z".parse().unwrap();
    let to: Timestamp = "2038-01-01T00:00:00Z".parse().unwrap();
    tz.following(from).map(|change| change.timestamp()).take_while(|at| *at < to).map(Timestamp::as_second).collect()
}

fn zoned(name: &str, hours: Vec<DayHours>) -> Availability {
    Availability { zone: Zone::parse(name).unwrap(), visibility_days: 30, hours, overrides: DateOverrides::default() }
}

/// Compares slots with the model around one clock change, and `has_slot_at` at every quarter-hour near it.
fn check_around(availability: &Availability, walls: &[WallTime], starts: &HashSet<(u8, u16)>, change: i64) {
    let (from, to) = (change - 36 * HOUR, change + 36 * HOUR);
    let mut expected = model(walls, by_week(starts));
    expected.retain(|start| (from..to).contains(start));
    let whole = seconds(&availability.starts_between(instant(from), instant(to)));
    let zone = availability.zone.name();
    assert_eq!(whole, expected, "{zone} around {}", instant(change));
    for wall in walls.iter().filter(|wall| (wall.second - change).abs() <= 2 * HOUR) {
        let at = instant(wall.second);
        assert_eq!(availability.has_slot_at(at), whole.contains(&wall.second), "{zone}: slot at {at}");
    }
}

/// Checks every `shares`-th zone. The shares are separate tests, so that they run in parallel.
fn check_zones(share: usize, shares: usize) {
    let weeks = weeks();
    let starts: Vec<_> = weeks.iter().map(|week| weekly_starts(week)).collect();
    let mut changes = 0;
    for name in zone_names().iter().skip(share).step_by(shares) {
        let availabilities: Vec<_> = weeks.iter().map(|week| zoned(name, week.clone())).collect();
        let tz = availabilities[0].zone.tz().clone();
        for change in transitions(&tz) {
            let walls = walk(&tz, change - 60 * HOUR, change + 60 * HOUR);
            for (availability, starts) in availabilities.iter().zip(&starts) {
                check_around(availability, &walls, starts, change);
            }
            changes += 1;
        }
    }
    assert!(changes > 1000, "a quarter of all zones has over a thousand changes, found {changes}");
}

#[test]
fn slots_agree_with_the_model_at_every_change_of_every_zone_first_quarter() {
    check_zones(0, 4);
}

#[test]
fn slots_agree_with_the_model_at_every_change_of_every_zone_second_quarter() {
    check_zones(1, 4);
}

#[test]
fn slots_agree_with_the_model_at_every_change_of_every_zone_third_quarter() {
    check_zones(2, 4);
}

#[test]
fn slots_agree_with_the_model_at_every_change_of_every_zone_last_quarter() {
    check_zones(3, 4);
}

/// Generates weekly ranges on quarter-hours, without overlaps.
fn some_hours() -> impl Strategy<Value = Vec<DayHours>> {
    prop::collection::vec((0..7u8, 0..93u16, 4..40u16), 1..30).prop_map(|rows| {
        let mut hours: Vec<DayHours> = Vec::new();
        for (day, start, length) in rows {
            let end = (start + length).min(96);
            let row = DayHours::from_minutes(day, start * 15, end * 15).unwrap();
            if !hours.iter().any(|other| other.day == row.day && other.range.overlaps(&row.range)) {
                hours.push(row);
            }
        }
        hours
    })
}

/// Generates date overrides on days around a clock change.
fn some_dates() -> impl Strategy<Value = Dates> {
    let range = (0..93u16, 4..40u16).prop_map(|(start, length)| (start * 15, (start + length).min(96) * 15));
    prop::collection::hash_map(-3..4i64, prop::option::weighted(0.8, range), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn slots_agree_with_the_model_for_any_hours_zone_and_window(
        hours in some_hours(),
        zone in any::<Index>(),
        change in any::<Index>(),
        from in -40 * HOUR..40 * HOUR,
        length in 0..40 * HOUR,
    ) {
        let names = zone_names();
        let availability = zoned(zone.get::<String>(&names), hours);
        let tz = availability.zone.tz();
        let changes = transitions(tz);
        let centre = if changes.is_empty() { 1_790_000_000 } else { *change.get(&changes) };
        let (from, to) = (centre + from, centre + from + length);
        let mut expected = model(&walk(tz, from - 60 * HOUR, to), by_week(&weekly_starts(&availability.hours)));
        expected.retain(|start| *start >= from);
        let starts = availability.starts_between(instant(from), instant(to));
        prop_assert_eq!(seconds(&starts), expected);
        for pair in starts.windows(2) {
            prop_assert!(pair[1].as_second() - pair[0].as_second() >= HOUR, "{} overlaps {}", pair[0], pair[1]);
        }
        for start in &starts {
            prop_assert!(availability.has_slot_at(*start));
        }
    }

    #[test]
    fn slots_agree_with_the_model_with_date_overrides(
        hours in some_hours(),
        dates in some_dates(),
        zone in any::<Index>(),
        change in any::<Index>(),
        from in -40 * HOUR..40 * HOUR,
        length in 0..60 * HOUR,
    ) {
        let names = zone_names();
        let availability = zoned(zone.get::<String>(&names), hours);
        let tz = availability.zone.tz().clone();
        let changes = transitions(&tz);
        let centre = if changes.is_empty() { 1_790_000_000 } else { *change.get(&changes) };
        let dates: Dates = dates.into_iter().map(|(day, range)| (centre.div_euclid(DAY) + day, range)).collect();
        let availability = availability.with_overrides(overrides(&dates));
        let (from, to) = (centre + from, centre + from + length);
        let mut expected = model(&walk(&tz, from - 60 * HOUR, to), by_date(&availability.hours, &dates));
        expected.retain(|start| *start >= from);
        let starts = availability.starts_between(instant(from), instant(to));
        prop_assert_eq!(seconds(&starts), expected);
        prop_assert!(starts.windows(2).all(|pair| pair[1].as_second() - pair[0].as_second() >= HOUR));
        prop_assert!(starts.iter().all(|start| availability.has_slot_at(*start)));
        prop_assert_eq!(availability.starts_outside_hours(&starts), []);
    }

    #[test]
    fn narrower_window_returns_the_same_slots(
        hours in some_hours(),
        zone in any::<Index>(),
        begin in 1_577_836_800_i64..2_145_000_000,
        cuts in prop::array::uniform2(0..28 * DAY),
    ) {
        let names = zone_names();
        let availability = zoned(zone.get::<String>(&names), hours);
        let whole = availability.starts_between(instant(begin), instant(begin + 28 * DAY));
        let (from, to) = (instant(begin + cuts[0].min(cuts[1])), instant(begin + cuts[0].max(cuts[1])));
        let inside: Vec<Timestamp> = whole.into_iter().filter(|start| (from..to).contains(start)).collect();
        prop_assert_eq!(availability.starts_between(from, to), inside);
    }
}
