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
