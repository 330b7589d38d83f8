//! The mail to somebody who waits: there is a place for you, and this is how you come in.

use jiff::Timestamp;
use tala_domain::identity::TeacherStatus;
use tala_domain::waitlist::Role;
use tala_gateways::mail::{OutgoingMail, Party};
use tala_store::teachers::Teacher;
use tala_store::waitlist::{Entry, Invitation};

use crate::context::Settings;
use crate::mail::format::footer;
use crate::mail::layout::{Letter, mail};

/// "You are invited", with the teacher and the code, if somebody has chosen them.
pub(super) fn invitation_mail(
    settings: &Settings,
    invitation: &Invitation,
    entry: &Entry,
    teacher: Option<&Teacher>,
    filed_at: Timestamp,
) -> OutgoingMail {
    let product = &settings.product_name;
    let footer = footer(settings);
    let with = teacher.filter(|teacher| teacher.status == TeacherStatus::Approved);
    let with = with.and_then(|teacher| Some((teacher.name.as_str(), teacher.invite_code.as_deref()?)));
    let mut opening = vec![format!("Thank you for waiting. There is a place for you with {product} now.")];
    opening.extend(invitation.note.lines().filter(|line| !line.is_empty()).map(str::to_owned));
    opening.push(how(entry.interest.role, with));
    let mut facts = Vec::new();
    if let Some((name, code)) = with {
        facts.extend([("Teacher", name.to_owned()), ("Invite code", code.to_owned())]);
    }
    let query = with.map_or_else(String::new, |(_, code)| format!("?ref={code}"));
    let letter = Letter {
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
    let to = Party { name: entry.name.clone(), address: entry.email.clone() };
    let support = Party { name: format!("{product} support"), address: settings.support_email.clone() };
    let subject = format!("You are invited to {product}");
    let sent = mail(format!("invitation-{}", invitation.id), subject, &letter, to, filed_at);
    OutgoingMail { reply_to: Some(support), ..sent }
}

/// What to press, in the words of the front page.
fn how(role: Role, with: Option<(&str, &str)>) -> String {
    match (role, with) {
        (Role::Teacher, _) => {
            "Press \"Teacher? Create Profile\" on our page, sign up with this address, and tell us how you \
                               teach. Our team reads every application; a review takes 1-2 business days."
                .to_owned()
        }
        (Role::Student, Some((name, code))) => format!(
            "{name} takes you as a student. Press \"Student? Use Invite Code\" on our page and sign up with this address. The \
             code {code} is filled in for you."
        ),
        (Role::Student, None) => {
            "Press \"Student? Use Invite Code\" on our page and sign up with this address. You join with \
                                  the invite code of your teacher; if you have none yet, answer this message."
                .to_owned()
        }
    }
}
