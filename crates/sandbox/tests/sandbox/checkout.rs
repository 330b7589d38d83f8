//! The checkout: its script, its pages, and what the payment sheet asks of the server.

use razorpay_sandbox::{Method, Outcome, payment_signature};
use serde_json::{Value, json};

use crate::world::{KEY_ID, KEY_SECRET, Reply, World};

/// The payment sheet of one order, without its pixels.
pub(crate) struct Sheet<'a> {
    world: &'a World,
    path: String,
}

impl<'a> Sheet<'a> {
    pub(crate) fn of(world: &'a World, order: &str) -> Self {
        Self { world, path: format!("{}/pay/{order}/payments", world.url) }
    }

    async fn send(&self, path: &str, mut body: Value) -> Reply {
        if body.get("key").is_none() {
            body["key"] = json!(KEY_ID);
        }
        self.world.send(self.world.http.post(path).json(&body)).await
    }

    pub(crate) async fn try_start(&self, mut body: Value) -> Reply {
        for (name, value) in [("email", "meera@example.test"), ("contact", "+919000090001")] {
            if body.get(name).is_none() {
                body[name] = json!(value);
            }
        }
        self.send(&self.path, body).await
    }

    pub(crate) async fn start(&self, body: Value) -> String {
        self.try_start(body).await.good()["payment_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn start_card(&self, number: &str) -> String {
        self.start(json!({ "method": "card", "card_number": number, "card_name": "Meera Iyer" })).await
    }

    pub(crate) async fn try_finish(&self, payment: &str, body: Value) -> Reply {
        self.send(&format!("{}/{payment}", self.path), body).await
    }

    pub(crate) async fn finish(&self, payment: &str, body: Value) -> Value {
        self.try_finish(payment, body).await.good()
    }

    async fn pay_by_card(&self, number: &str) -> Value {
        let id = self.start_card(number).await;
        self.finish(&id, json!({ "otp": "123456" })).await
    }

    async fn pay_by_upi(&self, vpa: &str) -> Value {
        let id = self.start(json!({ "method": "upi", "vpa": vpa })).await;
        self.finish(&id, json!({})).await
    }
}

#[tokio::test]
async fn a_paid_order_hands_over_a_signature_that_the_shop_can_check() {
    let world = World::new().await;
    for number in ["4100 2800 0000 1007", "5500 6700 0000 1002", "6527 6589 0000 1005"] {
        let order = world.order().await;
        let done = Sheet::of(&world, &order).pay_by_card(number).await;
        let response = &done["response"];
        let payment = response["razorpay_payment_id"].as_str().unwrap();
        assert_eq!(response["razorpay_order_id"], order);
        assert_eq!(response["razorpay_signature"], payment_signature(KEY_SECRET, &order, payment));
        let kept = world.sandbox.payment(payment).unwrap();
        assert_eq!((&kept["status"], &kept["card"]["last4"]), (&json!("captured"), &json!(&number[15..])));
        assert_eq!((&kept["email"], &kept["contact"]), (&json!("meera@example.test"), &json!("+919000090001")));
        assert!(!world.sandbox.overview().unwrap().to_string().contains(&number.replace(' ', "")));
    }
}

#[tokio::test]
async fn one_time_passwords_of_four_to_ten_digits_pass() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    let id = sheet.start_card("4100 2800 0000 1007").await;
    for otp in ["12345678901", "12ab"] {
        assert_eq!(sheet.try_finish(&id, json!({ "otp": otp })).await.error(400)["field"], "otp");
    }
    let failed = sheet.finish(&id, json!({ "otp": "123" })).await;
    assert_eq!(failed["status"], "failed");
    let error = &failed["error"];
    assert_eq!((&error["reason"], &error["step"]), (&json!("invalid_otp"), &json!("payment_authentication")));
    assert_eq!(error["metadata"], json!({ "payment_id": id, "order_id": order }));
    for otp in ["1234", "1234567890"] {
        let order = world.order().await;
        let sheet = Sheet::of(&world, &order);
        let id = sheet.start_card("4100 2800 0000 1007").await;
        assert_eq!(sheet.finish(&id, json!({ "otp": otp })).await["status"], "paid");
    }
}

#[tokio::test]
async fn upi_ids_do_what_their_names_say() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    assert_eq!(sheet.pay_by_upi("failure@razorpay").await["error"]["reason"], "payment_declined");
    assert_eq!(sheet.pay_by_upi("retry@razorpay").await["status"], "failed");
    assert_eq!(sheet.pay_by_upi("retry@razorpay").await["status"], "paid");
    let order = world.order().await;
    assert_eq!(Sheet::of(&world, &order).pay_by_upi("Success@Razorpay").await["status"], "paid");
    let order = world.order().await;
    let unknown = Sheet::of(&world, &order).try_start(json!({ "method": "upi", "vpa": "meera@okbank" })).await;
    assert_eq!(unknown.error(400)["field"], "vpa");
}

#[tokio::test]
async fn cancelling_a_upi_payment_counts_as_success_and_cancelling_others_does_not() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    let card = sheet.start_card("4100 2800 0000 1007").await;
    assert_eq!(sheet.finish(&card, json!({ "cancel": true })).await["error"]["reason"], "payment_cancelled");
    let upi = sheet.start(json!({ "method": "upi", "vpa": "success@razorpay" })).await;
    assert_eq!(sheet.finish(&upi, json!({ "cancel": true })).await["status"], "paid");
}

#[tokio::test]
async fn extra_cards_are_declined_or_fail_first_or_are_late() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    assert_eq!(sheet.pay_by_card("4100 2800 0000 2005").await["error"]["reason"], "payment_declined");
    assert_eq!(sheet.pay_by_card("4100 2800 0000 4001").await["error"]["reason"], "payment_timed_out");
    assert_eq!(sheet.pay_by_card("4100 2800 0000 3003").await["status"], "failed");
    assert_eq!(sheet.pay_by_card("4100 2800 0000 3003").await["status"], "paid");
    assert_eq!(world.sandbox.order(&order).unwrap()["attempts"], 4);
    world.advance(15 * 60);
    let payments = world.get(&format!("/v1/orders/{order}/payments")).await.good();
    let statuses: Vec<&Value> = payments["items"].as_array().unwrap().iter().map(|p| &p["status"]).collect();
    assert_eq!(statuses, ["captured", "failed", "authorized", "failed"], "the late one is not taken twice");
}

#[tokio::test]
async fn at_the_bank_the_customer_chooses() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    let id = sheet.start(json!({ "method": "netbanking", "bank": "HDFC" })).await;
    assert_eq!(sheet.finish(&id, json!({ "bank": "failure" })).await["status"], "failed");
    let id = sheet.start(json!({ "method": "netbanking", "bank": "HDFC" })).await;
    assert_eq!(sheet.finish(&id, json!({ "bank": "success" })).await["status"], "paid");
    assert_eq!(sheet.finish(&id, json!({ "bank": "failure" })).await["status"], "paid", "an answer stays an answer");
}

#[tokio::test]
async fn a_paid_order_takes_no_more_payments() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    let slow = sheet.start_card("4100 2800 0000 1007").await;
    assert_eq!(sheet.pay_by_card("5500 6700 0000 1002").await["status"], "paid");
    let overtaken = sheet.finish(&slow, json!({ "otp": "1234" })).await;
    assert_eq!(overtaken["error"]["reason"], "order_already_paid");
    let body = json!({ "method": "card", "card_number": "4100280000001007" });
    assert!(sheet.try_start(body).await.error(400)["description"].as_str().unwrap().contains("already paid"));
    assert_eq!(world.sandbox.order(&order).unwrap()["attempts"], 2);
}

#[tokio::test]
async fn an_account_can_allow_one_attempt_for_each_order() {
    let world = World::new().await;
    world.sandbox.change_settings(|settings| settings.one_attempt = true).unwrap();
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    assert_eq!(sheet.pay_by_upi("failure@razorpay").await["status"], "failed");
    let again = sheet.try_start(json!({ "method": "upi", "vpa": "success@razorpay" })).await.error(400);
    assert!(again["description"].as_str().unwrap().contains("already been attempted"));
    let other = world.order().await;
    assert_eq!(Sheet::of(&world, &other).pay_by_upi("success@razorpay").await["status"], "paid");
}

#[tokio::test]
async fn the_sheet_refuses_what_is_not_a_test_value() {
    let world = World::new().await;
    let order = world.order().await;
    let sheet = Sheet::of(&world, &order);
    let real = sheet.try_start(json!({ "method": "card", "card_number": "4242424242424242" })).await;
    assert_eq!(real.error(400)["field"], "card_number");
    sheet.try_start(json!({ "method": "wallet" })).await.error(400);
    sheet.try_start(json!({ "key": "another", "method": "upi", "vpa": "success@razorpay" })).await.error(401);
    sheet.try_start(json!({ "method": "dance" })).await.error(400);
    let other = world.order().await;
    let id = Sheet::of(&world, &other).start_card("4100 2800 0000 1007").await;
    sheet.try_finish(&id, json!({ "otp": "1234" })).await.refused("The id provided does not exist");
}

#[tokio::test]
async fn payments_from_abroad_are_by_card_and_of_a_customer_who_exists() {
    let world = World::new().await;
    let order = world.order_of(json!({ "amount": 5_000, "currency": "USD" })).await;
    let sheet = Sheet::of(&world, &order);
    sheet.try_start(json!({ "method": "upi", "vpa": "success@razorpay" })).await.error(400);
    for (email, contact) in [("void@razorpay.com", "+12025550123"), ("a@b.test", "+919999999999"), ("a@b.test", "")] {
        let body = json!({ "method": "card", "card_number": "4012888888881881", "email": email, "contact": contact });
        let id = sheet.start(body).await;
        assert_eq!(sheet.finish(&id, json!({})).await["status"], "failed", "{email} {contact}");
    }
    assert_eq!(sheet.pay_by_card("4012 8888 8888 1881").await["status"], "paid");
}

#[tokio::test]
async fn pages_carry_a_strict_policy_and_nothing_inline() {
    let world = World::new().await;
    let order = world.order().await;
    for (path, ancestors) in [
        (format!("/pay/{order}?key={KEY_ID}&origin=http://shop.test"), "frame-ancestors *"),
        ("/operator".to_owned(), "frame-ancestors 'none'"),
    ] {
        let answer = world.http.get(format!("{}{path}", world.url)).send().await.unwrap();
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        for part in ["default-src 'none'", "script-src 'self';", "style-src 'self';", "form-action 'none'", ancestors] {
            assert!(policy.contains(part), "{part} in {policy}");
        }
        let page = answer.text().await.unwrap();
        for forbidden in [" style=", " onclick", "<style", "{{", "src=\"http"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        assert_eq!(page.matches("<script").count(), page.matches("<script src=\"").count());
        for tag in page.split('<').filter(|tag| tag.starts_with("input") && tag.contains(" id=\"")) {
            let id = tag.split(" id=\"").nth(1).unwrap().split('"').next().unwrap();
            let labelled = page.contains(&format!("for=\"{id}\"")) || page.contains(&format!("<input id=\"{id}\""));
            assert!(labelled, "{id}");
        }
        for file in page.split("assets/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let asset = world.http.get(format!("{}/assets/{file}", world.url)).send().await.unwrap();
            assert_eq!(asset.status(), 200, "{file}");
        }
    }
}

#[tokio::test]
async fn the_sheet_says_what_is_to_be_paid_or_why_nothing_can_be() {
    let world = World::new().await;
    let order = world.order().await;
    let text =
        async |path: String| world.http.get(format!("{}{path}", world.url)).send().await.unwrap().text().await.unwrap();
    let page = text(format!("/pay/{order}?key={KEY_ID}")).await;
    for part in ["data-amount=\"49900\"", "data-currency=\"INR\"", "Test Mode", "4100 2800 0000 1007", "late@razorpay"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("data-trouble=\"\""));
    assert!(text(format!("/pay/{order}?key=rzp_test_other")).await.contains("The api key provided is invalid"));
    assert!(!text(format!("/pay/{order}?key=rzp_test_other")).await.contains("49900"));
    assert!(text(format!("/pay/order_nobody?key={KEY_ID}")).await.contains("The id provided does not exist"));
    world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    assert!(text(format!("/pay/{order}?key={KEY_ID}")).await.contains("already been paid"));
}

#[tokio::test]
async fn the_script_knows_where_it_lives_and_which_currencies_there_are() {
    let world = World::new().await;
    assert_eq!(world.sandbox.checkout_script(), format!("{}/checkout.js", world.url));
    let answer = world.http.get(world.sandbox.checkout_script()).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    let script = answer.text().await.unwrap();
    assert!(script.contains(&format!("const fallback = \"{}\"", world.url)));
    assert!(script.contains("[\"INR\",\"USD\""));
}
