//! The mail about one booking to one of its two people, with the calendar invitation inside (D30, D32).

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::booking::policy::{CancelledBy, PaidWith, Policy, sentence};
use tala_domain::booking::{BookingCode, PaymentStatus};
use tala_domain::calendar::{Invitation, Method, Party as CalendarParty};
use tala_domain::jobs::Audience;
use tala_gateways::mail::{Ics, OutgoingMail, Party};
use tala_store::bookings::{Booking, Party as BookedParty};
use tala_store::orders::Order;

use crate::context::Settings;
use crate::mail::format::{clock, footer, paid, short_clock, zone};
use crate::mail::layout::Letter;

/// What has happened to the booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// It was made.
    Confirmed,
    /// It is at another time now.
    Moved,
    /// It is held behind another link now (D37).
    LinkChanged,
    /// It was called off.
    Cancelled,
}

/// What the mail is about.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    /// The booking as it stands.
    pub(super) booking: &'a Booking,
    /// The purchase that paid for it.
    pub(super) order: Option<&'a Order>,
    /// Who reads it.
    pub(super) audience: Audience,
    /// What has happened.
    pub(super) occasion: Occasion,
}

/// Composes the mail from the booking as it stands. Message-ID, date and UID never change, so mail clients recognise a
/// second attempt.
pub(super) fn booking_mail(settings: &Settings, about: &About<'_>, address: &str, filed_at: Timestamp) -> OutgoingMail {
    let About { booking, audience, occasion, .. } = *about;
    let (own, other) = match audience {
        Audience::Student => (&booking.student, &booking.teacher),
        Audience::Teacher => (&booking.teacher, &booking.student),
    };
    let letter_parts = words(settings, booking, audience, occasion, &other.name);
    let footer = footer(settings);
    let letter = Letter {
        product: &settings.product_name,
        heading: &letter_parts.heading,
        greeting: &format!("Namaste {},", own.name),
        opening: &letter_parts.opening,
        facts: &facts(about, other, filed_at),
        action: if occasion == Occasion::Cancelled { None } else { action(settings, audience) },
        closing: &letter_parts.closing,
        footer: &footer,
    };
    let method = if occasion == Occasion::Cancelled { Method::Cancel } else { Method::Request };
    let kind = match audience {
        Audience::Student => "student",
        Audience::Teacher => "teacher",
    };
    OutgoingMail {
        message_id: format!(
            "booking-{}-{}-{kind}-{}",
            method.as_str().to_ascii_lowercase(),
            booking.calendar_sequence,
            booking.id
        ),
        date: filed_at,
        to: Party { name: own.name.clone(), address: address.to_owned() },
        reply_to: other.email.clone().map(|address| Party { name: other.name.clone(), address }),
        subject: letter_parts.subject.clone(),
        text: letter.to_text(),
        html: letter.to_html(),
        invitation: Some(Ics {
            text: invitation(settings, booking, (&own.name, address), &other.name, method, filed_at).to_ics(),
            method: method.as_str().to_owned(),
        }),
        headers: Vec::new(),
    }
}

struct Words {
    subject: String,
    heading: String,
    opening: Vec<String>,
    closing: Vec<String>,
}

fn words(settings: &Settings, booking: &Booking, audience: Audience, occasion: Occasion, other: &str) -> Words {
    let class = booking.class_type.as_str();
    let own_zone = own_zone(booking, audience);
    let day = short_clock(booking.starts_at, &own_zone);
    match occasion {
        Occasion::Confirmed => Words {
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
                come_up(settings, audience).to_owned(),
            ],
        },
        Occasion::Moved => Words {
            subject: format!("Moved: {class} class with {other}, now {day}"),
            heading: "This class has a new time".to_owned(),
            opening: vec![match booking.rescheduled_from {
                Some(old) => {
                    format!("The {class} class with {other} has moved. It was to be on {}.", clock(old, &own_zone))
                }
                None => format!("The {class} class with {other} has moved."),
            }],
            closing: vec!["The calendar entry moves with this message.".to_owned()],
        },
        Occasion::LinkChanged => Words {
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
        Occasion::Cancelled => Words {
            subject: format!("Cancelled: {class} class with {other}, {day}"),
            heading: "This class is cancelled".to_owned(),
            opening: vec![
                format!("The {class} class with {other} will not take place."),
                called_off(settings, booking, audience, other),
            ],
            closing: [
                given_back(booking, audience),
                Some("The calendar entry is withdrawn with this message.".to_owned()),
            ]
            .into_iter()
            .flatten()
            .collect(),
        },
    }
}

/// What to do when one cannot come.
pub(super) fn come_up(settings: &Settings, audience: Audience) -> String {
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

/// Whose decision it was, as the reader would say it.
fn called_off(settings: &Settings, booking: &Booking, audience: Audience, other: &str) -> String {
    let by = booking.cancelled.as_ref().and_then(|cancelled| CancelledBy::parse(&cancelled.by));
    match (by, audience) {
        (Some(CancelledBy::Student), Audience::Student) | (Some(CancelledBy::Teacher), Audience::Teacher) => {
            "You have cancelled it.".to_owned()
        }
        (Some(CancelledBy::Student | CancelledBy::Teacher), _) => format!("{other} has cancelled it."),
        (Some(CancelledBy::Admin) | None, _) => format!("{} has cancelled it.", settings.product_name),
    }
}

/// What a cancellation gives the student back, in words that promise only what happens (D36).
fn given_back(booking: &Booking, audience: Audience) -> Option<String> {
    if audience == Audience::Teacher {
        return None;
    }
    if let Some((money, _)) = booking.refund {
        return Some(format!(
            "{} {} go back to where they came from. The refund is started within 1-2 business days and reaches your account \
             when the bank has done its part, usually 5-7 working days.",
            money.currency.code(),
            money.to_major_text()
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

fn facts(about: &About<'_>, other: &BookedParty, filed_at: Timestamp) -> Vec<(&'static str, String)> {
    let About { booking, order, audience, occasion } = *about;
    let own_zone = own_zone(booking, audience);
    let other_zone = other_zone(booking, audience);
    let (other_role, other_clock) = match audience {
        Audience::Student => ("Teacher", "Teacher's clock"),
        Audience::Teacher => ("Student", "Student's clock"),
    };
    let mut facts = vec![("When", clock(booking.starts_at, &own_zone))];
    if let Some(zone) = other_zone
        && zone.to_offset(booking.starts_at) != own_zone.to_offset(booking.starts_at)
    {
        facts.push((other_clock, clock(booking.starts_at, &zone)));
    }
    facts.push(("Length", "1 hour".to_owned()));
    facts.push((other_role, other.name.clone()));
    if let (Audience::Student, Some(address)) = (audience, &other.email) {
        facts.push(("Teacher's e-mail", address.clone()));
    }
    if audience == Audience::Student && booking.credits_used > 0 {
        let credits = booking.credits_used;
        facts.push(("Paid with", format!("{credits} class credit{}", if credits == 1 { "" } else { "s" })));
    }
    if let (Audience::Student, Some(order)) = (audience, order) {
        facts.push(("Paid", paid(order)));
        if let Some(number) = order.receipt_number {
            facts.push(("Receipt", number.to_string()));
        }
    }
    if let (Occasion::Cancelled, Some(reason)) = (occasion, booking.cancelled.as_ref().and_then(|c| c.reason.clone())) {
        facts.push(("Reason", reason));
    }
    if occasion != Occasion::Cancelled
        && let Some(link) = &booking.meeting_link
    {
        facts.push(("Meeting link", link.clone()));
    }
    if audience == Audience::Student && occasion != Occasion::Cancelled {
        facts.push(("Cancelling", promise(booking, filed_at)));
    }
    facts.push(("Booking", BookingCode::of(booking.id).to_string()));
    facts
}

/// The same promise as before paying and on the cancel page (D24).
fn promise(booking: &Booking, filed_at: Timestamp) -> String {
    let teacher_zone = booking.teacher_zone.as_deref().unwrap_or("UTC");
    let own_zone = booking.student_zone.as_deref().unwrap_or(teacher_zone);
    sentence(Policy::of(booking.starts_at), booking.paid_with(), (teacher_zone, own_zone), filed_at)
}

/// The way to one's classes.
pub(super) fn action(settings: &Settings, audience: Audience) -> Option<(&'static str, String)> {
    Some(match audience {
        Audience::Student => ("See your classes", format!("{}/booking#activeclasses", settings.public_url)),
        Audience::Teacher => ("See your classes", format!("{}/teacher", settings.public_url)),
    })
}

/// The zone of whoever reads.
pub(super) fn own_zone(booking: &Booking, audience: Audience) -> TimeZone {
    let name = match audience {
        Audience::Student => booking.student_zone.as_deref(),
        Audience::Teacher => booking.teacher_zone.as_deref(),
    };
    name.and_then(zone).unwrap_or(TimeZone::UTC)
}

fn other_zone(booking: &Booking, audience: Audience) -> Option<TimeZone> {
    match audience {
        Audience::Student => booking.teacher_zone.as_deref(),
        Audience::Teacher => booking.student_zone.as_deref(),
    }
    .and_then(zone)
}

fn invitation(
    settings: &Settings,
    booking: &Booking,
    (name, address): (&str, &str),
    other: &str,
    method: Method,
    filed_at: Timestamp,
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
        dtstamp: filed_at,
        start: booking.starts_at,
        end: booking.ends_at,
        summary: format!("{} dance class with {other}", booking.class_type.as_str()),
        description,
        location: link,
        organizer: CalendarParty { name: settings.product_name.clone(), email: settings.mail_from.clone() },
        attendee: CalendarParty { name: name.to_owned(), email: address.to_owned() },
    }
}
