//! Times as text, in the formats of screens and emails; the client's `lib/time.ts` writes the same.

use jiff::Zoned;
use jiff::tz::TimeZone;

use super::text_hindi::{self, city, part_of_day};
use super::{Timestamp, Zone};

string_enum! {
    /// A language of screens and emails.
    Language {
        /// English.
        English = "en",
        /// Hindi.
        Hindi = "hi",
    }
}

impl Language {
    /// Returns the text in this language.
    pub const fn pick<T: Copy>(self, english: T, hindi: T) -> T {
        match self {
            Self::English => english,
            Self::Hindi => hindi,
        }
    }
}

string_enum! {
    /// How times of day are written.
    Clock {
        /// `7:00 pm`.
        Hours12 = "12h",
        /// `19:00`.
        Hours24 = "24h",
    }
}

/// How a person reads times. The default is English with a 12-hour clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeText {
    /// The language of weekdays, months and cities.
    pub language: Language,
    /// The clock.
    pub clock: Clock,
}

impl Default for TimeText {
    fn default() -> Self {
        Self { language: Language::English, clock: Clock::Hours12 }
    }
}

impl TimeText {
    /// Formats the time of day: `7:00 am`, `सुबह 7:00`, `07:00`.
    pub fn time_of_day(self, at: Timestamp, zone: &TimeZone) -> String {
        self.clock_time(&at.to_zoned(zone.clone()))
    }

    /// Formats the day without its year: `Tue, 24 Nov`.
    pub fn day(self, at: Timestamp, zone: &TimeZone) -> String {
        self.local_day(&at.to_zoned(zone.clone()))
    }

    /// Formats the date: `Tue, 24 Nov 2026`.
    pub fn date(self, at: Timestamp, zone: &TimeZone) -> String {
        let local = at.to_zoned(zone.clone());
        format!("{} {}", self.local_day(&local), local.year())
    }

    /// Formats day and time: `Tue, 24 Nov, 7:00 am`.
    pub fn day_and_time(self, at: Timestamp, zone: &TimeZone) -> String {
        format!("{}, {}", self.day(at, zone), self.time_of_day(at, zone))
    }

    /// Formats date and time: `Tue, 24 Nov 2026, 7:00 am`.
    pub fn date_and_time(self, at: Timestamp, zone: &TimeZone) -> String {
        format!("{}, {}", self.date(at, zone), self.time_of_day(at, zone))
    }

    /// Formats a deadline: `Tue, 24 Nov, 8:00 pm`. With a 12-hour clock, noon and midnight have names, because "12:00 am" is
    /// read as either: `Tue, 24 Nov, noon`, `midnight (end of Tue, 24 Nov)`.
    pub fn deadline(self, at: Timestamp, zone: &TimeZone) -> String {
        let local = at.to_zoned(zone.clone());
        let day = self.local_day(&local);
        match (self.clock, local.hour(), local.minute()) {
            (Clock::Hours12, 12, 0) => format!("{day}, {}", self.language.pick("noon", "दोपहर 12 बजे")),
            (Clock::Hours12, 0, 0) => local.yesterday().map_or(day, |before| {
                let before = self.local_day(&before);
                match self.language {
                    Language::English => format!("midnight (end of {before})"),
                    Language::Hindi => format!("{before} की रात 12 बजे"),
                }
            }),
            _ => format!("{day}, {}", self.clock_time(&local)),
        }
    }

    /// Returns the city of a zone: `New York`; `UTC` has no city and stays.
    pub fn zone_city(self, zone: &Zone) -> String {
        let name = zone.name().rsplit('/').next().unwrap_or_default().replace('_', " ");
        match (self.language, &*name) {
            (Language::Hindi, name) => city(name).unwrap_or(name).to_owned(),
            (Language::English, "Ho Chi Minh") => "Ho Chi Minh City".to_owned(),
            (Language::English, _) => name,
        }
    }

    /// Returns city and UTC offset of a zone at an instant: `Kolkata, GMT+5:30`; the zone `UTC` is `UTC` alone.
    pub fn zone_label(self, zone: &Zone, at: Timestamp) -> String {
        let city = self.zone_city(zone);
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

    fn local_day(self, local: &Zoned) -> String {
        match self.language {
            Language::English => local.strftime("%a, %-d %b").to_string(),
            Language::Hindi => text_hindi::day(local),
        }
    }

    fn clock_time(self, local: &Zoned) -> String {
        match (self.clock, self.language) {
            (Clock::Hours24, _) => local.strftime("%H:%M").to_string(),
            (Clock::Hours12, Language::English) => local.strftime("%-I:%M %P").to_string(),
            (Clock::Hours12, Language::Hindi) => {
                format!("{} {}", part_of_day(local.hour()), local.strftime("%-I:%M"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: TimeText = TimeText { language: Language::English, clock: Clock::Hours12 };
    const HINDI: TimeText = TimeText { language: Language::Hindi, clock: Clock::Hours12 };

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
        assert_eq!(TEXT.time_of_day(instant, kolkata.tz()), "7:00 am");
        assert_eq!(TEXT.day(instant, kolkata.tz()), "Tue, 24 Nov");
        assert_eq!(TEXT.date(instant, kolkata.tz()), "Tue, 24 Nov 2026");
        assert_eq!(TEXT.day_and_time(instant, kolkata.tz()), "Tue, 24 Nov, 7:00 am");
        assert_eq!(TEXT.date_and_time(instant, kolkata.tz()), "Tue, 24 Nov 2026, 7:00 am");
        assert_eq!(TEXT.date_and_time(at("2026-03-01T09:05:00Z"), kolkata.tz()), "Sun, 1 Mar 2026, 2:35 pm");
    }

    #[test]
    fn deadline_names_noon_and_midnight() {
        for (instant, text) in [
            ("2026-11-26T00:00:00Z", "midnight (end of Wed, 25 Nov)"),
            ("2026-12-01T00:00:00Z", "midnight (end of Mon, 30 Nov)"),
            ("2026-11-26T12:00:00Z", "Thu, 26 Nov, noon"),
            ("2026-11-26T00:15:00Z", "Thu, 26 Nov, 12:15 am"),
            ("2026-11-26T12:15:00Z", "Thu, 26 Nov, 12:15 pm"),
            ("2026-11-26T20:00:00Z", "Thu, 26 Nov, 8:00 pm"),
        ] {
            assert_eq!(TEXT.deadline(at(instant), &TimeZone::UTC), text);
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
            assert_eq!((&*TEXT.zone_city(&zone(name)), &*TEXT.zone_label(&zone(name), instant)), (city, label));
        }
        assert_eq!(TEXT.zone_label(&zone("America/New_York"), at("2026-07-01T00:00:00Z")), "New York, GMT\u{2212}4");
    }

    #[test]
    fn hindi_times_equal_those_of_the_client() {
        let kolkata = zone("Asia/Kolkata");
        for (instant, text) in [
            ("2026-11-23T01:35:00Z", "सोम, 23 नवंबर, सुबह 7:05"),
            ("2026-11-23T06:30:00Z", "सोम, 23 नवंबर, दोपहर 12:00"),
            ("2026-11-23T12:00:00Z", "सोम, 23 नवंबर, शाम 5:30"),
            ("2026-11-23T14:30:00Z", "सोम, 23 नवंबर, रात 8:00"),
            ("2026-11-23T18:29:00Z", "सोम, 23 नवंबर, रात 11:59"),
            ("2026-11-23T18:30:00Z", "मंगल, 24 नवंबर, आधी रात 12:00"),
            ("2026-11-23T19:29:00Z", "मंगल, 24 नवंबर, आधी रात 12:59"),
            ("2026-11-23T19:30:00Z", "मंगल, 24 नवंबर, तड़के 1:00"),
            ("2026-11-23T22:29:00Z", "मंगल, 24 नवंबर, तड़के 3:59"),
            ("2026-02-28T22:30:00Z", "रवि, 1 मार्च, सुबह 4:00"),
        ] {
            assert_eq!(HINDI.day_and_time(at(instant), kolkata.tz()), text);
        }
        assert_eq!(HINDI.date(at("2026-11-23T01:30:00Z"), kolkata.tz()), "सोम, 23 नवंबर 2026");
        assert_eq!(HINDI.zone_label(&kolkata, at("2026-11-23T01:30:00Z")), "कोलकाता, GMT+5:30");
        assert_eq!(HINDI.zone_city(&zone("Europe/Lisbon")), "Lisbon");
        assert_eq!(HINDI.deadline(at("2026-11-26T12:00:00Z"), &TimeZone::UTC), "गुरु, 26 नवंबर, दोपहर 12 बजे");
        assert_eq!(HINDI.deadline(at("2026-11-26T00:00:00Z"), &TimeZone::UTC), "बुध, 25 नवंबर की रात 12 बजे");
    }

    #[test]
    fn clock_of_24_hours_has_no_parts_of_the_day() {
        for language in [Language::English, Language::Hindi] {
            let text = TimeText { language, clock: Clock::Hours24 };
            for (instant, time) in [
                ("2026-11-26T00:00:00Z", "00:00"),
                ("2026-11-26T09:05:00Z", "09:05"),
                ("2026-11-26T12:00:00Z", "12:00"),
                ("2026-11-26T19:30:00Z", "19:30"),
            ] {
                assert_eq!(text.time_of_day(at(instant), &TimeZone::UTC), time);
                assert!(text.deadline(at(instant), &TimeZone::UTC).ends_with(&format!(", {time}")));
            }
        }
    }
}
