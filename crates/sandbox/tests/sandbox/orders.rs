//! The orders API.

use razorpay_sandbox::{Method, Outcome};
use serde_json::{Map, Value, json};

use crate::test_sandbox::{START, TestSandbox};

#[tokio::test]
async fn created_order_is_returned_with_all_fields() {
    let test = TestSandbox::new().await;
    let order = test
        .post("/v1/orders", json!({ "amount": 49_900, "currency": "INR", "receipt": "r-1", "notes": { "class": "7" } }))
        .await
        .expect_ok();
    let id = order["id"].as_str().unwrap();
    assert_eq!((&id[..6], id.len()), ("order_", 20));
    let expected_order = json!({
        "id": id, "entity": "order", "amount": 49_900, "amount_paid": 0, "amount_due": 49_900, "currency": "INR",
        "receipt": "r-1", "offer_id": null, "status": "created", "attempts": 0, "notes": { "class": "7" },
        "created_at": START,
    });
    assert_eq!(order, expected_order);
    assert_eq!(test.get(&format!("/v1/orders/{id}")).await.expect_ok(), expected_order);
}

#[tokio::test]
async fn empty_notes_are_list_and_others_object() {
    let test = TestSandbox::new().await;
    for none in [json!({}), json!([]), Value::Null] {
        let order =
            test.post("/v1/orders", json!({ "amount": 100, "currency": "INR", "notes": none })).await.expect_ok();
        assert_eq!(order["notes"], json!([]));
    }
    let id = test.order().await;
    let edited = test.patch(&format!("/v1/orders/{id}"), json!({ "notes": { "a": "b" } })).await.expect_ok();
    assert_eq!(edited["notes"], json!({ "a": "b" }));
    let emptied = test.patch(&format!("/v1/orders/{id}"), json!({ "notes": {} })).await.expect_ok();
    assert_eq!(emptied["notes"], json!([]));
}

#[tokio::test]
async fn amounts_outside_limits_are_rejected_with_razorpay_errors() {
    let test = TestSandbox::new().await;
    let error = test.post("/v1/orders", json!({ "amount": 99, "currency": "INR" })).await.expect_error(400);
    let expected = json!({
        "code": "BAD_REQUEST_ERROR", "description": "The amount must be at least INR 1.00", "source": "business",
        "step": "payment_initiation", "reason": "input_validation_failed", "metadata": {}, "field": "amount",
    });
    assert_eq!(error, expected);
    for (currency, least, text) in
        [("INR", 100, "INR 1.00"), ("USD", 100, "USD 1.00"), ("GBP", 30, "GBP 0.30"), ("JPY", 50, "JPY 50")]
    {
        test.post("/v1/orders", json!({ "amount": least, "currency": currency })).await.expect_ok();
        let below = test.post("/v1/orders", json!({ "amount": least - 1, "currency": currency })).await;
        below.expect_bad_request(&format!("The amount must be at least {text}"));
    }
    test.post("/v1/orders", json!({ "amount": 90_000_000, "currency": "INR" })).await.expect_ok();
    let above = test.post("/v1/orders", json!({ "amount": 90_000_100, "currency": "INR" })).await;
    above.expect_bad_request("Amount exceeds maximum amount allowed.");
}

#[tokio::test]
async fn invalid_field_is_named_in_error() {
    let test = TestSandbox::new().await;
    let notes = |count: usize, length: usize| -> Map<String, Value> {
        (0..count).map(|n| (format!("k{n}"), Value::from("x".repeat(length)))).collect()
    };
    let with = |name: &str, value: Value| {
        let mut body = json!({ "amount": 500, "currency": "INR" });
        body[name] = value;
        body
    };
    for (body, field) in [
        (json!({ "currency": "INR" }), "amount"),
        (json!({ "amount": 500 }), "currency"),
        (with("amount", json!("500")), "amount"),
        (with("amount", json!(500.5)), "amount"),
        (with("currency", json!("XXX")), "currency"),
        (with("currency", json!("inr")), "currency"),
        (with("receipt", json!("r".repeat(41))), "receipt"),
        (with("notes", json!(notes(16, 1))), "notes"),
        (with("notes", json!(notes(1, 257))), "notes"),
        (with("notes", json!("text")), "notes"),
        (with("transfers", json!([{ "account": "acc_1" }])), "transfers"),
        (with("first_payment_min_amount", json!(100)), "first_payment_min_amount"),
        (with("payment", json!({ "capture": "later" })), "capture"),
        (with("payment", json!({ "capture_options": { "automatic_expiry_period": 11 } })), "automatic_expiry_period"),
        (with("payment", json!({ "capture_options": { "manual_expiry_period": 7201 } })), "manual_expiry_period"),
        (with("colour", json!("red")), "colour"),
    ] {
        let error = test.post("/v1/orders", body.clone()).await.expect_error(400);
        assert_eq!(error["field"], field, "{body}");
    }
    test.post("/v1/orders", with("receipt", json!("r".repeat(40)))).await.expect_ok();
    test.post("/v1/orders", with("notes", json!(notes(15, 256)))).await.expect_ok();
    let extra = test.post("/v1/orders", with("colour", json!("red"))).await.expect_error(400);
    assert_eq!(extra["description"], "colour is/are not required and should not be sent");
    let kuwait = test.post("/v1/orders", json!({ "amount": 99_991, "currency": "KWD" })).await.expect_error(400);
    assert_eq!(kuwait["field"], "amount");
    test.post("/v1/orders", json!({ "amount": 99_990, "currency": "KWD" })).await.expect_ok();
}

#[tokio::test]
async fn order_status_and_attempts_follow_payments() {
    let test = TestSandbox::new().await;
    let id = test.order().await;
    let state = async || {
        let order = test.get(&format!("/v1/orders/{id}")).await.expect_ok();
        (order["status"].clone(), order["attempts"].clone(), order["amount_due"].clone())
    };
    assert_eq!(state().await, (json!("created"), json!(0), json!(49_900)));
    test.sandbox.pay(&id, Method::Card, Outcome::Failed).unwrap();
    assert_eq!(state().await, (json!("attempted"), json!(1), json!(49_900)));
    let paid = test.sandbox.pay(&id, Method::Upi, Outcome::Captured).unwrap();
    assert_eq!(state().await, (json!("paid"), json!(2), json!(0)));
    test.post(&format!("/v1/payments/{}/refund", paid.payment_id), json!({})).await.expect_ok();
    assert_eq!(state().await, (json!("paid"), json!(2), json!(0)));
    let payments = test.get(&format!("/v1/orders/{id}/payments")).await.expect_ok();
    assert_eq!((&payments["entity"], &payments["count"]), (&json!("collection"), &json!(2)));
}

#[tokio::test]
async fn lists_are_newest_first_and_paginated() {
    let test = TestSandbox::new().await;
    let mut ids = Vec::new();
    for number in 0..12 {
        test.advance(1);
        ids.push(test.order_of(json!({ "amount": 500, "currency": "INR", "receipt": format!("r{number}") })).await);
    }
    ids.reverse();
    let listed = async |query: &str| -> Vec<String> {
        let list = test.get(&format!("/v1/orders{query}")).await.expect_ok();
        let items = list["items"].as_array().unwrap();
        assert_eq!(list["count"], items.len());
        items.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed("").await, ids[..10]);
    assert_eq!(listed("?count=3&skip=10").await, ids[10..]);
    assert_eq!(listed("?receipt=r11").await, ids[..1]);
    assert_eq!(listed(&format!("?from={}&to={}", START + 1, START + 2)).await, ids[10..]);
    test.sandbox.pay(&ids[4], Method::Card, Outcome::Authorized).unwrap();
    assert_eq!(listed("?authorized=1").await, ids[4..5]);
    assert_eq!(listed("?authorized=0&count=100").await.len(), 11);
    for query in ["?count=0", "?count=101", "?count=x", "?from=x"] {
        test.get(&format!("/v1/orders{query}")).await.expect_error(400);
    }
}

#[tokio::test]
async fn settings_can_reject_foreign_currencies_and_repeated_receipts() {
    let test = TestSandbox::new().await;
    let order = json!({ "amount": 5_000, "currency": "USD", "receipt": "same" });
    test.post("/v1/orders", order.clone()).await.expect_ok();
    test.post("/v1/orders", order.clone()).await.expect_ok();
    test.sandbox.change_settings(|settings| settings.unique_receipts = true).unwrap();
    assert_eq!(test.post("/v1/orders", order.clone()).await.expect_error(400)["field"], "receipt");
    test.sandbox.change_settings(|settings| settings.international = false).unwrap();
    assert_eq!(test.post("/v1/orders", order).await.expect_error(400)["field"], "currency");
}
