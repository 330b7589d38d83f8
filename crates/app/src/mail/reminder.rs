//! Reminders: a class starts soon, credits expire soon.

use jiff::Timestamp;
use tala_domain::jobs::{Audience, ReminderLead};
use tala_domain::time::{TimeText, Zone};
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::bookings::Booking;
use tala_store::credits::StoredLot;

use crate::context::Settings;
use crate::mail::booking::changed_plans;
use crate::mail::booking_context::{class_name, classes_action, differing_zone, reader_zone};
use crate::mail::format::{format_credits, format_time, greeting};
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
    /// When the job was enqueued.
    pub(super) enqueued_at: Timestamp,
}

/// "Your class is coming up" or "starts soon". `None` without a booking.
pub(super) fn class_reminder_mail(
    settings: &Settings,
    reminder: ClassReminder<'_>,
    to: MailAddress,
) -> Option<OutgoingMail> {
    let ClassReminder { change_id, bookings, audience, lead, enqueued_at } = reminder;
    let booking = bookings.first()?;
    let zone = reader_zone(booking, audience);
    let class = class_name(booking.class_type);
    let (label, others) = match audience {
        Audience::Student => ("Teacher", booking.teacher.name.clone()),
        Audience::Teacher => {
            let names: Vec<&str> = bookings.iter().map(|booking| booking.student.name.as_str()).collect();
            (if names.len() == 1 { "Student" } else { "Students" }, names.join(", "))
        }
    };
    let with = match audience {
        Audience::Teacher if bookings.len() > 1 => format!("{} students", bookings.len()),
        _ => others.clone(),
    };
    let when = format_time(booking.starts_at, &zone);
    let mut content = MailContent { greeting: greeting(&to.name), ..MailContent::default() };
    content.fact("When", when.clone());
    if let Some(other) = differing_zone(booking, audience).filter(|_| bookings.len() == 1) {
        let label = if audience == Audience::Student { "Teacher's time" } else { "Student's time" };
        content.fact(label, format_time(booking.starts_at, &other));
    }
    content.fact("Length", "1 hour");
    content.fact(label, others);
    match &booking.meeting_link {
        Some(link) => {
            content.fact("Meeting link", link.clone());
            content.actions.push(("Join class", link.clone()));
        }
        None => content.fact("Meeting link", "Not set yet. We'll email it to you."),
    }
    content.actions.push(classes_action(settings, audience));
    let (heading, opening, prefix) = match lead {
        ReminderLead::Day => {
            content.aside = Some(changed_plans(settings, booking, audience, enqueued_at));
            ("Your class is coming up", format!("Your {class} with {with} is on {when}."), "Reminder")
        }
        ReminderLead::Hour => {
            content.closing.push("Join a few minutes early to check your camera and sound.".to_owned());
            ("Your class starts soon", format!("Your {class} with {with} starts on {when}."), "Soon")
        }
    };
    heading.clone_into(&mut content.heading);
    content.opening.push(opening);
    let subject =
        format!("{prefix}: {class} with {with}, {}", TimeText::default().day_and_time(booking.starts_at, zone.tz()));
    Some(
        content.into_mail(settings, Envelope { message_id: format!("reminder-{change_id}"), subject, to, enqueued_at }),
    )
}

/// "Use your class credits in time", with the number, teacher and expiry of each group, in the student's zone. `None` if
/// there are no lots.
pub(super) fn credit_expiry_mail(
    settings: &Settings,
    change_id: &str,
    lots: &[StoredLot],
    zone: &Zone,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> Option<OutgoingMail> {
    let first = lots.first()?;
    // One line for each teacher and expiry.
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
    let total = lots.iter().fold(0_u32, |sum, stored| sum.saturating_add(stored.lot.remaining));
    let expire = if total == 1 { "expires" } else { "expire" };
    let mut content = MailContent {
        heading: "Use your class credits in time".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![format!("{} {expire} soon.", format_credits(total))],
        actions: vec![("Book a class", format!("{}/booking#dashboard", settings.public_url))],
        closing: vec!["Book before that date. The class itself can be later.".to_owned()],
        ..MailContent::default()
    };
    for (stored, credits) in &lines {
        let expiry = format_time(stored.lot.expires_at, zone);
        content.fact(&format_credits(*credits), format!("with {}, until {expiry}", stored.teacher_name));
    }
    let preposition = if lines.len() == 1 { "on" } else { "from" };
    let day = TimeText::default().day(first.lot.expires_at, zone.tz());
    let subject = format!("{} {expire} {preposition} {day}", format_credits(total));
    let message_id = format!("credits-expiring-{change_id}");
    Some(content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at }))
}
