//! From a mail to the message on the wire: the MIME tree that calendar programs understand, and headers that nothing
//! a person typed can break (INTEGRATIONS §3, §4).

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::message::header::{ContentDisposition, ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox as LettreMailbox, Message, MultiPart, SinglePart};
use lettre::{Address, address::Envelope};
use sha2::{Digest, Sha256};
use url::Host;

use super::{Ics, MailError, MailSettingsError, OutgoingMail, Party};

const MAX_NAME_CHARS: usize = 200;
const MAX_SUBJECT_CHARS: usize = 250;
const MAX_HEADER_CHARS: usize = 2_000;
const MAX_ADDRESS_BYTES: usize = 254;
const MAX_MESSAGE_ID_BYTES: usize = 128;
/// Text, HTML and invitation together.
const MAX_BODY_BYTES: usize = 1024 * 1024;
const MAX_EXTRA_HEADERS: usize = 20;

/// Headers that the composer writes; giving them again would make the message ambiguous.
const OWN_HEADERS: [&str; 11] = [
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

/// Composes messages from one sender.
#[derive(Clone, Debug)]
pub struct Composer {
    from: LettreMailbox,
    sender: Party,
    domain: String,
}

impl Composer {
    /// A composer for mail from `from`, with Message-IDs in `domain`.
    pub fn new(from: &Party, domain: &str) -> Result<Self, MailSettingsError> {
        let labels_hold = domain.split('.').all(|label| {
            !label.is_empty()
                && label.len() <= 63
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        });
        if !labels_hold || domain.len() > 253 {
            return Err(MailSettingsError::new("message_id_domain", format!("{domain:?} is not a domain name")));
        }
        let mailbox = mailbox(from).map_err(|error| MailSettingsError::new("from", error.to_string()))?;
        let sender = Party { name: mailbox.name.clone().unwrap_or_default(), address: mailbox.email.to_string() };
        Ok(Self { from: mailbox, sender, domain: domain.to_owned() })
    }

    /// The sender as it stands in the messages.
    pub fn sender(&self) -> &Party {
        &self.sender
    }

    /// The whole Message-ID of a mail, angle brackets included.
    pub fn message_id(&self, mail: &OutgoingMail) -> Result<String, MailError> {
        let local = &mail.message_id;
        let dots_hold = !local.starts_with('.') && !local.ends_with('.') && !local.contains("..");
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        if local.is_empty() || local.len() > MAX_MESSAGE_ID_BYTES || !dots_hold || !local.bytes().all(allowed) {
            return Err(MailError::Permanent(format!("{local:?} cannot be a Message-ID")));
        }
        Ok(format!("<{local}@{}>", self.domain))
    }

    /// The message. The same mail gives the same bytes, boundaries included. Refusals are permanent.
    pub fn compose(&self, mail: &OutgoingMail) -> Result<Message, MailError> {
        let size = mail.text.len() + mail.html.len() + mail.invitation.as_ref().map_or(0, |ics| ics.text.len());
        if size > MAX_BODY_BYTES {
            return Err(MailError::Permanent(format!("the mail has {size} bytes, more than {MAX_BODY_BYTES}")));
        }
        let message_id = self.message_id(mail)?;
        let to = mailbox(&mail.to)?;
        let envelope = Envelope::new(Some(self.from.email.clone()), vec![to.email.clone()]).map_err(cannot)?;
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
        builder.multipart(body(mail)?).map_err(cannot)
    }
}

fn body(mail: &OutgoingMail) -> Result<MultiPart, MailError> {
    let alternative = MultiPart::alternative()
        .boundary(boundary("alternative", mail))
        .singlepart(SinglePart::plain(mail.text.clone()))
        .singlepart(SinglePart::html(mail.html.clone()));
    let Some(ics) = &mail.invitation else { return Ok(alternative) };
    check_method(ics)?;
    let inline = ContentType::parse(&format!("text/calendar; charset=utf-8; method={}", ics.method)).map_err(cannot)?;
    let attached = ContentType::parse("application/ics; name=\"invite.ics\"").map_err(cannot)?;
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

/// The METHOD inside must be the one announced outside, or calendar programs show a bare file.
fn check_method(ics: &Ics) -> Result<(), MailError> {
    if !["REQUEST", "CANCEL", "PUBLISH"].contains(&ics.method.as_str()) {
        return Err(MailError::Permanent(format!("{:?} is not a calendar method", ics.method)));
    }
    let methods: Vec<&str> = ics.text.lines().filter_map(|line| line.strip_prefix("METHOD:")).collect();
    if methods != [ics.method.as_str()] {
        return Err(MailError::Permanent(format!("the calendar says METHOD {methods:?}, the mail {:?}", ics.method)));
    }
    Ok(())
}

/// Base64 keeps the calendar's folding byte for byte on any way; bare line ends become CRLF.
fn base64(text: &str) -> Result<Body, MailError> {
    Body::new_with_encoding(text.to_owned(), ContentTransferEncoding::Base64)
        .map_err(|_| MailError::Permanent("the calendar cannot be encoded".to_owned()))
}

/// A boundary made from the content: stable across attempts, and nobody can write a text that contains its own boundary.
fn boundary(kind: &str, mail: &OutgoingMail) -> String {
    let mut hash = Sha256::new();
    let ics = mail.invitation.as_ref().map_or("", |ics| ics.text.as_str());
    for part in [kind, &mail.message_id, &mail.text, &mail.html, ics] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(16).fold("=_".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// The address parsed and the name cleaned. An unclean name would panic in the library when the message is written.
fn mailbox(party: &Party) -> Result<LettreMailbox, MailError> {
    let address = party.address.as_str();
    let odd = |c: char| c.is_control() || c.is_whitespace() || "<>()[]\\,;:\"".contains(c);
    if address.len() > MAX_ADDRESS_BYTES || address.contains(odd) {
        return Err(MailError::Permanent(format!("{address:?} is not an address")));
    }
    let parsed: Result<Address, _> = with_ascii_domain(address).parse();
    let address = parsed.map_err(|error| MailError::Permanent(format!("{address:?}: {error}")))?;
    let name = clean_line(&party.name, MAX_NAME_CHARS);
    Ok(LettreMailbox::new((!name.is_empty()).then_some(name), address))
}

/// Domains in other scripts travel in their ASCII form, which every mail server takes.
fn with_ascii_domain(address: &str) -> String {
    match address.rsplit_once('@').map(|(local, domain)| (local, Host::parse(domain))) {
        Some((local, Ok(Host::Domain(domain)))) => format!("{local}@{domain}"),
        _ => address.to_owned(),
    }
}

/// One line of text that is safe in a header: control characters, line breaks of every script and marks that turn the
/// reading direction become spaces or vanish, runs of spaces become one, and the length is bounded.
pub fn clean_line(text: &str, max_chars: usize) -> String {
    let turning =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{feff}');
    let spaced: String = text
        .chars()
        .filter(|c| !turning(*c))
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .collect();
    let joined = spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    joined.chars().take(max_chars).collect::<String>().trim_end().to_owned()
}

fn extra_header(name: &str, value: &str) -> Result<HeaderValue, MailError> {
    let lower = name.to_ascii_lowercase();
    let token = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !token || OWN_HEADERS.contains(&lower.as_str()) || lower.starts_with("content-") {
        return Err(MailError::Permanent(format!("the header {name:?} cannot be set")));
    }
    header(name, &clean_line(value, MAX_HEADER_CHARS))
}

fn header(name: &str, value: &str) -> Result<HeaderValue, MailError> {
    Ok(HeaderValue::new(HeaderName::new_from_ascii(name.to_owned()).map_err(cannot)?, value.to_owned()))
}

/// The library panics on times before 1970.
fn date(at: Timestamp) -> SystemTime {
    SystemTime::from(at.max(Timestamp::UNIX_EPOCH))
}

fn cannot(error: impl std::fmt::Display) -> MailError {
    MailError::Permanent(format!("the mail cannot be composed: {error}"))
}
