//! Webhooks: valid, forged, repeated, in any order, or lost.

use razorpay_sandbox::{ReleaseOrder, WebhookSwitches, webhook_signature};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{KEY_SECRET, OLD_WEBHOOK_SECRET, PaymentsApp, Student, WEBHOOK_SECRET, at, both_dbs, days, minutes};

use crate::common::payments::{CLASS, audit_money, fault, finish_and_audit};

both_dbs!(
    forged_webhook_changes_nothing,
    reserialized_webhook_is_refused,
    both_webhook_secrets_are_accepted,
    webhook_without_an_event_id_counts_once,
    repeated_webhook_changes_nothing,
    unreadable_webhook_is_refused,
    oversized_webhook_is_refused,
    webhook_without_an_order_of_ours_is_accepted_and_purged,
    any_payment_event_triggers_reconciliation,
    duplicate_webhooks_book_once,
    webhooks_in_the_wrong_order_book_once,
    webhook_long_after_the_callback_changes_nothing,
    reconciliation_books_payment_when_webhook_is_lost,
    stored_event_is_processed_after_its_server_stops,
    one_bad_event_does_not_hold_up_the_others,
    event_received_during_an_outage_is_processed_later,
);

fn webhook_request<'a>(
    app: &'a PaymentsApp,
    body: impl Into<Vec<u8>>,
    signature: &str,
    id: Option<&str>,
) -> Request<'a> {
    let request = app
        .post("/api/webhooks/razorpay", &Value::Null)
        .header("x-razorpay-signature", signature)
        .body(axum::body::Bytes::from(body.into()));
    match id {
        Some(id) => request.header("x-razorpay-event-id", id),
        None => request,
    }
}

fn signed<'a>(app: &'a PaymentsApp, body: &str, id: Option<&str>) -> Request<'a> {
    webhook_request(app, body, &webhook_signature(WEBHOOK_SECRET, body.as_bytes()), id)
}

/// A paid order without a delivered event, and the body of its event.
async fn paid_without_webhook(app: &PaymentsApp) -> (Student, Value, String) {
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    app.pay(&order);
    let events = app.provider.events().unwrap();
    let captured = events.iter().find(|event| event.name == "payment.captured").unwrap();
    (student, order, captured.body.clone())
}

async fn state(app: &PaymentsApp, student: &Student, order: &Value) -> Value {
    app.order_state(student, order).await["state"].clone()
}

async fn forged_webhook_changes_nothing(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    let right = webhook_signature(WEBHOOK_SECRET, body.as_bytes());
    let with_the_other_key = webhook_signature(KEY_SECRET, body.as_bytes());
    let of_nothing = webhook_signature(WEBHOOK_SECRET, b"");
    let (upper, spaced) = (right.to_uppercase(), format!("{right} "));
    let (longer, prefixed) = (format!("{right}00"), format!("sha256={right}"));
    for wrong in
        ["", "x", &right[1..], &right[..63], &upper, &spaced, &longer, &prefixed, &with_the_other_key, &of_nothing]
    {
        // HTTP strips a trailing space of a header; any other change must be refused.
        if wrong.trim() != right {
            webhook_request(&app, &*body, wrong, Some("evt_1")).refused(ErrorCode::PaymentNotVerified).await;
        }
    }
    webhook_request(&app, "", &right, Some("evt_1")).refused(ErrorCode::PaymentNotVerified).await;
    let unsigned = app.post("/api/webhooks/razorpay", &Value::Null).body(body.clone());
    unsigned.refused(ErrorCode::PaymentNotVerified).await;
    app.work().await;
    assert_eq!(app.count("provider_events").await, 0);
    assert_eq!(state(&app, &student, &order).await, "open");
    signed(&app, &body, Some("evt_1")).ok().await;
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked", "a forger cannot use up an event's id");
}

async fn reserialized_webhook_is_refused(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    // As the provider serializes: letters and slashes escaped.
    let body = body.replace("\"description\":null", r#""description":"N\u012bl\u0101 \/ class""#);
    let right = webhook_signature(WEBHOOK_SECRET, body.as_bytes());
    let parsed: Value = serde_json::from_str(&body).unwrap();
    for rewritten in [parsed.to_string(), format!("{body}\n"), format!(" {body}"), body.replace("\\/", "/")] {
        assert_ne!(rewritten, body);
        webhook_request(&app, rewritten, &right, None).refused(ErrorCode::PaymentNotVerified).await;
    }
    app.work().await;
    assert_eq!(state(&app, &student, &order).await, "open");
    webhook_request(&app, body, &right, None).ok().await;
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
}

async fn both_webhook_secrets_are_accepted(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    let old = webhook_signature(OLD_WEBHOOK_SECRET, body.as_bytes());
    webhook_request(&app, &*body, &old, Some("evt_1")).ok().await;
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
    signed(&app, &body, Some("evt_2")).ok().await;
    finish_and_audit(&app).await;
    assert_eq!(app.count("bookings").await, 1);
}

async fn webhook_without_an_event_id_counts_once(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    let (endless, foreign) = ("e".repeat(101), "ev\u{e9}nement");
    for id in [None, Some(""), Some(endless.as_str()), Some(foreign), None] {
        signed(&app, &body, id).ok().await;
    }
    assert_eq!(app.count("provider_events").await, 1, "the same body is the same event");
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
}

async fn repeated_webhook_changes_nothing(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    for round in 0..4 {
        for id in ["evt_1", "evt_1", &format!("evt_of_round_{round}")] {
            signed(&app, &body, Some(id)).ok().await;
        }
        finish_and_audit(&app).await;
        app.advance(days(1));
    }
    assert_eq!(app.count("provider_events").await, 5);
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.count("refunds").await, 0);
    assert_eq!(app.mailer.sent_to(&student.email).len(), 1, "one confirmation");
    assert_eq!(state(&app, &student, &order).await, "booked");
}

async fn unreadable_webhook_is_refused(app: PaymentsApp) {
    let body = [b"{\"event\":\"payment.captured\"".as_slice(), &[0xff, 0xfe], b"}"].concat();
    let signature = webhook_signature(WEBHOOK_SECRET, &body);
    webhook_request(&app, body, &signature, Some("evt_1")).refused(ErrorCode::MalformedRequest).await;
    assert_eq!(app.count("provider_events").await, 0);
}

async fn oversized_webhook_is_refused(app: PaymentsApp) {
    let body = format!("{{\"event\":\"{}\"}}", "x".repeat(64 * 1024));
    signed(&app, &body, Some("evt_1")).refused(ErrorCode::BodyTooLarge).await;
    assert_eq!(app.count("provider_events").await, 0);
}

async fn webhook_without_an_order_of_ours_is_accepted_and_purged(app: PaymentsApp) {
    let (student, order, _) = paid_without_webhook(&app).await;
    let downtime = json!({ "event": "payment.downtime.started", "payload": {} }).to_string();
    let settlement =
        json!({ "event": "settlement.processed", "payload": { "settlement": { "entity": { "id": "setl_1" } } } });
    let odd =
        json!({ "event": "payment.captured", "payload": { "payment": { "entity": { "id": "../../v1/orders" } } } });
    let (settlement, odd) = (settlement.to_string(), odd.to_string());
    for (number, body) in
        [&*downtime, &settlement, &odd, "", "null", "[]", "{}", "{\"event\":7}", "not JSON"].iter().enumerate()
    {
        signed(&app, body, Some(&format!("evt_{number}"))).ok().await;
    }
    app.work().await;
    assert_eq!(app.count("outbox WHERE state <> 'done'").await, 0);
    assert_eq!(app.count("payments").await, 0);
    assert_eq!(state(&app, &student, &order).await, "open");
}

async fn any_payment_event_triggers_reconciliation(app: PaymentsApp) {
    let (student, order, captured) = paid_without_webhook(&app).await;
    let dispute = captured.replace("\"payment.captured\"", "\"payment.dispute.created\"");
    signed(&app, &dispute, Some("evt_dispute")).ok().await;
    signed(&app, &dispute.replace("created", "under_review"), Some("evt_dispute_2")).ok().await;
    app.work().await;
    assert_eq!(state(&app, &student, &order).await, "booked");
    assert_eq!(app.count("bookings").await, 1);
}

async fn duplicate_webhooks_book_once(app: PaymentsApp) {
    app.provider.set_webhook_switches(WebhookSwitches { double: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.mailer.sent().len(), 2, "one mail for each person");
}

async fn webhooks_in_the_wrong_order_book_once(app: PaymentsApp) {
    app.provider.set_webhook_switches(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    app.pay_with(&order, razorpay_sandbox::Outcome::FailedThenCaptured);
    assert!(
        app.provider.release_events(ReleaseOrder::NewestFirst).unwrap() >= 4,
        "failed, authorized, captured, order paid"
    );
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.count("payments WHERE state = 'failed'").await, 1);
}

async fn webhook_long_after_the_callback_changes_nothing(app: PaymentsApp) {
    app.provider.set_webhook_switches(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).ok().await;
    app.advance(days(3));
    app.provider.release_events(ReleaseOrder::OldestFirst).unwrap();
    finish_and_audit(&app).await;
    let again = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(again["order"]["state"], "booked", "the browser may ask again as well");
    finish_and_audit(&app).await;
    assert_eq!((app.count("bookings").await, app.count("refunds").await), (1, 0));
    assert_eq!(app.mailer.sent().len(), 2);
}

async fn reconciliation_books_payment_when_webhook_is_lost(app: PaymentsApp) {
    let (student, order, _) = paid_without_webhook(&app).await;
    app.advance(minutes(1));
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
}

async fn stored_event_is_processed_after_its_server_stops(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    signed(&app, &body, Some("evt_1")).ok().await;
    // The first server never runs its job.
    let other = app.another_server(2).await;
    other.work().await;
    assert_eq!(state(&app, &student, &order).await, "booked");
    audit_money(&app).await;
}

async fn one_bad_event_does_not_hold_up_the_others(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    let unknown =
        json!({ "event": "payment.captured", "payload": { "payment": { "entity": { "id": "pay_Unknown0000001" } } } });
    signed(&app, &unknown.to_string(), Some("evt_1")).ok().await;
    signed(&app, &body, Some("evt_2")).ok().await;
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
    assert_eq!(app.count("payments").await, 1);
}

async fn event_received_during_an_outage_is_processed_later(app: PaymentsApp) {
    let (student, order, body) = paid_without_webhook(&app).await;
    fault(&app, razorpay_sandbox::FaultKind::ServerError, 4, ("GET", "/v1/payments/"), false);
    signed(&app, &body, Some("evt_1")).ok().await;
    app.work().await;
    assert_eq!(state(&app, &student, &order).await, "open");
    app.advance(jiff::SignedDuration::from_secs(15));
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &order).await, "booked");
}
