//! Tests of retries and timeouts.

use std::time::Duration;

use super::provider::ScriptedResponse;
use super::*;
use crate::razorpay::http::ApiClient;
use crate::razorpay::settings::RETRY_DELAYS;
use crate::razorpay::{PaymentProvider, ProviderError};

fn outage_responses() -> [ScriptedResponse; 4] {
    [
        ScriptedResponse::html(502),
        ScriptedResponse::json(429, &error_json("BAD_REQUEST_ERROR", "Too many requests")),
        ScriptedResponse::HangUp,
        server_error(),
    ]
}

fn server_error() -> ScriptedResponse {
    ScriptedResponse::json(
        500,
        &error_json("SERVER_ERROR", "We are facing some trouble completing your request at the moment."),
    )
}

#[tokio::test]
async fn read_is_retried_until_the_provider_recovers() {
    for failures in 0..=3 {
        let responses =
            outage_responses().into_iter().take(failures).chain([ScriptedResponse::json(200, &payment_json())]);
        let provider = Provider::start(responses).await;
        assert!(client(&provider).get_payment(PAYMENT).await.is_ok(), "{failures} failures");
        assert_eq!(provider.requests().len(), failures + 1);
    }
}

#[tokio::test]
async fn every_read_is_retried() {
    let responses = [list(&[payment_json()]), refund_json(), list(&[refund_json()]), list(&[payment_json()])];
    let provider =
        Provider::start(responses.iter().flat_map(|body| [server_error(), ScriptedResponse::json(200, body)])).await;
    let client = client(&provider);
    client.list_order_payments(ORDER).await.unwrap();
    client.get_refund(REFUND).await.unwrap();
    client.list_payment_refunds(PAYMENT).await.unwrap();
    client.list_payments(jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::UNIX_EPOCH, 0).await.unwrap();
    assert_eq!(provider.requests().len(), 8);
}

#[tokio::test]
async fn provider_is_unavailable_after_four_attempts() {
    let provider =
        Provider::start(outage_responses().into_iter().chain([ScriptedResponse::json(200, &payment_json())])).await;
    let error = client(&provider).get_payment(PAYMENT).await.unwrap_err();
    assert_eq!(error, ProviderError::Unavailable("response status 500".to_owned()));
    assert_eq!(provider.requests().len(), 4);
}

#[tokio::test]
async fn refund_is_retried_with_same_key_and_body() {
    let provider =
        Provider::start(outage_responses().into_iter().take(3).chain([ScriptedResponse::json(200, &refund_json())]))
            .await;
    assert!(client(&provider).create_refund(&new_refund()).await.is_ok());
    let requests = provider.requests();
    assert_eq!(requests.len(), 4);
    for request in &requests {
        assert_eq!(request.header("x-refund-idempotency"), Some("refund-0198c0de-0000"));
        assert_eq!(request.body, requests[0].body);
    }
}

#[tokio::test]
async fn refund_in_progress_is_retried_and_conflicting_refund_is_not() {
    let in_progress = error_json("BAD_REQUEST_ERROR", "A request with this idempotency key is in progress");
    let provider =
        Provider::start([ScriptedResponse::json(409, &in_progress), ScriptedResponse::json(200, &refund_json())]).await;
    assert!(client(&provider).create_refund(&new_refund()).await.is_ok());
    let other =
        error_json("BAD_REQUEST_ERROR", "Different request with the same idempotency key has already been processed.");
    let provider = Provider::start([ScriptedResponse::json(409, &other)]).await;
    let error = client(&provider).create_refund(&new_refund()).await.unwrap_err();
    assert!(matches!(error, ProviderError::Rejected { status: 409, .. }), "{error:?}");
    assert_eq!(provider.requests().len(), 1);
}

#[tokio::test]
async fn order_and_capture_are_never_retried() {
    for response in outage_responses() {
        let provider = Provider::start([response, ScriptedResponse::json(200, &order_json())]).await;
        let error = client(&provider).create_order(&new_order()).await.unwrap_err();
        assert!(error.is_outcome_unknown(), "{error:?}");
        assert_eq!(provider.requests().len(), 1);
    }
    for response in outage_responses() {
        let provider = Provider::start([response, ScriptedResponse::json(200, &payment_json())]).await;
        let error = client(&provider).capture_payment(PAYMENT, rupees(112_288)).await.unwrap_err();
        assert!(error.is_outcome_unknown(), "{error:?}");
        assert_eq!(provider.requests().len(), 1);
    }
}

#[tokio::test]
async fn rejection_is_not_retried() {
    for (status, description) in [(400, "The payment has been fully refunded already"), (404, "No such payment")] {
        let provider =
            Provider::start([ScriptedResponse::json(status, &error_json("BAD_REQUEST_ERROR", description))]).await;
        let client = client(&provider);
        assert!(!client.create_refund(&new_refund()).await.unwrap_err().is_outcome_unknown());
        assert_eq!(provider.requests().len(), 1);
    }
    let provider = Provider::start([ScriptedResponse::json(200, &serde_json::json!({}))]).await;
    assert!(matches!(client(&provider).get_payment(PAYMENT).await, Err(ProviderError::InvalidResponse(_))));
    assert_eq!(provider.requests().len(), 1, "an invalid response is not retried");
}

#[tokio::test]
async fn payment_has_the_result_of_a_capture_without_response() {
    let provider = Provider::start([ScriptedResponse::HangUp, ScriptedResponse::json(200, &payment_json())]).await;
    let client = client(&provider);
    assert!(client.capture_payment(PAYMENT, rupees(112_288)).await.unwrap_err().is_outcome_unknown());
    let payment = client.get_payment(PAYMENT).await.unwrap();
    assert_eq!(payment.status, tala_domain::payments::PaymentState::Captured);
    let lines: Vec<String> = provider.requests().into_iter().map(|request| request.line).collect();
    assert!(lines[0].starts_with("POST") && lines[1].starts_with("GET"), "{lines:?}");
}

/// The paused clock advances to the next timeout when all tasks wait, so the test does not wait.
#[tokio::test(start_paused = true)]
async fn silent_provider_times_out_and_outcome_is_unknown() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", silent.local_addr().unwrap());
    let slow = RazorpaySettings { timeout: Duration::from_secs(25), ..settings(&base) };
    let client = Razorpay::new(slow).unwrap();

    let before = tokio::time::Instant::now();
    assert!(client.create_order(&new_order()).await.unwrap_err().is_outcome_unknown());
    assert!(client.capture_payment(PAYMENT, rupees(112_288)).await.unwrap_err().is_outcome_unknown());
    assert!(before.elapsed() < Duration::from_secs(51), "one request timeout each: {:?}", before.elapsed());

    let before = tokio::time::Instant::now();
    assert!(matches!(client.get_payment(PAYMENT).await, Err(ProviderError::Unavailable(_))));
    assert!(before.elapsed() < Duration::from_secs(11), "total timeout of ten seconds: {:?}", before.elapsed());
}

#[test]
fn retry_delays_increase_have_jitter_and_leave_time_for_attempts() {
    let client = ApiClient::new(settings("http://127.0.0.1:1")).unwrap();
    assert!(RETRY_DELAYS.is_sorted());
    assert!(RETRY_DELAYS.iter().sum::<Duration>() * 3 / 2 < Duration::from_secs(5));
    for delay in RETRY_DELAYS {
        let delays: Vec<Duration> = (0..200).map(|_| client.with_jitter(delay)).collect();
        assert!(delays.iter().all(|longer| (delay..delay * 3 / 2).contains(longer)), "{delays:?}");
        assert!(delays.iter().any(|longer| *longer != delays[0]), "no jitter");
    }
}
