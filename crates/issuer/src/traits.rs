//! The traits that the host program implements: clock, randomness and outgoing email.

use async_trait::async_trait;
use jiff::Timestamp;

/// The current time. Tests use a movable clock.
pub trait Clock: Send + Sync {
    /// The current instant.
    fn now(&self) -> Timestamp;
}

/// A cryptographically secure random number generator.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with random values.
    fn fill(&self, bytes: &mut [u8]);
}

/// Sends email. Requests wait for [`Mailer::send`], so an implementation should enqueue the message.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends or enqueues an email with a plain-text and an HTML body.
    ///
    /// # Errors
    /// A description for the log if the message was not accepted. The user sees an error page and can retry.
    async fn send(&self, to_name: &str, to_address: &str, subject: &str, text: &str, html: &str) -> Result<(), String>;
}
