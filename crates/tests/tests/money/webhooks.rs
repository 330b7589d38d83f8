//! What arrives as the provider's news: true, forged, twice, in any order, or not at all.

use razorpay_sandbox::{ReleaseOrder, WebhookSwitches, webhook_signature};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::http::Request;
use tala_tests::school::School;
use tala_tests::{Desk, KEY_SECRET, OLD_WEBHOOK_SECRET, Student, WEBHOOK_SECRET, at, both_dbs, days, minutes};

use crate::support::{CLASS, audited, fault, settled};

both_dbs!(
    forged_news_change_nothing,
    news_that_were_written_anew_are_not_believed,
    both_secrets_are_good,
    news_without_an_id_of_their_own_count_once,
    the_same_news_again_and_again_change_nothing,
    what_cannot_be_read_is_refused,
    too_much_is_refused,
    news_that_concern_nobody_are_taken_and_forgotten,
    any_news_of_a_payment_make_us_ask_for_it,
    doubled_news_book_once,
    news_in_the_wrong_order_book_once,
    news_long_after_the_browser_change_nothing,
    lost_news_are_found_by_asking,
    stored_news_survive_the_server_that_took_them,
    one_bad_event_does_not_hold_up_the_others,
    news_while_the_provider_is_away_are_worked_on_later,
);

fn news<'a>(desk: &'a Desk, body: impl Into<Vec<u8>>, signature: &str, id: Option<&str>) -> Request<'a> {
    let request = desk
        .post("/api/webhooks/razorpay", &Value::Null)
        .header("x-razorpay-signature", signature)
        .body(axum::body::Bytes::from(body.into()));
    match id {
        Some(id) => request.header("x-razorpay-event-id", id),
        None => request,
    }
}

fn signed<'a>(desk: &'a Desk, body: &str, id: Option<&str>) -> Request<'a> {
    news(desk, body, &webhook_signature(WEBHOOK_SECRET, body.as_bytes()), id)
}

/// A paid order of which no news has arrived, and the body of the news that its money has.
async fn paid_in_silence(desk: &Desk) -> (Student, Value, String) {
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = desk.school().await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    desk.pay(&order);
    let events = desk.provider.events().unwrap();
    let captured = events.iter().find(|event| event.name == "payment.captured").unwrap();
    (student, order, captured.body.clone())
}

async fn state(desk: &Desk, student: &Student, order: &Value) -> Value {
    desk.order_state(student, order).await["state"].clone()
}

async fn forged_news_change_nothing(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    let right = webhook_signature(WEBHOOK_SECRET, body.as_bytes());
    let with_the_other_key = webhook_signature(KEY_SECRET, body.as_bytes());
    let of_nothing = webhook_signature(WEBHOOK_SECRET, b"");
    let (upper, spaced) = (right.to_uppercase(), format!("{right} "));
    let (longer, prefixed) = (format!("{right}00"), format!("sha256={right}"));
    for wrong in
        ["", "x", &right[1..], &right[..63], &upper, &spaced, &longer, &prefixed, &with_the_other_key, &of_nothing]
    {
        // A space at the end of a header does not arrive; everything else does.
        if wrong.trim() != right {
            news(&desk, &*body, wrong, Some("evt_1")).refused(ErrorCode::PaymentNotVerified).await;
        }
    }
    news(&desk, "", &right, Some("evt_1")).refused(ErrorCode::PaymentNotVerified).await;
    let unsigned = desk.post("/api/webhooks/razorpay", &Value::Null).body(body.clone());
    unsigned.refused(ErrorCode::PaymentNotVerified).await;
    desk.work().await;
    assert_eq!(desk.count("provider_events").await, 0);
    assert_eq!(state(&desk, &student, &order).await, "open");
    signed(&desk, &body, Some("evt_1")).ok().await;
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked", "a forger cannot use up an event's id");
}

async fn news_that_were_written_anew_are_not_believed(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    // As the provider writes: letters and slashes escaped.
    let body = body.replace("\"description\":null", r#""description":"N\u012bl\u0101 \/ class""#);
    let right = webhook_signature(WEBHOOK_SECRET, body.as_bytes());
    let parsed: Value = serde_json::from_str(&body).unwrap();
    for rewritten in [parsed.to_string(), format!("{body}\n"), format!(" {body}"), body.replace("\\/", "/")] {
        assert_ne!(rewritten, body);
        news(&desk, rewritten, &right, None).refused(ErrorCode::PaymentNotVerified).await;
    }
    desk.work().await;
    assert_eq!(state(&desk, &student, &order).await, "open");
    news(&desk, body, &right, None).ok().await;
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
}

async fn both_secrets_are_good(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    let old = webhook_signature(OLD_WEBHOOK_SECRET, body.as_bytes());
    news(&desk, &*body, &old, Some("evt_1")).ok().await;
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
    signed(&desk, &body, Some("evt_2")).ok().await;
    settled(&desk).await;
    assert_eq!(desk.count("bookings").await, 1);
}

async fn news_without_an_id_of_their_own_count_once(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    let (endless, foreign) = ("e".repeat(101), "ev\u{e9}nement");
    for id in [None, Some(""), Some(endless.as_str()), Some(foreign), None] {
        signed(&desk, &body, id).ok().await;
    }
    assert_eq!(desk.count("provider_events").await, 1, "the same body is the same news");
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
}

async fn the_same_news_again_and_again_change_nothing(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    for round in 0..4 {
        for id in ["evt_1", "evt_1", &format!("evt_of_round_{round}")] {
            signed(&desk, &body, Some(id)).ok().await;
        }
        settled(&desk).await;
        desk.advance(days(1));
    }
    assert_eq!(desk.count("provider_events").await, 5);
    assert_eq!(desk.count("bookings").await, 1);
    assert_eq!(desk.count("refunds").await, 0);
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 1, "one confirmation");
    assert_eq!(state(&desk, &student, &order).await, "booked");
}

async fn what_cannot_be_read_is_refused(desk: Desk) {
    let body = [b"{\"event\":\"payment.captured\"".as_slice(), &[0xff, 0xfe], b"}"].concat();
    let signature = webhook_signature(WEBHOOK_SECRET, &body);
    news(&desk, body, &signature, Some("evt_1")).refused(ErrorCode::MalformedRequest).await;
    assert_eq!(desk.count("provider_events").await, 0);
}

async fn too_much_is_refused(desk: Desk) {
    let body = format!("{{\"event\":\"{}\"}}", "x".repeat(64 * 1024));
    signed(&desk, &body, Some("evt_1")).refused(ErrorCode::BodyTooLarge).await;
    assert_eq!(desk.count("provider_events").await, 0);
}

async fn news_that_concern_nobody_are_taken_and_forgotten(desk: Desk) {
    let (student, order, _) = paid_in_silence(&desk).await;
    let downtime = json!({ "event": "payment.downtime.started", "payload": {} }).to_string();
    let settlement =
        json!({ "event": "settlement.processed", "payload": { "settlement": { "entity": { "id": "setl_1" } } } });
    let odd =
        json!({ "event": "payment.captured", "payload": { "payment": { "entity": { "id": "../../v1/orders" } } } });
    let (settlement, odd) = (settlement.to_string(), odd.to_string());
    for (number, body) in
        [&*downtime, &settlement, &odd, "", "null", "[]", "{}", "{\"event\":7}", "not JSON"].iter().enumerate()
    {
        signed(&desk, body, Some(&format!("evt_{number}"))).ok().await;
    }
    desk.work().await;
    assert_eq!(desk.count("outbox WHERE state <> 'done'").await, 0);
    assert_eq!(desk.count("payments").await, 0);
    assert_eq!(state(&desk, &student, &order).await, "open");
}

async fn any_news_of_a_payment_make_us_ask_for_it(desk: Desk) {
    let (student, order, captured) = paid_in_silence(&desk).await;
    let dispute = captured.replace("\"payment.captured\"", "\"payment.dispute.created\"");
    signed(&desk, &dispute, Some("evt_dispute")).ok().await;
    signed(&desk, &dispute.replace("created", "under_review"), Some("evt_dispute_2")).ok().await;
    desk.work().await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
    assert_eq!(desk.count("bookings").await, 1);
}

async fn doubled_news_book_once(desk: Desk) {
    desk.provider.switch_webhooks(WebhookSwitches { double: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = desk.school().await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
    assert_eq!(desk.count("bookings").await, 1);
    assert_eq!(desk.mailer.sent().len(), 2, "one mail for each person");
}

async fn news_in_the_wrong_order_book_once(desk: Desk) {
    desk.provider.switch_webhooks(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = desk.school().await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    desk.pay_with(&order, razorpay_sandbox::Outcome::FailedThenCaptured);
    assert!(desk.provider.release(ReleaseOrder::Reversed).unwrap() >= 4, "failed, authorized, captured, order paid");
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
    assert_eq!(desk.count("bookings").await, 1);
    assert_eq!(desk.count("payments WHERE state = 'failed'").await, 1);
}

async fn news_long_after_the_browser_change_nothing(desk: Desk) {
    desk.provider.switch_webhooks(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    let School { student, .. } = desk.school().await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let payment = desk.pay(&order);
    desk.success_request(&student, &order, &payment).ok().await;
    desk.advance(days(3));
    desk.provider.release(ReleaseOrder::AsMade).unwrap();
    settled(&desk).await;
    let again = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(again["order"]["state"], "booked", "the browser may ask again as well");
    settled(&desk).await;
    assert_eq!((desk.count("bookings").await, desk.count("refunds").await), (1, 0));
    assert_eq!(desk.mailer.sent().len(), 2);
}

async fn lost_news_are_found_by_asking(desk: Desk) {
    let (student, order, _) = paid_in_silence(&desk).await;
    desk.advance(minutes(1));
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
}

async fn stored_news_survive_the_server_that_took_them(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    signed(&desk, &body, Some("evt_1")).ok().await;
    // The first server never works on it.
    let other = desk.another_server(2).await;
    other.work().await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
    audited(&desk).await;
}

async fn one_bad_event_does_not_hold_up_the_others(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    let unknown =
        json!({ "event": "payment.captured", "payload": { "payment": { "entity": { "id": "pay_Unknown0000001" } } } });
    signed(&desk, &unknown.to_string(), Some("evt_1")).ok().await;
    signed(&desk, &body, Some("evt_2")).ok().await;
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
    assert_eq!(desk.count("payments").await, 1);
}

async fn news_while_the_provider_is_away_are_worked_on_later(desk: Desk) {
    let (student, order, body) = paid_in_silence(&desk).await;
    fault(&desk, razorpay_sandbox::FaultKind::ServerError, 4, ("GET", "/v1/payments/"), false);
    signed(&desk, &body, Some("evt_1")).ok().await;
    desk.work().await;
    assert_eq!(state(&desk, &student, &order).await, "open");
    desk.advance(jiff::SignedDuration::from_secs(15));
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &order).await, "booked");
}
