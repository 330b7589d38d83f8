//! The checkout: script, payment form and its requests.

use razorpay_sandbox::{Method, Outcome, payment_signature};
use serde_json::{Value, json};

use crate::test_sandbox::{ApiResponse, KEY_ID, KEY_SECRET, TestSandbox};

/// The requests of the payment form of one order.
pub(crate) struct PaymentForm<'a> {
    test: &'a TestSandbox,
    path: String,
}

impl<'a> PaymentForm<'a> {
    pub(crate) fn of(test: &'a TestSandbox, order: &str) -> Self {
        Self { test, path: format!("{}/pay/{order}/payments", test.url) }
    }

    async fn send(&self, path: &str, mut body: Value) -> ApiResponse {
        if body.get("key").is_none() {
            body["key"] = json!(KEY_ID);
        }
        self.test.send(self.test.http.post(path).json(&body)).await
    }

    pub(crate) async fn try_start(&self, mut body: Value) -> ApiResponse {
        for (name, value) in [("email", "meera@example.test"), ("contact", "+919000090001")] {
            if body.get(name).is_none() {
                body[name] = json!(value);
            }
        }
        self.send(&self.path, body).await
    }

    pub(crate) async fn start(&self, body: Value) -> String {
        self.try_start(body).await.expect_ok()["payment_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn start_card(&self, number: &str) -> String {
        self.start(json!({ "method": "card", "card_number": number, "card_name": "Meera Iyer" })).await
    }

    pub(crate) async fn try_finish(&self, payment: &str, body: Value) -> ApiResponse {
        self.send(&format!("{}/{payment}", self.path), body).await
    }

    pub(crate) async fn finish(&self, payment: &str, body: Value) -> Value {
        self.try_finish(payment, body).await.expect_ok()
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
async fn paid_order_returns_valid_payment_signature() {
    let test = TestSandbox::new().await;
    for number in ["4100 2800 0000 1007", "5500 6700 0000 1002", "6527 6589 0000 1005"] {
        let order = test.order().await;
        let result = PaymentForm::of(&test, &order).pay_by_card(number).await;
        let response = &result["response"];
        let payment = response["razorpay_payment_id"].as_str().unwrap();
        assert_eq!(response["razorpay_order_id"], order);
        assert_eq!(response["razorpay_signature"], payment_signature(KEY_SECRET, &order, payment));
        let payment_json = test.sandbox.payment(payment).unwrap();
        assert_eq!(
            (&payment_json["status"], &payment_json["card"]["last4"]),
            (&json!("captured"), &json!(&number[15..]))
        );
        assert_eq!(
            (&payment_json["email"], &payment_json["contact"]),
            (&json!("meera@example.test"), &json!("+919000090001"))
        );
        assert!(!test.sandbox.overview().unwrap().to_string().contains(&number.replace(' ', "")));
    }
}

#[tokio::test]
async fn otp_of_four_to_ten_digits_is_accepted() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    let id = form.start_card("4100 2800 0000 1007").await;
    for otp in ["12345678901", "12ab"] {
        assert_eq!(form.try_finish(&id, json!({ "otp": otp })).await.expect_error(400)["field"], "otp");
    }
    let failed = form.finish(&id, json!({ "otp": "123" })).await;
    assert_eq!(failed["status"], "failed");
    let error = &failed["error"];
    assert_eq!((&error["reason"], &error["step"]), (&json!("invalid_otp"), &json!("payment_authentication")));
    assert_eq!(error["metadata"], json!({ "payment_id": id, "order_id": order }));
    for otp in ["1234", "1234567890"] {
        let order = test.order().await;
        let form = PaymentForm::of(&test, &order);
        let id = form.start_card("4100 2800 0000 1007").await;
        assert_eq!(form.finish(&id, json!({ "otp": otp })).await["status"], "paid");
    }
}

#[tokio::test]
async fn upi_ids_produce_documented_outcomes() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    assert_eq!(form.pay_by_upi("failure@razorpay").await["error"]["reason"], "payment_declined");
    assert_eq!(form.pay_by_upi("retry@razorpay").await["status"], "failed");
    assert_eq!(form.pay_by_upi("retry@razorpay").await["status"], "paid");
    let order = test.order().await;
    assert_eq!(PaymentForm::of(&test, &order).pay_by_upi("Success@Razorpay").await["status"], "paid");
    let order = test.order().await;
    let unknown = PaymentForm::of(&test, &order).try_start(json!({ "method": "upi", "vpa": "meera@okbank" })).await;
    assert_eq!(unknown.expect_error(400)["field"], "vpa");
}

#[tokio::test]
async fn cancelled_upi_payment_succeeds_and_cancelled_card_payment_fails() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    let card = form.start_card("4100 2800 0000 1007").await;
    assert_eq!(form.finish(&card, json!({ "cancel": true })).await["error"]["reason"], "payment_cancelled");
    let upi = form.start(json!({ "method": "upi", "vpa": "success@razorpay" })).await;
    assert_eq!(form.finish(&upi, json!({ "cancel": true })).await["status"], "paid");
}

#[tokio::test]
async fn test_cards_produce_documented_outcomes() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    assert_eq!(form.pay_by_card("4100 2800 0000 2005").await["error"]["reason"], "payment_declined");
    assert_eq!(form.pay_by_card("4100 2800 0000 4001").await["error"]["reason"], "payment_timed_out");
    assert_eq!(form.pay_by_card("4100 2800 0000 3003").await["status"], "failed");
    assert_eq!(form.pay_by_card("4100 2800 0000 3003").await["status"], "paid");
    assert_eq!(test.sandbox.order(&order).unwrap()["attempts"], 4);
    test.advance(15 * 60);
    let payments = test.get(&format!("/v1/orders/{order}/payments")).await.expect_ok();
    let statuses: Vec<&Value> = payments["items"].as_array().unwrap().iter().map(|p| &p["status"]).collect();
    assert_eq!(statuses, ["captured", "failed", "authorized", "failed"], "the late payment is not captured");
}

#[tokio::test]
async fn netbanking_outcome_is_chosen_by_customer() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    let id = form.start(json!({ "method": "netbanking", "bank": "HDFC" })).await;
    assert_eq!(form.finish(&id, json!({ "bank": "failure" })).await["status"], "failed");
    let id = form.start(json!({ "method": "netbanking", "bank": "HDFC" })).await;
    assert_eq!(form.finish(&id, json!({ "bank": "success" })).await["status"], "paid");
    assert_eq!(form.finish(&id, json!({ "bank": "failure" })).await["status"], "paid", "the outcome does not change");
}

#[tokio::test]
async fn paid_order_accepts_no_further_payments() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    let open_payment = form.start_card("4100 2800 0000 1007").await;
    assert_eq!(form.pay_by_card("5500 6700 0000 1002").await["status"], "paid");
    let rejected = form.finish(&open_payment, json!({ "otp": "1234" })).await;
    assert_eq!(rejected["error"]["reason"], "order_already_paid");
    let body = json!({ "method": "card", "card_number": "4100280000001007" });
    assert!(form.try_start(body).await.expect_error(400)["description"].as_str().unwrap().contains("already paid"));
    assert_eq!(test.sandbox.order(&order).unwrap()["attempts"], 2);
}

#[tokio::test]
async fn second_attempt_is_rejected_with_one_attempt_setting() {
    let test = TestSandbox::new().await;
    test.sandbox.change_settings(|settings| settings.one_attempt = true).unwrap();
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    assert_eq!(form.pay_by_upi("failure@razorpay").await["status"], "failed");
    let again = form.try_start(json!({ "method": "upi", "vpa": "success@razorpay" })).await.expect_error(400);
    assert!(again["description"].as_str().unwrap().contains("already been attempted"));
    let other = test.order().await;
    assert_eq!(PaymentForm::of(&test, &other).pay_by_upi("success@razorpay").await["status"], "paid");
}

#[tokio::test]
async fn non_test_payment_data_is_rejected() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let form = PaymentForm::of(&test, &order);
    let response = form.try_start(json!({ "method": "card", "card_number": "4242424242424242" })).await;
    assert_eq!(response.expect_error(400)["field"], "card_number");
    form.try_start(json!({ "method": "wallet" })).await.expect_error(400);
    form.try_start(json!({ "key": "another", "method": "upi", "vpa": "success@razorpay" })).await.expect_error(401);
    form.try_start(json!({ "method": "dance" })).await.expect_error(400);
    let other = test.order().await;
    let id = PaymentForm::of(&test, &other).start_card("4100 2800 0000 1007").await;
    form.try_finish(&id, json!({ "otp": "1234" })).await.expect_bad_request("The id provided does not exist");
}

#[tokio::test]
async fn international_payment_requires_card_and_real_contact() {
    let test = TestSandbox::new().await;
    let order = test.order_of(json!({ "amount": 5_000, "currency": "USD" })).await;
    let form = PaymentForm::of(&test, &order);
    form.try_start(json!({ "method": "upi", "vpa": "success@razorpay" })).await.expect_error(400);
    for (email, contact) in [("void@razorpay.com", "+12025550123"), ("a@b.test", "+919999999999"), ("a@b.test", "")] {
        let body = json!({ "method": "card", "card_number": "4012888888881881", "email": email, "contact": contact });
        let id = form.start(body).await;
        assert_eq!(form.finish(&id, json!({})).await["status"], "failed", "{email} {contact}");
    }
    assert_eq!(form.pay_by_card("4012 8888 8888 1881").await["status"], "paid");
}

#[tokio::test]
async fn pages_have_strict_csp_and_no_inline_code() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    for (path, ancestors) in [
        (format!("/pay/{order}?key={KEY_ID}&origin=http://shop.test"), "frame-ancestors *"),
        ("/operator".to_owned(), "frame-ancestors 'none'"),
    ] {
        let answer = test.http.get(format!("{}{path}", test.url)).send().await.unwrap();
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
            let asset = test.http.get(format!("{}/assets/{file}", test.url)).send().await.unwrap();
            assert_eq!(asset.status(), 200, "{file}");
        }
    }
}

#[tokio::test]
async fn payment_form_shows_amount_or_reason_for_rejection() {
    let test = TestSandbox::new().await;
    let order = test.order().await;
    let text =
        async |path: String| test.http.get(format!("{}{path}", test.url)).send().await.unwrap().text().await.unwrap();
    let page = text(format!("/pay/{order}?key={KEY_ID}")).await;
    for part in ["data-amount=\"49900\"", "data-currency=\"INR\"", "Test Mode", "4100 2800 0000 1007", "late@razorpay"]
    {
        assert!(page.contains(part), "{part}");
    }
    assert!(page.contains("data-problem=\"\""));
    assert!(text(format!("/pay/{order}?key=rzp_test_other")).await.contains("The api key provided is invalid"));
    assert!(!text(format!("/pay/{order}?key=rzp_test_other")).await.contains("49900"));
    assert!(text(format!("/pay/order_unknown?key={KEY_ID}")).await.contains("The id provided does not exist"));
    test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap();
    assert!(text(format!("/pay/{order}?key={KEY_ID}")).await.contains("already been paid"));
}

#[tokio::test]
async fn checkout_script_contains_base_url_and_currencies() {
    let test = TestSandbox::new().await;
    assert_eq!(test.sandbox.checkout_script_url(), format!("{}/checkout.js", test.url));
    let answer = test.http.get(test.sandbox.checkout_script_url()).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    let script = answer.text().await.unwrap();
    assert!(script.contains(&format!("const fallback = \"{}\"", test.url)));
    assert!(script.contains("[\"INR\",\"USD\""));
}
