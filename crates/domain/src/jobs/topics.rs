//! Topics and subjects of jobs: how the outbox stores, deduplicates and finds them.

use super::{Audience, HandOverReader, Job};

impl Job {
    /// The topic of [`Job::DeleteIssuerAccount`].
    pub const DELETE_ISSUER_ACCOUNT_TOPIC: &str = "delete_issuer_account";

    /// Every topic, sorted. The admin area has a label for each.
    pub const TOPICS: [&str; 46] = [
        "application_received",
        "bank_account_changed",
        "booking_cancelled_student",
        "booking_cancelled_teacher",
        "booking_confirmed_student",
        "booking_confirmed_teacher",
        "booking_mail_resent_student",
        "booking_mail_resent_teacher",
        "booking_rescheduled_student",
        "booking_rescheduled_teacher",
        "class_reminder_student",
        "class_reminder_teacher",
        "credits_bought",
        "credits_expiring",
        "credits_granted",
        Self::DELETE_ISSUER_ACCOUNT_TOPIC,
        "for_second_guardian",
        "guardian_added",
        "guardian_invited",
        "identity_link_code",
        "identity_linked",
        "meeting_link_changed_student",
        "meeting_link_changed_teacher",
        "new_student",
        "payment_refunded",
        "payout_failed",
        "payout_paid",
        "person_suspended",
        "person_unsuspended",
        "provider_event",
        "refund_shared",
        "staff_admin_changed",
        "staff_application",
        "staff_refund_failed",
        "student_joined",
        "students_handed_over_new",
        "students_handed_over_previous",
        "support_message",
        "support_reply",
        "teacher_approved",
        "teacher_changed",
        "teacher_rejected",
        "teacher_suspended",
        "waitlist_confirmed",
        "waitlist_invited",
        "waitlist_joined",
    ];

    /// Returns the topic: the kind of the job and its audience.
    pub const fn topic(&self) -> &'static str {
        match self {
            Self::BookingConfirmed { audience: Audience::Student, .. } => "booking_confirmed_student",
            Self::BookingConfirmed { audience: Audience::Teacher, .. } => "booking_confirmed_teacher",
            Self::BookingRescheduled { audience: Audience::Student, .. } => "booking_rescheduled_student",
            Self::BookingRescheduled { audience: Audience::Teacher, .. } => "booking_rescheduled_teacher",
            Self::TeacherChanged { .. } => "teacher_changed",
            Self::StudentsHandedOver { reader: HandOverReader::New, .. } => "students_handed_over_new",
            Self::StudentsHandedOver { reader: HandOverReader::Previous, .. } => "students_handed_over_previous",
            Self::BookingMailResent { audience: Audience::Student, .. } => "booking_mail_resent_student",
            Self::BookingMailResent { audience: Audience::Teacher, .. } => "booking_mail_resent_teacher",
            Self::CreditsBought { .. } => "credits_bought",
            Self::CreditsGranted { .. } => "credits_granted",
            Self::PaymentRefunded { .. } => "payment_refunded",
            Self::RefundShared { .. } => "refund_shared",
            Self::SupportMessage { .. } => "support_message",
            Self::ApplicationReceived { .. } => "application_received",
            Self::TeacherApproved { .. } => "teacher_approved",
            Self::TeacherRejected { .. } => "teacher_rejected",
            Self::TeacherSuspended { .. } => "teacher_suspended",
            Self::SupportReply { .. } => "support_reply",
            Self::PayoutPaid { .. } => "payout_paid",
            Self::PayoutFailed { .. } => "payout_failed",
            Self::BankAccountChanged { .. } => "bank_account_changed",
            Self::MeetingLinkChanged { audience: Audience::Student, .. } => "meeting_link_changed_student",
            Self::MeetingLinkChanged { audience: Audience::Teacher, .. } => "meeting_link_changed_teacher",
            Self::StudentReminder { .. } => "class_reminder_student",
            Self::TeacherReminder { .. } => "class_reminder_teacher",
            Self::CreditsExpiring { .. } => "credits_expiring",
            Self::IdentityLinkCode { .. } => "identity_link_code",
            Self::IdentityLinked { .. } => "identity_linked",
            Self::ProviderEvent { .. } => "provider_event",
            Self::DeleteIssuerAccount { .. } => Self::DELETE_ISSUER_ACCOUNT_TOPIC,
            Self::WaitlistJoined { .. } => "waitlist_joined",
            Self::WaitlistConfirmed { .. } => "waitlist_confirmed",
            Self::WaitlistInvited { .. } => "waitlist_invited",
            Self::StudentJoined { .. } => "student_joined",
            Self::NewStudent { .. } => "new_student",
            Self::GuardianInvited { .. } => "guardian_invited",
            Self::ForSecondGuardian { .. } => "for_second_guardian",
            Self::GuardianAdded { .. } => "guardian_added",
            Self::PersonSuspended { .. } => "person_suspended",
            Self::PersonUnsuspended { .. } => "person_unsuspended",
            Self::StaffAdminChanged { .. } => "staff_admin_changed",
            Self::StaffApplication { .. } => "staff_application",
            Self::StaffRefundFailed { .. } => "staff_refund_failed",
            Self::BookingCancelled { audience: Audience::Student, .. } => "booking_cancelled_student",
            Self::BookingCancelled { audience: Audience::Teacher, .. } => "booking_cancelled_teacher",
        }
    }

    /// Returns the id that identifies the job within its topic, for finding its outcome.
    pub const fn subject(&self) -> uuid::Uuid {
        match self {
            Self::BookingConfirmed { booking_id, .. } | Self::BookingCancelled { booking_id, .. } => booking_id.0,
            Self::BookingRescheduled { change_id, .. }
            | Self::BookingMailResent { change_id, .. }
            | Self::TeacherChanged { change_id, .. }
            | Self::StudentsHandedOver { change_id, .. }
            | Self::ApplicationReceived { change_id, .. }
            | Self::TeacherApproved { change_id, .. }
            | Self::TeacherRejected { change_id, .. }
            | Self::BankAccountChanged { change_id, .. }
            | Self::MeetingLinkChanged { change_id, .. }
            | Self::StudentReminder { change_id, .. }
            | Self::TeacherReminder { change_id, .. }
            | Self::CreditsExpiring { change_id, .. }
            | Self::IdentityLinked { change_id, .. }
            | Self::GuardianAdded { change_id, .. }
            | Self::PersonSuspended { change_id, .. }
            | Self::PersonUnsuspended { change_id, .. }
            | Self::TeacherSuspended { change_id, .. }
            | Self::StaffApplication { change_id, .. }
            | Self::StaffAdminChanged { change_id, .. }
            | Self::WaitlistJoined { change_id, .. } => *change_id,
            Self::IdentityLinkCode { request_id } => request_id.0,
            Self::ForSecondGuardian { copied_job_id, .. } => copied_job_id.0,
            Self::GuardianInvited { invitation_id } => invitation_id.0,
            Self::SupportMessage { message_id } => message_id.0,
            Self::SupportReply { reply_id } => reply_id.0,
            Self::PayoutPaid { payout_id } | Self::PayoutFailed { payout_id } => payout_id.0,
            Self::WaitlistConfirmed { confirmation_id } => confirmation_id.0,
            Self::WaitlistInvited { invitation_id } => invitation_id.0,
            Self::CreditsBought { order_id } => order_id.0,
            Self::CreditsGranted { lot_id, .. } => lot_id.0,
            Self::PaymentRefunded { refund_id }
            | Self::RefundShared { refund_id }
            | Self::StaffRefundFailed { refund_id } => refund_id.0,
            Self::StudentJoined { student_id } | Self::NewStudent { student_id } => student_id.0,
            Self::ProviderEvent { event_id } => event_id.0,
            Self::DeleteIssuerAccount { account_id } => *account_id,
        }
    }

    /// Returns the booking or the slot that the job is about, if its subject is another id. The mails of a booking are
    /// found by it.
    pub const fn related(&self) -> Option<uuid::Uuid> {
        match self {
            Self::BookingRescheduled { booking_id, .. }
            | Self::BookingMailResent { booking_id, .. }
            | Self::MeetingLinkChanged { booking_id, .. }
            | Self::StudentReminder { booking_id, .. } => Some(booking_id.0),
            Self::TeacherReminder { slot_id, .. } => Some(slot_id.0),
            _ => None,
        }
    }
}
