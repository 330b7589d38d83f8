//! Mails: no user text adds a header, a recipient or a part.

use tala_domain::time::Timestamp;
use tala_gateways::mail::{Composer, MailAddress, OutgoingMail};

use super::texts;

pub(super) fn any_text_yields_valid_mail(input: &[u8]) {
    let [name, address, subject, body, extra] = texts(input);
    let sender = MailAddress { name: "Tala".to_owned(), address: "classes@tala.test".to_owned() };
    let composer = Composer::new(&sender, "tala.test").expect("a sender");
    let mail = OutgoingMail {
        message_id: "one".to_owned(),
        date: Timestamp::UNIX_EPOCH,
        to: MailAddress { name: name.clone(), address: address.clone() },
        reply_to: Some(MailAddress { name: name.clone(), address: "asha@tala.test".to_owned() }),
        subject: subject.clone(),
        text: body.clone(),
        html: body,
        invitation: None,
        headers: vec![("X-Note".to_owned(), extra)],
    };
    let Ok(message) = composer.compose(&mail) else { return };
    assert_eq!(message.envelope().to().len(), 1);
    let bytes = message.formatted();
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
    // Internationalized addresses are not encoded (RFC 6532).
    let head = std::str::from_utf8(&bytes[..end]).expect("UTF-8");
    assert!(head.is_ascii() || !address.is_ascii());
    let mut names: Vec<String> = Vec::new();
    for line in head.split("\r\n") {
        assert!(line.len() <= 998 && !line.contains(['\r', '\n', '\0']), "{line:?}");
        if !line.starts_with([' ', '\t']) {
            names.push(line.split(':').next().expect("a name").to_ascii_lowercase());
        }
    }
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "auto-submitted",
            "content-type",
            "date",
            "from",
            "message-id",
            "mime-version",
            "reply-to",
            "subject",
            "to",
            "x-note"
        ]
    );
    assert_eq!(message.formatted(), composer.compose(&mail).expect("again").formatted(), "composing is deterministic");
}
