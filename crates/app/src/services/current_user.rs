//! The person who sends a request, with the role that was checked.

use tala_domain::error::ErrorCode;
use tala_domain::identity::{Email, Role};
use tala_domain::ids::PersonId;
use tala_store::people::Person;

/// A stored person, whatever the role.
pub struct CurrentUser {
    /// The person.
    pub person: Person,
    /// Today's role (D8).
    pub role: Role,
}

/// A student and their teacher.
pub struct Student {
    /// The person.
    pub person: Person,
    /// The teacher who invited them.
    pub teacher_id: PersonId,
}

/// An approved teacher.
pub struct Teacher {
    /// The person.
    pub person: Person,
}

impl CurrentUser {
    /// # Errors
    /// `not_yourself` if `email` is another person's (D4).
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(&self.person, email)
    }

    /// # Errors
    /// `not_yourself` if `id` is another person's (D4).
    pub fn require_self(&self, id: &str) -> Result<(), ErrorCode> {
        require_self(&self.person, id)
    }
}

impl Student {
    /// # Errors
    /// `not_yourself` if `email` is another person's (D4).
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(&self.person, email)
    }

    /// # Errors
    /// `not_yourself` if `id` is another person's (D4).
    pub fn require_self(&self, id: &str) -> Result<(), ErrorCode> {
        require_self(&self.person, id)
    }
}

impl Teacher {
    /// # Errors
    /// `not_yourself` if `email` is another person's (D4).
    pub fn require_own_email(&self, email: &str) -> Result<(), ErrorCode> {
        require_own_email(&self.person, email)
    }

    /// # Errors
    /// `not_yourself` if `id` is another person's (D4).
    pub fn require_self(&self, id: PersonId) -> Result<(), ErrorCode> {
        if self.person.id == id { Ok(()) } else { Err(ErrorCode::NotYourself) }
    }
}

fn require_own_email(person: &Person, email: &str) -> Result<(), ErrorCode> {
    let claimed = Email::parse(email).map_err(|_| ErrorCode::NotYourself)?;
    let own = person.email.as_deref().and_then(|own| Email::parse(own).ok());
    if own.is_some_and(|own| own.key() == claimed.key()) { Ok(()) } else { Err(ErrorCode::NotYourself) }
}

fn require_self(person: &Person, id: &str) -> Result<(), ErrorCode> {
    if id.parse() == Ok(person.id) { Ok(()) } else { Err(ErrorCode::NotYourself) }
}
