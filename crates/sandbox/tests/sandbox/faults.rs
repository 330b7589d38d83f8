//! Injected faults of API calls.

use std::time::Duration;

use razorpay_sandbox::{Fault, FaultKind, Method, Outcome};
use serde_json::json;

use crate::test_sandbox::TestSandbox;

#[tokio::test]
async fn faults_apply_to_given_number_of_calls() {
    let test = TestSandbox::new().await;
    let order = || json!({ "amount": 500, "currency": "INR" });
    for (kind, status) in [(FaultKind::TooManyRequests, 429), (FaultKind::ServerError, 500), (FaultKind::Conflict, 409)]
    {
        test.sandbox.fail_next_calls(2, kind).unwrap();
        test.post("/v1/orders", order()).await.expect_error(status);
        test.get("/v1/orders").await.expect_error(status);
    }
    test.sandbox.fail_next_calls(1, FaultKind::Html).unwrap();
    let html = test.post("/v1/orders", order()).await;
    assert_eq!(html.status, 502);
    assert!(html.body.as_str().unwrap().starts_with("<html>"));
    assert_eq!(test.get("/v1/orders").await.expect_ok()["count"], 0, "failed calls are not executed");
}

#[tokio::test]
async fn executed_call_with_lost_response_can_be_retried() {
    let test = TestSandbox::new().await;
    let id = test.order().await;
    let paid = test.sandbox.pay(&id, Method::Card, Outcome::Captured).unwrap().payment_id;
    let fault = Fault {
        carried_out: true,
        method: Some("post".to_owned()),
        path: Some("/refund".to_owned()),
        ..Fault::next(1, FaultKind::ServerError)
    };
    test.sandbox.add_fault(fault).unwrap();
    test.get(&format!("/v1/payments/{paid}/refunds")).await.expect_ok();
    let path = format!("/v1/payments/{paid}/refund");
    let request =
        || test.post_request(&path, &json!({ "amount": 500 })).header("X-Refund-Idempotency", "once-and-only-once");
    test.send(request()).await.expect_error(500);
    test.send(request()).await.expect_ok();
    assert_eq!(test.sandbox.payment(&paid).unwrap()["amount_refunded"], 500);
}

#[tokio::test]
async fn timeout_fault_sends_no_response() {
    let test = TestSandbox::new().await;
    test.sandbox.fail_next_calls(1, FaultKind::Timeout).unwrap();
    // Long enough that the server has received the call on a busy machine; otherwise the fault would hit the next call.
    let response = test.post_request("/v1/orders", &json!({})).timeout(Duration::from_secs(1)).send().await;
    assert!(response.unwrap_err().is_timeout());
    test.get("/v1/orders").await.expect_ok();
}

#[tokio::test]
async fn cleared_faults_do_not_apply() {
    let test = TestSandbox::new().await;
    test.sandbox.fail_next_calls(9, FaultKind::ServerError).unwrap();
    test.get("/v1/orders").await.expect_error(500);
    test.sandbox.clear_faults().unwrap();
    test.get("/v1/orders").await.expect_ok();
}
