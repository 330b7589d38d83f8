//! Typed ids: one newtype per entity, so that the compiler rejects a mix-up. All are UUID v7 (D3).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    };
}

id!(
    /// A person who signs in: a student, a teacher, or neither yet.
    PersonId
);
id!(
    /// A person in the role of a student. The same UUID as the [`PersonId`].
    StudentId
);
id!(
    /// A person in the role of a teacher. The same UUID as the [`PersonId`].
    TeacherId
);
id!(
    /// A stored slot. A virtual slot is stored when its first seat is booked or held (D10).
    SlotId
);
id!(
    /// One student's seat in one class.
    BookingId
);
id!(
    /// A lot of class credits with one expiry (D17).
    LotId
);
id!(
    /// A posting: one balanced ledger transaction (D18).
    PostingId
);
id!(
    /// A job in the outbox.
    JobId
);
id!(
    /// The email that confirms a waitlist entry.
    WaitlistConfirmationId
);
id!(
    /// An audit event.
    AuditId
);
id!(
    /// An order: a purchase of one class or one package of credits (D23).
    OrderId
);
id!(
    /// Our record of a payment at the provider.
    PaymentId
);
id!(
    /// A refund of one payment (D24).
    RefundId
);
id!(
    /// A coupon.
    CouponId
);
id!(
    /// A waitlist entry.
    WaitlistId
);
id!(
    /// A waitlist invitation.
    InvitationId
);
id!(
    /// A provider event that a webhook received.
    ProviderEventId
);
id!(
    /// A message to support (D33).
    MessageId
);
id!(
    /// A payout to one teacher in one currency (D25).
    PayoutId
);
id!(
    /// An administrator (D7).
    AdminId
);
id!(
    /// An administrator's session: one browser in which they are signed in.
    AdminSessionId
);
id!(
    /// A referral: a friend that a student named (D29).
    ReferralId
);
id!(
    /// A reply to a support message (D33).
    ReplyId
);
id!(
    /// A request to link an identity to a person (D38).
    LinkRequestId
);
id!(
    /// An invitation to become a learner's guardian (ADR 14).
    GuardianInvitationId
);
id!(
    /// A decision about a teacher's application, while it may be undone (ADR 13).
    DecisionId
);
id!(
    /// One ledger check.
    LedgerCheckId
);

impl PersonId {
    /// The id of this person as a student. It does not check that they are one.
    pub const fn as_student(self) -> StudentId {
        StudentId(self.0)
    }

    /// The id of this person as a teacher. It does not check that they are one.
    pub const fn as_teacher(self) -> TeacherId {
        TeacherId(self.0)
    }
}

impl From<StudentId> for PersonId {
    fn from(id: StudentId) -> Self {
        Self(id.0)
    }
}

impl From<TeacherId> for PersonId {
    fn from(id: TeacherId) -> Self {
        Self(id.0)
    }
}
