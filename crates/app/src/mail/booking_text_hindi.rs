//! Subject, heading and paragraphs of the mails about one booking in Hindi.

use tala_domain::booking::PaymentStatus;
use tala_domain::jobs::Audience;
use tala_store::bookings::Booking;

use crate::context::Settings;
use crate::mail::booking_context::{
    BookingChange, BookingMailContext, BookingText, Canceller, class_name, is_seat, reader_zone, returns_coupon,
};
use crate::mail::format::{class_subject, first_name, format_credits, format_time};
use crate::mail::payment::refund_time;

pub(super) fn hindi_text(settings: &Settings, context: &BookingMailContext<'_>, other: &str) -> BookingText {
    let BookingMailContext { booking, audience, change, text, .. } = *context;
    let class = class_name(text.language, booking.class_type);
    let zone = reader_zone(booking, audience);
    let day = text.day_and_time(booking.starts_at, zone.tz());
    let subject = |compose: &dyn Fn(&str, &str) -> String| {
        class_subject(text.language, &class, [other, first_name(other)], compose)
    };
    match change {
        BookingChange::Confirmed => BookingText {
            subject: subject(&|class, other| format!("बुक हो गई: {other} के साथ {class}, {day}")),
            heading: match audience {
                Audience::Student => "आपकी क्लास बुक हो गई".to_owned(),
                Audience::Teacher => "आपकी एक नई क्लास बुक हुई है".to_owned(),
            },
            opening: vec![match audience {
                Audience::Student => format!("{other} के साथ आपकी {class} बुक हो गई है।"),
                Audience::Teacher => format!("{other} ने आपके साथ {class} बुक की है।"),
            }],
            closing: vec!["कैलेंडर इनवाइट इस ईमेल के साथ है।".to_owned()],
        },
        BookingChange::Rescheduled => BookingText {
            subject: subject(&|class, other| format!("समय बदला: {other} के साथ {class}, अब {day}")),
            heading: "आपकी क्लास का समय बदल गया है".to_owned(),
            opening: vec![match booking.rescheduled_from {
                Some(old) => {
                    format!("{other} के साथ आपकी क्लास का समय बदल गया है। पहले का समय: {}।", format_time(text, old, &zone))
                }
                None => format!("{other} के साथ आपकी क्लास का समय बदल गया है।"),
            }],
            closing: vec!["नए समय का कैलेंडर इनवाइट इस ईमेल के साथ है।".to_owned()],
        },
        BookingChange::LinkChanged => BookingText {
            subject: subject(&|class, other| format!("नया मीटिंग लिंक: {other} के साथ {class}, {day}")),
            heading: "आपकी क्लास का मीटिंग लिंक बदल गया है".to_owned(),
            opening: vec![match audience {
                Audience::Student => format!("{other} ने आपकी {class} का मीटिंग लिंक बदला है। दिन और समय वही हैं।"),
                Audience::Teacher => {
                    format!("आपने अपना मीटिंग लिंक बदला है। हमने {other} को नया लिंक भेज दिया है; दिन और समय वही हैं।")
                }
            }],
            closing: vec!["नए लिंक का कैलेंडर अपडेट इस ईमेल के साथ है।".to_owned()],
        },
        BookingChange::Cancelled => BookingText {
            subject: subject(&|class, other| format!("रद्द हुई: {other} के साथ {class}, {day}")),
            heading: if is_seat(booking, audience) {
                "आपकी सीट रद्द हो गई है"
            } else {
                "आपकी क्लास रद्द हो गई है"
            }
            .to_owned(),
            opening: vec![cancelled_by_text(settings, booking, audience, &class, other)],
            closing: compensation_text(settings, context)
                .into_iter()
                .chain(["इस ईमेल के साथ आए अपडेट से यह क्लास आपके कैलेंडर से हट जाएगी।".to_owned()])
                .collect(),
        },
    }
}

fn cancelled_by_text(settings: &Settings, booking: &Booking, audience: Audience, class: &str, other: &str) -> String {
    match Canceller::of(booking, audience) {
        Canceller::Reader => format!("आपने {other} के साथ अपनी {class} रद्द कर दी है।"),
        Canceller::Other => format!("{other} ने आपकी {class} रद्द कर दी है।"),
        Canceller::Us if is_seat(booking, audience) => {
            format!("{} ने {other} के साथ {class} में आपकी सीट रद्द कर दी है।", settings.product_name)
        }
        Canceller::Us => format!("{} ने {other} के साथ आपकी {class} रद्द कर दी है।", settings.product_name),
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
    let pronoun = if credits > 1 { "इनसे" } else { "इससे" };
    let until = credit_expires_at.map(|at| {
        let date = text.date_and_time(at, zone.tz());
        if !context.is_teacher_suspended {
            return format!(" {pronoun} {date} तक क्लास बुक करें।");
        }
        let (teacher, email) = (&booking.teacher.name, &settings.support_email);
        let or_refund = if context.is_free() { "" } else { ", या आपके दिए पैसे लौटा सकते हैं" };
        format!(
            " {teacher} की क्लासें अभी बंद हैं, इसलिए {pronoun} अभी क्लास बुक नहीं हो सकती। {date} से पहले {email} पर लिखें: हम आपको दूसरे शिक्षक से \
             जोड़ सकते हैं{or_refund}।"
        )
    });
    let sentence = match booking.credits_used {
        0 if returns_coupon(booking) => {
            return Some("इस क्लास के लिए आपके पैसे नहीं कटे थे। आप अपना कूपन फिर इस्तेमाल कर सकते हैं।".to_owned());
        }
        0 if booking.payment_status == PaymentStatus::Refunded => {
            return Some("हम आपका पूरा पेमेंट पहले ही रिफ़ंड कर चुके हैं।".to_owned());
        }
        0 => {
            let instead = if context.is_free() { "" } else { "रिफ़ंड की जगह " };
            let added = if credits == 1 {
                "जोड़ दिया गया है"
            } else {
                "जोड़ दिए गए हैं"
            };
            format!("{instead}आपके खाते में {} {added}।", format_credits(text.language, credits))
        }
        1 => "आपका क्रेडिट आपके खाते में वापस आ गया है।".to_owned(),
        _ => format!("आपके {} आपके खाते में वापस आ गए हैं।", format_credits(text.language, credits)),
    };
    Some(format!("{sentence}{}", until.unwrap_or_default()))
}
