//! Reminders: a class that begins soon, credits that expire soon.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tala_domain::jobs::{Audience, Lead};
use tala_gateways::mail::{OutgoingMail, Party};
use tala_store::bookings::Booking;
use tala_store::credits::StoredLot;

use crate::context::Settings;
use crate::mail::booking::{action, come_up, own_zone};
use crate::mail::format::footer;
use crate::mail::format::{clock, short_clock};
use crate::mail::layout::{Letter, mail};

/// "Your class is tomorrow", or soon. To the student about the own booking; to the teacher about all of one class.
pub(super) fn class_reminder_mail(
    settings: &Settings,
    (id, filed_at): (&str, Timestamp),
    (class, audience, lead): (&[Booking], Audience, Lead),
    to: Party,
) -> Option<OutgoingMail> {
    let booking = class.first()?;
    let zone = own_zone(booking, audience);
    let kind = booking.class_type.as_str();
    let (label, others) = match audience {
        Audience::Student => ("Teacher", booking.teacher.name.clone()),
        Audience::Teacher => {
            let names: Vec<&str> = class.iter().map(|booking| booking.student.name.as_str()).collect();
            (if names.len() == 1 { "Student" } else { "Students" }, names.join(", "))
        }
    };
    let with = match (audience, class) {
        (Audience::Teacher, [_, more @ ..]) if !more.is_empty() => format!("{} students", class.len()),
        _ => others.clone(),
    };
    let when = clock(booking.starts_at, &zone);
    let mut facts = vec![("When", when.clone()), ("Length", "1 hour".to_owned()), (label, others)];
    let joins = match (&booking.meeting_link, lead) {
        (Some(link), Lead::Hour) => Some(("Join the class", link.clone())),
        _ => action(settings, audience),
    };
    match &booking.meeting_link {
        Some(link) => facts.push(("Meeting link", link.clone())),
        None => facts.push(("Meeting link", "Not known yet; it will be on your page".to_owned())),
    }
    let short = short_clock(booking.starts_at, &zone);
    let (heading, opening, subject) = match lead {
        Lead::Day => ("Your class is coming up", format!("Your {kind} class with {with} is on {when}."), "Reminder"),
        Lead::Hour => ("Your class begins soon", format!("Your {kind} class with {with} begins soon: {when}."), "Soon"),
    };
    let footer = footer(settings);
    let closing = match lead {
        Lead::Day => come_up(settings, audience),
        Lead::Hour => "Come a few minutes early: that leaves time for camera and sound.".to_owned(),
    };
    let letter = Letter {
        product: &settings.product_name,
        heading,
        greeting: &format!("Namaste {},", to.name),
        opening: &[opening],
        facts: &facts,
        action: joins,
        closing: &[closing],
        footer: &footer,
    };
    let subject = format!("{subject}: {kind} class with {with}, {short}");
    Some(mail(format!("reminder-{id}"), subject, &letter, to, filed_at))
}

/// "Your credits expire soon": how many, with whom, and until when on the student's clock.
pub(super) fn expiring_mail(
    settings: &Settings,
    (id, filed_at): (&str, Timestamp),
    lots: &[StoredLot],
    zone: &TimeZone,
    to: Party,
) -> Option<OutgoingMail> {
    let first = lots.first()?;
    // One line for each teacher and instant.
    let mut lines: Vec<(&StoredLot, u32)> = Vec::new();
    for stored in lots {
        let same = |(known, _): &&mut (&StoredLot, u32)| {
            known.teacher_id == stored.teacher_id && known.lot.expires_at == stored.lot.expires_at
        };
        match lines.iter_mut().find(same) {
            Some((_, credits)) => *credits = credits.saturating_add(stored.lot.remaining),
            None => lines.push((stored, stored.lot.remaining)),
        }
    }
    let facts: Vec<(String, String)> = lines
        .iter()
        .map(|(stored, credits)| {
            (counted(*credits), format!("with {}, until {}", stored.teacher_name, clock(stored.lot.expires_at, zone)))
        })
        .collect();
    let facts: Vec<(&str, String)> = facts.iter().map(|(label, value)| (label.as_str(), value.clone())).collect();
    let all = lots.iter().fold(0_u32, |sum, stored| sum.saturating_add(stored.lot.remaining));
    let day = first.lot.expires_at.to_zoned(zone.clone()).strftime("%a %-d %b").to_string();
    let footer = footer(settings);
    let expire = if all == 1 { "expires" } else { "expire" };
    let letter = Letter {
        product: &settings.product_name,
        heading: "Use your class credits in time",
        greeting: &format!("Namaste {},", to.name),
        opening: &["You have class credits that expire soon.".to_owned()],
        facts: &facts,
        action: Some(("Book a class", format!("{}/booking#dashboard", settings.public_url))),
        closing: &["A credit counts on the day on which you book; the class itself may be later.".to_owned()],
        footer: &footer,
    };
    let until = if lines.len() == 1 { "on" } else { "from" };
    let subject = format!("{} {expire} {until} {day}", counted(all));
    Some(mail(format!("credits-expiring-{id}"), subject, &letter, to, filed_at))
}

fn counted(credits: u32) -> String {
    if credits == 1 { "1 class credit".to_owned() } else { format!("{credits} class credits") }
}
