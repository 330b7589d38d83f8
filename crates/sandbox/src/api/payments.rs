//! `/v1/payments`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::Value;

use super::page::{Page, Query};
use super::views::{card_json, payment_json};
use super::{Answer, ApiError, Fields, known};
use crate::flow::capture;
use crate::model::{OrderStatus, Payment, PaymentStatus};
use crate::sandbox::Sandbox;
use crate::state::State;

pub(crate) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> Answer {
    let page = Page::of(&query)?;
    sandbox
        .answer(move |state| {
            let rows = state.payments.values().map(|payment| (payment.created_at, payment.number, payment));
            Ok(page.cut(rows, payment_json))
        })
        .await
}

pub(crate) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox.answer(move |state| known(&state.payments, &id, "pay_").map(payment_json)).await
}

/// `GET /v1/payments/{id}/card`.
pub(crate) async fn card(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox
        .answer(move |state| {
            let payment = known(&state.payments, &id, "pay_")?;
            payment.instrument.card.as_ref().map(card_json).ok_or_else(ApiError::not_there)
        })
        .await
}

pub(crate) async fn edit(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> Answer {
    let notes = Fields::parse(&body, &["notes"])?.notes()?;
    sandbox
        .answer(move |state| {
            let mut payment = known(&state.payments, &id, "pay_")?.clone();
            payment.notes = notes;
            let json = payment_json(&payment);
            state.put(payment);
            Ok(json)
        })
        .await
}

pub(crate) async fn capture(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> Answer {
    let fields = Fields::parse(&body, &["amount", "currency"])?;
    let amount = Fields::required(fields.integer("amount")?, "amount")?;
    let currency = fields.currency("currency")?.code;
    sandbox.answer(move |state| take(state, &id, amount, currency)).await
}

fn take(state: &mut State, id: &str, amount: i64, currency: &str) -> Result<Value, ApiError> {
    let payment = known(&state.payments, id, "pay_")?;
    check_state(state, payment)?;
    if payment.currency != currency {
        return Err(ApiError::field("currency", "Capture currency must be equal to the currency authorized."));
    }
    if payment.amount != amount {
        return Err(ApiError::field("amount", "Capture amount must be equal to the amount authorized."));
    }
    capture::capture(state, id);
    known(&state.payments, id, "pay_").map(payment_json)
}

fn check_state(state: &State, payment: &Payment) -> Result<(), ApiError> {
    match payment.status {
        PaymentStatus::Captured | PaymentStatus::Refunded => {
            return Err(ApiError::bad("This payment has already been captured"));
        }
        PaymentStatus::Created | PaymentStatus::Failed => {
            let text = "Only payments which have been authorized and not yet captured can be captured";
            return Err(ApiError::bad(text));
        }
        PaymentStatus::Authorized => {}
    }
    match payment.order_id.as_ref().and_then(|id| state.orders.get(id)) {
        None => Err(ApiError::bad("A payment that was made without an order cannot be captured")),
        Some(order) if order.status == OrderStatus::Paid => Err(ApiError::bad(
            "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.",
        )),
        Some(_) => Ok(()),
    }
}
