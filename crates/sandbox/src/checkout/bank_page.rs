//! `POST /pay/{order}/payments/{payment}`: the customer's authentication by OTP, bank page or UPI app, or a cancellation.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde::Deserialize;
use serde_json::{Value, json};

use super::payment_attempt::check_key;
use crate::api::{ApiError, ApiResult, failure_json, get_by_id};
use crate::flow::{failures, payments};
use crate::model::{Failure, Method, OrderStatus, Payment, PaymentStatus, PlannedOutcome};
use crate::sandbox::Sandbox;
use crate::signature::payment_signature;
use crate::state::State;

/// Shorter one-time passwords fail, so that every card can be declined.
const MIN_OTP_DIGITS: usize = 4;
const MAX_OTP_DIGITS: usize = 10;

/// The request of the payment form: one of the fields besides `key`.
#[derive(Deserialize)]
struct ContinueRequest {
    key: String,
    #[serde(default)]
    otp: Option<String>,
    /// The choice on the bank page: `success` or `failure`.
    #[serde(default)]
    bank: Option<String>,
    #[serde(default)]
    cancel: bool,
}

pub(super) async fn continue_payment(
    Shared(sandbox): Shared<Sandbox>,
    Path((order, payment)): Path<(String, String)>,
    body: Bytes,
) -> ApiResult {
    let request: ContinueRequest = serde_json::from_slice(&body)
        .map_err(|_| ApiError::bad_request("The request body is not what the sheet sends"))?;
    check_key(&sandbox, &request.key)?;
    let secret = sandbox.config().key_secret.clone();
    sandbox
        .json_response(move |state| {
            get_by_id(&state.orders, &order, "order_")?;
            let before = get_by_id(&state.payments, &payment, "pay_")?.clone();
            if before.order_id.as_ref() != Some(&order) {
                return Err(ApiError::id_not_found());
            }
            if before.status == PaymentStatus::Created {
                complete(state, &before, &request)?;
            }
            get_by_id(&state.payments, &payment, "pay_").map(|payment| outcome_json(payment, &order, &secret))
        })
        .await
}

/// Authorizes or fails a created payment.
fn complete(state: &mut State, payment: &Payment, request: &ContinueRequest) -> Result<(), ApiError> {
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    let failure = if order.is_some_and(|order| order.status == OrderStatus::Paid) {
        Some(failures::order_paid())
    } else {
        find_failure(payment, request)?
    };
    match failure {
        None => payments::authorize(state, &payment.id),
        Some(failure) => payments::fail(state, &payment.id, failure),
    }
    Ok(())
}

/// Why the payment fails; `None` if it is authorized.
fn find_failure(payment: &Payment, request: &ContinueRequest) -> Result<Option<Failure>, ApiError> {
    let method = payment.instrument.method;
    if request.cancel && method != Method::Upi {
        return Ok(Some(failures::cancelled()));
    }
    if method == Method::Card {
        let otp = request.otp.as_deref().unwrap_or_default();
        if otp.len() > MAX_OTP_DIGITS || otp.bytes().any(|byte| !byte.is_ascii_digit()) {
            return Err(ApiError::invalid_field("otp", "The OTP has 4 to 10 digits."));
        }
        if otp.len() < MIN_OTP_DIGITS {
            return Ok(Some(failures::wrong_otp()));
        }
    }
    if method == Method::Netbanking {
        return Ok((request.bank.as_deref() != Some("success")).then(|| failures::declined(method)));
    }
    // As in Razorpay's test mode, cancelling a UPI payment does not fail it.
    Ok(match payment.plan {
        PlannedOutcome::Approve | PlannedOutcome::Ask => None,
        PlannedOutcome::Decline => Some(failures::declined(method)),
        PlannedOutcome::Late => Some(failures::timed_out()),
    })
}

fn outcome_json(payment: &Payment, order_id: &str, secret: &str) -> Value {
    match &payment.failure {
        Some(failure) => {
            json!({ "status": "failed", "error": failure_json(failure, &payment.id, payment.order_id.as_deref()) })
        }
        None => json!({
            "status": "paid",
            "response": {
                "razorpay_payment_id": payment.id,
                "razorpay_order_id": order_id,
                "razorpay_signature": payment_signature(secret, order_id, &payment.id),
            },
        }),
    }
}
