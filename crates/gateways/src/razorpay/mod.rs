//! Razorpay, or whatever speaks its protocol: orders, payments, refunds, signatures and webhooks (INTEGRATIONS §1).
//!
//! The client reports what the provider says and decides nothing. Amounts are minor units; what the provider says about
//! an amount is never taken for what we asked for, so callers compare.

mod call;
mod client;
mod entities;
mod error;
mod events;
mod settings;
mod signatures;

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use jiff::Timestamp;
use tala_domain::money::Money;
use tala_domain::payments::PaymentState;

pub use client::Razorpay;
pub use error::ProviderError;
pub use events::{Event, parse_event};
pub use settings::{RAZORPAY_ADDRESS, RazorpaySettings, RazorpaySettingsError};
pub use signatures::{verify_payment_signature, verify_webhook};

/// [`PaymentProvider::list_payments`] gives at most so many; a full page means that there may be more.
pub const PAYMENTS_PER_PAGE: usize = 100;

/// An order to open. Nothing at the provider keeps two alike apart, so the caller opens each once (INTEGRATIONS §1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOrder {
    /// Our name for it, at most 40 characters; different for every order.
    pub receipt: String,
    /// What is to be paid.
    pub amount: Money,
    /// Notes for people who look at it in the provider's dashboard; at most 15, cut at 256 characters.
    pub notes: Vec<(String, String)>,
}

/// An order as the provider has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderOrder {
    /// Its id, `order_…`.
    pub id: String,
    /// What is to be paid.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// `created`, `attempted` or `paid`.
    pub status: String,
}

/// A payment as the provider has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderPayment {
    /// Its id, `pay_…`.
    pub id: String,
    /// The order that it is for.
    pub order_id: Option<String>,
    /// What was paid.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// Where it stands.
    pub status: PaymentState,
    /// `card`, `upi`, `netbanking`, `wallet`, `emi`.
    pub method: Option<String>,
    /// The provider's fee with its tax, known once the payment is captured. The account is settled in rupees, so these are
    /// paise even where dollars were paid (INTEGRATIONS §1.3, §1.9).
    pub fee_minor: Option<i64>,
    /// How much of it went back.
    pub amount_refunded_minor: i64,
    /// Why it failed, for the log and the operator.
    pub error: Option<String>,
    /// When it was begun.
    pub created_at: Timestamp,
}

/// Money to give back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRefund {
    /// From which payment.
    pub payment_id: String,
    /// How much, in minor units of the payment's own currency.
    pub amount_minor: i64,
    /// The same at every attempt of the same refund: 10 or more letters, digits, `-`, `_`. It makes repeating safe.
    pub idempotency_key: String,
    /// Notes for people who look at it in the provider's dashboard; at most 15, cut at 256 characters.
    pub notes: Vec<(String, String)>,
    /// Our name for it, at most 40 characters.
    pub receipt: String,
}

/// A refund as the provider has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// Its id, `rfnd_…`.
    pub id: String,
    /// From which payment.
    pub payment_id: String,
    /// How much.
    pub amount_minor: i64,
    /// ISO 4217 code.
    pub currency: String,
    /// `pending`, `processed` or `failed`.
    pub status: String,
    /// When the provider took it.
    pub created_at: Timestamp,
}

/// Who takes the money. Calls that only read, and refunds, are repeated for a while when the provider is away; an order
/// or a capture whose answer is lost is not: its caller looks again later.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Opens an order that captures by itself what is paid. Never repeated.
    async fn create_order(&self, order: &NewOrder) -> Result<ProviderOrder, ProviderError>;

    /// One payment.
    async fn payment(&self, id: &str) -> Result<ProviderPayment, ProviderError>;

    /// Every payment that was tried for an order.
    async fn order_payments(&self, order_id: &str) -> Result<Vec<ProviderPayment>, ProviderError>;

    /// Takes money that the bank has reserved. Never repeated: after [`ProviderError::may_have_happened`], read the
    /// payment.
    async fn capture(&self, payment_id: &str, amount: Money) -> Result<ProviderPayment, ProviderError>;

    /// Gives money back, once for each idempotency key.
    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, ProviderError>;

    /// One refund.
    async fn find_refund(&self, id: &str) -> Result<ProviderRefund, ProviderError>;

    /// The refunds of a payment, at most 100.
    async fn payment_refunds(&self, payment_id: &str) -> Result<Vec<ProviderRefund>, ProviderError>;

    /// Payments begun between two instants (whole seconds, both included), newest first, without the first `skip`;
    /// at most [`PAYMENTS_PER_PAGE`].
    async fn list_payments(
        &self,
        from: Timestamp,
        to: Timestamp,
        skip: usize,
    ) -> Result<Vec<ProviderPayment>, ProviderError>;
}
