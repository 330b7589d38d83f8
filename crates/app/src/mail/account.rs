//! Mails about a person's account: welcome, suspended, unsuspended.

use jiff::Timestamp;
use tala_domain::jobs::Audience;
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;

use crate::context::Settings;
use crate::mail::booking_context::account_url;
use crate::mail::format::{fit_name, greeting, student_url};
use crate::mail::recipient::Recipient;
use crate::mail::support::support_party;
use crate::mail::template::{Envelope, MailContent};

/// "Welcome": to a student who has joined with a teacher's invite code.
pub(super) fn welcome_mail(
    settings: &Settings,
    teacher: &str,
    message_id: String,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (product, language) = (&settings.product_name, to.language());
    let (heading, opening, subject) = match language {
        Language::English => (
            format!("Welcome to {product}"),
            format!("You can now book classes with {teacher}. Pick an open time, pay, and join by video."),
            format!("Welcome to {product}: book your first class"),
        ),
        Language::Hindi => (
            format!("{product} पर आपका स्वागत है"),
            format!("अब आप {teacher} के साथ क्लास बुक कर सकते हैं। उपलब्ध समय चुनें, पेमेंट करें और वीडियो से जुड़ें।"),
            format!("{product} पर आपका स्वागत है: अपनी पहली क्लास बुक करें"),
        ),
    };
    let closing = "Times are shown in your own time zone. You can cancel or reschedule a class yourself.";
    let hindi = "सभी समय आपके टाइम ज़ोन में दिखते हैं। आप क्लास ख़ुद रद्द कर सकते हैं या उसका समय बदल सकते हैं।";
    let book = language.pick("Book your first class", "अपनी पहली क्लास बुक करें");
    let mut content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        actions: vec![(book, student_url(settings, language, "dashboard"))],
        closing: vec![language.pick(closing, hindi).to_owned()],
        ..MailContent::default()
    };
    content.fact(language.pick("Teacher", "शिक्षक"), teacher);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// A new student, and where the teacher can write to.
pub(super) struct StudentContact<'a> {
    /// The student's name.
    pub(super) name: &'a str,
    /// The address of the student, or of a guardian.
    pub(super) email: Option<&'a str>,
    /// The address is a guardian's.
    pub(super) is_guardian: bool,
}

/// "You have a new student": to the teacher whose invite code the student used.
pub(super) fn new_student_mail(
    settings: &Settings,
    student: &StudentContact<'_>,
    message_id: String,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (name, language) = (student.name, to.language());
    let (opening, subject) = match language {
        Language::English => (
            format!("{name} joined with your invite code and can now book classes with you."),
            fit_name(name, |name| format!("New student: {name}")),
        ),
        Language::Hindi => (
            format!("{name} ने आपके इनवाइट कोड से खाता बनाया है। अब आपके साथ क्लास बुक हो सकती है।"),
            fit_name(name, |name| format!("नया विद्यार्थी: {name}")),
        ),
    };
    let see = language.pick("See your students", "अपने विद्यार्थी देखें");
    let mut content = MailContent {
        heading: language.pick("You have a new student", "एक नया विद्यार्थी आपसे जुड़ा है").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        actions: vec![(see, format!("{}/teacher#students", settings.public_url))],
        opt_out: Some(account_url(settings, language, Audience::Teacher)),
        ..MailContent::default()
    };
    content.fact(language.pick("Student", "विद्यार्थी"), name);
    if let Some(email) = student.email {
        let label = if student.is_guardian {
            language.pick("Guardian's email", "अभिभावक का ईमेल")
        } else {
            language.pick("Email", "ईमेल")
        };
        content.fact(label, email);
    }
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// What the mail about a suspension announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SuspensionChange {
    /// The person is suspended.
    Suspended(UpcomingClasses),
    /// The person is active again.
    Ended,
}

/// What happens to the upcoming classes of a suspended person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UpcomingClasses {
    /// They stay booked.
    Kept,
    /// They are cancelled, and the reader is their student.
    CancelledForStudent,
    /// They are cancelled, and the reader is their teacher.
    CancelledForTeacher,
}

impl UpcomingClasses {
    const fn text(self, language: Language) -> &'static str {
        match self {
            Self::Kept => language.pick(
                "Classes that are already booked take place unless we cancel them. Cancelled classes are always refunded \
                 or credited in full.",
                "बुक हो चुकी क्लासें बुक ही रहेंगी, जब तक हम उन्हें रद्द न करें। रद्द हुई क्लास के पूरे पैसे या क्रेडिट हमेशा वापस मिलते हैं।",
            ),
            Self::CancelledForStudent => language.pick(
                "We're cancelling your upcoming classes. You get back everything you paid for them: money to your original \
                 payment method, credits to your account.",
                "हम आपकी आने वाली क्लासें रद्द कर रहे हैं। आपने उनके लिए जो भी दिया था, सब वापस मिलेगा: पैसे उसी कार्ड, UPI या बैंक खाते में, जिससे आपने पेमेंट किया था, और क्रेडिट आपके खाते में।",
            ),
            Self::CancelledForTeacher => language.pick(
                "We're cancelling your upcoming classes and emailing your students. They get back everything they paid.",
                "हम आपकी आने वाली क्लासें रद्द कर रहे हैं और आपके विद्यार्थियों को बता रहे हैं। उन्हें पूरे पैसे या क्रेडिट वापस मिलेंगे।",
            ),
        }
    }
}

/// "Your account is suspended", or that it is active again. The reason stays in the audit log.
pub(super) fn suspension_mail(
    settings: &Settings,
    change: SuspensionChange,
    message_id: String,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (product, language, email) = (&settings.product_name, to.language(), &settings.support_email);
    let mut content = MailContent { greeting: greeting(language, &to.to.name), ..MailContent::default() };
    let subject = match (change, language) {
        (SuspensionChange::Suspended(classes), Language::English) => {
            content.heading = "Your account is suspended".to_owned();
            content.opening =
                vec![format!("You can't use {product} at the moment."), classes.text(language).to_owned()];
            content.closing.push(format!("Questions? Reply to this email or write to {email}."));
            format!("Your {product} account is suspended")
        }
        (SuspensionChange::Suspended(classes), Language::Hindi) => {
            content.heading = "आपका खाता रोक दिया गया है".to_owned();
            content.opening =
                vec![format!("आप अभी {product} का इस्तेमाल नहीं कर सकते।"), classes.text(language).to_owned()];
            content.closing.push(format!("कोई सवाल? इस ईमेल का जवाब दें, या {email} पर लिखें।"));
            format!("आपका {product} खाता रोक दिया गया है")
        }
        (SuspensionChange::Ended, Language::English) => {
            content.heading = "Your account is active again".to_owned();
            content.opening = vec![format!("You can use {product} again.")];
            content.actions.push(("Sign in", format!("{}/", settings.public_url)));
            format!("Your {product} account is active again")
        }
        (SuspensionChange::Ended, Language::Hindi) => {
            content.heading = "आपका खाता फिर से चालू है".to_owned();
            content.opening = vec![format!("आप फिर से {product} का इस्तेमाल कर सकते हैं।")];
            content.actions.push(("साइन इन करें", format!("{}/hi/", settings.public_url)));
            format!("आपका {product} खाता फिर से चालू है")
        }
    };
    let subject = match &to.learner {
        Some(learner) => about_suspended_child(change, language, &learner.name, &mut content),
        None => subject,
    };
    let envelope = Envelope { message_id, subject, to, enqueued_at };
    OutgoingMail { reply_to: Some(support_party(settings)), ..content.into_mail(settings, envelope) }
}

/// Changes heading and first paragraph for the guardian of a suspended child: the account of the guardian stays active.
/// Returns the subject, before which the child's name is put.
fn about_suspended_child(
    change: SuspensionChange,
    language: Language,
    child: &str,
    content: &mut MailContent,
) -> String {
    let (heading, first, subject) = match (change, language) {
        (SuspensionChange::Suspended(_), Language::English) => (
            format!("Classes for {child} are suspended"),
            format!(
                "Nobody can book classes for {child} at the moment. Your own account and other children are not affected."
            ),
            "Classes are suspended",
        ),
        (SuspensionChange::Suspended(_), Language::Hindi) => (
            format!("{child} की क्लासें रोक दी गई हैं"),
            format!("{child} के लिए अभी क्लास बुक नहीं हो सकती। आपका खाता और आपके बाक़ी बच्चों की क्लासें पहले की तरह चलती रहेंगी।"),
            "क्लासें रोक दी गई हैं",
        ),
        (SuspensionChange::Ended, Language::English) => (
            format!("Classes for {child} can be booked again"),
            format!("You can book classes for {child} again."),
            "Classes can be booked again",
        ),
        (SuspensionChange::Ended, Language::Hindi) => (
            format!("{child} के लिए फिर से क्लास बुक हो सकती है"),
            format!("अब आप {child} के लिए फिर से क्लास बुक कर सकते हैं।"),
            "फिर से क्लास बुक हो सकती है",
        ),
    };
    content.heading = heading;
    if let Some(opening) = content.opening.first_mut() {
        *opening = first;
    }
    subject.to_owned()
}
