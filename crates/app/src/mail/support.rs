//! Support messages and the replies to them (D33).

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::support::{Message, Reply};

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::template::{MailTemplate, outgoing_mail};

/// A message to support. A reply to the mail goes to the sender of the message.
pub(super) fn support_message_mail(settings: &Settings, message: &Message, enqueued_at: Timestamp) -> OutgoingMail {
    let footer = footer(settings);
    let mut facts =
        vec![("From", message.name.clone()), ("Role", message.from_role.clone()), ("Topic", message.topic.clone())];
    facts.extend(message.email.clone().map(|email| ("Address", email)));
    facts.extend(message.about.iter().map(|(label, value)| (label.as_str(), value.clone())));
    let template = MailTemplate {
        product: &settings.product_name,
        heading: &message.subject,
        greeting: "A message for support:",
        opening: &message.body.lines().map(str::to_owned).collect::<Vec<_>>(),
        facts: &facts,
        action: None,
        closing: &[],
        footer: &footer,
    };
    let subject = format!("[{}] {}", message.topic, message.subject);
    let reply_to = message.email.clone().map(|address| MailAddress { name: message.name.clone(), address });
    let mail =
        outgoing_mail(format!("support-{}", message.id), subject, &template, support_party(settings), enqueued_at);
    OutgoingMail { reply_to, ..mail }
}

/// An administrator's reply to a support message, with the message quoted. A reply to the mail goes to support.
pub(super) fn support_reply_mail(
    settings: &Settings,
    message: &Message,
    reply: &Reply,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let footer = footer(settings);
    let opening: Vec<String> = reply.body.lines().map(str::to_owned).collect();
    let mut closing = vec!["You wrote:".to_owned()];
    closing.extend(message.body.lines().map(|line| format!("> {line}")));
    let template = MailTemplate {
        product: &settings.product_name,
        heading: &message.subject,
        greeting: &format!("Namaste {},", to.name),
        opening: &opening,
        facts: &[],
        action: None,
        closing: &closing,
        footer: &footer,
    };
    let subject = format!("Re: {}", message.subject);
    let mail = outgoing_mail(format!("answer-{}", reply.id), subject, &template, to, enqueued_at);
    OutgoingMail { reply_to: Some(support_party(settings)), ..mail }
}

/// Support as a mail recipient.
pub(super) fn support_party(settings: &Settings) -> MailAddress {
    MailAddress { name: format!("{} support", settings.product_name), address: settings.support_email.clone() }
}
