//! Student onboarding: location, zone, and the currency that follows from them (SPEC §2, D19, D21).

use crate::error::{FieldError, FieldErrors};
use crate::money::Currency;
use crate::time::{SignedDuration, Timestamp, Zone, saturating_add};

/// The service fee is waived for this many days after joining (D21).
pub const FEE_WAIVER_DAYS: i64 = 60;

const LOCATION_REQUIRED: &str = "Please select your location";
const ZONE_UNKNOWN: &str = "We do not know this time zone";

/// Where a student lives (SPEC §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// India, the default of the form.
    India,
    /// The United States.
    UnitedStates,
    /// Anywhere else.
    Other,
}

impl Location {
    /// Every location, in the order of the form.
    pub const ALL: [Self; 3] = [Self::India, Self::UnitedStates, Self::Other];

    /// Returns the string that is displayed, used in the API and stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::India => "India",
            Self::UnitedStates => "United States",
            Self::Other => "Other",
        }
    }

    /// Parses a location; case and surrounding space are ignored.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|location| text.trim().eq_ignore_ascii_case(location.as_str()))
    }
}

/// Returns INR for India or a browser zone that starts with `Asia/`, otherwise USD (SPEC §9, D19).
pub fn currency_for(location: Location, browser_zone: Option<&str>) -> Currency {
    let in_asia = browser_zone
        .and_then(|zone| zone.trim().split_once('/'))
        .is_some_and(|(area, _)| area.eq_ignore_ascii_case("Asia"));
    if location == Location::India || in_asia { Currency::Inr } else { Currency::Usd }
}

/// The validated location, zone and currency of a new student. `identity` validates name and invite code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentOnboarding {
    /// Where the student lives.
    pub location: Location,
    /// The zone of the browser, if known.
    pub time_zone: Option<Zone>,
    /// The currency in which the student is charged (D19).
    pub currency: Currency,
}

impl StudentOnboarding {
    /// Parses the fields. A blank zone counts as missing.
    ///
    /// # Errors
    /// `location` when it is unknown, `timeZone` when it is not blank and unknown.
    pub fn parse(location: &str, time_zone: Option<&str>) -> Result<Self, FieldErrors> {
        let zone_name = time_zone.map(str::trim).filter(|name| !name.is_empty());
        let zone = zone_name.map(Zone::parse).transpose();
        let mut errors = Vec::new();
        if zone.is_err() {
            errors.push(FieldError::new("timeZone", ZONE_UNKNOWN));
        }
        let location = Location::parse(location);
        if location.is_none() {
            errors.push(FieldError::new("location", LOCATION_REQUIRED));
        }
        match (location, zone) {
            (Some(location), Ok(time_zone)) => {
                let currency = currency_for(location, time_zone.as_ref().map(Zone::name));
                Ok(Self { location, time_zone, currency })
            }
            _ => Err(FieldErrors(errors)),
        }
    }
}

/// Returns the end of the service fee waiver: 60 days after joining with an invite code (D21).
pub fn fee_waived_until(joined: Timestamp) -> Timestamp {
    saturating_add(joined, SignedDuration::from_hours(24 * FEE_WAIVER_DAYS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(location: &str, time_zone: Option<&str>) -> Vec<String> {
        let FieldErrors(errors) = StudentOnboarding::parse(location, time_zone).unwrap_err();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn currency_is_inr_for_india_or_an_asian_zone() {
        use Currency::{Inr, Usd};
        for (location, zone, currency) in [
            (Location::India, None, Inr),
            (Location::India, Some("America/New_York"), Inr),
            (Location::UnitedStates, Some("Asia/Kolkata"), Inr),
            (Location::UnitedStates, Some("Asia/Calcutta"), Inr),
            (Location::Other, Some("Asia/Tokyo"), Inr),
            (Location::Other, Some("asia/dubai"), Inr),
            (Location::UnitedStates, None, Usd),
            (Location::UnitedStates, Some("America/New_York"), Usd),
            (Location::Other, Some("Europe/London"), Usd),
            (Location::Other, Some(""), Usd),
            (Location::Other, Some("Asia"), Usd),
            (Location::Other, Some("Asian/City"), Usd),
            (Location::Other, Some("Europe/Asia/"), Usd),
            (Location::Other, Some("आ/"), Usd),
        ] {
            assert_eq!(currency_for(location, zone), currency, "{location:?}, {zone:?}");
        }
    }

    #[test]
    fn valid_fields_parse() {
        let student = StudentOnboarding::parse(" united states ", Some("asia/calcutta")).unwrap();
        assert_eq!(student.location, Location::UnitedStates);
        assert_eq!(student.time_zone.unwrap().name(), "Asia/Kolkata");
        assert_eq!(student.currency, Currency::Inr);
        for blank in [None, Some(""), Some("  ")] {
            let student = StudentOnboarding::parse("Other", blank).unwrap();
            assert_eq!((student.time_zone, student.currency), (None, Currency::Usd));
        }
        for location in Location::ALL {
            assert_eq!(Location::parse(location.as_str()), Some(location));
        }
    }

    #[test]
    fn unknown_location_and_zone_are_rejected() {
        assert_eq!(fields("", None), ["location"]);
        assert_eq!(fields("Indiana", Some("UTC")), ["location"]);
        assert_eq!(fields("India", Some("Mars/Olympus")), ["timeZone"]);
        assert_eq!(fields("Mars", Some("Asia/Olympus")), ["timeZone", "location"]);
        assert_eq!(fields(&"x".repeat(10_000), Some(&"y".repeat(10_000))), ["timeZone", "location"]);
    }

    #[test]
    fn fee_waiver_ends_sixty_days_after_joining() {
        let joined: Timestamp = "2026-01-01T08:30:00Z".parse().unwrap();
        assert_eq!(fee_waived_until(joined), "2026-03-02T08:30:00Z".parse().unwrap());
        assert_eq!(fee_waived_until(Timestamp::MAX), Timestamp::MAX);
    }
}
