//! Tests of irregular and invalid responses.

use serde_json::json;
use tala_domain::payments::PaymentState;

use super::provider::ScriptedResponse;
use super::*;
use crate::razorpay::{PaymentProvider, ProviderError};

async fn fetch_payment(response: ScriptedResponse) -> Result<super::super::ProviderPayment, ProviderError> {
    let provider = Provider::start([response]).await;
    client(&provider).get_payment(PAYMENT).await
}

fn assert_invalid_response<T: std::fmt::Debug>(result: Result<T, ProviderError>, what: &str) {
    assert!(matches!(&result, Err(ProviderError::InvalidResponse(_))), "{what}: {result:?}");
}

#[tokio::test]
async fn irregular_members_are_tolerated() {
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
        let payment =
            fetch_payment(ScriptedResponse::json(200, &with(payment_json(), member, value.clone()))).await.unwrap();
        assert_eq!((payment.status, payment.error), (PaymentState::Captured, None), "{member}: {value}");
    }
    for status in [200, 201, 202] {
        assert!(fetch_payment(ScriptedResponse::json(status, &payment_json())).await.is_ok(), "{status}");
    }
}

#[tokio::test]
async fn empty_members_are_none() {
    for empty in [json!(null), json!(""), json!("NA"), json!(false)] {
        let json = ["method", "order_id", "fee"]
            .into_iter()
            .fold(payment_json(), |payment, member| with(payment, member, empty.clone()));
        let payment = fetch_payment(ScriptedResponse::json(200, &json)).await.unwrap();
        assert_eq!((payment.method, payment.order_id, payment.fee_minor), (None, None, None), "{empty}");
    }
    let minimal = ["method", "order_id", "fee", "notes", "error_code", "amount_refunded"]
        .into_iter()
        .fold(payment_json(), without);
    assert_eq!(fetch_payment(ScriptedResponse::json(200, &minimal)).await.unwrap().amount_refunded_minor, 0);
}

#[tokio::test]
async fn most_specific_reason_of_a_failure_is_used() {
    let failed = with(payment_json(), "status", json!("failed"));
    let failed = with(failed, "error_code", json!("GATEWAY_ERROR"));
    let reason =
        |payment| async move { fetch_payment(ScriptedResponse::json(200, &payment)).await.unwrap().error.unwrap() };
    assert_eq!(reason(failed.clone()).await, "GATEWAY_ERROR");
    let failed = with(failed, "error_reason", json!("payment_timed_out"));
    assert_eq!(reason(failed.clone()).await, "payment_timed_out");
    let failed = with(failed, "error_description", json!("Payment was not completed on time."));
    assert_eq!(reason(failed).await, "Payment was not completed on time.");
}

#[tokio::test]
async fn only_documented_statuses_are_accepted() {
    for status in PaymentState::ALL {
        let payment = with(payment_json(), "status", json!(status.as_str()));
        assert_eq!(fetch_payment(ScriptedResponse::json(200, &payment)).await.unwrap().status, *status);
    }
    for status in [json!("settled"), json!("Captured"), json!(null), json!(7)] {
        assert_invalid_response(
            fetch_payment(ScriptedResponse::json(200, &with(payment_json(), "status", status.clone()))).await,
            &status.to_string(),
        );
    }
    for (status, is_known) in [("pending", true), ("processed", true), ("failed", true), ("reversed", false)] {
        let provider = Provider::with_json(&with(refund_json(), "status", json!(status))).await;
        assert_eq!(client(&provider).get_refund(REFUND).await.is_ok(), is_known, "{status}");
    }
}

#[tokio::test]
async fn missing_or_malformed_member_is_an_invalid_response() {
    for member in ["id", "entity", "amount", "currency", "status", "created_at"] {
        assert_invalid_response(
            fetch_payment(ScriptedResponse::json(200, &without(payment_json(), member))).await,
            member,
        );
        assert_invalid_response(
            fetch_payment(ScriptedResponse::json(200, &with(payment_json(), member, json!(null)))).await,
            member,
        );
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
        assert_invalid_response(
            fetch_payment(ScriptedResponse::json(200, &with(payment_json(), member, value.clone()))).await,
            &value.to_string(),
        );
    }
    for member in ["id", "payment_id", "amount", "currency", "status", "created_at"] {
        let provider = Provider::with_json(&without(refund_json(), member)).await;
        assert_invalid_response(client(&provider).get_refund(REFUND).await, member);
    }
    for body in [json!([]), json!(null), json!(7), json!("payment"), json!({}), json!({ "error": null })] {
        assert_invalid_response(fetch_payment(ScriptedResponse::json(200, &body)).await, &body.to_string());
    }
    for body in [json!({}), json!({ "items": {} }), json!({ "items": [null] }), list(&[payment_json(), json!({})])] {
        let provider = Provider::with_json(&body).await;
        assert_invalid_response(client(&provider).list_order_payments(ORDER).await, &body.to_string());
    }
}

#[tokio::test]
async fn response_with_another_id_is_invalid() {
    let other = |object| with(object, "id", json!("pay_Other000000001"));
    assert_invalid_response(fetch_payment(ScriptedResponse::json(200, &other(payment_json()))).await, "payment");
    let provider = Provider::with_json(&other(payment_json())).await;
    assert_invalid_response(client(&provider).capture_payment(PAYMENT, rupees(112_288)).await, "capture");
    let provider = Provider::with_json(&other(refund_json())).await;
    assert_invalid_response(client(&provider).get_refund(REFUND).await, "refund by id");
    for order_id in [json!("order_Other00000001"), json!(null)] {
        let provider = Provider::with_json(&list(&[with(payment_json(), "order_id", order_id)])).await;
        assert_invalid_response(client(&provider).list_order_payments(ORDER).await, "another order's payment");
    }
    let others = with(refund_json(), "payment_id", json!("pay_Other000000001"));
    let provider = Provider::start([
        ScriptedResponse::json(200, &list(std::slice::from_ref(&others))),
        ScriptedResponse::json(200, &others),
    ])
    .await;
    assert_invalid_response(client(&provider).list_payment_refunds(PAYMENT).await, "another payment's refund");
    assert_invalid_response(client(&provider).create_refund(&new_refund()).await, "a refund of another payment");
}

#[tokio::test]
async fn order_or_refund_with_another_amount_is_invalid() {
    for (member, value) in [("amount", json!(112_287)), ("currency", json!("USD"))] {
        let provider = Provider::with_json(&with(order_json(), member, value)).await;
        assert_invalid_response(client(&provider).create_order(&new_order()).await, member);
    }
    let provider = Provider::with_json(&with(refund_json(), "amount", json!(112_287))).await;
    assert_invalid_response(client(&provider).create_refund(&new_refund()).await, "refund");
}

#[tokio::test]
async fn rejection_contains_status_code_description_and_field() {
    let error = with(
        error_json("BAD_REQUEST_ERROR", "The amount must be at least INR 1.00")["error"].clone(),
        "field",
        json!("amount"),
    );
    let provider = Provider::start([ScriptedResponse::json(400, &json!({ "error": error }))]).await;
    let expected = ProviderError::Rejected {
        status: 400,
        code: "BAD_REQUEST_ERROR".to_owned(),
        description: "The amount must be at least INR 1.00".to_owned(),
        field: Some("amount".to_owned()),
    };
    assert_eq!(client(&provider).create_order(&new_order()).await, Err(expected.clone()));
    assert!(!expected.is_outcome_unknown());
    let text = "payment provider rejected the request (400 BAD_REQUEST_ERROR): The amount must be at least INR 1.00";
    assert_eq!(expected.to_string(), text);
}

#[tokio::test]
async fn failed_authentication_is_a_rejection_with_either_status() {
    for status in [400, 401] {
        let error =
            fetch_payment(ScriptedResponse::json(status, &error_json("BAD_REQUEST_ERROR", "Authentication failed")))
                .await;
        assert!(matches!(&error, Err(ProviderError::Rejected { status: found, .. }) if *found == status), "{error:?}");
    }
}

#[tokio::test]
async fn unknown_id_is_not_found_in_all_reported_forms() {
    for (status, description) in [
        (400, "The id provided does not exist"),
        (400, "pay_Test0000000001 is not a valid id"),
        (404, "The requested resource was not found"),
    ] {
        let error = fetch_payment(ScriptedResponse::json(status, &error_json("BAD_REQUEST_ERROR", description))).await;
        assert_eq!(error, Err(ProviderError::NotFound), "{status} {description}");
    }
    assert!(!ProviderError::NotFound.is_outcome_unknown());
}

#[tokio::test]
async fn response_of_an_intermediary_leaves_the_outcome_unknown() {
    for response in [
        ScriptedResponse::html(200),
        ScriptedResponse::html(403),
        ScriptedResponse::html(404),
        ScriptedResponse::json(404, &json!({ "message": "no Route matched" })),
        ScriptedResponse::json(400, &json!({ "error": "invalid" })),
        ScriptedResponse::Text(200, "application/json", "{\"id\":\"ord".to_owned()),
        ScriptedResponse::Text(204, "application/json", String::new()),
        ScriptedResponse::Text(302, "text/html", String::new()),
    ] {
        let provider = Provider::start([response]).await;
        let error = client(&provider).create_order(&new_order()).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unavailable(_)), "{error:?}");
        assert!(error.is_outcome_unknown());
    }
}

#[tokio::test]
async fn redirect_is_not_followed() {
    let other_server = Provider::start([ScriptedResponse::json(200, &order_json())]).await;
    let provider = Provider::start([ScriptedResponse::Redirect(other_server.base.clone())]).await;
    let error = client(&provider).create_order(&new_order()).await.unwrap_err();
    assert_eq!(error, ProviderError::Unavailable("response status 302".to_owned()));
    assert!(other_server.requests().is_empty());
}

#[tokio::test]
async fn oversized_response_is_rejected() {
    let large = with(payment_json(), "description", json!("x".repeat(1024 * 1024)));
    let error = fetch_payment(ScriptedResponse::json(200, &large)).await.unwrap_err();
    assert_eq!(error, ProviderError::InvalidResponse("response is too large".to_owned()));
    let nearly = with(payment_json(), "description", json!("x".repeat(1000 * 1000)));
    assert!(fetch_payment(ScriptedResponse::json(200, &nearly)).await.is_ok());
}

#[tokio::test]
async fn error_text_of_the_provider_is_one_short_line() {
    let error =
        fetch_payment(ScriptedResponse::json(400, &error_json("BAD", &format!("a\nb\u{7}{}", "x".repeat(5_000)))))
            .await
            .unwrap_err();
    let text = error.to_string();
    assert!(text.len() < 400 && !text.contains(char::is_control), "{text:?}");
}

#[tokio::test]
async fn errors_and_debug_output_hide_the_secret() {
    const SECRET: &str = "sandbox_secret_1";
    let provider = Provider::start([
        ScriptedResponse::HangUp,
        ScriptedResponse::json(401, &error_json("BAD_REQUEST_ERROR", "no")),
    ])
    .await;
    let settings = RazorpaySettings { key_secret: SECRET.into(), ..settings(&provider.base) };
    let mut seen = format!("{settings:?}");
    let client = Razorpay::new(settings).unwrap();
    seen.push_str(&format!("{client:?}"));
    for _ in 0..2 {
        let error = client.create_order(&new_order()).await.unwrap_err();
        seen.push_str(&format!("{error:?} {error}"));
    }
    let encoded = provider.requests()[0].header("authorization").unwrap().strip_prefix("Basic ").unwrap().to_owned();
    assert!(seen.contains(KEY) && seen.contains("127.0.0.1"), "{seen}");
    assert!(!seen.contains(SECRET) && !seen.contains(&encoded), "{seen}");
}
