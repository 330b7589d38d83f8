//! A server that ends in the middle of its background work, or while it takes news: another one goes on, and nothing is
//! done twice.

use axum::body::Bytes;
use razorpay_sandbox::{EventReport, Outcome, WebhookSwitches, webhook_signature};
use serde_json::{Value, json};
use tala_tests::http::Request;
use tala_tests::school::School;
use tala_tests::{Desk, Student, WEBHOOK_SECRET, both_dbs, minutes};

use crate::support::{
    CLASS, at_every_step, buy_class, cancel, consistent, count, cut_short, penniless, second_server, settled,
};

both_dbs!(
    while_news_are_taken,
    while_news_are_worked_through,
    while_an_order_is_looked_up,
    while_a_late_payment_is_captured,
    while_a_useless_payment_is_sent_back,
    while_a_refund_is_sent,
);

/// Longer than any lease.
const A_WHILE: jiff::SignedDuration = minutes(6);

fn nobody_tells(desk: &Desk) {
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
}

async fn next_order(desk: &Desk, student: &Student) -> Value {
    let slots = desk.slots(student).await;
    desk.order(student, &slots[10], None).await
}

async fn state(desk: &Desk, student: &Student, order: &Value) -> Value {
    desk.order_state(student, order).await["state"].clone()
}

fn news<'a>(server: &'a Desk, event: &EventReport) -> Request<'a> {
    server
        .post("/api/webhooks/razorpay", &Value::Null)
        .header("x-razorpay-signature", &webhook_signature(WEBHOOK_SECRET, event.body.as_bytes()))
        .header("x-razorpay-event-id", &event.id)
        .body(Bytes::from(event.body.clone()))
}

async fn while_news_are_taken(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    nobody_tells(&desk);
    let (desk, other, student) = (&desk, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(desk, student).await;
        let payment = desk.pay(&order);
        let events = desk.provider.events().unwrap();
        let captured = events.iter().rev().find(|event| event.name == "payment.captured").unwrap();
        assert!(captured.body.contains(&payment));
        let ended = cut_short(news(desk, captured).send(), waits).await;
        // No answer was heard: the provider tells it once more.
        if ended.is_none() {
            news(other, captured).ok().await;
        }
        settled(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
    assert_eq!(count(desk, "provider_events").await, count(desk, "bookings").await);
}

async fn while_news_are_worked_through(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    let (desk, other, student) = (&desk, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(desk, student).await;
        desk.pay(&order);
        desk.provider.deliver_due().await;
        let ended = cut_short(desk.work(), waits).await;
        consistent(desk).await;
        desk.advance(A_WHILE);
        settled(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
    assert_eq!(count(desk, "outbox WHERE state <> 'done'").await, 0);
}

async fn while_an_order_is_looked_up(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    nobody_tells(&desk);
    let (desk, other, student) = (&desk, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(desk, student).await;
        desk.pay(&order);
        desk.advance(minutes(1));
        let ended = cut_short(desk.work(), waits).await;
        consistent(desk).await;
        desk.advance(A_WHILE);
        settled(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
}

async fn while_a_late_payment_is_captured(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    nobody_tells(&desk);
    let (desk, other, student) = (&desk, &other, &student);
    at_every_step(async |waits| {
        let order = next_order(desk, student).await;
        let payment = desk.pay_with(&order, Outcome::Authorized);
        let ended = cut_short(desk.success_request(student, &order, &payment).send(), waits).await;
        desk.advance(A_WHILE);
        settled(other).await;
        assert_eq!(state(other, student, &order).await, "booked", "after {waits} waits");
        assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "captured");
        ended.is_some()
    })
    .await;
}

async fn while_a_useless_payment_is_sent_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    nobody_tells(&desk);
    let (_, order) = buy_class(&desk, &student, CLASS).await;
    desk.work().await;
    let (desk, other, student) = (&desk, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let payment = desk.pay(&order);
        number += 1;
        let ended = cut_short(desk.success_request(student, &order, &payment).send(), waits).await;
        other.success_request(student, &order, &payment).ok().await;
        settled(other).await;
        assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "refunded", "after {waits} waits");
        assert_eq!(count(other, "refunds WHERE state = 'done'").await, number);
        ended.is_some()
    })
    .await;
    assert_eq!(desk.order_state(student, &order).await["state"], "booked");
}

async fn while_a_refund_is_sent(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    nobody_tells(&desk);
    let (desk, other, student) = (&desk, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let (booking, order) = buy_class(desk, student, CLASS).await;
        desk.work().await;
        number += 1;
        cancel(desk, student, &booking).ok().await;
        let ended = cut_short(desk.work(), waits).await;
        consistent(desk).await;
        desk.advance(A_WHILE);
        settled(other).await;
        assert_eq!(state(other, student, &order).await, "refunded", "after {waits} waits");
        let sent = desk.provider.overview().unwrap()["refunds"].as_array().unwrap().len();
        assert_eq!(json!(sent), json!(number), "once each");
        ended.is_some()
    })
    .await;
}
