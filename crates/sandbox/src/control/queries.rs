//! Queries on orders, payments, refunds, events and settings.

use serde::Serialize;
use serde_json::{Value, json};

use crate::api::views::{order_json, payment_with_card_json, payout_json, refund_json};
use crate::config::Error;
use crate::model::{Event, Settings};
use crate::sandbox::Sandbox;
use crate::signature::payment_signature;
use crate::state::State;

/// Maximum number of entities of a type in [`Sandbox::overview`].
const MAX_LISTED: usize = 200;

/// A payment and the signature that the checkout would pass to the shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PaymentResult {
    /// `pay_…`.
    pub payment_id: String,
    /// `order_…`, if the payment has an order.
    pub order_id: Option<String>,
    /// The signature of `order_…|pay_…`; of `|pay_…` without an order.
    pub signature: String,
    /// `created`, `authorized`, `captured`, `refunded` or `failed`.
    pub status: String,
}

/// A webhook event and its delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventReport {
    /// `x-razorpay-event-id`.
    pub id: String,
    /// Event name, for example `payment.captured`.
    pub name: String,
    /// `waiting`, `held`, `delivered`, `dropped`, `gave_up` or `no_receiver`.
    pub state: String,
    /// Number of delivery attempts. A doubled event counts once.
    pub attempts: u32,
    /// Time of the next attempt of a waiting event, in Unix seconds.
    pub next_at: i64,
    /// Result of the last attempt: `taken`, a status code or an error.
    pub last_answer: Option<String>,
    /// The exact body that is signed.
    pub body: String,
    /// Time of creation in Unix seconds.
    pub created_at: i64,
}

impl From<&Event> for EventReport {
    fn from(event: &Event) -> Self {
        Self {
            id: event.id.clone(),
            name: event.name.clone(),
            state: event.state.as_str().to_owned(),
            attempts: event.attempts,
            next_at: event.next_at,
            last_answer: event.last_answer.clone(),
            body: event.body.clone(),
            created_at: event.created_at,
        }
    }
}

impl Sandbox {
    /// All events, oldest first.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn events(&self) -> Result<Vec<EventReport>, Error> {
        self.update(|state| state.events.values().map(EventReport::from).collect())
    }

    /// An order in the API's representation.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if it does not exist.
    pub fn order(&self, id: &str) -> Result<Value, Error> {
        self.update(|state| state.orders.get(id).map(order_json))?.ok_or_else(|| not_found(id))
    }

    /// A payment in the API's representation.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if it does not exist.
    pub fn payment(&self, id: &str) -> Result<Value, Error> {
        self.update(|state| state.payments.get(id).map(payment_with_card_json))?.ok_or_else(|| not_found(id))
    }

    /// A refund in the API's representation.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if it does not exist.
    pub fn refund(&self, id: &str) -> Result<Value, Error> {
        self.update(|state| state.refunds.get(id).map(refund_json))?.ok_or_else(|| not_found(id))
    }

    /// The current settings.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn settings(&self) -> Result<Settings, Error> {
        self.update(|state| state.settings.clone())
    }

    /// Settings, faults, and the newest orders, payments, refunds, payouts and events, newest first.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn overview(&self) -> Result<Value, Error> {
        let webhook = self.webhook().map(|webhook| webhook.url);
        let (base_url, key_id) = (self.config().base_url.clone(), self.config().key_id.clone());
        self.update(|state| {
            json!({
                "now": state.now,
                "base_url": base_url,
                "key_id": key_id,
                "webhook_url": webhook,
                "settings": state.settings,
                "faults": state.faults,
                "orders": newest_first(state.orders.values().map(|order| (order.number, order)), order_json),
                "payments": newest_first(state.payments.values().map(|payment| (payment.number, payment)), payment_with_card_json),
                "refunds": newest_first(state.refunds.values().map(|refund| (refund.number, refund)), refund_json),
                "payouts": newest_first(state.payouts.values().map(|payout| (payout.number, payout)), payout_json),
                "events": newest_first(state.events.values().map(|event| (event.number, event)), |event| {
                    json!(EventReport::from(event))
                }),
            })
        })
    }

    /// The payment and its signature.
    pub(super) fn payment_result(&self, state: &State, id: &str) -> Result<PaymentResult, Error> {
        let payment = state.payments.get(id).ok_or_else(|| not_found(id))?;
        let order_id = payment.order_id.clone();
        Ok(PaymentResult {
            signature: payment_signature(&self.config().key_secret, order_id.as_deref().unwrap_or_default(), id),
            payment_id: id.to_owned(),
            order_id,
            status: payment.status.as_str().to_owned(),
        })
    }
}

pub(super) fn not_found(id: &str) -> Error {
    Error::InvalidCommand(format!("unknown id {id}"))
}

fn newest_first<T>(rows: impl Iterator<Item = (u64, T)>, show: impl Fn(T) -> Value) -> Vec<Value> {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    rows.into_iter().take(MAX_LISTED).map(|(_, row)| show(row)).collect()
}
