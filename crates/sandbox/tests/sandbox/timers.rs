//! Automatic transitions: capture settings, timeouts and late authorizations.

use razorpay_sandbox::{Method, Outcome};
use serde_json::{Value, json};

use crate::checkout::PaymentForm;
use crate::test_sandbox::{DAY, MINUTE, TestSandbox};

async fn status(test: &TestSandbox, id: &str) -> Value {
    test.get(&format!("/v1/payments/{id}")).await.expect_ok()["status"].clone()
}

#[tokio::test]
async fn payments_are_captured_automatically_unless_capture_is_manual() {
    let test = TestSandbox::new().await;
    for (settings, expected) in [
        (Value::Null, "captured"),
        (json!({ "capture": "automatic" }), "captured"),
        (json!({ "capture": "manual" }), "authorized"),
    ] {
        let order = test.order_of(json!({ "amount": 500, "currency": "INR", "payment": settings })).await;
        let form = PaymentForm::of(&test, &order);
        let id = form.start_card("4100 2800 0000 1007").await;
        assert_eq!(form.finish(&id, json!({ "otp": "1234" })).await["status"], "paid");
        assert_eq!(status(&test, &id).await, expected);
    }
    let older = test.order_of(json!({ "amount": 500, "currency": "INR", "payment_capture": 0 })).await;
    let form = PaymentForm::of(&test, &older);
    let id = form.start_card("4100 2800 0000 1007").await;
    form.finish(&id, json!({ "otp": "1234" })).await;
    assert_eq!(status(&test, &id).await, "authorized");
}

#[tokio::test]
async fn uncaptured_payment_is_refunded_at_order_refund_speed() {
    let test = TestSandbox::new().await;
    let options = json!({ "manual_expiry_period": 20, "refund_speed": "optimum" });
    let payment = json!({ "capture": "manual", "capture_options": options });
    let order = test.order_of(json!({ "amount": 500, "currency": "INR", "payment": payment })).await;
    let held = test.sandbox.pay(&order, Method::Card, Outcome::Authorized).unwrap().payment_id;
    test.advance(20 * MINUTE - 1);
    assert_eq!(status(&test, &held).await, "authorized");
    test.advance(1);
    assert_eq!(status(&test, &held).await, "refunded");
    let refunds = test.get(&format!("/v1/payments/{held}/refunds")).await.expect_ok();
    assert_eq!(refunds["items"][0]["speed_requested"], "optimum");
    let events = test.sandbox.events().unwrap();
    let event: Value = serde_json::from_str(&events.last().unwrap().body).unwrap();
    assert_eq!(event["event"], "refund.processed");
    assert_eq!(event["payload"]["payment"]["entity"]["captured"], false, "unlike a refund of a captured payment");
}

#[tokio::test]
async fn late_payment_fails_and_is_captured_later() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let late = test.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap();
    assert_eq!(late.status, "failed");
    test.advance(15 * MINUTE - 1);
    assert_eq!(status(&test, &late.payment_id).await, "failed");
    test.advance(1);
    assert_eq!(status(&test, &late.payment_id).await, "captured");
    assert_eq!(test.event_names(), ["payment.failed", "payment.authorized", "payment.captured", "order.paid"]);
    assert_eq!(test.sandbox.payment(&late.payment_id).unwrap()["error_code"], Value::Null);
}

#[tokio::test]
async fn payment_after_automatic_expiry_period_stays_authorized() {
    let test = TestSandbox::new().await;
    let payment = json!({ "capture": "automatic", "capture_options": { "automatic_expiry_period": 12 } });
    let order = test.order_of(json!({ "amount": 500, "currency": "INR", "payment": payment })).await;
    let late = test.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap().payment_id;
    test.advance(16 * MINUTE);
    assert_eq!(status(&test, &late).await, "authorized");
    test.advance(5 * DAY);
    assert_eq!(status(&test, &late).await, "refunded");
}

#[tokio::test]
async fn late_payment_of_paid_order_is_not_captured() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let late = test.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap().payment_id;
    test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    test.advance(16 * MINUTE);
    assert_eq!(status(&test, &late).await, "authorized");
    assert_eq!(test.sandbox.capture(&late).unwrap().status, "captured", "the capture command can capture it");
}

#[tokio::test]
async fn authorize_command_authorizes_late_payment_immediately() {
    let test = TestSandbox::new().await;
    let late = test.sandbox.pay(&test.order().await, Method::Upi, Outcome::LateAuthorized).unwrap();
    assert_eq!(test.sandbox.authorize(&late.payment_id).unwrap().status, "captured");
    test.sandbox.authorize(&late.payment_id).unwrap_err();
}

#[tokio::test]
async fn abandoned_card_payment_fails_after_ten_minutes() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let id = PaymentForm::of(&test, &order).start_card("4100 2800 0000 1007").await;
    test.advance(10 * MINUTE - 1);
    assert_eq!(status(&test, &id).await, "created");
    test.advance(1);
    let payment = test.get(&format!("/v1/payments/{id}")).await.expect_ok();
    assert_eq!((&payment["status"], &payment["error_reason"]), (&json!("failed"), &json!("payment_timed_out")));
}

#[tokio::test]
async fn abandoned_upi_payment_is_approved() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let id = PaymentForm::of(&test, &order).start(json!({ "method": "upi", "vpa": "success@razorpay" })).await;
    assert_eq!(status(&test, &id).await, "created");
    test.advance(5);
    assert_eq!(status(&test, &id).await, "captured");
}
