//! Calendar feeds, which calendar programs fetch repeatedly (docs/integrations.md §3), and `.ics` files of one class.

use std::slice;

use super::text::{Lines, escape, uri};
use super::{push_reminder, utc};
use crate::time::Timestamp;

/// One class in a feed or file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FeedEntry {
    /// The `UID` of the invitation to the same class, so that calendars do not show the class twice.
    pub uid: String,
    /// The `SEQUENCE`: 0 at first, incremented by every change and by the cancellation.
    pub sequence: u32,
    /// When the class last changed (`DTSTAMP`, `LAST-MODIFIED`). Not the time of rendering, so that an unchanged feed has
    /// the same bytes.
    pub changed_at: Timestamp,
    /// When the class starts.
    pub start: Timestamp,
    /// When the class ends.
    pub end: Timestamp,
    /// The title of the event.
    pub summary: String,
    /// The description; may have several lines or be empty.
    pub description: String,
    /// The meeting link, if there is one.
    pub location: Option<String>,
    /// The page on which the class can be changed.
    pub url: String,
    /// Whether the class is cancelled. Feeds include cancelled classes for a while, so that calendars remove them.
    pub is_cancelled: bool,
}

/// Renders a feed with this display name. Calendar programs are asked to fetch it every hour.
pub fn render_feed(name: &str, entries: &[FeedEntry]) -> String {
    let mut lines = start_calendar();
    lines.push(&format!("X-WR-CALNAME:{}", escape(name)));
    lines.push("REFRESH-INTERVAL;VALUE=DURATION:PT1H");
    lines.push("X-PUBLISHED-TTL:PT1H");
    finish_calendar(lines, entries)
}

/// Renders an `.ics` file with one class. It has no display name, because calendar programs would create a separate
/// calendar for it.
pub fn render_class_file(entry: &FeedEntry) -> String {
    finish_calendar(start_calendar(), slice::from_ref(entry))
}

fn start_calendar() -> Lines {
    let mut lines = Lines::default();
    lines.push("BEGIN:VCALENDAR");
    lines.push("VERSION:2.0");
    lines.push("PRODID:-//Tala//Tala//EN");
    lines.push("CALSCALE:GREGORIAN");
    lines.push("METHOD:PUBLISH");
    lines
}

fn finish_calendar(mut lines: Lines, entries: &[FeedEntry]) -> String {
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
    lines.push(&format!("URL:{}", uri(&entry.url)));
    lines.push(if entry.is_cancelled { "STATUS:CANCELLED" } else { "STATUS:CONFIRMED" });
    lines.push(if entry.is_cancelled { "TRANSP:TRANSPARENT" } else { "TRANSP:OPAQUE" });
    if !entry.is_cancelled {
        push_reminder(lines, &entry.summary);
    }
    lines.push("END:VEVENT");
}
