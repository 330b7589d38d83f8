//! Payments that no customer makes.

use serde::{Deserialize, Serialize};

use super::look::{Paid, missing};
use crate::api::{OrderWish, insert_order};
use crate::config::Error;
use crate::currency::Currency;
use crate::flow::{capture, failures, payments};
use crate::model::{CaptureRule, Card, Instrument, Method, Notes, PaymentStatus, Plan};
use crate::sandbox::Sandbox;
use crate::state::State;

/// What becomes of a forced payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Authorised and captured, whatever the order's settings are.
    #[default]
    Captured,
    /// Authorised and not captured, whatever the order's settings are.
    Authorized,
    /// Declined.
    Failed,
    /// The customer went away in the middle.
    Cancelled,
    /// One payment that is declined, and a second one that is captured.
    FailedThenCaptured,
    /// Times out, and is authorised `late_seconds` later, or when the operator says so. Then the order's settings hold.
    LateAuthorized,
}

/// A payment as the operator wants it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ForcedPayment {
    /// The order, which may be paid already. None: a payment without an order, which cannot be captured by the shop.
    #[serde(default)]
    pub order_id: Option<String>,
    /// Another amount than what the order still asks for.
    #[serde(default)]
    pub amount_minor: Option<i64>,
    /// Another currency than the order's.
    #[serde(default)]
    pub currency: Option<String>,
    /// How it is paid.
    #[serde(default = "card")]
    pub method: Method,
    /// What becomes of it.
    #[serde(default)]
    pub outcome: Outcome,
}

fn card() -> Method {
    Method::Card
}

impl ForcedPayment {
    /// What the order still asks for, captured. Of a paid order: its full amount once more.
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
    /// Pays what an order asks for. A paid order is paid once more.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such order.
    pub fn pay(&self, order_id: &str, method: Method, outcome: Outcome) -> Result<Paid, Error> {
        self.force(&ForcedPayment { method, outcome, ..ForcedPayment::of(order_id) })
    }

    /// Makes any payment at all: a second one, another amount or currency, one without an order.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such order or currency, or no amount for a payment without an order.
    pub fn force(&self, wanted: &ForcedPayment) -> Result<Paid, Error> {
        let key = self.clone();
        self.with(|state| {
            let id = force(state, wanted)?;
            key.paid(state, &id)
        })?
    }

    /// Pays an order that the shop has never made, as happens when two shops share an account.
    ///
    /// # Errors
    /// [`Error::Refused`] for an unknown currency or an amount that cannot be charged.
    pub fn pay_unknown_order(&self, amount_minor: i64, currency: &str) -> Result<Paid, Error> {
        let order_id = self.with(|state| {
            let currency = find_currency(currency)?;
            let wish = OrderWish {
                amount: amount_minor,
                currency,
                receipt: Some("another shop".to_owned()),
                notes: Notes::new(),
                partial_payment: false,
                first_payment_min_amount: None,
                capture: CaptureRule::default(),
            };
            crate::api::check_amount(currency, amount_minor)
                .and_then(|()| insert_order(state, wish))
                .map(|order| order.get("id").and_then(|id| id.as_str()).unwrap_or_default().to_owned())
                .map_err(|error| Error::Refused(error.description))
        })??;
        self.pay(&order_id, Method::Card, Outcome::Captured)
    }
}

fn find_currency(code: &str) -> Result<&'static Currency, Error> {
    Currency::find(code).ok_or_else(|| Error::Refused(format!("there is no currency {code}")))
}

fn force(state: &mut State, wanted: &ForcedPayment) -> Result<String, Error> {
    let order = match &wanted.order_id {
        None => None,
        Some(id) => Some(state.orders.get(id).ok_or_else(|| missing(id))?.clone()),
    };
    let asked = order.as_ref().map(|order| if order.amount_due() > 0 { order.amount_due() } else { order.amount });
    let amount = wanted.amount_minor.or(asked).filter(|amount| *amount > 0);
    let amount = amount.ok_or_else(|| Error::Refused("a payment needs an amount above zero".to_owned()))?;
    let usual = order.as_ref().map_or("INR", |order| order.currency.as_str());
    let currency = find_currency(wanted.currency.as_deref().unwrap_or(usual))?.code;
    let mut draft = |plan| payments::Draft {
        order_id: wanted.order_id.clone(),
        amount,
        currency: currency.to_owned(),
        instrument: instrument(&state.ids.id("card_"), wanted.method),
        email: "customer@example.com".to_owned(),
        contact: "+919000090000".to_owned(),
        description: None,
        notes: order.as_ref().map(|order| order.notes.clone()).unwrap_or_default(),
        plan,
    };
    if wanted.outcome == Outcome::FailedThenCaptured {
        let draft = draft(Plan::Decline);
        let first = payments::start(state, draft);
        payments::fail(state, &first, failures::declined(wanted.method));
        return force(state, &ForcedPayment { outcome: Outcome::Captured, ..wanted.clone() });
    }
    let plan = if wanted.outcome == Outcome::LateAuthorized { Plan::Late } else { Plan::Ask };
    let draft = draft(plan);
    let id = payments::start(state, draft);
    match wanted.outcome {
        Outcome::Failed => payments::fail(state, &id, failures::declined(wanted.method)),
        Outcome::Cancelled => payments::fail(state, &id, failures::cancelled()),
        Outcome::LateAuthorized => payments::fail(state, &id, failures::timed_out()),
        outcome => {
            payments::authorize_only(state, &id);
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

/// Whether a payment can still be authorised by the operator.
pub(super) fn is_open(status: PaymentStatus) -> bool {
    matches!(status, PaymentStatus::Created | PaymentStatus::Failed)
}
