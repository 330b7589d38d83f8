//! Who somebody is: role, e-mail address, name, phone, and a teacher's invite code (D5, D8, D9).

mod contact;
mod invite_code;
mod role;

use crate::error::{ErrorCode, FieldErrors};

pub use contact::{Email, MAX_EMAIL_BYTES, MAX_NAME_CHARS, MAX_PHONE_CHARS, PersonName, Phone};
pub use invite_code::InviteCode;
pub use role::{Role, TeacherStatus, role_of};

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
