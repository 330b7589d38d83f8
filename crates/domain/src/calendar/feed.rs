//! Classes for a person's own calendar: all of them as a feed, which is fetched again and again (INTEGRATIONS §3), or one
//! of them as a file.

use std::slice;

use super::text::{Lines, escape};
use super::utc;
use crate::time::Timestamp;

/// One class in a feed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FeedEntry {
    /// The UID of the invitation to the same class, so that no calendar has it twice.
    pub uid: String,
    /// 0 at first; higher with every change and with the cancellation.
    pub sequence: u32,
    /// When the entry last changed. The same instant each time, so that an unchanged feed is the same text.
    pub changed_at: Timestamp,
    /// When the class starts.
    pub start: Timestamp,
    /// When it ends.
    pub end: Timestamp,
    /// The title in the calendar.
    pub summary: String,
    /// Details; may have several lines, may be empty.
    pub description: String,
    /// The meeting link, if it is known.
    pub location: Option<String>,
    /// Cancelled classes stay for a while, so that calendars take them out.
    pub is_cancelled: bool,
}

/// The iCalendar object of a feed with this name, to be fetched every hour.
pub fn feed(name: &str, entries: &[FeedEntry]) -> String {
    let mut lines = begin();
    lines.push(&format!("X-WR-CALNAME:{}", escape(name)));
    lines.push("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    lines.push("X-PUBLISHED-TTL:PT1H");
    end(lines, entries)
}

/// The iCalendar object of one class, to be opened once. Nameless: a name would make it a calendar of its own.
pub fn class_file(entry: &FeedEntry) -> String {
    end(begin(), slice::from_ref(entry))
}

fn begin() -> Lines {
    let mut lines = Lines::default();
    lines.push("BEGIN:VCALENDAR");
    lines.push("VERSION:2.0");
    lines.push("PRODID:-//Tala//Tala//EN");
    lines.push("CALSCALE:GREGORIAN");
    lines.push("METHOD:PUBLISH");
    lines
}

fn end(mut lines: Lines, entries: &[FeedEntry]) -> String {
    for entry in entries {
        push_entry(&mut lines, entry);
    }
    lines.push("END:VCALENDAR");
    lines.into_text()
}

fn push_entry(lines: &mut Lines, entry: &FeedEntry) {
    lines.push("BEGIN:VEVENT");
    lines.push(&format!("UID:{}", escape(&entry.uid)));
    lines.push(&format!("SEQUENCE:{}", entry.sequence));
    lines.push(&format!("DTSTAMP:{}", utc(entry.changed_at)));
    lines.push(&format!("LAST-MODIFIED:{}", utc(entry.changed_at)));
    lines.push(&format!("DTSTART:{}", utc(entry.start)));
    lines.push(&format!("DTEND:{}", utc(entry.end)));
    lines.push(&format!("SUMMARY:{}", escape(&entry.summary)));
    if !entry.description.is_empty() {
        lines.push(&format!("DESCRIPTION:{}", escape(&entry.description)));
    }
    if let Some(location) = &entry.location {
        lines.push(&format!("LOCATION:{}", escape(location)));
    }
    lines.push(if entry.is_cancelled { "STATUS:CANCELLED" } else { "STATUS:CONFIRMED" });
    lines.push(if entry.is_cancelled { "TRANSP:TRANSPARENT" } else { "TRANSP:OPAQUE" });
    lines.push("END:VEVENT");
}
