//! `POST /pay/{order}/payments`: starts a payment.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde::Deserialize;
use serde_json::{Value, json};

use super::test_data::{BANKS, BankOutcome, CARDS, UPI_IDS};
use crate::api::{ApiError, ApiResult, Fields, get_by_id};
use crate::flow::{failures, payments};
use crate::model::{Card, Instrument, Method, Notes, Order, OrderStatus, PaymentStatus, PlannedOutcome};
use crate::sandbox::Sandbox;
use crate::state::State;

const MAX_TEXT_CHARS: usize = 200;
const ALREADY_ATTEMPTED: &str =
    "A payment has already been attempted for this order. Please initiate the payment with a new order.";

/// The request of the payment form. Fields of other methods are ignored.
#[derive(Deserialize)]
struct PaymentRequest {
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

pub(super) async fn create_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path(order): Path<String>,
    body: Bytes,
) -> ApiResult {
    let request: PaymentRequest = serde_json::from_slice(&body)
        .map_err(|_| ApiError::bad_request("The request body is not what the sheet sends"))?;
    check_key(&sandbox, &request.key)?;
    let notes = Fields::parse(json!({ "notes": request.notes }).to_string().as_bytes(), &["notes"])?.notes()?;
    let request = PaymentRequest { notes, ..request };
    sandbox.json_response(move |state| start(state, &order, request)).await
}

/// Checks the key id that the checkout was opened with.
pub(super) fn check_key(sandbox: &Sandbox, key: &str) -> Result<(), ApiError> {
    if key == sandbox.config().key_id { Ok(()) } else { Err(ApiError::unauthorized()) }
}

fn start(state: &mut State, order_id: &str, request: PaymentRequest) -> Result<Value, ApiError> {
    let order = get_by_id(&state.orders, order_id, "order_")?.clone();
    if order.status == OrderStatus::Paid {
        return Err(ApiError::bad_request(&failures::order_paid().description));
    }
    if state.settings.one_attempt && order.attempts > 0 {
        return Err(ApiError::bad_request(ALREADY_ATTEMPTED));
    }
    if order.currency != "INR" && request.method != Method::Card {
        return Err(ApiError::invalid_field("method", "International payments are made by card."));
    }
    let (instrument, bank_outcome) = parse_instrument(state, &request)?;
    let plan = match bank_outcome {
        None => PlannedOutcome::Ask,
        Some(outcome) => outcome.plan(was_declined(state, &order, &instrument)),
    };
    let is_placeholder = order.currency != "INR" && has_placeholder_contact(&request);
    let truncate = |text: String| text.chars().take(MAX_TEXT_CHARS).collect::<String>();
    let notes = if request.notes.is_empty() { order.notes.clone() } else { request.notes };
    let new = payments::NewPayment {
        order_id: Some(order.id.clone()),
        amount: order.amount_due(),
        currency: order.currency,
        instrument,
        email: truncate(request.email),
        contact: truncate(request.contact),
        description: request.description.map(truncate),
        notes,
        plan,
    };
    let id = payments::create(state, new);
    if is_placeholder {
        payments::fail(state, &id, failures::dummy_customer());
    }
    let step = match request.method {
        _ if is_placeholder => "none",
        Method::Card | Method::Emi => "otp",
        Method::Upi => "app",
        Method::Netbanking | Method::Wallet => "bank",
    };
    Ok(json!({ "payment_id": id, "step": step }))
}

/// The payment instrument and the outcome of test data; `None` if the customer chooses the outcome.
fn parse_instrument(
    state: &mut State,
    request: &PaymentRequest,
) -> Result<(Instrument, Option<BankOutcome>), ApiError> {
    let empty = Instrument { method: request.method, card: None, vpa: None, bank: None, wallet: None };
    match request.method {
        Method::Card => {
            let digits: String = request.card_number.chars().filter(char::is_ascii_digit).collect();
            let test = CARDS.iter().find(|card| card.number == digits).ok_or_else(|| {
                ApiError::invalid_field(
                    "card_number",
                    "This is not one of the test cards. Never type a real card number here.",
                )
            })?;
            let card = Card {
                id: state.ids.next_id("card_"),
                name: request.card_name.chars().take(MAX_TEXT_CHARS).collect(),
                last4: digits.get(12..).unwrap_or_default().to_owned(),
                network: test.network.to_owned(),
                kind: "debit".to_owned(),
                issuer: Some(test.issuer.to_owned()),
                international: test.international,
            };
            Ok((Instrument { card: Some(card), ..empty }, Some(test.outcome)))
        }
        Method::Upi => {
            let vpa = request.vpa.trim().to_lowercase();
            let test = UPI_IDS.iter().find(|(id, _)| *id == vpa);
            let invalid = "Invalid VPA. Please enter a valid Virtual Payment Address";
            let (_, outcome) = test.ok_or_else(|| ApiError::invalid_field("vpa", invalid))?;
            Ok((Instrument { vpa: Some(vpa), ..empty }, Some(*outcome)))
        }
        Method::Netbanking => {
            let bank = BANKS.iter().find(|(code, _)| *code == request.bank);
            let (code, _) = bank.ok_or_else(|| ApiError::invalid_field("bank", "Please choose a bank"))?;
            Ok((Instrument { bank: Some((*code).to_owned()), ..empty }, None))
        }
        Method::Wallet | Method::Emi => Err(ApiError::invalid_field("method", "This method is not offered here")),
    }
}

/// Whether a payment of the order with the same instrument has failed.
fn was_declined(state: &State, order: &Order, instrument: &Instrument) -> bool {
    let last4 = |instrument: &Instrument| instrument.card.as_ref().map(|card| card.last4.clone());
    order.payments.iter().filter_map(|id| state.payments.get(id)).any(|payment| {
        payment.status == PaymentStatus::Failed
            && payment.instrument.vpa == instrument.vpa
            && last4(&payment.instrument) == last4(instrument)
    })
}

/// Whether email or phone number are placeholders, which Razorpay rejects for international payments.
fn has_placeholder_contact(request: &PaymentRequest) -> bool {
    let digits: Vec<char> = request.contact.chars().filter(char::is_ascii_digit).collect();
    let last_digits: Vec<&char> = digits.iter().rev().take(8).collect();
    let are_equal = last_digits.windows(2).all(|pair| pair.first() == pair.last());
    !request.email.contains('@') || request.email == "void@razorpay.com" || last_digits.len() < 8 || are_equal
}
