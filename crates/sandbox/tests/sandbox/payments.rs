//! Payments and their capture.

use razorpay_sandbox::{ForcedPayment, Method, Outcome};
use serde_json::{Value, json};

use crate::world::{DAY, World};

async fn payment(world: &World, id: &str) -> Value {
    world.get(&format!("/v1/payments/{id}")).await.good()
}

#[tokio::test]
async fn a_captured_payment_has_a_fee_that_holds_its_tax() {
    let world = World::new().await;
    let order = world.order_of(json!({ "amount": 100_000, "currency": "INR", "notes": { "class": "7" } })).await;
    let paid = world.sandbox.pay(&order, Method::Upi, Outcome::Captured).unwrap();
    let payment = payment(&world, &paid.payment_id).await;
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
async fn a_failed_payment_says_why_and_has_no_fee() {
    let world = World::new().await;
    let failed = world.sandbox.pay(&world.order().await, Method::Card, Outcome::Failed).unwrap();
    let payment = payment(&world, &failed.payment_id).await;
    assert_eq!(payment["status"], "failed");
    assert_eq!((&payment["fee"], &payment["tax"]), (&Value::Null, &Value::Null));
    assert_eq!(payment["error_reason"], "payment_declined");
    assert_eq!(payment["error_source"], "bank");
    assert_eq!(payment["acquirer_data"], json!([]), "the looseness of the real service");
    assert_eq!(payment["card"]["last4"], "1007");
}

#[tokio::test]
async fn a_foreign_payment_has_its_worth_in_rupees() {
    let world = World::new().await;
    let order = world.order_of(json!({ "amount": 5_000, "currency": "USD" })).await;
    let paid = world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    let payment = payment(&world, &paid.payment_id).await;
    assert_eq!((&payment["international"], &payment["base_currency"]), (&json!(true), &json!("INR")));
    assert_eq!(payment["base_amount"], 420_000);
}

#[tokio::test]
async fn only_what_was_authorised_can_be_captured_and_only_once() {
    let world = World::new().await;
    let order = world.order_of(json!({ "amount": 1_000, "currency": "INR", "payment": { "capture": "manual" } })).await;
    let held = world.sandbox.pay(&order, Method::Card, Outcome::Authorized).unwrap();
    let path = format!("/v1/payments/{}/capture", held.payment_id);
    let body = |amount: i64, currency: &str| json!({ "amount": amount, "currency": currency });
    world.post(&path, body(999, "INR")).await.refused("Capture amount must be equal to the amount authorized.");
    assert_eq!(world.post(&path, body(1_000, "USD")).await.error(400)["field"], "currency");
    assert_eq!(world.post(&path, json!({ "amount": 1_000 })).await.error(400)["field"], "currency");
    assert_eq!(
        world.post(&path, json!({ "amount": "x", "currency": "INR" })).await.error(400)["description"],
        "The amount must be an integer."
    );
    let captured = world.post(&path, body(1_000, "INR")).await.good();
    assert_eq!((&captured["status"], &captured["captured"]), (&json!("captured"), &json!(true)));
    assert_eq!(world.sandbox.order(&order).unwrap()["status"], "paid");
    world.post(&path, body(1_000, "INR")).await.refused("This payment has already been captured");

    let failed = world.sandbox.pay(&world.order().await, Method::Card, Outcome::Failed).unwrap();
    world.post(&format!("/v1/payments/{}/capture", failed.payment_id), body(49_900, "INR")).await.error(400);
    world
        .post("/v1/payments/pay_29QQoUBi66xm2f/capture", body(1, "INR"))
        .await
        .refused("The id provided does not exist");
}

#[tokio::test]
async fn a_second_payment_of_a_paid_order_cannot_be_captured_by_the_shop() {
    let world = World::new().await;
    let order = world.order().await;
    world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    let second = world.sandbox.pay(&order, Method::Card, Outcome::Authorized).unwrap();
    let body = json!({ "amount": 49_900, "currency": "INR" });
    let refused = world.post(&format!("/v1/payments/{}/capture", second.payment_id), body).await.error(400);
    assert!(refused["description"].as_str().unwrap().contains("the order is already paid"));
}

#[tokio::test]
async fn a_payment_without_an_order_is_given_back_after_five_days() {
    let world = World::new().await;
    let wanted = ForcedPayment { order_id: None, amount_minor: Some(700), ..ForcedPayment::of("none") };
    let alone = world.sandbox.force(&ForcedPayment { outcome: Outcome::Authorized, ..wanted }).unwrap();
    let body = json!({ "amount": 700, "currency": "INR" });
    world.post(&format!("/v1/payments/{}/capture", alone.payment_id), body).await.error(400);
    world.advance(5 * DAY - 1);
    assert_eq!(payment(&world, &alone.payment_id).await["status"], "authorized");
    world.advance(1);
    let given_back = payment(&world, &alone.payment_id).await;
    assert_eq!((&given_back["status"], &given_back["captured"]), (&json!("refunded"), &json!(false)));
    assert_eq!(given_back["refund_status"], "full");
}

#[tokio::test]
async fn payments_are_listed_and_their_notes_can_be_changed() {
    let world = World::new().await;
    let order = world.order().await;
    let first = world.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap().payment_id;
    world.advance(1);
    let second = world.sandbox.pay(&order, Method::Netbanking, Outcome::Captured).unwrap().payment_id;
    let list = world.get("/v1/payments?count=5").await.good();
    assert_eq!((&list["items"][0]["id"], &list["items"][1]["id"]), (&json!(second), &json!(first)));
    let edited = world.patch(&format!("/v1/payments/{second}"), json!({ "notes": { "a": "b" } })).await.good();
    assert_eq!(edited["notes"], json!({ "a": "b" }));
    world.patch(&format!("/v1/payments/{second}"), json!({ "amount": 1 })).await.error(400);
    assert_eq!(world.get(&format!("/v1/payments/{first}/card")).await.good()["network"], "Visa");
    world.get(&format!("/v1/payments/{second}/card")).await.error(400);
}
