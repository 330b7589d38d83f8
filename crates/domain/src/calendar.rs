//! Calendar invitations and feeds as iCalendar objects (RFC 5545, D32).

mod feed;
#[cfg(test)]
mod feed_tests;
#[cfg(test)]
mod tests;
mod text;

use crate::time::Timestamp;
use text::{Lines, cal_address, escape, quoted, uri};

pub use feed::{FeedEntry, render_class_file, render_feed};

/// Returns the summary of a class in calendars: its title, otherwise its type, and the other person.
pub fn class_summary(title: &str, class_type: &str, with: &str) -> String {
    match title {
        "" => format!("{class_type} dance class with {with}"),
        title => format!("{title} with {with}"),
    }
}

/// The iTIP method of an invitation (RFC 5546).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Add or update the event.
    Request,
    /// Remove the event.
    Cancel,
}

impl Method {
    /// Returns the value of the `METHOD` property; the mail's content type repeats it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }

    const fn status(self) -> &'static str {
        match self {
            Self::Request => "CONFIRMED",
            Self::Cancel => "CANCELLED",
        }
    }
}

/// A calendar user: the organizer or the attendee of an invitation (RFC 5545 §3.3.3).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CalendarUser {
    /// The display name; may be empty.
    pub name: String,
    /// The email address.
    pub email: String,
}

/// A calendar invitation to one class for one attendee. Each attendee gets a separate one, so that students in a group
/// do not see each other's address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invitation {
    /// The `UID`; never changes for a booking.
    pub uid: String,
    /// The `SEQUENCE`: 0 at first, incremented by every change and by the cancellation.
    pub sequence: u32,
    /// Whether to add or remove the event.
    pub method: Method,
    /// When this object was created (`DTSTAMP`).
    pub dtstamp: Timestamp,
    /// When the class starts.
    pub start: Timestamp,
    /// When the class ends.
    pub end: Timestamp,
    /// The title of the event.
    pub summary: String,
    /// The description; may have several lines.
    pub description: String,
    /// The meeting link, if there is one.
    pub location: Option<String>,
    /// The page on which the class can be changed.
    pub url: String,
    /// The platform. Calendar programs show no response buttons to an organizer, so it is never a participant
    /// (docs/integrations.md §3).
    pub organizer: CalendarUser,
    /// The recipient.
    pub attendee: CalendarUser,
}

impl Invitation {
    /// Renders the iCalendar object: CRLF line ends, lines folded at 75 octets, text values escaped. Times are in UTC, so
    /// no `VTIMEZONE` component is needed.
    pub fn to_ics(&self) -> String {
        let mut lines = Lines::default();
        lines.push("BEGIN:VCALENDAR");
        lines.push("VERSION:2.0");
        lines.push("PRODID:-//Tala//Tala//EN");
        lines.push("CALSCALE:GREGORIAN");
        lines.push(&format!("METHOD:{}", self.method.as_str()));
        lines.push("BEGIN:VEVENT");
        lines.push(&format!("UID:{}", escape(&self.uid)));
        lines.push(&format!("SEQUENCE:{}", self.sequence));
        lines.push(&format!("DTSTAMP:{}", utc(self.dtstamp)));
        lines.push(&format!("DTSTART:{}", utc(self.start)));
        lines.push(&format!("DTEND:{}", utc(self.end)));
        lines.push(&format!("SUMMARY:{}", escape(&self.summary)));
        lines.push(&format!("DESCRIPTION:{}", escape(&self.description)));
        if let Some(location) = &self.location {
            lines.push(&format!("LOCATION:{}", escape(location)));
        }
        lines.push(&format!("URL:{}", uri(&self.url)));
        lines.push(&calendar_user("ORGANIZER", &self.organizer));
        let attendee = "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE";
        lines.push(&calendar_user(attendee, &self.attendee));
        lines.push(&format!("STATUS:{}", self.method.status()));
        lines.push("TRANSP:OPAQUE");
        if self.method == Method::Request {
            push_reminder(&mut lines, &self.summary);
        }
        lines.push("END:VEVENT");
        lines.push("END:VCALENDAR");
        lines.into_text()
    }
}

/// Adds a reminder 30 minutes before the start (RFC 5545 §3.6.6).
fn push_reminder(lines: &mut Lines, summary: &str) {
    lines.push("BEGIN:VALARM");
    lines.push("ACTION:DISPLAY");
    lines.push(&format!("DESCRIPTION:{}", escape(summary)));
    lines.push("TRIGGER:-PT30M");
    lines.push("END:VALARM");
}

fn utc(instant: Timestamp) -> String {
    instant.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn calendar_user(property: &str, user: &CalendarUser) -> String {
    let name = quoted(&user.name);
    let name = if name.is_empty() { name } else { format!(";CN={name}") };
    format!("{property}{name}:{}", cal_address(&user.email))
}
