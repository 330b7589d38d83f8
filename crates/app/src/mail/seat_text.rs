//! What a teacher reads when one student's seat in a group class or duet changes, and the class itself is not cancelled.

use tala_domain::booking::ClassType;
use tala_domain::jobs::Audience;
use tala_domain::time::Language;

use crate::context::Settings;
use crate::mail::booking_context::{
    BookingChange, BookingMailContext, BookingText, Canceller, class_name, reader_zone,
};
use crate::mail::format::{class_subject, first_name, format_time};

/// Returns the words in the teacher's language; `None` if the mail is not about one seat of a shared class, or not for the
/// teacher. `student` is the student's name.
pub(super) fn seat_text(settings: &Settings, context: &BookingMailContext<'_>, student: &str) -> Option<BookingText> {
    let is_shared = context.audience == Audience::Teacher && context.booking.class_type != ClassType::Private;
    match context.change {
        BookingChange::Rescheduled if is_shared => Some(moved_text(context, student)),
        // Set only for the teacher of a shared class that was not cancelled.
        BookingChange::Cancelled => {
            context.remaining_students.map(|remaining| cancelled_text(settings, context, student, remaining))
        }
        _ => None,
    }
}

fn moved_text(context: &BookingMailContext<'_>, student: &str) -> BookingText {
    let BookingMailContext { booking, audience, text, .. } = *context;
    let class = class_name(text.language, booking.class_type);
    let zone = reader_zone(booking, audience);
    let day = text.day_and_time(booking.starts_at, zone.tz());
    let old = booking.rescheduled_from.map(|old| format_time(text, old, &zone));
    match text.language {
        Language::English => BookingText {
            subject: subject(context, &class, student, &|class, student| {
                format!("{student} moved to your {class}, {day}")
            }),
            heading: "A seat moved to another class".to_owned(),
            opening: vec![match old {
                Some(old) => format!("{student}'s seat moved from your class on {old} to the {class} below."),
                None => format!("{student}'s seat moved from another class to the {class} below."),
            }],
            closing: vec!["The attachment updates this student's entry in your calendar.".to_owned()],
        },
        Language::Hindi => BookingText {
            subject: subject(context, &class, student, &|class, student| {
                format!("{student} की सीट अब आपकी {class} में, {day}")
            }),
            heading: "एक सीट दूसरी क्लास में चली गई है".to_owned(),
            opening: std::iter::once(format!("{student} की सीट अब नीचे दी गई {class} में है।"))
                .chain(old.map(|old| format!("पहले की क्लास: {old}।")))
                .collect(),
            closing: vec!["कैलेंडर में इस विद्यार्थी की एंट्री बदलने का अपडेट इस ईमेल के साथ है।".to_owned()],
        },
    }
}

fn cancelled_text(
    settings: &Settings,
    context: &BookingMailContext<'_>,
    student: &str,
    remaining: usize,
) -> BookingText {
    let BookingMailContext { booking, audience, text, .. } = *context;
    let class = class_name(text.language, booking.class_type);
    let day = text.day_and_time(booking.starts_at, reader_zone(booking, audience).tz());
    let canceller = Canceller::of(booking, audience);
    let product = &settings.product_name;
    match text.language {
        Language::English => BookingText {
            subject: subject(context, &class, student, &|class, student| {
                format!("{student} won't be at your {class}, {day}")
            }),
            heading: if remaining == 0 { "Your class has no students now" } else { "Your class still takes place" }
                .to_owned(),
            opening: vec![
                match canceller {
                    Canceller::Reader => format!("You cancelled {student}'s seat in your {class}."),
                    Canceller::Other => format!("{student} cancelled their seat in your {class}."),
                    Canceller::Us => format!("{product} cancelled {student}'s seat in your {class}."),
                },
                match remaining {
                    0 => "No students are booked now.".to_owned(),
                    1 => "1 other student is booked.".to_owned(),
                    others => format!("{others} other students are booked."),
                },
            ],
            closing: vec!["The attachment removes this student's entry from your calendar.".to_owned()],
        },
        Language::Hindi => BookingText {
            subject: subject(context, &class, student, &|class, student| {
                format!("{student} की सीट रद्द: आपकी {class}, {day}")
            }),
            heading: if remaining == 0 {
                "अभी आपकी क्लास में कोई विद्यार्थी नहीं है"
            } else {
                "आपकी क्लास तय समय पर होगी"
            }
            .to_owned(),
            opening: vec![
                match canceller {
                    Canceller::Reader => format!("आपने अपनी {class} में {student} की सीट रद्द कर दी है।"),
                    Canceller::Other => format!("{student} ने आपकी {class} में अपनी सीट रद्द कर दी है।"),
                    Canceller::Us => format!("{product} ने आपकी {class} में {student} की सीट रद्द कर दी है।"),
                },
                match remaining {
                    0 => "अभी कोई सीट बुक नहीं है।".to_owned(),
                    1 => "1 और विद्यार्थी की सीट बुक है।".to_owned(),
                    others => format!("{others} और विद्यार्थियों की सीटें बुक हैं।"),
                },
            ],
            closing: vec!["इस विद्यार्थी की एंट्री को कैलेंडर से हटाने का अपडेट इस ईमेल के साथ है।".to_owned()],
        },
    }
}

/// The subject with the student's whole name, shortened if the subject would be too long.
fn subject(
    context: &BookingMailContext<'_>,
    class: &str,
    student: &str,
    compose: &dyn Fn(&str, &str) -> String,
) -> String {
    class_subject(context.text.language, class, [student, first_name(student)], compose)
}
