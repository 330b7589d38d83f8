//! Calendar invitations and feeds: any text yields a valid file without injected lines.

use tala_domain::calendar::{CalendarUser, FeedEntry, Invitation, Method, render_feed};
use tala_domain::time::Timestamp;

use super::{number, texts};

const MAX_LINE_OCTETS: usize = 75;
/// The lines of the reminder of a class that takes place.
const REMINDER: [&str; 5] = ["BEGIN", "ACTION", "DESCRIPTION", "TRIGGER", "END"];

pub(super) fn any_text_yields_valid_calendar(input: &[u8]) {
    let (seed, rest) = number(input);
    let [name, email, summary, description, location, calendar] = texts(rest);
    let start = Timestamp::from_second(seed.rem_euclid(4_000_000_000)).unwrap();
    let user = |name: &str, email: &str| CalendarUser { name: name.to_owned(), email: email.to_owned() };
    let invitation = Invitation {
        uid: summary.clone(),
        sequence: seed.unsigned_abs() as u32,
        method: if seed % 2 == 0 { Method::Request } else { Method::Cancel },
        dtstamp: start,
        start,
        end: start,
        summary: summary.clone(),
        description: description.clone(),
        location: Some(location.clone()),
        url: format!("https://tala.test/{name}"),
        organizer: user(&calendar, "classes@tala.test"),
        attendee: user(&name, &email),
    };
    let reminder: &[&str] = if invitation.method == Method::Request { &REMINDER } else { &[] };
    let lines = unfolded(&invitation.to_ics());
    let names: Vec<&str> = lines.iter().map(|line| property(line)).collect();
    assert_eq!(
        names,
        [
            "BEGIN",
            "VERSION",
            "PRODID",
            "CALSCALE",
            "METHOD",
            "BEGIN",
            "UID",
            "SEQUENCE",
            "DTSTAMP",
            "DTSTART",
            "DTEND",
            "SUMMARY",
            "DESCRIPTION",
            "LOCATION",
            "URL",
            "ORGANIZER",
            "ATTENDEE",
            "STATUS",
            "TRANSP",
        ]
        .into_iter()
        .chain(reminder.iter().copied())
        .chain(["END", "END"])
        .collect::<Vec<_>>()
    );
    assert_eq!(unescape(value(&lines[11])), displayed(&summary));
    assert_eq!(unescape(value(&lines[12])), displayed(&description));
    assert_eq!(unescape(value(&lines[13])), displayed(&location));
    assert_one_address(&lines[16]);

    let entry = |uid: &str, is_cancelled| FeedEntry {
        uid: uid.to_owned(),
        sequence: 1,
        changed_at: start,
        start,
        end: start,
        summary: summary.clone(),
        description: format!("{description}x"),
        location: Some(location.clone()),
        url: format!("https://tala.test/{name}"),
        is_cancelled,
    };
    let lines = unfolded(&render_feed(&calendar, &[entry("a", false), entry(&name, true)]));
    let classes = lines.iter().filter(|line| *line == "BEGIN:VEVENT").count();
    assert_eq!((classes, lines.len()), (2, 8 + 2 * 14 + REMINDER.len() + 1));
    assert_eq!(unescape(value(&lines[5])), displayed(&calendar));
}

/// Unfolds content lines (RFC 5545 §3.1).
fn unfolded(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.strip_suffix("\r\n").expect("ends with a line end").split("\r\n") {
        assert!(line.len() <= MAX_LINE_OCTETS, "{} octets: {line:?}", line.len());
        assert!(!line.contains(['\r', '\n']) && !line.chars().any(char::is_control), "{line:?}");
        match line.strip_prefix(' ') {
            Some(rest) => lines.last_mut().expect("a line to continue").push_str(rest),
            None => lines.push(line.to_owned()),
        }
    }
    lines
}

fn property(line: &str) -> &str {
    line.split([':', ';']).next().unwrap_or_default()
}

/// The value of a content line: the text after the first unquoted colon.
fn value(line: &str) -> &str {
    let mut quoted = false;
    let at = line.find(|c| {
        quoted ^= c == '"';
        c == ':' && !quoted
    });
    &line[at.expect("a colon") + 1..]
}

/// Unescapes a TEXT value (RFC 5545 §3.3.11). Panics at characters that must be escaped.
fn unescape(value: &str) -> String {
    let (mut out, mut characters) = (String::new(), value.chars());
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => out.push('\n'),
                Some(c @ ('\\' | ';' | ',')) => out.push(c),
                other => panic!("\\{other:?} in {value:?}"),
            },
            ';' | ',' => panic!("unescaped {character} in {value:?}"),
            other => out.push(other),
        }
    }
    out
}

/// The text as calendars display it.
fn displayed(text: &str) -> String {
    let mut out = String::new();
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Asserts that `ATTENDEE;…;CN="…":mailto:…` has at most one quoted name, and one address of safe characters.
fn assert_one_address(line: &str) {
    let address = value(line).strip_prefix("mailto:").expect("a mail address");
    assert!(address.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\",;:\\?&#".contains(&byte)), "{line:?}");
    let head = &line[..line.len() - value(line).len() - 1];
    assert!(matches!(head.matches('"').count(), 0 | 2), "{line:?}");
    assert!(head.starts_with("ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE"));
}
