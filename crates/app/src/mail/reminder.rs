//! Reminders: a class starts soon, credits expire soon.

use jiff::Timestamp;
use tala_domain::jobs::{Audience, ReminderLead};
use tala_domain::time::{Language, Zone};
use tala_gateways::mail::OutgoingMail;
use tala_store::bookings::Booking;
use tala_store::credits::StoredLot;

use crate::context::Settings;
use crate::mail::booking::{changed_plans, join_label, other_role_label, other_time_label};
use crate::mail::booking_context::{account_url, class_name, classes_action, differing_zone, reader_zone, title_fact};
use crate::mail::format::{class_subject, first_name, format_credits, format_time, greeting};
use crate::mail::payment::book_action;
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};

/// A reminder of one class.
#[derive(Clone, Copy)]
pub(super) struct ClassReminder<'a> {
    /// Id of the reminder, for the Message-ID.
    pub(super) change_id: uuid::Uuid,
    /// The student's own booking, or, for the teacher, all bookings of the class.
    pub(super) bookings: &'a [Booking],
    /// The reader.
    pub(super) audience: Audience,
    /// How long before the class.
    pub(super) lead: ReminderLead,
    /// The reader cannot sign in, so the mail refers to support instead of screens.
    pub(super) is_suspended: bool,
    /// When the job was enqueued.
    pub(super) enqueued_at: Timestamp,
}

/// "Your class is coming up" or "starts soon". `None` without a booking.
pub(super) fn class_reminder_mail(
    settings: &Settings,
    reminder: ClassReminder<'_>,
    to: Recipient,
) -> Option<OutgoingMail> {
    let ClassReminder { change_id, bookings, audience, lead, is_suspended, enqueued_at } = reminder;
    let booking = bookings.first()?;
    let (text, language) = (to.text, to.language());
    let zone = reader_zone(booking, audience);
    let others = names_of_others(bookings, audience);
    let with = match (audience, language) {
        (Audience::Teacher, Language::English) if bookings.len() > 1 => format!("{} students", bookings.len()),
        (Audience::Teacher, Language::Hindi) if bookings.len() > 1 => format!("{} विद्यार्थियों", bookings.len()),
        _ => others.clone(),
    };
    let when = format_time(text, booking.starts_at, &zone);
    let mut content = MailContent { greeting: greeting(language, &to.to.name), ..MailContent::default() };
    content.facts.extend(title_fact(language, booking));
    content.fact(language.pick("When", "समय"), when.clone());
    if let Some(other) = differing_zone(booking, audience).filter(|_| bookings.len() == 1) {
        content.fact(other_time_label(language, audience), format_time(text, booking.starts_at, &other));
    }
    content.fact(language.pick("Length", "अवधि"), language.pick("1 hour", "1 घंटा"));
    let label = if bookings.len() > 1 {
        language.pick("Students", "विद्यार्थी")
    } else {
        other_role_label(language, audience)
    };
    content.fact(label, others);
    let link_label = language.pick("Meeting link", "मीटिंग लिंक");
    match &booking.meeting_link {
        Some(link) => {
            content.fact(link_label, link.clone());
            content.actions.push((join_label(language), link.clone()));
        }
        None => content.fact(
            link_label,
            language.pick("Not set yet. We'll email it to you.", "अभी तय नहीं है। हम आपको ईमेल पर भेजेंगे।"),
        ),
    }
    if !is_suspended {
        content.actions.push(classes_action(settings, language, audience));
        content.opt_out = Some(account_url(settings, language, audience));
    }
    match lead {
        ReminderLead::Day if is_suspended => content.closing.push(match language {
            Language::English => format!("Changed plans? Write to {}.", settings.support_email),
            Language::Hindi => format!("प्लान बदल गया? हमें {} पर लिखें।", settings.support_email),
        }),
        ReminderLead::Day => {
            content.aside = Some(changed_plans(settings, booking, (audience, text), enqueued_at));
        }
        ReminderLead::Hour => {
            let early = "Join a few minutes early to check your camera and sound.";
            content.closing.push(language.pick(early, "कैमरा और आवाज़ जाँचने के लिए कुछ मिनट पहले जुड़ें।").to_owned());
        }
    }
    let class = class_name(language, booking.class_type);
    let words = ReminderWords { class: &class, with: &with, when: &when };
    let (heading, opening, prefix) = words.in_language(language, lead);
    heading.clone_into(&mut content.heading);
    content.opening.push(opening);
    let day = text.day_and_time(booking.starts_at, zone.tz());
    let short = if bookings.len() > 1 { &with } else { first_name(&with) };
    let subject = class_subject(language, &class, [&with, short], |class, with| match language {
        Language::English => format!("{prefix}: {class} with {with}, {day}"),
        Language::Hindi => format!("{prefix}: {with} के साथ {class}, {day}"),
    });
    Some(
        content.into_mail(settings, Envelope { message_id: format!("reminder-{change_id}"), subject, to, enqueued_at }),
    )
}

/// The names of the other participants.
fn names_of_others(bookings: &[Booking], audience: Audience) -> String {
    let name = |booking: &Booking| match audience {
        Audience::Student => booking.teacher.name.clone(),
        Audience::Teacher => booking.student.name.clone(),
    };
    bookings.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// What the sentences of a class reminder name.
#[derive(Clone, Copy)]
struct ReminderWords<'a> {
    class: &'a str,
    with: &'a str,
    when: &'a str,
}

impl ReminderWords<'_> {
    /// Returns heading, opening sentence and the first word of the subject.
    fn in_language(self, language: Language, lead: ReminderLead) -> (&'static str, String, &'static str) {
        let Self { class, with, when } = self;
        match (language, lead) {
            (Language::English, ReminderLead::Day) => {
                ("Your class is coming up", format!("Your {class} with {with} is on {when}."), "Reminder")
            }
            (Language::English, ReminderLead::Hour) => {
                ("Your class starts soon", format!("Your {class} with {with} starts on {when}."), "Starting soon")
            }
            (Language::Hindi, ReminderLead::Day) => {
                ("आपकी क्लास आने वाली है", format!("यह {with} के साथ आपकी {class} का रिमाइंडर है।"), "रिमाइंडर")
            }
            (Language::Hindi, ReminderLead::Hour) => {
                ("आपकी क्लास शुरू होने वाली है", format!("{with} के साथ आपकी {class} जल्द ही शुरू होगी।"), "जल्द शुरू")
            }
        }
    }
}

/// "Your class credits expire soon", with the number, teacher and expiry of each group, in the student's zone. `None` if
/// there are no lots.
pub(super) fn credit_expiry_mail(
    settings: &Settings,
    change_id: &str,
    (lots, zone): (&[StoredLot], &Zone),
    to: Recipient,
    enqueued_at: Timestamp,
) -> Option<OutgoingMail> {
    let first = lots.first()?;
    let (text, language) = (to.text, to.language());
    let lines = lines_of(lots);
    let total = lots.iter().fold(0_u32, |sum, stored| sum.saturating_add(stored.lot.remaining));
    let credits = format_credits(language, total);
    let day = text.day(first.lot.expires_at, zone.tz());
    let expire = if total == 1 { "expires" } else { "expire" };
    let (opening, subject) = match language {
        Language::English => {
            let preposition = if lines.len() == 1 { "on" } else { "from" };
            let subject = format!("{credits} {expire} {preposition} {day}");
            (format!("{subject}."), subject)
        }
        Language::Hindi if total == 1 => {
            (format!("आपका {credits} {day} को ख़त्म होगा।"), format!("{credits} {day} को ख़त्म होगा"))
        }
        Language::Hindi if lines.len() == 1 => {
            (format!("आपके {credits} {day} को ख़त्म होंगे।"), format!("{credits} {day} को ख़त्म होंगे"))
        }
        Language::Hindi => (format!("आपके {credits} {day} से ख़त्म होने लगेंगे।"), format!("{credits} {day} से ख़त्म होने लगेंगे")),
    };
    let closing = "Book before that date. The class itself can be later.";
    let mut content = MailContent {
        heading: language.pick("Your class credits expire soon", "आपके क्लास क्रेडिट जल्द ख़त्म होने वाले हैं").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        actions: vec![book_action(settings, language)],
        opt_out: Some(account_url(settings, language, Audience::Student)),
        closing: vec![language.pick(closing, "इस समय से पहले बुक कर लें। क्लास बाद की तारीख़ की भी हो सकती है।").to_owned()],
        ..MailContent::default()
    };
    for (stored, credits) in &lines {
        let (teacher, expiry) = (&stored.teacher_name, format_time(text, stored.lot.expires_at, zone));
        let value = match language {
            Language::English => format!("with {teacher}, until {expiry}"),
            Language::Hindi => format!("{teacher} के साथ, {expiry} तक"),
        };
        content.fact(&format_credits(language, *credits), value);
    }
    let message_id = format!("credits-expiring-{change_id}");
    Some(content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at }))
}

/// One line for each teacher and expiry, with the number of credits.
fn lines_of(lots: &[StoredLot]) -> Vec<(&StoredLot, u32)> {
    let mut lines: Vec<(&StoredLot, u32)> = Vec::new();
    for stored in lots {
        let is_same_line = |(line, _): &&mut (&StoredLot, u32)| {
            line.teacher_id == stored.teacher_id && line.lot.expires_at == stored.lot.expires_at
        };
        match lines.iter_mut().find(is_same_line) {
            Some((_, credits)) => *credits = credits.saturating_add(stored.lot.remaining),
            None => lines.push((stored, stored.lot.remaining)),
        }
    }
    lines
}
