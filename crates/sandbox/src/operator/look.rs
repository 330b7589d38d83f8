//! Looking at what there is.

use serde::Serialize;
use serde_json::{Value, json};

use crate::api::payout_json;
use crate::api::views::{order_json, payment_json, refund_json};
use crate::config::Error;
use crate::model::{Event, Settings};
use crate::sandbox::Sandbox;
use crate::signature::payment_signature;
use crate::state::State;

/// The most of each kind that [`Sandbox::overview`] lists.
const LISTED: usize = 200;

/// What a checkout would hand over for a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paid {
    /// `pay_…`.
    pub payment_id: String,
    /// `order_…`, if the payment has one.
    pub order_id: Option<String>,
    /// The signature of the two ids; of `|pay_…` without an order.
    pub signature: String,
    /// `created`, `authorized`, `captured`, `refunded` or `failed`.
    pub status: String,
}

/// One event and how it fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventReport {
    /// `x-razorpay-event-id`.
    pub id: String,
    /// `payment.captured` and so on.
    pub name: String,
    /// `waiting`, `held`, `delivered`, `dropped`, `gave_up` or `no_receiver`.
    pub state: String,
    /// How often it has been sent (a doubled one counts once).
    pub attempts: u32,
    /// When it goes out next, in Unix seconds, if it is waiting.
    pub next_at: i64,
    /// `taken`, the status that refused it, or why there was none.
    pub last_answer: Option<String>,
    /// The exact body.
    pub body: String,
    /// Unix seconds.
    pub created_at: i64,
}

impl From<&Event> for EventReport {
    fn from(event: &Event) -> Self {
        Self {
            id: event.id.clone(),
            name: event.name.clone(),
            state: event.state.word().to_owned(),
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
    /// When the state cannot be kept.
    pub fn events(&self) -> Result<Vec<EventReport>, Error> {
        self.with(|state| state.events.values().map(EventReport::from).collect())
    }

    /// An order as the API shows it.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is none.
    pub fn order(&self, id: &str) -> Result<Value, Error> {
        self.with(|state| state.orders.get(id).map(order_json))?.ok_or_else(|| missing(id))
    }

    /// A payment as the API shows it.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is none.
    pub fn payment(&self, id: &str) -> Result<Value, Error> {
        self.with(|state| state.payments.get(id).map(payment_json))?.ok_or_else(|| missing(id))
    }

    /// A refund as the API shows it.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is none.
    pub fn refund(&self, id: &str) -> Result<Value, Error> {
        self.with(|state| state.refunds.get(id).map(refund_json))?.ok_or_else(|| missing(id))
    }

    /// How it behaves at present.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn settings(&self) -> Result<Settings, Error> {
        self.with(|state| state.settings.clone())
    }

    /// Orders, payments, refunds, payouts and events, newest first, with the settings and the faults to come.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn overview(&self) -> Result<Value, Error> {
        let webhook = self.webhook().map(|webhook| webhook.url);
        let (base_url, key_id) = (self.config().base_url.clone(), self.config().key_id.clone());
        self.with(|state| {
            json!({
                "now": state.now,
                "base_url": base_url,
                "key_id": key_id,
                "webhook_url": webhook,
                "settings": state.settings,
                "faults": state.faults,
                "orders": newest(state.orders.values().map(|order| (order.number, order)), order_json),
                "payments": newest(state.payments.values().map(|payment| (payment.number, payment)), payment_json),
                "refunds": newest(state.refunds.values().map(|refund| (refund.number, refund)), refund_json),
                "payouts": newest(state.payouts.values().map(|payout| (payout.number, payout)), payout_json),
                "events": newest(state.events.values().map(|event| (event.number, event)), |event| {
                    json!(EventReport::from(event))
                }),
            })
        })
    }

    /// What the checkout would hand over for a payment.
    pub(super) fn paid(&self, state: &State, id: &str) -> Result<Paid, Error> {
        let payment = state.payments.get(id).ok_or_else(|| missing(id))?;
        let order_id = payment.order_id.clone();
        Ok(Paid {
            signature: payment_signature(&self.config().key_secret, order_id.as_deref().unwrap_or_default(), id),
            payment_id: id.to_owned(),
            order_id,
            status: payment.status.word().to_owned(),
        })
    }
}

pub(super) fn missing(id: &str) -> Error {
    Error::Refused(format!("there is no {id}"))
}

fn newest<T>(rows: impl Iterator<Item = (u64, T)>, show: impl Fn(T) -> Value) -> Vec<Value> {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    rows.into_iter().take(LISTED).map(|(_, row)| show(row)).collect()
}
