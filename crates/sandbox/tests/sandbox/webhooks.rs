//! Events on their way: signed, at least once, in no order that can be relied on.

use razorpay_sandbox::{Method, Outcome, ReleaseOrder, Webhook, WebhookSwitches, webhook_signature};
use serde_json::{Value, json};

use crate::world::{DAY, MINUTE, START, WEBHOOK_SECRET, World, with_shop};

async fn pay(world: &World) -> String {
    let order = world.order().await;
    world.sandbox.pay(&order, Method::Card, Outcome::Captured).unwrap().payment_id
}

const PAID: [&str; 3] = ["payment.authorized", "payment.captured", "order.paid"];

#[tokio::test]
async fn an_event_is_signed_over_its_bytes_and_has_an_id_of_its_own() {
    let (world, shop) = with_shop().await;
    let payment = pay(&world).await;
    assert_eq!(world.sandbox.deliver_due().await, 3);
    let arrived = shop.take();
    for event in &arrived {
        let signature = event.header("x-razorpay-signature");
        assert_eq!(signature, webhook_signature(WEBHOOK_SECRET, &event.body));
        assert_eq!(event.header("content-type"), "application/json");
        let parsed: Value = serde_json::from_slice(&event.body).unwrap();
        assert_eq!(parsed["entity"], "event");
        assert!(parsed["account_id"].as_str().unwrap().starts_with("acc_"));
        assert_eq!(parsed["created_at"], START);
        assert_eq!(parsed["payload"]["payment"]["entity"]["id"], payment);
    }
    let ids: std::collections::BTreeSet<String> = arrived.iter().map(|e| e.header("x-razorpay-event-id")).collect();
    assert_eq!(ids.len(), 3);
    let last: Value = serde_json::from_slice(&arrived[2].body).unwrap();
    assert_eq!(last["contains"], json!(["payment", "order"]));
    assert_eq!(last["payload"]["order"]["entity"]["status"], "paid");
    assert_eq!(world.sandbox.deliver_due().await, 0, "what was taken is not sent again");
}

#[tokio::test]
async fn a_payload_is_a_snapshot_of_its_moment() {
    let (world, shop) = with_shop().await;
    pay(&world).await;
    world.sandbox.deliver_due().await;
    let first: Value = serde_json::from_slice(&shop.take()[0].body).unwrap();
    let payment = &first["payload"]["payment"]["entity"];
    assert_eq!((&first["event"], &payment["status"]), (&json!("payment.authorized"), &json!("authorized")));
    assert_eq!(payment["fee"], Value::Null);
}

#[tokio::test]
async fn reordering_raw_json_breaks_the_signature() {
    let (world, shop) = with_shop().await;
    let order = world.order_of(json!({ "amount": 500, "currency": "INR", "notes": { "a": "https://x.test/y" } })).await;
    world.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap();
    world.sandbox.deliver_due().await;
    let event = shop.take().remove(0);
    let parsed: Value = serde_json::from_slice(&event.body).unwrap();
    assert_eq!(parsed["payload"]["payment"]["entity"]["notes"]["a"], "https://x.test/y");
    let again = webhook_signature(WEBHOOK_SECRET, parsed.to_string().as_bytes());
    assert_ne!(again, event.header("x-razorpay-signature"));
}

#[tokio::test]
async fn doubled_events_have_the_same_id_and_bytes() {
    let (world, shop) = with_shop().await;
    world.sandbox.switch_webhooks(WebhookSwitches { double: true, ..WebhookSwitches::default() }).unwrap();
    pay(&world).await;
    assert_eq!(world.sandbox.deliver_due().await, 6);
    let arrived = shop.take();
    for pair in arrived.chunks(2) {
        assert_eq!(pair[0].header("x-razorpay-event-id"), pair[1].header("x-razorpay-event-id"));
        assert_eq!(pair[0].body, pair[1].body);
    }
    let id = arrived[0].header("x-razorpay-event-id");
    world.sandbox.resend_event(&id).unwrap();
    world.sandbox.deliver_due().await;
    assert!(shop.take().iter().all(|event| event.header("x-razorpay-event-id") == id));
}

#[tokio::test]
async fn events_can_come_newest_first() {
    let (world, shop) = with_shop().await;
    world.sandbox.switch_webhooks(WebhookSwitches { reorder: true, ..WebhookSwitches::default() }).unwrap();
    pay(&world).await;
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["order.paid", "payment.captured", "payment.authorized"]);
}

#[tokio::test]
async fn held_events_wait_for_the_operator_who_may_turn_them_round() {
    let (world, shop) = with_shop().await;
    world.sandbox.switch_webhooks(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    pay(&world).await;
    world.advance(DAY);
    assert_eq!(world.sandbox.deliver_due().await, 0);
    assert_eq!(world.sandbox.release(ReleaseOrder::Reversed).unwrap(), 3);
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["order.paid", "payment.captured", "payment.authorized"]);
    pay(&world).await;
    let captured = world.sandbox.events().unwrap().into_iter().rfind(|event| event.name == "payment.captured").unwrap();
    world.sandbox.release_event(&captured.id).unwrap();
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["payment.captured"]);
    world.sandbox.release(ReleaseOrder::AsMade).unwrap();
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["payment.authorized", "order.paid"]);
}

#[tokio::test]
async fn delayed_events_arrive_when_their_time_has_come() {
    let (world, shop) = with_shop().await;
    world.sandbox.switch_webhooks(WebhookSwitches { delay_seconds: 90, ..WebhookSwitches::default() }).unwrap();
    pay(&world).await;
    world.advance(89);
    assert_eq!(world.sandbox.deliver_due().await, 0);
    world.advance(1);
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), PAID);
}

#[tokio::test]
async fn lost_events_never_arrive_unless_they_are_sent_again() {
    let (world, shop) = with_shop().await;
    world.sandbox.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    pay(&world).await;
    world.sandbox.switch_webhooks(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    pay(&world).await;
    let events = world.sandbox.events().unwrap();
    assert_eq!(events[0].state, "dropped");
    world.sandbox.drop_event(&events[3].id).unwrap();
    world.sandbox.release(ReleaseOrder::AsMade).unwrap();
    world.advance(DAY);
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["payment.captured", "order.paid"]);
    world.sandbox.resend_event(&events[0].id).unwrap();
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["payment.authorized"]);
}

#[tokio::test]
async fn a_refused_event_comes_again_later_and_later() {
    let (world, shop) = with_shop().await;
    shop.answer(503);
    let order = world.order().await;
    world.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap();
    let mut gaps = Vec::new();
    for _ in 0..4 {
        assert_eq!(world.sandbox.deliver_due().await, 1);
        assert_eq!(world.sandbox.deliver_due().await, 0);
        let event = world.sandbox.events().unwrap().remove(0);
        assert_eq!((event.state.as_str(), event.last_answer.as_deref()), ("waiting", Some("503")));
        let now = world.clock.load(std::sync::atomic::Ordering::SeqCst);
        gaps.push(event.next_at - now);
        world.advance(event.next_at - now);
    }
    assert_eq!(gaps, [MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]);
    shop.answer(204);
    world.sandbox.deliver_due().await;
    let ids: Vec<String> = shop.take().iter().map(|event| event.header("x-razorpay-event-id")).collect();
    assert_eq!(ids.len(), 5);
    assert!(ids.iter().all(|id| *id == ids[0]));
    assert_eq!(world.sandbox.events().unwrap()[0].state, "delivered");
}

#[tokio::test]
async fn a_webhook_that_takes_nothing_for_a_day_is_switched_off() {
    let (world, shop) = with_shop().await;
    shop.answer(500);
    let order = world.order().await;
    world.sandbox.pay(&order, Method::Card, Outcome::Failed).unwrap();
    for _ in 0..40 {
        world.sandbox.deliver_due().await;
        world.advance(3 * 3_600);
    }
    assert!(world.sandbox.settings().unwrap().webhook_disabled);
    assert_eq!(world.sandbox.events().unwrap()[0].state, "gave_up");
    shop.answer(200);
    shop.take();
    pay(&world).await;
    assert_eq!(world.sandbox.deliver_due().await, 0, "nothing more comes");
    world.sandbox.enable_webhook().unwrap();
    pay(&world).await;
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), PAID);
}

#[tokio::test]
async fn what_waits_when_the_webhook_is_switched_off_has_another_day_when_it_is_on_again() {
    let (world, shop) = with_shop().await;
    shop.answer(500);
    let fail_one = async || {
        world.sandbox.pay(&world.order().await, Method::Card, Outcome::Failed).unwrap();
        world.sandbox.deliver_due().await;
    };
    fail_one().await;
    world.advance(DAY / 2);
    fail_one().await;
    world.advance(DAY / 2);
    world.sandbox.deliver_due().await;
    assert!(world.sandbox.settings().unwrap().webhook_disabled);
    world.advance(2 * DAY);
    assert_eq!(world.sandbox.deliver_due().await, 0);
    world.sandbox.enable_webhook().unwrap();
    assert_eq!(world.sandbox.deliver_due().await, 1);
    assert!(!world.sandbox.settings().unwrap().webhook_disabled, "one refusal is not a day of them");
    shop.answer(200);
    shop.take();
    world.advance(DAY / 2);
    world.sandbox.deliver_due().await;
    assert_eq!(shop.names(), ["payment.failed"], "the other one was given up");
}

#[tokio::test]
async fn an_old_event_that_is_sent_again_has_a_day_of_its_own() {
    let (world, shop) = with_shop().await;
    pay(&world).await;
    world.sandbox.deliver_due().await;
    world.advance(10 * DAY);
    shop.answer(500);
    let id = world.sandbox.events().unwrap().remove(0).id;
    world.sandbox.resend_event(&id).unwrap();
    world.sandbox.deliver_due().await;
    assert_eq!(world.sandbox.events().unwrap()[0].state, "waiting");
    assert!(!world.sandbox.settings().unwrap().webhook_disabled);
}

/// Time is stopped while it waits, so that the five seconds take none.
#[tokio::test]
async fn a_shop_that_does_not_answer_within_five_seconds_has_not_taken_the_event() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let webhook = Webhook { url, secret: WEBHOOK_SECRET.to_owned() };
    let world = World::with(|config| config.webhook = Some(webhook)).await;
    world.sandbox.pay(&world.order().await, Method::Card, Outcome::Failed).unwrap();
    tokio::time::pause();
    let before = tokio::time::Instant::now();
    assert_eq!(world.sandbox.deliver_due().await, 1);
    assert_eq!(before.elapsed().as_secs(), 5);
    let event = world.sandbox.events().unwrap().remove(0);
    assert_eq!((event.state.as_str(), event.attempts), ("waiting", 1));
    assert_eq!(event.last_answer.as_deref(), Some("no answer within 5 seconds"));
}

#[tokio::test]
async fn only_an_answer_of_200_to_299_takes_an_event() {
    let (world, shop) = with_shop().await;
    for (status, state) in
        [(200, "delivered"), (202, "delivered"), (302, "waiting"), (400, "waiting"), (404, "waiting"), (503, "waiting")]
    {
        shop.answer(status);
        world.sandbox.pay(&world.order().await, Method::Card, Outcome::Failed).unwrap();
        world.sandbox.deliver_due().await;
        assert_eq!(world.sandbox.events().unwrap().last().unwrap().state, state, "{status}");
    }
}

#[tokio::test]
async fn events_of_refunds_hold_the_refund_and_its_payment() {
    let (world, shop) = with_shop().await;
    let id = pay(&world).await;
    world.sandbox.refund_payment(&id, Some(10_000)).unwrap();
    world.sandbox.deliver_due().await;
    let told: Vec<Value> = shop.take()[3..].iter().map(|one| serde_json::from_slice(&one.body).unwrap()).collect();
    assert_eq!((&told[0]["event"], &told[1]["event"]), (&json!("refund.created"), &json!("refund.processed")));
    for event in &told {
        assert_eq!(event["contains"], json!(["refund", "payment"]));
        assert_eq!(event["payload"]["refund"]["entity"]["payment_id"], id);
        let payment = &event["payload"]["payment"]["entity"];
        assert_eq!((&payment["id"], &payment["amount_refunded"]), (&json!(id), &json!(10_000)));
        assert_eq!(payment["captured"], true);
    }
    assert_eq!(told[0]["payload"]["refund"]["entity"]["status"], "pending");
}

#[tokio::test]
async fn after_a_change_of_secret_older_events_still_use_the_old_one() {
    let (world, shop) = with_shop().await;
    pay(&world).await;
    world.sandbox.set_webhook(Some(Webhook { url: shop.url.clone(), secret: "whsec_new".to_owned() }));
    pay(&world).await;
    world.sandbox.deliver_due().await;
    let arrived = shop.take();
    let signed_with = |index: usize, secret: &str| {
        arrived[index].header("x-razorpay-signature") == webhook_signature(secret, &arrived[index].body)
    };
    assert!(signed_with(0, WEBHOOK_SECRET) && signed_with(3, "whsec_new"));
}

#[tokio::test]
async fn without_a_webhook_events_are_only_listed() {
    let world = World::new().await;
    pay(&world).await;
    assert_eq!(world.event_names(), PAID);
    assert_eq!(world.sandbox.deliver_due().await, 0);
    assert_eq!(world.sandbox.events().unwrap()[0].state, "no_receiver");
}

#[tokio::test]
async fn running_delivers_by_itself() {
    let (world, shop) = with_shop().await;
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let sandbox = world.sandbox.clone();
    let running = tokio::spawn(async move {
        sandbox
            .run(async {
                let _ = stopped.await;
            })
            .await;
    });
    pay(&world).await;
    let all_taken = || world.sandbox.events().unwrap().iter().all(|event| event.state == "delivered");
    while !all_taken() {
        tokio::task::yield_now().await;
    }
    stop.send(()).unwrap();
    running.await.unwrap();
    assert_eq!(shop.names(), PAID);
}
