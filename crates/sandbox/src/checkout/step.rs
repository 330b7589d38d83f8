//! `POST /pay/{order}/payments/{payment}`: the password, the bank's page, the UPI app, or going away.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde::Deserialize;
use serde_json::{Value, json};

use super::attempt::check_key;
use crate::api::{Answer, ApiError, failure_json, known};
use crate::flow::{failures, payments};
use crate::model::{Failure, Method, OrderStatus, Payment, PaymentStatus, Plan};
use crate::sandbox::Sandbox;
use crate::signature::payment_signature;
use crate::state::State;

/// Shorter passwords fail, which is how a failure is tried with a card that succeeds.
const SHORTEST_OTP: usize = 4;
const LONGEST_OTP: usize = 10;

/// What the sheet sends: one of these.
#[derive(Deserialize)]
pub(super) struct Step {
    key: String,
    #[serde(default)]
    otp: Option<String>,
    /// The button on the bank's page: `success` or `failure`.
    #[serde(default)]
    bank: Option<String>,
    #[serde(default)]
    cancel: bool,
}

pub(super) async fn go_on(
    Shared(sandbox): Shared<Sandbox>,
    Path((order, payment)): Path<(String, String)>,
    body: Bytes,
) -> Answer {
    let step: Step =
        serde_json::from_slice(&body).map_err(|_| ApiError::bad("The request body is not what the sheet sends"))?;
    check_key(&sandbox, &step.key)?;
    let secret = sandbox.config().key_secret.clone();
    sandbox
        .answer(move |state| {
            known(&state.orders, &order, "order_")?;
            let before = known(&state.payments, &payment, "pay_")?.clone();
            if before.order_id.as_ref() != Some(&order) {
                return Err(ApiError::not_there());
            }
            if before.status == PaymentStatus::Created {
                take(state, &before, &step)?;
            }
            known(&state.payments, &payment, "pay_").map(|payment| outcome(payment, &order, &secret))
        })
        .await
}

fn take(state: &mut State, payment: &Payment, step: &Step) -> Result<(), ApiError> {
    let order = payment.order_id.as_ref().and_then(|id| state.orders.get(id));
    let verdict = if order.is_some_and(|order| order.status == OrderStatus::Paid) {
        Some(failures::order_paid())
    } else {
        verdict(payment, step)?
    };
    match verdict {
        None => payments::authorize(state, &payment.id),
        Some(why) => payments::fail(state, &payment.id, why),
    }
    Ok(())
}

/// Why the payment fails, if it does.
fn verdict(payment: &Payment, step: &Step) -> Result<Option<Failure>, ApiError> {
    let method = payment.instrument.method;
    if step.cancel && method != Method::Upi {
        return Ok(Some(failures::cancelled()));
    }
    if method == Method::Card {
        let otp = step.otp.as_deref().unwrap_or_default();
        if otp.len() > LONGEST_OTP || otp.bytes().any(|byte| !byte.is_ascii_digit()) {
            return Err(ApiError::field("otp", "The OTP has 4 to 10 digits."));
        }
        if otp.len() < SHORTEST_OTP {
            return Ok(Some(failures::wrong_otp()));
        }
    }
    if method == Method::Netbanking {
        return Ok((step.bank.as_deref() != Some("success")).then(|| failures::declined(method)));
    }
    // Cancelling in the UPI app counts as success in Razorpay's test mode, so it is not asked about here.
    Ok(match payment.plan {
        Plan::Approve | Plan::Ask => None,
        Plan::Decline => Some(failures::declined(method)),
        Plan::Late => Some(failures::timed_out()),
    })
}

fn outcome(payment: &Payment, order_id: &str, secret: &str) -> Value {
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
