//! What the issuer asks of the program around it: time, randomness and outgoing mail.

use async_trait::async_trait;
use jiff::Timestamp;

/// The time of day. Tests move it; production reads the system's.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> Timestamp;
}

/// Randomness good enough for secrets.
pub trait Entropy: Send + Sync {
    /// Fills `bytes` with unpredictable values.
    fn fill(&self, bytes: &mut [u8]);
}

/// Sends one mail. The issuer waits for the answer, so an implementation should queue rather than talk to a slow server.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands over a mail with a plain and an HTML body.
    ///
    /// # Errors
    /// A sentence for the log when the mail was not accepted; the person is then asked to try again.
    async fn send(&self, to_name: &str, to_address: &str, subject: &str, text: &str, html: &str) -> Result<(), String>;
}
