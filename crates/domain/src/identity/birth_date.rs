//! Dates of birth, and the age that follows from them.

use std::fmt;

use jiff::civil::Date;

use super::IdentityError;

/// The age from which a person needs no guardian. India's DPDP Act counts everyone below it as a child.
pub const ADULT_AGE: u8 = 18;
/// A date of birth further back is a mistake.
const MAX_AGE: u8 = 120;

/// A person's date of birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BirthDate(Date);

impl BirthDate {
    /// Parses a date such as `2016-04-23`. `today` is the date where the person lives.
    ///
    /// # Errors
    /// [`IdentityError::BirthDateInvalid`] if the text is no date, or the person would not be born yet or be older than 120
    /// years.
    pub fn parse(text: &str, today: Date) -> Result<Self, IdentityError> {
        let birth = Self::from_stored(text.trim()).ok_or(IdentityError::BirthDateInvalid)?;
        let is_plausible = birth.0 <= today && birth.age_on(today) <= MAX_AGE;
        if is_plausible { Ok(birth) } else { Err(IdentityError::BirthDateInvalid) }
    }

    /// Reads the text that `Display` writes; `None` for any other.
    pub fn from_stored(text: &str) -> Option<Self> {
        let date = Date::strptime("%Y-%m-%d", text).ok()?;
        (date.to_string() == text).then_some(Self(date))
    }

    /// The age in whole years. Someone born on 29 February becomes a year older on 1 March of common years.
    pub fn age_on(self, today: Date) -> u8 {
        let had_birthday = (today.month(), today.day()) >= (self.0.month(), self.0.day());
        let years = today.year().saturating_sub(self.0.year()).saturating_sub(i16::from(!had_birthday));
        u8::try_from(years.max(0)).unwrap_or(u8::MAX)
    }

    /// Whether the person is under 18 on this day.
    pub fn is_minor_on(self, today: Date) -> bool {
        self.age_on(today) < ADULT_AGE
    }
}

impl fmt::Display for BirthDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 26);

    fn born(text: &str) -> BirthDate {
        BirthDate::parse(text, TODAY).unwrap()
    }

    #[test]
    fn a_person_is_an_adult_from_the_eighteenth_birthday_on() {
        let birth = born("2008-11-26");
        assert!(birth.is_minor_on(date(2026, 11, 25)));
        assert!(!birth.is_minor_on(TODAY));
        assert_eq!((birth.age_on(date(2026, 11, 25)), birth.age_on(TODAY)), (17, 18));
    }

    #[test]
    fn someone_born_on_29_february_is_a_year_older_on_1_march_of_common_years() {
        let birth = born("2016-02-29");
        assert_eq!(birth.age_on(date(2026, 2, 28)), 9);
        assert_eq!(birth.age_on(date(2026, 3, 1)), 10);
        assert_eq!(birth.age_on(date(2028, 2, 29)), 12);
    }

    #[test]
    fn age_is_zero_in_the_first_year_and_before_birth() {
        assert_eq!(born("2026-11-26").age_on(TODAY), 0);
        assert_eq!(born("2026-11-26").age_on(date(2026, 1, 1)), 0);
    }

    #[test]
    fn implausible_dates_and_other_texts_are_rejected() {
        for text in
            ["", "2026-11-27", "1905-11-26", "2016-13-01", "2015-02-29", "23/04/2016", "2016-4-3", "-2016-04-23"]
        {
            assert_eq!(BirthDate::parse(text, TODAY), Err(IdentityError::BirthDateInvalid), "{text:?}");
        }
        assert_eq!(born(" 1905-11-27 ").age_on(TODAY), 120);
    }

    #[test]
    fn stored_text_is_read_back() {
        assert_eq!(BirthDate::from_stored(&born("2016-04-23").to_string()), Some(born("2016-04-23")));
    }
}
