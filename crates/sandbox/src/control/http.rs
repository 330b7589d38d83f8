//! `/operator/api`: the control commands as a JSON API.

use axum::extract::State as Shared;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::events::ReleaseOrder;
use super::forced_payments::ForcedPayment;
use super::page;
use crate::config::Error;
use crate::model::{Fault, FinalRefundStatus};
use crate::sandbox::Sandbox;

pub(crate) fn router() -> Router<Sandbox> {
    Router::new()
        .route("/operator", get(page::get_control_page))
        .route("/operator/api/state", get(async |Shared(sandbox): Shared<Sandbox>| json_response(sandbox.overview())))
        .route("/operator/api/act", post(run_command))
}

/// A command, for example `{"do": "pay", "order_id": "order_…", "outcome": "failed"}`.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Command {
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
        end: FinalRefundStatus,
    },
    SlowDownRefund {
        refund_id: String,
    },
    /// Changes only the given settings.
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

async fn run_command(Shared(sandbox): Shared<Sandbox>, Json(command): Json<Command>) -> Response {
    let s = &sandbox;
    match command {
        Command::Pay(forced) => json_response(s.force_payment(&forced)),
        Command::PayUnknownOrder { amount_minor, currency } => {
            json_response(s.pay_unknown_order(amount_minor, &currency))
        }
        Command::Authorize { payment_id } => json_response(s.authorize(&payment_id)),
        Command::Capture { payment_id } => json_response(s.capture(&payment_id)),
        Command::Decline { payment_id } => json_response(s.decline(&payment_id)),
        Command::Refund { payment_id, amount_minor } => json_response(s.refund_payment(&payment_id, amount_minor)),
        Command::FinishRefund { refund_id, end } => json_response(s.finish_refund(&refund_id, end)),
        Command::SlowDownRefund { refund_id } => json_response(s.slow_down_refund(&refund_id)),
        Command::Settings { settings } => json_response(change_settings(s, &settings)),
        Command::AddFault(fault) => json_response(s.add_fault(fault)),
        Command::ClearFaults => json_response(s.clear_faults()),
        Command::Emit { name, payment_id } => json_response(s.emit(&name, &payment_id)),
        Command::Release { order } => json_response(s.release_events(order)),
        Command::ReleaseEvent { event_id } => json_response(s.release_event(&event_id)),
        Command::ResendEvent { event_id } => json_response(s.resend_event(&event_id)),
        Command::DropEvent { event_id } => json_response(s.drop_event(&event_id)),
        Command::EnableWebhook => json_response(s.enable_webhook()),
        Command::MovePayout { payout_id, status } => json_response(s.set_payout_status(&payout_id, &status)),
    }
}

fn change_settings(sandbox: &Sandbox, changes: &Value) -> Result<Value, Error> {
    let mut merged = json!(sandbox.settings()?);
    merge(&mut merged, changes);
    let settings = serde_json::from_value(merged).map_err(|error| Error::InvalidCommand(error.to_string()))?;
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

fn json_response<T: Serialize>(result: Result<T, Error>) -> Response {
    match result {
        Ok(value) => Json(value).into_response(),
        Err(Error::InvalidCommand(reason)) => {
            (StatusCode::BAD_REQUEST, Json(json!({ "error": reason }))).into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "error": error.to_string() }))).into_response(),
    }
}
