//! Tests of feeds and class files: exact output, and properties with arbitrary text.

use proptest::prelude::*;

use super::{FeedEntry, render_class_file, render_feed};
use crate::time::{Timestamp, class_end};

fn entry() -> FeedEntry {
    let start: Timestamp = "2026-03-08T12:30:00Z".parse().unwrap();
    FeedEntry {
        uid: "booking-1@tala.example".to_owned(),
        sequence: 0,
        changed_at: "2026-03-01T09:15:30.25Z".parse().unwrap(),
        start,
        end: class_end(start),
        summary: "Dance class: Asha Rao, Emily Stone".to_owned(),
        description: "Private class\nJoin in time".to_owned(),
        location: Some("https://meet.google.com/abc-defg-hij".to_owned()),
        url: "https://tala.example/booking#activeclasses".to_owned(),
        is_cancelled: false,
    }
}

#[test]
fn feed_has_hourly_refresh_and_cancelled_classes() {
    let cancelled = FeedEntry {
        uid: "booking-2@tala.example".to_owned(),
        sequence: 2,
        description: String::new(),
        location: None,
        is_cancelled: true,
        ..entry()
    };
    let expected = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tala//Tala//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "X-WR-CALNAME:Tala classes\\, Asha",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        "BEGIN:VEVENT",
        "UID:booking-1@tala.example",
        "SEQUENCE:0",
        "DTSTAMP:20260301T091530Z",
        "LAST-MODIFIED:20260301T091530Z",
        "DTSTART:20260308T123000Z",
        "DTEND:20260308T133000Z",
        "SUMMARY:Dance class: Asha Rao\\, Emily Stone",
        "DESCRIPTION:Private class\\nJoin in time",
        "LOCATION:https://meet.google.com/abc-defg-hij",
        "URL:https://tala.example/booking#activeclasses",
        "STATUS:CONFIRMED",
        "TRANSP:OPAQUE",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "DESCRIPTION:Dance class: Asha Rao\\, Emily Stone",
        "TRIGGER:-PT30M",
        "END:VALARM",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:booking-2@tala.example",
        "SEQUENCE:2",
        "DTSTAMP:20260301T091530Z",
        "LAST-MODIFIED:20260301T091530Z",
        "DTSTART:20260308T123000Z",
        "DTEND:20260308T133000Z",
        "SUMMARY:Dance class: Asha Rao\\, Emily Stone",
        "URL:https://tala.example/booking#activeclasses",
        "STATUS:CANCELLED",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ];
    assert_eq!(render_feed("Tala classes, Asha", &[entry(), cancelled]), expected.join("\r\n"));
}

#[test]
fn empty_feed_has_no_event() {
    let text = render_feed("Tala", &[]);
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("\r\nEND:VCALENDAR\r\n"));
    assert!(!text.contains("VEVENT"));
}

#[test]
fn class_file_equals_the_feed_without_feed_properties() {
    let (file, feed) = (render_class_file(&entry()), render_feed("Tala", &[entry()]));
    let feed_properties = ["X-WR-CALNAME", "REFRESH-INTERVAL", "X-PUBLISHED-TTL"];
    let same = feed.split_inclusive("\r\n").filter(|line| !feed_properties.iter().any(|name| line.starts_with(name)));
    assert_eq!(file, same.collect::<String>());
}

proptest! {
    #[test]
    fn feed_is_well_formed_for_any_text(name in any::<String>(), texts in prop::array::uniform4(any::<String>())) {
        let [uid, summary, description, location] = texts;
        let has_description = !description.is_empty();
        let entry = FeedEntry { uid, summary, description, location: Some(location), ..entry() };
        let text = render_feed(&name, &[entry]);
        prop_assert!(text.split("\r\n").all(|line| line.len() <= 75));
        prop_assert!(!text.replace("\r\n", "").chars().any(char::is_control));
        let lines = text.replace("\r\n ", "").split_terminator("\r\n").count();
        prop_assert_eq!(lines, if has_description { 28 } else { 27 }, "no line is injected");
    }
}
