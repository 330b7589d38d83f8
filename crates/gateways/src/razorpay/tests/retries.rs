//! What is asked again, and what never is.

use std::time::Duration;

use super::provider::Reply;
use super::*;
use crate::razorpay::call::Caller;
use crate::razorpay::settings::PAUSES;
use crate::razorpay::{PaymentProvider, ProviderError};

fn away() -> [Reply; 4] {
    [
        Reply::html(502),
        Reply::json(429, &error_json("BAD_REQUEST_ERROR", "Too many requests")),
        Reply::HangUp,
        server_error(),
    ]
}

fn server_error() -> Reply {
    Reply::json(500, &error_json("SERVER_ERROR", "We are facing some trouble completing your request at the moment."))
}

#[tokio::test]
async fn reading_is_repeated_until_the_provider_is_back() {
    for failures in 0..=3 {
        let replies = away().into_iter().take(failures).chain([Reply::json(200, &payment_json())]);
        let provider = Provider::start(replies).await;
        assert!(client(&provider).payment(PAYMENT).await.is_ok(), "{failures} failures");
        assert_eq!(provider.heard().len(), failures + 1);
    }
}

#[tokio::test]
async fn every_way_of_reading_is_repeated() {
    let answers = [list(&[payment_json()]), refund_json(), list(&[refund_json()]), list(&[payment_json()])];
    let provider = Provider::start(answers.iter().flat_map(|answer| [server_error(), Reply::json(200, answer)])).await;
    let client = client(&provider);
    client.order_payments(ORDER).await.unwrap();
    client.find_refund(REFUND).await.unwrap();
    client.payment_refunds(PAYMENT).await.unwrap();
    client.list_payments(jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::UNIX_EPOCH, 0).await.unwrap();
    assert_eq!(provider.heard().len(), 8);
}

#[tokio::test]
async fn after_four_attempts_the_provider_is_away() {
    let provider = Provider::start(away().into_iter().chain([Reply::json(200, &payment_json())])).await;
    let error = client(&provider).payment(PAYMENT).await.unwrap_err();
    assert_eq!(error, ProviderError::Unavailable("answered 500".to_owned()));
    assert_eq!(provider.heard().len(), 4);
}

#[tokio::test]
async fn a_refund_is_repeated_under_the_same_key_with_the_same_body() {
    let provider = Provider::start(away().into_iter().take(3).chain([Reply::json(200, &refund_json())])).await;
    assert!(client(&provider).refund(&new_refund()).await.is_ok());
    let heard = provider.heard();
    assert_eq!(heard.len(), 4);
    for again in &heard {
        assert_eq!(again.header("x-refund-idempotency"), Some("refund-0198c0de-0000"));
        assert_eq!(again.body, heard[0].body);
    }
}

#[tokio::test]
async fn a_refund_that_is_still_being_worked_on_is_asked_for_again() {
    let busy = error_json("BAD_REQUEST_ERROR", "A request with this idempotency key is in progress");
    let provider = Provider::start([Reply::json(409, &busy), Reply::json(200, &refund_json())]).await;
    assert!(client(&provider).refund(&new_refund()).await.is_ok());
    let other =
        error_json("BAD_REQUEST_ERROR", "Different request with the same idempotency key has already been processed.");
    let provider = Provider::start([Reply::json(409, &other)]).await;
    let error = client(&provider).refund(&new_refund()).await.unwrap_err();
    assert!(matches!(error, ProviderError::Refused { status: 409, .. }), "{error:?}");
    assert_eq!(provider.heard().len(), 1);
}

#[tokio::test]
async fn an_order_and_a_capture_are_never_repeated() {
    for reply in away() {
        let provider = Provider::start([reply, Reply::json(200, &order_json())]).await;
        let error = client(&provider).create_order(&new_order()).await.unwrap_err();
        assert!(error.may_have_happened(), "{error:?}");
        assert_eq!(provider.heard().len(), 1);
    }
    for reply in away() {
        let provider = Provider::start([reply, Reply::json(200, &payment_json())]).await;
        let error = client(&provider).capture(PAYMENT, rupees(112_288)).await.unwrap_err();
        assert!(error.may_have_happened(), "{error:?}");
        assert_eq!(provider.heard().len(), 1);
    }
}

#[tokio::test]
async fn a_refusal_is_final() {
    for (status, description) in [(400, "The payment has been fully refunded already"), (404, "No such payment")] {
        let provider = Provider::start([Reply::json(status, &error_json("BAD_REQUEST_ERROR", description))]).await;
        let client = client(&provider);
        assert!(!client.refund(&new_refund()).await.unwrap_err().may_have_happened());
        assert_eq!(provider.heard().len(), 1);
    }
    let provider = Provider::start([Reply::json(200, &serde_json::json!({}))]).await;
    assert!(matches!(client(&provider).payment(PAYMENT).await, Err(ProviderError::Unreadable(_))));
    assert_eq!(provider.heard().len(), 1, "what cannot be read is not better the second time");
}

#[tokio::test]
async fn after_a_capture_without_an_answer_the_payment_tells() {
    let provider = Provider::start([Reply::HangUp, Reply::json(200, &payment_json())]).await;
    let client = client(&provider);
    assert!(client.capture(PAYMENT, rupees(112_288)).await.unwrap_err().may_have_happened());
    let payment = client.payment(PAYMENT).await.unwrap();
    assert_eq!(payment.status, tala_domain::payments::PaymentState::Captured);
    let lines: Vec<String> = provider.heard().into_iter().map(|heard| heard.line).collect();
    assert!(lines[0].starts_with("POST") && lines[1].starts_with("GET"), "{lines:?}");
}

/// The clock stands still and jumps to the next time-out when everybody waits, so nobody really does.
#[tokio::test(start_paused = true)]
async fn a_provider_that_stays_silent_is_given_up_and_the_outcome_is_open() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", silent.local_addr().unwrap());
    let slow = RazorpaySettings { timeout: Duration::from_secs(25), ..settings(&base) };
    let client = Razorpay::new(slow).unwrap();

    let before = tokio::time::Instant::now();
    assert!(client.create_order(&new_order()).await.unwrap_err().may_have_happened());
    assert!(client.capture(PAYMENT, rupees(112_288)).await.unwrap_err().may_have_happened());
    assert!(before.elapsed() < Duration::from_secs(51), "each in the time of one request: {:?}", before.elapsed());

    let before = tokio::time::Instant::now();
    assert!(matches!(client.payment(PAYMENT).await, Err(ProviderError::Unavailable(_))));
    assert!(before.elapsed() < Duration::from_secs(11), "all attempts in ten seconds: {:?}", before.elapsed());
}

#[test]
fn the_pauses_grow_are_spread_and_leave_time_for_the_attempts() {
    let caller = Caller::new(settings("http://127.0.0.1:1")).unwrap();
    assert!(PAUSES.is_sorted());
    assert!(PAUSES.iter().sum::<Duration>() * 3 / 2 < Duration::from_secs(5));
    for pause in PAUSES {
        let spread: Vec<Duration> = (0..200).map(|_| caller.spread_out(pause)).collect();
        assert!(spread.iter().all(|longer| (pause..pause * 3 / 2).contains(longer)), "{spread:?}");
        assert!(spread.iter().any(|longer| *longer != spread[0]), "everybody would come back together");
    }
}
