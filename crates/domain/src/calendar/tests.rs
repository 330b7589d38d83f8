//! Tests of invitations: exact output, and properties checked with a small independent parser.

use proptest::prelude::*;

use super::{CalendarUser, Invitation, Method};
use crate::time::{Timestamp, class_end};

fn user(name: &str, email: &str) -> CalendarUser {
    CalendarUser { name: name.to_owned(), email: email.to_owned() }
}

fn invitation() -> Invitation {
    let start: Timestamp = "2026-03-08T12:30:00Z".parse().unwrap();
    Invitation {
        uid: "booking-0198c0de-0000-7000-8000-000000000001@tala.example".to_owned(),
        sequence: 0,
        method: Method::Request,
        dtstamp: "2026-03-01T09:15:30.25Z".parse().unwrap(),
        start,
        end: class_end(start),
        summary: "Dance class: Asha Rao and Emily Stone".to_owned(),
        description: "Join: https://meet.google.com/abc-defg-hij\nCancel at least 24 hours before.".to_owned(),
        location: Some("https://meet.google.com/abc-defg-hij".to_owned()),
        url: "https://tala.example/booking#activeclasses".to_owned(),
        organizer: user("Tala", "classes@tala.example"),
        attendee: user("Emily Stone", "emily@example.test"),
    }
}

/// Returns the unfolded lines of the object, and checks line ends, line lengths and control characters (RFC 5545).
fn unfold(ics: &str) -> Vec<String> {
    assert!(ics.ends_with("\r\n"));
    let bare = ics.replace("\r\n", "");
    assert!(!bare.chars().any(char::is_control), "a control character in {bare:?}");
    for line in ics.split("\r\n") {
        assert!(line.len() <= 75, "{} octets: {line}", line.len());
    }
    ics.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
}

/// The value of a property without parameters, outside the reminder.
fn value(lines: &[String], name: &str) -> String {
    let reminder = lines.iter().position(|line| line == "BEGIN:VALARM").unwrap_or(lines.len());
    let found: Vec<&str> =
        lines[..reminder].iter().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')).collect();
    assert_eq!(found.len(), 1, "{name} occurs once");
    found[0].to_owned()
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next().unwrap() {
                'n' => out.push('\n'),
                escaped => {
                    assert!("\\;,".contains(escaped));
                    out.push(escaped);
                }
            },
            c => {
                assert!(!";,".contains(c), "{c} is not escaped in {text}");
                out.push(c);
            }
        }
    }
    out
}

/// Returns the name and address of an organizer or attendee line.
fn parse_user(lines: &[String], property: &str) -> (String, String) {
    let line = lines.iter().find(|line| line.starts_with(property)).unwrap();
    let (head, address) = line.rsplit_once(":mailto:").unwrap();
    let name = head.split_once(";CN=\"").map_or("", |(_, name)| name.strip_suffix('"').unwrap());
    assert!(!name.contains('"'));
    (name.replace("^^", "^"), address.to_owned())
}

/// The lines of a first invitation.
const REQUEST: [&str; 28] = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Tala//Tala//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:REQUEST",
    "BEGIN:VEVENT",
    "UID:booking-0198c0de-0000-7000-8000-000000000001@tala.example",
    "SEQUENCE:0",
    "DTSTAMP:20260301T091530Z",
    "DTSTART:20260308T123000Z",
    "DTEND:20260308T133000Z",
    "SUMMARY:Dance class: Asha Rao and Emily Stone",
    "DESCRIPTION:Join: https://meet.google.com/abc-defg-hij\\nCancel at least 24 ",
    " hours before.",
    "LOCATION:https://meet.google.com/abc-defg-hij",
    "URL:https://tala.example/booking#activeclasses",
    "ORGANIZER;CN=\"Tala\":mailto:classes@tala.example",
    "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=",
    " TRUE;CN=\"Emily Stone\":mailto:emily@example.test",
    "STATUS:CONFIRMED",
    "TRANSP:OPAQUE",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Dance class: Asha Rao and Emily Stone",
    "TRIGGER:-PT30M",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
];

/// Returns the first invitation with some lines replaced, or removed by an empty string.
fn golden(changes: &[(&str, &str)]) -> String {
    for (old, _) in changes {
        assert!(REQUEST.contains(old), "{old} is a line of the request");
    }
    let changed = |line| changes.iter().find(|(old, _)| *old == line).map_or(line, |(_, new)| *new);
    REQUEST.into_iter().map(changed).filter(|line| !line.is_empty()).map(|line| format!("{line}\r\n")).collect()
}

#[test]
fn request_is_rendered_exactly() {
    assert_eq!(invitation().to_ics(), golden(&[]));
}

#[test]
fn update_has_higher_sequence_and_same_uid() {
    let start: Timestamp = "2026-03-10T12:30:00Z".parse().unwrap();
    let change = Invitation { sequence: 1, start, end: class_end(start), ..invitation() };
    let expected = golden(&[
        ("SEQUENCE:0", "SEQUENCE:1"),
        ("DTSTART:20260308T123000Z", "DTSTART:20260310T123000Z"),
        ("DTEND:20260308T133000Z", "DTEND:20260310T133000Z"),
    ]);
    assert_eq!(change.to_ics(), expected);
}

#[test]
fn cancellation_has_method_and_status_cancel() {
    let cancel = Invitation { sequence: 2, method: Method::Cancel, location: None, ..invitation() };
    let expected = golden(&[
        ("METHOD:REQUEST", "METHOD:CANCEL"),
        ("SEQUENCE:0", "SEQUENCE:2"),
        ("LOCATION:https://meet.google.com/abc-defg-hij", ""),
        ("STATUS:CONFIRMED", "STATUS:CANCELLED"),
        ("BEGIN:VALARM", ""),
        ("ACTION:DISPLAY", ""),
        ("DESCRIPTION:Dance class: Asha Rao and Emily Stone", ""),
        ("TRIGGER:-PT30M", ""),
        ("END:VALARM", ""),
    ]);
    assert_eq!(cancel.to_ics(), expected);
}

#[test]
fn special_characters_are_escaped_or_quoted() {
    let odd = Invitation {
        summary: "Class; with, \\ and \"quotes\"".to_owned(),
        description: "one\r\ntwo\rthree\u{2028}four\tfive\u{7}six".to_owned(),
        organizer: user("Tala: \"dance\"; live, \\o/ ^n", "classes@tala.example"),
        attendee: user("\u{0}\r\n", "o'brien+dance@example.test"),
        ..invitation()
    };
    let lines = unfold(&odd.to_ics());
    assert_eq!(value(&lines, "SUMMARY"), "Class\\; with\\, \\\\ and \"quotes\"");
    assert_eq!(value(&lines, "DESCRIPTION"), "one\\ntwo\\nthree\\nfour fivesix");
    let organizer = lines.iter().find(|line| line.starts_with("ORGANIZER")).unwrap();
    assert_eq!(organizer, "ORGANIZER;CN=\"Tala: 'dance'; live, \\o/ ^^n\":mailto:classes@tala.example");
    let attendee = lines.iter().find(|line| line.starts_with("ATTENDEE")).unwrap();
    assert!(attendee.ends_with(";RSVP=TRUE:mailto:o'brien+dance@example.test"), "no empty CN: {attendee}");
}

#[test]
fn text_cannot_inject_properties() {
    let injected = "x\r\nATTENDEE:mailto:evil@example.test\r\nEND:VEVENT";
    let forged = Invitation {
        uid: injected.to_owned(),
        summary: injected.to_owned(),
        description: injected.to_owned(),
        location: Some(injected.to_owned()),
        organizer: user(injected, injected),
        attendee: user("a\"; CN=b:mailto:evil@example.test", "a?cc=evil@example.test"),
        ..invitation()
    };
    let lines = unfold(&forged.to_ics());
    assert_eq!(lines.len(), unfold(&invitation().to_ics()).len(), "the same number of lines as without injected text");
    assert_eq!(lines.iter().filter(|line| line.starts_with("ATTENDEE")).count(), 1);
    let attendee = lines.iter().find(|line| line.starts_with("ATTENDEE")).unwrap();
    assert!(attendee.ends_with(";CN=\"a'; CN=b:mailto:evil@example.test\":mailto:a%3Fcc%3Devil@example.test"));
}

#[test]
fn long_lines_are_folded_between_characters() {
    for filler in ["x", "é", "मी", "👩\u{200d}🎤"] {
        for shift in 0..5 {
            let long = format!("{}{}", "a".repeat(shift), filler.repeat(500));
            let ics = Invitation { summary: long.clone(), ..invitation() }.to_ics();
            assert_eq!(value(&unfold(&ics), "SUMMARY"), long);
        }
    }
    let full = Invitation { summary: "x".repeat(75 - "SUMMARY:".len()), ..invitation() };
    assert!(full.to_ics().contains(&format!("\r\nSUMMARY:{}\r\nDESC", full.summary)), "75 octets need no fold");
}

proptest! {
    #[test]
    fn text_values_round_trip(
        summary in "[^\\p{Cc}\u{2028}\u{2029}]{0,200}",
        description in "[^\\p{Cc}\u{2028}\u{2029}\\n]{0,100}(\n[^\\p{Cc}\u{2028}\u{2029}]{0,100}){0,3}",
        location in proptest::option::of("[ -~]{0,120}"),
    ) {
        let invitation = Invitation { summary, description, location, ..invitation() };
        let lines = unfold(&invitation.to_ics());
        prop_assert_eq!(unescape(&value(&lines, "SUMMARY")), invitation.summary);
        prop_assert_eq!(unescape(&value(&lines, "DESCRIPTION")), invitation.description);
        match invitation.location {
            Some(location) => prop_assert_eq!(unescape(&value(&lines, "LOCATION")), location),
            None => prop_assert!(!lines.iter().any(|line| line.starts_with("LOCATION"))),
        }
    }

    #[test]
    fn invitation_is_well_formed_for_any_text(texts in prop::array::uniform5(any::<String>()), sequence in any::<u32>()) {
        let [uid, summary, description, name, email] = texts;
        let attendee = CalendarUser { name: name.clone(), email };
        let invitation = Invitation { uid, summary, description, sequence, attendee, ..invitation() };
        let lines = unfold(&invitation.to_ics());
        prop_assert_eq!(lines.len(), 26);
        prop_assert_eq!(value(&lines, "SEQUENCE"), sequence.to_string());
        let shown = name.replace('"', "'");
        let blank = |c: char| c.is_control() || c.is_whitespace();
        let words: Vec<&str> = shown.split(blank).filter(|word| !word.is_empty()).collect();
        let (cn, address) = parse_user(&lines, "ATTENDEE");
        prop_assert_eq!(cn, words.join(" "));
        prop_assert!(address.is_ascii() && !address.contains([' ', ';', ',', '"', '<', '>', '?']));
    }
}
