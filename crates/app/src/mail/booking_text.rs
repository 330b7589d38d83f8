//! Subject, heading and paragraphs of the mails about one booking, when it changes or an administrator sends it again.

use tala_domain::booking::PaymentStatus;
use tala_domain::jobs::Audience;
use tala_domain::time::Language;
use tala_store::bookings::Booking;

use crate::context::Settings;
use crate::mail::booking_context::{
    BookingChange, BookingMailContext, BookingText, Canceller, class_name, is_seat, reader_zone, returns_coupon,
};
use crate::mail::booking_text_hindi::hindi_text;
use crate::mail::format::{class_subject, first_name, format_credits, format_time};
use crate::mail::payment::refund_time;
use crate::mail::seat_text::seat_text;

/// Returns the words in the reader's language. `other` is the name of the other participant.
pub(super) fn booking_text(settings: &Settings, context: &BookingMailContext<'_>, other: &str) -> BookingText {
    if let Some(text) = seat_text(settings, context, other) {
        return text;
    }
    match context.text.language {
        Language::English => english_text(settings, context, other),
        Language::Hindi => hindi_text(settings, context, other),
    }
}

fn english_text(settings: &Settings, context: &BookingMailContext<'_>, other: &str) -> BookingText {
    let BookingMailContext { booking, audience, change, text, .. } = *context;
    let class = class_name(text.language, booking.class_type);
    let zone = reader_zone(booking, audience);
    let day = text.day_and_time(booking.starts_at, zone.tz());
    let subject = |compose: &dyn Fn(&str, &str) -> String| {
        class_subject(text.language, &class, [other, first_name(other)], compose)
    };
    match change {
        BookingChange::Confirmed => BookingText {
            subject: subject(&|class, other| format!("Booked: {class} with {other}, {day}")),
            heading: match audience {
                Audience::Student => "Your class is booked".to_owned(),
                Audience::Teacher => "You have a new booking".to_owned(),
            },
            opening: vec![match audience {
                Audience::Student => format!("You're booked for a {class} with {other}."),
                Audience::Teacher => format!("{other} booked a {class} with you."),
            }],
            closing: vec!["A calendar invitation is attached.".to_owned()],
        },
        BookingChange::Rescheduled => BookingText {
            subject: subject(&|class, other| format!("Rescheduled: {class} with {other}, now {day}")),
            heading: "Your class has a new time".to_owned(),
            opening: vec![match booking.rescheduled_from {
                Some(old) => {
                    format!("Your class with {other} was rescheduled from {}.", format_time(text, old, &zone))
                }
                None => format!("Your class with {other} was rescheduled."),
            }],
            closing: vec!["An update for your calendar is attached.".to_owned()],
        },
        BookingChange::LinkChanged => BookingText {
            subject: subject(&|class, other| format!("New meeting link: {class} with {other}, {day}")),
            heading: "Your class has a new meeting link".to_owned(),
            opening: vec![match audience {
                Audience::Student => {
                    format!("{other} changed the meeting link for your {class}. The day and time stay the same.")
                }
                Audience::Teacher => {
                    format!(
                        "You changed your meeting link. We've sent {other} the new one; the day and time stay the same."
                    )
                }
            }],
            closing: vec!["An update for your calendar is attached.".to_owned()],
        },
        BookingChange::Cancelled => BookingText {
            subject: subject(&|class, other| format!("Cancelled: {class} with {other}, {day}")),
            heading: if is_seat(booking, audience) { "Your seat is cancelled" } else { "Your class is cancelled" }
                .to_owned(),
            opening: vec![cancelled_by_text(settings, booking, audience, &class, other)],
            closing: compensation_text(settings, context)
                .into_iter()
                .chain(["A cancellation for your calendar is attached.".to_owned()])
                .collect(),
        },
    }
}

fn cancelled_by_text(settings: &Settings, booking: &Booking, audience: Audience, class: &str, other: &str) -> String {
    match Canceller::of(booking, audience) {
        Canceller::Reader => format!("You cancelled your {class} with {other}."),
        Canceller::Other => format!("{other} cancelled your {class}."),
        Canceller::Us if is_seat(booking, audience) => {
            format!("{} cancelled your seat in a {class} with {other}.", settings.product_name)
        }
        Canceller::Us => format!("{} cancelled your {class} with {other}.", settings.product_name),
    }
}

/// Describes to the student what the cancellation returned (D24), promising only what happens (D36). `None` for the teacher.
fn compensation_text(settings: &Settings, context: &BookingMailContext<'_>) -> Option<String> {
    let BookingMailContext { booking, audience, credit_expires_at, text, .. } = *context;
    if audience == Audience::Teacher {
        return None;
    }
    if let Some((money, _)) = booking.refund {
        return Some(refund_time(text.language, &money.to_display()));
    }
    let zone = reader_zone(booking, audience);
    let credits = context.returned_credits();
    let pronoun = if credits > 1 { "them" } else { "it" };
    let until = credit_expires_at.map(|at| {
        let date = text.date_and_time(at, zone.tz());
        if !context.is_teacher_suspended {
            return format!(" Book with {pronoun} by {date}.");
        }
        let (teacher, email) = (&booking.teacher.name, &settings.support_email);
        let or_refund = if context.is_free() { "" } else { ", or refund what you paid" };
        format!(
            " {teacher} isn't teaching at the moment, so you can't book with {pronoun} yet. Write to {email} before {date}: we \
             can move you to another teacher{or_refund}."
        )
    });
    let sentence = match booking.credits_used {
        0 if returns_coupon(booking) => {
            return Some("Nothing was charged. You can use your coupon again.".to_owned());
        }
        0 if booking.payment_status == PaymentStatus::Refunded => {
            return Some("We refunded your whole payment earlier.".to_owned());
        }
        0 if context.is_free() => format!("You get {}.", format_credits(text.language, credits)),
        0 => format!("You get {} instead of a refund.", format_credits(text.language, credits)),
        1 => "Your class credit is back in your account.".to_owned(),
        _ => format!("Your {} are back in your account.", format_credits(text.language, credits)),
    };
    Some(format!("{sentence}{}", until.unwrap_or_default()))
}
