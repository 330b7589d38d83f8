//! Times as text, in the formats of screens and emails; the client's `lib/time.ts` writes the same.

use jiff::Zoned;
use jiff::tz::TimeZone;

use super::{Timestamp, Zone};

/// Formats the time of day: `7:00 am`.
pub fn format_time_of_day(at: Timestamp, zone: &TimeZone) -> String {
    time_of_day(&at.to_zoned(zone.clone()))
}

/// Formats the day without its year: `Tue, 24 Nov`.
pub fn format_day(at: Timestamp, zone: &TimeZone) -> String {
    day(&at.to_zoned(zone.clone()))
}

/// Formats the date: `Tue, 24 Nov 2026`.
pub fn format_date(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%a, %-d %b %Y").to_string()
}

/// Formats day and time: `Tue, 24 Nov, 7:00 am`.
pub fn format_day_and_time(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    format!("{}, {}", day(&local), time_of_day(&local))
}

/// Formats date and time: `Tue, 24 Nov 2026, 7:00 am`.
pub fn format_date_and_time(at: Timestamp, zone: &TimeZone) -> String {
    format!("{}, {}", format_date(at, zone), format_time_of_day(at, zone))
}

/// Formats a deadline: `Tue, 24 Nov, 8:00 pm`. Noon and midnight have names, because "12:00 am" is read as either:
/// `Tue, 24 Nov, 12 noon`, `midnight (end of Tue, 24 Nov)`.
pub fn format_deadline(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned(zone.clone());
    match (local.hour(), local.minute()) {
        (12, 0) => format!("{}, 12 noon", day(&local)),
        (0, 0) => {
            local.yesterday().map_or_else(|_| day(&local), |before| format!("midnight (end of {})", day(&before)))
        }
        _ => format!("{}, {}", day(&local), time_of_day(&local)),
    }
}

/// Returns the city of a zone: `New York`; `UTC` has no city and stays.
pub fn zone_city(zone: &Zone) -> String {
    let city = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
    if city == "Ho Chi Minh" { "Ho Chi Minh City".to_owned() } else { city }
}

/// Returns city and UTC offset of a zone at an instant: `Kolkata, GMT+5:30`; the zone `UTC` is `UTC` alone.
pub fn zone_label(zone: &Zone, at: Timestamp) -> String {
    let city = zone_city(zone);
    if matches!(&*city, "UTC" | "GMT") {
        return city;
    }
    let minutes = zone.tz().to_offset(at).seconds() / 60;
    let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
    let sign = if minutes < 0 { '\u{2212}' } else { '+' };
    match (hours, rest) {
        (0, 0) => format!("{city}, GMT"),
        (_, 0) => format!("{city}, GMT{sign}{hours}"),
        _ => format!("{city}, GMT{sign}{hours}:{rest:02}"),
    }
}

fn day(local: &Zoned) -> String {
    local.strftime("%a, %-d %b").to_string()
}

fn time_of_day(local: &Zoned) -> String {
    local.strftime("%-I:%M %P").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn zone(name: &str) -> Zone {
        Zone::parse(name).unwrap()
    }

    #[test]
    fn times_have_the_formats_of_the_style_guide() {
        let kolkata = zone("Asia/Kolkata");
        let instant = at("2026-11-24T01:30:00Z");
        assert_eq!(format_time_of_day(instant, kolkata.tz()), "7:00 am");
        assert_eq!(format_day(instant, kolkata.tz()), "Tue, 24 Nov");
        assert_eq!(format_date(instant, kolkata.tz()), "Tue, 24 Nov 2026");
        assert_eq!(format_day_and_time(instant, kolkata.tz()), "Tue, 24 Nov, 7:00 am");
        assert_eq!(format_date_and_time(instant, kolkata.tz()), "Tue, 24 Nov 2026, 7:00 am");
        assert_eq!(format_date_and_time(at("2026-03-01T09:05:00Z"), kolkata.tz()), "Sun, 1 Mar 2026, 2:35 pm");
    }

    #[test]
    fn deadline_names_noon_and_midnight() {
        for (instant, text) in [
            ("2026-11-26T00:00:00Z", "midnight (end of Wed, 25 Nov)"),
            ("2026-12-01T00:00:00Z", "midnight (end of Mon, 30 Nov)"),
            ("2026-11-26T12:00:00Z", "Thu, 26 Nov, 12 noon"),
            ("2026-11-26T00:15:00Z", "Thu, 26 Nov, 12:15 am"),
            ("2026-11-26T12:15:00Z", "Thu, 26 Nov, 12:15 pm"),
            ("2026-11-26T20:00:00Z", "Thu, 26 Nov, 8:00 pm"),
        ] {
            assert_eq!(format_deadline(at(instant), &TimeZone::UTC), text);
        }
    }

    #[test]
    fn zone_has_city_and_offset() {
        let instant = at("2026-11-24T01:30:00Z");
        for (name, city, label) in [
            ("Asia/Calcutta", "Kolkata", "Kolkata, GMT+5:30"),
            ("America/New_York", "New York", "New York, GMT\u{2212}5"),
            ("Asia/Ho_Chi_Minh", "Ho Chi Minh City", "Ho Chi Minh City, GMT+7"),
            ("Europe/London", "London", "London, GMT"),
            ("America/Argentina/Buenos_Aires", "Buenos Aires", "Buenos Aires, GMT\u{2212}3"),
            ("UTC", "UTC", "UTC"),
        ] {
            assert_eq!((&*zone_city(&zone(name)), &*zone_label(&zone(name), instant)), (city, label));
        }
        assert_eq!(zone_label(&zone("America/New_York"), at("2026-07-01T00:00:00Z")), "New York, GMT\u{2212}4");
    }
}
