//! The client of the payment provider, Razorpay or a compatible API: orders, payments, refunds, signatures and webhooks
//! (docs/integrations.md §1).
//!
//! The client returns the provider's data without decisions. Amounts are in minor units. Callers compare the amounts of
//! payments with those of their orders.

mod client;
mod entities;
mod error;
mod events;
mod http;
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
pub use events::{ProviderEvent, parse_event};
pub use settings::{RAZORPAY_URL, RazorpaySettings, RazorpaySettingsError};
pub use signatures::{verify_payment_signature, verify_webhook_signature};

/// The page size of [`PaymentProvider::list_payments`]. After a full page there may be another.
pub const PAYMENTS_PER_PAGE: usize = 100;

/// An order to create. The provider does not detect duplicates, so the caller creates each order once
/// (docs/integrations.md §1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewOrder {
    /// Our reference of the order: unique, at most 40 characters.
    pub receipt: String,
    /// The amount to pay.
    pub amount: Money,
    /// Notes for the provider's dashboard: at most 15, truncated to 256 characters.
    pub notes: Vec<(String, String)>,
}

/// An order at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderOrder {
    /// The id, `order_…`.
    pub id: String,
    /// The amount to pay, in minor units.
    pub amount_minor: i64,
    /// The ISO 4217 code of the currency.
    pub currency: String,
    /// `created`, `attempted` or `paid`.
    pub status: String,
}

/// A payment at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderPayment {
    /// The id, `pay_…`.
    pub id: String,
    /// The order, if any.
    pub order_id: Option<String>,
    /// The paid amount, in minor units.
    pub amount_minor: i64,
    /// The ISO 4217 code of the currency.
    pub currency: String,
    /// The state.
    pub status: PaymentState,
    /// The payment method: `card`, `upi`, `netbanking`, `wallet` or `emi`.
    pub method: Option<String>,
    /// The provider's fee including tax, present after capture. The account is settled in rupees, so it is in paise for
    /// every currency (docs/integrations.md §1.3, §1.9).
    pub fee_minor: Option<i64>,
    /// The refunded amount, in minor units.
    pub amount_refunded_minor: i64,
    /// Why the payment failed, for logs and operators.
    pub error: Option<String>,
    /// When the payment was started.
    pub created_at: Timestamp,
}

/// A refund to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRefund {
    /// The payment to refund.
    pub payment_id: String,
    /// The amount, in minor units of the payment's currency.
    pub amount_minor: i64,
    /// The same for every attempt of one refund: 10 to 64 letters, digits, `-`, `_`.
    pub idempotency_key: String,
    /// Notes for the provider's dashboard: at most 15, truncated to 256 characters.
    pub notes: Vec<(String, String)>,
    /// Our reference of the refund, at most 40 characters.
    pub receipt: String,
}

/// A refund at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The id, `rfnd_…`.
    pub id: String,
    /// The refunded payment.
    pub payment_id: String,
    /// The amount, in minor units.
    pub amount_minor: i64,
    /// The ISO 4217 code of the currency.
    pub currency: String,
    /// `pending`, `processed` or `failed`.
    pub status: String,
    /// The receipt of its [`NewRefund`]; none or another one for a refund made in the dashboard.
    pub receipt: Option<String>,
    /// When the provider accepted the refund.
    pub created_at: Timestamp,
}

/// The API of the payment provider. Reads and refunds are retried for some seconds if the provider is unavailable. The
/// creation of an order and a capture are not: after a lost response, the caller checks the result later.
///
/// All methods return a [`ProviderError`].
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Creates an order whose payments are captured automatically. Not retried.
    async fn create_order(&self, order: &NewOrder) -> Result<ProviderOrder, ProviderError>;

    /// Returns a payment.
    async fn get_payment(&self, id: &str) -> Result<ProviderPayment, ProviderError>;

    /// Lists the payments of an order, including failed ones.
    async fn list_order_payments(&self, order_id: &str) -> Result<Vec<ProviderPayment>, ProviderError>;

    /// Captures an authorized payment. Not retried: after [`ProviderError::is_outcome_unknown`], get the payment.
    async fn capture_payment(&self, payment_id: &str, amount: Money) -> Result<ProviderPayment, ProviderError>;

    /// Creates a refund, once for each idempotency key.
    async fn create_refund(&self, refund: &NewRefund) -> Result<ProviderRefund, ProviderError>;

    /// Returns a refund.
    async fn get_refund(&self, id: &str) -> Result<ProviderRefund, ProviderError>;

    /// Lists the refunds of a payment, at most 100.
    async fn list_payment_refunds(&self, payment_id: &str) -> Result<Vec<ProviderRefund>, ProviderError>;

    /// Lists the payments started between two instants (in whole seconds, both inclusive), newest first, from offset `skip`,
    /// at most [`PAYMENTS_PER_PAGE`].
    async fn list_payments(
        &self,
        from: Timestamp,
        to: Timestamp,
        skip: usize,
    ) -> Result<Vec<ProviderPayment>, ProviderError>;
}
