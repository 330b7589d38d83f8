//! Making events: a snapshot of what they are about, as text that never changes afterwards.

use serde_json::{Map, Value, json};

use crate::api::views::{order_json, payment_json, refund_json};
use crate::model::{Event, EventState};
use crate::state::State;

/// The account that all events come from.
pub(crate) const ACCOUNT: &str = "acc_RzpSandbox0001";

pub(crate) fn payment(state: &mut State, name: &str, id: &str) {
    let Some(payment) = state.payments.get(id).map(payment_json) else { return };
    emit(state, name, &[("payment", payment)]);
}

pub(crate) fn order_paid(state: &mut State, order_id: &str, payment_id: &str) {
    let payment = state.payments.get(payment_id).map(payment_json);
    let order = state.orders.get(order_id).map(order_json);
    if let (Some(payment), Some(order)) = (payment, order) {
        emit(state, "order.paid", &[("payment", payment), ("order", order)]);
    }
}

pub(crate) fn refund(state: &mut State, name: &str, id: &str) {
    let Some(refund) = state.refunds.get(id) else { return };
    let json = refund_json(refund);
    if let Some(payment) = state.payments.get(&refund.payment_id).map(payment_json) {
        emit(state, name, &[("refund", json), ("payment", payment)]);
    }
}

/// Puts an event on its way, as the switches say. Returns its id.
pub(crate) fn emit(state: &mut State, name: &str, parts: &[(&str, Value)]) -> String {
    let contains: Vec<&str> = parts.iter().map(|(part, _)| *part).collect();
    let payload: Map<String, Value> =
        parts.iter().map(|(part, entity)| ((*part).to_owned(), json!({ "entity": entity }))).collect();
    let body = json!({
        "entity": "event",
        "account_id": ACCOUNT,
        "event": name,
        "contains": contains,
        "payload": payload,
        "created_at": state.now,
    });
    let switches = state.settings.webhooks;
    let place = match &state.webhook_secret {
        None => EventState::NoReceiver,
        Some(_) if state.settings.webhook_disabled => EventState::NoReceiver,
        Some(_) if switches.drop => EventState::Dropped,
        Some(_) if switches.hold => EventState::Held,
        Some(_) => EventState::Waiting,
    };
    let event = Event {
        id: state.ids.id(""),
        number: state.ids.number(),
        name: name.to_owned(),
        // As Razorpay's server writes JSON, so that a receiver who parses and re-serialises before verifying fails.
        body: body.to_string().replace('/', "\\/"),
        secret: state.webhook_secret.clone(),
        state: place,
        copies: if switches.double { 2 } else { 1 },
        attempts: 0,
        first_tried_at: None,
        next_at: state.now + switches.delay_seconds.max(0),
        last_answer: None,
        created_at: state.now,
    };
    let id = event.id.clone();
    state.put(event);
    id
}
