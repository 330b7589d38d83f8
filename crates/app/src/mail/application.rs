//! Mails about a teacher's application: received, approved, rejected (D8, D28).

use jiff::Timestamp;
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;
use tala_store::teachers::{Profile, Teacher};

use crate::context::Settings;
use crate::mail::format::greeting;
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};

/// "We've received your application."
pub(super) fn application_mail(
    settings: &Settings,
    change_id: &str,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let language = to.language();
    let review = "We review every application within 1-2 business days and email you our decision.";
    let see = language.pick("See your application", "अपना आवेदन देखें");
    let content = MailContent {
        heading: language.pick("We've received your application", "हमें आपका आवेदन मिल गया है").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![
            thanks(settings, language),
            language.pick(review, "हम हर आवेदन को 1-2 कामकाजी दिनों में देखते हैं और अपना फ़ैसला ईमेल से बताते हैं।").to_owned(),
        ],
        facts: vec![(
            language.pick("Status", "स्थिति").to_owned(),
            language.pick("Under review", "देखा जा रहा है").to_owned(),
        )],
        actions: vec![(see, format!("{}/verification-pending", settings.public_url))],
        ..MailContent::default()
    };
    let subject = "Your teacher application is being reviewed";
    let subject = language.pick(subject, "आपका शिक्षक आवेदन देखा जा रहा है").to_owned();
    content.into_mail(settings, Envelope { message_id: format!("application-{change_id}"), subject, to, enqueued_at })
}

fn thanks(settings: &Settings, language: Language) -> String {
    let product = &settings.product_name;
    match language {
        Language::English => format!("Thank you for applying to teach with {product}."),
        Language::Hindi => format!("{product} पर सिखाने के आपके आवेदन के लिए धन्यवाद।"),
    }
}

/// "You can teach now": with the invite link, and what to do next.
pub(super) fn approval_mail(
    settings: &Settings,
    change_id: &str,
    (teacher, profile): (&Teacher, &Profile),
    has_hours: bool,
    (to, enqueued_at): (Recipient, Timestamp),
) -> OutgoingMail {
    let (product, language) = (&settings.product_name, to.language());
    let (opening, subject) = match language {
        Language::English => (
            format!("Your application is approved. You can now teach with {product}."),
            format!("You can now teach with {product}"),
        ),
        Language::Hindi => (
            format!("शिक्षक के रूप में आपका स्वागत है। अब आप {product} पर सिखा सकते हैं।"),
            format!("अब आप {product} पर सिखा सकते हैं"),
        ),
    };
    let mut content = MailContent {
        heading: language.pick("You're approved to teach", "आपका आवेदन मंज़ूर हो गया है").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        ..MailContent::default()
    };
    if profile.founding {
        let founding = "You're one of our first hundred teachers: a founding teacher.";
        content.opening.push(language.pick(founding, "आप हमारे पहले सौ शिक्षकों में से एक हैं: संस्थापक शिक्षक।").to_owned());
    }
    if let Some(code) = &teacher.invite_code {
        content.fact(language.pick("Invite code", "इनवाइट कोड"), code.clone());
        let link = format!("{}/booking?ref={code}", settings.public_url);
        content.fact(language.pick("Invite link", "इनवाइट लिंक"), link);
    }
    let (label, next) = next_step(language, has_hours);
    content.actions.push((label, format!("{}/teacher", settings.public_url)));
    content.closing.push(next.to_owned());
    content.into_mail(settings, Envelope { message_id: format!("decision-{change_id}"), subject, to, enqueued_at })
}

/// What an approved teacher does next: the label of the button, and the text.
const fn next_step(language: Language, has_hours: bool) -> (&'static str, &'static str) {
    match (language, has_hours) {
        (Language::English, true) => (
            "Go to your dashboard",
            "Your weekly hours are already set. Next, share your invite link. Students who sign up with it can book your \
             open times.",
        ),
        (Language::English, false) => (
            "Set your weekly hours",
            "Set your weekly hours, then share your invite link. Students who sign up with it can book your open times.",
        ),
        (Language::Hindi, true) => (
            "अपने डैशबोर्ड पर जाएँ",
            "आपका साप्ताहिक समय पहले से तय है। अब अपना इनवाइट लिंक भेजें। उससे जुड़ने वाले विद्यार्थी आपके उपलब्ध समय पर क्लास बुक कर सकते हैं।",
        ),
        (Language::Hindi, false) => (
            "अपना साप्ताहिक समय तय करें",
            "पहले अपना साप्ताहिक समय तय करें, फिर अपना इनवाइट लिंक भेजें। उससे जुड़ने वाले विद्यार्थी आपके उपलब्ध समय पर क्लास बुक कर सकते हैं।",
        ),
    }
}

/// "About your application": the reason of the rejection, and how to apply again.
pub(super) fn rejection_mail(
    settings: &Settings,
    change_id: &str,
    profile: &Profile,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let language = to.language();
    let refusal = language.pick("We can't accept your application as it is.", "हम इसे अभी इस रूप में मंज़ूर नहीं कर सकते।");
    let again =
        language.pick("You can change your application and send it again.", "आप आवेदन में बदलाव करके उसे फिर भेज सकते हैं।");
    let heading = language.pick("About your application", "आपके आवेदन के बारे में");
    let apply = language.pick("Apply again", "फिर से आवेदन करें");
    let mut content = MailContent {
        heading: heading.to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![format!("{} {refusal}", thanks(settings, language))],
        actions: vec![(apply, format!("{}/onboarding", settings.public_url))],
        closing: vec![again.to_owned()],
        ..MailContent::default()
    };
    if let Some(reason) = profile.rejection_reason.clone().filter(|text| !text.is_empty()) {
        content.fact(language.pick("Reason", "कारण"), reason);
    }
    let subject = heading.to_owned();
    content.into_mail(settings, Envelope { message_id: format!("decision-{change_id}"), subject, to, enqueued_at })
}
