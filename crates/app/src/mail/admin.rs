//! Mails about what an administrator has decided or answered.

use jiff::Timestamp;
use tala_domain::identity::TeacherStatus;
use tala_gateways::mail::{OutgoingMail, Party};
use tala_store::support::{Answer, Message};
use tala_store::teachers::{Profile, Teacher};

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::layout::{Letter, mail};

/// "You can teach now", or why not.
pub(super) fn decision_mail(
    settings: &Settings,
    (id, filed_at): (&str, Timestamp),
    teacher: &Teacher,
    profile: &Profile,
    to: Party,
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
    let letter = Letter {
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
    mail(format!("decision-{id}"), subject, &letter, to, filed_at)
}

/// The answer to a message, with the message below. A reply goes to support.
pub(super) fn answer_mail(
    settings: &Settings,
    message: &Message,
    answer: &Answer,
    to: Party,
    filed_at: Timestamp,
) -> OutgoingMail {
    let footer = footer(settings);
    let opening: Vec<String> = answer.body.lines().map(str::to_owned).collect();
    let mut closing = vec!["You wrote:".to_owned()];
    closing.extend(message.body.lines().map(|line| format!("> {line}")));
    let letter = Letter {
        product: &settings.product_name,
        heading: &message.subject,
        greeting: &format!("Namaste {},", to.name),
        opening: &opening,
        facts: &[],
        action: None,
        closing: &closing,
        footer: &footer,
    };
    let support = Party { name: format!("{} support", settings.product_name), address: settings.support_email.clone() };
    let subject = format!("Re: {}", message.subject);
    let sent = mail(format!("answer-{}", answer.id), subject, &letter, to, filed_at);
    OutgoingMail { reply_to: Some(support), ..sent }
}
