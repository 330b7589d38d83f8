//! The waitlist invitation (D33).

use jiff::Timestamp;
use tala_domain::identity::TeacherStatus;
use tala_domain::waitlist::WaitlistRole;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::teachers::Teacher;
use tala_store::waitlist::{Entry, Invitation};

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::support::support_party;
use crate::mail::template::{MailTemplate, outgoing_mail};

/// "You are invited", with the teacher's name and invite code if the administrator has chosen a teacher.
pub(super) fn invitation_mail(
    settings: &Settings,
    invitation: &Invitation,
    entry: &Entry,
    teacher: Option<&Teacher>,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let product = &settings.product_name;
    let footer = footer(settings);
    let approved = teacher.filter(|teacher| teacher.status == TeacherStatus::Approved);
    let name_and_code = approved.and_then(|teacher| Some((teacher.name.as_str(), teacher.invite_code.as_deref()?)));
    let mut opening = vec![format!("Thank you for waiting. There is a place for you with {product} now.")];
    opening.extend(invitation.note.lines().filter(|line| !line.is_empty()).map(str::to_owned));
    opening.push(sign_up_instructions(entry.interest.role, name_and_code));
    let mut facts = Vec::new();
    if let Some((name, code)) = name_and_code {
        facts.extend([("Teacher", name.to_owned()), ("Invite code", code.to_owned())]);
    }
    let query = name_and_code.map_or_else(String::new, |(_, code)| format!("?ref={code}"));
    let template = MailTemplate {
        product,
        heading: "You are invited",
        greeting: &format!("Namaste {},", entry.name),
        opening: &opening,
        facts: &facts,
        action: Some(("Sign up", format!("{}/{query}", settings.public_url))),
        closing: &[
            format!(
                "You get this message because this address is on the waitlist of {product}. If you do not want to wait any \
                 more, or it was not you, take it off the list here:"
            ),
            format!("{}/#leave-waitlist/{}", settings.public_url, invitation.id),
        ],
        footer: &footer,
    };
    let to = MailAddress { name: entry.name.clone(), address: entry.email.clone() };
    let subject = format!("You are invited to {product}");
    let mail = outgoing_mail(format!("invitation-{}", invitation.id), subject, &template, to, enqueued_at);
    OutgoingMail { reply_to: Some(support_party(settings)), ..mail }
}

/// Explains how to sign up, with the button labels of the landing page.
fn sign_up_instructions(role: WaitlistRole, name_and_code: Option<(&str, &str)>) -> String {
    match (role, name_and_code) {
        (WaitlistRole::Teacher, _) => {
            "Press \"Teacher? Create Profile\" on our page, sign up with this address, and tell us how you \
                               teach. Our team reads every application; a review takes 1-2 business days."
                .to_owned()
        }
        (WaitlistRole::Student, Some((name, code))) => format!(
            "{name} takes you as a student. Press \"Student? Use Invite Code\" on our page and sign up with this address. The \
             code {code} is filled in for you."
        ),
        (WaitlistRole::Student, None) => {
            "Press \"Student? Use Invite Code\" on our page and sign up with this address. You join with \
                                  the invite code of your teacher; if you have none yet, answer this message."
                .to_owned()
        }
    }
}
