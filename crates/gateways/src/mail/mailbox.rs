//! A local mailbox on disk, for the demo and for tests (D31).

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::fs;
use tokio::sync::Mutex;

use super::{Composer, MailAddress, MailError, Mailer, OutgoingMail};

/// The maximum number of stored mails; the oldest are deleted.
const MAX_MAILS: usize = 2_000;
/// The maximum length of a list.
const MAX_LIST: usize = 500;
/// The maximum number of deliveries of one mail.
const MAX_DELIVERIES: usize = 100;

/// A mail in the mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredMail {
    /// The id in the mailbox. A mail that is delivered twice has two.
    pub id: String,
    /// The `Message-ID`, without angle brackets.
    pub message_id: String,
    /// The recipient's address.
    pub to: String,
    /// The recipient's name; may be empty.
    pub to_name: String,
    /// The sender's address.
    pub from: String,
    /// The sender's name; may be empty.
    pub from_name: String,
    /// The `Reply-To` address, if it is not the sender.
    pub reply_to: Option<MailAddress>,
    /// The subject.
    pub subject: String,
    /// The plain-text body.
    pub text: String,
    /// The HTML body.
    pub html: String,
    /// The calendar object, if any.
    pub ics: Option<String>,
    /// The `Date` of the mail.
    pub at: Timestamp,
}

/// A directory with two files for each mail: `.eml`, the message as sent by SMTP, and `.json`, its fields.
pub struct Mailbox {
    directory: PathBuf,
    composer: Composer,
    failing: AtomicBool,
    write_lock: Mutex<()>,
}

impl Mailbox {
    /// Opens the mailbox in a directory, which is created if it is missing.
    ///
    /// # Errors
    /// An I/O error if the directory cannot be created.
    pub async fn open(directory: impl Into<PathBuf>, composer: Composer) -> io::Result<Self> {
        let directory = directory.into();
        fs::create_dir_all(&directory).await?;
        Ok(Self { directory, composer, failing: AtomicBool::new(false), write_lock: Mutex::new(()) })
    }

    /// Makes deliveries fail with a temporary error, to simulate an outage of the mail server.
    pub fn set_failing(&self, failing: bool) {
        self.failing.store(failing, Ordering::SeqCst);
    }

    /// Whether deliveries fail; see [`Mailbox::set_failing`].
    pub fn is_failing(&self) -> bool {
        self.failing.load(Ordering::SeqCst)
    }

    /// Lists the newest mails, newest first, at most `limit` and at most 500.
    ///
    /// # Errors
    /// An I/O error.
    pub async fn list(&self, limit: usize) -> io::Result<Vec<StoredMail>> {
        let mut mails = Vec::new();
        for id in self.ids().await?.iter().rev().take(limit.min(MAX_LIST)) {
            // Another process can have deleted the mail in the meantime.
            if let Some(mail) = self.find(id).await? {
                mails.push(mail);
            }
        }
        Ok(mails)
    }

    /// Returns a mail, or `None` if there is none with this id.
    ///
    /// # Errors
    /// An I/O error, also for a malformed file.
    pub async fn find(&self, id: &str) -> io::Result<Option<StoredMail>> {
        let Some(bytes) = self.read(id, "json").await? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(io::Error::other)
    }

    /// Returns a message in the form that SMTP sends, or `None` if there is none with this id.
    ///
    /// # Errors
    /// An I/O error.
    pub async fn find_raw(&self, id: &str) -> io::Result<Option<Vec<u8>>> {
        self.read(id, "eml").await
    }

    async fn read(&self, id: &str, extension: &str) -> io::Result<Option<Vec<u8>>> {
        let has_safe_characters = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        if !has_safe_characters || id.is_empty() || id.starts_with('.') || id.len() > 200 {
            return Ok(None);
        }
        match fs::read(self.path(id, extension)).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn path(&self, id: &str, extension: &str) -> PathBuf {
        self.directory.join(format!("{id}.{extension}"))
    }

    /// Returns the ids of all mails, oldest first; an id starts with the time of the mail.
    async fn ids(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        let mut entries = fs::read_dir(&self.directory).await?;
        while let Some(entry) = entries.next_entry().await? {
            if let Some(id) = entry.file_name().to_str().and_then(|name| name.strip_suffix(".json")) {
                ids.push(id.to_owned());
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    async fn store(&self, mail: &OutgoingMail, message_id: &str, message: &[u8]) -> io::Result<()> {
        let _guard = self.write_lock.lock().await;
        let id = self.unused_id(mail).await?;
        let sender = self.composer.sender();
        let stored = StoredMail {
            id: id.clone(),
            message_id: message_id.trim_matches(['<', '>']).to_owned(),
            to: mail.to.address.clone(),
            to_name: mail.to.name.clone(),
            from: sender.address.clone(),
            from_name: sender.name.clone(),
            reply_to: mail.reply_to.clone(),
            subject: mail.subject.clone(),
            text: mail.text.clone(),
            html: mail.html.clone(),
            ics: mail.invitation.as_ref().map(|ics| ics.text.clone()),
            at: mail.date,
        };
        // Mails are listed by their .json files, so the .eml file is written first.
        write_atomically(&self.path(&id, "eml"), message).await?;
        write_atomically(&self.path(&id, "json"), &serde_json::to_vec_pretty(&stored)?).await?;
        self.delete_oldest().await
    }

    /// Returns an id that sorts by time. A repeated delivery of the same mail gets a number appended.
    async fn unused_id(&self, mail: &OutgoingMail) -> io::Result<String> {
        let base = format!("{:017}-{}", mail.date.as_microsecond().max(0), mail.message_id);
        for delivery in 1..=MAX_DELIVERIES {
            let id = if delivery == 1 { base.clone() } else { format!("{base}.{delivery}") };
            if !fs::try_exists(self.path(&id, "json")).await? {
                return Ok(id);
            }
        }
        Err(io::Error::other("mail was delivered too often"))
    }

    async fn delete_oldest(&self) -> io::Result<()> {
        let ids = self.ids().await?;
        for id in ids.iter().take(ids.len().saturating_sub(MAX_MAILS)) {
            for extension in ["json", "eml"] {
                match fs::remove_file(self.path(id, extension)).await {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Mailer for Mailbox {
    async fn send(&self, mail: &OutgoingMail) -> Result<(), MailError> {
        let message = self.composer.compose(mail)?;
        if self.is_failing() {
            return Err(MailError::Temporary("mailbox is set to fail".to_owned()));
        }
        let message_id = self.composer.message_id(mail)?;
        let stored = self.store(mail, &message_id, &message.formatted()).await;
        stored.map_err(|error| MailError::Temporary(format!("cannot write to the mailbox: {error}")))
    }
}

/// Writes to a temporary file and renames it, so that readers see the complete file or none.
async fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".tmp");
    fs::write(&temporary, bytes).await?;
    fs::rename(&temporary, path).await
}
