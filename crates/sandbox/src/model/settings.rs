//! Settings that control the sandbox's behaviour.

use serde::{Deserialize, Serialize};

/// The response of a failing API call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// 429 with Razorpay's error body.
    #[serde(rename = "429")]
    TooManyRequests,
    /// 500 with Razorpay's error body.
    #[serde(rename = "500")]
    ServerError,
    /// 409: a request with the same idempotency key is in progress.
    #[serde(rename = "409")]
    Conflict,
    /// 502 with an HTML body, like a proxy.
    #[serde(rename = "html")]
    Html,
    /// No response for a minute.
    #[serde(rename = "timeout")]
    Timeout,
}

/// An injected fault for the next API calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The response.
    pub kind: FaultKind,
    /// Number of calls that fail.
    pub calls: u32,
    /// Whether the call is executed and only its response is lost.
    #[serde(default)]
    pub carried_out: bool,
    /// Limits the fault to an HTTP method.
    #[serde(default)]
    pub method: Option<String>,
    /// Limits the fault to paths that contain this text.
    #[serde(default)]
    pub path: Option<String>,
}

impl Fault {
    /// A fault for the next calls of any method and path, which are not executed.
    #[must_use]
    pub fn next(calls: u32, kind: FaultKind) -> Self {
        Self { kind, calls, carried_out: false, method: None, path: None }
    }

    pub(crate) fn matches(&self, method: &str, path: &str) -> bool {
        self.calls > 0
            && self.method.as_deref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method))
            && self.path.as_deref().is_none_or(|wanted| path.contains(wanted))
    }
}

/// The result of new refunds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefundOutcome {
    /// Processed after `refund_seconds`.
    #[default]
    Processed,
    /// Failed after `refund_seconds`.
    Failed,
    /// Pending until completed by a control command.
    StaysPending,
}

/// How events are delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookSwitches {
    /// Hold new events until they are released.
    pub hold: bool,
    /// Delay of new events.
    pub delay_seconds: i64,
    /// Send new events twice, with the same event id.
    pub double: bool,
    /// Send the events of a batch in reverse order.
    pub reorder: bool,
    /// Drop new events.
    pub drop: bool,
}

/// Settings of the simulated account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How events are delivered.
    pub webhooks: WebhookSwitches,
    /// Whether the webhook is disabled because deliveries failed for 24 hours.
    pub webhook_disabled: bool,
    /// The result of new refunds.
    pub refunds: RefundOutcome,
    /// Time until a refund completes; 0 completes it immediately.
    pub refund_seconds: i64,
    /// Whether new refunds are rejected because of a low balance.
    pub refuse_refunds: bool,
    /// Time between failure and authorization of a late payment.
    pub late_seconds: i64,
    /// Whether currencies other than INR are accepted.
    pub international: bool,
    /// Whether a second order with the same receipt is rejected.
    pub unique_receipts: bool,
    /// Whether an order allows only one payment attempt, as in Razorpay's newer documentation.
    pub one_attempt: bool,
    /// Whether the payout account is empty.
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
