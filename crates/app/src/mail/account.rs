//! Mails about a person's account: welcome, suspended, unsuspended.

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::people::Person;

use crate::context::Settings;
use crate::mail::format::greeting;
use crate::mail::support::support_party;
use crate::mail::template::{Envelope, MailContent};

/// "Welcome": to a student who has joined with a teacher's invite code.
pub(super) fn welcome_mail(
    settings: &Settings,
    teacher: &str,
    message_id: String,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let product = &settings.product_name;
    let mut content = MailContent {
        heading: format!("Welcome to {product}"),
        greeting: greeting(&to.name),
        opening: vec![format!("You can now book classes with {teacher}. Pick an open time, pay, and join by video.")],
        actions: vec![("Book your first class", format!("{}/booking#dashboard", settings.public_url))],
        closing: vec![
            "Times are shown in your own time zone. You can cancel or reschedule a class yourself.".to_owned(),
        ],
        ..MailContent::default()
    };
    content.fact("Teacher", teacher);
    let subject = format!("Welcome to {product}: book your first class");
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// "You have a new student": to the teacher whose invite code the student used.
pub(super) fn new_student_mail(
    settings: &Settings,
    student: &Person,
    message_id: String,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let mut content = MailContent {
        heading: "You have a new student".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![format!("{} joined with your invite code and can now book classes with you.", student.name)],
        actions: vec![("See your students", format!("{}/teacher#students", settings.public_url))],
        ..MailContent::default()
    };
    content.fact("Student", student.name.clone());
    if let Some(email) = student.email.clone() {
        content.fact("Email", email);
    }
    let subject = format!("New student: {}", student.name);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// "Your account is suspended", or that it is active again. The reason stays in the audit log.
pub(super) fn suspension_mail(
    settings: &Settings,
    is_suspended: bool,
    message_id: String,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let product = &settings.product_name;
    let mut content = MailContent { greeting: greeting(&to.name), ..MailContent::default() };
    let subject = if is_suspended {
        content.heading = "Your account is suspended".to_owned();
        content.opening = vec![
            format!("You can't use {product} for now."),
            "Classes that are already booked stay booked unless we cancel them. Cancelled classes are always refunded or \
             credited in full."
                .to_owned(),
        ];
        content.closing.push(format!("Questions? Reply to this email or write to {}.", settings.support_email));
        format!("Your {product} account is suspended")
    } else {
        content.heading = "Your account is active again".to_owned();
        content.opening = vec![format!("You can use {product} again. Everything is where you left it.")];
        content.actions.push(("Sign in", format!("{}/", settings.public_url)));
        format!("Your {product} account is active again")
    };
    let envelope = Envelope { message_id, subject, to, enqueued_at };
    OutgoingMail { reply_to: Some(support_party(settings)), ..content.into_mail(settings, envelope) }
}
