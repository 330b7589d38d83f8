//! Compares our invitations, updates and cancellations with those of Google, Outlook and Apple (`calendars/*.ics`, in
//! each product's shape, about the same made-up class): properties that all of them have, ours have too, so each
//! product understands ours.

use std::collections::{BTreeMap, BTreeSet};

use mail_parser::{MessageParser, MimeHeaders as _};
use serde_json::json;
use tala_tests::{TestApp, at, both_dbs, minutes};

both_dbs!(invitations_have_the_properties_of_all_other_calendars);

const KINDS: [&str; 3] = ["request", "update", "cancel"];

const SAMPLES: [(&str, [&str; 3]); 3] = [
    (
        "Google",
        [
            include_str!("calendars/google-request.ics"),
            include_str!("calendars/google-update.ics"),
            include_str!("calendars/google-cancel.ics"),
        ],
    ),
    (
        "Outlook",
        [
            include_str!("calendars/outlook-request.ics"),
            include_str!("calendars/outlook-update.ics"),
            include_str!("calendars/outlook-cancel.ics"),
        ],
    ),
    (
        "Apple",
        [
            include_str!("calendars/apple-request.ics"),
            include_str!("calendars/apple-update.ics"),
            include_str!("calendars/apple-cancel.ics"),
        ],
    ),
];

/// The part of a property that means the same in every calendar. For times, titles and links, only their presence.
const SAME_VALUE: [&str; 4] = ["VERSION", "METHOD", "STATUS", "SEQUENCE"];
/// The properties that make clients show reply buttons (docs/integrations.md §3).
const SAME_PARAMETERS: [&str; 3] = ["ROLE=REQ-PARTICIPANT", "PARTSTAT=NEEDS-ACTION", "RSVP=TRUE"];

/// A property's parameters and its value.
type Property = (BTreeSet<String>, String);

/// The properties of the calendar and of its only event, without those of time zones and alarms.
fn read(ics: &str) -> BTreeMap<String, Property> {
    let mut inside: Vec<String> = Vec::new();
    let mut properties = BTreeMap::new();
    let unfolded = ics.replace("\r\n ", "");
    for line in unfolded.split_terminator("\r\n") {
        let (head, value) = split_outside_quotes(line, ':');
        match head {
            "BEGIN" => inside.push(value.to_owned()),
            "END" => assert_eq!(inside.pop().as_deref(), Some(value), "{ics}"),
            _ if matches!(inside.last().map(String::as_str), Some("VCALENDAR" | "VEVENT")) => {
                let mut parts = head.split(';');
                let name = parts.next().unwrap().to_owned();
                let property = (parts.map(str::to_owned).collect(), value.to_owned());
                assert!(properties.insert(name.clone(), property).is_none(), "{name} occurs twice: {ics}");
            }
            _ => {}
        }
    }
    assert_eq!(inside, [""; 0], "{ics}");
    properties
}

fn split_outside_quotes(line: &str, sign: char) -> (&str, &str) {
    let mut quoted = false;
    let at = line.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        !quoted && *c == sign
    });
    let (at, _) = at.unwrap_or_else(|| panic!("no {sign} in {line}"));
    (&line[..at], &line[at + 1..])
}

/// The calendar part of the last mail to this address, whose content type must name the method.
fn last_ics(app: &TestApp, address: &str) -> String {
    let sent = app.mailer.sent();
    let last = sent.iter().rposition(|mail| mail.to.address == address && mail.invitation.is_some()).unwrap();
    let wires = app.mailer.sent_bytes();
    let mail = MessageParser::default().parse(&wires[last]).unwrap();
    let part =
        mail.parts.iter().find(|part| part.content_type().is_some_and(|kind| kind.subtype() == Some("calendar")));
    let part = part.unwrap();
    let ics = part.text_contents().unwrap().to_owned();
    let method = part.content_type().unwrap().attribute("method").unwrap().to_owned();
    assert!(ics.contains(&format!("\r\nMETHOD:{method}\r\n")), "{method}: {ics}");
    ics
}

async fn invitations_have_the_properties_of_all_other_calendars(app: TestApp) {
    let student = app.school().await.student;
    let booked = app.book(&student, &app.slot_at(&student, at("2026-03-05T03:30:00Z")).await).await;
    app.work().await;
    let request = last_ics(&app, &student.email);
    app.advance(minutes(1));
    let to = app.slot_at(&student, at("2026-03-05T04:30:00Z")).await;
    let path = format!("/api/bookings/{}", booked["_id"].as_str().unwrap());
    let form = json!({ "slotId": to["_id"], "dateTime": to["dateTime"], "isVirtualSlot": true });
    app.post(&format!("{path}/reschedule"), &form).by(&student).ok().await;
    app.work().await;
    let update = last_ics(&app, &student.email);
    app.advance(minutes(1));
    app.post(&format!("{path}/cancel"), &json!({})).by(&student).ok().await;
    app.work().await;
    let ours = [request, update, last_ics(&app, &student.email)].map(|ics| read(&ics));

    for (client, samples) in SAMPLES {
        let theirs = samples.map(read);
        one_event_all_along(client, &theirs);
        for ((kind, ours), theirs) in KINDS.iter().zip(&ours).zip(&theirs) {
            for name in SAME_VALUE {
                assert_eq!(ours[name].1, theirs[name].1, "{name} of a {kind} beside {client}'s");
            }
            for parameter in SAME_PARAMETERS {
                for (whose, event) in [(client, theirs), ("ours", ours)] {
                    assert!(event["ATTENDEE"].0.contains(parameter), "{parameter} in the {kind} of {whose}");
                }
            }
        }
    }
    one_event_all_along("ours", &ours);
    for (place, kind) in KINDS.iter().enumerate() {
        let common = SAMPLES.map(|(_, samples)| read(samples[place]).into_keys().collect::<BTreeSet<_>>());
        let common = common.into_iter().reduce(|all, one| &all & &one).unwrap();
        assert!(common.len() > 12, "{common:?}");
        let missing: Vec<_> = common.iter().filter(|name| !ours[place].contains_key(*name)).collect();
        assert!(missing.is_empty(), "missing properties that every calendar sends in a {kind}: {missing:?}");
    }
    for event in &ours {
        // The organizer of an event gets no reply request.
        assert_ne!(event["ORGANIZER"].1, event["ATTENDEE"].1);
        assert_eq!(event["ATTENDEE"].1, format!("mailto:{}", student.email));
    }
}

/// The properties by which an update or a cancellation is matched with its event.
fn one_event_all_along(whose: &str, events: &[BTreeMap<String, Property>; 3]) {
    let [request, update, cancel] = events;
    for later in [update, cancel] {
        for name in ["UID", "ORGANIZER", "ATTENDEE"] {
            assert_eq!(request[name], later[name], "{name} stays the same: {whose}");
        }
    }
    let number = |event: &BTreeMap<String, Property>| event["SEQUENCE"].1.parse::<u32>().unwrap();
    assert!(number(request) < number(update) && number(update) < number(cancel), "the sequence rises: {whose}");
    assert_ne!(request["DTSTART"].1, update["DTSTART"].1, "{whose}");
}
