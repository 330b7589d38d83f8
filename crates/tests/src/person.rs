//! A signed-in person.

use tala_domain::ids::PersonId;

use crate::identity_provider::Token;

/// A signed-in person.
#[derive(Clone, Debug)]
pub struct Person {
    /// Their id.
    pub id: PersonId,
    /// The provider's subject.
    pub subject: String,
    /// Their verified address.
    pub email: String,
    /// Their name.
    pub name: String,
}

impl Person {
    /// What a good access token says about them.
    pub fn token(&self) -> Token {
        Token::of(&self.subject).email(&self.email)
    }
}
