//! Mails about guardians: the invitation to become one, and the notice to the others (ADR 14).

use jiff::Timestamp;
use tala_domain::ids::{GuardianInvitationId, PersonId};
use tala_domain::jobs::Job;
use tala_domain::time::{Language, Zone};
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::outbox::ClaimedJob;
use tala_store::people;
use uuid::Uuid;

use crate::context::Settings;
use crate::mail::compose::{Composed, require};
use crate::mail::format::{first_name, fit_name, greeting, parse_zone};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::recipient::{MailContext, Recipient};
use crate::mail::template::{Envelope, MailContent};
use crate::services::guardians::issue_token;

/// Composes the mail of a job about guardians.
pub(super) async fn compose_guardian_mail(ctx: &MailContext<'_>, claimed: &ClaimedJob) -> Composed {
    match claimed.job {
        Job::GuardianInvited { invitation_id } => compose_invitation(ctx, invitation_id, claimed).await,
        Job::GuardianAdded { learner_id, guardian_id, change_id } => {
            compose_notice(ctx, (learner_id, guardian_id), change_id, claimed.created_at).await
        }
        _ => Err(JobOutcome::PermanentFailure("not a mail about guardians".to_owned())),
    }
}

/// Generates the token of an invitation and composes the mail with it. Skipped if the invitation was withdrawn or has expired.
#[tracing::instrument(level = "debug", skip_all)]
async fn compose_invitation(ctx: &MailContext<'_>, id: GuardianInvitationId, claimed: &ClaimedJob) -> Composed {
    let conn = ctx.store.read();
    let issued = issue_token(ctx, id).await.map_err(|error| JobOutcome::Failed(error.to_string()))?;
    let (invitation, token) = issued.ok_or(JobOutcome::Done)?;
    let learner = require(people::find_by_id(conn, invitation.learner_id).await, "learner")?;
    let sender = require(people::find_by_id(conn, invitation.invited_by).await, "sender")?;
    // In the reader's language if they have an account, otherwise in the sender's.
    let reader = people::find_by_email(conn, &invitation.email_key).await?;
    let text = reader.as_ref().unwrap_or(&sender).time_text();
    let zone = reader.as_ref().unwrap_or(&sender).time_zone.as_deref();
    let zone = parse_zone(zone).unwrap_or_else(Zone::india);
    let name = reader.map(|person| person.name).unwrap_or_default();
    let invited = Invited {
        learner: &learner.name,
        sender: &sender.name,
        is_by_learner: sender.id == learner.id,
        expires_on: text.date(invitation.expires_at, zone.tz()),
        url: format!("{}/guardian{}#{token}", ctx.settings.public_url, text.language.pick("", "?lang=hi")),
    };
    let to = Recipient::in_text(MailAddress { name, address: invitation.email }, text);
    // Each attempt has another token, so mail programs must not take it for a copy.
    let message_id = format!("guardian-invited-{id}-{}", claimed.attempt);
    Ok(invitation_mail(&ctx.settings, &invited, message_id, to, claimed.created_at))
}

/// Composes the notice that a learner has a new guardian, to the one who reads the mails about the learner. Skipped if that is
/// the new one.
#[tracing::instrument(level = "debug", skip_all)]
async fn compose_notice(
    ctx: &MailContext<'_>,
    (learner, guardian): (PersonId, PersonId),
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Composed {
    let conn = ctx.store.read();
    let learner = require(people::find_by_id(conn, learner).await, "learner")?;
    let guardian = require(people::find_by_id(conn, guardian).await, "guardian")?;
    let guardians = people::list_guardians(conn, learner.id).await?;
    let other = guardians.into_iter().find(|person| person.id != guardian.id && person.email.is_some());
    let is_guardian = other.is_some();
    let name = learner.name.clone();
    let reader = other.unwrap_or(learner);
    if reader.email.is_none() {
        return Err(JobOutcome::Done);
    }
    let added = Added { learner: &name, guardian: &guardian.name, is_for_learner: !is_guardian };
    Ok(guardian_added_mail(&ctx.settings, &added, change_id, reader.try_into()?, enqueued_at))
}

/// What the invitation says.
struct Invited<'a> {
    learner: &'a str,
    sender: &'a str,
    /// The learner has sent it.
    is_by_learner: bool,
    expires_on: String,
    url: String,
}

fn invitation_mail(
    settings: &Settings,
    invited: &Invited<'_>,
    message_id: String,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let Invited { learner, sender, expires_on, .. } = invited;
    let (product, email, language) = (&settings.product_name, &settings.support_email, to.language());
    let (heading, opening, rights, closing) = match language {
        Language::English => (
            format!("Become a guardian for {learner}"),
            if invited.is_by_learner {
                format!(
                    "{learner} takes live dance classes on {product}. Students under 18 need a parent or guardian, and {learner} asks you to be theirs."
                )
            } else {
                format!(
                    "{sender} asks you to be the second parent or guardian for {learner}, who takes live dance classes on {product}."
                )
            },
            format!("You can then book and cancel classes, pay, and get all emails about {learner}."),
            format!(
                "This invitation is for {} only and expires on {expires_on}. Don't know {sender}? Ignore this email, or write to {email}.",
                to.to.address
            ),
        ),
        Language::Hindi => (
            format!("{learner} के अभिभावक बनें"),
            if invited.is_by_learner {
                format!(
                    "{learner} {product} पर लाइव डांस क्लास लेते हैं। 18 साल से कम उम्र के विद्यार्थियों के लिए माता-पिता या अभिभावक ज़रूरी हैं। {learner} ने आपसे अभिभावक बनने का अनुरोध किया है।"
                )
            } else {
                format!(
                    "{sender} ने आपसे {learner} के दूसरे अभिभावक बनने का अनुरोध किया है। {learner} {product} पर लाइव डांस क्लास लेते हैं।"
                )
            },
            format!(
                "इसके बाद आप {learner} के लिए क्लास बुक और रद्द कर सकते हैं, पेमेंट कर सकते हैं, और {learner} से जुड़े सभी ईमेल आपको भी मिलेंगे।"
            ),
            format!(
                "यह निमंत्रण सिर्फ़ {} के लिए है और {expires_on} तक चलेगा। अगर आप {sender} को नहीं जानते, तो इस ईमेल को अनदेखा कर दें या {email} पर लिखें।",
                to.to.address
            ),
        ),
    };
    let content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening: vec![opening, rights],
        actions: vec![(language.pick("See the invitation", "निमंत्रण देखें"), invited.url.clone())],
        closing: vec![closing],
        ..MailContent::default()
    };
    let subject = fit_name(sender, |sender| match language {
        Language::English => format!("{sender} invites you to be {}'s guardian", first_name(learner)),
        Language::Hindi => format!("{sender}: {} के अभिभावक बनने का निमंत्रण", first_name(learner)),
    });
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// What the notice says.
struct Added<'a> {
    learner: &'a str,
    guardian: &'a str,
    /// The learner reads it.
    is_for_learner: bool,
}

fn guardian_added_mail(
    settings: &Settings,
    added: &Added<'_>,
    change_id: Uuid,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let Added { learner, guardian, is_for_learner } = added;
    let (email, language) = (&settings.support_email, to.language());
    let (opening, closing) = match (language, is_for_learner) {
        (Language::English, false) => (
            format!(
                "{guardian} accepted the invitation and is now a guardian for {learner}, with the same rights as you."
            ),
            format!("If you didn't expect this, write to {email} immediately."),
        ),
        (Language::English, true) => (
            format!(
                "{guardian} accepted the invitation and is now your guardian. You can book classes again. From now on, emails about your classes go to {guardian}."
            ),
            format!("If you didn't expect this, write to {email} immediately."),
        ),
        (Language::Hindi, false) => (
            format!("{guardian} ने निमंत्रण स्वीकार कर लिया है और अब {learner} के अभिभावक हैं। उनके अधिकार आपके बराबर हैं।"),
            format!("अगर यह आपकी जानकारी के बिना हुआ है, तो तुरंत {email} पर लिखें।"),
        ),
        (Language::Hindi, true) => (
            format!(
                "{guardian} ने निमंत्रण स्वीकार कर लिया है और अब आपके अभिभावक हैं। अब आप फिर से क्लास बुक कर सकते हैं। आगे से आपकी क्लास के ईमेल {guardian} को मिलेंगे।"
            ),
            format!("अगर यह आपकी जानकारी के बिना हुआ है, तो तुरंत {email} पर लिखें।"),
        ),
    };
    let heading = match language {
        Language::English => format!("{guardian} is now a guardian for {learner}"),
        Language::Hindi => format!("{guardian} अब {learner} के अभिभावक हैं"),
    };
    let subject = fit_name(guardian, |guardian| match language {
        Language::English => format!("{guardian} is now a guardian for {}", first_name(learner)),
        Language::Hindi => format!("{guardian} अब {} के अभिभावक हैं", first_name(learner)),
    });
    let content = MailContent {
        heading,
        greeting: greeting(language, &to.to.name),
        opening: vec![opening],
        closing: vec![closing],
        ..MailContent::default()
    };
    let message_id = format!("guardian-added-{change_id}");
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}
