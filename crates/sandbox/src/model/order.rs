//! Orders.

use serde::{Deserialize, Serialize};

use super::Notes;

/// Moves only forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OrderStatus {
    Created,
    /// Somebody has tried to pay; stays through failures.
    Attempted,
    Paid,
}

/// When an authorised payment is captured, and when it is given back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaptureRule {
    pub(crate) automatic: bool,
    /// Minutes from the payment's creation in which an authorisation is captured by itself.
    pub(crate) automatic_minutes: i64,
    /// Minutes from the payment's creation after which an uncaptured one is refunded.
    pub(crate) manual_minutes: i64,
    /// `normal` or `optimum`, for that refund.
    pub(crate) refund_speed: String,
}

/// Five days, which is also the most.
pub(crate) const LONGEST_MINUTES: i64 = 7_200;

impl Default for CaptureRule {
    fn default() -> Self {
        Self {
            automatic: true,
            automatic_minutes: LONGEST_MINUTES,
            manual_minutes: LONGEST_MINUTES,
            refund_speed: "normal".to_owned(),
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) amount: i64,
    pub(crate) amount_paid: i64,
    pub(crate) currency: String,
    pub(crate) receipt: Option<String>,
    pub(crate) partial_payment: bool,
    pub(crate) first_payment_min_amount: Option<i64>,
    pub(crate) status: OrderStatus,
    pub(crate) attempts: u32,
    pub(crate) notes: Notes,
    pub(crate) capture: CaptureRule,
    pub(crate) payments: Vec<String>,
    pub(crate) created_at: i64,
}

impl Order {
    pub(crate) fn amount_due(&self) -> i64 {
        (self.amount - self.amount_paid).max(0)
    }
}
