//! Who somebody is: role, e-mail address, name, phone, a teacher's invite code and profile (D5, D8, D9).

mod contact;
mod invite_code;
mod links;
mod meeting_link;
mod role;
mod teacher;

use crate::error::{ErrorCode, FieldErrors};

pub use contact::{Email, MAX_EMAIL_BYTES, MAX_NAME_CHARS, MAX_PHONE_CHARS, PersonName, Phone};
pub use invite_code::InviteCode;
pub use links::{Instagram, MAX_LINK_CHARS, VideoLink};
pub use meeting_link::MeetingLink;
pub use role::{Role, TeacherStatus, role_of};
pub use teacher::{
    AgeGroup, DanceStyle, Level, ProfileEdit, RawApplication, RawProfileEdit, RawStyle, StyleLevel, TeacherApplication,
    TeacherCountry, YearsTeaching, limits,
};

/// Which part of a person's data breaks a rule. The text is the sentence to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum IdentityError {
    /// No e-mail address was given.
    #[error("Please enter your email!")]
    EmailRequired,
    /// It is not an e-mail address, or longer than 254 bytes.
    #[error("Please enter a valid email!")]
    EmailInvalid,
    /// The name has nothing that can be seen.
    #[error("Please enter your name!")]
    NameRequired,
    /// The name is longer than 200 characters.
    #[error("Please shorten your name to 200 characters")]
    NameTooLong,
    /// It does not look like an invite code.
    #[error("{}", ErrorCode::InvalidInviteCode.message())]
    InviteCodeInvalid,
    /// The phone number has no digit, other signs than a number has, or more than 32 characters.
    #[error("Please enter a valid phone number, or leave it empty")]
    PhoneInvalid,
    /// It is no meeting at the provider.
    #[error("Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)")]
    MeetingLinkInvalid,
    /// It is no address of a page.
    #[error("Please enter a link that starts with https://")]
    LinkInvalid,
    /// It is no name at Instagram.
    #[error("Please enter your Instagram name, such as @asha.dance")]
    InstagramInvalid,
}

impl IdentityError {
    /// The stable code of the refusal.
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::InviteCodeInvalid => ErrorCode::InvalidInviteCode,
            _ => ErrorCode::InvalidFields,
        }
    }

    /// The error as that of a request's field.
    pub fn at(self, field: &str) -> FieldErrors {
        FieldErrors::one(field, self.to_string())
    }
}
