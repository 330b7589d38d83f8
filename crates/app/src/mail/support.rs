//! Support messages and the replies to them (D33).

use jiff::Timestamp;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::support::{Message, Reply};

use crate::context::Settings;
use crate::mail::format::greeting;
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};

/// First words of a reply that already greets, in lower case.
const GREETINGS: [&str; 8] = ["namaste", "namaskar", "dear", "hello", "hi", "hey", "good", "नमस्ते"];

/// A message to support. A reply to the mail goes to the sender of the message.
pub(super) fn support_message_mail(settings: &Settings, message: &Message, enqueued_at: Timestamp) -> OutgoingMail {
    let mut content = MailContent {
        heading: message.subject.clone(),
        greeting: "New message to support:".to_owned(),
        opening: message.body.lines().map(str::to_owned).collect(),
        actions: vec![("Reply in the admin area", format!("{}/admin#messages", settings.public_url))],
        ..MailContent::default()
    };
    content.fact("From", message.name.clone());
    content.fact("Role", message.from_role.clone());
    content.fact("Topic", message.topic.clone());
    if let Some(email) = message.email.clone() {
        content.fact("Email", email);
    }
    for (label, value) in &message.about {
        content.fact(label, value.clone());
    }
    let subject = format!("[{}] {}", message.topic, message.subject);
    let reply_to = message.email.clone().map(|address| MailAddress { name: message.name.clone(), address });
    let message_id = format!("support-{}", message.id);
    let to = Recipient::english(support_party(settings));
    let envelope = Envelope { message_id, subject, to, enqueued_at };
    OutgoingMail { reply_to, ..content.into_mail(settings, envelope) }
}

/// An administrator's reply to a support message, with the message quoted. A reply to the mail goes to support.
pub(super) fn support_reply_mail(
    settings: &Settings,
    message: &Message,
    reply: &Reply,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let language = to.language();
    let mut closing = vec![language.pick("You wrote:", "आपने लिखा था:").to_owned()];
    closing.extend(message.body.lines().map(|line| format!("> {line}")));
    let content = MailContent {
        heading: message.subject.clone(),
        greeting: if has_greeting(&reply.body) { String::new() } else { greeting(language, &to.to.name) },
        opening: reply.body.lines().map(str::to_owned).collect(),
        closing,
        ..MailContent::default()
    };
    let subject = format!("Re: {}", message.subject);
    let envelope = Envelope { message_id: format!("answer-{}", reply.id), subject, to, enqueued_at };
    OutgoingMail { reply_to: Some(support_party(settings)), ..content.into_mail(settings, envelope) }
}

/// Whether the reply starts with a greeting, so that the mail does not add a second one.
fn has_greeting(body: &str) -> bool {
    let first: String = body.trim_start().chars().take_while(|c| !c.is_whitespace() && !",!.:".contains(*c)).collect();
    GREETINGS.contains(&first.to_lowercase().as_str())
}

/// Support as a mail recipient.
pub(super) fn support_party(settings: &Settings) -> MailAddress {
    MailAddress { name: format!("{} support", settings.product_name), address: settings.support_email.clone() }
}

#[cfg(test)]
mod tests {
    use super::has_greeting;

    #[test]
    fn reply_with_its_own_greeting_is_recognized() {
        for body in ["Namaste Meera, the second debit…", "Hello,\nyes.", "  Hi! Yes", "नमस्ते मीरा", "dear Meera"]
        {
            assert!(has_greeting(body), "{body}");
        }
        for body in ["The second debit is gone.", "Hindi classes start soon.", "", "Deary me"] {
            assert!(!has_greeting(body), "{body}");
        }
    }
}
