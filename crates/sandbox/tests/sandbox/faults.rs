//! Calls that go wrong because the operator wants it.

use std::time::Duration;

use razorpay_sandbox::{Fault, FaultKind, Method, Outcome};
use serde_json::json;

use crate::world::World;

#[tokio::test]
async fn the_next_calls_fail_as_told_and_then_all_is_well() {
    let world = World::new().await;
    let order = || json!({ "amount": 500, "currency": "INR" });
    for (kind, status) in [(FaultKind::TooManyRequests, 429), (FaultKind::ServerError, 500), (FaultKind::Conflict, 409)]
    {
        world.sandbox.fail_next(2, kind).unwrap();
        world.post("/v1/orders", order()).await.error(status);
        world.get("/v1/orders").await.error(status);
    }
    world.sandbox.fail_next(1, FaultKind::Html).unwrap();
    let html = world.post("/v1/orders", order()).await;
    assert_eq!(html.status, 502);
    assert!(html.body.as_str().unwrap().starts_with("<html>"));
    assert_eq!(world.get("/v1/orders").await.good()["count"], 0, "nothing was carried out");
}

#[tokio::test]
async fn an_answer_can_get_lost_although_the_call_was_carried_out() {
    let world = World::new().await;
    let id = world.order().await;
    let paid = world.sandbox.pay(&id, Method::Card, Outcome::Captured).unwrap().payment_id;
    let fault = Fault {
        carried_out: true,
        method: Some("post".to_owned()),
        path: Some("/refund".to_owned()),
        ..Fault::next(1, FaultKind::ServerError)
    };
    world.sandbox.add_fault(fault).unwrap();
    world.get(&format!("/v1/payments/{paid}/refunds")).await.good();
    let path = format!("/v1/payments/{paid}/refund");
    let ask = || world.posting(&path, &json!({ "amount": 500 })).header("X-Refund-Idempotency", "once-and-only-once");
    world.send(ask()).await.error(500);
    world.send(ask()).await.good();
    assert_eq!(world.sandbox.payment(&paid).unwrap()["amount_refunded"], 500);
}

#[tokio::test]
async fn a_call_can_stay_without_an_answer() {
    let world = World::new().await;
    world.sandbox.fail_next(1, FaultKind::Timeout).unwrap();
    // Long enough for a busy machine to have taken the call by then: else the next one would meet the fault.
    let impatient = world.posting("/v1/orders", &json!({})).timeout(Duration::from_secs(1)).send().await;
    assert!(impatient.unwrap_err().is_timeout());
    world.get("/v1/orders").await.good();
}

#[tokio::test]
async fn faults_can_be_taken_back() {
    let world = World::new().await;
    world.sandbox.fail_next(9, FaultKind::ServerError).unwrap();
    world.sandbox.clear_faults().unwrap();
    world.get("/v1/orders").await.good();
}
