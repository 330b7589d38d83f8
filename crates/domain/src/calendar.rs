//! Calendar invitations and feeds as text: RFC 5545 objects (D32).

mod feed;
#[cfg(test)]
mod feed_tests;
#[cfg(test)]
mod tests;
mod text;

use crate::time::Timestamp;
use text::{Lines, cal_address, escape, quoted};

pub use feed::{FeedEntry, class_file, feed};

/// What an invitation asks the recipient's calendar to do (RFC 5546).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Put the class in, or change it.
    Request,
    /// Take it out.
    Cancel,
}

impl Method {
    /// The value of `METHOD`, which the mail's content type repeats.
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

/// A name and an address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Party {
    /// The name to show; may be empty.
    pub name: String,
    /// The e-mail address.
    pub email: String,
}

/// One class in one person's calendar. One message for each attendee: an invitation names no other address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invitation {
    /// Stable for the booking, whatever happens to it.
    pub uid: String,
    /// 0 at first; higher with every change and with the cancellation.
    pub sequence: u32,
    /// Put in or take out.
    pub method: Method,
    /// When this text was made.
    pub dtstamp: Timestamp,
    /// When the class starts.
    pub start: Timestamp,
    /// When it ends.
    pub end: Timestamp,
    /// The title in the calendar.
    pub summary: String,
    /// Details; may have several lines.
    pub description: String,
    /// The meeting link, if it is known.
    pub location: Option<String>,
    /// The platform's address: an organizer who were a participant would get no buttons (INTEGRATIONS §3).
    pub organizer: Party,
    /// Who is invited.
    pub attendee: Party,
}

impl Invitation {
    /// The iCalendar object: CRLF line ends, lines folded at 75 octets, texts escaped. Times are in UTC, so that no
    /// time-zone rules need to travel along.
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
        lines.push(&party("ORGANIZER", &self.organizer));
        let invited = "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE";
        lines.push(&party(invited, &self.attendee));
        lines.push(&format!("STATUS:{}", self.method.status()));
        lines.push("TRANSP:OPAQUE");
        lines.push("END:VEVENT");
        lines.push("END:VCALENDAR");
        lines.into_text()
    }
}

fn utc(instant: Timestamp) -> String {
    instant.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn party(property: &str, party: &Party) -> String {
    let name = quoted(&party.name);
    let name = if name.is_empty() { name } else { format!(";CN={name}") };
    format!("{property}{name}:{}", cal_address(&party.email))
}
