//! Webhook delivery: signatures, retries, switches and release commands.

use razorpay_sandbox::{Method, Outcome, ReleaseOrder, Webhook, WebhookSwitches, webhook_signature};
use serde_json::{Value, json};

use crate::test_sandbox::{DAY, MINUTE, START, TestSandbox, WEBHOOK_SECRET, with_receiver};

async fn pay(test: &TestSandbox) -> String {
    let order = test.order().await;
    test.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap().payment_id
}

const PAYMENT_EVENTS: [&str; 3] = ["payment.authorized", "payment.captured", "order.paid"];

#[tokio::test]
async fn delivered_event_is_signed_and_has_unique_id() {
    let (test, receiver) = with_receiver().await;
    let payment = pay(&test).await;
    assert_eq!(test.sandbox.deliver_due().await, 3);
    let deliveries = receiver.take();
    for event in &deliveries {
        let signature = event.header("x-razorpay-signature");
        assert_eq!(signature, webhook_signature(WEBHOOK_SECRET, &event.body));
        assert_eq!(event.header("content-type"), "application/json");
        let parsed: Value = serde_json::from_slice(&event.body).unwrap();
        assert_eq!(parsed["entity"], "event");
        assert!(parsed["account_id"].as_str().unwrap().starts_with("acc_"));
        assert_eq!(parsed["created_at"], START);
        assert_eq!(parsed["payload"]["payment"]["entity"]["id"], payment);
    }
    let ids: std::collections::BTreeSet<String> = deliveries.iter().map(|e| e.header("x-razorpay-event-id")).collect();
    assert_eq!(ids.len(), 3);
    let last: Value = serde_json::from_slice(&deliveries[2].body).unwrap();
    assert_eq!(last["contains"], json!(["payment", "order"]));
    assert_eq!(last["payload"]["order"]["entity"]["status"], "paid");
    assert_eq!(test.sandbox.deliver_due().await, 0, "delivered events are not sent again");
}

#[tokio::test]
async fn payload_is_snapshot_at_creation() {
    let (test, receiver) = with_receiver().await;
    pay(&test).await;
    test.sandbox.deliver_due().await;
    let first: Value = serde_json::from_slice(&receiver.take()[0].body).unwrap();
    let payment = &first["payload"]["payment"]["entity"];
    assert_eq!((&first["event"], &payment["status"]), (&json!("payment.authorized"), &json!("authorized")));
    assert_eq!(payment["fee"], Value::Null);
}

#[tokio::test]
async fn reserialized_body_does_not_match_signature() {
    let (test, receiver) = with_receiver().await;
    let order = test.order_of(json!({ "amount": 500, "currency": "INR", "notes": { "a": "https://x.test/y" } })).await;
    test.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap();
    test.sandbox.deliver_due().await;
    let event = receiver.take().remove(0);
    let parsed: Value = serde_json::from_slice(&event.body).unwrap();
    assert_eq!(parsed["payload"]["payment"]["entity"]["notes"]["a"], "https://x.test/y");
    let again = webhook_signature(WEBHOOK_SECRET, parsed.to_string().as_bytes());
    assert_ne!(again, event.header("x-razorpay-signature"));
}

#[tokio::test]
async fn doubled_events_have_same_id_and_body() {
    let (test, receiver) = with_receiver().await;
    test.sandbox.set_webhook_switches(WebhookSwitches { double: true, ..WebhookSwitches::default() }).unwrap();
    pay(&test).await;
    assert_eq!(test.sandbox.deliver_due().await, 6);
    let deliveries = receiver.take();
    for pair in deliveries.chunks(2) {
        assert_eq!(pair[0].header("x-razorpay-event-id"), pair[1].header("x-razorpay-event-id"));
        assert_eq!(pair[0].body, pair[1].body);
    }
    let id = deliveries[0].header("x-razorpay-event-id");
    test.sandbox.resend_event(&id).unwrap();
    test.sandbox.deliver_due().await;
    assert!(receiver.take().iter().all(|event| event.header("x-razorpay-event-id") == id));
}

#[tokio::test]
async fn reorder_switch_sends_newest_event_first() {
    let (test, receiver) = with_receiver().await;
    test.sandbox.set_webhook_switches(WebhookSwitches { reorder: true, ..WebhookSwitches::default() }).unwrap();
    pay(&test).await;
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["order.paid", "payment.captured", "payment.authorized"]);
}

#[tokio::test]
async fn held_events_are_sent_in_release_order() {
    let (test, receiver) = with_receiver().await;
    test.sandbox.set_webhook_switches(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    pay(&test).await;
    test.advance(DAY);
    assert_eq!(test.sandbox.deliver_due().await, 0);
    assert_eq!(test.sandbox.release_events(ReleaseOrder::NewestFirst).unwrap(), 3);
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["order.paid", "payment.captured", "payment.authorized"]);
    pay(&test).await;
    let captured = test.sandbox.events().unwrap().into_iter().rfind(|event| event.name == "payment.captured").unwrap();
    test.sandbox.release_event(&captured.id).unwrap();
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["payment.captured"]);
    test.sandbox.release_events(ReleaseOrder::OldestFirst).unwrap();
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["payment.authorized", "order.paid"]);
}

#[tokio::test]
async fn delayed_events_arrive_after_delay() {
    let (test, receiver) = with_receiver().await;
    test.sandbox.set_webhook_switches(WebhookSwitches { delay_seconds: 90, ..WebhookSwitches::default() }).unwrap();
    pay(&test).await;
    test.advance(89);
    assert_eq!(test.sandbox.deliver_due().await, 0);
    test.advance(1);
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), PAYMENT_EVENTS);
}

#[tokio::test]
async fn dropped_events_arrive_only_when_resent() {
    let (test, receiver) = with_receiver().await;
    test.sandbox.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    pay(&test).await;
    test.sandbox.set_webhook_switches(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    pay(&test).await;
    let events = test.sandbox.events().unwrap();
    assert_eq!(events[0].state, "dropped");
    test.sandbox.drop_event(&events[3].id).unwrap();
    test.sandbox.release_events(ReleaseOrder::OldestFirst).unwrap();
    test.advance(DAY);
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["payment.captured", "order.paid"]);
    test.sandbox.resend_event(&events[0].id).unwrap();
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["payment.authorized"]);
}

#[tokio::test]
async fn rejected_event_is_retried_with_exponential_backoff() {
    let (test, receiver) = with_receiver().await;
    receiver.respond_with(503);
    let order = test.order().await;
    test.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap();
    let mut gaps = Vec::new();
    for _ in 0..4 {
        assert_eq!(test.sandbox.deliver_due().await, 1);
        assert_eq!(test.sandbox.deliver_due().await, 0);
        let event = test.sandbox.events().unwrap().remove(0);
        assert_eq!((event.state.as_str(), event.last_answer.as_deref()), ("waiting", Some("503")));
        let now = test.clock.load(std::sync::atomic::Ordering::SeqCst);
        gaps.push(event.next_at - now);
        test.advance(event.next_at - now);
    }
    assert_eq!(gaps, [MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]);
    receiver.respond_with(204);
    test.sandbox.deliver_due().await;
    let ids: Vec<String> = receiver.take().iter().map(|event| event.header("x-razorpay-event-id")).collect();
    assert_eq!(ids.len(), 5);
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(test.sandbox.events().unwrap()[0].state, "delivered");
}

#[tokio::test]
async fn webhook_is_disabled_after_24_hours_of_failures() {
    let (test, receiver) = with_receiver().await;
    receiver.respond_with(500);
    let order = test.order().await;
    test.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap();
    for _ in 0..40 {
        test.sandbox.deliver_due().await;
        test.advance(3 * 3_600);
    }
    assert!(test.sandbox.settings().unwrap().webhook_disabled);
    assert_eq!(test.sandbox.events().unwrap()[0].state, "gave_up");
    receiver.respond_with(200);
    receiver.take();
    pay(&test).await;
    assert_eq!(test.sandbox.deliver_due().await, 0, "a disabled webhook receives nothing");
    test.sandbox.enable_webhook().unwrap();
    pay(&test).await;
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), PAYMENT_EVENTS);
}

#[tokio::test]
async fn enabling_webhook_restarts_retry_period_of_waiting_events() {
    let (test, receiver) = with_receiver().await;
    receiver.respond_with(500);
    let fail_one = async || {
        test.sandbox.pay(&test.order().await, Method::Card, Outcome::Failed).unwrap();
        test.sandbox.deliver_due().await;
    };
    fail_one().await;
    test.advance(DAY / 2);
    fail_one().await;
    test.advance(DAY / 2);
    test.sandbox.deliver_due().await;
    assert!(test.sandbox.settings().unwrap().webhook_disabled);
    test.advance(2 * DAY);
    assert_eq!(test.sandbox.deliver_due().await, 0);
    test.sandbox.enable_webhook().unwrap();
    assert_eq!(test.sandbox.deliver_due().await, 1);
    assert!(!test.sandbox.settings().unwrap().webhook_disabled, "one failure does not disable the webhook");
    receiver.respond_with(200);
    receiver.take();
    test.advance(DAY / 2);
    test.sandbox.deliver_due().await;
    assert_eq!(receiver.names(), ["payment.failed"], "retries of the other event have ended");
}

#[tokio::test]
async fn resent_event_has_new_retry_period() {
    let (test, receiver) = with_receiver().await;
    pay(&test).await;
    test.sandbox.deliver_due().await;
    test.advance(10 * DAY);
    receiver.respond_with(500);
    let id = test.sandbox.events().unwrap().remove(0).id;
    test.sandbox.resend_event(&id).unwrap();
    test.sandbox.deliver_due().await;
    assert_eq!(test.sandbox.events().unwrap()[0].state, "waiting");
    assert!(!test.sandbox.settings().unwrap().webhook_disabled);
}

/// Pauses the clock of Tokio, so that the timeout passes immediately.
#[tokio::test]
async fn delivery_times_out_after_five_seconds() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let webhook = Webhook { url, secret: WEBHOOK_SECRET.to_owned() };
    let test = TestSandbox::with(|config| config.webhook = Some(webhook)).await;
    test.sandbox.pay(&test.order().await, Method::Card, Outcome::Failed).unwrap();
    tokio::time::pause();
    let before = tokio::time::Instant::now();
    assert_eq!(test.sandbox.deliver_due().await, 1);
    assert_eq!(before.elapsed().as_secs(), 5);
    let event = test.sandbox.events().unwrap().remove(0);
    assert_eq!((event.state.as_str(), event.attempts), ("waiting", 1));
    assert_eq!(event.last_answer.as_deref(), Some("no answer within 5 seconds"));
}

#[tokio::test]
async fn only_2xx_response_acknowledges_event() {
    let (test, receiver) = with_receiver().await;
    for (status, state) in
        [(200, "delivered"), (202, "delivered"), (302, "waiting"), (400, "waiting"), (404, "waiting"), (503, "waiting")]
    {
        receiver.respond_with(status);
        test.sandbox.pay(&test.order().await, Method::Card, Outcome::Failed).unwrap();
        test.sandbox.deliver_due().await;
        assert_eq!(test.sandbox.events().unwrap().last().unwrap().state, state, "{status}");
    }
}

#[tokio::test]
async fn refund_events_contain_refund_and_payment() {
    let (test, receiver) = with_receiver().await;
    let id = pay(&test).await;
    test.sandbox.refund_payment(&id, Some(10_000)).unwrap();
    test.sandbox.deliver_due().await;
    let events: Vec<Value> =
        receiver.take()[3..].iter().map(|one| serde_json::from_slice(&one.body).unwrap()).collect();
    assert_eq!((&events[0]["event"], &events[1]["event"]), (&json!("refund.created"), &json!("refund.processed")));
    for event in &events {
        assert_eq!(event["contains"], json!(["refund", "payment"]));
        assert_eq!(event["payload"]["refund"]["entity"]["payment_id"], id);
        let payment = &event["payload"]["payment"]["entity"];
        assert_eq!((&payment["id"], &payment["amount_refunded"]), (&json!(id), &json!(10_000)));
        assert_eq!(payment["captured"], true);
    }
    assert_eq!(events[0]["payload"]["refund"]["entity"]["status"], "pending");
}

#[tokio::test]
async fn events_are_signed_with_secret_at_creation() {
    let (test, receiver) = with_receiver().await;
    pay(&test).await;
    test.sandbox.set_webhook(Some(Webhook { url: receiver.url.clone(), secret: "whsec_new".to_owned() }));
    pay(&test).await;
    test.sandbox.deliver_due().await;
    let deliveries = receiver.take();
    let signed_with = |index: usize, secret: &str| {
        deliveries[index].header("x-razorpay-signature") == webhook_signature(secret, &deliveries[index].body)
    };
    assert!(signed_with(0, WEBHOOK_SECRET) && signed_with(3, "whsec_new"));
}

#[tokio::test]
async fn events_are_only_recorded_without_webhook() {
    let test = TestSandbox::new().await;
    pay(&test).await;
    assert_eq!(test.event_names(), PAYMENT_EVENTS);
    assert_eq!(test.sandbox.deliver_due().await, 0);
    assert_eq!(test.sandbox.events().unwrap()[0].state, "no_receiver");
}

#[tokio::test]
async fn run_delivers_events_until_stopped() {
    let (test, receiver) = with_receiver().await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let sandbox = test.sandbox.clone();
    let running = tokio::spawn(async move {
        sandbox
            .run(async {
                let _ = stopped.await;
            })
            .await;
    });
    pay(&test).await;
    let all_delivered = || test.sandbox.events().unwrap().iter().all(|event| event.state == "delivered");
    while !all_delivered() {
        tokio::task::yield_now().await;
    }
    stop.send(()).unwrap();
    running.await.unwrap();
    assert_eq!(receiver.names(), PAYMENT_EVENTS);
}
