//! `POST /pay/{order}/payments`: the customer presses "Pay".

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde::Deserialize;
use serde_json::{Value, json};

use super::test_data::{BANKS, CARDS, Says, UPI_IDS};
use crate::api::{Answer, ApiError, Fields, known};
use crate::flow::{failures, payments};
use crate::model::{Card, Instrument, Method, Notes, Order, OrderStatus, PaymentStatus, Plan};
use crate::sandbox::Sandbox;
use crate::state::State;

const LONGEST: usize = 200;
const ONE_ATTEMPT: &str =
    "A payment has already been attempted for this order. Please initiate the payment with a new order.";

/// What the sheet sends. Fields that do not belong to the method are ignored.
#[derive(Deserialize)]
pub(super) struct Attempt {
    key: String,
    method: Method,
    #[serde(default)]
    card_number: String,
    #[serde(default)]
    card_name: String,
    #[serde(default)]
    vpa: String,
    #[serde(default)]
    bank: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    contact: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    notes: Notes,
}

pub(super) async fn start(Shared(sandbox): Shared<Sandbox>, Path(order): Path<String>, body: Bytes) -> Answer {
    let attempt: Attempt =
        serde_json::from_slice(&body).map_err(|_| ApiError::bad("The request body is not what the sheet sends"))?;
    check_key(&sandbox, &attempt.key)?;
    let notes = Fields::parse(json!({ "notes": attempt.notes }).to_string().as_bytes(), &["notes"])?.notes()?;
    let attempt = Attempt { notes, ..attempt };
    sandbox.answer(move |state| begin(state, &order, attempt)).await
}

pub(super) fn check_key(sandbox: &Sandbox, key: &str) -> Result<(), ApiError> {
    if key == sandbox.config().key_id { Ok(()) } else { Err(ApiError::unauthorized()) }
}

fn begin(state: &mut State, order_id: &str, attempt: Attempt) -> Result<Value, ApiError> {
    let order = known(&state.orders, order_id, "order_")?.clone();
    if order.status == OrderStatus::Paid {
        return Err(ApiError::bad(&failures::order_paid().description));
    }
    if state.settings.one_attempt && order.attempts > 0 {
        return Err(ApiError::bad(ONE_ATTEMPT));
    }
    if order.currency != "INR" && attempt.method != Method::Card {
        return Err(ApiError::field("method", "International payments are made by card."));
    }
    let (instrument, says) = read_instrument(state, &attempt)?;
    let plan = match says {
        None => Plan::Ask,
        Some(says) => says.plan(was_declined(state, &order, &instrument)),
    };
    let is_dummy = order.currency != "INR" && is_dummy(&attempt);
    let short = |text: String| text.chars().take(LONGEST).collect::<String>();
    let notes = if attempt.notes.is_empty() { order.notes.clone() } else { attempt.notes };
    let draft = payments::Draft {
        order_id: Some(order.id.clone()),
        amount: order.amount_due(),
        currency: order.currency,
        instrument,
        email: short(attempt.email),
        contact: short(attempt.contact),
        description: attempt.description.map(short),
        notes,
        plan,
    };
    let id = payments::start(state, draft);
    if is_dummy {
        payments::fail(state, &id, failures::dummy_customer());
    }
    let step = match attempt.method {
        _ if is_dummy => "none",
        Method::Card | Method::Emi => "otp",
        Method::Upi => "app",
        Method::Netbanking | Method::Wallet => "bank",
    };
    Ok(json!({ "payment_id": id, "step": step }))
}

/// What is paid with, and what the bank will say, unless the customer chooses that.
fn read_instrument(state: &mut State, attempt: &Attempt) -> Result<(Instrument, Option<Says>), ApiError> {
    let empty = Instrument { method: attempt.method, card: None, vpa: None, bank: None, wallet: None };
    match attempt.method {
        Method::Card => {
            let digits: String = attempt.card_number.chars().filter(char::is_ascii_digit).collect();
            let test = CARDS.iter().find(|card| card.number == digits).ok_or_else(|| {
                ApiError::field("card_number", "This is not one of the test cards. Never type a real card number here.")
            })?;
            let card = Card {
                id: state.ids.id("card_"),
                name: attempt.card_name.chars().take(LONGEST).collect(),
                last4: digits.get(12..).unwrap_or_default().to_owned(),
                network: test.network.to_owned(),
                kind: "debit".to_owned(),
                issuer: Some(test.issuer.to_owned()),
                international: test.international,
            };
            Ok((Instrument { card: Some(card), ..empty }, Some(test.says)))
        }
        Method::Upi => {
            let vpa = attempt.vpa.trim().to_lowercase();
            let known = UPI_IDS.iter().find(|(id, _)| *id == vpa);
            let wrong = "Invalid VPA. Please enter a valid Virtual Payment Address";
            let (_, says) = known.ok_or_else(|| ApiError::field("vpa", wrong))?;
            Ok((Instrument { vpa: Some(vpa), ..empty }, Some(*says)))
        }
        Method::Netbanking => {
            let known = BANKS.iter().find(|(code, _)| *code == attempt.bank);
            let (code, _) = known.ok_or_else(|| ApiError::field("bank", "Please choose a bank"))?;
            Ok((Instrument { bank: Some((*code).to_owned()), ..empty }, None))
        }
        Method::Wallet | Method::Emi => Err(ApiError::field("method", "This method is not offered here")),
    }
}

fn was_declined(state: &State, order: &Order, instrument: &Instrument) -> bool {
    let last4 = |instrument: &Instrument| instrument.card.as_ref().map(|card| card.last4.clone());
    order.payments.iter().filter_map(|id| state.payments.get(id)).any(|payment| {
        payment.status == PaymentStatus::Failed
            && payment.instrument.vpa == instrument.vpa
            && last4(&payment.instrument) == last4(instrument)
    })
}

/// Nobody's address or number, which banks abroad refuse.
fn is_dummy(attempt: &Attempt) -> bool {
    let digits: Vec<char> = attempt.contact.chars().filter(char::is_ascii_digit).collect();
    let tail: Vec<&char> = digits.iter().rev().take(8).collect();
    let same = tail.windows(2).all(|pair| pair.first() == pair.last());
    !attempt.email.contains('@') || attempt.email == "void@razorpay.com" || tail.len() < 8 || same
}
