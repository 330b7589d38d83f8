//! `/v1/payments/{id}/refund` and `/v1/refunds`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::page::{Page, Query};
use super::views::refund_json;
use super::{Answer, ApiError, Fields, known};
use crate::currency::Currency;
use crate::flow::refunds;
use crate::model::{IdempotencyKey, Notes, Payment, PaymentStatus};
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 4] = ["amount", "speed", "notes", "receipt"];
const SHORTEST_KEY: usize = 10;
const LONGEST_KEY: usize = 255;

/// What is asked for.
pub(crate) struct Wish {
    pub(crate) payment_id: String,
    pub(crate) amount: Option<i64>,
    pub(crate) speed: String,
    pub(crate) notes: Notes,
    pub(crate) receipt: Option<String>,
    /// The idempotency key, and the body that came with it.
    pub(crate) key: Option<(String, Value)>,
}

pub(crate) async fn create_for_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Answer {
    let wish = read(id, &headers, &Fields::parse(&body, &FIELDS)?)?;
    sandbox.answer(move |state| create(state, wish)).await
}

pub(crate) async fn create_by_body(Shared(sandbox): Shared<Sandbox>, headers: HeaderMap, body: Bytes) -> Answer {
    let known: Vec<&str> = FIELDS.into_iter().chain(["payment_id"]).collect();
    let fields = Fields::parse(&body, &known)?;
    let id = Fields::required(fields.text("payment_id", 60)?, "payment_id")?;
    let wish = read(id, &headers, &fields)?;
    sandbox.answer(move |state| create(state, wish)).await
}

pub(crate) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> Answer {
    let page = Page::of(&query)?;
    sandbox
        .answer(move |state| {
            let rows = state.refunds.values().map(|refund| (refund.created_at, refund.number, refund));
            Ok(page.cut(rows, refund_json))
        })
        .await
}

pub(crate) async fn list_of_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    Query { 0: query }: Query,
) -> Answer {
    let page = Page::of(&query)?;
    sandbox
        .answer(move |state| {
            let payment = known(&state.payments, &id, "pay_")?;
            let rows = payment.refunds.iter().filter_map(|id| state.refunds.get(id));
            Ok(page.cut(rows.map(|refund| (refund.created_at, refund.number, refund)), refund_json))
        })
        .await
}

pub(crate) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox.answer(move |state| known(&state.refunds, &id, "rfnd_").map(refund_json)).await
}

pub(crate) async fn show_of_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path((payment_id, id)): Path<(String, String)>,
) -> Answer {
    sandbox
        .answer(move |state| {
            known(&state.payments, &payment_id, "pay_")?;
            let refund = known(&state.refunds, &id, "rfnd_")?;
            if refund.payment_id == payment_id { Ok(refund_json(refund)) } else { Err(ApiError::not_there()) }
        })
        .await
}

pub(crate) async fn edit(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> Answer {
    let notes = Fields::parse(&body, &["notes"])?.notes()?;
    sandbox
        .answer(move |state| {
            let mut refund = known(&state.refunds, &id, "rfnd_")?.clone();
            refund.notes = notes;
            let json = refund_json(&refund);
            state.put(refund);
            Ok(json)
        })
        .await
}

fn read(payment_id: String, headers: &HeaderMap, fields: &Fields) -> Result<Wish, ApiError> {
    let key = idempotency_key(headers, "x-refund-idempotency", SHORTEST_KEY, LONGEST_KEY)?;
    Ok(Wish {
        payment_id,
        amount: fields.integer("amount")?,
        speed: fields.word("speed", &["normal", "optimum"])?,
        notes: fields.notes()?,
        receipt: fields.text("receipt", 255)?,
        key: key.map(|key| (key, fields.as_sent())),
    })
}

/// A key of letters, digits, hyphens and underscores.
pub(crate) fn idempotency_key(
    headers: &HeaderMap,
    name: &str,
    least: usize,
    most: usize,
) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let sound = |key: &&str| {
        (least..=most).contains(&key.len())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let wrong = || {
        let text = format!(
            "The idempotency key must have {least} to {most} characters: alphabets, numbers, hyphens and underscores only."
        );
        ApiError::bad(&text)
    };
    value.to_str().ok().filter(sound).map(|key| Some(key.to_owned())).ok_or_else(wrong)
}

/// Makes the refund, or shows the one that the same request has made before.
pub(crate) fn create(state: &mut State, wish: Wish) -> Result<Value, ApiError> {
    let key = wish.key.as_ref().map(|(key, body)| IdempotencyKey {
        key: format!("refund:{key}"),
        request: json!([wish.payment_id, body]),
        id: String::new(),
    });
    if let Some(before) = key.as_ref().and_then(|key| state.keys.get(&key.key)) {
        if key.as_ref().is_some_and(|key| key.request != before.request) {
            return Err(ApiError::other_request());
        }
        return known(&state.refunds, &before.id, "rfnd_").map(refund_json);
    }
    let payment = known(&state.payments, &wish.payment_id, "pay_")?;
    let amount = check(payment, wish.amount)?;
    if state.settings.refuse_refunds {
        return Err(ApiError::bad("Your account does not have enough balance to carry out the refund operation."));
    }
    let draft = refunds::Draft {
        payment_id: wish.payment_id,
        amount,
        speed: wish.speed,
        notes: wish.notes,
        receipt: wish.receipt,
    };
    let id = refunds::start(state, draft).ok_or_else(ApiError::not_there)?;
    if let Some(key) = key {
        state.put(IdempotencyKey { id: id.clone(), ..key });
    }
    known(&state.refunds, &id, "rfnd_").map(refund_json)
}

fn check(payment: &Payment, amount: Option<i64>) -> Result<i64, ApiError> {
    match payment.status {
        PaymentStatus::Captured => {}
        PaymentStatus::Refunded => return Err(ApiError::bad("The payment has been fully refunded already")),
        _ => return Err(ApiError::bad("The payment status should be captured for action to be taken")),
    }
    let left = payment.refundable();
    let amount = amount.unwrap_or(left);
    let least = Currency::find(&payment.currency).filter(|currency| amount < currency.minimum_minor.min(left));
    if let Some(currency) = least {
        let text = format!("The amount must be at least {}", currency.text(currency.minimum_minor));
        return Err(ApiError::field("amount", &text));
    }
    if amount < 1 {
        return Err(ApiError::field("amount", "The amount must be at least 1."));
    }
    if amount > left {
        return Err(ApiError::field("amount", "The refund amount provided is greater than amount captured"));
    }
    Ok(amount)
}
