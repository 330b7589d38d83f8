//! A signed-in person.

use tala_domain::ids::PersonId;

use crate::identity_provider::Token;

/// A signed-in person.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: PersonId,
    /// Subject at the identity provider.
    pub subject: String,
    /// Verified email address.
    pub email: String,
    pub name: String,
    /// The learner named in this person's requests: the person is the learner, and token and address are a guardian's.
    pub acts_for: Option<PersonId>,
}

impl Person {
    /// Claims of a valid access token of this person.
    pub fn token(&self) -> Token {
        Token::of(&self.subject).email(&self.email)
    }
}
