//! The payments API: fields, capture, refunds of uncaptured payments.

use razorpay_sandbox::{ForcedPayment, Method, Outcome};
use serde_json::{Value, json};

use crate::test_sandbox::{DAY, TestSandbox};

async fn payment(test: &TestSandbox, id: &str) -> Value {
    test.get(&format!("/v1/payments/{id}")).await.expect_ok()
}

#[tokio::test]
async fn captured_payment_has_fee_including_tax() {
    let test = TestSandbox::new().await;
    let order = test.order_of(json!({ "amount": 100_000, "currency": "INR", "notes": { "class": "7" } })).await;
    let paid = test.sandbox.pay(&order, Method::Upi, Outcome::Captured).unwrap();
    let payment = payment(&test, &paid.payment_id).await;
    for (field, value) in [
        ("entity", json!("payment")),
        ("amount", json!(100_000)),
        ("status", json!("captured")),
        ("captured", json!(true)),
        ("order_id", json!(order)),
        ("method", json!("upi")),
        ("vpa", json!("success@razorpay")),
        ("fee", json!(2_360)),
        ("tax", json!(360)),
        ("international", json!(false)),
        ("notes", json!({ "class": "7" })),
        ("refund_status", Value::Null),
        ("error_code", Value::Null),
        ("card_id", Value::Null),
    ] {
        assert_eq!(payment[field], value, "{field}");
    }
    assert!(payment["acquirer_data"].is_object());
    assert!(payment.get("base_amount").is_none());
}

#[tokio::test]
async fn failed_payment_has_error_and_no_fee() {
    let test = TestSandbox::new().await;
    let failed = test.sandbox.pay(&test.order().await, Method::Card, Outcome::Failed).unwrap();
    let payment = payment(&test, &failed.payment_id).await;
    assert_eq!(payment["status"], "failed");
    assert_eq!((&payment["fee"], &payment["tax"]), (&Value::Null, &Value::Null));
    assert_eq!(payment["error_reason"], "payment_declined");
    assert_eq!(payment["error_source"], "bank");
    assert_eq!(payment["acquirer_data"], json!([]), "Razorpay returns a list here");
    assert!(payment.get("card").is_none() && payment["card_id"].is_string(), "{payment}");
    let path = format!("/v1/payments/{}?expand[]=card", failed.payment_id);
    let expanded = test.get(&path).await.expect_ok();
    assert_eq!((&expanded["card"]["last4"], &expanded["card"]["iin"]), (&json!("1007"), &json!("999999")));
}

#[tokio::test]
async fn foreign_payment_has_base_amount_in_inr() {
    let test = TestSandbox::new().await;
    let order = test.order_of(json!({ "amount": 5_000, "currency": "USD" })).await;
    let paid = test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    let payment = payment(&test, &paid.payment_id).await;
    assert_eq!((&payment["international"], &payment["base_currency"]), (&json!(true), &json!("INR")));
    assert_eq!(payment["base_amount"], 420_000);
}

#[tokio::test]
async fn capture_requires_authorized_amount_and_succeeds_once() {
    let test = TestSandbox::new().await;
    let order = test.order_of(json!({ "amount": 1_000, "currency": "INR", "payment": { "capture": "manual" } })).await;
    let authorized = test.sandbox.pay(&order, Method::Card, Outcome::Authorized).unwrap();
    let path = format!("/v1/payments/{}/capture", authorized.payment_id);
    let body = |amount: i64, currency: &str| json!({ "amount": amount, "currency": currency });
    test.post(&path, body(999, "INR"))
        .await
        .expect_bad_request("Capture amount must be equal to the amount authorized.");
    assert_eq!(test.post(&path, body(1_000, "USD")).await.expect_error(400)["field"], "currency");
    assert_eq!(test.post(&path, json!({ "amount": 1_000 })).await.expect_error(400)["field"], "currency");
    assert_eq!(
        test.post(&path, json!({ "amount": "x", "currency": "INR" })).await.expect_error(400)["description"],
        "The amount must be an integer."
    );
    let captured = test.post(&path, body(1_000, "INR")).await.expect_ok();
    assert_eq!((&captured["status"], &captured["captured"]), (&json!("captured"), &json!(true)));
    assert_eq!(test.sandbox.order(&order).unwrap()["status"], "paid");
    test.post(&path, body(1_000, "INR")).await.expect_bad_request("This payment has already been captured");

    let failed = test.sandbox.pay(&test.order().await, Method::Card, Outcome::Failed).unwrap();
    test.post(&format!("/v1/payments/{}/capture", failed.payment_id), body(49_900, "INR")).await.expect_error(400);
    test.post("/v1/payments/pay_29QQoUBi66xm2f/capture", body(1, "INR"))
        .await
        .expect_bad_request("The id provided does not exist");
}

#[tokio::test]
async fn second_payment_of_paid_order_cannot_be_captured_by_api() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    let second = test.sandbox.pay(&order, Method::Card, Outcome::Authorized).unwrap();
    let body = json!({ "amount": 49_900, "currency": "INR" });
    let refused = test.post(&format!("/v1/payments/{}/capture", second.payment_id), body).await.expect_error(400);
    assert!(refused["description"].as_str().unwrap().contains("the order is already paid"));
}

#[tokio::test]
async fn payment_without_order_is_refunded_after_five_days() {
    let test = TestSandbox::new().await;
    let forced = ForcedPayment { order_id: None, amount_minor: Some(700), ..ForcedPayment::of("none") };
    let without_order = test.sandbox.force_payment(&ForcedPayment { outcome: Outcome::Authorized, ..forced }).unwrap();
    let body = json!({ "amount": 700, "currency": "INR" });
    test.post(&format!("/v1/payments/{}/capture", without_order.payment_id), body).await.expect_error(400);
    test.advance(5 * DAY - 1);
    assert_eq!(payment(&test, &without_order.payment_id).await["status"], "authorized");
    test.advance(1);
    let refunded = payment(&test, &without_order.payment_id).await;
    assert_eq!((&refunded["status"], &refunded["captured"]), (&json!("refunded"), &json!(false)));
    assert_eq!(refunded["refund_status"], "full");
}

#[tokio::test]
async fn payments_are_listed_and_notes_can_be_updated() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let first = test.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap().payment_id;
    test.advance(1);
    let second = test.sandbox.pay(&order, Method::Netbanking, Outcome::Captured).unwrap().payment_id;
    let list = test.get("/v1/payments?count=5").await.expect_ok();
    assert_eq!((&list["items"][0]["id"], &list["items"][1]["id"]), (&json!(second), &json!(first)));
    let edited = test.patch(&format!("/v1/payments/{second}"), json!({ "notes": { "a": "b" } })).await.expect_ok();
    assert_eq!(edited["notes"], json!({ "a": "b" }));
    test.patch(&format!("/v1/payments/{second}"), json!({ "amount": 1 })).await.expect_error(400);
    assert_eq!(test.get(&format!("/v1/payments/{first}/card")).await.expect_ok()["network"], "Visa");
    test.get(&format!("/v1/payments/{second}/card")).await.expect_error(400);
}
