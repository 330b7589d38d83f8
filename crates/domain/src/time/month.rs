//! Calendar months, for teachers' earnings (D26).

use std::fmt;

use jiff::ToSpan;
use jiff::civil::Date;

use super::{Timestamp, Zone};

/// A calendar month such as `2026-03`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    /// The first day of the month.
    first: Date,
}

impl Month {
    /// Parses exactly `YYYY-MM`.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let digits = |part: &str, length| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(year, 4) || !digits(month, 2) {
            return None;
        }
        let first = Date::new(year.parse().ok()?, month.parse().ok()?, 1).ok()?;
        Some(Self { first })
    }

    /// Returns the month in a zone at an instant.
    pub fn containing(zone: &Zone, instant: Timestamp) -> Self {
        Self { first: zone.date_at(instant).first_of_month() }
    }

    /// Subtracts months, saturating at the first month of the calendar.
    #[must_use]
    pub fn minus_months(self, months: u32) -> Self {
        let months = i64::from(months.min(100_000));
        Self { first: self.first.checked_sub(months.months()).unwrap_or(Date::MIN) }
    }

    /// Returns the start of the month in a zone, and the start of the next month.
    pub fn bounds(self, zone: &Zone) -> (Timestamp, Timestamp) {
        let next = self.first.checked_add(1.month()).unwrap_or(Date::MAX);
        (zone.start_of_day(self.first), zone.start_of_day(next))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.first.year(), self.first.month())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> Month {
        Month::parse(text).unwrap()
    }

    #[test]
    fn month_round_trips_and_rejects_other_formats() {
        for text in ["2026-03", "2026-12", "0001-01", "9999-12"] {
            assert_eq!(month(text).to_string(), text);
        }
        for text in ["", "2026", "2026-13", "2026-00", "2026-3", "26-03", "2026-03-01", "+026-03", "2026/03", "२०२६-०३"]
        {
            assert_eq!(Month::parse(text), None, "{text}");
        }
    }

    #[test]
    fn month_bounds_depend_on_the_zone() {
        let (kolkata, new_york) = (Zone::parse("Asia/Kolkata").unwrap(), Zone::parse("America/New_York").unwrap());
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        assert_eq!(month("2026-03").bounds(&kolkata), (at("2026-02-28T18:30:00Z"), at("2026-03-31T18:30:00Z")));
        assert_eq!(month("2026-03").bounds(&new_york), (at("2026-03-01T05:00:00Z"), at("2026-04-01T04:00:00Z")));
        assert_eq!(Month::containing(&kolkata, at("2026-02-28T18:30:00Z")), month("2026-03"));
        assert_eq!(Month::containing(&kolkata, at("2026-02-28T18:29:59Z")), month("2026-02"));
        let (from, to) = month("9999-12").bounds(&new_york);
        assert!(from < to, "the calendar's last month");
    }

    #[test]
    fn minus_months_crosses_years_and_saturates() {
        assert_eq!(month("2026-03").minus_months(12), month("2025-03"));
        assert_eq!(month("2026-03").minus_months(3), month("2025-12"));
        assert_eq!(month("2026-03").minus_months(0), month("2026-03"));
        assert!(month("2026-03").minus_months(u32::MAX) < month("0001-01"));
    }
}
