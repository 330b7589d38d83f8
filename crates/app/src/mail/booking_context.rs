//! What the mails about one booking share: their input, the names of things, and the zones of both people.

use jiff::Timestamp;
use tala_domain::booking::ClassType;
use tala_domain::jobs::Audience;
use tala_domain::time::Zone;
use tala_store::bookings::Booking;
use tala_store::orders::Order;

use crate::context::Settings;
use crate::mail::format::parse_zone;

/// The event that a booking mail announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BookingChange {
    /// The booking was created.
    Confirmed,
    /// The booking has another time.
    Rescheduled,
    /// The meeting link has changed (D37).
    LinkChanged,
    /// The booking was cancelled.
    Cancelled,
}

/// Input of a booking mail.
#[derive(Clone, Copy)]
pub(super) struct BookingMailContext<'a> {
    /// The booking in its current state.
    pub(super) booking: &'a Booking,
    /// The order that paid for the booking, if it was paid with money.
    pub(super) order: Option<&'a Order>,
    /// The expiry of the credits that a cancellation returned, if any.
    pub(super) credit_expires_at: Option<Timestamp>,
    /// The reader.
    pub(super) audience: Audience,
    /// What the mail announces.
    pub(super) change: BookingChange,
}

/// Names a class type inside a sentence: `private class`.
pub(super) fn class_name(class_type: ClassType) -> String {
    format!("{} class", class_type.as_str().to_lowercase())
}

/// Returns the label and URL of the reader's list of classes.
pub(super) fn classes_action(settings: &Settings, audience: Audience) -> (&'static str, String) {
    ("See your classes", classes_url(settings, audience))
}

/// Returns the URL of the reader's list of classes.
pub(super) fn classes_url(settings: &Settings, audience: Audience) -> String {
    match audience {
        Audience::Student => format!("{}/booking#activeclasses", settings.public_url),
        Audience::Teacher => format!("{}/teacher", settings.public_url),
    }
}

/// Returns the zone of the reader's last visit (D44), otherwise the other person's, otherwise India's (D41).
pub(super) fn reader_zone(booking: &Booking, audience: Audience) -> Zone {
    let (reader, other) = zone_names(booking, audience);
    parse_zone(reader).or_else(|| parse_zone(other)).unwrap_or_else(Zone::india)
}

/// Returns the other person's zone if clocks there show another time at the start of the class.
pub(super) fn differing_zone(booking: &Booking, audience: Audience) -> Option<Zone> {
    let offset = |zone: &Zone| zone.tz().to_offset(booking.starts_at);
    let reader = offset(&reader_zone(booking, audience));
    parse_zone(zone_names(booking, audience).1).filter(|other| offset(other) != reader)
}

fn zone_names(booking: &Booking, audience: Audience) -> (Option<&str>, Option<&str>) {
    let (student, teacher) = (booking.student_zone.as_deref(), booking.teacher_current_zone.as_deref());
    match audience {
        Audience::Student => (student, teacher),
        Audience::Teacher => (teacher, student),
    }
}
