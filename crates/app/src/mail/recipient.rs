//! Who reads a mail, and in which language and clock.

use tala_domain::time::{Language, TimeText};
use tala_gateways::mail::MailAddress;
use tala_store::people::Person;

use crate::mail::job_outcome::JobOutcome;

/// The recipient of a mail.
#[derive(Clone, Debug)]
pub(super) struct Recipient {
    /// Name and address.
    pub(super) to: MailAddress,
    /// The recipient's language and clock.
    pub(super) text: TimeText,
}

impl Recipient {
    /// A recipient without an account, or staff: in English.
    pub(super) fn english(to: MailAddress) -> Self {
        Self { to, text: TimeText::default() }
    }

    /// The recipient's language.
    pub(super) const fn language(&self) -> Language {
        self.text.language
    }
}

impl TryFrom<Person> for Recipient {
    type Error = JobOutcome;
    fn try_from(person: Person) -> Result<Self, JobOutcome> {
        let text = person.time_text();
        let address = person
            .email
            .ok_or_else(|| JobOutcome::PermanentFailure("the recipient has no verified address".to_owned()))?;
        Ok(Self { to: MailAddress { name: person.name, address }, text })
    }
}
