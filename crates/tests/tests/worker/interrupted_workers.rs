//! A server that stops during a job or a webhook: another one continues, and nothing is done twice.

use axum::body::Bytes;
use razorpay_sandbox::{EventReport, Outcome, WebhookSwitches, webhook_signature};
use serde_json::{Value, json};
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{PaymentsApp, Student, WEBHOOK_SECRET, both_dbs, minutes};

use crate::common::payments::{
    CLASS, assert_ledger_balanced, at_every_step, buy_class, cancel, count, finish_and_audit, interrupt_after,
    school_without_credits, second_server,
};

both_dbs!(
    server_stops_while_a_webhook_is_received,
    server_stops_while_a_provider_event_is_processed,
    server_stops_during_reconciliation,
    server_stops_while_a_late_payment_is_captured,
    server_stops_while_an_unusable_payment_is_refunded,
    server_stops_while_a_refund_is_sent,
);

/// Longer than any lease.
const A_WHILE: jiff::SignedDuration = minutes(6);

fn drop_webhooks(app: &PaymentsApp) {
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
}

async fn next_order(app: &PaymentsApp, student: &Student) -> Value {
    let slots = app.slots(student).await;
    app.order(student, &slots[10], None).await
}

async fn state(app: &PaymentsApp, student: &Student, order: &Value) -> Value {
    app.order_state(student, order).await["state"].clone()
}

fn news<'a>(server: &'a PaymentsApp, event: &EventReport) -> Request<'a> {
    server
        .post("/api/webhooks/razorpay", &Value::Null)
        .header("x-razorpay-signature", &webhook_signature(WEBHOOK_SECRET, event.body.as_bytes()))
        .header("x-razorpay-event-id", &event.id)
        .body(Bytes::from(event.body.clone()))
}

async fn server_stops_while_a_webhook_is_received(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    drop_webhooks(&app);
    let (app, other, student) = (&app, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(app, student).await;
        let payment = app.pay(&order);
        let events = app.provider.events().unwrap();
        let captured = events.iter().rev().find(|event| event.name == "payment.captured").unwrap();
        assert!(captured.body.contains(&payment));
        let ended = interrupt_after(news(app, captured).send(), waits).await;
        // Without a response the provider delivers the event again.
        if ended.is_none() {
            news(other, captured).ok().await;
        }
        finish_and_audit(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
    assert_eq!(count(app, "provider_events").await, count(app, "bookings").await);
}

async fn server_stops_while_a_provider_event_is_processed(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    let (app, other, student) = (&app, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(app, student).await;
        app.pay(&order);
        app.provider.deliver_due().await;
        let ended = interrupt_after(app.work(), waits).await;
        assert_ledger_balanced(app).await;
        app.advance(A_WHILE);
        finish_and_audit(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
    assert_eq!(count(app, "outbox WHERE state <> 'done'").await, 0);
}

async fn server_stops_during_reconciliation(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    drop_webhooks(&app);
    let (app, other, student) = (&app, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(app, student).await;
        app.pay(&order);
        app.advance(minutes(1));
        let ended = interrupt_after(app.work(), waits).await;
        assert_ledger_balanced(app).await;
        app.advance(A_WHILE);
        finish_and_audit(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
}

async fn server_stops_while_a_late_payment_is_captured(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    drop_webhooks(&app);
    let (app, other, student) = (&app, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(app, student).await;
        let payment = app.pay_with(&order, Outcome::Authorized);
        let ended = interrupt_after(app.success_request(student, &order, &payment).send(), waits).await;
        app.advance(A_WHILE);
        finish_and_audit(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        assert_eq!(app.provider.payment(&payment).unwrap()["status"], "captured");
        ended.is_some()
    })
    .await;
}

async fn server_stops_while_an_unusable_payment_is_refunded(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    drop_webhooks(&app);
    let (_, order) = buy_class(&app, &student, CLASS).await;
    app.work().await;
    let (app, other, student) = (&app, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let payment = app.pay(&order);
        number += 1;
        let ended = interrupt_after(app.success_request(student, &order, &payment).send(), waits).await;
        other.success_request(student, &order, &payment).ok().await;
        finish_and_audit(other).await;
        assert_eq!(app.provider.payment(&payment).unwrap()["status"], "refunded", "after {waits} waits");
        assert_eq!(count(other, "refunds WHERE state = 'done'").await, number);
        ended.is_some()
    })
    .await;
    assert_eq!(app.order_state(student, &order).await["state"], "booked");
}

async fn server_stops_while_a_refund_is_sent(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    drop_webhooks(&app);
    let (app, other, student) = (&app, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let (booking, order) = buy_class(app, student, CLASS).await;
        app.work().await;
        number += 1;
        cancel(app, student, &booking).ok().await;
        let ended = interrupt_after(app.work(), waits).await;
        assert_ledger_balanced(app).await;
        app.advance(A_WHILE);
        finish_and_audit(other).await;
        assert_eq!(state(other, student, &order).await, "refunded", "after {waits} waits");
        let sent = app.provider.overview().unwrap()["refunds"].as_array().unwrap().len();
        assert_eq!(json!(sent), json!(number), "once each");
        ended.is_some()
    })
    .await;
}
