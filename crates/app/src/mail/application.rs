//! Mails about a teacher's application: received, approved, rejected (D8, D28).

use jiff::Timestamp;
use tala_domain::identity::TeacherStatus;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::teachers::{Profile, Teacher};

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::template::{MailTemplate, outgoing_mail};

/// "We have your application": confirms that an application was received.
pub(super) fn application_mail(
    settings: &Settings,
    change_id: &str,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "We have your application",
        greeting: &format!("Namaste {},", to.name),
        opening: &[
            format!(
                "Thank you for applying to teach with {}. Our team reads every application.",
                settings.product_name
            ),
            "A review takes 1-2 business days. You will receive an e-mail with the outcome.".to_owned(),
        ],
        facts: &[("Status", "Under review".to_owned())],
        action: Some(("See your application", format!("{}/verification-pending", settings.public_url))),
        closing: &["Meanwhile you can think about the hours in which you would like to teach.".to_owned()],
        footer: &footer,
    };
    let subject = "Your teacher application is being reviewed".to_owned();
    outgoing_mail(format!("application-{change_id}"), subject, &template, to, enqueued_at)
}

/// "You can teach now", or the reason of the rejection.
pub(super) fn decision_mail(
    settings: &Settings,
    change_id: &str,
    teacher: &Teacher,
    profile: &Profile,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let footer = footer(settings);
    let product = &settings.product_name;
    let greeting = format!("Namaste {},", to.name);
    let approved = teacher.status == TeacherStatus::Approved;
    let mut opening = Vec::new();
    let mut facts = Vec::new();
    if approved {
        opening.push(format!("Your application has been approved. You can teach with {product} now."));
        if profile.founding {
            opening.push("You are one of our first hundred teachers: a founding teacher.".to_owned());
        }
        facts.extend(teacher.invite_code.clone().map(|code| ("Your invite code", code)));
    } else {
        opening.push(format!(
            "Thank you for applying to teach with {product}. We cannot accept your application as it is."
        ));
        facts.extend(profile.rejection_reason.clone().filter(|text| !text.is_empty()).map(|text| ("Reason", text)));
    }
    let template = MailTemplate {
        product,
        heading: if approved { "Welcome as a teacher" } else { "About your application" },
        greeting: &greeting,
        opening: &opening,
        facts: &facts,
        action: Some(if approved {
            ("Set your hours", format!("{}/teacher", settings.public_url))
        } else {
            ("Apply again", format!("{}/onboarding", settings.public_url))
        }),
        closing: &[if approved {
            "Students join you with your invite code. Set your weekly hours first, so that they find free classes."
                .to_owned()
        } else {
            format!("You can change your application and send it again. Questions? Write to {}", settings.support_email)
        }],
        footer: &footer,
    };
    let subject =
        if approved { format!("You can teach with {product} now") } else { "About your application".to_owned() };
    outgoing_mail(format!("decision-{change_id}"), subject, &template, to, enqueued_at)
}

/// "You have a new teacher": tells a student about a hand-over.
pub(super) fn teacher_changed_mail(
    settings: &Settings,
    change_id: &str,
    teacher: &Teacher,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let footer = footer(settings);
    let template = MailTemplate {
        product: &settings.product_name,
        heading: "You have a new teacher",
        greeting: &format!("Namaste {},", to.name),
        opening: &[
            format!("{} is your teacher now.", teacher.name),
            "Your unused credits are valid for classes with your new teacher.".to_owned(),
        ],
        facts: &[("Teacher", teacher.name.clone())],
        action: Some(("See open times", format!("{}/booking", settings.public_url))),
        closing: &[format!("Questions? Write to {}.", settings.support_email)],
        footer: &footer,
    };
    let subject = format!("Your new teacher: {}", teacher.name);
    outgoing_mail(format!("teacher-{change_id}"), subject, &template, to, enqueued_at)
}
