//! Answers with the provider's habits, and answers that are wrong.

use serde_json::json;
use tala_domain::payments::PaymentState;

use super::provider::Reply;
use super::*;
use crate::razorpay::{PaymentProvider, ProviderError};

async fn read(reply: Reply) -> Result<super::super::ProviderPayment, ProviderError> {
    let provider = Provider::start([reply]).await;
    client(&provider).payment(PAYMENT).await
}

fn is_unreadable<T: std::fmt::Debug>(result: Result<T, ProviderError>, what: &str) {
    assert!(matches!(&result, Err(ProviderError::Unreadable(_))), "{what}: {result:?}");
}

#[tokio::test]
async fn the_providers_habits_do_not_disturb() {
    for (member, value) in [
        ("notes", json!([])),
        ("notes", json!({})),
        ("notes", json!({ "class": "Nīlā" })),
        ("notes", json!(null)),
        ("acquirer_data", json!([])),
        ("acquirer_data", json!({ "bank_transaction_id": null })),
        ("error_description", json!("")),
        ("error_description", json!("NA")),
        ("error_code", json!("")),
        ("error_reason", json!("NA")),
        ("invoice_id", json!("")),
        ("card", json!({ "last4": "1007" })),
        ("something_new", json!([1, { "a": null }])),
    ] {
        let payment = read(Reply::json(200, &with(payment_json(), member, value.clone()))).await.unwrap();
        assert_eq!((payment.status, payment.error), (PaymentState::Captured, None), "{member}: {value}");
    }
    for status in [200, 201, 202] {
        assert!(read(Reply::json(status, &payment_json())).await.is_ok(), "{status}");
    }
}

#[tokio::test]
async fn what_says_nothing_is_left_out() {
    for nothing in [json!(null), json!(""), json!("NA"), json!(false)] {
        let json = ["method", "order_id", "fee"]
            .into_iter()
            .fold(payment_json(), |payment, member| with(payment, member, nothing.clone()));
        let payment = read(Reply::json(200, &json)).await.unwrap();
        assert_eq!((payment.method, payment.order_id, payment.fee_minor), (None, None, None), "{nothing}");
    }
    let bare = ["method", "order_id", "fee", "notes", "error_code", "amount_refunded"]
        .into_iter()
        .fold(payment_json(), without);
    assert_eq!(read(Reply::json(200, &bare)).await.unwrap().amount_refunded_minor, 0);
}

#[tokio::test]
async fn the_best_reason_for_a_failure_is_kept() {
    let failed = with(payment_json(), "status", json!("failed"));
    let failed = with(failed, "error_code", json!("GATEWAY_ERROR"));
    let reason = |payment| async move { read(Reply::json(200, &payment)).await.unwrap().error.unwrap() };
    assert_eq!(reason(failed.clone()).await, "GATEWAY_ERROR");
    let failed = with(failed, "error_reason", json!("payment_timed_out"));
    assert_eq!(reason(failed.clone()).await, "payment_timed_out");
    let failed = with(failed, "error_description", json!("Payment was not completed on time."));
    assert_eq!(reason(failed).await, "Payment was not completed on time.");
}

#[tokio::test]
async fn every_status_of_the_description_is_known_and_no_other() {
    for status in PaymentState::ALL {
        let payment = with(payment_json(), "status", json!(status.as_str()));
        assert_eq!(read(Reply::json(200, &payment)).await.unwrap().status, *status);
    }
    for status in [json!("settled"), json!("Captured"), json!(null), json!(7)] {
        is_unreadable(
            read(Reply::json(200, &with(payment_json(), "status", status.clone()))).await,
            &status.to_string(),
        );
    }
    for (status, known) in [("pending", true), ("processed", true), ("failed", true), ("reversed", false)] {
        let provider = Provider::with_json(&with(refund_json(), "status", json!(status))).await;
        assert_eq!(client(&provider).find_refund(REFUND).await.is_ok(), known, "{status}");
    }
}

#[tokio::test]
async fn what_lacks_something_needed_cannot_be_read() {
    for member in ["id", "entity", "amount", "currency", "status", "created_at"] {
        is_unreadable(read(Reply::json(200, &without(payment_json(), member))).await, member);
        is_unreadable(read(Reply::json(200, &with(payment_json(), member, json!(null)))).await, member);
    }
    for (member, value) in [
        ("amount", json!(-1)),
        ("amount", json!(1122.88)),
        ("amount", json!("112288")),
        ("amount", json!(u64::MAX)),
        ("created_at", json!(i64::MAX)),
        ("created_at", json!("yesterday")),
        ("id", json!("pay_1/../2")),
        ("entity", json!("order")),
    ] {
        is_unreadable(read(Reply::json(200, &with(payment_json(), member, value.clone()))).await, &value.to_string());
    }
    for member in ["id", "payment_id", "amount", "currency", "status", "created_at"] {
        let provider = Provider::with_json(&without(refund_json(), member)).await;
        is_unreadable(client(&provider).find_refund(REFUND).await, member);
    }
    for body in [json!([]), json!(null), json!(7), json!("payment"), json!({}), json!({ "error": null })] {
        is_unreadable(read(Reply::json(200, &body)).await, &body.to_string());
    }
    for body in [json!({}), json!({ "items": {} }), json!({ "items": [null] }), list(&[payment_json(), json!({})])] {
        let provider = Provider::with_json(&body).await;
        is_unreadable(client(&provider).order_payments(ORDER).await, &body.to_string());
    }
}

#[tokio::test]
async fn an_answer_about_something_else_is_not_taken() {
    let other = |object| with(object, "id", json!("pay_Other000000001"));
    is_unreadable(read(Reply::json(200, &other(payment_json()))).await, "payment");
    let provider = Provider::with_json(&other(payment_json())).await;
    is_unreadable(client(&provider).capture(PAYMENT, rupees(112_288)).await, "capture");
    let provider = Provider::with_json(&other(refund_json())).await;
    is_unreadable(client(&provider).find_refund(REFUND).await, "refund by id");
    for order_id in [json!("order_Other00000001"), json!(null)] {
        let provider = Provider::with_json(&list(&[with(payment_json(), "order_id", order_id)])).await;
        is_unreadable(client(&provider).order_payments(ORDER).await, "another order's payment");
    }
    let others = with(refund_json(), "payment_id", json!("pay_Other000000001"));
    let provider =
        Provider::start([Reply::json(200, &list(std::slice::from_ref(&others))), Reply::json(200, &others)]).await;
    is_unreadable(client(&provider).payment_refunds(PAYMENT).await, "another payment's refund");
    is_unreadable(client(&provider).refund(&new_refund()).await, "a refund of another payment");
}

#[tokio::test]
async fn an_order_or_refund_of_another_amount_is_not_taken() {
    for (member, value) in [("amount", json!(112_287)), ("currency", json!("USD"))] {
        let provider = Provider::with_json(&with(order_json(), member, value)).await;
        is_unreadable(client(&provider).create_order(&new_order()).await, member);
    }
    let provider = Provider::with_json(&with(refund_json(), "amount", json!(112_287))).await;
    is_unreadable(client(&provider).refund(&new_refund()).await, "refund");
}

#[tokio::test]
async fn a_refusal_says_what_is_wrong() {
    let error = with(
        error_json("BAD_REQUEST_ERROR", "The amount must be at least INR 1.00")["error"].clone(),
        "field",
        json!("amount"),
    );
    let provider = Provider::start([Reply::json(400, &json!({ "error": error }))]).await;
    let expected = ProviderError::Refused {
        status: 400,
        code: "BAD_REQUEST_ERROR".to_owned(),
        description: "The amount must be at least INR 1.00".to_owned(),
        field: Some("amount".to_owned()),
    };
    assert_eq!(client(&provider).create_order(&new_order()).await, Err(expected.clone()));
    assert!(!expected.may_have_happened());
    let text = "payment provider refused (400 BAD_REQUEST_ERROR): The amount must be at least INR 1.00";
    assert_eq!(expected.to_string(), text);
}

#[tokio::test]
async fn wrong_keys_are_a_refusal_under_either_status() {
    for status in [400, 401] {
        let error = read(Reply::json(status, &error_json("BAD_REQUEST_ERROR", "Authentication failed"))).await;
        assert!(matches!(&error, Err(ProviderError::Refused { status: said, .. }) if *said == status), "{error:?}");
    }
}

#[tokio::test]
async fn an_unknown_id_is_reported_in_three_ways() {
    for (status, description) in [
        (400, "The id provided does not exist"),
        (400, "pay_Test0000000001 is not a valid id"),
        (404, "The requested resource was not found"),
    ] {
        let error = read(Reply::json(status, &error_json("BAD_REQUEST_ERROR", description))).await;
        assert_eq!(error, Err(ProviderError::NotFound), "{status} {description}");
    }
    assert!(!ProviderError::NotFound.may_have_happened());
}

#[tokio::test]
async fn an_answer_of_somebody_in_between_says_nothing_about_the_act() {
    for reply in [
        Reply::html(200),
        Reply::html(403),
        Reply::html(404),
        Reply::json(404, &json!({ "message": "no Route matched" })),
        Reply::json(400, &json!({ "error": "invalid" })),
        Reply::Text(200, "application/json", "{\"id\":\"ord".to_owned()),
        Reply::Text(204, "application/json", String::new()),
        Reply::Text(302, "text/html", String::new()),
    ] {
        let provider = Provider::start([reply]).await;
        let error = client(&provider).create_order(&new_order()).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unavailable(_)), "{error:?}");
        assert!(error.may_have_happened());
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let elsewhere = Provider::start([Reply::json(200, &order_json())]).await;
    let provider = Provider::start([Reply::Redirect(elsewhere.base.clone())]).await;
    let error = client(&provider).create_order(&new_order()).await.unwrap_err();
    assert_eq!(error, ProviderError::Unavailable("answered 302".to_owned()));
    assert!(elsewhere.heard().is_empty());
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    let large = with(payment_json(), "description", json!("x".repeat(1024 * 1024)));
    let error = read(Reply::json(200, &large)).await.unwrap_err();
    assert_eq!(error, ProviderError::Unreadable("the answer is too large".to_owned()));
    let nearly = with(payment_json(), "description", json!("x".repeat(1000 * 1000)));
    assert!(read(Reply::json(200, &nearly)).await.is_ok());
}

#[tokio::test]
async fn what_the_provider_writes_into_errors_is_one_line_of_bounded_length() {
    let error =
        read(Reply::json(400, &error_json("BAD", &format!("a\nb\u{7}{}", "x".repeat(5_000))))).await.unwrap_err();
    let text = error.to_string();
    assert!(text.len() < 400 && !text.contains(char::is_control), "{text:?}");
}

#[tokio::test]
async fn the_secret_shows_in_no_error_and_in_no_debug_text() {
    const SECRET: &str = "sandbox_secret_1";
    let provider = Provider::start([Reply::HangUp, Reply::json(401, &error_json("BAD_REQUEST_ERROR", "no"))]).await;
    let settings = RazorpaySettings { key_secret: SECRET.into(), ..settings(&provider.base) };
    let mut seen = format!("{settings:?}");
    let client = Razorpay::new(settings).unwrap();
    seen.push_str(&format!("{client:?}"));
    for _ in 0..2 {
        let error = client.create_order(&new_order()).await.unwrap_err();
        seen.push_str(&format!("{error:?} {error}"));
    }
    let encoded = provider.heard()[0].header("authorization").unwrap().strip_prefix("Basic ").unwrap().to_owned();
    assert!(seen.contains(KEY) && seen.contains("127.0.0.1"), "{seen}");
    assert!(!seen.contains(SECRET) && !seen.contains(&encoded), "{seen}");
}
