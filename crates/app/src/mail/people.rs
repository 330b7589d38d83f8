//! Mails that are about no single class: applications, messages to support.

use jiff::Timestamp;
use tala_gateways::mail::{OutgoingMail, Party};
use tala_store::support::Message;

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::layout::{Letter, mail};

/// "We have your application."
pub(super) fn application_mail(settings: &Settings, id: &str, to: Party, filed_at: Timestamp) -> OutgoingMail {
    let footer = footer(settings);
    let letter = Letter {
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
    mail(format!("application-{id}"), "Your teacher application is being reviewed".to_owned(), &letter, to, filed_at)
}

/// A message to support, to be answered with Reply (D33).
pub(super) fn support_mail(settings: &Settings, message: &Message, filed_at: Timestamp) -> OutgoingMail {
    let footer = footer(settings);
    let mut facts =
        vec![("From", message.name.clone()), ("Role", message.from_role.clone()), ("Topic", message.topic.clone())];
    facts.extend(message.email.clone().map(|email| ("Address", email)));
    facts.extend(message.about.iter().map(|(label, value)| (label.as_str(), value.clone())));
    let letter = Letter {
        product: &settings.product_name,
        heading: &message.subject,
        greeting: "A message for support:",
        opening: &message.body.lines().map(str::to_owned).collect::<Vec<_>>(),
        facts: &facts,
        action: None,
        closing: &[],
        footer: &footer,
    };
    let to = Party { name: format!("{} support", settings.product_name), address: settings.support_email.clone() };
    let subject = format!("[{}] {}", message.topic, message.subject);
    let reply_to = message.email.clone().map(|address| Party { name: message.name.clone(), address });
    OutgoingMail { reply_to, ..mail(format!("support-{}", message.id), subject, &letter, to, filed_at) }
}
