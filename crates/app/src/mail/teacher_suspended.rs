//! The mail to a student with unspent credits for the classes of a suspended teacher.

use jiff::Timestamp;
use tala_domain::ids::{StudentId, TeacherId};
use tala_domain::time::{Language, Zone};
use tala_gateways::mail::OutgoingMail;
use tala_store::credits::UnspentSum;
use tala_store::{bookings, credits, people};
use uuid::Uuid;

use crate::context::Settings;
use crate::mail::compose::{Composed, load_reader, require};
use crate::mail::format::{fit_name, format_credits, format_time, greeting};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::recipient::{MailContext, Recipient};
use crate::mail::support::support_party;
use crate::mail::template::{Envelope, MailContent};

/// What the mail says about the student.
struct Paused<'a> {
    /// Name of the teacher.
    teacher: &'a str,
    /// Unspent credits for the teacher's classes.
    unspent: UnspentSum,
    /// The student's zone.
    zone: &'a Zone,
    /// The student has a class booked that was not cancelled.
    has_classes: bool,
}

/// Composes the mail from the current state. Skipped if the student has no unspent credits with the teacher, which includes
/// refunded ones, if the teacher is not suspended any more, and for people without an address.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_teacher_suspended(
    ctx: &MailContext<'_>,
    (student, teacher): (StudentId, TeacherId),
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let reader = load_reader(ctx, student.into()).await?;
    let teacher_person = require(people::find_by_id(conn, teacher.into()).await, "teacher")?;
    if teacher_person.suspended_at.is_none() || !reader.has_address() {
        return Err(JobOutcome::Done);
    }
    let unspent = credits::sum_unspent(conn, student, teacher, now).await?.ok_or(JobOutcome::Done)?;
    let has_classes = bookings::summarize_upcoming(conn, student.into(), now).await?.bookings > 0;
    let zone = reader.zone();
    let paused = Paused { teacher: &teacher_person.name, unspent, zone: &zone, has_classes };
    Ok(teacher_suspended_mail(&ctx.settings, &paused, change_id, reader.try_into()?, enqueued_at))
}

/// "Your classes with … are paused", with what happens to the credits.
fn teacher_suspended_mail(
    settings: &Settings,
    paused: &Paused<'_>,
    change_id: Uuid,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (text, language) = (to.text, to.language());
    let (teacher, email) = (paused.teacher, &settings.support_email);
    let credits = format_credits(language, paused.unspent.credits);
    let or_refund = |text: &'static str| if paused.unspent.has_bought { text } else { "" };
    let (heading, opening, subject) = match language {
        Language::English => (
            format!("{teacher} isn't taking bookings"),
            [
                format!(
                    "{teacher} isn't teaching with {} at the moment, so you can't book with them.",
                    settings.product_name
                ),
                format!(
                    "You don't lose your {credits}. Write to {email}: we can move you to another teacher, with your \
                     credits{}.",
                    or_refund(", or refund what you paid for them"),
                ),
            ],
            fit_name(teacher, |teacher| format!("Your {credits} with {teacher}")),
        ),
        Language::Hindi => (
            format!("{teacher} के साथ आपकी क्लासें अभी बंद हैं"),
            [
                format!(
                    "{} पर {teacher} की क्लासें अभी नहीं हो रही हैं, इसलिए आप उनके साथ क्लास बुक नहीं कर सकते।",
                    settings.product_name
                ),
                format!(
                    "आपके क्रेडिट ({credits}) बने रहेंगे। {email} पर लिखें: हम आपको क्रेडिट के साथ दूसरे शिक्षक से जोड़ सकते हैं{}।",
                    or_refund(", या उनके लिए दिए गए पैसे लौटा सकते हैं"),
                ),
            ],
            fit_name(teacher, |teacher| format!("{teacher} के साथ आपके क्रेडिट: {}", paused.unspent.credits)),
        ),
    };
    let mut content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening: opening.into(),
        ..MailContent::default()
    };
    content.fact(language.pick("Teacher", "शिक्षक"), teacher);
    content.fact(language.pick("Credits", "क्रेडिट"), credits);
    let expiry = format_time(text, paused.unspent.expires_at, paused.zone);
    content.fact(language.pick("Valid at least until", "कम से कम कब तक मान्य"), expiry);
    if paused.has_classes {
        let stay = "Classes that you've booked stay booked. We'll email you if that changes.";
        content.closing.push(language.pick(stay, "आपकी बुक की हुई क्लासें बुक ही हैं। कुछ बदलेगा तो हम ईमेल करेंगे।").to_owned());
    }
    let message_id = format!("teacher-suspended-{change_id}");
    let mail = content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at });
    OutgoingMail { reply_to: Some(support_party(settings)), ..mail }
}
