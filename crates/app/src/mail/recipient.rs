//! Who reads a mail, and in which language and clock.

use std::ops::Deref;

use tala_domain::ids::PersonId;
use tala_domain::time::{Language, TimeText, Zone};
use tala_gateways::mail::MailAddress;
use tala_store::StoreError;
use tala_store::people::{self, Person};

use crate::context::Ctx;
use crate::mail::format::parse_zone;
use crate::mail::job_outcome::JobOutcome;

/// What composing a mail needs.
#[derive(Clone, Copy)]
pub(super) struct MailContext<'a> {
    /// The context of the application.
    ctx: &'a Ctx,
    /// The guardian who reads a mail about a learner; `None` is the first one with an address.
    guardian: Option<PersonId>,
}

impl<'a> MailContext<'a> {
    pub(super) const fn new(ctx: &'a Ctx, guardian: Option<PersonId>) -> Self {
        Self { ctx, guardian }
    }
}

impl Deref for MailContext<'_> {
    type Target = Ctx;
    fn deref(&self) -> &Ctx {
        self.ctx
    }
}

/// The learner of a mail to a guardian.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    pub(super) id: PersonId,
    pub(super) name: String,
}

/// The recipient of a mail.
#[derive(Clone, Debug)]
pub(super) struct Recipient {
    /// Name and address.
    pub(super) to: MailAddress,
    /// The recipient's language and clock.
    pub(super) text: TimeText,
    /// The learner, if the recipient is a guardian.
    pub(super) learner: Option<Learner>,
}

impl Recipient {
    /// A recipient without an account, or staff: in English.
    pub(super) fn english(to: MailAddress) -> Self {
        Self::in_text(to, TimeText::default())
    }

    /// A recipient who is not a guardian.
    pub(super) const fn in_text(to: MailAddress, text: TimeText) -> Self {
        Self { to, text, learner: None }
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
        Ok(Self::in_text(MailAddress { name: person.name, address }, text))
    }
}

/// Who reads the mails about a person: the person, or a guardian if it is a learner under 18 or without an address (ADR 14).
pub(super) struct Reader {
    /// The reader, perhaps without an address.
    person: Person,
    /// The learner whose guardian the reader is.
    learner: Option<Learner>,
    /// The reader, or the learner, cannot use the product.
    is_suspended: bool,
}

impl MailContext<'_> {
    /// Finds who reads the mails about a person.
    pub(super) async fn find_reader(&self, about: Person) -> Result<Reader, StoreError> {
        let is_suspended = about.suspended_at.is_some();
        if about.is_independent(self.now()) {
            return Ok(Reader { person: about, learner: None, is_suspended });
        }
        let guardians = people::list_guardians(self.store.read(), about.id).await?;
        let is_reader = |guardian: &Person| match self.guardian {
            Some(id) => guardian.id == id,
            None => guardian.email.is_some(),
        };
        Ok(match guardians.into_iter().find(is_reader) {
            Some(person) => {
                let is_suspended = is_suspended || person.suspended_at.is_some();
                Reader { person, learner: Some(Learner { id: about.id, name: about.name }), is_suspended }
            }
            None => Reader { person: about, learner: None, is_suspended },
        })
    }
}

impl Reader {
    /// The reader's id, to ask for their choice of mails.
    pub(super) const fn id(&self) -> PersonId {
        self.person.id
    }

    /// The reader's address.
    pub(super) fn address(&self) -> Option<&str> {
        self.person.email.as_deref()
    }

    /// Whether the reader is a guardian of the person.
    pub(super) const fn is_guardian(&self) -> bool {
        self.learner.is_some()
    }

    /// Whether the reader has an address.
    pub(super) const fn has_address(&self) -> bool {
        self.person.email.is_some()
    }

    /// Whether the reader, or the learner, cannot use the product.
    pub(super) const fn is_suspended(&self) -> bool {
        self.is_suspended
    }

    /// The reader's zone, if known.
    pub(super) fn known_zone(&self) -> Option<Zone> {
        parse_zone(self.person.time_zone.as_deref())
    }

    /// The zone in which the reader reads times; India's if it is unknown (D41).
    pub(super) fn zone(&self) -> Zone {
        self.known_zone().unwrap_or_else(Zone::india)
    }
}

impl TryFrom<Reader> for Recipient {
    type Error = JobOutcome;
    fn try_from(reader: Reader) -> Result<Self, JobOutcome> {
        Ok(Self { learner: reader.learner, ..reader.person.try_into()? })
    }
}
