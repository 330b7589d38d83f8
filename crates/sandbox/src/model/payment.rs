//! Payments.

use serde::{Deserialize, Serialize};

use super::Notes;

/// Payment method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names are Razorpay's")]
pub enum Method {
    Card,
    Upi,
    Netbanking,
    Wallet,
    Emi,
}

/// `failed` is not final: a bank can authorize the payment later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PaymentStatus {
    Created,
    Authorized,
    Captured,
    Refunded,
    Failed,
}

impl PaymentStatus {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Authorized => "authorized",
            Self::Captured => "captured",
            Self::Refunded => "refunded",
            Self::Failed => "failed",
        }
    }
}

/// A card without its number.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) last4: String,
    pub(crate) network: String,
    pub(crate) kind: String,
    pub(crate) issuer: Option<String>,
    pub(crate) international: bool,
}

/// The payment instrument.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Instrument {
    pub(crate) method: Method,
    pub(crate) card: Option<Card>,
    pub(crate) vpa: Option<String>,
    pub(crate) bank: Option<String>,
    pub(crate) wallet: Option<String>,
}

/// Why a payment failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) code: String,
    pub(crate) description: String,
    pub(crate) source: String,
    pub(crate) step: String,
    pub(crate) reason: String,
}

/// The bank's response, determined at the start of the payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PlannedOutcome {
    /// The customer decides; a timeout is a failure.
    Ask,
    Approve,
    Decline,
    /// Times out, fails, and is authorized afterwards.
    Late,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Payment {
    pub(crate) number: u64,
    pub(crate) id: String,
    pub(crate) order_id: Option<String>,
    pub(crate) amount: i64,
    pub(crate) currency: String,
    pub(crate) status: PaymentStatus,
    pub(crate) instrument: Instrument,
    pub(crate) email: String,
    pub(crate) contact: String,
    pub(crate) description: Option<String>,
    pub(crate) notes: Notes,
    pub(crate) captured: bool,
    pub(crate) amount_refunded: i64,
    pub(crate) fee: Option<i64>,
    pub(crate) tax: Option<i64>,
    pub(crate) failure: Option<Failure>,
    pub(crate) bank_reference: Option<String>,
    pub(crate) plan: PlannedOutcome,
    /// Time of the next automatic transition.
    pub(crate) wake_at: Option<i64>,
    pub(crate) refunds: Vec<String>,
    pub(crate) created_at: i64,
}

impl Payment {
    pub(crate) fn refundable(&self) -> i64 {
        self.amount - self.amount_refunded
    }

    pub(crate) fn is_international(&self) -> bool {
        self.currency != "INR" || self.instrument.card.as_ref().is_some_and(|card| card.international)
    }
}
