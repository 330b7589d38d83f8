//! RazorpayX: contacts, fund accounts, payouts.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Notes;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Contact {
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) email: Option<String>,
    pub(crate) contact: Option<String>,
    pub(crate) kind: Option<String>,
    pub(crate) reference_id: Option<String>,
    pub(crate) active: bool,
    pub(crate) notes: Notes,
    pub(crate) created_at: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct FundAccount {
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) contact_id: String,
    /// `bank_account` or `vpa`; also the name of the field with `details`.
    pub(crate) kind: String,
    pub(crate) details: Value,
    pub(crate) active: bool,
    pub(crate) created_at: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payout {
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) fund_account_id: String,
    pub(crate) amount: i64,
    pub(crate) mode: String,
    pub(crate) purpose: String,
    pub(crate) status: String,
    pub(crate) utr: Option<String>,
    pub(crate) reference_id: Option<String>,
    pub(crate) narration: Option<String>,
    pub(crate) notes: Notes,
    pub(crate) created_at: i64,
}

/// `status_details` of a payout: why it has its status.
pub(crate) struct StatusDetails {
    pub(crate) source: &'static str,
    pub(crate) reason: &'static str,
    pub(crate) description: &'static str,
}

impl Payout {
    pub(crate) fn status_details(&self) -> Option<StatusDetails> {
        let (source, reason, description) = match self.status.as_str() {
            "queued" => ("internal", "low_balance", "Payout is queued as there is not enough balance in the account."),
            "failed" => ("beneficiary_bank", "invalid_account", "The beneficiary's bank does not know the account."),
            "reversed" => ("beneficiary_bank", "beneficiary_bank_rejected", "The beneficiary's bank sent it back."),
            "rejected" => ("business", "payout_rejected", "Payout was rejected by an approver."),
            _ => return None,
        };
        Some(StatusDetails { source, reason, description })
    }
}
