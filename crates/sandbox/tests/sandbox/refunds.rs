//! Refunds.

use razorpay_sandbox::{Method, Outcome, RefundEnd, RefundOutcome};
use serde_json::{Value, json};

use crate::world::{DAY, Reply, World};

async fn paid(world: &World) -> String {
    let order = world.order().await;
    world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap().payment_id
}

async fn refund(world: &World, payment: &str, body: Value) -> Reply {
    world.post(&format!("/v1/payments/{payment}/refund"), body).await
}

async fn refund_with_key(world: &World, payment: &str, key: &str, body: Value) -> Reply {
    let request = world.posting(&format!("/v1/payments/{payment}/refund"), &body);
    world.send(request.header("X-Refund-Idempotency", key)).await
}

#[tokio::test]
async fn a_partial_refund_leaves_the_payment_captured_and_the_rest_makes_it_refunded() {
    let world = World::new().await;
    let id = paid(&world).await;
    let body = json!({ "amount": 20_000, "notes": { "why": "cancelled" }, "receipt": "r-1" });
    let first = refund(&world, &id, body).await.good();
    for (field, value) in [
        ("entity", json!("refund")),
        ("amount", json!(20_000)),
        ("currency", json!("INR")),
        ("payment_id", json!(id)),
        ("notes", json!({ "why": "cancelled" })),
        ("receipt", json!("r-1")),
        ("batch_id", Value::Null),
        ("status", json!("processed")),
        ("speed_requested", json!("normal")),
        ("speed_processed", json!("normal")),
    ] {
        assert_eq!(first[field], value, "{field}");
    }
    assert!(first["acquirer_data"]["arn"].is_string());
    let payment = world.sandbox.payment(&id).unwrap();
    assert_eq!((&payment["status"], &payment["refund_status"]), (&json!("captured"), &json!("partial")));
    assert_eq!(payment["amount_refunded"], 20_000);

    let rest = refund(&world, &id, json!({})).await.good();
    assert_eq!((&rest["amount"], &rest["notes"]), (&json!(29_900), &json!([])));
    let payment = world.sandbox.payment(&id).unwrap();
    assert_eq!((&payment["status"], &payment["refund_status"]), (&json!("refunded"), &json!("full")));
    refund(&world, &id, json!({ "amount": 100 })).await.refused("The payment has been fully refunded already");

    let list = world.get(&format!("/v1/payments/{id}/refunds")).await.good();
    assert_eq!(list["count"], 2);
    let of_payment = format!("/v1/payments/{id}/refunds/{}", rest["id"].as_str().unwrap());
    assert_eq!(world.get(&of_payment).await.good()["id"], rest["id"]);
    assert_eq!(world.get("/v1/refunds").await.good()["count"], 2);
}

#[tokio::test]
async fn refunds_that_cannot_be_are_refused() {
    let world = World::new().await;
    let id = paid(&world).await;
    refund(&world, &id, json!({ "amount": 49_901 }))
        .await
        .refused("The refund amount provided is greater than amount captured");
    refund(&world, &id, json!({ "amount": 99 })).await.refused("The amount must be at least INR 1.00");
    let extra = refund(&world, &id, json!({ "amount": 100, "reason": "mine" })).await.error(400);
    assert_eq!(extra["description"], "reason is/are not required and should not be sent");
    assert_eq!(extra["field"], "reason");
    refund(&world, &id, json!({ "speed": "fast" })).await.error(400);
    refund(&world, "pay_29QQoUBi66xm2f", json!({})).await.refused("The id provided does not exist");
    refund(&world, "29QQoUBi66xm2f", json!({})).await.refused("29QQoUBi66xm2f is not a valid id");
    let failed = world.sandbox.pay(&world.order().await, Method::Card, Outcome::Failed).unwrap();
    refund(&world, &failed.payment_id, json!({})).await.error(400);
    assert_eq!(world.sandbox.payment(&id).unwrap()["amount_refunded"], 0);
}

#[tokio::test]
async fn the_same_key_and_body_refund_once() {
    let world = World::new().await;
    let id = paid(&world).await;
    let key = "550e8400-e29b-41d4-a716-446655440000";
    let first = refund_with_key(&world, &id, key, json!({ "amount": 10_000 })).await.good();
    let again = refund_with_key(&world, &id, key, json!({ "amount": 10_000 })).await.good();
    assert_eq!(first, again);
    assert_eq!(world.sandbox.payment(&id).unwrap()["amount_refunded"], 10_000);

    let other = refund_with_key(&world, &id, key, json!({ "amount": 20_000 })).await.error(409);
    assert_eq!(other["code"], "BAD_REQUEST_ERROR");
    let text = "Different request with the same idempotency key has already been processed.";
    assert_eq!(other["description"], text);
    let elsewhere = paid(&world).await;
    refund_with_key(&world, &elsewhere, key, json!({ "amount": 10_000 })).await.error(409);

    refund_with_key(&world, &id, "another_key-1", json!({ "amount": 10_000 })).await.good();
    assert_eq!(world.sandbox.payment(&id).unwrap()["amount_refunded"], 20_000);
}

#[tokio::test]
async fn the_same_request_at_the_same_time_refunds_once() {
    let world = World::new().await;
    let id = paid(&world).await;
    let one = || refund_with_key(&world, &id, "at-the-same-time", json!({ "amount": 10_000 }));
    let (a, b, c, d) = tokio::join!(one(), one(), one(), one());
    let ids: Vec<Value> = [a, b, c, d].into_iter().map(|reply| reply.good()["id"].clone()).collect();
    assert!(ids.iter().all(|refund| *refund == ids[0]));
    assert_eq!(world.sandbox.payment(&id).unwrap()["amount_refunded"], 10_000);
}

#[tokio::test]
async fn keys_have_ten_characters_at_least_of_the_allowed_ones() {
    let world = World::new().await;
    let id = paid(&world).await;
    for key in ["short-one", "has space in it", "dots.are.not.allowed"] {
        refund_with_key(&world, &id, key, json!({ "amount": 100 })).await.error(400);
    }
    refund_with_key(&world, &id, "exactly_10", json!({ "amount": 100 })).await.good();
}

#[tokio::test]
async fn a_refund_can_be_asked_for_without_the_payment_in_the_address() {
    let world = World::new().await;
    let id = paid(&world).await;
    let made = world.post("/v1/refunds", json!({ "payment_id": id, "amount": 100, "speed": "optimum" })).await.good();
    assert_eq!((&made["speed_requested"], &made["speed_processed"]), (&json!("optimum"), &json!("instant")));
    assert!(made["acquirer_data"]["rrn"].is_string());
    assert_eq!(world.post("/v1/refunds", json!({ "amount": 100 })).await.error(400)["field"], "payment_id");
    let path = format!("/v1/refunds/{}", made["id"].as_str().unwrap());
    let edited = world.patch(&path, json!({ "notes": { "a": "b" } })).await.good();
    assert_eq!((&edited["notes"], &edited["amount"]), (&json!({ "a": "b" }), &json!(100)));
}

#[tokio::test]
async fn a_refund_can_stay_pending_and_end_either_way() {
    let world = World::new().await;
    let id = paid(&world).await;
    world.sandbox.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    let first = refund(&world, &id, json!({})).await.good();
    let first_id = first["id"].as_str().unwrap();
    assert_eq!((&first["status"], &first["acquirer_data"]["arn"]), (&json!("pending"), &Value::Null));
    world.advance(30 * DAY);
    assert_eq!(world.sandbox.refund(first_id).unwrap()["status"], "pending");
    world.sandbox.finish_refund(first_id, RefundEnd::Failed).unwrap();
    let payment = world.sandbox.payment(&id).unwrap();
    assert_eq!((&payment["status"], &payment["amount_refunded"]), (&json!("captured"), &json!(0)));
    let second = refund(&world, &id, json!({})).await.good();
    world.sandbox.finish_refund(second["id"].as_str().unwrap(), RefundEnd::Processed).unwrap();
    assert_eq!(world.sandbox.payment(&id).unwrap()["status"], "refunded");
    world.sandbox.finish_refund(first_id, RefundEnd::Processed).unwrap_err();
    let names = world.event_names();
    let told: Vec<&str> = names.iter().map(String::as_str).filter(|name| name.starts_with("refund")).collect();
    assert_eq!(told, ["refund.created", "refund.failed", "refund.created", "refund.processed"]);
}

#[tokio::test]
async fn an_instant_refund_can_become_a_normal_one() {
    let world = World::new().await;
    let id = paid(&world).await;
    world.sandbox.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    let made = refund(&world, &id, json!({ "speed": "optimum" })).await.good();
    let slower = world.sandbox.slow_down_refund(made["id"].as_str().unwrap()).unwrap();
    assert_eq!((&slower["speed_requested"], &slower["speed_processed"]), (&json!("optimum"), &json!("normal")));
    assert_eq!(slower["status"], "pending");
    assert_eq!(world.event_names().last().unwrap(), "refund.speed_changed");
    world.sandbox.slow_down_refund(made["id"].as_str().unwrap()).unwrap_err();
    world.sandbox.slow_down_refund("rfnd_nobody").unwrap_err();
}

#[tokio::test]
async fn refunds_end_by_themselves_when_their_time_has_come() {
    let world = World::new().await;
    let id = paid(&world).await;
    world
        .sandbox
        .change_settings(|settings| {
            settings.refunds = RefundOutcome::Failed;
            settings.refund_seconds = 60;
        })
        .unwrap();
    let made = refund(&world, &id, json!({ "amount": 100 })).await.good();
    assert_eq!(made["status"], "pending");
    world.advance(60);
    assert_eq!(world.sandbox.refund(made["id"].as_str().unwrap()).unwrap()["status"], "failed");
}

#[tokio::test]
async fn a_normal_refund_of_a_payment_older_than_six_months_fails() {
    let world = World::new().await;
    let id = paid(&world).await;
    world.advance(200 * DAY);
    assert_eq!(refund(&world, &id, json!({ "amount": 100 })).await.good()["status"], "failed");
    assert_eq!(refund(&world, &id, json!({ "amount": 100, "speed": "optimum" })).await.good()["status"], "processed");
}

#[tokio::test]
async fn an_account_without_money_refuses_refunds_until_it_is_filled() {
    let world = World::new().await;
    let id = paid(&world).await;
    world.sandbox.change_settings(|settings| settings.refuse_refunds = true).unwrap();
    let text = "Your account does not have enough balance to carry out the refund operation.";
    refund_with_key(&world, &id, "attempt-of-today", json!({})).await.refused(text);
    assert_eq!(world.sandbox.payment(&id).unwrap()["amount_refunded"], 0);
    world.sandbox.change_settings(|settings| settings.refuse_refunds = false).unwrap();
    refund_with_key(&world, &id, "attempt-of-today", json!({})).await.good();
    assert_eq!(world.sandbox.payment(&id).unwrap()["status"], "refunded");
}
