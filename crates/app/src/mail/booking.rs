//! Mails about one booking, to its student or its teacher, with a calendar invitation (D30, D32).

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::booking::policy::{CancellationDeadlines, CancelledBy, PaidWith, ZoneNames, describe};
use tala_domain::booking::{BookingCode, PaymentStatus};
use tala_domain::calendar::{CalendarUser, Invitation, Method};
use tala_domain::jobs::Audience;
use tala_gateways::mail::{CalendarPart, MailAddress, OutgoingMail};
use tala_store::bookings::{Booking, Participant};
use tala_store::orders::Order;

use crate::context::Settings;
use crate::mail::format::{footer, format_money, format_paid, format_short_time, format_time, parse_zone};
use crate::mail::template::MailTemplate;

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

/// Input of [`booking_mail`].
#[derive(Clone, Copy)]
pub(super) struct BookingMailContext<'a> {
    /// The booking in its current state.
    pub(super) booking: &'a Booking,
    /// The order that paid for the booking, if it was paid with money.
    pub(super) order: Option<&'a Order>,
    /// The reader.
    pub(super) audience: Audience,
    /// What the mail announces.
    pub(super) change: BookingChange,
}

/// The student or the teacher of a booking, as a mail names them.
#[derive(Clone, Copy)]
struct Party<'a> {
    name: &'a str,
    email: Option<&'a str>,
}

impl<'a, Id> From<&'a Participant<Id>> for Party<'a> {
    fn from(participant: &'a Participant<Id>) -> Self {
        Self { name: &participant.name, email: participant.email.as_deref() }
    }
}

/// Composes the mail from the current state of the booking. Message-ID, date and UID depend on the job only, so mail clients
/// recognize a repeated delivery.
pub(super) fn booking_mail(
    settings: &Settings,
    context: &BookingMailContext<'_>,
    address: &str,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let BookingMailContext { booking, audience, change, .. } = *context;
    let (reader, other) = match audience {
        Audience::Student => (Party::from(&booking.student), Party::from(&booking.teacher)),
        Audience::Teacher => (Party::from(&booking.teacher), Party::from(&booking.student)),
    };
    let text = booking_text(settings, booking, audience, change, other.name);
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: &text.heading,
        greeting: &format!("Namaste {},", reader.name),
        opening: &text.opening,
        facts: &booking_facts(context, other, enqueued_at),
        action: (change != BookingChange::Cancelled).then(|| classes_action(settings, audience)),
        closing: &text.closing,
        footer: &footer,
    };
    let method = if change == BookingChange::Cancelled { Method::Cancel } else { Method::Request };
    let kind = match audience {
        Audience::Student => "student",
        Audience::Teacher => "teacher",
    };
    let attendee = CalendarUser { name: reader.name.to_owned(), email: address.to_owned() };
    OutgoingMail {
        message_id: format!(
            "booking-{}-{}-{kind}-{}",
            method.as_str().to_ascii_lowercase(),
            booking.calendar_sequence,
            booking.id
        ),
        date: enqueued_at,
        to: MailAddress { name: reader.name.to_owned(), address: address.to_owned() },
        reply_to: other.email.map(|email| MailAddress { name: other.name.to_owned(), address: email.to_owned() }),
        subject: text.subject.clone(),
        text: template.to_text(),
        html: template.to_html(),
        invitation: Some(CalendarPart {
            text: calendar_invitation(settings, booking, attendee, other.name, method, enqueued_at).to_ics(),
            method: method.as_str().to_owned(),
        }),
        headers: Vec::new(),
    }
}

struct BookingText {
    subject: String,
    heading: String,
    opening: Vec<String>,
    closing: Vec<String>,
}

fn booking_text(
    settings: &Settings,
    booking: &Booking,
    audience: Audience,
    change: BookingChange,
    other: &str,
) -> BookingText {
    let class = booking.class_type.as_str();
    let zone = reader_zone(booking, audience);
    let day = format_short_time(booking.starts_at, &zone);
    match change {
        BookingChange::Confirmed => BookingText {
            subject: format!("Booked: {class} class with {other}, {day}"),
            heading: match audience {
                Audience::Student => "Your class is booked".to_owned(),
                Audience::Teacher => "A class has been booked with you".to_owned(),
            },
            opening: vec![match audience {
                Audience::Student => format!("Your {class} class with {other} is confirmed."),
                Audience::Teacher => format!("{other} has booked a {class} class with you."),
            }],
            closing: vec![
                "A calendar invitation is part of this message.".to_owned(),
                cancellation_hint(settings, audience),
            ],
        },
        BookingChange::Rescheduled => BookingText {
            subject: format!("Moved: {class} class with {other}, now {day}"),
            heading: "This class has a new time".to_owned(),
            opening: vec![match booking.rescheduled_from {
                Some(old) => {
                    format!("The {class} class with {other} has moved. It was to be on {}.", format_time(old, &zone))
                }
                None => format!("The {class} class with {other} has moved."),
            }],
            closing: vec!["The calendar entry moves with this message.".to_owned()],
        },
        BookingChange::LinkChanged => BookingText {
            subject: format!("New meeting link: {class} class with {other}, {day}"),
            heading: "This class has a new meeting link".to_owned(),
            opening: vec![match audience {
                Audience::Student => {
                    format!("{other} has changed the meeting link of your {class} class. Day and time stay.")
                }
                Audience::Teacher => {
                    format!("You have changed your meeting link. {other} has been told; day and time stay.")
                }
            }],
            closing: vec!["The calendar entry changes with this message.".to_owned()],
        },
        BookingChange::Cancelled => BookingText {
            subject: format!("Cancelled: {class} class with {other}, {day}"),
            heading: "This class is cancelled".to_owned(),
            opening: vec![
                format!("The {class} class with {other} will not take place."),
                cancelled_by_text(settings, booking, audience, other),
            ],
            closing: [
                compensation_text(booking, audience),
                Some("The calendar entry is withdrawn with this message.".to_owned()),
            ]
            .into_iter()
            .flatten()
            .collect(),
        },
    }
}

/// Explains how to cancel.
pub(super) fn cancellation_hint(settings: &Settings, audience: Audience) -> String {
    match audience {
        Audience::Student => {
            format!(
                "Something has come up? Cancel or move the class under Active Classes, or write to {}.",
                settings.support_email
            )
        }
        Audience::Teacher => format!(
            "Something has come up? Cancel the class under My Classes: your student gets everything back. Or write to {}.",
            settings.support_email
        ),
    }
}

/// Names the person who cancelled, from the reader's point of view.
fn cancelled_by_text(settings: &Settings, booking: &Booking, audience: Audience, other: &str) -> String {
    let by = booking.cancelled.as_ref().and_then(|cancelled| CancelledBy::parse(&cancelled.by));
    match (by, audience) {
        (Some(CancelledBy::Student), Audience::Student) | (Some(CancelledBy::Teacher), Audience::Teacher) => {
            "You have cancelled it.".to_owned()
        }
        (Some(CancelledBy::Student | CancelledBy::Teacher), _) => format!("{other} has cancelled it."),
        (Some(CancelledBy::Admin) | None, _) => format!("{} has cancelled it.", settings.product_name),
    }
}

/// Describes the student's compensation for the cancelled booking (D36). `None` for the teacher.
fn compensation_text(booking: &Booking, audience: Audience) -> Option<String> {
    if audience == Audience::Teacher {
        return None;
    }
    if let Some((money, _)) = booking.refund {
        return Some(format!(
            "{} go back to where they came from. The refund is started within 1-2 business days and reaches your account \
             when the bank has done its part, usually 5-7 working days.",
            format_money(money)
        ));
    }
    Some(match (booking.credits_used, booking.order_id) {
        (0, _) if booking.paid_with() == PaidWith::Coupon && booking.payment_status == PaymentStatus::Refunded => {
            "You can use your coupon again.".to_owned()
        }
        (0, _) => "A class credit for a future class is in your account instead.".to_owned(),
        (1, _) => "Your class credit is back in your account.".to_owned(),
        (count, _) => format!("Your {count} class credits are back in your account."),
    })
}

fn booking_facts(
    context: &BookingMailContext<'_>,
    other: Party<'_>,
    enqueued_at: Timestamp,
) -> Vec<(&'static str, String)> {
    let BookingMailContext { booking, order, audience, change } = *context;
    let zone = reader_zone(booking, audience);
    let (other_role, other_time_label) = match audience {
        Audience::Student => ("Teacher", "Teacher's clock"),
        Audience::Teacher => ("Student", "Student's clock"),
    };
    let mut facts = vec![("When", format_time(booking.starts_at, &zone))];
    if let Some(other_zone) = other_zone(booking, audience)
        && other_zone.to_offset(booking.starts_at) != zone.to_offset(booking.starts_at)
    {
        facts.push((other_time_label, format_time(booking.starts_at, &other_zone)));
    }
    facts.push(("Length", "1 hour".to_owned()));
    facts.push((other_role, other.name.to_owned()));
    if let (Audience::Student, Some(address)) = (audience, other.email) {
        facts.push(("Teacher's e-mail", address.to_owned()));
    }
    if audience == Audience::Student && booking.credits_used > 0 {
        let credits = booking.credits_used;
        facts.push(("Paid with", format!("{credits} class credit{}", if credits == 1 { "" } else { "s" })));
    }
    if let (Audience::Student, Some(order)) = (audience, order) {
        facts.push(("Paid", format_paid(order)));
        if let Some(number) = order.receipt_number {
            facts.push(("Receipt", number.to_string()));
        }
    }
    if change == BookingChange::Cancelled {
        facts.extend(booking.cancelled.as_ref().and_then(|c| c.reason.clone()).map(|reason| ("Reason", reason)));
    } else {
        facts.extend(booking.meeting_link.clone().map(|link| ("Meeting link", link)));
        if audience == Audience::Student {
            facts.push(("Cancelling", policy_text(booking, enqueued_at)));
        }
    }
    facts.push(("Booking", BookingCode::from_id(booking.id).to_string()));
    facts
}

/// Describes the cancellation policy as checkout and the cancel page do (D24).
fn policy_text(booking: &Booking, enqueued_at: Timestamp) -> String {
    let zones = ZoneNames { teacher: booking.teacher_zone.as_deref(), viewer: booking.student_zone.as_deref() };
    describe(CancellationDeadlines::for_start(booking.starts_at), booking.paid_with(), zones, enqueued_at)
}

/// Returns the label and URL of the reader's list of classes.
pub(super) fn classes_action(settings: &Settings, audience: Audience) -> (&'static str, String) {
    match audience {
        Audience::Student => ("See your classes", format!("{}/booking#activeclasses", settings.public_url)),
        Audience::Teacher => ("See your classes", format!("{}/teacher", settings.public_url)),
    }
}

/// Returns the zone of the reader, UTC if it is unknown.
pub(super) fn reader_zone(booking: &Booking, audience: Audience) -> TimeZone {
    let name = match audience {
        Audience::Student => booking.student_zone.as_deref(),
        Audience::Teacher => booking.teacher_current_zone.as_deref(),
    };
    name.and_then(parse_zone).unwrap_or(TimeZone::UTC)
}

fn other_zone(booking: &Booking, audience: Audience) -> Option<TimeZone> {
    match audience {
        Audience::Student => booking.teacher_current_zone.as_deref(),
        Audience::Teacher => booking.student_zone.as_deref(),
    }
    .and_then(parse_zone)
}

fn calendar_invitation(
    settings: &Settings,
    booking: &Booking,
    attendee: CalendarUser,
    other: &str,
    method: Method,
    enqueued_at: Timestamp,
) -> Invitation {
    let link = booking.meeting_link.clone();
    let description = match &link {
        Some(link) => format!("{} class with {other}. Meeting link: {link}", booking.class_type.as_str()),
        None => format!("{} class with {other}.", booking.class_type.as_str()),
    };
    Invitation {
        uid: format!("booking-{}@tala", booking.id),
        sequence: booking.calendar_sequence,
        method,
        dtstamp: enqueued_at,
        start: booking.starts_at,
        end: booking.ends_at,
        summary: format!("{} dance class with {other}", booking.class_type.as_str()),
        description,
        location: link,
        organizer: CalendarUser { name: settings.product_name.clone(), email: settings.mail_from.clone() },
        attendee,
    }
}
