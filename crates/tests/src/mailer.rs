//! A mailer that records mails, and that fails or blocks on request.

use std::sync::Mutex;

use async_trait::async_trait;
use tala_gateways::mail::{Composer, MailAddress, MailError, Mailer, OutgoingMail};
use tokio::sync::watch;

/// How deliveries end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailMode {
    /// Deliveries succeed.
    Delivering,
    /// The server is unreachable: retry later.
    Unreachable,
    /// The server rejects the mail permanently.
    Rejecting,
    /// Every delivery blocks until the mode changes.
    Blocking,
}

/// Records every accepted mail as composed for SMTP.
pub struct RecordingMailer {
    composer: Composer,
    mode: watch::Sender<MailMode>,
    waiting: watch::Sender<usize>,
    taken: Mutex<Vec<(OutgoingMail, Vec<u8>)>>,
    attempts: Mutex<usize>,
}

impl Default for RecordingMailer {
    fn default() -> Self {
        let from = MailAddress { name: "Tala".to_owned(), address: "classes@tala.test".to_owned() };
        Self {
            composer: Composer::new(&from, "tala.test").unwrap(),
            mode: watch::channel(MailMode::Delivering).0,
            waiting: watch::channel(0).0,
            taken: Mutex::default(),
            attempts: Mutex::default(),
        }
    }
}

impl RecordingMailer {
    /// Sets how further deliveries end.
    pub fn set(&self, mode: MailMode) {
        self.mode.send_replace(mode);
    }

    /// Waits until `count` deliveries are blocked.
    pub async fn wait_for_blocked(&self, count: usize) {
        self.waiting.subscribe().wait_for(|waiting| *waiting >= count).await.unwrap();
    }

    /// All accepted mails, oldest first.
    pub fn sent(&self) -> Vec<OutgoingMail> {
        self.taken.lock().unwrap().iter().map(|(mail, _)| mail.clone()).collect()
    }

    /// All accepted mails as bytes on the wire.
    pub fn sent_bytes(&self) -> Vec<Vec<u8>> {
        self.taken.lock().unwrap().iter().map(|(_, bytes)| bytes.clone()).collect()
    }

    /// Accepted mails to this address.
    pub fn sent_to(&self, address: &str) -> Vec<OutgoingMail> {
        self.sent().into_iter().filter(|mail| mail.to.address == address).collect()
    }

    /// Number of deliveries attempted, accepted or not.
    pub fn attempts(&self) -> usize {
        *self.attempts.lock().unwrap()
    }
}

#[async_trait]
impl Mailer for RecordingMailer {
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError> {
        *self.attempts.lock().unwrap() += 1;
        let message = self.composer.compose(mail)?;
        let mut mode = self.mode.subscribe();
        if *mode.borrow() == MailMode::Blocking {
            self.waiting.send_modify(|waiting| *waiting += 1);
            mode.wait_for(|mode| *mode != MailMode::Blocking).await.unwrap();
            self.waiting.send_modify(|waiting| *waiting -= 1);
        }
        let now = *mode.borrow();
        match now {
            MailMode::Unreachable => Err(MailError::Temporary("the test's mail server is away".to_owned())),
            MailMode::Rejecting => Err(MailError::Permanent("the test's mail server refuses".to_owned())),
            MailMode::Delivering | MailMode::Blocking => {
                self.taken.lock().unwrap().push((mail.clone(), message.formatted()));
                Ok(())
            }
        }
    }
}
