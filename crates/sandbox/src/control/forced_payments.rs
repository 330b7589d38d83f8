//! Commands that create payments without a customer.

use serde::{Deserialize, Serialize};

use super::queries::{PaymentResult, not_found};
use crate::api::orders::{self, NewOrderRequest};
use crate::config::Error;
use crate::currency::Currency;
use crate::flow::{capture, failures, payments};
use crate::model::{CaptureSettings, Card, Instrument, Method, Notes, PaymentStatus, PlannedOutcome};
use crate::sandbox::Sandbox;
use crate::state::State;

/// The outcome of a forced payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Authorized and captured, regardless of the order's settings.
    #[default]
    Captured,
    /// Authorized and not captured, regardless of the order's settings.
    Authorized,
    /// Declined.
    Failed,
    /// Cancelled by the customer.
    Cancelled,
    /// A declined payment, then a captured one.
    FailedThenCaptured,
    /// Times out and is authorized `late_seconds` later, or earlier by a command. The order's settings decide about the
    /// capture.
    LateAuthorized,
}

/// A payment to create.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ForcedPayment {
    /// The order, which may already be paid. `None`: a payment without an order, which the shop cannot capture.
    #[serde(default)]
    pub order_id: Option<String>,
    /// The amount; by default the order's outstanding amount.
    #[serde(default)]
    pub amount_minor: Option<i64>,
    /// The currency; by default the order's.
    #[serde(default)]
    pub currency: Option<String>,
    /// The payment method.
    #[serde(default = "card")]
    pub method: Method,
    /// The outcome.
    #[serde(default)]
    pub outcome: Outcome,
}

fn card() -> Method {
    Method::Card
}

impl ForcedPayment {
    /// A captured card payment of the order's outstanding amount; of its full amount if the order is paid.
    #[must_use]
    pub fn of(order_id: &str) -> Self {
        Self {
            order_id: Some(order_id.to_owned()),
            amount_minor: None,
            currency: None,
            method: Method::Card,
            outcome: Outcome::Captured,
        }
    }
}

impl Sandbox {
    /// Pays the outstanding amount of an order, or its full amount again if it is paid.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the order does not exist.
    pub fn pay(&self, order_id: &str, method: Method, outcome: Outcome) -> Result<PaymentResult, Error> {
        self.force_payment(&ForcedPayment { method, outcome, ..ForcedPayment::of(order_id) })
    }

    /// Creates any payment: a second one, with another amount or currency, or without an order.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the order or currency does not exist, or a payment without an order has no amount.
    pub fn force_payment(&self, forced: &ForcedPayment) -> Result<PaymentResult, Error> {
        self.update(|state| {
            let id = create_payment(state, forced)?;
            self.payment_result(state, &id)
        })?
    }

    /// Pays an order that the shop did not create, as happens if two shops share an account.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the currency is unknown or the amount is invalid.
    pub fn pay_unknown_order(&self, amount_minor: i64, currency: &str) -> Result<PaymentResult, Error> {
        let order_id = self.update(|state| {
            let currency = find_currency(currency)?;
            let request = NewOrderRequest {
                amount: amount_minor,
                currency,
                receipt: Some("another shop".to_owned()),
                notes: Notes::new(),
                partial_payment: false,
                first_payment_min_amount: None,
                capture: CaptureSettings::default(),
            };
            orders::check_amount(currency, amount_minor)
                .and_then(|()| orders::insert(state, request))
                .map(|order| order.get("id").and_then(|id| id.as_str()).unwrap_or_default().to_owned())
                .map_err(|error| Error::InvalidCommand(error.description))
        })??;
        self.pay(&order_id, Method::Card, Outcome::Captured)
    }
}

fn find_currency(code: &str) -> Result<&'static Currency, Error> {
    Currency::find(code).ok_or_else(|| Error::InvalidCommand(format!("unknown currency {code}")))
}

fn create_payment(state: &mut State, forced: &ForcedPayment) -> Result<String, Error> {
    let order = match &forced.order_id {
        None => None,
        Some(id) => Some(state.orders.get(id).ok_or_else(|| not_found(id))?.clone()),
    };
    let outstanding =
        order.as_ref().map(|order| if order.amount_due() > 0 { order.amount_due() } else { order.amount });
    let amount = forced.amount_minor.or(outstanding).filter(|amount| *amount > 0);
    let amount = amount.ok_or_else(|| Error::InvalidCommand("a payment needs an amount above zero".to_owned()))?;
    let order_currency = order.as_ref().map_or("INR", |order| order.currency.as_str());
    let currency = find_currency(forced.currency.as_deref().unwrap_or(order_currency))?.code;
    let mut new = |plan| payments::NewPayment {
        order_id: forced.order_id.clone(),
        amount,
        currency: currency.to_owned(),
        instrument: instrument(&state.ids.next_id("card_"), forced.method),
        email: "customer@example.com".to_owned(),
        contact: "+919000090000".to_owned(),
        description: None,
        notes: order.as_ref().map(|order| order.notes.clone()).unwrap_or_default(),
        plan,
    };
    if forced.outcome == Outcome::FailedThenCaptured {
        let declined = new(PlannedOutcome::Decline);
        let first = payments::create(state, declined);
        payments::fail(state, &first, failures::declined(forced.method));
        return create_payment(state, &ForcedPayment { outcome: Outcome::Captured, ..forced.clone() });
    }
    let plan = if forced.outcome == Outcome::LateAuthorized { PlannedOutcome::Late } else { PlannedOutcome::Ask };
    let payment = new(plan);
    let id = payments::create(state, payment);
    match forced.outcome {
        Outcome::Failed => payments::fail(state, &id, failures::declined(forced.method)),
        Outcome::Cancelled => payments::fail(state, &id, failures::cancelled()),
        Outcome::LateAuthorized => payments::fail(state, &id, failures::timed_out()),
        outcome => {
            payments::authorize_without_capture(state, &id);
            if outcome == Outcome::Captured {
                capture::capture(state, &id);
            }
        }
    }
    Ok(id)
}

fn instrument(card_id: &str, method: Method) -> Instrument {
    let test_card = || Card {
        id: card_id.to_owned(),
        name: "Test Customer".to_owned(),
        last4: "1007".to_owned(),
        network: "Visa".to_owned(),
        kind: "debit".to_owned(),
        issuer: Some("HDFC".to_owned()),
        international: false,
    };
    Instrument {
        method,
        card: matches!(method, Method::Card | Method::Emi).then(test_card),
        vpa: (method == Method::Upi).then(|| "success@razorpay".to_owned()),
        bank: (method == Method::Netbanking).then(|| "HDFC".to_owned()),
        wallet: (method == Method::Wallet).then(|| "payzapp".to_owned()),
    }
}

/// Whether a payment can still be authorized.
pub(super) fn is_open(status: PaymentStatus) -> bool {
    matches!(status, PaymentStatus::Created | PaymentStatus::Failed)
}
