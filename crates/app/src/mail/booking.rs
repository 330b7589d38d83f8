//! Mails about one booking, to its student or its teacher, with a calendar invitation (D30, D32).

use jiff::Timestamp;
use tala_domain::booking::BookingCode;
use tala_domain::booking::policy::{CancellationDeadlines, PolicyReader, describe_lines};
use tala_domain::calendar::{CalendarUser, Method};
use tala_domain::jobs::Audience;
use tala_gateways::mail::{CalendarPart, MailAddress, OutgoingMail};
use tala_store::bookings::{Booking, Participant};

use crate::context::Settings;
use crate::mail::booking_context::{BookingChange, BookingMailContext, classes_action, differing_zone, reader_zone};
use crate::mail::booking_text::{BookingText, booking_text};
use crate::mail::calendar_entry::{calendar_invitation, google_calendar_url};
use crate::mail::format::{format_credits, format_paid, format_time, greeting};
use crate::mail::template::{Aside, Envelope, MailContent};

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
    let (reader, other, kind) = match audience {
        Audience::Student => (Party::from(&booking.student), Party::from(&booking.teacher), "student"),
        Audience::Teacher => (Party::from(&booking.teacher), Party::from(&booking.student), "teacher"),
    };
    let BookingText { subject, heading, opening, closing } = booking_text(settings, context, other.name);
    let is_cancelled = change == BookingChange::Cancelled;
    let content = MailContent {
        heading,
        greeting: greeting(reader.name),
        opening,
        facts: booking_facts(context, other),
        actions: if is_cancelled { Vec::new() } else { class_actions(settings, booking, audience) },
        aside: (!is_cancelled).then(|| changed_plans(settings, booking, audience, enqueued_at)),
        closing,
    };
    let method = if is_cancelled { Method::Cancel } else { Method::Request };
    let attendee = CalendarUser { name: reader.name.to_owned(), email: address.to_owned() };
    let invitation = calendar_invitation(settings, booking, audience, attendee, method, enqueued_at);
    let method_name = method.as_str().to_ascii_lowercase();
    let envelope = Envelope {
        message_id: format!("booking-{method_name}-{}-{kind}-{}", booking.calendar_sequence, booking.id),
        subject,
        to: MailAddress { name: reader.name.to_owned(), address: address.to_owned() },
        enqueued_at,
    };
    OutgoingMail {
        reply_to: other.email.map(|email| MailAddress { name: other.name.to_owned(), address: email.to_owned() }),
        invitation: Some(CalendarPart { text: invitation.to_ics(), method: method.as_str().to_owned() }),
        ..content.into_mail(settings, envelope)
    }
}

/// The buttons of a class that takes place: join, add to a calendar, the reader's list.
fn class_actions(settings: &Settings, booking: &Booking, audience: Audience) -> Vec<(&'static str, String)> {
    let mut actions = Vec::new();
    actions.extend(booking.meeting_link.clone().map(|link| ("Join class", link)));
    actions.push(("Add to Google Calendar", google_calendar_url(settings, booking, audience)));
    actions.push(classes_action(settings, audience));
    if booking.meeting_link.is_none() {
        actions.reverse();
    }
    actions
}

/// Explains how to cancel and, to the student, until when and with what result (D24).
pub(super) fn changed_plans(settings: &Settings, booking: &Booking, audience: Audience, now: Timestamp) -> Aside {
    let mut lines = Vec::new();
    match audience {
        Audience::Student => {
            let reader = PolicyReader {
                teacher: booking.teacher_zone.as_deref(),
                viewer: booking.student_zone.as_deref(),
                ..PolicyReader::default()
            };
            let deadlines = CancellationDeadlines::for_start(booking.starts_at);
            lines.extend(describe_lines(deadlines, booking.paid_with(), reader, now));
            if now <= deadlines.credit_until {
                lines.push("Cancel or reschedule under Active Classes.".to_owned());
            }
        }
        Audience::Teacher => {
            lines.push(
                "Cancel the class under My Classes. Your student gets a full refund, in money or credits.".to_owned(),
            );
        }
    }
    lines.push(format!("Need help? Write to {}.", settings.support_email));
    Aside { title: "Changed plans?", lines }
}

fn booking_facts(context: &BookingMailContext<'_>, other: Party<'_>) -> Vec<(String, String)> {
    let BookingMailContext { booking, order, audience, change, .. } = *context;
    let (other_role, other_time) = match audience {
        Audience::Student => ("Teacher", "Teacher's time"),
        Audience::Teacher => ("Student", "Student's time"),
    };
    let mut content = MailContent::default();
    content.fact("When", format_time(booking.starts_at, &reader_zone(booking, audience)));
    if let Some(zone) = differing_zone(booking, audience) {
        content.fact(other_time, format_time(booking.starts_at, &zone));
    }
    content.fact("Length", "1 hour");
    content.fact(other_role, other.name);
    if audience == Audience::Student {
        if let Some(address) = other.email {
            content.fact("Teacher's email", address);
        }
        if booking.credits_used > 0 {
            content.fact("Paid with", format_credits(booking.credits_used));
        }
        if let Some(order) = order {
            content.fact("Paid", format_paid(order));
            if let Some(number) = order.receipt_number {
                content.fact("Receipt", number.to_string());
            }
        }
    }
    if change == BookingChange::Cancelled {
        if let Some(reason) = booking.cancelled.as_ref().and_then(|cancelled| cancelled.reason.clone()) {
            content.fact("Reason", reason);
        }
    } else if let Some(link) = booking.meeting_link.clone() {
        content.fact("Meeting link", link);
    }
    content.fact("Booking code", BookingCode::from_id(booking.id).to_string());
    content.facts
}
