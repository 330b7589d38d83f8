//! Typed ids, so that a booking can never be looked up by a person's id. All are UUID v7 (D3).

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
    /// A person who signs in: student, teacher, or not yet either.
    PersonId
);
id!(
    /// A stored slot. Virtual slots are stored only once somebody books them.
    SlotId
);
id!(
    /// One student's place in one class.
    BookingId
);
id!(
    /// A lot of class credits with one expiry (D17).
    LotId
);
id!(
    /// One balanced ledger transaction (D18).
    LedgerTxId
);
id!(
    /// One piece of work in the outbox.
    JobId
);
id!(
    /// One line of the audit log.
    AuditId
);
id!(
    /// One purchase: a class or a package of credits, from the quote to its end (D23).
    OrderId
);
id!(
    /// One payment at the provider, as we know it.
    PaymentId
);
id!(
    /// One refund of one payment (D24).
    RefundId
);
id!(
    /// A coupon.
    CouponId
);
id!(
    /// One entry of the waitlist.
    WaitlistId
);
id!(
    /// One invitation of somebody who waits.
    InvitationId
);
id!(
    /// One event that the payment provider has told us of.
    EventId
);
id!(
    /// A message to the people who run the place.
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
    /// One browser in which an administrator is signed in.
    AdminSessionId
);
id!(
    /// A friend whom a student has named (D29).
    ReferralId
);
id!(
    /// An answer to a message.
    AnswerId
);
id!(
    /// One check of the books.
    CheckId
);
