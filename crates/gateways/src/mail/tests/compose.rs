use mail_parser::{HeaderValue, Message, MessageParser, MimeHeaders, PartType};

use super::{address, calendar_part, composer, mail};
use crate::mail::{Composer, MailError, OutgoingMail, clean_line};

fn bytes(mail: &OutgoingMail) -> Vec<u8> {
    composer().compose(mail).unwrap().formatted()
}

fn header_block(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    text.split_once("\r\n\r\n").unwrap().0.to_owned()
}

fn content_types(message: &Message<'_>) -> Vec<String> {
    let content_type = |part: &mail_parser::MessagePart<'_>| {
        let content = part.content_type().unwrap();
        format!("{}/{}", content.ctype(), content.subtype().unwrap())
    };
    message.parts.iter().map(content_type).collect()
}

#[test]
fn invitation_is_last_alternative_and_attachment() {
    for method in ["REQUEST", "CANCEL", "PUBLISH"] {
        let raw = bytes(&OutgoingMail { invitation: Some(calendar_part(method)), ..mail() });
        let message = MessageParser::default().parse(&raw).unwrap();
        assert_eq!(
            content_types(&message),
            ["multipart/mixed", "multipart/alternative", "text/plain", "text/html", "text/calendar", "application/ics"]
        );
        let (PartType::Multipart(outer), PartType::Multipart(inner)) = (&message.parts[0].body, &message.parts[1].body)
        else {
            panic!("unexpected MIME structure");
        };
        assert_eq!((outer.as_slice(), inner.as_slice()), ([1, 5].as_slice(), [2, 3, 4].as_slice()));
        let calendar = message.parts[4].content_type().unwrap();
        assert_eq!((calendar.attribute("method"), calendar.attribute("charset")), (Some(method), Some("utf-8")));
        let attachment = &message.parts[5];
        assert_eq!(attachment.attachment_name(), Some("invite.ics"));
        assert!(attachment.content_disposition().unwrap().is_attachment());
        for part in [&message.parts[4], attachment] {
            assert_eq!(part.content_transfer_encoding(), Some("base64"));
            assert_eq!(part.contents(), calendar_part(method).text.as_bytes(), "CRLF and folding are preserved");
        }
    }
}

#[test]
fn mail_without_invitation_has_two_alternatives() {
    let raw = bytes(&OutgoingMail { invitation: None, ..mail() });
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(content_types(&message), ["multipart/alternative", "text/plain", "text/html"]);
    assert_eq!(message.body_text(0).unwrap(), "Namaste Asha,\r\nsee you on Sunday – 7 pm.\r\n");
    assert_eq!(message.body_html(0).unwrap(), "<p>Namaste <b>Asha</b> – see you on Sunday</p>\r\n");
}

#[test]
fn headers_have_sender_recipient_date_and_auto_submitted() {
    let raw = bytes(&mail());
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.message_id(), Some("0197f1e2-booked-student@mail.tala.example"));
    assert_eq!(message.date().unwrap().to_rfc3339(), "2026-03-01T10:00:00Z");
    assert_eq!(message.header_raw("Auto-Submitted").unwrap().trim(), "auto-generated");
    assert_eq!(message.header_raw("X-Tala-Topic").unwrap().trim(), "booked");
    assert_eq!(message.from().unwrap().first().unwrap().address(), Some("classes@tala.example"));
    assert_eq!(message.to().unwrap().first().unwrap().name(), Some("Asha Rao"));
    assert_eq!(message.reply_to().unwrap().first().unwrap().address(), Some("support@tala.example"));
    assert_eq!(message.subject(), Some("Your class is booked"));
}

#[test]
fn same_mail_gives_same_bytes() {
    assert_eq!(bytes(&mail()), bytes(&mail()));
    let other = OutgoingMail { text: "other".to_owned(), ..mail() };
    let boundary = |mail: &OutgoingMail| header_block(&bytes(mail)).split_once("boundary=").unwrap().1.to_owned();
    assert_ne!(boundary(&mail()), boundary(&other), "the boundary depends on the text");
}

#[test]
fn lines_end_with_crlf_and_are_short_ascii() {
    let long =
        OutgoingMail { text: "å".repeat(5_000), html: "x".repeat(5_000), subject: "wörd ".repeat(60), ..mail() };
    for mail in [mail(), long] {
        let text = String::from_utf8(bytes(&mail)).unwrap();
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']));
        assert!(text.is_ascii(), "no 8-bit characters");
        assert!(text.split("\r\n").all(|line| line.len() <= 998));
    }
}

#[test]
fn user_text_cannot_inject_headers() {
    for injected in [
        "Asha\r\nBcc: thief@example.com",
        "Asha\nBcc: thief@example.com",
        "Asha\rBcc: thief@example.com",
        "\r\n\r\nBcc: x@y.z",
    ] {
        let raw = bytes(&OutgoingMail {
            to: address(injected, "asha@example.com"),
            reply_to: Some(address(injected, "b@example.com")),
            subject: injected.to_owned(),
            headers: vec![("X-Note".to_owned(), injected.to_owned())],
            ..mail()
        });
        let message = MessageParser::default().parse(&raw).unwrap();
        assert!(message.bcc().is_none(), "{injected:?}");
        let names: Vec<&str> = message.headers().iter().map(|header| header.name()).collect();
        assert_eq!(
            names,
            [
                "Date",
                "From",
                "To",
                "Subject",
                "Message-ID",
                "Auto-Submitted",
                "Reply-To",
                "X-Note",
                "MIME-Version",
                "Content-Type"
            ]
        );
        assert_eq!(message.to().unwrap().iter().count(), 1);
        assert_eq!(message.subject(), Some(clean_line(injected, 250).as_str()));
    }
    let sender = Composer::new(&address("Tala\r\nBcc: x@y.z", "classes@tala.example"), "tala.example").unwrap();
    assert_eq!(sender.sender().name, "Tala Bcc: x@y.z");
}

#[test]
fn names_round_trip_in_any_script() {
    let long_word = "ā".repeat(200);
    for (typed, shown) in [
        ("Asha 💃🏽 Rao", "Asha 💃🏽 Rao"),
        ("👩‍👩‍👧 family", "👩‍👩‍👧 family"),
        ("अनिता शर्मा", "अनिता शर्मा"),
        ("O'Brien, \"Mo\" <mo@x.y>", "O'Brien, \"Mo\" <mo@x.y>"),
        ("back\\slash", "back\\slash"),
        ("=?utf-8?q?x?=", "=?utf-8?q?x?="),
        ("nul\0byte", "nul byte"),
        ("bell\u{7}\u{1b}[31m", "bell [31m"),
        ("line\u{2028}break\u{85}", "line break"),
        ("gpj.\u{202e}exe", "gpj.exe"),
        ("  spaced\t out ", "spaced out"),
        (&long_word, &long_word),
        ("a@b.c, d@e.f", "a@b.c, d@e.f"),
    ] {
        let raw = bytes(&OutgoingMail { to: address(typed, "asha@example.com"), subject: typed.to_owned(), ..mail() });
        let message = MessageParser::default().parse(&raw).unwrap();
        let to = message.to().unwrap().first().unwrap();
        assert_eq!((to.name(), to.address()), (Some(shown), Some("asha@example.com")), "{typed:?}");
        if !typed.starts_with("=?") {
            assert_eq!(message.subject(), Some(shown));
        }
    }
    for empty in ["", "  ", "\r\n", "\u{202e}"] {
        let raw = bytes(&OutgoingMail { to: address(empty, "asha@example.com"), ..mail() });
        assert!(header_block(&raw).contains("\r\nTo: asha@example.com\r\n"), "{empty:?}");
    }
}

#[test]
fn compose_accepts_every_character() {
    let all: Vec<char> = (0..=u32::from(char::MAX)).step_by(7).filter_map(char::from_u32).collect();
    for chunk in all.chunks(190) {
        let text: String = chunk.iter().collect();
        let raw = bytes(&OutgoingMail { to: address(&text, "asha@example.com"), subject: text.clone(), ..mail() });
        assert!(matches!(MessageParser::default().parse(&raw).unwrap().header("Bcc"), None | Some(HeaderValue::Empty)));
    }
    let huge = "🙂".repeat(10_000);
    let raw = bytes(&OutgoingMail { to: address(&huge, "asha@example.com"), subject: huge.clone(), ..mail() });
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.to().unwrap().first().unwrap().name().unwrap().chars().count(), 200);
    assert_eq!(message.subject().unwrap().chars().count(), 250);
}

#[test]
fn invalid_address_is_a_permanent_error() {
    for invalid in [
        "",
        "asha",
        "@example.com",
        "asha@",
        "a@b@c",
        "a b@example.com",
        "asha@example.com\r\nRCPT TO:<x@y.z>",
        "<asha@example.com>",
        "a@example.com, b@example.com",
        "\"a b\"@example.com",
        "a\0@example.com",
        &format!("{}@example.com", "x".repeat(250)),
    ] {
        let mail = OutgoingMail { to: address("Asha", invalid), ..mail() };
        assert!(matches!(composer().compose(&mail), Err(MailError::Permanent(_))), "{invalid:?}");
    }
    let internationalized = OutgoingMail { to: address("Asha", "asha@उदाहरण.भारत"), ..mail() };
    assert!(header_block(&bytes(&internationalized)).contains("<asha@xn--p1b6ci4b4b3a.xn--h2brj9c>"));
}

#[test]
fn invitation_with_mismatched_method_is_rejected() {
    let cases = [("REQUEST", "CANCEL"), ("REQUEST", "REQUEST;x=1"), ("REPLY", "REPLY"), ("", "")];
    for (object_method, mail_method) in cases {
        let mut invitation = calendar_part(object_method);
        invitation.method = mail_method.to_owned();
        let mail = OutgoingMail { invitation: Some(invitation), ..mail() };
        assert!(matches!(composer().compose(&mail), Err(MailError::Permanent(_))), "{object_method} {mail_method}");
    }
    let mut bare = calendar_part("REQUEST");
    bare.text = bare.text.replace("\r\n", "\n");
    let raw = bytes(&OutgoingMail { invitation: Some(bare), ..mail() });
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.parts[4].contents(), calendar_part("REQUEST").text.as_bytes(), "bare line feeds become CRLF");
}

#[test]
fn invalid_headers_ids_domains_and_sizes_are_rejected() {
    for name in ["From", "to", "BCC", "Content-Type", "Message-ID", "", "X Y", "X:Y", "X\r\nBcc", "Ünï"] {
        let mail = OutgoingMail { headers: vec![(name.to_owned(), "x".to_owned())], ..mail() };
        assert!(matches!(composer().compose(&mail), Err(MailError::Permanent(_))), "{name:?}");
    }
    for id in ["", "a b", "a@b", "a\r\nb", ".a", "a.", "a..b", "<a>", &"x".repeat(129)] {
        let mail = OutgoingMail { message_id: id.to_owned(), ..mail() };
        assert!(matches!(composer().compose(&mail), Err(MailError::Permanent(_))), "{id:?}");
    }
    for domain in ["", "a b", "a..b", "x>y", "tala.example\r\n"] {
        assert_eq!(
            Composer::new(&address("Tala", "a@b.example"), domain).unwrap_err().field,
            "message_id_domain",
            "{domain:?}"
        );
    }
    assert_eq!(Composer::new(&address("Tala", "no-at-sign"), "tala.example").unwrap_err().field, "from");
    let huge = OutgoingMail { text: "x".repeat(1024 * 1024), ..mail() };
    assert!(matches!(composer().compose(&huge), Err(MailError::Permanent(_))));
}

#[test]
fn dates_outside_the_usual_range_do_not_panic() {
    let old = OutgoingMail { date: jiff::Timestamp::MIN, ..mail() };
    assert!(header_block(&bytes(&old)).contains("Date: Thu, 01 Jan 1970 00:00:00 +0000"));
    let far = OutgoingMail { date: jiff::Timestamp::MAX, ..mail() };
    assert!(header_block(&bytes(&far)).contains("9999"));
}
