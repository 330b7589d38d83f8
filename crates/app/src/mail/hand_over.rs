//! Mails about a hand-over: to a student, and to both teachers.

use jiff::Timestamp;
use tala_domain::ids::{StudentId, TeacherId};
use tala_domain::jobs::HandOverReader;
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;
use tala_store::{bookings, credits, people, students, teachers};
use uuid::Uuid;

use crate::context::Settings;
use crate::mail::compose::{Composed, load_recipient, require};
use crate::mail::format::{fit_name, format_credits, greeting, student_url};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::recipient::{MailContext, Recipient};
use crate::mail::template::{Envelope, MailContent};

/// Students that a mail names; it states the number of the others.
const MAX_NAMES: usize = 50;

/// Composes the mail to a student. `from` is the previous teacher, if known.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_teacher_changed(
    ctx: &MailContext<'_>,
    (id, from): (StudentId, Option<TeacherId>),
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let conn = ctx.store.read();
    let student = require(students::find_by_id(conn, id).await, "student")?;
    let teacher = require(teachers::find_by_id(conn, student.teacher_id).await, "teacher")?;
    // Named only if the student still has classes with this teacher.
    let previous = match from {
        Some(from) if bookings::has_upcoming_with(conn, from, &[id], ctx.now()).await? => {
            people::find_by_id(conn, from.into()).await?.map(|person| person.name)
        }
        _ => None,
    };
    let to = load_recipient(ctx, id.into()).await?;
    let names = (teacher.name.as_str(), previous.as_deref());
    Ok(teacher_changed_mail(&ctx.settings, &change_id.to_string(), names, to, enqueued_at))
}

/// "You have a new teacher". The previous teacher still gives the classes that are booked.
fn teacher_changed_mail(
    settings: &Settings,
    change_id: &str,
    (name, previous): (&str, Option<&str>),
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (email, language) = (&settings.support_email, to.language());
    let (opening, closing, subject) = match language {
        Language::English => (
            format!("{name} is your teacher now."),
            format!("Questions? Write to {email}."),
            fit_name(name, |name| format!("Your new teacher: {name}")),
        ),
        Language::Hindi => (
            format!("अब आप {name} के साथ क्लास बुक कर सकते हैं।"),
            format!("कोई सवाल? {email} पर लिखें।"),
            fit_name(name, |name| format!("अब {name} के साथ क्लास बुक करें")),
        ),
    };
    let credits = "Your unused credits are valid for classes with your new teacher.";
    let see = language.pick("See open times", "उपलब्ध समय देखें");
    let mut content = MailContent {
        heading: language.pick("You have a new teacher", "आपके शिक्षक बदल गए हैं").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![opening, language.pick(credits, "आपके बचे हुए क्रेडिट नए शिक्षक की क्लासों में भी चलेंगे।").to_owned()],
        actions: vec![(see, student_url(settings, language, "dashboard"))],
        closing: vec![closing],
        ..MailContent::default()
    };
    if let Some(previous) = previous {
        content.opening.push(match language {
            Language::English => format!("Classes that you've already booked with {previous} stay booked."),
            Language::Hindi => format!("{previous} के साथ आपकी जो क्लासें बुक हैं, वे बुक ही रहेंगी।"),
        });
    }
    content.fact(language.pick("Teacher", "शिक्षक"), name);
    content.into_mail(settings, Envelope { message_id: format!("teacher-{change_id}"), subject, to, enqueued_at })
}

/// A hand-over as it was enqueued.
#[derive(Clone, Copy)]
pub(super) struct HandedOver<'a> {
    /// The teacher who gives the students away.
    pub(super) from: TeacherId,
    /// The teacher who takes them over.
    pub(super) to: TeacherId,
    /// Which of the two receives the mail.
    pub(super) reader: HandOverReader,
    /// The students.
    pub(super) students: &'a [StudentId],
    /// The id of the mail.
    pub(super) change_id: Uuid,
    /// When it was enqueued.
    pub(super) enqueued_at: Timestamp,
}

/// Composes the mail to a teacher, with the students who are still with the new one. Skipped if there are none, and for
/// teachers without an address.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_handed_over(ctx: &MailContext<'_>, handed: HandedOver<'_>) -> Composed {
    let conn = ctx.store.read();
    let previous = require(people::find_by_id(conn, handed.from.into()).await, "teacher")?;
    let new = require(people::find_by_id(conn, handed.to.into()).await, "teacher")?;
    let mut listed = Vec::new();
    let mut moved = Vec::new();
    for id in handed.students {
        let student = people::find_by_id(conn, (*id).into()).await?;
        let Some(student) = student.filter(|student| student.student_of == Some(handed.to)) else { continue };
        moved.push(*id);
        if listed.len() < MAX_NAMES {
            let credits =
                credits::sum_unspent(conn, *id, handed.to, ctx.now()).await?.map_or(0, |unspent| unspent.credits);
            let name = student.name.clone();
            let email = ctx.find_reader(student).await?.address().map(str::to_owned);
            listed.push(HandedStudent { name, email, credits });
        }
    }
    let (reader, other) = match handed.reader {
        HandOverReader::Previous => (previous, new),
        HandOverReader::New => (new, previous),
    };
    if moved.is_empty() || reader.email.is_none() {
        return Err(JobOutcome::Done);
    }
    let mail = HandOverMail {
        reader: handed.reader,
        other: &other.name,
        has_classes: bookings::has_upcoming_with(conn, handed.from, &moved, ctx.now()).await?,
        is_suspended: reader.suspended_at.is_some(),
    };
    let message_id = format!("handed-over-{}", handed.change_id);
    let envelope = (message_id, reader.try_into()?, handed.enqueued_at);
    Ok(handed_over_mail(&ctx.settings, mail, (&listed, moved.len()), envelope))
}

/// A student of a hand-over.
struct HandedStudent {
    name: String,
    /// The address of the student, or of a guardian.
    email: Option<String>,
    /// Unspent credits.
    credits: u32,
}

/// What a mail to a teacher says besides the students.
#[derive(Clone, Copy)]
struct HandOverMail<'a> {
    /// Which of the two teachers reads it.
    reader: HandOverReader,
    /// Name of the other one.
    other: &'a str,
    /// Some of the students have upcoming classes with the previous teacher.
    has_classes: bool,
    /// The reader cannot sign in, so the mail has no button.
    is_suspended: bool,
}

/// "3 students have a new teacher" or "You have 3 new students", with names, and what each teacher needs to know.
fn handed_over_mail(
    settings: &Settings,
    mail: HandOverMail<'_>,
    (students, count): (&[HandedStudent], usize),
    (message_id, to, enqueued_at): (String, Recipient, Timestamp),
) -> OutgoingMail {
    let language = to.language();
    let HandOverMail { reader, other, has_classes, is_suspended } = mail;
    let HandOverText { heading, mut opening, booked } = words(reader, language, other, count);
    if has_classes {
        opening.push(booked);
    }
    let see = language.pick("See your students", "अपने विद्यार्थी देखें");
    let mut content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening,
        actions: if is_suspended { vec![] } else { vec![(see, format!("{}/teacher#students", settings.public_url))] },
        ..MailContent::default()
    };
    for student in students {
        let credits = match student.credits {
            0 => language.pick("no credits", "कोई क्रेडिट नहीं").to_owned(),
            credits => format_credits(language, credits),
        };
        let email = student.email.clone().filter(|_| reader == HandOverReader::New);
        let known: Vec<String> = email.into_iter().chain([credits]).collect();
        content.fact(&student.name, known.join(", "));
    }
    let others = count.saturating_sub(students.len());
    if others > 0 {
        content.closing.push(match language {
            Language::English => format!("And {others} more."),
            Language::Hindi => format!("और {others} विद्यार्थी।"),
        });
    }
    let subject = fit_name(other, |other| words(reader, language, other, count).heading);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// The words of a mail to a teacher.
struct HandOverText {
    /// The title, also used as the subject.
    heading: String,
    /// Paragraphs before the names.
    opening: Vec<String>,
    /// What happens to classes that are booked with the previous teacher.
    booked: String,
}

fn words(reader: HandOverReader, language: Language, other: &str, count: usize) -> HandOverText {
    let students = match (language, count) {
        (Language::English, 1) => "1 student".to_owned(),
        (Language::English, _) => format!("{count} students"),
        (Language::Hindi, _) => format!("{count} विद्यार्थी"),
    };
    match (reader, language) {
        (HandOverReader::New, Language::English) => HandOverText {
            heading: format!("You have {} from {other}", students.replacen(' ', " new ", 1)),
            opening: vec![
                format!("We moved {students} from {other} to you. They can book your open times now."),
                "They can use their remaining credits for your classes, one credit for one hour. You earn the price of each \
                 credit, minus our commission."
                    .to_owned(),
            ],
            booked: format!("Their booked classes stay with {other}."),
        },
        (HandOverReader::Previous, Language::English) => HandOverText {
            heading: format!("{students} moved to {other}"),
            opening: vec![format!("We moved {students} from you to {other}, with their unused credits.")],
            booked: "Classes that they've booked with you stay booked. You teach them and are paid for them.".to_owned(),
        },
        (HandOverReader::New, Language::Hindi) => HandOverText {
            heading: format!("{other} के {students} अब आपके साथ हैं"),
            opening: vec![
                format!("हमने {other} के {students} आपके साथ जोड़ दिए हैं। वे अब आपके उपलब्ध समय पर क्लास बुक कर सकते हैं।"),
                "उनके बचे हुए क्रेडिट आपकी क्लासों में चलेंगे, एक घंटे के लिए एक क्रेडिट। हर क्रेडिट की क़ीमत में से कमीशन घटाकर बाक़ी आपकी कमाई है।"
                    .to_owned(),
            ],
            booked: format!("{other} के साथ बुक हुई क्लासें उन्हीं के साथ रहेंगी।"),
        },
        (HandOverReader::Previous, Language::Hindi) => HandOverText {
            heading: format!("{students} अब {other} के साथ हैं"),
            opening: vec![format!("हमने आपके {students} उनके बचे हुए क्रेडिट के साथ {other} से जोड़ दिए हैं।")],
            booked: "आपके साथ बुक हुई क्लासें बुक ही रहेंगी। वे क्लासें आप लेंगे और उनके पैसे आपको मिलेंगे।".to_owned(),
        },
    }
}
