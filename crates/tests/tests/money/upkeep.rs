//! What keeps the house in order: old news are forgotten, coupons are stopped, and work that breaks off starts again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use razorpay_sandbox::WebhookSwitches;
use serde_json::json;
use tala_app::services::coupons::stop_coupon;
use tala_app::worker::keep_running;
use tala_domain::error::ErrorCode;
use tala_domain::payments::{OrderState, PaymentState};
use tala_store::{orders, payments};
use tala_tests::school::School;
use tala_tests::{Desk, at, both_dbs, days, hours, later};

use crate::support::{CLASS, NEXT_CLASS, balance, buy_class, cancel, count, penniless, settled};

both_dbs!(
    news_are_forgotten_after_a_month,
    the_silence_of_the_provider_is_seen,
    classes_end_and_credits_expire_though_nothing_is_forgotten,
    a_stopped_coupon_is_of_no_use_any_more,
    work_that_panics_starts_again,
    moves_that_are_not_listed_are_refused,
    a_teacher_who_calls_off_four_classes_gives_the_time_back_once,
);

async fn news_are_forgotten_after_a_month(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    let told = count(&desk, "provider_events").await;
    assert!(told > 0);
    desk.advance(days(29));
    desk.work().await;
    assert_eq!(count(&desk, "provider_events").await, told);
    desk.advance(days(2));
    desk.work().await;
    assert_eq!(count(&desk, "provider_events").await, 0, "they are full of addresses");
    assert!(count(&desk, "outbox WHERE state = 'done'").await > 0, "what was done can be looked up for longer");
    desk.advance(days(90));
    desk.work().await;
    assert_eq!(count(&desk, "outbox WHERE state = 'done'").await, 0);
    // Work that is not done is kept, with its news.
    desk.provider.pay_unknown_order(5_000, "INR").unwrap();
    desk.provider.deliver_due().await;
    crate::support::sql(&desk, "UPDATE outbox SET state = 'dead' WHERE state = 'ready'").await;
    desk.advance(days(200));
    desk.work().await;
    assert!(count(&desk, "provider_events").await > 0);
}

/// What the alarm of a webhook that was switched off, or never set up, goes by.
async fn the_silence_of_the_provider_is_seen(desk: Desk) {
    let heard = async || payments::last_event_at(desk.ctx.store.read()).await.unwrap();
    let School { student, .. } = penniless(&desk).await;
    assert_eq!(heard().await, None, "nobody has paid yet");
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    buy_class(&desk, &student, CLASS).await;
    let first = desk.now();
    desk.advance(days(4));
    settled(&desk).await;
    assert_eq!(heard().await, Some(first), "there was a payment, and no news of it");
    desk.provider.switch_webhooks(WebhookSwitches::default()).unwrap();
    buy_class(&desk, &student, NEXT_CLASS).await;
    settled(&desk).await;
    let last = desk.now();
    assert_eq!(heard().await, Some(last));
    desk.advance(days(29));
    desk.work().await;
    assert_eq!(heard().await, Some(last));
    desk.advance(days(2));
    desk.work().await;
    assert_eq!(count(&desk, "provider_events").await, 0);
    assert!(heard().await.is_some_and(|heard| heard <= last), "silent as before, though its last news are forgotten");
}

async fn classes_end_and_credits_expire_though_nothing_is_forgotten(desk: Desk) {
    let School { student, .. } = desk.school().await;
    desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    crate::support::sql(&desk, "ALTER TABLE refusals RENAME TO refusals_elsewhere").await;
    desk.advance(days(31));
    desk.work().await;
    assert_eq!(count(&desk, "bookings WHERE status = 'completed'").await, 1);
    assert_eq!(count(&desk, "credit_lots WHERE remaining > 0").await, 0);
    crate::support::sql(&desk, "ALTER TABLE refusals_elsewhere RENAME TO refusals").await;
}

async fn a_stopped_coupon_is_of_no_use_any_more(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("TEN")).await;
    for _ in 0..2 {
        stop_coupon(&desk.ctx, " ten ").await.unwrap();
    }
    assert_eq!(count(&desk, "audit_log WHERE action = 'coupon_stopped'").await, 1);
    desk.post("/api/coupons/validate", &json!({ "code": "TEN" })).by(&student).refused(ErrorCode::CouponInvalid).await;
    let payment = desk.pay(&order);
    assert_eq!(desk.success_request(&student, &order, &payment).ok().await["success"], true, "agreed before");
    assert_eq!(stop_coupon(&desk.ctx, "ELEVEN").await.unwrap_err().code(), ErrorCode::NotFound);
    settled(&desk).await;
}

async fn work_that_panics_starts_again(_desk: Desk) {
    let begun = Arc::new(AtomicUsize::new(0));
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let counter = begun.clone();
    let work = keep_running("a test", Duration::ZERO, move || {
        let (counter, told) = (counter.clone(), told.clone());
        async move {
            let time = counter.fetch_add(1, Ordering::SeqCst);
            told.send(time).unwrap();
            assert!(time >= 2, "the first two break off");
            std::future::pending().await
        }
    });
    for time in 0..3 {
        assert_eq!(heard.recv().await, Some(time));
    }
    drop(work);
    assert_eq!(heard.recv().await, None, "it ends with its owner");
    assert_eq!(begun.load(Ordering::SeqCst), 3);
}

async fn moves_that_are_not_listed_are_refused(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    buy_class(&desk, &student, CLASS).await;
    let order = orders::list_by_student(desk.ctx.store.read(), student.id, 1).await.unwrap().remove(0);
    let payment = order.payment_id.unwrap();
    let tx = desk.ctx.store.begin().await.unwrap();
    for to in OrderState::ALL {
        let from = [OrderState::Booked];
        let moved = orders::set_state(&tx, order.id, &from, *to, desk.now()).await.unwrap();
        assert_eq!(moved, *to == OrderState::Refunding, "{to:?}");
    }
    let known = payments::find_by_id(&tx, payment).await.unwrap().unwrap();
    for (told, kept) in [
        (PaymentState::Failed, PaymentState::Captured),
        (PaymentState::Authorized, PaymentState::Captured),
        (PaymentState::Refunded, PaymentState::Refunded),
        (PaymentState::Created, PaymentState::Refunded),
        (PaymentState::Captured, PaymentState::Captured),
    ] {
        let report = payments::Report {
            new_id: payment,
            provider_payment_id: &known.provider_payment_id,
            order_id: None,
            provider_order_id: None,
            amount_minor: known.amount_minor,
            currency: &known.currency,
            state: told,
            method: None,
            fee_minor: None,
        };
        assert_eq!(payments::record(&tx, &report, desk.now()).await.unwrap().state, kept, "{told:?}");
    }
}

async fn a_teacher_who_calls_off_four_classes_gives_the_time_back_once(desk: Desk) {
    for together in [false, true] {
        let name = if together { "Ravi" } else { "Arjun" };
        let leela = desk.teacher(&format!("Leela {name}")).await;
        desk.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let student = desk.student(name, &leela).await;
        desk.lot(&student, 5, days(30)).await;
        let until = later(desk.now(), days(30));
        let slots = desk.slots(&student).await;
        let mut classes = Vec::new();
        for slot in slots.iter().rev().take(4) {
            classes.push(desk.book(&student, slot).await);
        }
        desk.advance(days(20));
        let calls = classes.iter().map(|class| cancel(&desk, &leela, class).ok());
        if together {
            join_all(calls).await;
        } else {
            for call in calls {
                call.await;
                desk.advance(hours(1));
            }
        }
        let lost = if together { days(20) } else { days(20) + hours(3) };
        assert_eq!(balance(&desk, &student).await, (5, Some(later(until, lost))), "together: {together}");
        settled(&desk).await;
    }
}
