//! Delivers the mail of a job.

use tala_domain::identity::TeacherStatus::{Approved, Rejected};
use tala_domain::ids::PersonId;
use tala_domain::jobs::Job;
use tala_gateways::mail::{MailError, OutgoingMail};
use tala_store::outbox::ClaimedJob;
use tala_store::people;

use crate::context::Ctx;
use crate::mail::booking_context::BookingChange;
use crate::mail::compose::{
    Composed, DueReminder, compose_account_changed, compose_application, compose_booking, compose_confirmation,
    compose_credit_expiry, compose_decision, compose_failed_payout, compose_invitation, compose_payout,
    compose_resent_booking, compose_student_reminder, compose_support_message, compose_support_reply,
    compose_teacher_reminder,
};
use crate::mail::compose_account::{
    compose_new_student, compose_staff_admin, compose_staff_application, compose_staff_refund, compose_suspension,
    compose_suspension_end, compose_welcome,
};
use crate::mail::compose_payment::{compose_credits_bought, compose_refund, compose_shared_refund};
use crate::mail::credits_granted::compose_credits_granted;
use crate::mail::guardian::compose_guardian_mail;
use crate::mail::hand_over::{HandedOver, compose_handed_over, compose_teacher_changed};
use crate::mail::identity::{compose_identity_linked, compose_link_code};
use crate::mail::job_outcome::JobOutcome;
use crate::mail::recipient::MailContext;
use crate::mail::second_guardian::{enqueue_for_second_guardian, find_learner_of_job};
use crate::mail::teacher_suspended::compose_teacher_suspended;

/// Composes the mail of a job for the second guardian. Skipped if the person is not a guardian any more.
async fn compose_for_second_guardian(ctx: &Ctx, claimed: &ClaimedJob, job: &Job, guardian: PersonId) -> Composed {
    let Some(learner) = find_learner_of_job(ctx, job).await? else { return Err(JobOutcome::Done) };
    if people::find_learner(ctx.store.read(), guardian, learner, ctx.now()).await?.is_none() {
        return Err(JobOutcome::Done);
    }
    let claimed = ClaimedJob { job: job.clone(), ..claimed.clone() };
    let mail = compose(&MailContext::new(ctx, Some(guardian)), &claimed).await?;
    Ok(OutgoingMail { message_id: format!("{}-{guardian}", mail.message_id), ..mail })
}

/// Composes the mail of a job and sends it. Runs at least once for each job; the Message-ID is the same for every attempt, so
/// a duplicate can be recognized.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn deliver(ctx: &Ctx, claimed: &ClaimedJob) -> JobOutcome {
    let composed = match &claimed.job {
        Job::ForSecondGuardian { job, guardian_id, .. } => {
            compose_for_second_guardian(ctx, claimed, job, *guardian_id).await
        }
        _ => match enqueue_for_second_guardian(ctx, claimed).await {
            Ok(()) => compose(&MailContext::new(ctx, None), claimed).await,
            Err(error) => return JobOutcome::Failed(error.to_string()),
        },
    };
    let mail = match composed {
        Ok(mail) => mail,
        Err(outcome) => return outcome,
    };
    match ctx.mailer.send(&mail).await {
        Ok(()) => JobOutcome::Done,
        Err(MailError::Permanent(reason)) => JobOutcome::PermanentFailure(reason),
        Err(error) => JobOutcome::Failed(error.to_string()),
    }
}

async fn compose(ctx: &MailContext<'_>, claimed: &ClaimedJob) -> Result<OutgoingMail, JobOutcome> {
    let at = claimed.created_at;
    match claimed.job {
        Job::BookingConfirmed { booking_id, audience } => {
            compose_booking(ctx, booking_id, audience, BookingChange::Confirmed, at).await
        }
        Job::BookingRescheduled { booking_id, audience, .. } => {
            compose_booking(ctx, booking_id, audience, BookingChange::Rescheduled, at).await
        }
        Job::MeetingLinkChanged { booking_id, audience, .. } => {
            compose_booking(ctx, booking_id, audience, BookingChange::LinkChanged, at).await
        }
        Job::BookingCancelled { booking_id, audience } => {
            compose_booking(ctx, booking_id, audience, BookingChange::Cancelled, at).await
        }
        Job::TeacherChanged { student_id, change_id, from } => {
            compose_teacher_changed(ctx, (student_id, from), change_id, at).await
        }
        Job::StudentsHandedOver { from, to, reader, ref students, change_id } => {
            compose_handed_over(ctx, HandedOver { from, to, reader, students, change_id, enqueued_at: at }).await
        }
        Job::BookingMailResent { booking_id, audience, change_id } => {
            compose_resent_booking(ctx, booking_id, audience, change_id, at).await
        }
        Job::CreditsBought { order_id } => compose_credits_bought(ctx, order_id, at).await,
        Job::CreditsGranted { lot_id, is_reward } => compose_credits_granted(ctx, (lot_id, is_reward), at).await,
        Job::PaymentRefunded { refund_id } => compose_refund(ctx, refund_id, at).await,
        Job::StudentReminder { booking_id, starts_at, lead, change_id } => {
            let reminder = DueReminder { starts_at, lead, change_id, enqueued_at: at };
            compose_student_reminder(ctx, booking_id, reminder).await
        }
        Job::TeacherReminder { slot_id, starts_at, lead, change_id } => {
            let reminder = DueReminder { starts_at, lead, change_id, enqueued_at: at };
            compose_teacher_reminder(ctx, slot_id, reminder).await
        }
        Job::CreditsExpiring { student_id, change_id } => compose_credit_expiry(ctx, student_id, change_id, at).await,
        Job::RefundShared { refund_id } => compose_shared_refund(ctx, refund_id, at).await,
        Job::SupportMessage { message_id } => compose_support_message(ctx, message_id, at).await,
        Job::SupportReply { reply_id } => compose_support_reply(ctx, reply_id, at).await,
        Job::ApplicationReceived { person_id, change_id } => compose_application(ctx, person_id, change_id, at).await,
        Job::TeacherApproved { person_id: id, change_id } => compose_decision(ctx, id, Approved, change_id, at).await,
        Job::TeacherRejected { person_id: id, change_id } => compose_decision(ctx, id, Rejected, change_id, at).await,
        Job::PayoutPaid { payout_id } => compose_payout(ctx, payout_id, at).await,
        Job::PayoutFailed { payout_id } => compose_failed_payout(ctx, payout_id, at).await,
        Job::BankAccountChanged { person_id: id, change_id } => compose_account_changed(ctx, id, change_id, at).await,
        Job::IdentityLinkCode { request_id } => compose_link_code(ctx, request_id, claimed).await,
        Job::IdentityLinked { person_id, change_id } => compose_identity_linked(ctx, person_id, change_id, at).await,
        Job::WaitlistConfirmed { confirmation_id } => compose_confirmation(ctx, confirmation_id, at).await,
        Job::WaitlistInvited { invitation_id } => compose_invitation(ctx, invitation_id, at).await,
        Job::StudentJoined { student_id } => compose_welcome(ctx, student_id, at).await,
        Job::NewStudent { student_id } => compose_new_student(ctx, student_id, at).await,
        Job::PersonSuspended { person_id, change_id, cancels_classes } => {
            compose_suspension(ctx, person_id, cancels_classes, change_id, at).await
        }
        Job::PersonUnsuspended { person_id, change_id } => compose_suspension_end(ctx, person_id, change_id, at).await,
        Job::TeacherSuspended { student_id, teacher_id, change_id } => {
            compose_teacher_suspended(ctx, (student_id, teacher_id), change_id, at).await
        }
        Job::StaffApplication { person_id: id, change_id } => compose_staff_application(ctx, id, change_id, at).await,
        Job::StaffAdminChanged { admin_id, change, ref by, change_id } => {
            compose_staff_admin(ctx, admin_id, (change, by.as_deref()), change_id, at).await
        }
        Job::GuardianInvited { .. } | Job::GuardianAdded { .. } => compose_guardian_mail(ctx, claimed).await,
        Job::StaffRefundFailed { refund_id } => compose_staff_refund(ctx, refund_id, at).await,
        Job::ProviderEvent { .. }
        | Job::WaitlistJoined { .. }
        | Job::DeleteIssuerAccount { .. }
        | Job::ForSecondGuardian { .. } => Err(JobOutcome::PermanentFailure("not a mail".to_owned())),
    }
}
