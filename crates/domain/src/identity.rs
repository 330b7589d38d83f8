//! People: role, email address, name, phone, and a teacher's invite code and profile (D5, D8, D9).

mod age;
mod birth_date;
mod contact;
mod invite_code;
mod links;
mod meeting_link;
mod role;
mod settings;
mod teacher;

use crate::error::{ErrorCode, FieldErrors};

pub use age::{AgeBand, StatedAge};
pub use birth_date::{ADULT_AGE, BirthDate};
pub use contact::{Email, MAX_EMAIL_BYTES, MAX_NAME_CHARS, MAX_PHONE_CHARS, PersonName, Phone};
pub use invite_code::InviteCode;
pub use links::{InstagramHandle, MAX_LINK_CHARS, VideoLink};
pub use meeting_link::MeetingLink;
pub use role::{Role, TeacherStatus, resolve_role};
pub use settings::{AccountEdit, OptionalMail, RawAccountEdit, TERMS_VERSION, WeekStart};
pub use teacher::{
    AgeGroup, DanceStyle, ProfileEdit, RawApplication, RawProfileEdit, RawStyle, StyleLevel, TeacherApplication,
    TeacherCountry, YearsTeaching, limits,
};

/// Why a field of a person is invalid. `Display` gives the message for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IdentityError {
    /// The email address is missing.
    #[error("Please enter your email!")]
    EmailRequired,
    /// The text is not an email address, or is longer than 254 bytes.
    #[error("Please enter a valid email!")]
    EmailInvalid,
    /// The name has no visible character.
    #[error("Please enter your name!")]
    NameRequired,
    /// The name is longer than 200 characters.
    #[error("Please shorten your name to 200 characters")]
    NameTooLong,
    /// The text does not have the format of an invite code.
    #[error("{}", ErrorCode::InvalidInviteCode.message())]
    InviteCodeInvalid,
    /// The phone number has no digit, a character that is not allowed, or more than 32 characters.
    #[error("Please enter a valid phone number, or leave it empty")]
    PhoneInvalid,
    /// The text is not the date of birth of a living person.
    #[error("Please enter a date of birth, such as 2016-04-23")]
    BirthDateInvalid,
    /// The text is not one of the age ranges.
    #[error("Please choose one of the age ranges")]
    AgeBandInvalid,
    /// The form has both a date of birth and an age range.
    #[error("Please give either a date of birth or an age range")]
    AgeStatedTwice,
    /// The link is not a Google Meet link.
    #[error("Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)")]
    MeetingLinkInvalid,
    /// The link is not an `https://` URL.
    #[error("Please enter a link that starts with https://")]
    LinkInvalid,
    /// The text is not an Instagram handle.
    #[error("Please enter your Instagram name, such as @asha.dance")]
    InstagramInvalid,
}

impl IdentityError {
    /// Returns the stable error code.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::InviteCodeInvalid => ErrorCode::InvalidInviteCode,
            _ => ErrorCode::InvalidFields,
        }
    }

    /// Converts the error to that of a field in a request.
    pub fn for_field(self, field: &str) -> FieldErrors {
        FieldErrors::one(field, self.to_string())
    }
}
