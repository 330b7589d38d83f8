//! Mails about a teacher's application: received, approved, rejected (D8, D28).

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::teachers::{Profile, Teacher};

use crate::context::Settings;
use crate::mail::format::greeting;
use crate::mail::template::{Envelope, MailContent};

/// "We've received your application."
pub(super) fn application_mail(
    settings: &Settings,
    change_id: &str,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let content = MailContent {
        heading: "We've received your application".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![
            format!("Thank you for applying to teach with {}.", settings.product_name),
            "We review every application within 1-2 business days and email you our decision.".to_owned(),
        ],
        facts: vec![("Status".to_owned(), "Under review".to_owned())],
        actions: vec![("See your application", format!("{}/verification-pending", settings.public_url))],
        ..MailContent::default()
    };
    let subject = "Your teacher application is being reviewed".to_owned();
    content.into_mail(settings, Envelope { message_id: format!("application-{change_id}"), subject, to, enqueued_at })
}

/// "You can teach now": with the invite link, and what to do next.
pub(super) fn approval_mail(
    settings: &Settings,
    change_id: &str,
    (teacher, profile): (&Teacher, &Profile),
    has_hours: bool,
    (to, enqueued_at): (MailAddress, Timestamp),
) -> OutgoingMail {
    let product = &settings.product_name;
    let mut content = MailContent {
        heading: "Welcome as a teacher".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![format!("Your application is approved. You can teach with {product} now.")],
        ..MailContent::default()
    };
    if profile.founding {
        content.opening.push("You're one of our first hundred teachers: a founding teacher.".to_owned());
    }
    if let Some(code) = &teacher.invite_code {
        content.fact("Invite code", code.clone());
        content.fact("Invite link", format!("{}/booking?ref={code}", settings.public_url));
    }
    let home = format!("{}/teacher", settings.public_url);
    let share = "share your invite link. Students who sign up with it can book your open times.";
    let next = if has_hours {
        content.actions.push(("Go to your dashboard", home));
        format!("Your weekly hours are already set. Next, {share}")
    } else {
        content.actions.push(("Set your weekly hours", home));
        format!("Set your weekly hours, then {share}")
    };
    content.closing.push(next);
    let subject = format!("You can teach with {product} now");
    content.into_mail(settings, Envelope { message_id: format!("decision-{change_id}"), subject, to, enqueued_at })
}

/// "About your application": the reason of the rejection, and how to apply again.
pub(super) fn rejection_mail(
    settings: &Settings,
    change_id: &str,
    profile: &Profile,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let mut content = MailContent {
        heading: "About your application".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![format!(
            "Thank you for applying to teach with {}. We can't accept your application as it is.",
            settings.product_name
        )],
        actions: vec![("Apply again", format!("{}/onboarding", settings.public_url))],
        closing: vec!["You can change your application and send it again.".to_owned()],
        ..MailContent::default()
    };
    if let Some(reason) = profile.rejection_reason.clone().filter(|text| !text.is_empty()) {
        content.fact("Reason", reason);
    }
    let subject = "About your application".to_owned();
    content.into_mail(settings, Envelope { message_id: format!("decision-{change_id}"), subject, to, enqueued_at })
}

/// "You have a new teacher": tells a student about a hand-over.
pub(super) fn teacher_changed_mail(
    settings: &Settings,
    change_id: &str,
    teacher: &Teacher,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let mut content = MailContent {
        heading: "You have a new teacher".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![
            format!("{} is your teacher now.", teacher.name),
            "Your unused credits are valid for classes with your new teacher.".to_owned(),
        ],
        actions: vec![("See open times", format!("{}/booking", settings.public_url))],
        closing: vec![format!("Questions? Write to {}.", settings.support_email)],
        ..MailContent::default()
    };
    content.fact("Teacher", teacher.name.clone());
    let subject = format!("Your new teacher: {}", teacher.name);
    content.into_mail(settings, Envelope { message_id: format!("teacher-{change_id}"), subject, to, enqueued_at })
}
