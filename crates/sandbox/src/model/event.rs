//! Webhook events.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventState {
    /// Sent at `next_at`.
    Waiting,
    /// Not sent until released.
    Held,
    Delivered,
    /// Lost on purpose; never sent.
    Dropped,
    /// Delivery failed for 24 hours.
    GaveUp,
    /// There was no webhook, or it was disabled.
    NoReceiver,
}

impl EventState {
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Held)
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Held => "held",
            Self::Delivered => "delivered",
            Self::Dropped => "dropped",
            Self::GaveUp => "gave_up",
            Self::NoReceiver => "no_receiver",
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Event {
    pub(crate) number: u64,
    /// `x-razorpay-event-id`, the same in every delivery.
    pub(crate) id: String,
    pub(crate) name: String,
    /// The exact body that is signed and sent.
    pub(crate) body: String,
    /// The webhook secret at creation. A later secret does not apply.
    pub(crate) secret: Option<String>,
    pub(crate) state: EventState,
    /// Number of requests per delivery.
    pub(crate) copies: u32,
    pub(crate) attempts: u32,
    /// Start of the 24 hours of retries.
    #[serde(default)]
    pub(crate) first_tried_at: Option<i64>,
    pub(crate) next_at: i64,
    /// Result of the last delivery: `taken`, a status code or an error.
    pub(crate) last_answer: Option<String>,
    pub(crate) created_at: i64,
}
