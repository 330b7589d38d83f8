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
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processed => "processed",
            Self::Failed => "failed",
        }
    }
}

/// The final status of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FinalRefundStatus {
    /// The money was returned.
    Processed,
    /// The money could not be returned. A new refund can be created.
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
    /// Time and result of the automatic completion. `None`: completed by a control command.
    pub(crate) end: Option<(i64, FinalRefundStatus)>,
    pub(crate) created_at: i64,
}

/// An idempotency key with the request it was used for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct IdempotencyKey {
    /// The key with a prefix for the resource type.
    pub(crate) key: String,
    /// Path and body of the request.
    pub(crate) request: Value,
    /// Id of the created entity.
    pub(crate) id: String,
}
