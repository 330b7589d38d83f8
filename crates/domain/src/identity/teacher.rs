//! A teacher's application and profile (SPEC §2, §3, §5).

mod application;
mod edit;
mod enums;
#[cfg(test)]
mod tests;

use crate::error::form::Form;
use crate::error::text::{is_blank, paragraphs};

pub use application::{RawApplication, RawStyle, TeacherApplication};
pub use edit::{ProfileEdit, RawProfileEdit};
pub use enums::{AgeGroup, DanceStyle, StyleLevel, TeacherCountry, YearsTeaching};

/// Limits of a profile.
pub mod limits {
    /// The maximum length of a first or last name, in characters.
    pub const MAX_NAME_CHARS: usize = 100;
    /// The minimum length of a bio, in characters (SPEC §5).
    pub const MIN_BIO_CHARS: usize = 50;
    /// The maximum length of a bio, in characters (SPEC §5).
    pub const MAX_BIO_CHARS: usize = 1_000;
    /// The maximum length of experience, education and guru, in characters each.
    pub const MAX_STORY_CHARS: usize = 2_000;
    /// The maximum length of the notes for administrators, in characters.
    pub const MAX_NOTES_CHARS: usize = 2_000;
    /// The maximum length of a highlight, in characters.
    pub const MAX_HIGHLIGHT_CHARS: usize = 200;
    /// The maximum number of highlights.
    pub const MAX_HIGHLIGHTS: usize = 10;
    /// The maximum number of dance styles.
    pub const MAX_STYLES: usize = 20;
    /// The maximum length of a dance style tag in a profile, in characters.
    pub const MAX_STYLE_CHARS: usize = 50;
    /// The maximum number of languages.
    pub const MAX_LANGUAGES: usize = 10;
}

const STYLE_REQUIRED: &str = "Please select at least one dance style";
const TOO_MANY_STYLES: &str = "Please use at most 20 dance styles";
const DUPLICATE_STYLE: &str = "This dance style is in the list twice";
const EXPERIENCE_REQUIRED: &str = "Please describe your teaching experience";

/// Parses a bio of 50 to 1000 characters (SPEC §5).
fn parse_bio(field: &str, text: &str, form: &mut Form) -> String {
    let bio = paragraphs(text);
    let length = bio.chars().count();
    if length < limits::MIN_BIO_CHARS || is_blank(&bio) {
        form.reject(field, "Bio should be at least 50 characters");
    } else if length > limits::MAX_BIO_CHARS {
        form.reject(field, "Bio cannot exceed 1000 characters");
    }
    bio
}
