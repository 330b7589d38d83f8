//! What a person says about their age.

use jiff::civil::Date;

use super::{BirthDate, IdentityError};
use crate::error::FieldErrors;

string_enum! {
    /// The age range of an adult who gives no date of birth.
    AgeBand {
        /// 18 to 29 years.
        From18 = "18-29",
        /// 30 to 44 years.
        From30 = "30-44",
        /// 45 to 59 years.
        From45 = "45-59",
        /// 60 years and older.
        From60 = "60+",
    }
}

/// A date of birth or an age range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedAge {
    /// The date of birth.
    BirthDate(BirthDate),
    /// The age range of an adult.
    Band(AgeBand),
}

impl StatedAge {
    /// Parses what a form contains; `None` if it contains neither. `today` is the date where the person lives.
    ///
    /// # Errors
    /// An error of `birthDate` or `ageBand`: if it is invalid, or if both are given.
    pub fn parse(birth_date: Option<&str>, band: Option<&str>, today: Date) -> Result<Option<Self>, FieldErrors> {
        match (birth_date.filter(|text| !text.trim().is_empty()), band.filter(|text| !text.is_empty())) {
            (None, None) => Ok(None),
            (Some(text), None) => match BirthDate::parse(text, today) {
                Ok(birth_date) => Ok(Some(Self::BirthDate(birth_date))),
                Err(error) => Err(error.for_field("birthDate")),
            },
            (None, Some(text)) => match AgeBand::parse(text) {
                Some(band) => Ok(Some(Self::Band(band))),
                None => Err(IdentityError::AgeBandInvalid.for_field("ageBand")),
            },
            (Some(_), Some(_)) => Err(IdentityError::AgeStatedTwice.for_field("ageBand")),
        }
    }

    /// The date of birth, if the person gave one.
    pub const fn birth_date(self) -> Option<BirthDate> {
        match self {
            Self::BirthDate(birth_date) => Some(birth_date),
            Self::Band(_) => None,
        }
    }

    /// The age range, if the person gave one.
    pub const fn band(self) -> Option<AgeBand> {
        match self {
            Self::BirthDate(_) => None,
            Self::Band(band) => Some(band),
        }
    }

    /// Whether the person is under 18 on this day. Age ranges are those of adults.
    pub fn is_minor_on(self, today: Date) -> bool {
        match self {
            Self::BirthDate(birth_date) => birth_date.is_minor_on(today),
            Self::Band(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    const TODAY: Date = date(2026, 11, 26);

    fn field_of(birth_date: Option<&str>, band: Option<&str>) -> String {
        StatedAge::parse(birth_date, band, TODAY).unwrap_err().0.remove(0).field
    }

    #[test]
    fn a_date_of_birth_or_an_age_range_is_accepted() {
        let parse = |birth_date, band| StatedAge::parse(birth_date, band, TODAY).unwrap();
        assert_eq!((parse(None, None), parse(Some(" "), Some(""))), (None, None));
        assert!(parse(Some("2016-04-23"), None).unwrap().is_minor_on(TODAY));
        assert!(!parse(Some("2008-11-26"), None).unwrap().is_minor_on(TODAY));
        let band = parse(None, Some("60+")).unwrap();
        assert_eq!((band, band.is_minor_on(TODAY)), (StatedAge::Band(AgeBand::From60), false));
    }

    #[test]
    fn errors_name_the_field() {
        assert_eq!(field_of(Some("2016-13-01"), None), "birthDate");
        assert_eq!(field_of(None, Some("12-17")), "ageBand");
        assert_eq!(field_of(Some("2016-04-23"), Some("60+")), "ageBand");
    }
}
