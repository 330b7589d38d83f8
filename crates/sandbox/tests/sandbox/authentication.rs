//! Authentication, unknown URLs and malformed bodies.

use serde_json::json;

use crate::test_sandbox::{KEY_ID, KEY_SECRET, TestSandbox};

#[tokio::test]
async fn api_requires_valid_basic_authentication() {
    let test = TestSandbox::new().await;
    let request = || test.http.get(format!("{}/v1/orders", test.url));
    test.send(request().basic_auth(KEY_ID, Some(KEY_SECRET))).await.expect_ok();
    // "rzp_test_A:sandbox_secret_1"
    let token = "cnpwX3Rlc3RfQTpzYW5kYm94X3NlY3JldF8x";
    test.send(request().header("authorization", format!("Basic {token}"))).await.expect_ok();
    for header in [
        format!("basic {token}"),
        format!("BASIC {token}"),
        format!("Basic \"{token}\""),
        format!("Basic ${token}"),
        format!("Bearer {token}"),
        "Basic".to_owned(),
    ] {
        let error = test.send(request().header("authorization", &header)).await.expect_error(401);
        assert_eq!(error["description"], "Authentication failed", "{header}");
    }
    test.send(request()).await.expect_error(401);
    test.send(request().basic_auth(KEY_ID, Some("another"))).await.expect_error(401);
    test.send(request().basic_auth("rzp_live_A", Some(KEY_SECRET))).await.expect_error(401);
}

#[tokio::test]
async fn unknown_urls_methods_and_ids_are_rejected() {
    let test = TestSandbox::new().await;
    let not_found = "The requested URL was not found on the server.";
    test.get("/v1/orderz").await.expect_bad_request(not_found);
    test.get("/v1/payments/pay_29QQoUBi66xm2f/refund").await.expect_bad_request(not_found);
    test.get("/v1/orders/x48wjYEr2I").await.expect_bad_request("x48wjYEr2I is not a valid id");
    test.get("/v1/orders/order_29QQoUBi66xm2f").await.expect_bad_request("The id provided does not exist");
    test.get("/v1/payments/pay_29QQoUBi66xm2f").await.expect_bad_request("The id provided does not exist");
    test.get("/v1/refunds/rfnd_29QQoUBi66xm2f").await.expect_bad_request("The id provided does not exist");
}

#[tokio::test]
async fn non_json_body_is_rejected() {
    let test = TestSandbox::new().await;
    let request = test.http.post(format!("{}/v1/orders", test.url)).basic_auth(KEY_ID, Some(KEY_SECRET));
    test.send(request.body("amount=1")).await.expect_bad_request("The request body is not a JSON object");
    test.post("/v1/orders", json!("text")).await.expect_bad_request("The request body is not a JSON object");
}
