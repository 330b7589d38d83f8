//! A mailbox on disk, for a demo and for tests: what SMTP would carry away stays here to be read (D31).

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::fs;
use tokio::sync::Mutex;

use super::{Composer, MailError, Mailer, OutgoingMail, Party};

/// The oldest mails go when there are more.
const MAX_MAILS: usize = 2_000;
/// Never more than this in one list.
const MAX_LIST: usize = 500;
/// How often one mail may be delivered again before it is refused.
const MAX_COPIES: usize = 100;

/// A mail as it lies in the mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredMail {
    /// Its name in the mailbox. A mail delivered twice has two.
    pub id: String,
    /// The Message-ID, without angle brackets.
    pub message_id: String,
    /// The receiver's address.
    pub to: String,
    /// The receiver's name, may be empty.
    pub to_name: String,
    /// The sender's address.
    pub from: String,
    /// The sender's name, may be empty.
    pub from_name: String,
    /// Where answers go, if not to the sender.
    pub reply_to: Option<Party>,
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The HTML.
    pub html: String,
    /// The calendar invitation, if there is one.
    pub ics: Option<String>,
    /// The mail's Date.
    pub at: Timestamp,
}

/// A folder with one `.eml` (the message as SMTP would carry it) and one `.json` (for reading) per mail.
pub struct Mailbox {
    folder: PathBuf,
    composer: Composer,
    failing: AtomicBool,
    writing: Mutex<()>,
}

impl Mailbox {
    /// Opens the mailbox in `folder`, which is made when it is missing.
    pub async fn open(folder: impl Into<PathBuf>, composer: Composer) -> io::Result<Self> {
        let folder = folder.into();
        fs::create_dir_all(&folder).await?;
        Ok(Self { folder, composer, failing: AtomicBool::new(false), writing: Mutex::new(()) })
    }

    /// Makes every delivery fail for the moment, to show what happens when the mail server is away.
    pub fn set_failing(&self, failing: bool) {
        self.failing.store(failing, Ordering::SeqCst);
    }

    /// Whether deliveries fail at the moment.
    pub fn is_failing(&self) -> bool {
        self.failing.load(Ordering::SeqCst)
    }

    /// The newest mails, newest first; at most `limit` and never more than 500.
    pub async fn list(&self, limit: usize) -> io::Result<Vec<StoredMail>> {
        let mut mails = Vec::new();
        for id in self.ids().await?.iter().rev().take(limit.min(MAX_LIST)) {
            // A mail that another process has just thinned out is no error.
            if let Some(mail) = self.get(id).await? {
                mails.push(mail);
            }
        }
        Ok(mails)
    }

    /// One mail, or `None` when there is none of that name.
    pub async fn get(&self, id: &str) -> io::Result<Option<StoredMail>> {
        let Some(bytes) = self.read(id, "json").await? else { return Ok(None) };
        serde_json::from_slice(&bytes).map(Some).map_err(io::Error::other)
    }

    /// One message exactly as SMTP would carry it.
    pub async fn raw(&self, id: &str) -> io::Result<Option<Vec<u8>>> {
        self.read(id, "eml").await
    }

    async fn read(&self, id: &str, kind: &str) -> io::Result<Option<Vec<u8>>> {
        let harmless = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
        if !harmless || id.is_empty() || id.starts_with('.') || id.len() > 200 {
            return Ok(None);
        }
        match fs::read(self.path(id, kind)).await {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn path(&self, id: &str, kind: &str) -> PathBuf {
        self.folder.join(format!("{id}.{kind}"))
    }

    /// The names of all mails, oldest first: a name starts with the mail's time.
    async fn ids(&self) -> io::Result<Vec<String>> {
        let mut ids = Vec::new();
        let mut entries = fs::read_dir(&self.folder).await?;
        while let Some(entry) = entries.next_entry().await? {
            if let Some(id) = entry.file_name().to_str().and_then(|name| name.strip_suffix(".json")) {
                ids.push(id.to_owned());
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }

    async fn store(&self, mail: &OutgoingMail, message_id: &str, message: &[u8]) -> io::Result<()> {
        let _writing = self.writing.lock().await;
        let id = self.free_id(mail).await?;
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
        // The list goes by the .json, so the message is there before the mail shows up.
        write_whole(&self.path(&id, "eml"), message).await?;
        write_whole(&self.path(&id, "json"), &serde_json::to_vec_pretty(&stored)?).await?;
        self.thin_out().await
    }

    /// A name that sorts by time. The same mail once more gets a number, so that double deliveries can be seen.
    async fn free_id(&self, mail: &OutgoingMail) -> io::Result<String> {
        let base = format!("{:017}-{}", mail.date.as_microsecond().max(0), mail.message_id);
        for copy in 1..=MAX_COPIES {
            let id = if copy == 1 { base.clone() } else { format!("{base}.{copy}") };
            if !fs::try_exists(self.path(&id, "json")).await? {
                return Ok(id);
            }
        }
        Err(io::Error::other("this mail was delivered too often"))
    }

    async fn thin_out(&self) -> io::Result<()> {
        let ids = self.ids().await?;
        for id in ids.iter().take(ids.len().saturating_sub(MAX_MAILS)) {
            for kind in ["json", "eml"] {
                match fs::remove_file(self.path(id, kind)).await {
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
            return Err(MailError::Temporary("the mailbox was told to fail".to_owned()));
        }
        let message_id = self.composer.message_id(mail)?;
        let stored = self.store(mail, &message_id, &message.formatted()).await;
        stored.map_err(|error| MailError::Temporary(format!("the mailbox cannot be written: {error}")))
    }
}

/// Writes beside and renames, so that a reader sees the whole file or none.
async fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".tmp");
    fs::write(&unfinished, bytes).await?;
    fs::rename(&unfinished, path).await
}
