//! The operator, over HTTP: what a shop cannot make happen by itself.

use serde_json::{Value, json};

use crate::world::World;

async fn act(world: &World, what: Value) -> (u16, Value) {
    let reply = world.send(world.http.post(format!("{}/operator/api/act", world.url)).json(&what)).await;
    (reply.status, reply.body)
}

async fn done(world: &World, what: Value) -> Value {
    let (status, body) = act(world, what).await;
    assert_eq!(status, 200, "{body}");
    body
}

#[tokio::test]
async fn an_order_can_be_paid_in_every_way() {
    let world = World::new().await;
    for (outcome, payments, order_status) in [
        ("captured", vec!["captured"], "paid"),
        ("authorized", vec!["authorized"], "attempted"),
        ("failed", vec!["failed"], "attempted"),
        ("cancelled", vec!["failed"], "attempted"),
        ("failed_then_captured", vec!["captured", "failed"], "paid"),
        ("late_authorized", vec!["failed"], "attempted"),
    ] {
        let order = world.order().await;
        done(&world, json!({ "do": "pay", "order_id": order, "method": "upi", "outcome": outcome })).await;
        let listed = world.get(&format!("/v1/orders/{order}/payments")).await.good();
        let statuses: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|p| &p["status"]).collect();
        assert_eq!(statuses, payments, "{outcome}");
        assert_eq!(world.sandbox.order(&order).unwrap()["status"], order_status, "{outcome}");
    }
}

#[tokio::test]
async fn an_order_can_be_paid_twice() {
    let world = World::new().await;
    let order = world.order().await;
    let first = done(&world, json!({ "do": "pay", "order_id": order })).await;
    let second = done(&world, json!({ "do": "pay", "order_id": order })).await;
    assert_eq!((&first["status"], &second["status"]), (&json!("captured"), &json!("captured")));
    assert_ne!(first["payment_id"], second["payment_id"]);
    assert_eq!(world.event_names().iter().filter(|name| *name == "order.paid").count(), 1);
}

#[tokio::test]
async fn a_payment_can_have_another_amount_or_currency_than_its_order() {
    let world = World::new().await;
    let order = world.order().await;
    let less = done(&world, json!({ "do": "pay", "order_id": order, "amount_minor": 100 })).await;
    assert_eq!(less["status"], "captured");
    assert_eq!(world.sandbox.order(&order).unwrap()["status"], "attempted");
    let foreign = done(&world, json!({ "do": "pay", "order_id": order, "currency": "USD" })).await;
    let payment = world.sandbox.payment(foreign["payment_id"].as_str().unwrap()).unwrap();
    assert_eq!((&payment["currency"], &payment["amount"]), (&json!("USD"), &json!(49_900)));
    assert_eq!(world.sandbox.order(&order).unwrap()["status"], "attempted");
}

#[tokio::test]
async fn there_are_payments_that_the_shop_knows_nothing_of() {
    let world = World::new().await;
    let stranger = done(&world, json!({ "do": "pay_unknown_order", "amount_minor": 700, "currency": "INR" })).await;
    let order = world.sandbox.order(stranger["order_id"].as_str().unwrap()).unwrap();
    assert_eq!((&order["status"], &order["receipt"]), (&json!("paid"), &json!("another shop")));
    let alone = done(&world, json!({ "do": "pay", "amount_minor": 700 })).await;
    assert_eq!(alone["order_id"], Value::Null);
}

#[tokio::test]
async fn parts_of_an_order_can_be_paid_when_it_allows_that() {
    let world = World::new().await;
    let order = world.order_of(json!({ "amount": 1_000, "currency": "INR", "partial_payment": true })).await;
    done(&world, json!({ "do": "pay", "order_id": order, "amount_minor": 400 })).await;
    let part = world.sandbox.order(&order).unwrap();
    assert_eq!((&part["status"], &part["amount_due"]), (&json!("attempted"), &json!(600)));
    done(&world, json!({ "do": "pay", "order_id": order })).await;
    assert_eq!(world.sandbox.order(&order).unwrap()["status"], "paid");
}

#[tokio::test]
async fn payments_and_refunds_can_be_moved_along() {
    let world = World::new().await;
    let order = world.order().await;
    let held = done(&world, json!({ "do": "pay", "order_id": order, "outcome": "authorized" })).await;
    let id = held["payment_id"].as_str().unwrap();
    assert_eq!(done(&world, json!({ "do": "capture", "payment_id": id })).await["status"], "captured");
    done(&world, json!({ "do": "settings", "settings": { "refunds": "stays_pending" } })).await;
    let refund = done(&world, json!({ "do": "refund", "payment_id": id, "amount_minor": 500 })).await;
    let ended = json!({ "do": "finish_refund", "refund_id": refund["id"], "end": "processed" });
    assert_eq!(done(&world, ended.clone()).await["status"], "processed");
    assert_eq!(act(&world, ended).await.0, 400);
    done(&world, json!({ "do": "emit", "name": "payment.dispute.created", "payment_id": id })).await;
    assert_eq!(world.event_names().last().unwrap(), "payment.dispute.created");
}

#[tokio::test]
async fn only_the_named_settings_change() {
    let world = World::new().await;
    done(&world, json!({ "do": "settings", "settings": { "webhooks": { "hold": true } } })).await;
    done(&world, json!({ "do": "settings", "settings": { "webhooks": { "double": true }, "late_seconds": 5 } })).await;
    let settings = world.sandbox.settings().unwrap();
    assert!(settings.webhooks.hold && settings.webhooks.double && settings.international);
    assert_eq!(settings.late_seconds, 5);
    assert_eq!(act(&world, json!({ "do": "settings", "settings": { "late_seconds": "soon" } })).await.0, 400);
}

#[tokio::test]
async fn faults_are_set_and_cleared() {
    let world = World::new().await;
    done(&world, json!({ "do": "add_fault", "kind": "429", "calls": 5, "path": "/orders" })).await;
    world.get("/v1/orders").await.error(429);
    world.get("/v1/payments").await.good();
    done(&world, json!({ "do": "clear_faults" })).await;
    world.get("/v1/orders").await.good();
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_a_reason() {
    let world = World::new().await;
    for what in [
        json!({ "do": "pay", "order_id": "order_nobody" }),
        json!({ "do": "pay" }),
        json!({ "do": "pay_unknown_order", "amount_minor": 1, "currency": "INR" }),
        json!({ "do": "capture", "payment_id": "pay_nobody" }),
        json!({ "do": "release_event", "event_id": "nothing" }),
        json!({ "do": "move_payout", "payout_id": "pout_nobody", "status": "processed" }),
    ] {
        let (status, body) = act(&world, what.clone()).await;
        assert_eq!(status, 400, "{what}");
        assert!(body["error"].is_string(), "{what}");
    }
    let plain = world.http.post(format!("{}/operator/api/act", world.url)).body("{\"do\":\"clear_faults\"}");
    assert_eq!(world.send(plain).await.status, 415, "a form of another site cannot act");
}

#[tokio::test]
async fn the_overview_lists_everything_newest_first() {
    let world = World::new().await;
    let order = world.order().await;
    let paid = done(&world, json!({ "do": "pay", "order_id": order })).await;
    let all = world.send(world.http.get(format!("{}/operator/api/state", world.url))).await.good();
    assert_eq!(all["orders"][0]["id"], order);
    assert_eq!(all["payments"][0]["id"], paid["payment_id"]);
    assert_eq!(all["events"][0]["name"], "order.paid");
    assert!(!all.to_string().contains(crate::world::KEY_SECRET));
}
