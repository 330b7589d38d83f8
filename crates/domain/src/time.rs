//! Instants, time zones, and the busy quarter-hours that prevent overlapping classes (D11, D12).

mod month;
mod text;
mod text_hindi;

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
pub use jiff::{SignedDuration, Timestamp};

pub use month::Month;
pub use text::{Clock, Language, TimeText};

/// The length of a class in minutes of elapsed time (SPEC §9).
pub const CLASS_MINUTES: i64 = 60;

const QUARTER_HOUR_SECONDS: i64 = 15 * 60;

/// An IANA time zone of the built-in time-zone database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: String,
    tz: TimeZone,
}

/// The name is not in the time-zone database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone")]
pub struct UnknownZone;

impl Zone {
    /// Parses an IANA name, case-insensitively. `Asia/Calcutta` becomes `Asia/Kolkata` (D12).
    ///
    /// # Errors
    /// [`UnknownZone`] if the database has no such zone.
    pub fn parse(name: &str) -> Result<Self, UnknownZone> {
        let canonical = if name.eq_ignore_ascii_case("Asia/Calcutta") { "Asia/Kolkata" } else { name };
        if !canonical.is_ascii() || canonical.len() > 64 {
            return Err(UnknownZone);
        }
        let tz = jiff::tz::db().get(canonical).map_err(|_| UnknownZone)?;
        let name = tz.iana_name().ok_or(UnknownZone)?.to_owned();
        Ok(Self { name, tz })
    }

    /// Returns the IANA name in the spelling of the database.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the rules of the zone.
    pub fn tz(&self) -> &TimeZone {
        &self.tz
    }

    /// Returns the local date at an instant.
    pub fn date_at(&self, instant: Timestamp) -> Date {
        self.tz.to_datetime(instant).date()
    }

    /// Returns the start of a local date: midnight, or the end of the gap if midnight is skipped.
    pub fn start_of_day(&self, date: Date) -> Timestamp {
        let limit = if date.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
        self.tz.to_timestamp(date.at(0, 0, 0, 0)).unwrap_or(limit)
    }

    /// Returns the zone of India, in which payout days and commission-free months are computed (D25). The offset has been the
    /// same since 1945, so it is a constant.
    pub fn india() -> Self {
        let offset = Offset::constant(5).saturating_add(SignedDuration::from_mins(30));
        Self { name: "Asia/Kolkata".to_owned(), tz: TimeZone::fixed(offset) }
    }
}

/// Adds a duration, which can be negative; saturates at the limits of `Timestamp`.
pub fn saturating_add(start: Timestamp, by: SignedDuration) -> Timestamp {
    start.saturating_add(by).unwrap_or(start)
}

/// Returns the end of a class that starts at `start`.
pub fn class_end(start: Timestamp) -> Timestamp {
    saturating_add(start, SignedDuration::from_mins(CLASS_MINUTES))
}

/// Returns the four quarter-hours of a class that starts at `start`, as Unix seconds divided by 900.
///
/// Two classes overlap if and only if they share a quarter-hour, because starts are on 15-minute steps of elapsed time.
pub fn quarter_hours(start: Timestamp) -> [i64; 4] {
    let first = start.as_second().div_euclid(QUARTER_HOUR_SECONDS);
    [first, first + 1, first + 2, first + 3]
}

#[cfg(test)]
mod tests {
    use jiff::tz;

    use super::*;

    #[test]
    fn zone_parses_in_any_case_to_the_spelling_of_the_database() {
        for (text, name) in [
            ("Asia/Kolkata", "Asia/Kolkata"),
            ("Asia/Calcutta", "Asia/Kolkata"),
            ("ASIA/CALCUTTA", "Asia/Kolkata"),
            ("asia/kolkata", "Asia/Kolkata"),
            ("america/new_york", "America/New_York"),
            ("utc", "UTC"),
        ] {
            assert_eq!(Zone::parse(text).unwrap().name(), name, "{text}");
        }
        assert_eq!(Zone::parse("Asia/Calcutta"), Zone::parse("asia/kolkata"));
    }

    #[test]
    fn every_zone_of_the_database_round_trips() {
        for name in tz::db().available() {
            let zone = Zone::parse(name.as_str()).unwrap();
            assert_eq!(Zone::parse(zone.name()), Ok(zone.clone()), "{name}");
        }
    }

    #[test]
    fn day_starts_at_midnight_or_after_the_gap() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        for (zone, day, start) in [
            ("Asia/Kolkata", "2026-03-01", "2026-02-28T18:30:00Z"),
            ("America/New_York", "2026-03-09", "2026-03-09T04:00:00Z"),
            ("UTC", "2026-03-09", "2026-03-09T00:00:00Z"),
            // Midnight is skipped.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
        ] {
            let zone = Zone::parse(zone).unwrap();
            let start: Timestamp = start.parse().unwrap();
            assert_eq!(zone.start_of_day(date(day)), start, "{day}");
            assert_eq!(zone.date_at(start), date(day));
            assert_eq!(
                zone.date_at(saturating_add(start, SignedDuration::from_secs(-1))),
                date(day).yesterday().unwrap()
            );
        }
        assert_eq!(
            Zone::india().start_of_day(date("2026-03-01")),
            Zone::parse("Asia/Kolkata").unwrap().start_of_day(date("2026-03-01"))
        );
        assert_eq!(Zone::parse("America/New_York").unwrap().start_of_day(Date::MAX), Timestamp::MAX);
        assert_eq!(Zone::india().start_of_day(Date::MIN), Timestamp::MIN);
    }

    #[test]
    fn unknown_zone_is_rejected() {
        for text in ["", " ", "Mars/Olympus", "EST5EDT,M3.2.0,M11.1.0", "+05:30", "Asia/Kolkata\n", "../UTC", "\u{0}"] {
            assert_eq!(Zone::parse(text), Err(UnknownZone), "{text:?}");
        }
    }

    #[test]
    fn classes_overlap_if_and_only_if_they_share_a_quarter_hour() {
        let base: Timestamp = "1969-12-31T22:00:00Z".parse().unwrap();
        for quarters in 0..20 {
            let other = saturating_add(base, SignedDuration::from_mins(15 * quarters));
            let shared = quarter_hours(base).iter().any(|quarter| quarter_hours(other).contains(quarter));
            assert_eq!(shared, other < class_end(base), "{quarters} quarters later");
        }
        assert_eq!(
            quarter_hours(Timestamp::from_second(-1).unwrap()),
            [-1, 0, 1, 2],
            "numbers are continuous before 1970"
        );
    }

    #[test]
    fn class_lasts_sixty_minutes_of_elapsed_time() {
        let start: Timestamp = "2026-03-08T06:30:00Z".parse().unwrap();
        assert_eq!(class_end(start), "2026-03-08T07:30:00Z".parse().unwrap());
        assert_eq!(class_end(Timestamp::MAX), Timestamp::MAX);
        assert_eq!(saturating_add(Timestamp::MIN, SignedDuration::MIN), Timestamp::MIN);
    }
}
