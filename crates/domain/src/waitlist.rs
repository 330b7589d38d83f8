//! Waitlist entries of visitors without an invite code (SPEC §2, §3, §5).

use crate::error::{FieldError, FieldErrors};
use crate::time::SignedDuration;

/// The maximum length of a location or country, in characters.
pub const MAX_LOCATION_CHARS: usize = 200;
/// A form submitted sooner after it was displayed counts as a bot's. The client delays faster submissions, which browser
/// autofill makes possible.
pub const MIN_FILL_TIME: SignedDuration = SignedDuration::from_secs(2);

const LOCATION_REQUIRED: &str = "Please enter your location!";
const COUNTRY_REQUIRED: &str = "Please enter your country!";
const ROLE_UNKNOWN: &str = "Please choose whether you teach or learn";
const STYLE_UNKNOWN: &str = "Please select a dance style";

string_enum! {
    /// What a visitor wants to do.
    WaitlistRole {
        /// To teach; the default of the form.
        Teacher = "Teacher",
        /// To learn.
        Student = "Student",
    }
}

impl WaitlistRole {
    /// Parses the value of a form. SPEC §5 names the roles "Teach" and "Learn"; both forms are accepted (D45).
    fn from_form(text: &str) -> Option<Self> {
        match text {
            "Teach" => Some(Self::Teacher),
            "Learn" => Some(Self::Student),
            _ => Self::parse(text),
        }
    }
}

string_enum! {
    /// A dance style of the waitlist, in the order of the form. The list differs from that of applications.
    WaitlistStyle {
        /// EDM, the default of the form.
        Edm = "EDM",
        /// Indian classical dance.
        IndianClassical = "Indian Classical Dance",
        /// Ballet.
        Ballet = "Ballet",
        /// Hip-Hop.
        HipHop = "Hip-Hop",
        /// Salsa.
        Salsa = "Salsa",
        /// Contemporary.
        Contemporary = "Contemporary",
        /// Jazz.
        Jazz = "Jazz",
        /// K-Pop.
        KPop = "K-Pop",
        /// Another style.
        Others = "Others",
    }
}

/// The validated fields of a waitlist entry, without name and email, which `identity` validates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitlistInterest {
    /// To teach or to learn.
    pub role: WaitlistRole,
    /// Town or region, on one line.
    pub location: String,
    /// Country, on one line.
    pub country: String,
    /// The dance style.
    pub style: WaitlistStyle,
}

impl WaitlistInterest {
    /// Parses the fields. A blank role or style is the default of the form.
    ///
    /// # Errors
    /// Every invalid field, in the order of the form.
    pub fn parse(role: &str, location: &str, country: &str, style: &str) -> Result<Self, FieldErrors> {
        let role = parse_or_default(role, WaitlistRole::Teacher, WaitlistRole::from_form)
            .ok_or_else(|| FieldError::new("role", ROLE_UNKNOWN));
        let location = parse_location("location", location, LOCATION_REQUIRED);
        let country = parse_location("country", country, COUNTRY_REQUIRED);
        let style = parse_or_default(style, WaitlistStyle::Edm, WaitlistStyle::parse)
            .ok_or_else(|| FieldError::new("dancestyle", STYLE_UNKNOWN));
        match (role, location, country, style) {
            (Ok(role), Ok(location), Ok(country), Ok(style)) => Ok(Self { role, location, country, style }),
            (role, location, country, style) => {
                let errors = [role.err(), location.err(), country.err(), style.err()];
                Err(FieldErrors(errors.into_iter().flatten().collect()))
            }
        }
    }
}

/// Whether a bot filled in the form: `honeypot`, the value of a hidden field, is not empty, or `elapsed`, the time between
/// display and submission, is shorter than [`MIN_FILL_TIME`]. Programs that call the API need not know `elapsed`.
pub fn is_bot(honeypot: &str, elapsed: Option<SignedDuration>) -> bool {
    !honeypot.trim().is_empty() || elapsed.is_some_and(|elapsed| elapsed < MIN_FILL_TIME)
}

fn parse_or_default<T>(text: &str, default: T, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    let text = text.trim();
    if text.is_empty() { Some(default) } else { parse(text) }
}

fn parse_location(field: &str, text: &str, required: &str) -> Result<String, FieldError> {
    let visible = |c: char| !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}');
    let plain: String = text.chars().filter(|c| visible(*c)).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(FieldError::new(field, required));
    }
    if line.chars().count() > MAX_LOCATION_CHARS {
        return Err(FieldError::new(field, format!("Please shorten your {field} to {MAX_LOCATION_CHARS} characters")));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(role: &str, location: &str, country: &str, style: &str) -> Vec<(String, String)> {
        let FieldErrors(errors) = WaitlistInterest::parse(role, location, country, style).unwrap_err();
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn valid_fields_parse_and_blank_fields_have_defaults() {
        let interest = WaitlistInterest::parse("", " Porto\n", "Portugal", "").unwrap();
        assert_eq!(interest.role, WaitlistRole::Teacher);
        assert_eq!(interest.style, WaitlistStyle::Edm);
        assert_eq!((interest.location.as_str(), interest.country.as_str()), ("Porto", "Portugal"));
        for role in WaitlistRole::ALL {
            for style in WaitlistStyle::ALL {
                let interest = WaitlistInterest::parse(role.as_str(), "சென்னை", "India", style.as_str()).unwrap();
                assert_eq!((interest.role, interest.style), (*role, *style));
            }
        }
        for (text, role) in [("Teach", WaitlistRole::Teacher), (" Learn ", WaitlistRole::Student)] {
            assert_eq!(WaitlistInterest::parse(text, "Porto", "Portugal", "").unwrap().role, role, "SPEC's word");
        }
        assert!(WaitlistInterest::parse("teach", "Porto", "Portugal", "").is_err());
    }

    #[test]
    fn every_invalid_field_is_reported_with_its_message() {
        assert_eq!(
            errors("Guru", "  ", "\u{200B}", "Tango"),
            [
                ("role".to_owned(), ROLE_UNKNOWN.to_owned()),
                ("location".to_owned(), "Please enter your location!".to_owned()),
                ("country".to_owned(), "Please enter your country!".to_owned()),
                ("dancestyle".to_owned(), STYLE_UNKNOWN.to_owned()),
            ]
        );
        let long = "x".repeat(MAX_LOCATION_CHARS + 1);
        assert_eq!(errors("", &long, "India", "")[0].1, "Please shorten your location to 200 characters");
        assert!(WaitlistInterest::parse("", &"ñ".repeat(MAX_LOCATION_CHARS), "India", "").is_ok());
    }

    #[test]
    fn location_is_one_line_without_hidden_characters() {
        let interest = WaitlistInterest::parse("", "New\u{0}\tYork \u{202E}City", "USA", "").unwrap();
        assert_eq!(interest.location, "New York City");
    }

    #[test]
    fn bot_is_detected_by_speed_or_honeypot() {
        assert!(is_bot("", Some(SignedDuration::ZERO)));
        assert!(is_bot("", Some(SignedDuration::from_millis(1_999))));
        assert!(is_bot("http://spam.test", Some(SignedDuration::from_mins(5))));
        assert!(!is_bot(" ", Some(MIN_FILL_TIME)));
        assert!(!is_bot("", Some(SignedDuration::from_hours(30))));
        assert!(!is_bot("", None));
    }
}
