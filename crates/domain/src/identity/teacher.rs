//! A teacher's profile: what the wizard asks for, and what may be changed later (SPEC §2, §3, §5).

mod application;
mod edit;
#[cfg(test)]
mod tests;
mod words;

use crate::error::form::Form;
use crate::error::text::{is_blank, paragraphs};

pub use application::{RawApplication, RawStyle, TeacherApplication};
pub use edit::{ProfileEdit, RawProfileEdit};
pub use words::{AgeGroup, DanceStyle, Level, StyleLevel, TeacherCountry, YearsTeaching};

/// How long the parts of a profile may be, in characters, and how many there may be.
pub mod limits {
    /// A first or a last name.
    pub const NAME_CHARS: usize = 100;
    /// The shortest bio (SPEC §5).
    pub const MIN_BIO_CHARS: usize = 50;
    /// The longest bio (SPEC §5).
    pub const BIO_CHARS: usize = 1_000;
    /// Experience, education, guru.
    pub const STORY_CHARS: usize = 2_000;
    /// Notes for the administrators.
    pub const NOTES_CHARS: usize = 2_000;
    /// One highlight.
    pub const HIGHLIGHT_CHARS: usize = 200;
    /// All highlights.
    pub const HIGHLIGHTS: usize = 10;
    /// All dance styles.
    pub const STYLES: usize = 20;
    /// One dance style, as a tag of the profile.
    pub const STYLE_CHARS: usize = 50;
}

const STYLE_REQUIRED: &str = "Please select at least one dance style";
const STYLES_TOO_MANY: &str = "Please use at most 20 dance styles";
const STYLE_TWICE: &str = "This dance style is in the list twice";
const EXPERIENCE_REQUIRED: &str = "Please describe your teaching experience";

/// A bio of 50 to 1000 characters (SPEC §5).
fn read_bio(field: &str, text: &str, form: &mut Form) -> String {
    let bio = paragraphs(text);
    let length = bio.chars().count();
    if length < limits::MIN_BIO_CHARS || is_blank(&bio) {
        form.refuse(field, "Bio should be at least 50 characters");
    } else if length > limits::BIO_CHARS {
        form.refuse(field, "Bio cannot exceed 1000 characters");
    }
    bio
}
