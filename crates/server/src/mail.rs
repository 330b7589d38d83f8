//! Outgoing mail: SMTP, or the local mailbox.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use secrecy::SecretString;
use tala_app::context::Entropy as _;
use tala_gateways::mail::{Composer, MailAddress, Mailbox, Mailer, OutgoingMail, SmtpMailer, SmtpSettings};

use crate::config::Config;
use crate::system::{SystemClock, SystemEntropy};

/// Validates the configuration without opening a connection.
pub(crate) fn check(config: &Config) -> Result<()> {
    let composer = composer(config)?;
    if !config.mail.smtp_url.is_empty() {
        smtp_mailer(config, composer)?;
    }
    Ok(())
}

/// Returns the mailer, and the local mailbox unless an SMTP server is configured.
pub(crate) async fn mailer(config: &Config) -> Result<(Arc<dyn Mailer>, Option<Arc<Mailbox>>)> {
    let composer = composer(config)?;
    if config.mail.smtp_url.is_empty() {
        let mailbox = Arc::new(Mailbox::open(config.data.dir.join("mailbox"), composer).await?);
        return Ok((mailbox.clone(), Some(mailbox)));
    }
    Ok((Arc::new(smtp_mailer(config, composer)?), None))
}

fn composer(config: &Config) -> Result<Composer> {
    let from = MailAddress { name: config.product.name.clone(), address: config.mail.from.clone() };
    let domain = config.mail.from.rsplit('@').next().unwrap_or("localhost");
    Composer::new(&from, domain).context("mail.from")
}

fn smtp_mailer(config: &Config, composer: Composer) -> Result<SmtpMailer> {
    let settings = SmtpSettings::new(SecretString::from(config.mail.smtp_url.0.clone()));
    SmtpMailer::new(&settings, composer).context("mail.smtp_url")
}

/// Sends the built-in issuer's mails through the application's mailer.
pub(crate) struct IssuerMailer {
    pub(crate) mailer: Arc<dyn Mailer>,
    pub(crate) clock: Arc<SystemClock>,
}

#[async_trait]
impl tala_issuer::Mailer for IssuerMailer {
    async fn send(&self, name: &str, address: &str, subject: &str, text: &str, html: &str) -> Result<(), String> {
        let mut random = [0; 16];
        SystemEntropy.fill(&mut random);
        let mail = OutgoingMail {
            message_id: format!("id-{:032x}", u128::from_be_bytes(random)),
            date: self.clock.now(),
            to: MailAddress { name: name.to_owned(), address: address.to_owned() },
            reply_to: None,
            subject: subject.to_owned(),
            text: text.to_owned(),
            html: html.to_owned(),
            invitation: None,
            headers: Vec::new(),
        };
        self.mailer.send(&mail).await.map_err(|error| error.to_string())
    }
}
