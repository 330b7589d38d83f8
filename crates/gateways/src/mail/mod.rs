//! Mail that leaves the house (D30–D32): what a mail is, how it becomes a message, and who carries it.

mod compose;
mod mailbox;
mod smtp;

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use compose::{Composer, clean_line};
pub use mailbox::{Mailbox, StoredMail};
pub use smtp::{SmtpMailer, SmtpSettings};

/// A name and an address. The name may be anything that a person typed, or empty; it is cleaned when the mail is composed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// The name to show; empty for none.
    pub name: String,
    /// The bare address, `local@domain`.
    pub address: String,
}

/// A calendar invitation that travels with a mail (D32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ics {
    /// The iCalendar text. Its METHOD must be `method`.
    pub text: String,
    /// `REQUEST`, `CANCEL` or `PUBLISH`.
    pub method: String,
}

/// One mail to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingMail {
    /// The local part of the Message-ID: letters, digits, `.`, `_`, `-`. The same at every attempt, so that a
    /// receiver can recognise a mail that arrives twice.
    pub message_id: String,
    /// The Date header. The same at every attempt.
    pub date: Timestamp,
    /// The receiver.
    pub to: Party,
    /// Where answers go, if not to the sender.
    pub reply_to: Option<Party>,
    /// The subject; line breaks and control characters are taken out.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
    /// The invitation, if the mail carries one.
    pub invitation: Option<Ics>,
    /// Further headers, such as `List-Unsubscribe`. Headers that the composer writes itself are refused.
    pub headers: Vec<(String, String)>,
}

/// Why a mail did not go out. The text is for the log and the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// It may work later: 4xx, connection, time-out, or a mistake in our own mail settings.
    #[error("mail could not be sent now: {0}")]
    Temporary(String),
    /// It will never work: 5xx, or a mail that cannot be composed.
    #[error("mail cannot be sent: {0}")]
    Permanent(String),
}

impl MailError {
    /// Whether another attempt makes sense.
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Temporary(_))
    }
}

/// Mail settings that cannot work.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("mail.{field}: {message}")]
pub struct MailSettingsError {
    /// The setting to change.
    pub field: &'static str,
    /// What is wrong with it; never contains the password.
    pub message: String,
}

impl MailSettingsError {
    fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

/// Carries mail: an SMTP server, or the local mailbox.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands the mail over. `Ok` means that the other side has taken responsibility for it.
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError>;
}
