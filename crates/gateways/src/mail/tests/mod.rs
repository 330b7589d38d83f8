//! Tests of mail. Composed messages are parsed with another library; SMTP runs against a small test server.

mod compose;
mod mailbox;
mod server;
mod smtp;

use super::{CalendarPart, Composer, MailAddress, OutgoingMail};

fn address(name: &str, address: &str) -> MailAddress {
    MailAddress { name: name.to_owned(), address: address.to_owned() }
}

fn composer() -> Composer {
    Composer::new(&address("Tala", "classes@tala.example"), "mail.tala.example").unwrap()
}

fn calendar_part(method: &str) -> CalendarPart {
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
    CalendarPart { text: lines.join("\r\n"), method: method.to_owned() }
}

fn mail() -> OutgoingMail {
    OutgoingMail {
        message_id: "0197f1e2-booked-student".to_owned(),
        date: "2026-03-01T10:00:00Z".parse().unwrap(),
        to: address("Asha Rao", "asha@example.com"),
        reply_to: Some(address("Support", "support@tala.example")),
        subject: "Your class is booked".to_owned(),
        text: "Namaste Asha,\nsee you on Sunday – 7 pm.\n".to_owned(),
        html: "<p>Namaste <b>Asha</b> – see you on Sunday</p>\n".to_owned(),
        invitation: Some(calendar_part("REQUEST")),
        headers: vec![("X-Tala-Topic".to_owned(), "booked".to_owned())],
    }
}
