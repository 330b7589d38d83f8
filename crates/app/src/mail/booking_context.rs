//! What the mails about one booking share: their input, the names of things, and the zones of both people.

use jiff::Timestamp;
use tala_domain::booking::policy::{CancelledBy, PaidWith};
use tala_domain::booking::{ClassType, PaymentStatus};
use tala_domain::jobs::Audience;
use tala_domain::time::{Language, TimeText, Zone};
use tala_store::bookings::Booking;
use tala_store::orders::Order;

use crate::context::Settings;
use crate::mail::format::{parse_zone, student_url};

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
    /// The teacher of a cancelled class is suspended, so returned credits cannot be spent for now.
    pub(super) is_teacher_suspended: bool,
    /// How many students still have the class after this one cancelled. `None` if the class itself is cancelled, or the reader
    /// is not the teacher.
    pub(super) remaining_students: Option<usize>,
    /// The reader.
    pub(super) audience: Audience,
    /// What the mail announces.
    pub(super) change: BookingChange,
    /// The reader's language and clock.
    pub(super) text: TimeText,
}

impl BookingMailContext<'_> {
    /// How many credits the student has received for the cancelled class if it was not refunded: the spent ones, or those that
    /// replace the money.
    pub(super) fn returned_credits(&self) -> u32 {
        self.order.map_or(self.booking.credits_used, |order| order.purpose.credits())
    }

    /// Whether nothing was charged for the class, because a coupon paid for all of it.
    pub(super) fn is_free(&self) -> bool {
        self.booking.paid_with() == PaidWith::Coupon
    }
}

/// The words of a booking mail.
pub(super) struct BookingText {
    /// The subject.
    pub(super) subject: String,
    /// The title.
    pub(super) heading: String,
    /// Paragraphs before the facts.
    pub(super) opening: Vec<String>,
    /// Paragraphs after the facts.
    pub(super) closing: Vec<String>,
}

/// The person who cancelled, from the reader's point of view.
#[derive(Clone, Copy)]
pub(super) enum Canceller {
    /// The reader.
    Reader,
    /// The other participant.
    Other,
    /// An administrator; also if the booking has no record of who cancelled it.
    Us,
}

impl Canceller {
    /// Returns who cancelled the booking.
    pub(super) fn of(booking: &Booking, audience: Audience) -> Self {
        let by = booking.cancelled.as_ref().and_then(|cancelled| CancelledBy::parse(&cancelled.by));
        match (by, audience) {
            (Some(CancelledBy::Student), Audience::Student) | (Some(CancelledBy::Teacher), Audience::Teacher) => {
                Self::Reader
            }
            (Some(CancelledBy::Student | CancelledBy::Teacher), _) => Self::Other,
            (Some(CancelledBy::Admin) | None, _) => Self::Us,
        }
    }
}

/// Names a class type inside a sentence: `private class`.
pub(super) fn class_name(language: Language, class_type: ClassType) -> String {
    match language {
        Language::English => format!("{} class", class_type.as_str().to_lowercase()),
        Language::Hindi => {
            let name = match class_type {
                ClassType::Private => "प्राइवेट",
                ClassType::Group => "ग्रुप",
                ClassType::Duet => "डुएट",
            };
            format!("{name} क्लास")
        }
    }
}

/// Returns the label and the title of a published class that has one.
pub(super) fn title_fact(language: Language, booking: &Booking) -> Option<(String, String)> {
    let label = language.pick("Class", "क्लास").to_owned();
    (!booking.title.is_empty()).then(|| (label, booking.title.clone()))
}

/// Whether we cancelled one student's seat in a class that others may still have.
pub(super) fn is_seat(booking: &Booking, audience: Audience) -> bool {
    let is_by_us = matches!(Canceller::of(booking, audience), Canceller::Us);
    is_by_us && audience == Audience::Student && booking.class_type != ClassType::Private
}

/// Returns the label and URL of the reader's list of classes.
pub(super) fn classes_action(settings: &Settings, language: Language, audience: Audience) -> (&'static str, String) {
    (language.pick("See your classes", "अपनी क्लासें देखें"), classes_url(settings, language, audience))
}

/// Returns the URL of the reader's list of classes.
pub(super) fn classes_url(settings: &Settings, language: Language, audience: Audience) -> String {
    match audience {
        Audience::Student => student_url(settings, language, "activeclasses"),
        Audience::Teacher => format!("{}/teacher", settings.public_url),
    }
}

/// Returns the URL of the reader's account, where optional mails are turned off.
pub(super) fn account_url(settings: &Settings, language: Language, audience: Audience) -> String {
    match audience {
        Audience::Student => student_url(settings, language, "settings"),
        Audience::Teacher => format!("{}/teacher#account", settings.public_url),
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

/// Whether the cancellation released the coupon that paid for the whole class.
pub(super) fn returns_coupon(booking: &Booking) -> bool {
    booking.paid_with() == PaidWith::Coupon && booking.payment_status == PaymentStatus::Refunded
}
