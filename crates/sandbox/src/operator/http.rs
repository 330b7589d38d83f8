//! `/operator/api`: the operator's functions as JSON.

use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::page;
use super::pay::ForcedPayment;
use super::webhooks::ReleaseOrder;
use crate::config::Error;
use crate::model::{Fault, RefundEnd};
use crate::sandbox::Sandbox;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/operator", get(page::show))
        .route("/operator/api/state", get(async |Shared(s): Shared<Sandbox>| reply(s.overview())))
        .route("/operator/api/act", post(act))
}

/// One thing to do: `{"do": "pay", "order_id": "order_…", "outcome": "failed"}`.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Act {
    Pay(ForcedPayment),
    PayUnknownOrder {
        amount_minor: i64,
        currency: String,
    },
    Authorize {
        payment_id: String,
    },
    Capture {
        payment_id: String,
    },
    Decline {
        payment_id: String,
    },
    Refund {
        payment_id: String,
        amount_minor: Option<i64>,
    },
    FinishRefund {
        refund_id: String,
        end: RefundEnd,
    },
    SlowDownRefund {
        refund_id: String,
    },
    /// Only the settings that are named are changed.
    Settings {
        settings: Value,
    },
    AddFault(Fault),
    ClearFaults,
    Emit {
        name: String,
        payment_id: String,
    },
    Release {
        #[serde(default)]
        order: ReleaseOrder,
    },
    ReleaseEvent {
        event_id: String,
    },
    ResendEvent {
        event_id: String,
    },
    DropEvent {
        event_id: String,
    },
    EnableWebhook,
    MovePayout {
        payout_id: String,
        status: String,
    },
}

async fn act(Shared(sandbox): Shared<Sandbox>, Json(act): Json<Act>) -> Response {
    let s = &sandbox;
    match act {
        Act::Pay(wanted) => reply(s.force(&wanted)),
        Act::PayUnknownOrder { amount_minor, currency } => reply(s.pay_unknown_order(amount_minor, &currency)),
        Act::Authorize { payment_id } => reply(s.authorize(&payment_id)),
        Act::Capture { payment_id } => reply(s.capture(&payment_id)),
        Act::Decline { payment_id } => reply(s.decline(&payment_id)),
        Act::Refund { payment_id, amount_minor } => reply(s.refund_payment(&payment_id, amount_minor)),
        Act::FinishRefund { refund_id, end } => reply(s.finish_refund(&refund_id, end)),
        Act::SlowDownRefund { refund_id } => reply(s.slow_down_refund(&refund_id)),
        Act::Settings { settings } => reply(change_settings(s, &settings)),
        Act::AddFault(fault) => reply(s.add_fault(fault)),
        Act::ClearFaults => reply(s.clear_faults()),
        Act::Emit { name, payment_id } => reply(s.emit(&name, &payment_id)),
        Act::Release { order } => reply(s.release(order)),
        Act::ReleaseEvent { event_id } => reply(s.release_event(&event_id)),
        Act::ResendEvent { event_id } => reply(s.resend_event(&event_id)),
        Act::DropEvent { event_id } => reply(s.drop_event(&event_id)),
        Act::EnableWebhook => reply(s.enable_webhook()),
        Act::MovePayout { payout_id, status } => reply(s.move_payout(&payout_id, &status)),
    }
}

fn change_settings(sandbox: &Sandbox, changes: &Value) -> Result<Value, Error> {
    let mut merged = json!(sandbox.settings()?);
    merge(&mut merged, changes);
    let settings = serde_json::from_value(merged).map_err(|error| Error::Refused(error.to_string()))?;
    sandbox.change_settings(|present| *present = settings).map(|settings| json!(settings))
}

fn merge(into: &mut Value, changes: &Value) {
    match (into, changes) {
        (Value::Object(into), Value::Object(changes)) => {
            for (name, change) in changes {
                merge(into.entry(name).or_insert(Value::Null), change);
            }
        }
        (into, change) => *into = change.clone(),
    }
}

fn reply<T: Serialize>(done: Result<T, Error>) -> Response {
    match done {
        Ok(value) => Json(value).into_response(),
        Err(Error::Refused(why)) => (StatusCode::BAD_REQUEST, Json(json!({ "error": why }))).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "error": error.to_string() }))).into_response(),
    }
}
