//! What happens when nobody does anything: capture settings, silence, and banks that answer late.

use razorpay_sandbox::{Method, Outcome};
use serde_json::{Value, json};

use crate::checkout::Sheet;
use crate::world::{DAY, MINUTE, World};

async fn status(world: &World, id: &str) -> Value {
    world.get(&format!("/v1/payments/{id}")).await.good()["status"].clone()
}

#[tokio::test]
async fn orders_are_captured_by_themselves_unless_they_say_manual() {
    let world = World::new().await;
    for (settings, expected) in [
        (Value::Null, "captured"),
        (json!({ "capture": "automatic" }), "captured"),
        (json!({ "capture": "manual" }), "authorized"),
    ] {
        let order = world.order_of(json!({ "amount": 500, "currency": "INR", "payment": settings })).await;
        let sheet = Sheet::of(&world, &order);
        let id = sheet.start_card("4100 2800 0000 1007").await;
        assert_eq!(sheet.finish(&id, json!({ "otp": "1234" })).await["status"], "paid");
        assert_eq!(status(&world, &id).await, expected);
    }
    let older = world.order_of(json!({ "amount": 500, "currency": "INR", "payment_capture": 0 })).await;
    let sheet = Sheet::of(&world, &older);
    let id = sheet.start_card("4100 2800 0000 1007").await;
    sheet.finish(&id, json!({ "otp": "1234" })).await;
    assert_eq!(status(&world, &id).await, "authorized");
}

#[tokio::test]
async fn what_is_not_captured_in_time_is_refunded_at_the_orders_speed() {
    let world = World::new().await;
    let options = json!({ "manual_expiry_period": 20, "refund_speed": "optimum" });
    let payment = json!({ "capture": "manual", "capture_options": options });
    let order = world.order_of(json!({ "amount": 500, "currency": "INR", "payment": payment })).await;
    let held = world.sandbox.pay(&order, Method::Card, Outcome::Authorized).unwrap().payment_id;
    world.advance(20 * MINUTE - 1);
    assert_eq!(status(&world, &held).await, "authorized");
    world.advance(1);
    assert_eq!(status(&world, &held).await, "refunded");
    let refunds = world.get(&format!("/v1/payments/{held}/refunds")).await.good();
    assert_eq!(refunds["items"][0]["speed_requested"], "optimum");
    let told = world.sandbox.events().unwrap();
    let event: Value = serde_json::from_str(&told.last().unwrap().body).unwrap();
    assert_eq!(event["event"], "refund.processed");
    assert_eq!(event["payload"]["payment"]["entity"]["captured"], false, "which tells it from a refund of the shop's");
}

#[tokio::test]
async fn a_late_payment_fails_first_and_is_captured_afterwards() {
    let world = World::new().await;
    let order = world.order().await;
    let late = world.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap();
    assert_eq!(late.status, "failed");
    world.advance(15 * MINUTE - 1);
    assert_eq!(status(&world, &late.payment_id).await, "failed");
    world.advance(1);
    assert_eq!(status(&world, &late.payment_id).await, "captured");
    assert_eq!(world.event_names(), ["payment.failed", "payment.authorized", "payment.captured", "order.paid"]);
    assert_eq!(world.sandbox.payment(&late.payment_id).unwrap()["error_code"], Value::Null);
}

#[tokio::test]
async fn a_payment_too_late_for_automatic_capture_waits_for_the_shop() {
    let world = World::new().await;
    let payment = json!({ "capture": "automatic", "capture_options": { "automatic_expiry_period": 12 } });
    let order = world.order_of(json!({ "amount": 500, "currency": "INR", "payment": payment })).await;
    let late = world.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap().payment_id;
    world.advance(16 * MINUTE);
    assert_eq!(status(&world, &late).await, "authorized");
    world.advance(5 * DAY);
    assert_eq!(status(&world, &late).await, "refunded");
}

#[tokio::test]
async fn a_late_payment_of_an_order_paid_otherwise_is_not_captured() {
    let world = World::new().await;
    let order = world.order().await;
    let late = world.sandbox.pay(&order, Method::Upi, Outcome::LateAuthorized).unwrap().payment_id;
    world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    world.advance(16 * MINUTE);
    assert_eq!(status(&world, &late).await, "authorized");
    assert_eq!(world.sandbox.capture(&late).unwrap().status, "captured", "but the operator can, for a second charge");
}

#[tokio::test]
async fn the_operator_can_make_the_bank_answer_now() {
    let world = World::new().await;
    let late = world.sandbox.pay(&world.order().await, Method::Upi, Outcome::LateAuthorized).unwrap();
    assert_eq!(world.sandbox.authorize(&late.payment_id).unwrap().status, "captured");
    world.sandbox.authorize(&late.payment_id).unwrap_err();
}

#[tokio::test]
async fn a_customer_who_goes_away_at_the_bank_fails_after_ten_minutes() {
    let world = World::new().await;
    let order = world.order().await;
    let id = Sheet::of(&world, &order).start_card("4100 2800 0000 1007").await;
    world.advance(10 * MINUTE - 1);
    assert_eq!(status(&world, &id).await, "created");
    world.advance(1);
    let payment = world.get(&format!("/v1/payments/{id}")).await.good();
    assert_eq!((&payment["status"], &payment["error_reason"]), (&json!("failed"), &json!("payment_timed_out")));
}

#[tokio::test]
async fn a_upi_payment_is_approved_although_the_browser_was_closed() {
    let world = World::new().await;
    let order = world.order().await;
    let id = Sheet::of(&world, &order).start(json!({ "method": "upi", "vpa": "success@razorpay" })).await;
    assert_eq!(status(&world, &id).await, "created");
    world.advance(5);
    assert_eq!(status(&world, &id).await, "captured");
}
