//! The control API: forced payments, commands, settings and faults.

use serde_json::{Value, json};

use crate::test_sandbox::TestSandbox;

async fn send_command(test: &TestSandbox, command: Value) -> (u16, Value) {
    let reply = test.send(test.http.post(format!("{}/operator/api/act", test.url)).json(&command)).await;
    (reply.status, reply.body)
}

async fn run_command(test: &TestSandbox, command: Value) -> Value {
    let (status, body) = send_command(test, command).await;
    assert_eq!(status, 200, "{body}");
    body
}

#[tokio::test]
async fn forced_payments_produce_each_outcome() {
    let test = TestSandbox::new().await;
    for (outcome, payments, order_status) in [
        ("captured", vec!["captured"], "paid"),
        ("authorized", vec!["authorized"], "attempted"),
        ("failed", vec!["failed"], "attempted"),
        ("cancelled", vec!["failed"], "attempted"),
        ("failed_then_captured", vec!["captured", "failed"], "paid"),
        ("late_authorized", vec!["failed"], "attempted"),
    ] {
        let order = test.order().await;
        run_command(&test, json!({ "do": "pay", "order_id": order, "method": "upi", "outcome": outcome })).await;
        let listed = test.get(&format!("/v1/orders/{order}/payments")).await.expect_ok();
        let statuses: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|p| &p["status"]).collect();
        assert_eq!(statuses, payments, "{outcome}");
        assert_eq!(test.sandbox.order(&order).unwrap()["status"], order_status, "{outcome}");
    }
}

#[tokio::test]
async fn order_can_be_paid_twice() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let first = run_command(&test, json!({ "do": "pay", "order_id": order })).await;
    let second = run_command(&test, json!({ "do": "pay", "order_id": order })).await;
    assert_eq!((&first["status"], &second["status"]), (&json!("captured"), &json!("captured")));
    assert_ne!(first["payment_id"], second["payment_id"]);
    assert_eq!(test.event_names().iter().filter(|name| *name == "order.paid").count(), 1);
}

#[tokio::test]
async fn forced_payment_can_differ_from_order_in_amount_and_currency() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let less = run_command(&test, json!({ "do": "pay", "order_id": order, "amount_minor": 100 })).await;
    assert_eq!(less["status"], "captured");
    assert_eq!(test.sandbox.order(&order).unwrap()["status"], "attempted");
    let foreign = run_command(&test, json!({ "do": "pay", "order_id": order, "currency": "USD" })).await;
    let payment = test.sandbox.payment(foreign["payment_id"].as_str().unwrap()).unwrap();
    assert_eq!((&payment["currency"], &payment["amount"]), (&json!("USD"), &json!(49_900)));
    assert_eq!(test.sandbox.order(&order).unwrap()["status"], "attempted");
}

#[tokio::test]
async fn payments_of_unknown_order_and_without_order_can_be_created() {
    let test = TestSandbox::new().await;
    let unknown =
        run_command(&test, json!({ "do": "pay_unknown_order", "amount_minor": 700, "currency": "INR" })).await;
    let order = test.sandbox.order(unknown["order_id"].as_str().unwrap()).unwrap();
    assert_eq!((&order["status"], &order["receipt"]), (&json!("paid"), &json!("another shop")));
    let without_order = run_command(&test, json!({ "do": "pay", "amount_minor": 700 })).await;
    assert_eq!(without_order["order_id"], Value::Null);
}

#[tokio::test]
async fn partial_payments_add_up_to_paid_order() {
    let test = TestSandbox::new().await;
    let order = test.order_of(json!({ "amount": 1_000, "currency": "INR", "partial_payment": true })).await;
    run_command(&test, json!({ "do": "pay", "order_id": order, "amount_minor": 400 })).await;
    let part = test.sandbox.order(&order).unwrap();
    assert_eq!((&part["status"], &part["amount_due"]), (&json!("attempted"), &json!(600)));
    run_command(&test, json!({ "do": "pay", "order_id": order })).await;
    assert_eq!(test.sandbox.order(&order).unwrap()["status"], "paid");
}

#[tokio::test]
async fn commands_capture_refund_and_emit_events() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let held = run_command(&test, json!({ "do": "pay", "order_id": order, "outcome": "authorized" })).await;
    let id = held["payment_id"].as_str().unwrap();
    assert_eq!(run_command(&test, json!({ "do": "capture", "payment_id": id })).await["status"], "captured");
    run_command(&test, json!({ "do": "settings", "settings": { "refunds": "stays_pending" } })).await;
    let refund = run_command(&test, json!({ "do": "refund", "payment_id": id, "amount_minor": 500 })).await;
    let finish = json!({ "do": "finish_refund", "refund_id": refund["id"], "end": "processed" });
    assert_eq!(run_command(&test, finish.clone()).await["status"], "processed");
    assert_eq!(send_command(&test, finish).await.0, 400);
    run_command(&test, json!({ "do": "emit", "name": "payment.dispute.created", "payment_id": id })).await;
    assert_eq!(test.event_names().last().unwrap(), "payment.dispute.created");
}

#[tokio::test]
async fn only_given_settings_change() {
    let test = TestSandbox::new().await;
    run_command(&test, json!({ "do": "settings", "settings": { "webhooks": { "hold": true } } })).await;
    run_command(&test, json!({ "do": "settings", "settings": { "webhooks": { "double": true }, "late_seconds": 5 } }))
        .await;
    let settings = test.sandbox.settings().unwrap();
    assert!(settings.webhooks.hold && settings.webhooks.double && settings.international);
    assert_eq!(settings.late_seconds, 5);
    assert_eq!(send_command(&test, json!({ "do": "settings", "settings": { "late_seconds": "soon" } })).await.0, 400);
}

#[tokio::test]
async fn fault_applies_to_matching_path_until_cleared() {
    let test = TestSandbox::new().await;
    run_command(&test, json!({ "do": "add_fault", "kind": "429", "calls": 5, "path": "/orders" })).await;
    test.get("/v1/orders").await.expect_error(429);
    test.get("/v1/payments").await.expect_ok();
    run_command(&test, json!({ "do": "clear_faults" })).await;
    test.get("/v1/orders").await.expect_ok();
}

#[tokio::test]
async fn invalid_commands_return_400_with_reason() {
    let test = TestSandbox::new().await;
    for command in [
        json!({ "do": "pay", "order_id": "order_unknown" }),
        json!({ "do": "pay" }),
        json!({ "do": "pay_unknown_order", "amount_minor": 1, "currency": "INR" }),
        json!({ "do": "capture", "payment_id": "pay_unknown" }),
        json!({ "do": "release_event", "event_id": "nothing" }),
        json!({ "do": "move_payout", "payout_id": "pout_unknown", "status": "processed" }),
    ] {
        let (status, body) = send_command(&test, command.clone()).await;
        assert_eq!(status, 400, "{command}");
        assert!(body["error"].is_string(), "{command}");
    }
    let plain = test.http.post(format!("{}/operator/api/act", test.url)).body("{\"do\":\"clear_faults\"}");
    assert_eq!(test.send(plain).await.status, 415, "cross-site forms cannot send commands");
}

#[tokio::test]
async fn overview_lists_entities_newest_first() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let paid = run_command(&test, json!({ "do": "pay", "order_id": order })).await;
    let all = test.send(test.http.get(format!("{}/operator/api/state", test.url))).await.expect_ok();
    assert_eq!(all["orders"][0]["id"], order);
    assert_eq!(all["payments"][0]["id"], paid["payment_id"]);
    assert_eq!(all["events"][0]["name"], "order.paid");
    assert!(!all.to_string().contains(crate::test_sandbox::KEY_SECRET));
}
