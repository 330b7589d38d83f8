//! `/v1/orders`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::Value;

use super::pagination::{PageParams, Query, collection};
use super::views::{order_json, payment_json};
use super::{ApiError, ApiResult, Fields, get_by_id};
use crate::currency::Currency;
use crate::model::{CaptureSettings, MAX_EXPIRY_MINUTES, Order, OrderStatus};
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
const MAX_RECEIPT_CHARS: usize = 40;
const MIN_EXPIRY_MINUTES: i64 = 12;

pub(crate) async fn create(Shared(sandbox): Shared<Sandbox>, body: Bytes) -> ApiResult {
    let request = parse(&Fields::parse(&body, &FIELDS)?)?;
    sandbox.json_response(move |state| insert(state, request)).await
}

pub(crate) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> ApiResult {
    let page = PageParams::parse(&query)?;
    let with_payments = query.get("expand[]").is_some_and(|value| value.starts_with("payments"));
    let authorized = query.get("authorized").map(|text| text == "1" || text == "true");
    let matches = move |state: &State, order: &Order| {
        query.get("receipt").is_none_or(|receipt| order.receipt.as_ref() == Some(receipt))
            && authorized.is_none_or(|wanted| wanted == has_authorized(state, order))
    };
    sandbox
        .json_response(move |state| {
            let rows = state.orders.values().filter(|order| matches(state, order));
            Ok(page.paginate(rows.map(|order| (order.created_at, order.number, order)), |order| {
                let mut json = order_json(order);
                if let (true, Some(fields)) = (with_payments, json.as_object_mut()) {
                    fields.insert("payments".into(), payments_json(state, order));
                }
                json
            }))
        })
        .await
}

pub(crate) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox.json_response(move |state| get_by_id(&state.orders, &id, "order_").map(order_json)).await
}

pub(crate) async fn payments(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox.json_response(move |state| Ok(payments_json(state, get_by_id(&state.orders, &id, "order_")?))).await
}

pub(crate) async fn update(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> ApiResult {
    let notes = Fields::parse(&body, &["notes"])?.notes()?;
    sandbox
        .json_response(move |state| {
            let mut order = get_by_id(&state.orders, &id, "order_")?.clone();
            order.notes = notes;
            let json = order_json(&order);
            state.upsert(order);
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

/// A valid order request.
pub(crate) struct NewOrderRequest {
    pub(crate) amount: i64,
    pub(crate) currency: &'static Currency,
    pub(crate) receipt: Option<String>,
    pub(crate) notes: crate::model::Notes,
    pub(crate) partial_payment: bool,
    pub(crate) first_payment_min_amount: Option<i64>,
    pub(crate) capture: CaptureSettings,
}

fn parse(fields: &Fields) -> Result<NewOrderRequest, ApiError> {
    let amount = Fields::required(fields.integer("amount")?, "amount")?;
    let currency = fields.currency("currency")?;
    check_amount(currency, amount)?;
    if fields.has("transfers") {
        return Err(ApiError::invalid_field("transfers", "Route feature not enabled for the merchant."));
    }
    let partial_payment = fields.boolean("partial_payment")?;
    let first_payment_min_amount = fields.integer("first_payment_min_amount")?;
    if first_payment_min_amount.is_some_and(|minimum| !partial_payment || !(1..=amount).contains(&minimum)) {
        let text = "first_payment_min_amount needs partial_payment and may not be greater than the amount.";
        return Err(ApiError::invalid_field("first_payment_min_amount", text));
    }
    Ok(NewOrderRequest {
        amount,
        currency,
        receipt: fields.text("receipt", MAX_RECEIPT_CHARS)?,
        notes: fields.notes()?,
        partial_payment,
        first_payment_min_amount,
        capture: parse_capture_settings(fields)?,
    })
}

/// Checks an amount against minimum, maximum and decimals of its currency.
///
/// # Errors
/// Razorpay's error for the field `amount`.
pub(crate) fn check_amount(currency: &Currency, amount: i64) -> Result<(), ApiError> {
    let invalid = |text: &str| Err(ApiError::invalid_field("amount", text));
    if amount < currency.minimum_minor {
        return invalid(&format!("The amount must be at least {}", currency.format_amount(currency.minimum_minor)));
    }
    if currency.is_above_maximum(amount) {
        return invalid("Amount exceeds maximum amount allowed.");
    }
    if !currency.is_valid_amount(amount) {
        return invalid(&format!("The last digit of an amount in {} must be 0", currency.code));
    }
    Ok(())
}

/// Parses `payment: {capture, capture_options}` or the older `payment_capture: 0 | 1`.
fn parse_capture_settings(fields: &Fields) -> Result<CaptureSettings, ApiError> {
    let defaults = CaptureSettings::default();
    let Some(payment) = fields.object("payment", &["capture", "capture_options"])? else {
        let automatic = !fields.has("payment_capture") || fields.boolean("payment_capture")?;
        return Ok(CaptureSettings { automatic, ..defaults });
    };
    let automatic = payment.one_of("capture", &["automatic", "manual"])? == "automatic";
    let known = ["automatic_expiry_period", "manual_expiry_period", "refund_speed"];
    let Some(options) = payment.object("capture_options", &known)? else {
        return Ok(CaptureSettings { automatic, ..defaults });
    };
    let minutes = |name: &str, default: i64| {
        let minutes = options.integer(name)?.unwrap_or(default);
        if (MIN_EXPIRY_MINUTES..=MAX_EXPIRY_MINUTES).contains(&minutes) {
            return Ok(minutes);
        }
        Err(ApiError::invalid_field(
            name,
            &format!("The {name} must be between {MIN_EXPIRY_MINUTES} and {MAX_EXPIRY_MINUTES}."),
        ))
    };
    let manual_minutes = minutes("manual_expiry_period", MAX_EXPIRY_MINUTES)?;
    let automatic_minutes = minutes("automatic_expiry_period", manual_minutes)?;
    if automatic && manual_minutes < automatic_minutes {
        let text = "The manual_expiry_period must be greater than or equal to the automatic_expiry_period.";
        return Err(ApiError::invalid_field("manual_expiry_period", text));
    }
    let refund_speed = options.one_of("refund_speed", &["normal", "optimum"])?;
    Ok(CaptureSettings { automatic, automatic_minutes, manual_minutes, refund_speed })
}

/// Creates an order.
///
/// # Errors
/// If the settings reject its currency or receipt.
pub(crate) fn insert(state: &mut State, request: NewOrderRequest) -> Result<Value, ApiError> {
    if request.currency.code != "INR" && !state.settings.international {
        return Err(ApiError::invalid_field("currency", "Currency is not supported"));
    }
    let is_taken = || request.receipt.is_some() && state.orders.values().any(|order| order.receipt == request.receipt);
    if state.settings.unique_receipts && is_taken() {
        return Err(ApiError::invalid_field("receipt", "The receipt has already been taken."));
    }
    let order = Order {
        id: state.ids.next_id("order_"),
        number: state.ids.next_number(),
        amount: request.amount,
        amount_paid: 0,
        currency: request.currency.code.to_owned(),
        receipt: request.receipt,
        partial_payment: request.partial_payment,
        first_payment_min_amount: request.first_payment_min_amount,
        status: OrderStatus::Created,
        attempts: 0,
        notes: request.notes,
        capture: request.capture,
        payments: Vec::new(),
        created_at: state.now,
    };
    let json = order_json(&order);
    state.upsert(order);
    Ok(json)
}
