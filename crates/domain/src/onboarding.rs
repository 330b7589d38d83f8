//! What a student decides when joining: place, zone, and with them the currency for good (SPEC §2, D19, D21).

use crate::error::{FieldError, FieldErrors};
use crate::money::Currency;
use crate::time::{SignedDuration, Timestamp, Zone, later};

/// No platform fee for this many days after joining (D21).
pub const FEE_WAIVER_DAYS: i64 = 60;

const LOCATION_REQUIRED: &str = "Please select your location";
const ZONE_UNKNOWN: &str = "We do not know this time zone";

/// Where a student lives, as the form asks it (SPEC §2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// India, the form's default.
    India,
    /// The United States.
    UnitedStates,
    /// Anywhere else.
    Other,
}

impl Location {
    /// Every choice, in the form's order.
    pub const ALL: [Self; 3] = [Self::India, Self::UnitedStates, Self::Other];

    /// The choice as it is shown, sent and stored.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::India => "India",
            Self::UnitedStates => "United States",
            Self::Other => "Other",
        }
    }

    /// Reads a choice; surrounding space and case do not matter.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|location| text.trim().eq_ignore_ascii_case(location.as_str()))
    }
}

/// INR for India or a browser zone that starts with `Asia/`, otherwise USD (SPEC §9, D19).
pub fn currency_for(location: Location, browser_zone: Option<&str>) -> Currency {
    let in_asia = browser_zone
        .and_then(|zone| zone.trim().split_once('/'))
        .is_some_and(|(area, _)| area.eq_ignore_ascii_case("Asia"));
    if location == Location::India || in_asia { Currency::Inr } else { Currency::Usd }
}

/// The student's choices, checked. Name and invite code are read by the identity rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudentOnboarding {
    /// Where the student lives.
    pub location: Location,
    /// The browser's zone, if it sent one.
    pub time_zone: Option<Zone>,
    /// What the student is charged in from now on (D19).
    pub currency: Currency,
}

impl StudentOnboarding {
    /// Reads the form. A blank zone counts as none.
    ///
    /// # Errors
    /// `location` when it is none of the three, `timeZone` when it is given but does not exist.
    pub fn parse(location: &str, time_zone: Option<&str>) -> Result<Self, FieldErrors> {
        let wanted = time_zone.map(str::trim).filter(|name| !name.is_empty());
        let zone = wanted.map(Zone::parse).transpose();
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

/// Until when a student pays no platform fee: 60 days after joining with a teacher's code (D21).
pub fn fee_waived_until(joined: Timestamp) -> Timestamp {
    later(joined, SignedDuration::from_hours(24 * FEE_WAIVER_DAYS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(location: &str, time_zone: Option<&str>) -> Vec<String> {
        let FieldErrors(errors) = StudentOnboarding::parse(location, time_zone).unwrap_err();
        errors.into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn india_or_an_asian_browser_pays_in_rupees() {
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
    fn the_form_is_read() {
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
    fn what_does_not_exist_is_refused_by_name() {
        assert_eq!(fields("", None), ["location"]);
        assert_eq!(fields("Indiana", Some("UTC")), ["location"]);
        assert_eq!(fields("India", Some("Mars/Olympus")), ["timeZone"]);
        assert_eq!(fields("Mars", Some("Asia/Olympus")), ["timeZone", "location"]);
        assert_eq!(fields(&"x".repeat(10_000), Some(&"y".repeat(10_000))), ["timeZone", "location"]);
    }

    #[test]
    fn the_fee_is_waived_for_sixty_days() {
        let joined: Timestamp = "2026-01-01T08:30:00Z".parse().unwrap();
        assert_eq!(fee_waived_until(joined), "2026-03-02T08:30:00Z".parse().unwrap());
        assert_eq!(fee_waived_until(Timestamp::MAX), Timestamp::MAX);
    }
}
