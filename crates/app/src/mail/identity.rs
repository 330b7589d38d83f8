//! Mails about the ways in which a person signs in (D38).

use jiff::Timestamp;
use tala_domain::ids::{LinkRequestId, PersonId};
use tala_gateways::mail::{MailAddress, OutgoingMail};
use tala_store::outbox::ClaimedJob;
use tala_store::people;
use uuid::Uuid;

use crate::context::{Ctx, Settings};
use crate::mail::format::greeting;
use crate::mail::job_outcome::JobOutcome;
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

async fn recipient(ctx: &Ctx, id: PersonId) -> Result<MailAddress, JobOutcome> {
    let person = people::find_by_id(ctx.store.read(), id).await?;
    let address = person.and_then(|person| Some(MailAddress { name: person.name, address: person.email? }));
    address.ok_or_else(|| JobOutcome::PermanentFailure("the recipient has no verified address".to_owned()))
}

/// The code that links a new way to sign in.
fn link_code_mail(
    settings: &Settings,
    message_id: String,
    code: &str,
    to: MailAddress,
    enqueued_at: Timestamp,
) -> OutgoingMail {
    let mut content = MailContent {
        heading: "Your sign-in code".to_owned(),
        greeting: greeting(&to.name),
        opening: vec!["Enter this code to sign in to your account in a new way. It expires in 10 minutes.".to_owned()],
        closing: vec![format!(
            "If you didn't ask for it, don't share the code with anyone. No one can use your account without it. Questions? \
             Write to {}.",
            settings.support_email
        )],
        ..MailContent::default()
    };
    content.fact("Code", code);
    let subject = format!("{code} is your {} code", settings.product_name);
    content.into_mail(settings, Envelope { message_id, subject, to, enqueued_at })
}

/// A security notice: a new way to sign in was added.
fn identity_linked_mail(settings: &Settings, change_id: &str, to: MailAddress, enqueued_at: Timestamp) -> OutgoingMail {
    let content = MailContent {
        heading: "You can sign in in a new way".to_owned(),
        greeting: greeting(&to.name),
        opening: vec![
            "A new way to sign in was added to your account. The way you signed in before still works.".to_owned(),
        ],
        closing: vec![format!("If this wasn't you, write to {} now.", settings.support_email)],
        ..MailContent::default()
    };
    let subject = "A new way to sign in to your account".to_owned();
    content
        .into_mail(settings, Envelope { message_id: format!("identity-linked-{change_id}"), subject, to, enqueued_at })
}
