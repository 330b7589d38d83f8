//! Work that follows a change: written to the outbox in the change's own transaction, done later by the worker.

use serde::{Deserialize, Serialize};

use crate::ids::{BookingId, EventId, OrderId, RefundId};

/// To whom a booking mail goes. One message for each; in a group, students never see each other's address (INTEGRATIONS §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The student who booked.
    Student,
    /// The teacher who gives the class.
    Teacher,
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
    /// Work through an event that the payment provider has told us of.
    ProviderEvent {
        /// The stored event.
        event_id: EventId,
    },
}

impl Job {
    /// The topic under which the outbox files it.
    pub const fn topic(&self) -> &'static str {
        match self {
            Self::BookingConfirmed { audience: Audience::Student, .. } => "booking_confirmed_student",
            Self::BookingConfirmed { audience: Audience::Teacher, .. } => "booking_confirmed_teacher",
            Self::BookingMoved { audience: Audience::Student, .. } => "booking_moved_student",
            Self::BookingMoved { audience: Audience::Teacher, .. } => "booking_moved_teacher",
            Self::CreditsBought { .. } => "credits_bought",
            Self::MoneyReturned { .. } => "money_returned",
            Self::ProviderEvent { .. } => "provider_event",
            Self::BookingCancelled { audience: Audience::Student, .. } => "booking_cancelled_student",
            Self::BookingCancelled { audience: Audience::Teacher, .. } => "booking_cancelled_teacher",
        }
    }

    /// What the work is about, for looking its outcome up again.
    pub const fn subject(&self) -> uuid::Uuid {
        match self {
            Self::BookingConfirmed { booking_id, .. } | Self::BookingCancelled { booking_id, .. } => booking_id.0,
            Self::BookingMoved { change_id, .. } => *change_id,
            Self::CreditsBought { order_id } => order_id.0,
            Self::MoneyReturned { refund_id } => refund_id.0,
            Self::ProviderEvent { event_id } => event_id.0,
        }
    }
}
