//! Outgoing mail (D30–D32): composition of messages, and delivery by SMTP or into a local mailbox.

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

/// An email address with a display name. The name can contain any text; it is cleaned when the message is composed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailAddress {
    /// The display name; empty for none.
    pub name: String,
    /// The bare address, `local@domain`.
    pub address: String,
}

/// The calendar part of a mail (D32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarPart {
    /// The iCalendar object. Its `METHOD` must equal `method`.
    pub text: String,
    /// `REQUEST`, `CANCEL` or `PUBLISH`.
    pub method: String,
}

/// A mail to one recipient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingMail {
    /// The local part of the `Message-ID`: letters, digits, `.`, `_`, `-`. The same for every attempt, so that recipients can
    /// detect duplicates.
    pub message_id: String,
    /// The `Date` header. The same for every attempt.
    pub date: Timestamp,
    /// The recipient.
    pub to: MailAddress,
    /// The `Reply-To` address, if it is not the sender.
    pub reply_to: Option<MailAddress>,
    /// The subject; control characters and line breaks are removed.
    pub subject: String,
    /// The plain-text body.
    pub text: String,
    /// The HTML body.
    pub html: String,
    /// The calendar invitation, if any.
    pub invitation: Option<CalendarPart>,
    /// Additional headers, such as `List-Unsubscribe`. Headers that the composer sets are rejected.
    pub headers: Vec<(String, String)>,
}

/// Why a mail was not sent. The message is for logs and operators.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// A retry can succeed: a 4xx reply, a connection error, a timeout, or a mistake in the mail settings.
    #[error("temporary mail error: {0}")]
    Temporary(String),
    /// A retry cannot succeed: a 5xx reply, or a mail that cannot be composed.
    #[error("permanent mail error: {0}")]
    Permanent(String),
}

impl MailError {
    /// Whether a retry can succeed.
    pub const fn is_temporary(&self) -> bool {
        matches!(self, Self::Temporary(_))
    }
}

/// An invalid mail setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("mail.{field}: {message}")]
pub struct MailSettingsError {
    /// The name of the setting.
    pub field: &'static str,
    /// The problem; never contains the password.
    pub message: String,
}

impl MailSettingsError {
    fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }
}

/// Delivers mail: to an SMTP server, or into a local mailbox.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Delivers a mail. `Ok` means that the receiving side has accepted responsibility for it.
    ///
    /// # Errors
    /// [`MailError::Temporary`] if a retry can succeed, otherwise [`MailError::Permanent`].
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError>;
}
