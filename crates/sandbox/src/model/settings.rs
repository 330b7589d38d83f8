//! What the operator has set.

use serde::{Deserialize, Serialize};

/// How an API call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// 429 with Razorpay's error body.
    #[serde(rename = "429")]
    TooManyRequests,
    /// 500 with Razorpay's error body.
    #[serde(rename = "500")]
    ServerError,
    /// 409: the same request is still being worked on.
    #[serde(rename = "409")]
    Conflict,
    /// 502 with a page of HTML, as a proxy in between answers.
    #[serde(rename = "html")]
    Html,
    /// No answer for a minute.
    #[serde(rename = "timeout")]
    Timeout,
}

/// The next calls that go wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// How.
    pub kind: FaultKind,
    /// For so many calls.
    pub calls: u32,
    /// The call is carried out all the same; only its answer is lost.
    #[serde(default)]
    pub carried_out: bool,
    /// Only calls with this method (`POST`).
    #[serde(default)]
    pub method: Option<String>,
    /// Only calls whose path contains this (`/refund`).
    #[serde(default)]
    pub path: Option<String>,
}

impl Fault {
    /// The next `calls` calls, whichever they are, and nothing is carried out.
    #[must_use]
    pub fn next(calls: u32, kind: FaultKind) -> Self {
        Self { kind, calls, carried_out: false, method: None, path: None }
    }

    pub(crate) fn concerns(&self, method: &str, path: &str) -> bool {
        self.calls > 0
            && self.method.as_deref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
            && self.path.as_deref().is_none_or(|wanted| path.contains(wanted))
    }
}

/// What becomes of new refunds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundOutcome {
    /// Processed after `refund_seconds`; at once when that is 0.
    #[default]
    Processed,
    /// Failed after `refund_seconds`; at once when that is 0.
    Failed,
    /// Pending until the operator ends them.
    StaysPending,
}

/// What happens to events on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookSwitches {
    /// New events wait until they are released.
    pub hold: bool,
    /// New events wait so long.
    pub delay_seconds: i64,
    /// New events are sent twice, with the same event id.
    pub double: bool,
    /// Events that go out together go out newest first.
    pub reorder: bool,
    /// New events are lost.
    pub drop: bool,
}

/// How the sandbox behaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What happens to events on their way.
    pub webhooks: WebhookSwitches,
    /// Razorpay switches a webhook off that has not taken an event for 24 hours.
    pub webhook_disabled: bool,
    /// What becomes of new refunds.
    pub refunds: RefundOutcome,
    /// How long refunds stay pending.
    pub refund_seconds: i64,
    /// Whether new refunds are refused because the account's balance is too low for them.
    pub refuse_refunds: bool,
    /// How long after its failure a late payment is authorised.
    pub late_seconds: i64,
    /// Whether other currencies than INR are accepted.
    pub international: bool,
    /// Whether a second order with the same receipt is refused.
    pub unique_receipts: bool,
    /// Whether an order takes one attempt only, as Razorpay's newer documents say; the older ones allow many.
    pub one_attempt: bool,
    /// Whether the account that payouts are made from is empty.
    pub low_balance: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            webhooks: WebhookSwitches::default(),
            webhook_disabled: false,
            refunds: RefundOutcome::default(),
            refund_seconds: 0,
            refuse_refunds: false,
            late_seconds: 15 * 60,
            international: true,
            unique_receipts: false,
            one_attempt: false,
            low_balance: false,
        }
    }
}
