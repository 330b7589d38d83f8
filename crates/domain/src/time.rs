//! Instants, zones and the quarter-hour cells that keep a person's hours apart (D11, D12).

mod month;

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
pub use jiff::{SignedDuration, Timestamp};

pub use month::Month;

/// Every class lasts one real hour, whatever the wall clock does meanwhile (SPEC §9).
pub const CLASS_MINUTES: i64 = 60;

const CELL_SECONDS: i64 = 15 * 60;

/// An IANA time zone that exists in the built-in database, under its stored name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: String,
    tz: TimeZone,
}

/// The zone's name is not in the time-zone database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone")]
pub struct UnknownZone;

impl Zone {
    /// Reads an IANA name in any case. `Asia/Calcutta` and `Asia/Kolkata` are one zone, stored as the latter (D12).
    pub fn parse(name: &str) -> Result<Self, UnknownZone> {
        let wanted = if name.eq_ignore_ascii_case("Asia/Calcutta") { "Asia/Kolkata" } else { name };
        if !wanted.is_ascii() || wanted.len() > 64 {
            return Err(UnknownZone);
        }
        let tz = jiff::tz::db().get(wanted).map_err(|_| UnknownZone)?;
        let name = tz.iana_name().ok_or(UnknownZone)?.to_owned();
        Ok(Self { name, tz })
    }

    /// The IANA name in the database's own spelling.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules of the zone.
    pub fn tz(&self) -> &TimeZone {
        &self.tz
    }

    /// The date that its calendar shows at an instant.
    pub fn date_at(&self, instant: Timestamp) -> Date {
        self.tz.to_datetime(instant).date()
    }

    /// When a date begins there. A day whose midnight the clock skips begins where the clock goes on.
    pub fn start_of(&self, date: Date) -> Timestamp {
        let end_of_time = if date.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
        self.tz.to_timestamp(date.at(0, 0, 0, 0)).unwrap_or(end_of_time)
    }

    /// India's own zone, by which payouts and months without commission are counted (D25). India has kept one offset
    /// since 1945, so no zone data is asked.
    pub fn india() -> Self {
        let offset = Offset::constant(5).saturating_add(SignedDuration::from_mins(30));
        Self { name: "Asia/Kolkata".to_owned(), tz: TimeZone::fixed(offset) }
    }
}

/// `start` moved by a duration, stopping at the ends of representable time.
pub fn later(start: Timestamp, by: SignedDuration) -> Timestamp {
    start.saturating_add(by).unwrap_or(start)
}

/// The end of a class that starts at `start`.
pub fn class_end(start: Timestamp) -> Timestamp {
    later(start, SignedDuration::from_mins(CLASS_MINUTES))
}

/// The four quarter-hours that a class starting at `start` occupies, as unix seconds / 900.
///
/// Two classes overlap exactly when they share a cell, because starts lie on 15-minute steps of real time.
pub fn cells(start: Timestamp) -> [i64; 4] {
    let first = start.as_second().div_euclid(CELL_SECONDS);
    [first, first + 1, first + 2, first + 3]
}

#[cfg(test)]
mod tests {
    use jiff::tz;

    use super::*;

    #[test]
    fn zones_are_read_in_any_case_and_kept_in_the_spelling_of_the_database() {
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
    fn every_zone_of_the_database_reads_back_under_its_stored_name() {
        for name in tz::db().available() {
            let zone = Zone::parse(name.as_str()).unwrap();
            assert_eq!(Zone::parse(zone.name()), Ok(zone.clone()), "{name}");
        }
    }

    #[test]
    fn a_date_begins_when_its_zone_says() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        for (zone, day, start) in [
            ("Asia/Kolkata", "2026-03-01", "2026-02-28T18:30:00Z"),
            ("America/New_York", "2026-03-09", "2026-03-09T04:00:00Z"),
            ("UTC", "2026-03-09", "2026-03-09T00:00:00Z"),
            // There is no midnight that day.
            ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
        ] {
            let zone = Zone::parse(zone).unwrap();
            let start: Timestamp = start.parse().unwrap();
            assert_eq!(zone.start_of(date(day)), start, "{day}");
            assert_eq!(zone.date_at(start), date(day));
            assert_eq!(zone.date_at(later(start, SignedDuration::from_secs(-1))), date(day).yesterday().unwrap());
        }
        assert_eq!(
            Zone::india().start_of(date("2026-03-01")),
            Zone::parse("Asia/Kolkata").unwrap().start_of(date("2026-03-01"))
        );
        assert_eq!(Zone::parse("America/New_York").unwrap().start_of(Date::MAX), Timestamp::MAX);
        assert_eq!(Zone::india().start_of(Date::MIN), Timestamp::MIN);
    }

    #[test]
    fn what_is_no_zone_is_refused() {
        for text in ["", " ", "Mars/Olympus", "EST5EDT,M3.2.0,M11.1.0", "+05:30", "Asia/Kolkata\n", "../UTC", "\u{0}"] {
            assert_eq!(Zone::parse(text), Err(UnknownZone), "{text:?}");
        }
    }

    #[test]
    fn classes_overlap_exactly_when_they_share_a_cell() {
        let base: Timestamp = "1969-12-31T22:00:00Z".parse().unwrap();
        for quarters in 0..20 {
            let other = later(base, SignedDuration::from_mins(15 * quarters));
            let shared = cells(base).iter().any(|cell| cells(other).contains(cell));
            assert_eq!(shared, other < class_end(base), "{quarters} quarters later");
        }
        assert_eq!(cells(Timestamp::from_second(-1).unwrap()), [-1, 0, 1, 2], "cells go on evenly before 1970");
    }

    #[test]
    fn a_class_lasts_one_real_hour() {
        let start: Timestamp = "2026-03-08T06:30:00Z".parse().unwrap();
        assert_eq!(class_end(start), "2026-03-08T07:30:00Z".parse().unwrap());
        assert_eq!(class_end(Timestamp::MAX), Timestamp::MAX);
        assert_eq!(later(Timestamp::MIN, SignedDuration::MIN), Timestamp::MIN);
    }
}
