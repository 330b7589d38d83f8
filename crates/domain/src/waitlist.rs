//! What somebody without an invite code asks for: to teach or to learn, where, and which style (SPEC §2, §3, §5).

use crate::error::{FieldError, FieldErrors};
use crate::time::SignedDuration;

/// The longest place name, in characters.
pub const MAX_PLACE_CHARS: usize = 200;
/// Nobody fills in six fields faster; the client holds back whoever does, by autofill.
pub const LEAST_FILL_TIME: SignedDuration = SignedDuration::from_secs(2);

const LOCATION_REQUIRED: &str = "Please enter your location!";
const COUNTRY_REQUIRED: &str = "Please enter your country!";
const ROLE_UNKNOWN: &str = "Please choose whether you teach or learn";
const STYLE_UNKNOWN: &str = "Please select a dance style";

words! {
    /// What somebody wants to do.
    Role {
        /// To teach; the form's default.
        Teacher = "Teacher",
        /// To learn.
        Student = "Student",
    }
}

words! {
    /// The dance styles of the waitlist, in the form's order; others than those of teachers.
    Style {
        /// The form's default.
        Edm = "EDM",
        /// Bharatanatyam, Kathak and their sisters.
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
        /// Anything else.
        Others = "Others",
    }
}

/// The form without the person, checked. Name and address are read by the identity rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interest {
    /// To teach or to learn.
    pub role: Role,
    /// Town or region, on one line.
    pub location: String,
    /// Country, on one line.
    pub country: String,
    /// The style.
    pub style: Style,
}

impl Interest {
    /// Reads the form. A blank role or style is the form's default.
    ///
    /// # Errors
    /// Every field that breaks a rule, in the form's order.
    pub fn parse(role: &str, location: &str, country: &str, style: &str) -> Result<Self, FieldErrors> {
        let role = word(role, Role::Teacher, Role::parse).ok_or_else(|| FieldError::new("role", ROLE_UNKNOWN));
        let location = place("location", location, LOCATION_REQUIRED);
        let country = place("country", country, COUNTRY_REQUIRED);
        let style = word(style, Style::Edm, Style::parse).ok_or_else(|| FieldError::new("dancestyle", STYLE_UNKNOWN));
        match (role, location, country, style) {
            (Ok(role), Ok(location), Ok(country), Ok(style)) => Ok(Self { role, location, country, style }),
            (role, location, country, style) => {
                let errors = [role.err(), location.err(), country.err(), style.err()];
                Err(FieldErrors(errors.into_iter().flatten().collect()))
            }
        }
    }
}

/// Whether a machine has filled in the form: into a field that people do not see, or faster than people can.
pub fn is_machine(hidden_field: &str, stood_open: SignedDuration) -> bool {
    !hidden_field.trim().is_empty() || stood_open < LEAST_FILL_TIME
}

fn word<T>(text: &str, default: T, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    let text = text.trim();
    if text.is_empty() { Some(default) } else { parse(text) }
}

fn place(field: &str, text: &str, required: &str) -> Result<String, FieldError> {
    let visible = |c: char| !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}');
    let plain: String = text.chars().filter(|c| visible(*c)).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return Err(FieldError::new(field, required));
    }
    if line.chars().count() > MAX_PLACE_CHARS {
        return Err(FieldError::new(field, format!("Please shorten your {field} to {MAX_PLACE_CHARS} characters")));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(role: &str, location: &str, country: &str, style: &str) -> Vec<(String, String)> {
        let FieldErrors(errors) = Interest::parse(role, location, country, style).unwrap_err();
        errors.into_iter().map(|error| (error.field, error.message)).collect()
    }

    #[test]
    fn the_form_is_read_and_its_defaults_are_teacher_and_edm() {
        let interest = Interest::parse("", " Porto\n", "Portugal", "").unwrap();
        assert_eq!(interest.role, Role::Teacher);
        assert_eq!(interest.style, Style::Edm);
        assert_eq!((interest.location.as_str(), interest.country.as_str()), ("Porto", "Portugal"));
        for role in Role::ALL {
            for style in Style::ALL {
                let interest = Interest::parse(role.as_str(), "சென்னை", "India", style.as_str()).unwrap();
                assert_eq!((interest.role, interest.style), (*role, *style));
            }
        }
    }

    #[test]
    fn every_wrong_field_is_named_with_its_own_sentence() {
        assert_eq!(
            wrong("Guru", "  ", "\u{200B}", "Tango"),
            [
                ("role".to_owned(), ROLE_UNKNOWN.to_owned()),
                ("location".to_owned(), "Please enter your location!".to_owned()),
                ("country".to_owned(), "Please enter your country!".to_owned()),
                ("dancestyle".to_owned(), STYLE_UNKNOWN.to_owned()),
            ]
        );
        let long = "x".repeat(MAX_PLACE_CHARS + 1);
        assert_eq!(wrong("", &long, "India", "")[0].1, "Please shorten your location to 200 characters");
        assert!(Interest::parse("", &"ñ".repeat(MAX_PLACE_CHARS), "India", "").is_ok());
    }

    #[test]
    fn places_are_one_line_without_signs_that_hide_or_turn_text() {
        let interest = Interest::parse("", "New\u{0}\tYork \u{202E}City", "USA", "").unwrap();
        assert_eq!(interest.location, "New York City");
    }

    #[test]
    fn machines_are_quick_or_fill_in_what_nobody_sees() {
        assert!(is_machine("", SignedDuration::ZERO));
        assert!(is_machine("", SignedDuration::from_millis(1_999)));
        assert!(is_machine("http://spam.test", SignedDuration::from_mins(5)));
        assert!(!is_machine(" ", LEAST_FILL_TIME));
        assert!(!is_machine("", SignedDuration::from_hours(30)));
    }
}
