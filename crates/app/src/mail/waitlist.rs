//! The mails to people on the waitlist: the confirmation and the invitation (D33).

use jiff::Timestamp;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::WaitlistConfirmationId;
use tala_domain::time::{Language, TimeText};
use tala_domain::waitlist::WaitlistRole;
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::teachers::Teacher;
use tala_store::waitlist::{Confirmation, Entry, Invitation};

use crate::context::Settings;
use crate::mail::format::{encode_query, greeting};
use crate::mail::recipient::Recipient;
use crate::mail::support::support_party;
use crate::mail::template::{Envelope, MailContent};

/// "You're on the waitlist". Anyone can enter any address, so the mail contains nothing that the visitor typed.
pub(super) fn confirmation_mail(
    settings: &Settings,
    id: WaitlistConfirmationId,
    confirmation: Confirmation,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (product, base, language) = (&settings.product_name, &settings.public_url, confirmation.language);
    let (opening, closing, subject) = match language {
        Language::English => (
            format!(
                "Thank you for your interest in {product}. Classes are by invitation. We'll email you when a place opens; \
                 until then there is nothing you need to do."
            ),
            "Didn't ask for this, or changed your mind? Leave the waitlist, and we won't email you again:",
            format!("You're on the {product} waitlist"),
        ),
        Language::Hindi => (
            format!(
                "{product} में दिलचस्पी लेने के लिए धन्यवाद। {product} पर सिर्फ़ निमंत्रण से जुड़ सकते हैं। जगह ख़ाली होते ही हम आपको ईमेल करेंगे; तब तक \
                 आपको कुछ नहीं करना है।"
            ),
            "यह रिक्वेस्ट आपने नहीं भेजी, या अब मन बदल गया है? वेटलिस्ट से हट जाएँ, फिर हम आपको ईमेल नहीं करेंगे:",
            format!("आप {product} की वेटलिस्ट में हैं"),
        ),
    };
    let content = MailContent {
        heading: language.pick("You're on the waitlist", "आप वेटलिस्ट में हैं").to_owned(),
        greeting: greeting(language, ""),
        opening: vec![opening],
        closing: vec![closing.to_owned(), format!("{base}{}#leave-waitlist/{id}", language.pick("/", "/hi/"))],
        ..MailContent::default()
    };
    let to = MailAddress { name: String::new(), address: confirmation.email };
    let to = Recipient::in_text(to, TimeText { language, ..TimeText::default() });
    content.into_mail(settings, Envelope { message_id: format!("waitlist-{id}"), subject, to, enqueued_at })
}

/// "You're invited", with the teacher's name and invite code if the administrator has chosen a teacher. In the language of the
/// page on which the person joined the waitlist.
pub(super) fn invitation_mail(
    settings: &Settings,
    invitation: &Invitation,
    (entry, language): (&Entry, Language),
    teacher: Option<&Teacher>,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let product = &settings.product_name;
    let approved = teacher.filter(|teacher| teacher.status == TeacherStatus::Approved);
    let name_and_code = approved.and_then(|teacher| Some((teacher.name.as_str(), teacher.invite_code.as_deref()?)));
    let thanks = match language {
        Language::English => format!("Thank you for waiting. We have a place for you at {product}."),
        Language::Hindi => format!("इंतज़ार करने के लिए धन्यवाद। {product} पर आपके लिए जगह मिल गई है।"),
    };
    let mut content = MailContent {
        heading: language.pick("You're invited", "आपको निमंत्रण है").to_owned(),
        greeting: greeting(language, &entry.name),
        opening: vec![thanks],
        ..MailContent::default()
    };
    content.opening.extend(invitation.note.lines().filter(|line| !line.is_empty()).map(str::to_owned));
    let base = format!("{}{}", settings.public_url, language.pick("", "/hi"));
    let sign_up = language.pick("Sign up", "खाता बनाएँ");
    match (entry.interest.role, name_and_code) {
        (WaitlistRole::Teacher, _) => {
            let how = "Sign up with this email address and tell us about your teaching. We review every application within 1-2 \
                       business days.";
            let hindi = "इसी ईमेल पते से खाता बनाएँ और अपने सिखाने के बारे में बताएँ। हम हर आवेदन 1-2 कामकाजी दिनों में देखते हैं।";
            content.opening.push(language.pick(how, hindi).to_owned());
            let url = format!("{base}/#create-profile/{}", encode_query(&entry.email));
            content.actions.push((language.pick("Create your teacher profile", "शिक्षक प्रोफ़ाइल बनाएँ"), url));
        }
        (WaitlistRole::Student, Some((name, code))) => {
            content.opening.push(match language {
                Language::English => format!(
                    "{name} would like to teach you. Sign up with this email address; the invite code is filled in for you."
                ),
                Language::Hindi => format!(
                    "आपको {name} से सीखने का निमंत्रण है। इसी ईमेल पते से खाता बनाएँ; इनवाइट कोड अपने आप भर जाएगा।"
                ),
            });
            content.fact(language.pick("Teacher", "शिक्षक"), name);
            content.fact(language.pick("Invite code", "इनवाइट कोड"), code);
            content.actions.push((sign_up, format!("{base}/t/{code}")));
        }
        (WaitlistRole::Student, None) => {
            let how = "Sign up with this email address and your teacher's invite code. Don't have a code yet? Reply to this \
                       email.";
            let hindi = "इसी ईमेल पते और अपने शिक्षक के इनवाइट कोड से खाता बनाएँ। कोड नहीं है? इस ईमेल का जवाब दें।";
            content.opening.push(language.pick(how, hindi).to_owned());
            content.actions.push((sign_up, format!("{base}/")));
        }
    }
    content.closing = vec![
        match language {
            Language::English => {
                format!(
                    "You're getting this email because this address is on {product}'s waitlist. To leave the waitlist:"
                )
            }
            Language::Hindi => {
                format!("यह ईमेल आपको इसलिए मिला है क्योंकि यह पता {product} की वेटलिस्ट में है। वेटलिस्ट से हटने के लिए:")
            }
        },
        format!("{base}/#leave-waitlist/{}", invitation.id),
    ];
    let to = MailAddress { name: entry.name.clone(), address: entry.email.clone() };
    let to = Recipient::in_text(to, TimeText { language, ..TimeText::default() });
    let subject = match language {
        Language::English => format!("You're invited to {product}"),
        Language::Hindi => format!("{product} में आपको निमंत्रण है"),
    };
    let envelope = Envelope { message_id: format!("invitation-{}", invitation.id), subject, to, enqueued_at };
    OutgoingMail { reply_to: Some(support_party(settings)), ..content.into_mail(settings, envelope) }
}
