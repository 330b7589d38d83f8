//! Names of days, times, cities and styles in the language of a page, which the client build writes to `invite.json`.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Deserialize;
use tala_domain::money::{Currency, Money};

/// The words of one language.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Words {
    /// Between the last two items of a list, with spaces.
    and: String,
    /// Monday first.
    weekdays: Vec<String>,
    months: Vec<String>,
    /// The time of each full hour, such as `7:00 am`.
    hours: Vec<String>,
    cities: HashMap<String, String>,
    styles: HashMap<String, String>,
    class_types: HashMap<String, String>,
    languages: HashMap<String, String>,
    age_groups: HashMap<String, String>,
}

impl Words {
    /// Formats the day of an instant like `Wed, 25 Nov`.
    pub(super) fn day(&self, at: Timestamp, zone: &TimeZone) -> String {
        let local = at.to_zoned(zone.clone());
        let item = |list: &[String], number: i8| {
            let index = usize::try_from(number - 1).ok();
            index.and_then(|index| list.get(index)).cloned().unwrap_or_default()
        };
        let weekday = item(&self.weekdays, local.weekday().to_monday_one_offset());
        format!("{weekday}, {} {}", local.day(), item(&self.months, local.month()))
    }

    /// Formats the time of an instant like `7:00 am`.
    pub(super) fn time(&self, at: Timestamp, zone: &TimeZone) -> String {
        let local = at.to_zoned(zone.clone());
        let hour = usize::try_from(local.hour()).ok().and_then(|hour| self.hours.get(hour));
        hour.map(|hour| hour.replace(":00", &format!(":{:02}", local.minute()))).unwrap_or_default()
    }

    /// The city of an IANA zone.
    pub(super) fn city(&self, zone: &str) -> String {
        let city = zone.rsplit('/').next().unwrap_or_default().replace('_', " ");
        self.cities.get(&city).cloned().unwrap_or(city)
    }

    /// A dance style in this language.
    pub(crate) fn style(&self, style: &str) -> String {
        self.styles.get(style).map_or(style, String::as_str).to_owned()
    }

    /// A class type in this language.
    pub(super) fn class_type(&self, key: &str) -> String {
        self.class_types.get(key).map_or(key, String::as_str).to_owned()
    }

    /// A language that is taught in, in the language of the page.
    pub(super) fn language(&self, name: &str) -> String {
        self.languages.get(name).map_or(name, String::as_str).to_owned()
    }

    /// An age group of students, such as `Children (5–12)` for `children`.
    pub(super) fn age_group(&self, group: &str) -> String {
        self.age_groups.get(group).map_or(group, String::as_str).to_owned()
    }

    /// Joins a list like `Kathak, Odissi and Kuchipudi`.
    pub(crate) fn join(&self, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [only] => only.clone(),
            [first @ .., last] => format!("{}{}{last}", first.join(", "), self.and),
        }
    }
}

/// Formats an amount like `₹1,22,998.50` or `$24.99`; whole rupees without paise.
pub(crate) fn format_money(amount: Money) -> String {
    let text = amount.to_major_text();
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let (symbol, first_group) = match amount.currency {
        Currency::Inr => ("₹", 2),
        Currency::Usd => ("$", 3),
    };
    let is_whole_rupees = amount.currency == Currency::Inr && fraction.bytes().all(|digit| digit == b'0');
    let fraction = if is_whole_rupees || fraction.is_empty() { String::new() } else { format!(".{fraction}") };
    format!("{symbol}{}{fraction}", group_digits(whole, first_group))
}

/// Inserts commas: the last three digits form a group, the ones before it groups of `size`.
fn group_digits(digits: &str, size: usize) -> String {
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    let mut groups: Vec<&str> = Vec::new();
    let mut rest = head;
    while !rest.is_empty() {
        let (before, group) = rest.split_at(rest.len().saturating_sub(size));
        groups.insert(0, group);
        rest = before;
    }
    groups.push(tail);
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_the_separators_of_their_currency() {
        for (minor, currency, text) in [
            (102_298, Currency::Inr, "₹1,022.98"),
            (99_900, Currency::Inr, "₹999"),
            (1_234_567_890, Currency::Inr, "₹1,23,45,678.90"),
            (2_559, Currency::Usd, "$25.59"),
            (123_456_700, Currency::Usd, "$1,234,567.00"),
        ] {
            assert_eq!(format_money(Money::new(minor, currency)), text);
        }
    }

    #[test]
    fn lists_and_times_are_joined_with_the_words_of_the_language() {
        let words = Words {
            and: " and ".to_owned(),
            weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(str::to_owned).to_vec(),
            months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
                .map(str::to_owned)
                .to_vec(),
            hours: (0..24).map(|hour| format!("{hour}:00")).collect(),
            ..Words::default()
        };
        let zone = TimeZone::get("Asia/Kolkata").unwrap();
        let at: Timestamp = "2026-11-25T01:45:00Z".parse().unwrap();
        assert_eq!((words.day(at, &zone), words.time(at, &zone)), ("Wed, 25 Nov".to_owned(), "7:15".to_owned()));
        assert_eq!(words.city("America/New_York"), "New York");
        let list = |items: &[&str]| words.join(&items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>());
        assert_eq!((list(&[]), list(&["a"]), list(&["a", "b", "c"])), (String::new(), "a".into(), "a, b and c".into()));
    }
}
