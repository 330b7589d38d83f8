//! Events, on their way to the webhook.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventState {
    /// To be sent when its time has come.
    Waiting,
    /// Until the operator lets it go.
    Held,
    Delivered,
    /// Lost on purpose.
    Dropped,
    /// Not taken for a day.
    GaveUp,
    /// There was no webhook, or it had been switched off.
    NoReceiver,
}

impl EventState {
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Held)
    }

    pub(crate) fn word(self) -> &'static str {
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
    /// The exact bytes that are signed and sent.
    pub(crate) body: String,
    /// The webhook's secret when the event was made: a later one does not sign it.
    pub(crate) secret: Option<String>,
    pub(crate) state: EventState,
    /// How often it goes out each time.
    pub(crate) copies: u32,
    pub(crate) attempts: u32,
    /// From here the day counts in which it is tried again.
    #[serde(default)]
    pub(crate) first_tried_at: Option<i64>,
    pub(crate) next_at: i64,
    /// What the last delivery met: a status, or why there was none.
    pub(crate) last_answer: Option<String>,
    pub(crate) created_at: i64,
}
