//! The mail about free credits: from an administrator, or as the reward for inviting a friend (D17, D18).

use jiff::Timestamp;
use tala_domain::ids::LotId;
use tala_domain::time::{Language, Zone};
use tala_gateways::mail::OutgoingMail;
use tala_store::{credits, people};

use crate::context::Settings;
use crate::mail::compose::{Composed, load_reader, require};
use crate::mail::format::{fit_name, format_classes, format_credits, format_time, greeting};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::payment::book_action;
use crate::mail::recipient::{MailContext, Recipient};
use crate::mail::template::{Envelope, MailContent};

/// What the mail says about the credits.
struct Granted<'a> {
    lot: LotId,
    /// Name of the teacher.
    teacher: &'a str,
    /// Credits left, at least one. Some may have been spent before the mail is sent.
    credits: u32,
    /// When they expire.
    expires_at: Timestamp,
    /// The student's zone.
    zone: &'a Zone,
    /// Whether they are the reward for inviting a friend.
    is_reward: bool,
}

/// Composes the mail, or ends the job without one if no credit can be spent or the student has no email address.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_credits_granted(
    ctx: &MailContext<'_>,
    (id, is_reward): (LotId, bool),
    enqueued_at: Timestamp,
) -> Composed {
    let conn = ctx.store.read();
    let lot = require(credits::find_by_id(conn, id).await, "credit lot")?;
    let reader = load_reader(ctx, lot.student_id.into()).await?;
    let teacher = require(people::find_by_id(conn, lot.teacher_id.into()).await, "teacher")?;
    if lot.remaining == 0 || lot.expires_at <= ctx.now() || !reader.has_address() {
        return Err(JobOutcome::Done);
    }
    let zone = reader.zone();
    let granted = Granted {
        lot: id,
        teacher: &teacher.name,
        credits: lot.remaining,
        expires_at: lot.expires_at,
        zone: &zone,
        is_reward,
    };
    Ok(credits_granted_mail(&ctx.settings, &granted, reader.try_into()?, enqueued_at))
}

/// "You have 2 new credits", with how they can be spent and until when.
fn credits_granted_mail(
    settings: &Settings,
    granted: &Granted<'_>,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (text, language, teacher) = (to.text, to.language(), granted.teacher);
    let (credits, classes) = (format_credits(language, granted.credits), format_classes(language, granted.credits));
    let heading = match language {
        Language::English => format!("You have {}", credits.replacen(' ', " new ", 1)),
        Language::Hindi if granted.credits == 1 => format!("आपको {credits} मिला है"),
        Language::Hindi => format!("आपको {credits} मिले हैं"),
    };
    let reason = match (language, granted.is_reward, granted.credits) {
        (Language::English, true, _) => {
            "Your friend has taken their first class, and this is your reward. Thank you for inviting them!".to_owned()
        }
        (Language::English, false, _) => format!("We've added {credits} to your account, free of charge."),
        (Language::Hindi, true, _) => {
            "आपके दोस्त की पहली क्लास हो गई है। यह रहा आपका इनाम। उन्हें बुलाने के लिए धन्यवाद!".to_owned()
        }
        (Language::Hindi, false, 1) => format!("हमने आपके खाते में {credits} मुफ़्त जोड़ा है।"),
        (Language::Hindi, false, _) => format!("हमने आपके खाते में {credits} मुफ़्त जोड़े हैं।"),
    };
    let (spend, subject) = match language {
        Language::English => (
            match granted.credits {
                1 => format!("You can book one class with {teacher}."),
                _ => format!(
                    "You can book {classes} with {teacher}. Most classes cost 1 credit. You see the cost before you book."
                ),
            },
            fit_name(teacher, |teacher| format!("You have {credits} with {teacher}")),
        ),
        Language::Hindi => (
            match granted.credits {
                1 => format!("आप {teacher} के साथ एक क्लास बुक कर सकते हैं।"),
                _ => format!(
                    "आप {teacher} के साथ {classes} बुक कर सकते हैं। ज़्यादातर क्लासें एक क्रेडिट की हैं। बुक करने से पहले क़ीमत दिखाई जाती है।"
                ),
            },
            heading.clone(),
        ),
    };
    let mut content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening: vec![reason, spend],
        actions: vec![book_action(settings, language)],
        ..MailContent::default()
    };
    content.fact(language.pick("Credits", "क्रेडिट"), credits);
    content.fact(language.pick("Teacher", "शिक्षक"), teacher);
    let book_by = format_time(text, granted.expires_at, granted.zone);
    content.fact(language.pick("Book by", "कब तक बुक करें"), book_by);
    let message_id = format!("credits-granted-{}", granted.lot);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}
