//! Composed mails are read back by another library; SMTP is spoken with a real, small server.

mod compose;
mod mailbox;
mod server;
mod smtp;

use super::{Composer, Ics, OutgoingMail, Party};

fn party(name: &str, address: &str) -> Party {
    Party { name: name.to_owned(), address: address.to_owned() }
}

fn composer() -> Composer {
    Composer::new(&party("Tala", "classes@tala.example"), "mail.tala.example").unwrap()
}

fn ics(method: &str) -> Ics {
    let lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tala//EN",
        &format!("METHOD:{method}"),
        "BEGIN:VEVENT",
        "UID:booking-1@tala.example",
        "SUMMARY:Bharatanatyam – अभ्यास",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ];
    Ics { text: lines.join("\r\n"), method: method.to_owned() }
}

fn mail() -> OutgoingMail {
    OutgoingMail {
        message_id: "0197f1e2-booked-student".to_owned(),
        date: "2026-03-01T10:00:00Z".parse().unwrap(),
        to: party("Asha Rao", "asha@example.com"),
        reply_to: Some(party("Support", "support@tala.example")),
        subject: "Your class is booked".to_owned(),
        text: "Namaste Asha,\nsee you on Sunday – 7 pm.\n".to_owned(),
        html: "<p>Namaste <b>Asha</b> – see you on Sunday</p>\n".to_owned(),
        invitation: Some(ics("REQUEST")),
        headers: vec![("X-Tala-Topic".to_owned(), "booked".to_owned())],
    }
}
