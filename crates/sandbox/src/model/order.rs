//! Orders.

use serde::{Deserialize, Serialize};

use super::Notes;

/// Advances in this order only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OrderStatus {
    Created,
    /// At least one payment was attempted.
    Attempted,
    Paid,
}

/// When an authorized payment is captured or refunded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaptureSettings {
    pub(crate) automatic: bool,
    /// Minutes after the payment's creation during which an authorization is captured automatically.
    pub(crate) automatic_minutes: i64,
    /// Minutes after the payment's creation after which an uncaptured payment is refunded.
    pub(crate) manual_minutes: i64,
    /// Speed of that refund: `normal` or `optimum`.
    pub(crate) refund_speed: String,
}

/// Default and maximum of the expiry periods: five days.
pub(crate) const MAX_EXPIRY_MINUTES: i64 = 7_200;

impl Default for CaptureSettings {
    fn default() -> Self {
        Self {
            automatic: true,
            automatic_minutes: MAX_EXPIRY_MINUTES,
            manual_minutes: MAX_EXPIRY_MINUTES,
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
    pub(crate) capture: CaptureSettings,
    pub(crate) payments: Vec<String>,
    pub(crate) created_at: i64,
}

impl Order {
    pub(crate) fn amount_due(&self) -> i64 {
        (self.amount - self.amount_paid).max(0)
    }
}
