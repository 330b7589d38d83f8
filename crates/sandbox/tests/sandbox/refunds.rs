//! The refunds API.

use razorpay_sandbox::{FinalRefundStatus, Method, Outcome, RefundOutcome};
use serde_json::{Value, json};

use crate::test_sandbox::{ApiResponse, DAY, TestSandbox};

async fn captured_payment(test: &TestSandbox) -> String {
    let order = test.order().await;
    test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap().payment_id
}

async fn refund(test: &TestSandbox, payment: &str, body: Value) -> ApiResponse {
    test.post(&format!("/v1/payments/{payment}/refund"), body).await
}

async fn refund_with_key(test: &TestSandbox, payment: &str, key: &str, body: Value) -> ApiResponse {
    let request = test.post_request(&format!("/v1/payments/{payment}/refund"), &body);
    test.send(request.header("X-Refund-Idempotency", key)).await
}

#[tokio::test]
async fn partial_refund_keeps_payment_captured_and_full_refund_sets_refunded() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    let body = json!({ "amount": 20_000, "notes": { "why": "cancelled" }, "receipt": "r-1" });
    let first = refund(&test, &id, body).await.expect_ok();
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
    let payment = test.sandbox.payment(&id).unwrap();
    assert_eq!((&payment["status"], &payment["refund_status"]), (&json!("captured"), &json!("partial")));
    assert_eq!(payment["amount_refunded"], 20_000);

    let rest = refund(&test, &id, json!({})).await.expect_ok();
    assert_eq!((&rest["amount"], &rest["notes"]), (&json!(29_900), &json!([])));
    let payment = test.sandbox.payment(&id).unwrap();
    assert_eq!((&payment["status"], &payment["refund_status"]), (&json!("refunded"), &json!("full")));
    refund(&test, &id, json!({ "amount": 100 }))
        .await
        .expect_bad_request("The payment has been fully refunded already");

    let list = test.get(&format!("/v1/payments/{id}/refunds")).await.expect_ok();
    assert_eq!(list["count"], 2);
    let of_payment = format!("/v1/payments/{id}/refunds/{}", rest["id"].as_str().unwrap());
    assert_eq!(test.get(&of_payment).await.expect_ok()["id"], rest["id"]);
    assert_eq!(test.get("/v1/refunds").await.expect_ok()["count"], 2);
}

#[tokio::test]
async fn invalid_refunds_are_rejected() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    refund(&test, &id, json!({ "amount": 49_901 }))
        .await
        .expect_bad_request("The refund amount provided is greater than amount captured");
    refund(&test, &id, json!({ "amount": 99 })).await.expect_bad_request("The amount must be at least INR 1.00");
    let extra = refund(&test, &id, json!({ "amount": 100, "reason": "mine" })).await.expect_error(400);
    assert_eq!(extra["description"], "reason is/are not required and should not be sent");
    assert_eq!(extra["field"], "reason");
    refund(&test, &id, json!({ "speed": "fast" })).await.expect_error(400);
    refund(&test, "pay_29QQoUBi66xm2f", json!({})).await.expect_bad_request("The id provided does not exist");
    refund(&test, "29QQoUBi66xm2f", json!({})).await.expect_bad_request("29QQoUBi66xm2f is not a valid id");
    let failed = test.sandbox.pay(&test.order().await, Method::Card, Outcome::Failed).unwrap();
    refund(&test, &failed.payment_id, json!({})).await.expect_error(400);
    assert_eq!(test.sandbox.payment(&id).unwrap()["amount_refunded"], 0);
}

#[tokio::test]
async fn same_idempotency_key_and_body_refund_once() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    let key = "550e8400-e29b-41d4-a716-446655440000";
    let first = refund_with_key(&test, &id, key, json!({ "amount": 10_000 })).await.expect_ok();
    let again = refund_with_key(&test, &id, key, json!({ "amount": 10_000 })).await.expect_ok();
    assert_eq!(first, again);
    assert_eq!(test.sandbox.payment(&id).unwrap()["amount_refunded"], 10_000);

    let other = refund_with_key(&test, &id, key, json!({ "amount": 20_000 })).await.expect_error(400);
    assert_eq!(other["code"], "BAD_REQUEST_ERROR");
    let text = "Different request with the same idempotency key has already been processed.";
    assert_eq!(other["description"], text);
    let elsewhere = captured_payment(&test).await;
    refund_with_key(&test, &elsewhere, key, json!({ "amount": 10_000 })).await.expect_error(400);

    refund_with_key(&test, &id, "another_key-1", json!({ "amount": 10_000 })).await.expect_ok();
    assert_eq!(test.sandbox.payment(&id).unwrap()["amount_refunded"], 20_000);
}

#[tokio::test]
async fn concurrent_requests_with_same_key_refund_once() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    let one = || refund_with_key(&test, &id, "at-the-same-time", json!({ "amount": 10_000 }));
    let (a, b, c, d) = tokio::join!(one(), one(), one(), one());
    let ids: Vec<Value> = [a, b, c, d].into_iter().map(|reply| reply.expect_ok()["id"].clone()).collect();
    assert!(ids.iter().all(|refund| *refund == ids[0]));
    assert_eq!(test.sandbox.payment(&id).unwrap()["amount_refunded"], 10_000);
}

#[tokio::test]
async fn malformed_idempotency_keys_are_rejected() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    for key in ["short-one", "has space in it", "dots.are.not.allowed"] {
        refund_with_key(&test, &id, key, json!({ "amount": 100 })).await.expect_error(400);
    }
    refund_with_key(&test, &id, "exactly_10", json!({ "amount": 100 })).await.expect_ok();
}

#[tokio::test]
async fn refund_can_be_created_with_payment_id_in_body() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    let created =
        test.post("/v1/refunds", json!({ "payment_id": id, "amount": 100, "speed": "optimum" })).await.expect_ok();
    assert_eq!((&created["speed_requested"], &created["speed_processed"]), (&json!("optimum"), &json!("instant")));
    assert!(created["acquirer_data"]["rrn"].is_string());
    assert_eq!(test.post("/v1/refunds", json!({ "amount": 100 })).await.expect_error(400)["field"], "payment_id");
    let path = format!("/v1/refunds/{}", created["id"].as_str().unwrap());
    let edited = test.patch(&path, json!({ "notes": { "a": "b" } })).await.expect_ok();
    assert_eq!((&edited["notes"], &edited["amount"]), (&json!({ "a": "b" }), &json!(100)));
}

#[tokio::test]
async fn pending_refund_can_be_processed_or_failed() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    test.sandbox.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    let first = refund(&test, &id, json!({})).await.expect_ok();
    let first_id = first["id"].as_str().unwrap();
    assert_eq!((&first["status"], &first["acquirer_data"]["arn"]), (&json!("pending"), &Value::Null));
    test.advance(30 * DAY);
    assert_eq!(test.sandbox.refund(first_id).unwrap()["status"], "pending");
    test.sandbox.finish_refund(first_id, FinalRefundStatus::Failed).unwrap();
    let payment = test.sandbox.payment(&id).unwrap();
    assert_eq!((&payment["status"], &payment["amount_refunded"]), (&json!("captured"), &json!(0)));
    let second = refund(&test, &id, json!({})).await.expect_ok();
    test.sandbox.finish_refund(second["id"].as_str().unwrap(), FinalRefundStatus::Processed).unwrap();
    assert_eq!(test.sandbox.payment(&id).unwrap()["status"], "refunded");
    test.sandbox.finish_refund(first_id, FinalRefundStatus::Processed).unwrap_err();
    let names = test.event_names();
    let refund_events: Vec<&str> = names.iter().map(String::as_str).filter(|name| name.starts_with("refund")).collect();
    assert_eq!(refund_events, ["refund.created", "refund.failed", "refund.created", "refund.processed"]);
}

#[tokio::test]
async fn instant_refund_can_change_to_normal_speed() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    test.sandbox.change_settings(|settings| settings.refunds = RefundOutcome::StaysPending).unwrap();
    let created = refund(&test, &id, json!({ "speed": "optimum" })).await.expect_ok();
    let slower = test.sandbox.slow_down_refund(created["id"].as_str().unwrap()).unwrap();
    assert_eq!((&slower["speed_requested"], &slower["speed_processed"]), (&json!("optimum"), &json!("normal")));
    assert_eq!(slower["status"], "pending");
    assert_eq!(test.event_names().last().unwrap(), "refund.speed_changed");
    test.sandbox.slow_down_refund(created["id"].as_str().unwrap()).unwrap_err();
    test.sandbox.slow_down_refund("rfnd_unknown").unwrap_err();
}

#[tokio::test]
async fn refund_completes_after_refund_seconds() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    test.sandbox
        .change_settings(|settings| {
            settings.refunds = RefundOutcome::Failed;
            settings.refund_seconds = 60;
        })
        .unwrap();
    let created = refund(&test, &id, json!({ "amount": 100 })).await.expect_ok();
    assert_eq!(created["status"], "pending");
    test.advance(60);
    assert_eq!(test.sandbox.refund(created["id"].as_str().unwrap()).unwrap()["status"], "failed");
}

#[tokio::test]
async fn normal_refund_of_payment_older_than_six_months_fails() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    test.advance(200 * DAY);
    assert_eq!(refund(&test, &id, json!({ "amount": 100 })).await.expect_ok()["status"], "failed");
    assert_eq!(
        refund(&test, &id, json!({ "amount": 100, "speed": "optimum" })).await.expect_ok()["status"],
        "processed"
    );
}

#[tokio::test]
async fn refunds_are_rejected_while_balance_is_low() {
    let test = TestSandbox::new().await;
    let id = captured_payment(&test).await;
    test.sandbox.change_settings(|settings| settings.refuse_refunds = true).unwrap();
    let text = "Your account does not have enough balance to carry out the refund operation.";
    refund_with_key(&test, &id, "attempt-of-today", json!({})).await.expect_bad_request(text);
    assert_eq!(test.sandbox.payment(&id).unwrap()["amount_refunded"], 0);
    test.sandbox.change_settings(|settings| settings.refuse_refunds = false).unwrap();
    refund_with_key(&test, &id, "attempt-of-today", json!({})).await.expect_ok();
    assert_eq!(test.sandbox.payment(&id).unwrap()["status"], "refunded");
}
