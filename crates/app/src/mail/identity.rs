//! Mails about the ways in which a person signs in (D38).

use jiff::Timestamp;
use tala_domain::ids::{LinkRequestId, PersonId};
use tala_domain::time::Language;
use tala_gateways::mail::OutgoingMail;
use tala_store::outbox::ClaimedJob;
use tala_store::people;
use uuid::Uuid;

use crate::context::{Ctx, Settings};
use crate::mail::compose::require;
use crate::mail::format::greeting;
use crate::mail::job_outcome::JobOutcome;
use crate::mail::recipient::Recipient;
use crate::mail::template::{Envelope, MailContent};
use crate::services::identity_links::issue_code;

/// Generates a code and composes the mail with it. Skipped if the request has ended or was replaced.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_link_code(
    ctx: &Ctx,
    id: LinkRequestId,
    claimed: &ClaimedJob,
) -> Result<OutgoingMail, JobOutcome> {
    let issued = issue_code(ctx, id).await.map_err(|error| JobOutcome::Failed(error.to_string()))?;
    let (person, code) = issued.ok_or(JobOutcome::Done)?;
    let to = recipient(ctx, person).await?;
    // Each attempt has another code, so mail programs must not take it for a copy.
    let message_id = format!("identity-link-code-{id}-{}", claimed.attempt);
    Ok(link_code_mail(&ctx.settings, message_id, &code, to, claimed.created_at))
}

#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn compose_identity_linked(
    ctx: &Ctx,
    id: PersonId,
    change_id: Uuid,
    enqueued_at: Timestamp,
) -> Result<OutgoingMail, JobOutcome> {
    let to = recipient(ctx, id).await?;
    Ok(identity_linked_mail(&ctx.settings, &change_id.to_string(), to, enqueued_at))
}

async fn recipient(ctx: &Ctx, id: PersonId) -> Result<Recipient, JobOutcome> {
    require(people::find_by_id(ctx.store.read(), id).await, "person")?.try_into()
}

/// The code that links a new way to sign in.
fn link_code_mail(
    settings: &Settings,
    message_id: String,
    code: &str,
    to: Recipient,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let (product, email, language) = (&settings.product_name, &settings.support_email, to.language());
    let (closing, subject) = match language {
        Language::English => (
            format!(
                "Didn't ask for this code? Don't share it: without it, no one can use your account. Questions? Write to {email}."
            ),
            format!("{code} is your {product} code"),
        ),
        Language::Hindi => (
            format!(
                "अगर आपने यह कोड नहीं माँगा, तो इसे किसी को न बताएँ। इसके बिना कोई आपके खाते का इस्तेमाल नहीं कर सकता। कोई सवाल? {email} पर \
                 लिखें।"
            ),
            format!("आपका {product} कोड: {code}"),
        ),
    };
    let opening = "Enter this code to add a new way to sign in to your account. It expires in 10 minutes.";
    let hindi = "अपने खाते में साइन इन का नया तरीक़ा जोड़ने के लिए यह कोड लिखें। यह 10 मिनट तक चलेगा।";
    let mut content = MailContent {
        heading: language.pick("Your sign-in code", "आपका साइन-इन कोड").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![language.pick(opening, hindi).to_owned()],
        closing: vec![closing],
        ..MailContent::default()
    };
    content.fact(language.pick("Code", "कोड"), code);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// A security notice: a new way to sign in was added.
fn identity_linked_mail(settings: &Settings, change_id: &str, to: Recipient, enqueued_at: Timestamp) -> OutgoingMail {
    let (email, language) = (&settings.support_email, to.language());
    let opening = "A new way to sign in was added to your account. Your earlier way to sign in still works.";
    let hindi = "आपके खाते में साइन इन करने का एक नया तरीक़ा जोड़ा गया है। पहले वाला तरीक़ा भी चलता रहेगा।";
    let closing = match language {
        Language::English => format!("If this wasn't you, write to {email} immediately."),
        Language::Hindi => format!("अगर यह आपने नहीं किया, तो तुरंत {email} पर लिखें।"),
    };
    let content = MailContent {
        heading: language.pick("You have a new way to sign in", "अब आप नए तरीक़े से भी साइन इन कर सकते हैं").to_owned(),
        greeting: greeting(language, &to.to.name),
        opening: vec![language.pick(opening, hindi).to_owned()],
        closing: vec![closing],
        ..MailContent::default()
    };
    let subject = "A new way to sign in to your account";
    let subject = language.pick(subject, "आपके खाते में साइन इन करने का नया तरीक़ा").to_owned();
    content
        .into_mail(settings, Envelope { message_id: format!("identity-linked-{change_id}"), subject, to, enqueued_at })
}
