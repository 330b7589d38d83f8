//! Orders.

use razorpay_sandbox::{Method, Outcome};
use serde_json::{Map, Value, json};

use crate::world::{START, World};

#[tokio::test]
async fn an_order_comes_back_as_it_was_asked_for() {
    let world = World::new().await;
    let order = world
        .post("/v1/orders", json!({ "amount": 49_900, "currency": "INR", "receipt": "r-1", "notes": { "class": "7" } }))
        .await
        .good();
    let id = order["id"].as_str().unwrap();
    assert_eq!((&id[..6], id.len()), ("order_", 20));
    let rest = json!({
        "id": id, "entity": "order", "amount": 49_900, "amount_paid": 0, "amount_due": 49_900, "currency": "INR",
        "receipt": "r-1", "offer_id": null, "status": "created", "attempts": 0, "notes": { "class": "7" },
        "created_at": START,
    });
    assert_eq!(order, rest);
    assert_eq!(world.get(&format!("/v1/orders/{id}")).await.good(), rest);
}

#[tokio::test]
async fn no_notes_are_a_list_and_notes_are_an_object() {
    let world = World::new().await;
    for none in [json!({}), json!([]), Value::Null] {
        let order = world.post("/v1/orders", json!({ "amount": 100, "currency": "INR", "notes": none })).await.good();
        assert_eq!(order["notes"], json!([]));
    }
    let id = world.order().await;
    let edited = world.patch(&format!("/v1/orders/{id}"), json!({ "notes": { "a": "b" } })).await.good();
    assert_eq!(edited["notes"], json!({ "a": "b" }));
    let emptied = world.patch(&format!("/v1/orders/{id}"), json!({ "notes": {} })).await.good();
    assert_eq!(emptied["notes"], json!([]));
}

#[tokio::test]
async fn amounts_below_the_minimum_are_refused_in_razorpays_words() {
    let world = World::new().await;
    let error = world.post("/v1/orders", json!({ "amount": 99, "currency": "INR" })).await.error(400);
    let expected = json!({
        "code": "BAD_REQUEST_ERROR", "description": "The amount must be at least INR 1.00", "source": "business",
        "step": "payment_initiation", "reason": "input_validation_failed", "metadata": {}, "field": "amount",
    });
    assert_eq!(error, expected);
    for (currency, least, text) in
        [("INR", 100, "INR 1.00"), ("USD", 100, "USD 1.00"), ("GBP", 30, "GBP 0.30"), ("JPY", 50, "JPY 50")]
    {
        world.post("/v1/orders", json!({ "amount": least, "currency": currency })).await.good();
        let below = world.post("/v1/orders", json!({ "amount": least - 1, "currency": currency })).await;
        below.refused(&format!("The amount must be at least {text}"));
    }
    world.post("/v1/orders", json!({ "amount": 90_000_000, "currency": "INR" })).await.good();
    let above = world.post("/v1/orders", json!({ "amount": 90_000_100, "currency": "INR" })).await;
    above.refused("Amount exceeds maximum amount allowed.");
}

#[tokio::test]
async fn what_is_missing_wrong_or_too_much_is_named() {
    let world = World::new().await;
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
        let error = world.post("/v1/orders", body.clone()).await.error(400);
        assert_eq!(error["field"], field, "{body}");
    }
    world.post("/v1/orders", with("receipt", json!("r".repeat(40)))).await.good();
    world.post("/v1/orders", with("notes", json!(notes(15, 256)))).await.good();
    let extra = world.post("/v1/orders", with("colour", json!("red"))).await.error(400);
    assert_eq!(extra["description"], "colour is/are not required and should not be sent");
    let kuwait = world.post("/v1/orders", json!({ "amount": 99_991, "currency": "KWD" })).await.error(400);
    assert_eq!(kuwait["field"], "amount");
    world.post("/v1/orders", json!({ "amount": 99_990, "currency": "KWD" })).await.good();
}

#[tokio::test]
async fn status_and_attempts_tell_of_tries_and_of_the_payment() {
    let world = World::new().await;
    let id = world.order().await;
    let state = async || {
        let order = world.get(&format!("/v1/orders/{id}")).await.good();
        (order["status"].clone(), order["attempts"].clone(), order["amount_due"].clone())
    };
    assert_eq!(state().await, (json!("created"), json!(0), json!(49_900)));
    world.sandbox.pay(&id, Method::Card, Outcome::Failed).unwrap();
    assert_eq!(state().await, (json!("attempted"), json!(1), json!(49_900)));
    let paid = world.sandbox.pay(&id, Method::Upi, Outcome::Captured).unwrap();
    assert_eq!(state().await, (json!("paid"), json!(2), json!(0)));
    world.post(&format!("/v1/payments/{}/refund", paid.payment_id), json!({})).await.good();
    assert_eq!(state().await, (json!("paid"), json!(2), json!(0)));
    let payments = world.get(&format!("/v1/orders/{id}/payments")).await.good();
    assert_eq!((&payments["entity"], &payments["count"]), (&json!("collection"), &json!(2)));
}

#[tokio::test]
async fn lists_are_newest_first_and_can_be_cut() {
    let world = World::new().await;
    let mut ids = Vec::new();
    for number in 0..12 {
        world.advance(1);
        ids.push(world.order_of(json!({ "amount": 500, "currency": "INR", "receipt": format!("r{number}") })).await);
    }
    ids.reverse();
    let listed = async |query: &str| -> Vec<String> {
        let list = world.get(&format!("/v1/orders{query}")).await.good();
        let items = list["items"].as_array().unwrap();
        assert_eq!(list["count"], items.len());
        items.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(listed("").await, ids[..10]);
    assert_eq!(listed("?count=3&skip=10").await, ids[10..]);
    assert_eq!(listed("?receipt=r11").await, ids[..1]);
    assert_eq!(listed(&format!("?from={}&to={}", START + 1, START + 2)).await, ids[10..]);
    world.sandbox.pay(&ids[4], Method::Card, Outcome::Authorized).unwrap();
    assert_eq!(listed("?authorized=1").await, ids[4..5]);
    assert_eq!(listed("?authorized=0&count=100").await.len(), 11);
    for query in ["?count=0", "?count=101", "?count=x", "?from=x"] {
        world.get(&format!("/v1/orders{query}")).await.error(400);
    }
}

#[tokio::test]
async fn foreign_currencies_and_repeated_receipts_can_be_switched_off() {
    let world = World::new().await;
    let order = json!({ "amount": 5_000, "currency": "USD", "receipt": "same" });
    world.post("/v1/orders", order.clone()).await.good();
    world.post("/v1/orders", order.clone()).await.good();
    world.sandbox.change_settings(|settings| settings.unique_receipts = true).unwrap();
    assert_eq!(world.post("/v1/orders", order.clone()).await.error(400)["field"], "receipt");
    world.sandbox.change_settings(|settings| settings.international = false).unwrap();
    assert_eq!(world.post("/v1/orders", order).await.error(400)["field"], "currency");
}
