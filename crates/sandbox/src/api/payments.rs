//! `/v1/payments`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::Value;

use super::pagination::{PageParams, Query};
use super::views::{card_json, payment_json, payment_with_card_json};
use super::{ApiError, ApiResult, Fields, get_by_id};
use crate::flow::capture;
use crate::model::{OrderStatus, Payment, PaymentStatus};
use crate::sandbox::Sandbox;
use crate::state::State;

pub(crate) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> ApiResult {
    let page = PageParams::parse(&query)?;
    sandbox
        .json_response(move |state| {
            let rows = state.payments.values().map(|payment| (payment.created_at, payment.number, payment));
            Ok(page.paginate(rows, payment_json))
        })
        .await
}

pub(crate) async fn show(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    Query { 0: query }: Query,
) -> ApiResult {
    let view =
        if query.get("expand[]").is_some_and(|value| value == "card") { payment_with_card_json } else { payment_json };
    sandbox.json_response(move |state| get_by_id(&state.payments, &id, "pay_").map(view)).await
}

/// `GET /v1/payments/{id}/card`.
pub(crate) async fn card(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox
        .json_response(move |state| {
            let payment = get_by_id(&state.payments, &id, "pay_")?;
            payment.instrument.card.as_ref().map(card_json).ok_or_else(ApiError::id_not_found)
        })
        .await
}

pub(crate) async fn update(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> ApiResult {
    let notes = Fields::parse(&body, &["notes"])?.notes()?;
    sandbox
        .json_response(move |state| {
            let mut payment = get_by_id(&state.payments, &id, "pay_")?.clone();
            payment.notes = notes;
            let json = payment_json(&payment);
            state.upsert(payment);
            Ok(json)
        })
        .await
}

pub(crate) async fn capture(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> ApiResult {
    let fields = Fields::parse(&body, &["amount", "currency"])?;
    let amount = Fields::required(fields.integer("amount")?, "amount")?;
    let currency = fields.currency("currency")?.code;
    sandbox.json_response(move |state| capture_payment(state, &id, amount, currency)).await
}

fn capture_payment(state: &mut State, id: &str, amount: i64, currency: &str) -> Result<Value, ApiError> {
    let payment = get_by_id(&state.payments, id, "pay_")?;
    check_capturable(state, payment)?;
    if payment.currency != currency {
        return Err(ApiError::invalid_field("currency", "Capture currency must be equal to the currency authorized."));
    }
    if payment.amount != amount {
        return Err(ApiError::invalid_field("amount", "Capture amount must be equal to the amount authorized."));
    }
    capture::capture(state, id);
    get_by_id(&state.payments, id, "pay_").map(payment_json)
}

fn check_capturable(state: &State, payment: &Payment) -> Result<(), ApiError> {
    match payment.status {
        PaymentStatus::Captured | PaymentStatus::Refunded => {
            return Err(ApiError::bad_request("This payment has already been captured"));
        }
        PaymentStatus::Created | PaymentStatus::Failed => {
            let text = "Only payments which have been authorized and not yet captured can be captured";
            return Err(ApiError::bad_request(text));
        }
        PaymentStatus::Authorized => {}
    }
    match payment.order_id.as_ref().and_then(|id| state.orders.get(id)) {
        None => Err(ApiError::bad_request("A payment that was made without an order cannot be captured")),
        Some(order) if order.status == OrderStatus::Paid => Err(ApiError::bad_request(
            "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.",
        )),
        Some(_) => Ok(()),
    }
}
