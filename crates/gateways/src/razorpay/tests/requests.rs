//! Tests of the requests to the provider and of valid responses.

use jiff::Timestamp;
use serde_json::json;
use tala_domain::payments::PaymentState;

use super::provider::ScriptedResponse;
use super::*;
use crate::razorpay::{PaymentProvider, ProviderError, ProviderOrder, ProviderPayment, ProviderRefund};

fn payment() -> ProviderPayment {
    ProviderPayment {
        id: PAYMENT.to_owned(),
        order_id: Some(ORDER.to_owned()),
        amount_minor: 112_288,
        currency: "INR".to_owned(),
        status: PaymentState::Captured,
        method: Some("upi".to_owned()),
        fee_minor: Some(2_650),
        amount_refunded_minor: 0,
        error: None,
        created_at: Timestamp::from_second(1_700_000_100).unwrap(),
    }
}

fn refund() -> ProviderRefund {
    ProviderRefund {
        id: REFUND.to_owned(),
        payment_id: PAYMENT.to_owned(),
        amount_minor: 112_288,
        currency: "INR".to_owned(),
        status: "pending".to_owned(),
        receipt: None,
        created_at: Timestamp::from_second(1_700_000_200).unwrap(),
    }
}

#[tokio::test]
async fn order_is_created_in_minor_units_with_automatic_capture() {
    let provider = Provider::with_json(&order_json()).await;
    let order = client(&provider).create_order(&new_order()).await.unwrap();
    let expected = ProviderOrder {
        id: ORDER.to_owned(),
        amount_minor: 112_288,
        currency: "INR".to_owned(),
        status: "created".to_owned(),
    };
    assert_eq!(order, expected);
    let request = provider.only_request();
    assert_eq!(request.line, "POST /v1/orders HTTP/1.1");
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(
        request.json(),
        json!({
            "amount": 112_288, "currency": "INR", "receipt": "0198c0de-0000-7000-8000-000000000001",
            "notes": { "class": "Private class with Līlā" },
            "payment": { "capture": "automatic", "capture_options": {
                "automatic_expiry_period": 7_200, "manual_expiry_period": 7_200, "refund_speed": "normal",
            } },
        })
    );
}

#[tokio::test]
async fn every_request_has_basic_authentication() {
    let provider = Provider::start([
        ScriptedResponse::json(200, &order_json()),
        ScriptedResponse::json(200, &payment_json()),
        ScriptedResponse::json(200, &payment_json()),
        ScriptedResponse::json(200, &refund_json()),
    ])
    .await;
    let client = client(&provider);
    client.create_order(&new_order()).await.unwrap();
    client.get_payment(PAYMENT).await.unwrap();
    client.capture_payment(PAYMENT, rupees(112_288)).await.unwrap();
    client.create_refund(&new_refund()).await.unwrap();
    for request in provider.requests() {
        assert_eq!(request.header("authorization"), Some("Basic cnpwX3Rlc3RfQTpT"), "{}", request.line);
        assert_eq!(request.header("accept"), Some("application/json"), "{}", request.line);
    }
}

#[tokio::test]
async fn payment_is_fetched_by_id() {
    let provider = Provider::with_json(&payment_json()).await;
    assert_eq!(client(&provider).get_payment(PAYMENT).await, Ok(payment()));
    let request = provider.only_request();
    assert_eq!((request.line.as_str(), request.body.as_str()), ("GET /v1/payments/pay_Test0000000001 HTTP/1.1", ""));
}

#[tokio::test]
async fn payments_of_an_order_include_failed_ones() {
    let failed = with(payment_json(), "status", json!("failed"));
    let failed = with(failed, "error_description", json!("Payment was declined"));
    let provider = Provider::with_json(&list(&[failed, payment_json()])).await;
    let payments = client(&provider).list_order_payments(ORDER).await.unwrap();
    let states: Vec<_> = payments.iter().map(|payment| (payment.status, payment.error.as_deref())).collect();
    assert_eq!(states, [(PaymentState::Failed, Some("Payment was declined")), (PaymentState::Captured, None)]);
    assert_eq!(provider.only_request().line, "GET /v1/orders/order_Test000000001/payments HTTP/1.1");
}

#[tokio::test]
async fn capture_sends_amount_and_currency() {
    let provider = Provider::with_json(&payment_json()).await;
    assert_eq!(client(&provider).capture_payment(PAYMENT, rupees(112_288)).await, Ok(payment()));
    let request = provider.only_request();
    assert_eq!(request.line, "POST /v1/payments/pay_Test0000000001/capture HTTP/1.1");
    assert_eq!(request.json(), json!({ "amount": 112_288, "currency": "INR" }));
}

#[tokio::test]
async fn refund_sends_idempotency_key_and_only_allowed_fields() {
    let provider = Provider::with_json(&refund_json()).await;
    assert_eq!(client(&provider).create_refund(&new_refund()).await, Ok(refund()));
    let request = provider.only_request();
    assert_eq!(request.line, "POST /v1/payments/pay_Test0000000001/refund HTTP/1.1");
    assert_eq!(request.header("x-refund-idempotency"), Some("refund-0198c0de-0000"));
    assert_eq!(
        request.json(),
        json!({
            "amount": 112_288, "speed": "normal", "receipt": "0198c0de-0000-7000-8000-000000000002",
            "notes": { "reason": "cancelled" },
        })
    );
}

#[tokio::test]
async fn refunds_are_fetched_by_id_and_by_payment() {
    let provider = Provider::start([
        ScriptedResponse::json(200, &refund_json()),
        ScriptedResponse::json(200, &list(&[refund_json()])),
    ])
    .await;
    let client = client(&provider);
    assert_eq!(client.get_refund(REFUND).await, Ok(refund()));
    assert_eq!(client.list_payment_refunds(PAYMENT).await, Ok(vec![refund()]));
    let lines: Vec<String> = provider.requests().into_iter().map(|request| request.line).collect();
    assert_eq!(
        lines,
        [
            "GET /v1/refunds/rfnd_Test000000001 HTTP/1.1",
            "GET /v1/payments/pay_Test0000000001/refunds?count=100 HTTP/1.1"
        ]
    );
}

#[tokio::test]
async fn payments_of_a_period_are_listed_in_pages() {
    let provider = Provider::with_json(&list(&[with(payment_json(), "order_id", json!(null))])).await;
    let (from, to) = (Timestamp::from_second(1_700_000_000).unwrap(), "2023-11-15T00:00:00.9Z".parse().unwrap());
    let payments = client(&provider).list_payments(from, to, 200).await.unwrap();
    assert_eq!(payments, [ProviderPayment { order_id: None, ..payment() }]);
    let expected = "GET /v1/payments?from=1700000000&to=1700006400&count=100&skip=200 HTTP/1.1";
    assert_eq!(provider.only_request().line, expected);
}

#[tokio::test]
async fn base_url_can_have_a_path_and_a_trailing_slash() {
    let provider = Provider::with_json(&payment_json()).await;
    let settings = settings(&format!("{}/razorpay-sandbox/", provider.base));
    Razorpay::new(settings).unwrap().get_payment(PAYMENT).await.unwrap();
    assert_eq!(provider.only_request().line, "GET /razorpay-sandbox/v1/payments/pay_Test0000000001 HTTP/1.1");
}

#[tokio::test]
async fn malformed_id_is_not_found_without_a_request() {
    let provider = Provider::start([]).await;
    let client = client(&provider);
    for id in ["", "pay_1/../../orders", "pay 1", "pay_1?x=1", "pay_१", "pay_1\r\n", "%2e%2e", &"a".repeat(65)] {
        assert_eq!(client.get_payment(id).await, Err(ProviderError::NotFound), "{id:?}");
        assert_eq!(client.list_order_payments(id).await, Err(ProviderError::NotFound), "{id:?}");
        assert_eq!(client.capture_payment(id, rupees(100)).await, Err(ProviderError::NotFound), "{id:?}");
        assert_eq!(client.get_refund(id).await, Err(ProviderError::NotFound), "{id:?}");
        assert_eq!(client.list_payment_refunds(id).await, Err(ProviderError::NotFound), "{id:?}");
        let refund = NewRefund { payment_id: id.to_owned(), ..new_refund() };
        assert_eq!(client.create_refund(&refund).await, Err(ProviderError::NotFound), "{id:?}");
    }
    assert!(provider.requests().is_empty());
}

#[tokio::test]
async fn invalid_receipt_and_idempotency_key_are_rejected_without_a_request() {
    let provider = Provider::start([]).await;
    let client = client(&provider);
    let field = |result: Result<(), ProviderError>| match result {
        Err(ProviderError::Rejected { field: Some(field), .. }) => field,
        other => panic!("{other:?}"),
    };
    for receipt in ["", &"r".repeat(41)] {
        let order = NewOrder { receipt: receipt.to_owned(), ..new_order() };
        assert_eq!(field(client.create_order(&order).await.map(drop)), "receipt");
        let refund = NewRefund { receipt: receipt.to_owned(), ..new_refund() };
        assert_eq!(field(client.create_refund(&refund).await.map(drop)), "receipt");
    }
    for key in ["", "ninechars", "with space-", "schlüssel-1", "line\nbreak-", &"k".repeat(65)] {
        let refund = NewRefund { idempotency_key: key.to_owned(), ..new_refund() };
        assert_eq!(field(client.create_refund(&refund).await.map(drop)), "X-Refund-Idempotency", "{key:?}");
    }
    assert!(provider.requests().is_empty());
}

#[tokio::test]
async fn notes_are_truncated_to_the_limits_of_the_provider() {
    let provider = Provider::with_json(&order_json()).await;
    let notes = (0..20).map(|number| (format!("note {number:02}"), "ā".repeat(300))).collect();
    client(&provider).create_order(&NewOrder { notes, ..new_order() }).await.unwrap();
    let body = provider.only_request().json();
    let notes = body["notes"].as_object().unwrap();
    assert_eq!(notes.len(), 15);
    assert!(notes.values().all(|note| note.as_str().unwrap().chars().count() == 256));
    assert!(notes.contains_key("note 00") && notes.contains_key("note 14"));
}
