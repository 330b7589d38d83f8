//! Guardians of learners (ADR 14): who can become one, and the invitations with which they do.

use jiff::SignedDuration;
use sha2::{Digest, Sha256};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Email;
use tala_domain::ids::{GuardianInvitationId, JobId, PersonId};
use tala_domain::jobs::Job;
use tala_domain::time::saturating_add;
use tala_store::guardian_invitations::{self, GuardianInvitation};
use tala_store::people::{self, Person};
use tala_store::{Transaction, failed_attempts, outbox};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AuditEvent};
use crate::services::current_user::Student;
use crate::services::terms;

/// The maximum number of learners of one guardian.
const MAX_LEARNERS: i64 = 10;
/// The maximum number of guardians of one learner, open invitations included.
const MAX_GUARDIANS: usize = 2;
const INVITATION_LIFETIME: SignedDuration = SignedDuration::from_hours(14 * 24);
const TOKEN_BYTES: usize = 32;
/// Invitations that one person may send in ten minutes, on all servers.
const MAX_INVITATIONS: i64 = 5;
const SENT_INVITATIONS_TOPIC: &str = "guardian_invitation";

/// Locks a person's row and checks that the person can become the guardian of one more learner.
///
/// # Errors
/// `account_suspended` for a deleted or suspended person, `guardian_required` for someone under 18, or an error of `field` for
/// a person with the maximum number of learners.
pub(crate) async fn lock_new_guardian(ctx: &Ctx, tx: &Transaction, id: PersonId, field: &str) -> AppResult<()> {
    // Makes the count exact for concurrent requests. A concurrent deletion may have come first.
    people::lock_exclusively(tx, id).await?;
    let person = people::find_by_id(tx, id).await?.ok_or(ErrorCode::NotFound)?;
    if person.deleted_at.is_some() || person.suspended_at.is_some() {
        return Err(ErrorCode::AccountSuspended.into());
    }
    if person.is_minor(ctx.now()) {
        return Err(ErrorCode::GuardianRequired.into());
    }
    if people::count_learners(tx, id).await? >= MAX_LEARNERS {
        return Err(FieldErrors::one(field, format!("You can add up to {MAX_LEARNERS} learners")).into());
    }
    Ok(())
}

/// Checks that the form contains the declaration of being an adult and the parent or legal guardian.
///
/// # Errors
/// An error of `isGuardian`.
pub(crate) fn require_declaration(is_guardian: bool) -> Result<(), FieldErrors> {
    if is_guardian {
        return Ok(());
    }
    Err(FieldErrors::one("isGuardian", "Please confirm that you are 18 or older and the parent or legal guardian"))
}

/// Invites the owner of an address to become a guardian of the student on whose behalf the request acts.
///
/// # Errors
/// Errors of `email`, `guardians_complete`, or `too_many_requests`.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn invite(ctx: &Ctx, student: &Student, email: &str) -> AppResult<GuardianInvitation> {
    let (now, sender) = (ctx.now(), student.account_holder());
    let email = Email::parse(email).map_err(|error| error.for_field("email"))?;
    if student.guardian.is_none() && !student.person.is_minor(now) {
        return Err(FieldErrors::one("email", "Only students under 18 have guardians").into());
    }
    let invitation = GuardianInvitation {
        id: GuardianInvitationId(ctx.new_id()),
        learner_id: student.person.id,
        invited_by: sender.id,
        email: email.as_str().to_owned(),
        email_key: email.normalized(),
        created_at: now,
        expires_at: saturating_add(now, INVITATION_LIFETIME),
    };
    ctx.store.transaction(async |tx: Transaction| insert_invitation(&tx, ctx, &invitation).await).await?;
    ctx.job_enqueued.notify_one();
    Ok(invitation)
}

async fn insert_invitation(tx: &Transaction, ctx: &Ctx, new: &GuardianInvitation) -> AppResult<()> {
    let (now, key) = (new.created_at, new.invited_by.to_string());
    people::lock_exclusively(tx, new.learner_id).await?;
    if failed_attempts::count_recent(tx, SENT_INVITATIONS_TOPIC, &key, now).await? >= MAX_INVITATIONS {
        let wait = failed_attempts::seconds_until_next_window(now);
        return Err(AppError::new(ErrorCode::TooManyRequests).retry_after(wait));
    }
    let guardians = people::list_guardians(tx, new.learner_id).await?;
    let learner = people::find_by_id(tx, new.learner_id).await?.ok_or(ErrorCode::LearnerNotFound)?;
    if learner.email.as_deref().is_some_and(|own| is_address(own, &new.email_key)) {
        return Err(FieldErrors::one("email", "Enter the email of your parent or guardian, not your own").into());
    }
    if guardians.iter().any(|person| person.email.as_deref().is_some_and(|own| is_address(own, &new.email_key))) {
        return Err(FieldErrors::one("email", "This person is a guardian already").into());
    }
    guardian_invitations::delete_before(tx, now).await?;
    let open = guardian_invitations::list_by_learner(tx, new.learner_id, now).await?;
    if guardians.len() + open.len() >= MAX_GUARDIANS {
        return Err(ErrorCode::GuardiansComplete.into());
    }
    if !guardian_invitations::insert(tx, new).await? {
        return Err(FieldErrors::one("email", "This address is invited already").into());
    }
    failed_attempts::record(tx, SENT_INVITATIONS_TOPIC, &key, now).await?;
    let event = AuditEvent::new(AuditAction::GuardianInvited, new.learner_id.0);
    Actor::Person(new.invited_by).record(tx, ctx, &event).await?;
    let job = Job::GuardianInvited { invitation_id: new.id };
    outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?;
    Ok(())
}

fn is_address(address: &str, email_key: &str) -> bool {
    Email::parse(address).is_ok_and(|email| email.normalized() == email_key)
}

/// Withdraws an open invitation.
///
/// # Errors
/// `not_found` if there is no such invitation for this student.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn withdraw(ctx: &Ctx, student: &Student, id: GuardianInvitationId) -> AppResult<()> {
    let write = async |tx: Transaction| {
        let found = guardian_invitations::find_by_id(&tx, id, ctx.now()).await?;
        let invitation = found.filter(|found| found.learner_id == student.person.id).ok_or(ErrorCode::NotFound)?;
        if !guardian_invitations::delete(&tx, invitation.id).await? {
            return Err(ErrorCode::NotFound.into());
        }
        let event = AuditEvent::new(AuditAction::GuardianInvitationWithdrawn, invitation.learner_id.0);
        Actor::Person(student.account_holder().id).record(&tx, ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

/// Generates the token of an invitation and stores its hash. The previous token stops working. `None` if the invitation was
/// withdrawn or has expired.
///
/// # Errors
/// Those of the database.
pub(crate) async fn issue_token(
    ctx: &Ctx,
    id: GuardianInvitationId,
) -> AppResult<Option<(GuardianInvitation, String)>> {
    let now = ctx.now();
    let Some(invitation) = guardian_invitations::find_by_id(ctx.store.read(), id, now).await? else { return Ok(None) };
    let mut random = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut random);
    let token = hex::encode(random);
    let write = async |tx: Transaction| guardian_invitations::set_token(&tx, id, &hash(&token), now).await;
    Ok(ctx.store.transaction(write).await?.then_some((invitation, token)))
}

fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.trim().as_bytes()))
}

/// An invitation as its recipient sees it.
pub(crate) struct ReceivedInvitation {
    /// The invitation.
    pub(crate) invitation: GuardianInvitation,
    /// The learner.
    pub(crate) learner: Person,
    /// Who sent the invitation.
    pub(crate) sender: Person,
}

/// Finds the open invitation with a token, which was sent to the address of `reader`.
///
/// # Errors
/// `guardian_invitation_invalid`; `email_not_verified`; `forbidden_subject` if it was sent to another address.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn find_received(ctx: &Ctx, reader: &Person, token: &str) -> AppResult<ReceivedInvitation> {
    let conn = ctx.store.read();
    let invitation = guardian_invitations::find_by_token(conn, &hash(token), ctx.now()).await?;
    let invitation = invitation.ok_or(ErrorCode::GuardianInvitationInvalid)?;
    let own = reader.email.as_deref().ok_or(ErrorCode::EmailNotVerified)?;
    if !is_address(own, &invitation.email_key) {
        return Err(ErrorCode::ForbiddenSubject.into());
    }
    let learner = people::find_by_id(conn, invitation.learner_id).await?;
    let sender = people::find_by_id(conn, invitation.invited_by).await?;
    let is_active = |person: &Person| person.deleted_at.is_none() && person.suspended_at.is_none();
    let learner = learner.filter(is_active).ok_or(ErrorCode::GuardianInvitationInvalid)?;
    let sender = sender.filter(is_active).ok_or(ErrorCode::GuardianInvitationInvalid)?;
    Ok(ReceivedInvitation { invitation, learner, sender })
}

/// Makes the recipient of an invitation a guardian of its learner.
///
/// # Errors
/// Those of [`find_received`] and [`lock_new_guardian`]; an error of `token` for the learner's own teacher;
/// `guardians_complete`.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn accept(ctx: &Ctx, reader: &Person, token: &str, accepts_terms: bool) -> AppResult<PersonId> {
    let ReceivedInvitation { invitation, learner, .. } = find_received(ctx, reader, token).await?;
    let write = async |tx: Transaction| {
        people::lock_exclusively(&tx, learner.id).await?;
        let learner = people::find_by_id(&tx, learner.id).await?.ok_or(ErrorCode::GuardianInvitationInvalid)?;
        if learner.student_of.is_some_and(|teacher| PersonId::from(teacher) == reader.id) {
            return Err(FieldErrors::one("token", "You can't be the teacher of your own child here").into());
        }
        lock_new_guardian(ctx, &tx, reader.id, "token").await?;
        if !guardian_invitations::delete(&tx, invitation.id).await? {
            return Err(ErrorCode::GuardianInvitationInvalid.into());
        }
        if !people::insert_guardian(&tx, learner.id, reader.id, ctx.now()).await? {
            return Err(ErrorCode::GuardiansComplete.into());
        }
        people::follow_zone_of_guardian(&tx, reader.id).await?;
        let event = AuditEvent::new(AuditAction::GuardianAdded, learner.id.0);
        Actor::Person(reader.id).record(&tx, ctx, &event).await?;
        if accepts_terms {
            terms::accept(ctx, &tx, reader.id).await?;
        }
        let change_id = ctx.new_id();
        let job = Job::GuardianAdded { learner_id: learner.id, guardian_id: reader.id, change_id };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], ctx.now()).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(learner.id)
}
