//! Creation of events. The payload is a snapshot and does not change afterwards.

use serde_json::{Map, Value, json};

use crate::api::views::{order_json, payment_with_card_json, refund_json};
use crate::model::{Event, EventState};
use crate::state::State;

/// The `account_id` of all events.
const ACCOUNT_ID: &str = "acc_RzpSandbox0001";

pub(crate) fn emit_payment_event(state: &mut State, name: &str, id: &str) {
    let Some(payment) = state.payments.get(id).map(payment_with_card_json) else { return };
    emit(state, name, &[("payment", payment)]);
}

pub(crate) fn emit_order_paid(state: &mut State, order_id: &str, payment_id: &str) {
    let payment = state.payments.get(payment_id).map(payment_with_card_json);
    let order = state.orders.get(order_id).map(order_json);
    if let (Some(payment), Some(order)) = (payment, order) {
        emit(state, "order.paid", &[("payment", payment), ("order", order)]);
    }
}

pub(crate) fn emit_refund_event(state: &mut State, name: &str, id: &str) {
    let Some(refund) = state.refunds.get(id) else { return };
    let json = refund_json(refund);
    if let Some(payment) = state.payments.get(&refund.payment_id).map(payment_with_card_json) {
        emit(state, name, &[("refund", json), ("payment", payment)]);
    }
}

/// Creates an event with its entities, subject to the webhook switches. Returns its id.
pub(crate) fn emit(state: &mut State, name: &str, entities: &[(&str, Value)]) -> String {
    let contains: Vec<&str> = entities.iter().map(|(name, _)| *name).collect();
    let payload: Map<String, Value> =
        entities.iter().map(|(name, entity)| ((*name).to_owned(), json!({ "entity": entity }))).collect();
    let body = json!({
        "entity": "event",
        "account_id": ACCOUNT_ID,
        "event": name,
        "contains": contains,
        "payload": payload,
        "created_at": state.now,
    });
    let switches = state.settings.webhooks;
    let event_state = match &state.webhook_secret {
        None => EventState::NoReceiver,
        Some(_) if state.settings.webhook_disabled => EventState::NoReceiver,
        Some(_) if switches.drop => EventState::Dropped,
        Some(_) if switches.hold => EventState::Held,
        Some(_) => EventState::Waiting,
    };
    let event = Event {
        id: state.ids.next_id(""),
        number: state.ids.next_number(),
        name: name.to_owned(),
        // Escapes slashes like Razorpay, so that receivers that re-serialize the body before verification fail.
        body: body.to_string().replace('/', "\\/"),
        secret: state.webhook_secret.clone(),
        state: event_state,
        copies: if switches.double { 2 } else { 1 },
        attempts: 0,
        first_tried_at: None,
        next_at: state.now + switches.delay_seconds.max(0),
        last_answer: None,
        created_at: state.now,
    };
    let id = event.id.clone();
    state.upsert(event);
    id
}
