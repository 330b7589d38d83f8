//! Composition of MIME messages: the structure that calendar programs require, and headers that are safe against injection
//! (docs/integrations.md §3, §4).

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::message::header::{ContentDisposition, ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox as LettreMailbox, Message, MultiPart, SinglePart};
use lettre::{Address, address::Envelope};
use sha2::{Digest, Sha256};
use url::Host;

use super::{CalendarPart, MailAddress, MailError, MailSettingsError, OutgoingMail};

const MAX_NAME_CHARS: usize = 200;
const MAX_SUBJECT_CHARS: usize = 250;
const MAX_HEADER_CHARS: usize = 2_000;
const MAX_ADDRESS_BYTES: usize = 254;
const MAX_MESSAGE_ID_BYTES: usize = 128;
/// The limit of text, HTML and invitation together.
const MAX_BODY_BYTES: usize = 1024 * 1024;
const MAX_EXTRA_HEADERS: usize = 20;

/// Headers that the composer sets. A mail must not repeat them.
const RESERVED_HEADERS: [&str; 11] = [
    "from",
    "sender",
    "to",
    "cc",
    "bcc",
    "reply-to",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "auto-submitted",
];

/// Composes messages of one sender.
#[derive(Clone, Debug)]
pub struct Composer {
    from: LettreMailbox,
    sender: MailAddress,
    domain: String,
}

impl Composer {
    /// Creates a composer for mail from `from`, with `Message-ID`s in `domain`.
    ///
    /// # Errors
    /// [`MailSettingsError`] for an invalid address or domain.
    pub fn new(from: &MailAddress, domain: &str) -> Result<Self, MailSettingsError> {
        let labels_are_valid = domain.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        });
        if !labels_are_valid || domain.len() > 253 {
            return Err(MailSettingsError::new("message_id_domain", format!("{domain:?} is not a domain name")));
        }
        let mailbox = mailbox(from).map_err(|error| MailSettingsError::new("from", error.to_string()))?;
        let sender = MailAddress { name: mailbox.name.clone().unwrap_or_default(), address: mailbox.email.to_string() };
        Ok(Self { from: mailbox, sender, domain: domain.to_owned() })
    }

    /// Returns the sender as it appears in the messages.
    pub fn sender(&self) -> &MailAddress {
        &self.sender
    }

    /// Returns the complete `Message-ID` of a mail, including angle brackets.
    ///
    /// # Errors
    /// [`MailError::Permanent`] if the local part is invalid.
    pub fn message_id(&self, mail: &OutgoingMail) -> Result<String, MailError> {
        let local = &mail.message_id;
        let dots_are_valid = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if local.is_empty() || local.len() > MAX_MESSAGE_ID_BYTES || !dots_are_valid || !local.bytes().all(allowed) {
            return Err(MailError::Permanent(format!("invalid Message-ID {local:?}")));
        }
        Ok(format!("<{local}@{}>", self.domain))
    }

    /// Composes the message. The same mail gives the same bytes, including MIME boundaries.
    ///
    /// # Errors
    /// [`MailError::Permanent`] for an invalid address, header or invitation, and for a mail that is too large.
    pub fn compose(&self, mail: &OutgoingMail) -> Result<Message, MailError> {
        let size = mail.text.len() + mail.html.len() + mail.invitation.as_ref().map_or(0, |ics| ics.text.len());
        if size > MAX_BODY_BYTES {
            return Err(MailError::Permanent(format!("mail has {size} bytes, the limit is {MAX_BODY_BYTES}")));
        }
        let message_id = self.message_id(mail)?;
        let to = mailbox(&mail.to)?;
        let envelope = Envelope::new(Some(self.from.email.clone()), vec![to.email.clone()]).map_err(compose_error)?;
        let mut builder = Message::builder()
            .envelope(envelope)
            .date(date(mail.date))
            .from(self.from.clone())
            .to(to)
            .subject(clean_line(&mail.subject, MAX_SUBJECT_CHARS))
            .message_id(Some(message_id))
            .raw_header(header("Auto-Submitted", "auto-generated")?);
        if let Some(reply_to) = &mail.reply_to {
            builder = builder.reply_to(mailbox(reply_to)?);
        }
        if mail.headers.len() > MAX_EXTRA_HEADERS {
            return Err(MailError::Permanent("too many headers".to_owned()));
        }
        for (name, value) in &mail.headers {
            builder = builder.raw_header(extra_header(name, value)?);
        }
        builder.multipart(body(mail)?).map_err(compose_error)
    }
}

fn body(mail: &OutgoingMail) -> Result<MultiPart, MailError> {
    let alternative = MultiPart::alternative()
        .boundary(boundary("alternative", mail))
        .singlepart(SinglePart::plain(mail.text.clone()))
        .singlepart(SinglePart::html(mail.html.clone()));
    let Some(ics) = &mail.invitation else { return Ok(alternative) };
    check_method(ics)?;
    let inline =
        ContentType::parse(&format!("text/calendar; charset=utf-8; method={}", ics.method)).map_err(compose_error)?;
    let attached = ContentType::parse("application/ics; name=\"invite.ics\"").map_err(compose_error)?;
    Ok(MultiPart::mixed()
        .boundary(boundary("mixed", mail))
        .multipart(alternative.singlepart(SinglePart::builder().header(inline).body(base64(&ics.text)?)))
        .singlepart(
            SinglePart::builder()
                .header(attached)
                .header(ContentDisposition::attachment("invite.ics"))
                .body(base64(&ics.text)?),
        ))
}

/// Checks that the `METHOD` of the object equals that of the content type; otherwise calendar programs show a plain file.
fn check_method(ics: &CalendarPart) -> Result<(), MailError> {
    if !["REQUEST", "CANCEL", "PUBLISH"].contains(&ics.method.as_str()) {
        return Err(MailError::Permanent(format!("invalid calendar method {:?}", ics.method)));
    }
    let methods: Vec<&str> = ics.text.lines().filter_map(|line| line.strip_prefix("METHOD:")).collect();
    if methods != [ics.method.as_str()] {
        return Err(MailError::Permanent(format!(
            "METHOD of the calendar object is {methods:?}, of the mail {:?}",
            ics.method
        )));
    }
    Ok(())
}

/// Encodes text as base64, which preserves the folding of the calendar object in transit. Line ends become CRLF.
fn base64(text: &str) -> Result<Body, MailError> {
    Body::new_with_encoding(text.to_owned(), ContentTransferEncoding::Base64)
        .map_err(|_| MailError::Permanent("cannot encode the calendar object".to_owned()))
}

/// Returns a MIME boundary that is a hash of the content: stable across attempts, and text cannot contain its own boundary.
fn boundary(kind: &str, mail: &OutgoingMail) -> String {
    let mut hash = Sha256::new();
    let ics = mail.invitation.as_ref().map_or("", |ics| ics.text.as_str());
    for part in [kind, &mail.message_id, &mail.text, &mail.html, ics] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).fold("=_".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// Parses the address and cleans the name. `lettre` panics on control characters in a name.
fn mailbox(source: &MailAddress) -> Result<LettreMailbox, MailError> {
    let address = source.address.as_str();
    let is_special = |c: char| c.is_control() || c.is_whitespace() || "<>()[]\\,;:\"".contains(c);
    if address.len() > MAX_ADDRESS_BYTES || address.contains(is_special) {
        return Err(MailError::Permanent(format!("invalid address {address:?}")));
    }
    let parsed: Result<Address, _> = with_ascii_domain(address).parse();
    let address = parsed.map_err(|error| MailError::Permanent(format!("invalid address {address:?}: {error}")))?;
    let name = clean_line(&source.name, MAX_NAME_CHARS);
    Ok(LettreMailbox::new((!name.is_empty()).then_some(name), address))
}

/// Converts an internationalized domain to its ASCII form, which every mail server supports.
fn with_ascii_domain(address: &str) -> String {
    match address.rsplit_once('@').map(|(local, domain)| (local, Host::parse(domain))) {
        Some((local, Ok(Host::Domain(domain)))) => format!("{local}@{domain}"),
        _ => address.to_owned(),
    }
}

/// Returns one line of text that is safe in a header, at most `max_chars` characters: white space and control characters
/// become single spaces, direction marks and the byte-order mark are removed.
pub fn clean_line(text: &str, max_chars: usize) -> String {
    let is_direction_mark =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{feff}');
    let spaced: String = text
        .chars()
        .filter(|c| !is_direction_mark(*c))
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .collect();
    let joined = spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    joined.chars().take(max_chars).collect::<String>().trim_end().to_owned()
}

fn extra_header(name: &str, value: &str) -> Result<HeaderValue, MailError> {
    let lower = name.to_ascii_lowercase();
    let is_token = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_token || RESERVED_HEADERS.contains(&lower.as_str()) || lower.starts_with("content-") {
        return Err(MailError::Permanent(format!("invalid header {name:?}")));
    }
    header(name, &clean_line(value, MAX_HEADER_CHARS))
}

fn header(name: &str, value: &str) -> Result<HeaderValue, MailError> {
    Ok(HeaderValue::new(HeaderName::new_from_ascii(name.to_owned()).map_err(compose_error)?, value.to_owned()))
}

/// Converts the date. `lettre` panics on times before 1970.
fn date(at: Timestamp) -> SystemTime {
    SystemTime::from(at.max(Timestamp::UNIX_EPOCH))
}

fn compose_error(error: impl std::fmt::Display) -> MailError {
    MailError::Permanent(format!("cannot compose mail: {error}"))
}
