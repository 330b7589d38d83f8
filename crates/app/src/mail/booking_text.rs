//! Subject, heading and paragraphs of the mails about one booking.

use tala_domain::booking::PaymentStatus;
use tala_domain::booking::policy::{CancelledBy, PaidWith};
use tala_domain::jobs::Audience;
use tala_domain::time::TimeText;
use tala_store::bookings::Booking;

use crate::context::Settings;
use crate::mail::booking_context::{BookingChange, BookingMailContext, class_name, reader_zone};
use crate::mail::format::{format_credits, format_time};
use crate::mail::payment::refund_time;

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

pub(super) fn booking_text(settings: &Settings, context: &BookingMailContext<'_>, other: &str) -> BookingText {
    let BookingMailContext { booking, audience, change, .. } = *context;
    let class = class_name(booking.class_type);
    let zone = reader_zone(booking, audience);
    let day = TimeText::default().day_and_time(booking.starts_at, zone.tz());
    match change {
        BookingChange::Confirmed => BookingText {
            subject: format!("Booked: {class} with {other}, {day}"),
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
            subject: format!("Rescheduled: {class} with {other}, now {day}"),
            heading: "Your class has a new time".to_owned(),
            opening: vec![match booking.rescheduled_from {
                Some(old) => format!("Your {class} with {other} was rescheduled from {}.", format_time(old, &zone)),
                None => format!("Your {class} with {other} was rescheduled."),
            }],
            closing: vec!["An update for your calendar is attached.".to_owned()],
        },
        BookingChange::LinkChanged => BookingText {
            subject: format!("New meeting link: {class} with {other}, {day}"),
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
            subject: format!("Cancelled: {class} with {other}, {day}"),
            heading: "Your class is cancelled".to_owned(),
            opening: vec![cancelled_by_text(settings, booking, audience, &class, other)],
            closing: compensation_text(context)
                .into_iter()
                .chain(["A cancellation for your calendar is attached.".to_owned()])
                .collect(),
        },
    }
}

/// Names the person who cancelled, from the reader's point of view.
fn cancelled_by_text(settings: &Settings, booking: &Booking, audience: Audience, class: &str, other: &str) -> String {
    let by = booking.cancelled.as_ref().and_then(|cancelled| CancelledBy::parse(&cancelled.by));
    match (by, audience) {
        (Some(CancelledBy::Student), Audience::Student) | (Some(CancelledBy::Teacher), Audience::Teacher) => {
            format!("You cancelled your {class} with {other}.")
        }
        (Some(CancelledBy::Student | CancelledBy::Teacher), _) => format!("{other} cancelled your {class}."),
        (Some(CancelledBy::Admin) | None, _) => {
            format!("{} cancelled your {class} with {other}.", settings.product_name)
        }
    }
}

/// Describes the student's compensation for the cancelled booking (D36). `None` for the teacher.
fn compensation_text(context: &BookingMailContext<'_>) -> Option<String> {
    let BookingMailContext { booking, audience, credit_expires_at, .. } = *context;
    if audience == Audience::Teacher {
        return None;
    }
    if let Some((money, _)) = booking.refund {
        return Some(refund_time(&format!("We're refunding {}", money.to_display())));
    }
    let zone = reader_zone(booking, audience);
    let until = credit_expires_at.map(|at| {
        format!(" Book with {} by {}.", pronoun(booking.credits_used), TimeText::default().date(at, zone.tz()))
    });
    let text = match booking.credits_used {
        0 if booking.payment_status == PaymentStatus::Refunded => {
            let is_free = booking.paid_with() == PaidWith::Coupon;
            let text = if is_free {
                "Nothing was charged. You can use your coupon again."
            } else {
                "We refunded your whole payment earlier."
            };
            return Some(text.to_owned());
        }
        0 => "You get a class credit instead of a refund.".to_owned(),
        1 => "Your class credit is back in your account.".to_owned(),
        credits => format!("Your {} are back in your account.", format_credits(credits)),
    };
    Some(format!("{text}{}", until.unwrap_or_default()))
}

const fn pronoun(credits: u32) -> &'static str {
    if credits > 1 { "them" } else { "it" }
}
