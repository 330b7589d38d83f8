//! The provider over HTTP.

use std::fmt;

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use tala_domain::money::Money;

use super::call::{Call, Caller};
use super::entities::{self, unreadable};
use super::settings::{RazorpaySettings, RazorpaySettingsError};
use super::{
    NewOrder, NewRefund, PAYMENTS_PER_PAGE, PaymentProvider, ProviderError, ProviderOrder, ProviderPayment,
    ProviderRefund,
};

/// How long a payment may wait for capture: the longest that the provider allows (INTEGRATIONS §1.3).
const CAPTURE_MINUTES: u32 = 7_200;
const MAX_RECEIPT: usize = 40;
const MAX_NOTES: usize = 15;
const MAX_NOTE: usize = 256;
const MIN_IDEMPOTENCY_KEY: usize = 10;
const MAX_IDEMPOTENCY_KEY: usize = 64;

/// Razorpay's API with one key.
pub struct Razorpay {
    caller: Caller,
}

impl Razorpay {
    /// Prepares the connection; nothing is sent before the first call.
    ///
    /// # Errors
    /// The first setting that cannot work or is not safe.
    pub fn new(settings: RazorpaySettings) -> Result<Self, RazorpaySettingsError> {
        Ok(Self { caller: Caller::new(settings)? })
    }

    async fn get(&self, path: String) -> Result<Value, ProviderError> {
        self.caller.send(&Call::get(path)).await
    }
}

/// The key's secret never shows.
impl fmt::Debug for Razorpay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Razorpay").field("settings", self.caller.settings()).finish()
    }
}

#[async_trait]
impl PaymentProvider for Razorpay {
    async fn create_order(&self, order: &NewOrder) -> Result<ProviderOrder, ProviderError> {
        check_receipt(&order.receipt)?;
        let body = json!({
            "amount": order.amount.amount_minor,
            "currency": order.amount.currency.code(),
            "receipt": order.receipt,
            "notes": notes(&order.notes),
            // Whatever the account says: the provider captures what is paid, however late the bank confirms it.
            "payment": {
                "capture": "automatic",
                "capture_options": {
                    "automatic_expiry_period": CAPTURE_MINUTES,
                    "manual_expiry_period": CAPTURE_MINUTES,
                    "refund_speed": "normal",
                },
            },
        });
        let created = entities::order(&self.caller.send(&Call::post("/v1/orders".to_owned(), body)).await?)?;
        same_amount(order.amount, created.amount_minor, &created.currency)?;
        Ok(created)
    }

    async fn payment(&self, id: &str) -> Result<ProviderPayment, ProviderError> {
        let payment = entities::payment(&self.get(format!("/v1/payments/{}", known_form(id)?)).await?)?;
        same_id(id, &payment.id)?;
        Ok(payment)
    }

    async fn order_payments(&self, order_id: &str) -> Result<Vec<ProviderPayment>, ProviderError> {
        let answer = self.get(format!("/v1/orders/{}/payments", known_form(order_id)?)).await?;
        let payments = entities::list(&answer, entities::payment)?;
        payments.iter().try_for_each(|payment| same_id(order_id, payment.order_id.as_deref().unwrap_or_default()))?;
        Ok(payments)
    }

    async fn capture(&self, payment_id: &str, amount: Money) -> Result<ProviderPayment, ProviderError> {
        let path = format!("/v1/payments/{}/capture", known_form(payment_id)?);
        let body = json!({ "amount": amount.amount_minor, "currency": amount.currency.code() });
        let payment = entities::payment(&self.caller.send(&Call::post(path, body)).await?)?;
        same_id(payment_id, &payment.id)?;
        Ok(payment)
    }

    async fn refund(&self, refund: &NewRefund) -> Result<ProviderRefund, ProviderError> {
        check_receipt(&refund.receipt)?;
        check_idempotency_key(&refund.idempotency_key)?;
        let path = format!("/v1/payments/{}/refund", known_form(&refund.payment_id)?);
        // Fields that the provider does not know are refused, so there is no currency here.
        let body = json!({
            "amount": refund.amount_minor,
            "speed": "normal",
            "receipt": refund.receipt,
            "notes": notes(&refund.notes),
        });
        let call = Call { idempotency_key: Some(&refund.idempotency_key), ..Call::post(path, body) };
        let made = entities::refund(&self.caller.send(&call).await?)?;
        same_id(&refund.payment_id, &made.payment_id)?;
        if made.amount_minor != refund.amount_minor {
            return Err(unreadable("it is about another amount"));
        }
        Ok(made)
    }

    async fn find_refund(&self, id: &str) -> Result<ProviderRefund, ProviderError> {
        let refund = entities::refund(&self.get(format!("/v1/refunds/{}", known_form(id)?)).await?)?;
        same_id(id, &refund.id)?;
        Ok(refund)
    }

    async fn payment_refunds(&self, payment_id: &str) -> Result<Vec<ProviderRefund>, ProviderError> {
        let path = format!("/v1/payments/{}/refunds?count=100", known_form(payment_id)?);
        let refunds = entities::list(&self.get(path).await?, entities::refund)?;
        refunds.iter().try_for_each(|refund| same_id(payment_id, &refund.payment_id))?;
        Ok(refunds)
    }

    async fn list_payments(
        &self,
        from: Timestamp,
        to: Timestamp,
        skip: usize,
    ) -> Result<Vec<ProviderPayment>, ProviderError> {
        let (from, to) = (from.as_second(), to.as_second());
        let path = format!("/v1/payments?from={from}&to={to}&count={PAYMENTS_PER_PAGE}&skip={skip}");
        entities::list(&self.get(path).await?, entities::payment)
    }
}

/// Ids come from browsers as well; what cannot be one is not sent.
fn known_form(id: &str) -> Result<&str, ProviderError> {
    if entities::is_id(id) { Ok(id) } else { Err(ProviderError::NotFound) }
}

fn same_id(asked: &str, answered: &str) -> Result<(), ProviderError> {
    if asked == answered { Ok(()) } else { Err(unreadable("it is about another id")) }
}

fn same_amount(asked: Money, amount_minor: i64, currency: &str) -> Result<(), ProviderError> {
    let same = asked.amount_minor == amount_minor && asked.currency.code() == currency;
    if same { Ok(()) } else { Err(unreadable("it is about another amount")) }
}

fn check_receipt(receipt: &str) -> Result<(), ProviderError> {
    if (1..=MAX_RECEIPT).contains(&receipt.chars().count()) {
        return Ok(());
    }
    Err(ProviderError::refused_here("receipt", "The receipt must have 1 to 40 characters."))
}

fn check_idempotency_key(key: &str) -> Result<(), ProviderError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if (MIN_IDEMPOTENCY_KEY..=MAX_IDEMPOTENCY_KEY).contains(&key.len()) && key.bytes().all(allowed) {
        return Ok(());
    }
    let description = "The idempotency key must have 10 to 64 letters, digits, hyphens or underscores.";
    Err(ProviderError::refused_here("X-Refund-Idempotency", description))
}

/// Notes within the provider's limits: they inform people and decide nothing, so too long ones are cut.
fn notes(notes: &[(String, String)]) -> Map<String, Value> {
    let cut = |text: &str| text.chars().take(MAX_NOTE).collect::<String>();
    notes.iter().take(MAX_NOTES).map(|(name, value)| (cut(name), Value::String(cut(value)))).collect()
}
