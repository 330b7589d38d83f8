//! Refunds.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Notes;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RefundStatus {
    Pending,
    Processed,
    Failed,
}

impl RefundStatus {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processed => "processed",
            Self::Failed => "failed",
        }
    }
}

/// How a pending refund ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RefundEnd {
    /// The money has gone back.
    Processed,
    /// It could not be given back; it can be tried again.
    Failed,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refund {
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) payment_id: String,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) status: RefundStatus,
    pub(crate) speed_requested: String,
    pub(crate) speed_processed: String,
    pub(crate) notes: Notes,
    pub(crate) receipt: Option<String>,
    pub(crate) bank_reference: Option<String>,
    /// How it ends by itself, and when; without one it waits for the operator.
    pub(crate) end: Option<(i64, RefundEnd)>,
    pub(crate) created_at: i64,
}

/// A request that was answered once and is to be answered the same again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct IdempotencyKey {
    /// With the kind of request in front, so that refunds and payouts do not meet.
    pub(crate) key: String,
    /// The request: address and body.
    pub(crate) request: Value,
    /// What it made.
    pub(crate) id: String,
}
