//! Mails about one booking, to its student or its teacher, with a calendar invitation (D30, D32).

use jiff::Timestamp;
use tala_domain::booking::BookingCode;
use tala_domain::booking::policy::{CancellationDeadlines, PolicyReader, describe_lines};
use tala_domain::calendar::{CalendarUser, Method};
use tala_domain::jobs::Audience;
use tala_domain::money::Money;
use tala_domain::time::{Language, TimeText};
use tala_gateways::mail::{CalendarPart, MailAddress, OutgoingMail};
use tala_store::bookings::{Booking, Participant};
use tala_store::orders::Order;

use crate::context::Settings;
use crate::mail::booking_context::{
    BookingChange, BookingMailContext, BookingText, classes_action, differing_zone, reader_zone, title_fact,
};
use crate::mail::booking_text::booking_text;
use crate::mail::calendar_entry::{calendar_invitation, google_calendar_url};
use crate::mail::format::{format_credits, format_paid, format_time, greeting};
use crate::mail::payment::book_action;
use crate::mail::recipient::Recipient;
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
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let BookingMailContext { booking, audience, change, text, .. } = *context;
    let language = text.language;
    let (other, kind) = match audience {
        Audience::Student => (Party::from(&booking.teacher), "student"),
        Audience::Teacher => (Party::from(&booking.student), "teacher"),
    };
    let BookingText { subject, heading, opening, closing } = booking_text(settings, context, other.name);
    let is_cancelled = change == BookingChange::Cancelled;
    let content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening,
        facts: booking_facts(context, other),
        actions: if is_cancelled {
            next_action(settings, context).into_iter().collect()
        } else {
            class_actions(settings, booking, audience, language)
        },
        aside: (!is_cancelled).then(|| changed_plans(settings, booking, (audience, text), enqueued_at)),
        closing,
        opt_out: None,
    };
    let method = if is_cancelled { Method::Cancel } else { Method::Request };
    let attendee = CalendarUser { name: to.to.name.clone(), email: to.to.address.clone() };
    let invitation = calendar_invitation(settings, booking, audience, attendee, method, enqueued_at);
    let method_name = method.as_str().to_ascii_lowercase();
    let envelope = Envelope {
        message_id: format!("booking-{method_name}-{}-{kind}-{}", booking.calendar_sequence, booking.id),
        subject,
        to,
        enqueued_at,
    };
    OutgoingMail {
        reply_to: other.email.map(|email| MailAddress { name: other.name.to_owned(), address: email.to_owned() }),
        invitation: Some(CalendarPart { text: invitation.to_ics(), method: method.as_str().to_owned() }),
        ..content.into_mail(settings, envelope)
    }
}

/// The buttons of a class that takes place: join, add to a calendar, the reader's list.
fn class_actions(
    settings: &Settings,
    booking: &Booking,
    audience: Audience,
    language: Language,
) -> Vec<(&'static str, String)> {
    let mut actions = Vec::new();
    actions.extend(booking.meeting_link.clone().map(|link| (join_label(language), link)));
    let add = language.pick("Add to Google Calendar", "Google कैलेंडर में जोड़ें");
    actions.push((add, google_calendar_url(settings, booking, audience)));
    actions.push(classes_action(settings, language, audience));
    if booking.meeting_link.is_none() {
        actions.reverse();
    }
    actions
}

/// The button after a cancellation: the student books another class, the teacher sees the others. Neither can be done
/// while the teacher is suspended.
fn next_action(settings: &Settings, context: &BookingMailContext<'_>) -> Option<(&'static str, String)> {
    let language = context.text.language;
    let action = match context.audience {
        Audience::Student => book_action(settings, language),
        Audience::Teacher => classes_action(settings, language, context.audience),
    };
    (!context.is_teacher_suspended).then_some(action)
}

/// Labels the button that opens the meeting.
pub(super) const fn join_label(language: Language) -> &'static str {
    language.pick("Join class", "क्लास से जुड़ें")
}

/// Explains how to cancel and, to the student, until when and with what result (D24).
pub(super) fn changed_plans(
    settings: &Settings,
    booking: &Booking,
    (audience, text): (Audience, TimeText),
    now: Timestamp,
) -> Aside {
    let language = text.language;
    let mut lines = Vec::new();
    match audience {
        Audience::Student => {
            let reader = PolicyReader {
                teacher: booking.teacher_zone.as_deref(),
                viewer: booking.student_zone.as_deref(),
                text,
            };
            let deadlines = CancellationDeadlines::for_start(booking.starts_at);
            lines.extend(describe_lines(deadlines, booking.paid_with(), reader, now));
            if now <= deadlines.credit_until {
                let how = "Cancel or reschedule under Active Classes.";
                lines.push(language.pick(how, "“आने वाली क्लासें” में जाकर क्लास रद्द करें या समय बदलें।").to_owned());
            }
        }
        Audience::Teacher => {
            let how = "Cancel the class under My Classes. Your student gets a full refund, in money or credits.";
            let hindi = "“My Classes” में जाकर क्लास रद्द करें। आपके विद्यार्थी को पूरे पैसे या क्रेडिट वापस मिलेंगे।";
            lines.push(language.pick(how, hindi).to_owned());
        }
    }
    lines.push(match language {
        Language::English => format!("Need help? Write to {}.", settings.support_email),
        Language::Hindi => format!("मदद चाहिए? हमें {} पर लिखें।", settings.support_email),
    });
    Aside { title: language.pick("Changed plans?", "प्लान बदल गया?"), lines }
}

fn booking_facts(context: &BookingMailContext<'_>, other: Party<'_>) -> Vec<(String, String)> {
    let BookingMailContext { booking, order, audience, change, text, .. } = *context;
    let language = text.language;
    let mut content = MailContent::default();
    let when = format_time(text, booking.starts_at, &reader_zone(booking, audience));
    content.facts.extend(title_fact(language, booking));
    content.fact(language.pick("When", "समय"), when);
    if let Some(zone) = differing_zone(booking, audience) {
        content.fact(other_time_label(language, audience), format_time(text, booking.starts_at, &zone));
    }
    content.fact(language.pick("Length", "अवधि"), language.pick("1 hour", "1 घंटा"));
    content.fact(other_role_label(language, audience), other.name);
    if audience == Audience::Student {
        if let Some(address) = other.email {
            content.fact(language.pick("Teacher's email", "शिक्षक का ईमेल"), address);
        }
        if booking.credits_used > 0 {
            content.fact(language.pick("Paid with", "पेमेंट"), format_credits(language, booking.credits_used));
        }
        if let Some(order) = order {
            content.fact(language.pick("Paid", "पेमेंट"), format_paid(language, order));
            if let Some(earlier) = refunded_earlier(booking, order) {
                content.fact(language.pick("Refunded earlier", "पहले लौटाए गए"), earlier.to_display());
            }
            if let Some(number) = order.receipt_number {
                content.fact(language.pick("Receipt", "रसीद"), number.to_string());
            }
        }
    }
    if change == BookingChange::Cancelled {
        if let Some(reason) = booking.cancelled.as_ref().and_then(|cancelled| cancelled.reason.clone()) {
            content.fact(language.pick("Reason", "कारण"), reason);
        }
    } else if let Some(link) = booking.meeting_link.clone() {
        content.fact(language.pick("Meeting link", "मीटिंग लिंक"), link);
    }
    content.fact(language.pick("Booking code", "बुकिंग कोड"), BookingCode::from_id(booking.id).to_string());
    content.facts
}

/// What was refunded of the payment before the class was cancelled with a refund of the rest.
fn refunded_earlier(booking: &Booking, order: &Order) -> Option<Money> {
    let (rest, _) = booking.refund?;
    order.price.total().checked_sub(rest).filter(|earlier| earlier.amount_minor > 0)
}

/// Labels the other participant.
pub(super) const fn other_role_label(language: Language, audience: Audience) -> &'static str {
    match audience {
        Audience::Student => language.pick("Teacher", "शिक्षक"),
        Audience::Teacher => language.pick("Student", "विद्यार्थी"),
    }
}

/// Labels the time of the class in the other participant's zone.
pub(super) const fn other_time_label(language: Language, audience: Audience) -> &'static str {
    match audience {
        Audience::Student => language.pick("Teacher's time", "शिक्षक का समय"),
        Audience::Teacher => language.pick("Student's time", "विद्यार्थी का समय"),
    }
}
