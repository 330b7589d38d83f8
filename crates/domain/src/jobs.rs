//! Work that follows a change: written to the outbox in the change's own transaction, done later by the worker.

use serde::{Deserialize, Serialize};

use crate::ids::{
    AnswerId, BookingId, EventId, InvitationId, MessageId, OrderId, PayoutId, PersonId, RefundId, SlotId, WaitlistId,
};
use crate::time::{SignedDuration, Timestamp};

/// To whom a booking mail goes. One message for each; in a group, students never see each other's address (INTEGRATIONS §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The student who booked.
    Student,
    /// The teacher who gives the class.
    Teacher,
}

/// How long before a class its people are reminded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lead {
    /// 24 hours, real ones.
    Day,
    /// One hour.
    Hour,
}

impl Lead {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Day, Self::Hour];

    /// How long before the class.
    pub const fn before(self) -> SignedDuration {
        match self {
            Self::Day => SignedDuration::from_hours(24),
            Self::Hour => SignedDuration::from_hours(1),
        }
    }

    /// Whether a reminder that is late still helps. The longer one gives way to the shorter one, and none comes after the
    /// class has begun.
    pub fn is_useful(self, starts_at: Timestamp, now: Timestamp) -> bool {
        let left = starts_at.duration_since(now);
        match self {
            Self::Day => left > SignedDuration::from_hours(2),
            Self::Hour => left > SignedDuration::ZERO,
        }
    }
}

/// One piece of later work. Handlers run at least once, so each is safe to repeat.
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
    /// "Your class has moved", with an update of its calendar invitation (D24, D32).
    BookingMoved {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
        /// This move: a class may move more than once.
        change_id: uuid::Uuid,
    },
    /// "This class is cancelled", with METHOD:CANCEL (D32).
    BookingCancelled {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it.
        audience: Audience,
    },
    /// "Your credits are here", with the receipt.
    CreditsBought {
        /// The order.
        order_id: OrderId,
    },
    /// "Your payment goes back", when money could not be used (D23).
    MoneyReturned {
        /// The refund.
        refund_id: RefundId,
    },
    /// A message to support, with Reply-To its writer (D33).
    SupportMessage {
        /// The message.
        message_id: MessageId,
    },
    /// "We have received your application."
    ApplicationReceived {
        /// Who applied.
        person_id: PersonId,
        /// This application: a rejected teacher may send another.
        change_id: uuid::Uuid,
    },
    /// "You may teach", with the invite code.
    TeacherApproved {
        /// Who applied.
        person_id: PersonId,
        /// This decision: a rejected teacher may be approved later.
        change_id: uuid::Uuid,
    },
    /// "We cannot accept your application", with the reason.
    TeacherRejected {
        /// Who applied.
        person_id: PersonId,
        /// This decision: somebody may be rejected more than once.
        change_id: uuid::Uuid,
    },
    /// The answer to a message (D33).
    SupportAnswer {
        /// The answer.
        answer_id: AnswerId,
    },
    /// "Your payout is on its way", with its statement (D25).
    PayoutPaid {
        /// The payout.
        payout_id: PayoutId,
    },
    /// "Your payout did not go through", and what to look at (D25).
    PayoutFailed {
        /// The payout.
        payout_id: PayoutId,
    },
    /// "The bank account for your payouts has changed", so that whoever has not changed it finds out (D34).
    BankAccountChanged {
        /// Whose account.
        person_id: PersonId,
        /// This change: an account may change more than once.
        change_id: uuid::Uuid,
    },
    /// "Your class is tomorrow", or in an hour.
    StudentReminder {
        /// The booking.
        booking_id: BookingId,
        /// The start of which it reminds: a class that has moved since is told of at its own time.
        starts_at: Timestamp,
        /// Which of the two.
        lead: Lead,
        /// This reminder.
        change_id: uuid::Uuid,
    },
    /// The same to the teacher, once for all students of a class.
    TeacherReminder {
        /// The class.
        slot_id: SlotId,
        /// The start of which it reminds.
        starts_at: Timestamp,
        /// Which of the two.
        lead: Lead,
        /// This reminder.
        change_id: uuid::Uuid,
    },
    /// "Your credits expire soon."
    CreditsExpiring {
        /// Whose.
        student_id: PersonId,
        /// This reminder.
        change_id: uuid::Uuid,
    },
    /// The meeting link of a class has changed (D37): its people hear, with an update of the invitation.
    LinkChanged {
        /// The booking.
        booking_id: BookingId,
        /// Who receives it; the student in work that was filed before teachers were told.
        #[serde(default = "student")]
        audience: Audience,
        /// This change of this booking: a link may change more than once.
        change_id: uuid::Uuid,
    },
    /// Work through an event that the payment provider has told us of.
    ProviderEvent {
        /// The stored event.
        event_id: EventId,
    },
    /// "There is a place for you", to somebody who waits.
    WaitlistInvited {
        /// The invitation: somebody may be invited more than once.
        invitation_id: InvitationId,
    },
    /// Delete the account that somebody who was forgotten had with the built-in issuer (D6, D35).
    AccountForgotten {
        /// The account: its subject there.
        account_id: uuid::Uuid,
    },
    /// Pass an entry of the waitlist on (D33).
    WaitlistJoined {
        /// The entry.
        entry_id: WaitlistId,
        /// This version of it: whoever corrects an entry is passed on again.
        change_id: uuid::Uuid,
    },
}

const fn student() -> Audience {
    Audience::Student
}

impl Job {
    /// The topic of [`Job::AccountForgotten`], to be asked for without one.
    pub const ACCOUNT_FORGOTTEN: &str = "account_forgotten";

    /// Every topic; the back office has words for each.
    pub const TOPICS: [&str; 25] = [
        Self::ACCOUNT_FORGOTTEN,
        "application_received",
        "bank_account_changed",
        "booking_cancelled_student",
        "booking_cancelled_teacher",
        "booking_confirmed_student",
        "booking_confirmed_teacher",
        "booking_moved_student",
        "booking_moved_teacher",
        "class_reminder_student",
        "class_reminder_teacher",
        "credits_bought",
        "credits_expiring",
        "link_changed",
        "link_changed_teacher",
        "money_returned",
        "payout_failed",
        "payout_paid",
        "provider_event",
        "support_answer",
        "support_message",
        "teacher_approved",
        "teacher_rejected",
        "waitlist_invited",
        "waitlist_joined",
    ];

    /// The topic under which the outbox files it.
    pub const fn topic(&self) -> &'static str {
        match self {
            Self::BookingConfirmed { audience: Audience::Student, .. } => "booking_confirmed_student",
            Self::BookingConfirmed { audience: Audience::Teacher, .. } => "booking_confirmed_teacher",
            Self::BookingMoved { audience: Audience::Student, .. } => "booking_moved_student",
            Self::BookingMoved { audience: Audience::Teacher, .. } => "booking_moved_teacher",
            Self::CreditsBought { .. } => "credits_bought",
            Self::MoneyReturned { .. } => "money_returned",
            Self::SupportMessage { .. } => "support_message",
            Self::ApplicationReceived { .. } => "application_received",
            Self::TeacherApproved { .. } => "teacher_approved",
            Self::TeacherRejected { .. } => "teacher_rejected",
            Self::SupportAnswer { .. } => "support_answer",
            Self::PayoutPaid { .. } => "payout_paid",
            Self::PayoutFailed { .. } => "payout_failed",
            Self::BankAccountChanged { .. } => "bank_account_changed",
            Self::LinkChanged { audience: Audience::Student, .. } => "link_changed",
            Self::LinkChanged { audience: Audience::Teacher, .. } => "link_changed_teacher",
            Self::StudentReminder { .. } => "class_reminder_student",
            Self::TeacherReminder { .. } => "class_reminder_teacher",
            Self::CreditsExpiring { .. } => "credits_expiring",
            Self::ProviderEvent { .. } => "provider_event",
            Self::AccountForgotten { .. } => Self::ACCOUNT_FORGOTTEN,
            Self::WaitlistJoined { .. } => "waitlist_joined",
            Self::WaitlistInvited { .. } => "waitlist_invited",
            Self::BookingCancelled { audience: Audience::Student, .. } => "booking_cancelled_student",
            Self::BookingCancelled { audience: Audience::Teacher, .. } => "booking_cancelled_teacher",
        }
    }

    /// What the work is about, for looking its outcome up again.
    pub const fn subject(&self) -> uuid::Uuid {
        match self {
            Self::BookingConfirmed { booking_id, .. } | Self::BookingCancelled { booking_id, .. } => booking_id.0,
            Self::BookingMoved { change_id, .. }
            | Self::ApplicationReceived { change_id, .. }
            | Self::TeacherApproved { change_id, .. }
            | Self::TeacherRejected { change_id, .. }
            | Self::BankAccountChanged { change_id, .. }
            | Self::LinkChanged { change_id, .. }
            | Self::StudentReminder { change_id, .. }
            | Self::TeacherReminder { change_id, .. }
            | Self::CreditsExpiring { change_id, .. }
            | Self::WaitlistJoined { change_id, .. } => *change_id,
            Self::SupportMessage { message_id } => message_id.0,
            Self::SupportAnswer { answer_id } => answer_id.0,
            Self::PayoutPaid { payout_id } | Self::PayoutFailed { payout_id } => payout_id.0,
            Self::WaitlistInvited { invitation_id } => invitation_id.0,
            Self::CreditsBought { order_id } => order_id.0,
            Self::MoneyReturned { refund_id } => refund_id.0,
            Self::ProviderEvent { event_id } => event_id.0,
            Self::AccountForgotten { account_id } => *account_id,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_reminder_is_useful_until_the_next_one_or_the_class() {
        let start: Timestamp = "2026-03-05T03:30:00Z".parse().unwrap();
        let useful = |lead: Lead, minutes: i64| lead.is_useful(start, start - SignedDuration::from_mins(minutes));
        assert!(useful(Lead::Day, 24 * 60) && useful(Lead::Day, 121));
        assert!(!useful(Lead::Day, 120) && !useful(Lead::Day, -1));
        assert!(useful(Lead::Hour, 60) && useful(Lead::Hour, 1));
        assert!(!useful(Lead::Hour, 0) && !useful(Lead::Hour, -30));
    }
}
