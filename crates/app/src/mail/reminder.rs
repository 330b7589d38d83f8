//! Reminders: a class starts soon, credits expire soon.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::jobs::{Audience, ReminderLead};
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::bookings::Booking;
use tala_store::credits::StoredLot;

use crate::context::Settings;
use crate::mail::booking::{cancellation_hint, classes_action, reader_zone};
use crate::mail::format::{footer, format_short_time, format_time};
use crate::mail::template::{MailTemplate, outgoing_mail};

/// "Your class is coming up" or "begins soon". `bookings` has the student's own booking, or, for the teacher, all bookings
/// of the class. `None` if it is empty.
pub(super) fn class_reminder_mail(
    settings: &Settings,
    change_id: &str,
    bookings: &[Booking],
    audience: Audience,
    lead: ReminderLead,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> Option<OutgoingMail> {
    let booking = bookings.first()?;
    let zone = reader_zone(booking, audience);
    let kind = booking.class_type.as_str();
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
    let mut facts = vec![("When", when.clone()), ("Length", "1 hour".to_owned()), (label, others)];
    let action = match (&booking.meeting_link, lead) {
        (Some(link), ReminderLead::Hour) => ("Join the class", link.clone()),
        _ => classes_action(settings, audience),
    };
    match &booking.meeting_link {
        Some(link) => facts.push(("Meeting link", link.clone())),
        None => facts.push(("Meeting link", "Not known yet; it will be on your page".to_owned())),
    }
    let short_time = format_short_time(booking.starts_at, &zone);
    let (heading, opening, subject) = match lead {
        ReminderLead::Day => {
            ("Your class is coming up", format!("Your {kind} class with {with} is on {when}."), "Reminder")
        }
        ReminderLead::Hour => {
            ("Your class begins soon", format!("Your {kind} class with {with} begins soon: {when}."), "Soon")
        }
    };
    let footer = footer(settings);
    let closing = match lead {
        ReminderLead::Day => cancellation_hint(settings, audience),
        ReminderLead::Hour => "Come a few minutes early: that leaves time for camera and sound.".to_owned(),
    };
    let template = MailTemplate {
        product: &settings.product_name,
        heading,
        greeting: &format!("Namaste {},", to.name),
        opening: &[opening],
        facts: &facts,
        action: Some(action),
        closing: &[closing],
        footer: &footer,
    };
    let subject = format!("{subject}: {kind} class with {with}, {short_time}");
    Some(outgoing_mail(format!("reminder-{change_id}"), subject, &template, to, enqueued_at))
}

/// "You have class credits that expire soon", with the number, teacher and expiry of each group, in the student's zone.
/// `None` if there are no lots.
pub(super) fn credit_expiry_mail(
    settings: &Settings,
    change_id: &str,
    lots: &[StoredLot],
    zone: &TimeZone,
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
    let facts: Vec<(String, String)> = lines
        .iter()
        .map(|(stored, credits)| {
            let expiry = format_time(stored.lot.expires_at, zone);
            (format_credits(*credits), format!("with {}, until {expiry}", stored.teacher_name))
        })
        .collect();
    let facts: Vec<(&str, String)> = facts.iter().map(|(label, value)| (label.as_str(), value.clone())).collect();
    let total = lots.iter().fold(0_u32, |sum, stored| sum.saturating_add(stored.lot.remaining));
    let day = first.lot.expires_at.to_zoned(zone.clone()).strftime("%a %-d %b").to_string();
    let footer = footer(settings);
    let expire = if total == 1 { "expires" } else { "expire" };
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "Use your class credits in time",
        greeting: &format!("Namaste {},", to.name),
        opening: &["You have class credits that expire soon.".to_owned()],
        facts: &facts,
        action: Some(("Book a class", format!("{}/booking#dashboard", settings.public_url))),
        closing: &["A credit counts on the day on which you book; the class itself may be later.".to_owned()],
        footer: &footer,
    };
    let preposition = if lines.len() == 1 { "on" } else { "from" };
    let subject = format!("{} {expire} {preposition} {day}", format_credits(total));
    Some(outgoing_mail(format!("credits-expiring-{change_id}"), subject, &template, to, enqueued_at))
}

fn format_credits(credits: u32) -> String {
    if credits == 1 { "1 class credit".to_owned() } else { format!("{credits} class credits") }
}
