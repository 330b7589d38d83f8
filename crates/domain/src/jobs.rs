//! Jobs of the outbox. A job is written in the transaction that causes it, and the worker runs it later (D30).

mod parameters;
mod topics;

use serde::{Deserialize, Serialize};

use crate::ids::{
    AdminId, BookingId, GuardianInvitationId, InvitationId, JobId, LinkRequestId, LotId, MessageId, OrderId, PayoutId,
    PersonId, ProviderEventId, RefundId, ReplyId, SlotId, StudentId, TeacherId, WaitlistConfirmationId, WaitlistId,
};
use crate::time::Timestamp;

pub use parameters::{AdminChange, Audience, HandOverReader, ReminderLead};

/// A job. Handlers run at least once, so they must be idempotent. `subject` identifies a job within its topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Job {
    /// "Your class is booked", with its calendar invitation (D30, D32).
    BookingConfirmed {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
    },
    /// "Your class has moved", with an update of the calendar invitation (D24, D32).
    BookingRescheduled {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
        /// The id of this change; a booking can be rescheduled more than once.
        change_id: uuid::Uuid,
    },
    /// "This class is cancelled", with a calendar message of method `CANCEL` (D32).
    BookingCancelled {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
    },
    /// "You have a new teacher", after a hand-over.
    TeacherChanged {
        /// The student.
        student_id: StudentId,
        /// The id of this change; a student can be handed over more than once.
        change_id: uuid::Uuid,
        /// The previous teacher. None in jobs of an earlier release.
        #[serde(default)]
        from: Option<TeacherId>,
    },
    /// "Your students have a new teacher", or "You have new students", to a teacher of a hand-over.
    StudentsHandedOver {
        /// The teacher who gives the students away.
        from: TeacherId,
        /// The teacher who takes them over.
        to: TeacherId,
        /// Which of the two receives the mail.
        reader: HandOverReader,
        /// The students.
        students: Vec<StudentId>,
        /// The id of this mail.
        change_id: uuid::Uuid,
    },
    /// The current details of a booking, sent again by an administrator: the confirmation or the cancellation.
    BookingMailResent {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
        /// The id of this action; a mail can be resent more than once.
        change_id: uuid::Uuid,
    },
    /// "Your credits are here", with the receipt.
    CreditsBought {
        /// The order.
        order_id: OrderId,
    },
    /// "You have new credits", after a grant or as the reward for inviting a friend (D17, D18).
    CreditsGranted {
        /// The credits.
        lot_id: LotId,
        /// They are the reward.
        is_reward: bool,
    },
    /// "Your payment is refunded", when a payment could not be applied (D23).
    PaymentRefunded {
        /// The refund.
        refund_id: RefundId,
    },
    /// "A refund reduces your earnings", to the teacher who shares a partial refund (ADR 11).
    RefundShared {
        /// The refund.
        refund_id: RefundId,
    },
    /// A support message, sent to support with the writer as `Reply-To` (D33).
    SupportMessage {
        /// The message.
        message_id: MessageId,
    },
    /// "We have received your application."
    ApplicationReceived {
        /// The applicant.
        person_id: TeacherId,
        /// The id of this application; a rejected person can apply again.
        change_id: uuid::Uuid,
    },
    /// "You may teach", with the invite code.
    TeacherApproved {
        /// The applicant.
        person_id: TeacherId,
        /// The id of this decision; a rejected person can be approved later.
        change_id: uuid::Uuid,
    },
    /// "We cannot accept your application", with the reason.
    TeacherRejected {
        /// The applicant.
        person_id: TeacherId,
        /// The id of this decision; a person can be rejected more than once.
        change_id: uuid::Uuid,
    },
    /// The reply to a support message (D33).
    SupportReply {
        /// The reply.
        reply_id: ReplyId,
    },
    /// "Your payout is on its way", with its statement (D25).
    PayoutPaid {
        /// The payout.
        payout_id: PayoutId,
    },
    /// "Your payout did not go through", with what to check (D25).
    PayoutFailed {
        /// The payout.
        payout_id: PayoutId,
    },
    /// "The bank account for your payouts has changed", so that an unauthorized change is noticed (D34).
    BankAccountChanged {
        /// The teacher.
        person_id: TeacherId,
        /// The id of this change; an account can change more than once.
        change_id: uuid::Uuid,
    },
    /// The code that links a second way to sign in (D38). It is generated when the mail is sent.
    IdentityLinkCode {
        /// The request.
        request_id: LinkRequestId,
    },
    /// "You have a new way to sign in", so that an unauthorized link is noticed (D38).
    IdentityLinked {
        /// The person.
        person_id: PersonId,
        /// The id of this change.
        change_id: uuid::Uuid,
    },
    /// "Your class is tomorrow", or in an hour.
    StudentReminder {
        /// The booking.
        booking_id: BookingId,
        /// The start when the reminder was scheduled; the job does nothing if the class was rescheduled since.
        starts_at: Timestamp,
        /// How long before the class.
        lead: ReminderLead,
        /// The id of this reminder.
        change_id: uuid::Uuid,
    },
    /// The same for the teacher, once for all students of a class.
    TeacherReminder {
        /// The class.
        slot_id: SlotId,
        /// The start when the reminder was scheduled.
        starts_at: Timestamp,
        /// How long before the class.
        lead: ReminderLead,
        /// The id of this reminder.
        change_id: uuid::Uuid,
    },
    /// "Your credits expire soon."
    CreditsExpiring {
        /// The student.
        student_id: StudentId,
        /// The id of this reminder.
        change_id: uuid::Uuid,
    },
    /// "The meeting link has changed", with an update of the calendar invitation (D37).
    MeetingLinkChanged {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
        /// The id of this change; a link can change more than once.
        change_id: uuid::Uuid,
    },
    /// Process a stored provider event.
    ProviderEvent {
        /// The event.
        event_id: ProviderEventId,
    },
    /// "You're on the waitlist", once for each address.
    WaitlistConfirmed {
        /// The confirmation.
        confirmation_id: WaitlistConfirmationId,
    },
    /// The waitlist invitation, with a teacher's invite code.
    WaitlistInvited {
        /// The invitation; a person can be invited more than once.
        invitation_id: InvitationId,
    },
    /// Delete a deleted person's account at the built-in issuer (D6, D35).
    DeleteIssuerAccount {
        /// The `sub` of the account.
        account_id: uuid::Uuid,
    },
    /// "Welcome", to a student who has joined with an invite code.
    StudentJoined {
        /// The student.
        student_id: StudentId,
    },
    /// "Become Asha's guardian", to the address of an invitation (ADR 14). Its token is generated when the mail is sent.
    GuardianInvited {
        /// The invitation.
        invitation_id: GuardianInvitationId,
    },
    /// "Asha has a new guardian", to the others who read the mails about the learner.
    GuardianAdded {
        /// The learner.
        learner_id: PersonId,
        /// The new guardian.
        guardian_id: PersonId,
        /// The id of this mail.
        change_id: uuid::Uuid,
    },
    /// The mail of another job, about a learner with two guardians, to the second one (ADR 14).
    ForSecondGuardian {
        /// The other job.
        job: Box<Self>,
        /// The second guardian.
        guardian_id: PersonId,
        /// The id of the other job.
        copied_job_id: JobId,
    },
    /// "You have a new student", to the teacher, unless they turned this mail off.
    NewStudent {
        /// The student.
        student_id: StudentId,
    },
    /// "Your account is suspended."
    PersonSuspended {
        /// The person.
        person_id: PersonId,
        /// The id of this suspension; a person can be suspended more than once.
        change_id: uuid::Uuid,
        /// Whether their upcoming classes are cancelled as well.
        #[serde(default)]
        cancels_classes: bool,
    },
    /// "Your teacher isn't teaching for now", to a student with unspent credits of a suspended teacher.
    TeacherSuspended {
        /// The student.
        student_id: StudentId,
        /// The suspended teacher.
        teacher_id: TeacherId,
        /// The id of this mail.
        change_id: uuid::Uuid,
    },
    /// "Your account is active again."
    PersonUnsuspended {
        /// The person.
        person_id: PersonId,
        /// The id of this change.
        change_id: uuid::Uuid,
    },
    /// Tells staff that a teacher has applied.
    StaffApplication {
        /// The applicant.
        person_id: TeacherId,
        /// The id of this application.
        change_id: uuid::Uuid,
    },
    /// Tells staff that an administrator account has changed, so that an unauthorized change is noticed (D7).
    StaffAdminChanged {
        /// The account.
        admin_id: AdminId,
        /// What happened to it.
        change: AdminChange,
        /// The administrator who did it. None is the command line.
        by: Option<String>,
        /// The id of this change.
        change_id: uuid::Uuid,
    },
    /// Tells staff that a refund has failed repeatedly.
    StaffRefundFailed {
        /// The refund.
        refund_id: RefundId,
    },
    /// Forward a waitlist entry to the configured webhook (D33).
    WaitlistJoined {
        /// The entry.
        entry_id: WaitlistId,
        /// The id of this version; a corrected entry is forwarded again.
        change_id: uuid::Uuid,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serialized_names_are_those_of_stored_jobs() {
        let id = uuid::Uuid::from_u128(1);
        for (job, expected) in [
            (
                Job::BookingRescheduled { booking_id: BookingId(id), audience: Audience::Teacher, change_id: id },
                r#"{"kind":"booking_rescheduled","booking_id":"ID","audience":"teacher","change_id":"ID"}"#,
            ),
            (Job::PaymentRefunded { refund_id: RefundId(id) }, r#"{"kind":"payment_refunded","refund_id":"ID"}"#),
            (Job::SupportReply { reply_id: ReplyId(id) }, r#"{"kind":"support_reply","reply_id":"ID"}"#),
            (
                Job::MeetingLinkChanged { booking_id: BookingId(id), audience: Audience::Student, change_id: id },
                r#"{"kind":"meeting_link_changed","booking_id":"ID","audience":"student","change_id":"ID"}"#,
            ),
            (Job::DeleteIssuerAccount { account_id: id }, r#"{"kind":"delete_issuer_account","account_id":"ID"}"#),
        ] {
            let expected = expected.replace("ID", &id.to_string());
            assert_eq!(serde_json::to_string(&job).unwrap(), expected);
            assert_eq!(serde_json::from_str::<Job>(&expected).unwrap(), job);
        }
    }
}
