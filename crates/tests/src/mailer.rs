//! A mailer that keeps what it is given, and fails or waits when told.

use std::sync::Mutex;

use async_trait::async_trait;
use tala_gateways::mail::{Composer, MailError, Mailer, OutgoingMail, Party};
use tokio::sync::watch;

/// How the world treats mail at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weather {
    /// It arrives.
    Fine,
    /// The server is away: try again later.
    Away,
    /// The server refuses for good.
    Refusing,
    /// Every delivery waits until the weather changes.
    Slow,
}

/// Keeps every mail that was taken, as it was composed for SMTP.
pub struct RecordingMailer {
    composer: Composer,
    weather: watch::Sender<Weather>,
    waiting: watch::Sender<usize>,
    taken: Mutex<Vec<(OutgoingMail, Vec<u8>)>>,
    attempts: Mutex<usize>,
}

impl Default for RecordingMailer {
    fn default() -> Self {
        let from = Party { name: "Tala".to_owned(), address: "classes@tala.test".to_owned() };
        Self {
            composer: Composer::new(&from, "tala.test").unwrap(),
            weather: watch::channel(Weather::Fine).0,
            waiting: watch::channel(0).0,
            taken: Mutex::default(),
            attempts: Mutex::default(),
        }
    }
}

impl RecordingMailer {
    /// Changes how mail fares from now on.
    pub fn set(&self, weather: Weather) {
        self.weather.send_replace(weather);
    }

    /// Waits until `count` deliveries are held up by slow weather.
    pub async fn held_up(&self, count: usize) {
        self.waiting.subscribe().wait_for(|waiting| *waiting >= count).await.unwrap();
    }

    /// Everything taken so far, in order.
    pub fn sent(&self) -> Vec<OutgoingMail> {
        self.taken.lock().unwrap().iter().map(|(mail, _)| mail.clone()).collect()
    }

    /// Everything taken so far, as bytes on the wire.
    pub fn wires(&self) -> Vec<Vec<u8>> {
        self.taken.lock().unwrap().iter().map(|(_, bytes)| bytes.clone()).collect()
    }

    /// What was taken for this address.
    pub fn sent_to(&self, address: &str) -> Vec<OutgoingMail> {
        self.sent().into_iter().filter(|mail| mail.to.address == address).collect()
    }

    /// How often anything was handed over, taken or not.
    pub fn attempts(&self) -> usize {
        *self.attempts.lock().unwrap()
    }
}

#[async_trait]
impl Mailer for RecordingMailer {
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError> {
        *self.attempts.lock().unwrap() += 1;
        let message = self.composer.compose(mail)?;
        let mut weather = self.weather.subscribe();
        if *weather.borrow() == Weather::Slow {
            self.waiting.send_modify(|waiting| *waiting += 1);
            weather.wait_for(|weather| *weather != Weather::Slow).await.unwrap();
            self.waiting.send_modify(|waiting| *waiting -= 1);
        }
        let now = *weather.borrow();
        match now {
            Weather::Away => Err(MailError::Temporary("the test's mail server is away".to_owned())),
            Weather::Refusing => Err(MailError::Permanent("the test's mail server refuses".to_owned())),
            Weather::Fine | Weather::Slow => {
                self.taken.lock().unwrap().push((mail.clone(), message.formatted()));
                Ok(())
            }
        }
    }
}
