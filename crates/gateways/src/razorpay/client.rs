//! The implementation of [`PaymentProvider`] over HTTP.

use std::fmt;

use async_trait::async_trait;
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use tala_domain::money::Money;

use super::entities::{self, invalid_response};
use super::http::{ApiClient, Request};
use super::settings::{RazorpaySettings, RazorpaySettingsError};
use super::{
    NewOrder, NewRefund, PAYMENTS_PER_PAGE, PaymentProvider, ProviderError, ProviderOrder, ProviderPayment,
    ProviderRefund,
};

/// The maximum time until capture that the provider allows, in minutes (docs/integrations.md §1.3).
const CAPTURE_MINUTES: u32 = 7_200;
const MAX_RECEIPT_CHARS: usize = 40;
const MAX_NOTES: usize = 15;
const MAX_NOTE_CHARS: usize = 256;
const MIN_IDEMPOTENCY_KEY_CHARS: usize = 10;
const MAX_IDEMPOTENCY_KEY_CHARS: usize = 64;

/// A client of the Razorpay API with one key.
pub struct Razorpay {
    api: ApiClient,
}

impl Razorpay {
    /// Creates a client; sends nothing before the first call.
    ///
    /// # Errors
    /// The first invalid or insecure setting.
    pub fn new(settings: RazorpaySettings) -> Result<Self, RazorpaySettingsError> {
        Ok(Self { api: ApiClient::new(settings)? })
    }

    async fn get(&self, path: String) -> Result<Value, ProviderError> {
        self.api.send(&Request::get(path)).await
    }
}

/// Hides the secret of the key.
impl fmt::Debug for Razorpay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Razorpay").field("settings", self.api.settings()).finish()
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
            // Overrides the account's settings: payments are captured automatically, also after a late confirmation.
            "payment": {
                "capture": "automatic",
                "capture_options": {
                    "automatic_expiry_period": CAPTURE_MINUTES,
                    "manual_expiry_period": CAPTURE_MINUTES,
                    "refund_speed": "normal",
                },
            },
        });
        let created = entities::order(&self.api.send(&Request::post("/v1/orders".to_owned(), body)).await?)?;
        check_amount(order.amount, created.amount_minor, &created.currency)?;
        Ok(created)
    }

    async fn get_payment(&self, id: &str) -> Result<ProviderPayment, ProviderError> {
        let payment = entities::payment(&self.get(format!("/v1/payments/{}", valid_id(id)?)).await?)?;
        check_id(id, &payment.id)?;
        Ok(payment)
    }

    async fn list_order_payments(&self, order_id: &str) -> Result<Vec<ProviderPayment>, ProviderError> {
        let response = self.get(format!("/v1/orders/{}/payments", valid_id(order_id)?)).await?;
        let payments = entities::list(&response, entities::payment)?;
        payments.iter().try_for_each(|payment| check_id(order_id, payment.order_id.as_deref().unwrap_or_default()))?;
        Ok(payments)
    }

    async fn capture_payment(&self, payment_id: &str, amount: Money) -> Result<ProviderPayment, ProviderError> {
        let path = format!("/v1/payments/{}/capture", valid_id(payment_id)?);
        let body = json!({ "amount": amount.amount_minor, "currency": amount.currency.code() });
        let payment = entities::payment(&self.api.send(&Request::post(path, body)).await?)?;
        check_id(payment_id, &payment.id)?;
        Ok(payment)
    }

    async fn create_refund(&self, refund: &NewRefund) -> Result<ProviderRefund, ProviderError> {
        check_receipt(&refund.receipt)?;
        check_idempotency_key(&refund.idempotency_key)?;
        let path = format!("/v1/payments/{}/refund", valid_id(&refund.payment_id)?);
        // Fields that the provider does not know are refused, so there is no currency here.
        let body = json!({
            "amount": refund.amount_minor,
            "speed": "normal",
            "receipt": refund.receipt,
            "notes": notes(&refund.notes),
        });
        let request = Request { idempotency_key: Some(&refund.idempotency_key), ..Request::post(path, body) };
        let created = entities::refund(&self.api.send(&request).await?)?;
        check_id(&refund.payment_id, &created.payment_id)?;
        if created.amount_minor != refund.amount_minor {
            return Err(invalid_response("amount differs from the request"));
        }
        Ok(created)
    }

    async fn get_refund(&self, id: &str) -> Result<ProviderRefund, ProviderError> {
        let refund = entities::refund(&self.get(format!("/v1/refunds/{}", valid_id(id)?)).await?)?;
        check_id(id, &refund.id)?;
        Ok(refund)
    }

    async fn list_payment_refunds(&self, payment_id: &str) -> Result<Vec<ProviderRefund>, ProviderError> {
        let path = format!("/v1/payments/{}/refunds?count=100", valid_id(payment_id)?);
        let refunds = entities::list(&self.get(path).await?, entities::refund)?;
        refunds.iter().try_for_each(|refund| check_id(payment_id, &refund.payment_id))?;
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

/// Returns the id if it is well-formed. Ids can come from browsers, so malformed ones are not sent.
fn valid_id(id: &str) -> Result<&str, ProviderError> {
    if entities::is_id(id) { Ok(id) } else { Err(ProviderError::NotFound) }
}

fn check_id(requested: &str, received: &str) -> Result<(), ProviderError> {
    if requested == received { Ok(()) } else { Err(invalid_response("id differs from the request")) }
}

fn check_amount(requested: Money, amount_minor: i64, currency: &str) -> Result<(), ProviderError> {
    let is_equal = requested.amount_minor == amount_minor && requested.currency.code() == currency;
    if is_equal { Ok(()) } else { Err(invalid_response("amount differs from the request")) }
}

fn check_receipt(receipt: &str) -> Result<(), ProviderError> {
    if (1..=MAX_RECEIPT_CHARS).contains(&receipt.chars().count()) {
        return Ok(());
    }
    Err(ProviderError::rejected_locally("receipt", "receipt must have 1 to 40 characters"))
}

fn check_idempotency_key(key: &str) -> Result<(), ProviderError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if (MIN_IDEMPOTENCY_KEY_CHARS..=MAX_IDEMPOTENCY_KEY_CHARS).contains(&key.len()) && key.bytes().all(allowed) {
        return Ok(());
    }
    let description = "idempotency key must have 10 to 64 letters, digits, hyphens or underscores";
    Err(ProviderError::rejected_locally("X-Refund-Idempotency", description))
}

/// Returns the notes, truncated to the provider's limits; they are informational only.
fn notes(notes: &[(String, String)]) -> Map<String, Value> {
    let truncate = |text: &str| text.chars().take(MAX_NOTE_CHARS).collect::<String>();
    notes.iter().take(MAX_NOTES).map(|(name, value)| (truncate(name), Value::String(truncate(value)))).collect()
}
