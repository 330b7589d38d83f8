//! Who may call the API, and what becomes of calls that lead nowhere.

use serde_json::json;

use crate::world::{KEY_ID, KEY_SECRET, World};

#[tokio::test]
async fn only_the_right_key_in_the_right_form_opens_the_api() {
    let world = World::new().await;
    let request = || world.http.get(format!("{}/v1/orders", world.url));
    world.send(request().basic_auth(KEY_ID, Some(KEY_SECRET))).await.good();
    // "rzp_test_A:sandbox_secret_1"
    let token = "cnpwX3Rlc3RfQTpzYW5kYm94X3NlY3JldF8x";
    world.send(request().header("authorization", format!("Basic {token}"))).await.good();
    for header in [
        format!("basic {token}"),
        format!("BASIC {token}"),
        format!("Basic \"{token}\""),
        format!("Basic ${token}"),
        format!("Bearer {token}"),
        "Basic".to_owned(),
    ] {
        let error = world.send(request().header("authorization", &header)).await.error(401);
        assert_eq!(error["description"], "Authentication failed", "{header}");
    }
    world.send(request()).await.error(401);
    world.send(request().basic_auth(KEY_ID, Some("another"))).await.error(401);
    world.send(request().basic_auth("rzp_live_A", Some(KEY_SECRET))).await.error(401);
}

#[tokio::test]
async fn addresses_and_methods_that_are_not_there_are_refused() {
    let world = World::new().await;
    let lost = "The requested URL was not found on the server.";
    world.get("/v1/orderz").await.refused(lost);
    world.get("/v1/payments/pay_29QQoUBi66xm2f/refund").await.refused(lost);
    world.get("/v1/orders/x48wjYEr2I").await.refused("x48wjYEr2I is not a valid id");
    world.get("/v1/orders/order_29QQoUBi66xm2f").await.refused("The id provided does not exist");
    world.get("/v1/payments/pay_29QQoUBi66xm2f").await.refused("The id provided does not exist");
    world.get("/v1/refunds/rfnd_29QQoUBi66xm2f").await.refused("The id provided does not exist");
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let world = World::new().await;
    let request = world.http.post(format!("{}/v1/orders", world.url)).basic_auth(KEY_ID, Some(KEY_SECRET));
    world.send(request.body("amount=1")).await.refused("The request body is not a JSON object");
    world.post("/v1/orders", json!("text")).await.refused("The request body is not a JSON object");
}
