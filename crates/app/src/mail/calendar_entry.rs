//! The calendar entry of a booking: the invitation in its mails, and a link that adds it to Google Calendar. Entries are in
//! English, because programs and other people read them.

use jiff::Timestamp;
use tala_domain::booking::BookingCode;
use tala_domain::calendar::{CalendarUser, Invitation, Method, class_summary};
use tala_domain::jobs::Audience;
use tala_domain::time::Language;
use tala_store::bookings::Booking;

use crate::context::Settings;
use crate::mail::booking_context::classes_url;
use crate::mail::format::encode_query;

/// Returns the invitation of one participant.
pub(super) fn calendar_invitation(
    settings: &Settings,
    booking: &Booking,
    audience: Audience,
    attendee: CalendarUser,
    method: Method,
    enqueued_at: Timestamp,
) -> Invitation {
    Invitation {
        uid: format!("booking-{}@tala", booking.id),
        sequence: booking.calendar_sequence,
        method,
        dtstamp: enqueued_at,
        start: booking.starts_at,
        end: booking.ends_at,
        summary: summary(booking, audience),
        description: description(settings, booking, audience),
        location: booking.meeting_link.clone(),
        url: classes_url(settings, Language::English, audience),
        organizer: CalendarUser { name: settings.product_name.clone(), email: settings.mail_from.clone() },
        attendee,
    }
}

/// Returns a link that opens Google Calendar with the class filled in. Nothing is stored before the person saves it there.
pub(super) fn google_calendar_url(settings: &Settings, booking: &Booking, audience: Audience) -> String {
    let utc = |at: Timestamp| at.strftime("%Y%m%dT%H%M%SZ").to_string();
    let mut url = format!(
        "https://calendar.google.com/calendar/render?action=TEMPLATE&text={}&details={}&dates={}/{}",
        encode_query(&summary(booking, audience)),
        encode_query(&description(settings, booking, audience)),
        utc(booking.starts_at),
        utc(booking.ends_at),
    );
    if let Some(link) = &booking.meeting_link {
        url.push_str(&format!("&location={}", encode_query(link)));
    }
    url
}

fn summary(booking: &Booking, audience: Audience) -> String {
    let other = match audience {
        Audience::Student => &booking.teacher.name,
        Audience::Teacher => &booking.student.name,
    };
    class_summary(&booking.title, booking.class_type.as_str(), other)
}

fn description(settings: &Settings, booking: &Booking, audience: Audience) -> String {
    let mut lines = Vec::new();
    lines.extend(booking.meeting_link.as_ref().map(|link| format!("Join: {link}")));
    lines.push(format!("Booking code: {}", BookingCode::from_id(booking.id)));
    let verb = match audience {
        Audience::Student => "Reschedule or cancel",
        Audience::Teacher => "Cancel",
    };
    lines.push(format!("{verb}: {}", classes_url(settings, Language::English, audience)));
    lines.join("\n")
}
