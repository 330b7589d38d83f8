//! `/v1/orders`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::Value;

use super::page::{Page, Query, collection};
use super::views::{order_json, payment_json};
use super::{Answer, ApiError, Fields, known};
use crate::currency::Currency;
use crate::model::{CaptureRule, LONGEST_MINUTES, Order, OrderStatus};
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 10] = [
    "amount",
    "currency",
    "receipt",
    "notes",
    "partial_payment",
    "first_payment_min_amount",
    "payment",
    "payment_capture",
    "transfers",
    "customer_id",
];
const LONGEST_RECEIPT: usize = 40;
const SHORTEST_MINUTES: i64 = 12;

pub(crate) async fn create(Shared(sandbox): Shared<Sandbox>, body: Bytes) -> Answer {
    let wish = read(&Fields::parse(&body, &FIELDS)?)?;
    sandbox.answer(move |state| insert(state, wish)).await
}

pub(crate) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> Answer {
    let page = Page::of(&query)?;
    let with_payments = query.get("expand[]").is_some_and(|what| what.starts_with("payments"));
    let authorized = query.get("authorized").map(|text| text == "1" || text == "true");
    let fits = move |state: &State, order: &Order| {
        query.get("receipt").is_none_or(|receipt| order.receipt.as_ref() == Some(receipt))
            && authorized.is_none_or(|wanted| wanted == has_authorized(state, order))
    };
    sandbox
        .answer(move |state| {
            let rows = state.orders.values().filter(|order| fits(state, order));
            Ok(page.cut(rows.map(|order| (order.created_at, order.number, order)), |order| {
                let mut json = order_json(order);
                if let (true, Some(fields)) = (with_payments, json.as_object_mut()) {
                    fields.insert("payments".into(), payments_json(state, order));
                }
                json
            }))
        })
        .await
}

pub(crate) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox.answer(move |state| known(&state.orders, &id, "order_").map(order_json)).await
}

pub(crate) async fn payments(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox.answer(move |state| Ok(payments_json(state, known(&state.orders, &id, "order_")?))).await
}

pub(crate) async fn edit(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> Answer {
    let notes = Fields::parse(&body, &["notes"])?.notes()?;
    sandbox
        .answer(move |state| {
            let mut order = known(&state.orders, &id, "order_")?.clone();
            order.notes = notes;
            let json = order_json(&order);
            state.put(order);
            Ok(json)
        })
        .await
}

fn has_authorized(state: &State, order: &Order) -> bool {
    order.payments.iter().filter_map(|id| state.payments.get(id)).any(|payment| payment.bank_reference.is_some())
}

fn payments_json(state: &State, order: &Order) -> Value {
    collection(order.payments.iter().rev().filter_map(|id| state.payments.get(id)).map(payment_json).collect())
}

/// An order that is sound by itself.
pub(crate) struct Wish {
    pub(crate) amount: i64,
    pub(crate) currency: &'static Currency,
    pub(crate) receipt: Option<String>,
    pub(crate) notes: crate::model::Notes,
    pub(crate) partial_payment: bool,
    pub(crate) first_payment_min_amount: Option<i64>,
    pub(crate) capture: CaptureRule,
}

fn read(fields: &Fields) -> Result<Wish, ApiError> {
    let amount = Fields::required(fields.integer("amount")?, "amount")?;
    let currency = fields.currency("currency")?;
    check_amount(currency, amount)?;
    if fields.has("transfers") {
        return Err(ApiError::field("transfers", "Route feature not enabled for the merchant."));
    }
    let partial_payment = fields.flag("partial_payment")?;
    let first_payment_min_amount = fields.integer("first_payment_min_amount")?;
    if first_payment_min_amount.is_some_and(|least| !partial_payment || !(1..=amount).contains(&least)) {
        let text = "first_payment_min_amount needs partial_payment and may not be greater than the amount.";
        return Err(ApiError::field("first_payment_min_amount", text));
    }
    Ok(Wish {
        amount,
        currency,
        receipt: fields.text("receipt", LONGEST_RECEIPT)?,
        notes: fields.notes()?,
        partial_payment,
        first_payment_min_amount,
        capture: read_capture(fields)?,
    })
}

pub(crate) fn check_amount(currency: &Currency, amount: i64) -> Result<(), ApiError> {
    let wrong = |text: &str| Err(ApiError::field("amount", text));
    if amount < currency.minimum_minor {
        return wrong(&format!("The amount must be at least {}", currency.text(currency.minimum_minor)));
    }
    if currency.is_above_maximum(amount) {
        return wrong("Amount exceeds maximum amount allowed.");
    }
    if !currency.is_payable(amount) {
        return wrong(&format!("The last digit of an amount in {} must be 0", currency.code));
    }
    Ok(())
}

/// `payment: {capture, capture_options}`, or the older `payment_capture: 0 | 1`.
fn read_capture(fields: &Fields) -> Result<CaptureRule, ApiError> {
    let usual = CaptureRule::default();
    let Some(payment) = fields.inner("payment", &["capture", "capture_options"])? else {
        let automatic = !fields.has("payment_capture") || fields.flag("payment_capture")?;
        return Ok(CaptureRule { automatic, ..usual });
    };
    let automatic = payment.word("capture", &["automatic", "manual"])? == "automatic";
    let known = ["automatic_expiry_period", "manual_expiry_period", "refund_speed"];
    let Some(options) = payment.inner("capture_options", &known)? else {
        return Ok(CaptureRule { automatic, ..usual });
    };
    let minutes = |name: &str, otherwise: i64| {
        let minutes = options.integer(name)?.unwrap_or(otherwise);
        if (SHORTEST_MINUTES..=LONGEST_MINUTES).contains(&minutes) {
            return Ok(minutes);
        }
        Err(ApiError::field(name, &format!("The {name} must be between {SHORTEST_MINUTES} and {LONGEST_MINUTES}.")))
    };
    let manual_minutes = minutes("manual_expiry_period", LONGEST_MINUTES)?;
    let automatic_minutes = minutes("automatic_expiry_period", manual_minutes)?;
    if automatic && manual_minutes < automatic_minutes {
        let text = "The manual_expiry_period must be greater than or equal to the automatic_expiry_period.";
        return Err(ApiError::field("manual_expiry_period", text));
    }
    let refund_speed = options.word("refund_speed", &["normal", "optimum"])?;
    Ok(CaptureRule { automatic, automatic_minutes, manual_minutes, refund_speed })
}

pub(crate) fn insert(state: &mut State, wish: Wish) -> Result<Value, ApiError> {
    if wish.currency.code != "INR" && !state.settings.international {
        return Err(ApiError::field("currency", "Currency is not supported"));
    }
    let taken = || wish.receipt.is_some() && state.orders.values().any(|order| order.receipt == wish.receipt);
    if state.settings.unique_receipts && taken() {
        return Err(ApiError::field("receipt", "The receipt has already been taken."));
    }
    let order = Order {
        id: state.ids.id("order_"),
        number: state.ids.number(),
        amount: wish.amount,
        amount_paid: 0,
        currency: wish.currency.code.to_owned(),
        receipt: wish.receipt,
        partial_payment: wish.partial_payment,
        first_payment_min_amount: wish.first_payment_min_amount,
        status: OrderStatus::Created,
        attempts: 0,
        notes: wish.notes,
        capture: wish.capture,
        payments: Vec::new(),
        created_at: state.now,
    };
    let json = order_json(&order);
    state.put(order);
    Ok(json)
}
