//! `/v1/payments/{id}/refund` and `/v1/refunds`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use super::pagination::{PageParams, Query};
use super::views::refund_json;
use super::{ApiError, ApiResult, Fields, get_by_id};
use crate::currency::Currency;
use crate::flow::refunds;
use crate::model::{IdempotencyKey, Notes, Payment, PaymentStatus};
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 4] = ["amount", "speed", "notes", "receipt"];
const MIN_KEY_LENGTH: usize = 10;
const MAX_KEY_LENGTH: usize = 255;

/// A refund request.
pub(crate) struct NewRefundRequest {
    pub(crate) payment_id: String,
    /// Amount in minor units; by default the remaining amount.
    pub(crate) amount: Option<i64>,
    pub(crate) speed: String,
    pub(crate) notes: Notes,
    pub(crate) receipt: Option<String>,
    /// The idempotency key and the body it was sent with.
    pub(crate) idempotency: Option<(String, Value)>,
}

pub(crate) async fn create_for_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult {
    let request = parse(id, &headers, &Fields::parse(&body, &FIELDS)?)?;
    sandbox.json_response(move |state| insert(state, request)).await
}

pub(crate) async fn create(Shared(sandbox): Shared<Sandbox>, headers: HeaderMap, body: Bytes) -> ApiResult {
    let known_fields: Vec<&str> = FIELDS.into_iter().chain(["payment_id"]).collect();
    let fields = Fields::parse(&body, &known_fields)?;
    let id = Fields::required(fields.text("payment_id", 60)?, "payment_id")?;
    let request = parse(id, &headers, &fields)?;
    sandbox.json_response(move |state| insert(state, request)).await
}

pub(crate) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> ApiResult {
    let page = PageParams::parse(&query)?;
    sandbox
        .json_response(move |state| {
            let rows = state.refunds.values().map(|refund| (refund.created_at, refund.number, refund));
            Ok(page.paginate(rows, refund_json))
        })
        .await
}

pub(crate) async fn list_for_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path(id): Path<String>,
    Query { 0: query }: Query,
) -> ApiResult {
    let page = PageParams::parse(&query)?;
    sandbox
        .json_response(move |state| {
            let payment = get_by_id(&state.payments, &id, "pay_")?;
            let rows = payment.refunds.iter().filter_map(|id| state.refunds.get(id));
            Ok(page.paginate(rows.map(|refund| (refund.created_at, refund.number, refund)), refund_json))
        })
        .await
}

pub(crate) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox.json_response(move |state| get_by_id(&state.refunds, &id, "rfnd_").map(refund_json)).await
}

pub(crate) async fn show_for_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path((payment_id, id)): Path<(String, String)>,
) -> ApiResult {
    sandbox
        .json_response(move |state| {
            get_by_id(&state.payments, &payment_id, "pay_")?;
            let refund = get_by_id(&state.refunds, &id, "rfnd_")?;
            if refund.payment_id == payment_id { Ok(refund_json(refund)) } else { Err(ApiError::id_not_found()) }
        })
        .await
}

pub(crate) async fn update(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> ApiResult {
    let notes = Fields::parse(&body, &["notes"])?.notes()?;
    sandbox
        .json_response(move |state| {
            let mut refund = get_by_id(&state.refunds, &id, "rfnd_")?.clone();
            refund.notes = notes;
            let json = refund_json(&refund);
            state.upsert(refund);
            Ok(json)
        })
        .await
}

fn parse(payment_id: String, headers: &HeaderMap, fields: &Fields) -> Result<NewRefundRequest, ApiError> {
    let key = idempotency_key(headers, "x-refund-idempotency", MIN_KEY_LENGTH, MAX_KEY_LENGTH)?;
    Ok(NewRefundRequest {
        payment_id,
        amount: fields.integer("amount")?,
        speed: fields.one_of("speed", &["normal", "optimum"])?,
        notes: fields.notes()?,
        receipt: fields.text("receipt", 255)?,
        idempotency: key.map(|key| (key, fields.to_value())),
    })
}

/// The idempotency key of a header: letters, digits, hyphens and underscores.
///
/// # Errors
/// If the key has an invalid length or character.
pub(crate) fn idempotency_key(
    headers: &HeaderMap,
    name: &str,
    min_length: usize,
    max_length: usize,
) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(name) else { return Ok(None) };
    let is_valid = |key: &&str| {
        (min_length..=max_length).contains(&key.len())
            && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let invalid = || {
        let text = format!(
            "The idempotency key must have {min_length} to {max_length} characters: alphabets, numbers, hyphens and underscores only."
        );
        ApiError::bad_request(&text)
    };
    value.to_str().ok().filter(is_valid).map(|key| Some(key.to_owned())).ok_or_else(invalid)
}

/// Creates a refund, or returns the one that a previous request with the same idempotency key created.
///
/// # Errors
/// If the payment cannot be refunded, or the key was used for another request.
pub(crate) fn insert(state: &mut State, request: NewRefundRequest) -> Result<Value, ApiError> {
    let key = request.idempotency.as_ref().map(|(key, body)| IdempotencyKey {
        key: format!("refund:{key}"),
        request: json!([request.payment_id, body]),
        id: String::new(),
    });
    if let Some(before) = key.as_ref().and_then(|key| state.idempotency_keys.get(&key.key)) {
        if key.as_ref().is_some_and(|key| key.request != before.request) {
            return Err(ApiError::idempotency_conflict());
        }
        return get_by_id(&state.refunds, &before.id, "rfnd_").map(refund_json);
    }
    let payment = get_by_id(&state.payments, &request.payment_id, "pay_")?;
    let amount = check_amount(payment, request.amount)?;
    if state.settings.refuse_refunds {
        return Err(ApiError::bad_request(
            "Your account does not have enough balance to carry out the refund operation.",
        ));
    }
    let new = refunds::NewRefund {
        payment_id: request.payment_id,
        amount,
        speed: request.speed,
        notes: request.notes,
        receipt: request.receipt,
    };
    let id = refunds::create(state, new).ok_or_else(ApiError::id_not_found)?;
    if let Some(key) = key {
        state.upsert(IdempotencyKey { id: id.clone(), ..key });
    }
    get_by_id(&state.refunds, &id, "rfnd_").map(refund_json)
}

/// The amount to refund, after validation.
fn check_amount(payment: &Payment, amount: Option<i64>) -> Result<i64, ApiError> {
    match payment.status {
        PaymentStatus::Captured => {}
        PaymentStatus::Refunded => return Err(ApiError::bad_request("The payment has been fully refunded already")),
        _ => return Err(ApiError::bad_request("The payment status should be captured for action to be taken")),
    }
    let remaining = payment.refundable();
    let amount = amount.unwrap_or(remaining);
    let below_minimum =
        Currency::find(&payment.currency).filter(|currency| amount < currency.minimum_minor.min(remaining));
    if let Some(currency) = below_minimum {
        let text = format!("The amount must be at least {}", currency.format_amount(currency.minimum_minor));
        return Err(ApiError::invalid_field("amount", &text));
    }
    if amount < 1 {
        return Err(ApiError::invalid_field("amount", "The amount must be at least 1."));
    }
    if amount > remaining {
        return Err(ApiError::invalid_field("amount", "The refund amount provided is greater than amount captured"));
    }
    Ok(amount)
}
