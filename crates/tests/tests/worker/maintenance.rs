//! Maintenance: old provider events are purged, coupons deactivated, and background tasks restarted.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use razorpay_sandbox::WebhookSwitches;
use serde_json::json;
use tala_app::services::coupons::deactivate_coupon;
use tala_app::worker::spawn_supervised;
use tala_domain::error::ErrorCode;
use tala_domain::payments::{OrderState, PaymentState};
use tala_store::{orders, payments, provider_events};
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, at, both_dbs, days, hours, later};

use crate::common::payments::{
    CLASS, NEXT_CLASS, balance, buy_class, cancel, count, finish_and_audit, school_without_credits,
};

both_dbs!(
    provider_events_are_purged_after_a_month,
    missing_webhooks_are_visible_in_a_metric,
    classes_complete_and_credits_expire_without_purging,
    deactivated_coupon_is_refused,
    background_task_restarts_after_a_panic,
    payment_state_changes_that_are_not_listed_are_refused,
    four_cancellations_by_the_teacher_extend_a_lot_once,
);

async fn provider_events_are_purged_after_a_month(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    let told = count(&app, "provider_events").await;
    assert!(told > 0);
    app.advance(days(29));
    app.work().await;
    assert_eq!(count(&app, "provider_events").await, told);
    app.advance(days(2));
    app.work().await;
    assert_eq!(count(&app, "provider_events").await, 0, "they contain personal data");
    assert!(count(&app, "outbox WHERE state = 'done'").await > 0, "done refunds are kept longer");
    app.advance(days(90));
    app.work().await;
    assert_eq!(count(&app, "outbox WHERE state = 'done'").await, 0);
    // An event whose job is not done is kept.
    app.provider.pay_unknown_order(5_000, "INR").unwrap();
    app.provider.deliver_due().await;
    crate::common::payments::sql(&app, "UPDATE outbox SET state = 'dead' WHERE state = 'ready'").await;
    app.advance(days(200));
    app.work().await;
    assert!(count(&app, "provider_events").await > 0);
}

/// The metric behind the alert for a webhook that is disabled or was never configured.
async fn missing_webhooks_are_visible_in_a_metric(app: PaymentsApp) {
    let heard = async || provider_events::find_last_received_at(app.ctx.store.read()).await.unwrap();
    let School { student, .. } = school_without_credits(&app).await;
    assert_eq!(heard().await, None, "no payment yet");
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    buy_class(&app, &student, CLASS).await;
    let first = app.now();
    app.advance(days(4));
    finish_and_audit(&app).await;
    assert_eq!(heard().await, Some(first), "there was a payment without a webhook");
    app.provider.set_webhook_switches(WebhookSwitches::default()).unwrap();
    buy_class(&app, &student, NEXT_CLASS).await;
    finish_and_audit(&app).await;
    let last = app.now();
    assert_eq!(heard().await, Some(last));
    app.advance(days(29));
    app.work().await;
    assert_eq!(heard().await, Some(last));
    app.advance(days(2));
    app.work().await;
    assert_eq!(count(&app, "provider_events").await, 0);
    assert!(heard().await.is_some_and(|heard| heard <= last), "still silent, although its last events are purged");
}

async fn classes_complete_and_credits_expire_without_purging(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    crate::common::payments::sql(&app, "ALTER TABLE failed_attempts RENAME TO failed_attempts_elsewhere").await;
    app.advance(days(31));
    app.work().await;
    assert_eq!(count(&app, "bookings WHERE status = 'completed'").await, 1);
    assert_eq!(count(&app, "credit_lots WHERE remaining > 0").await, 0);
    crate::common::payments::sql(&app, "ALTER TABLE failed_attempts_elsewhere RENAME TO failed_attempts").await;
}

async fn deactivated_coupon_is_refused(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("TEN")).await;
    for _ in 0..2 {
        deactivate_coupon(&app.ctx, " ten ").await.unwrap();
    }
    assert_eq!(count(&app, "audit_log WHERE action = 'coupon_deactivated'").await, 1);
    app.post("/api/coupons/validate", &json!({ "code": "TEN" })).by(&student).refused(ErrorCode::CouponInvalid).await;
    let payment = app.pay(&order);
    assert_eq!(app.success_request(&student, &order, &payment).ok().await["success"], true, "agreed before");
    assert_eq!(deactivate_coupon(&app.ctx, "ELEVEN").await.unwrap_err().code(), ErrorCode::NotFound);
    finish_and_audit(&app).await;
}

async fn background_task_restarts_after_a_panic(_desk: PaymentsApp) {
    let begun = Arc::new(AtomicUsize::new(0));
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let counter = begun.clone();
    let work = spawn_supervised("a test", Duration::ZERO, move || {
        let (counter, told) = (counter.clone(), told.clone());
        async move {
            let time = counter.fetch_add(1, Ordering::SeqCst);
            told.send(time).unwrap();
            assert!(time >= 2, "the first two panic");
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

async fn payment_state_changes_that_are_not_listed_are_refused(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    buy_class(&app, &student, CLASS).await;
    let order = orders::list_by_student(app.ctx.store.read(), student.id, 1).await.unwrap().remove(0);
    let payment = order.payment_id.unwrap();
    let tx = app.ctx.store.begin().await.unwrap();
    for to in OrderState::ALL {
        let from = [OrderState::Booked];
        let moved = orders::set_state(&tx, order.id, &from, *to, app.now()).await.unwrap();
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
        let report = payments::PaymentReport {
            new_id: payment,
            provider_payment_id: &known.provider_payment_id,
            order_id: None,
            provider_order_id: None,
            amount_minor: known.amount_minor,
            currency: &known.currency,
            state: told,
            method: None,
            fee_minor: None,
            started_at: app.now(),
        };
        assert_eq!(payments::upsert_reported(&tx, &report, app.now()).await.unwrap().state, kept, "{told:?}");
    }
}

async fn four_cancellations_by_the_teacher_extend_a_lot_once(app: PaymentsApp) {
    for together in [false, true] {
        let name = if together { "Ravi" } else { "Arjun" };
        let leela = app.teacher(&format!("Leela {name}")).await;
        app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let student = app.student(name, &leela).await;
        app.lot(&student, 5, days(30)).await;
        let until = later(app.now(), days(30));
        let slots = app.slots(&student).await;
        let mut classes = Vec::new();
        for slot in slots.iter().rev().take(4) {
            classes.push(app.book(&student, slot).await);
        }
        app.advance(days(20));
        let calls = classes.iter().map(|class| cancel(&app, &leela, class).ok());
        if together {
            join_all(calls).await;
        } else {
            for call in calls {
                call.await;
                app.advance(hours(1));
            }
        }
        let lost = if together { days(20) } else { days(20) + hours(3) };
        assert_eq!(balance(&app, &student).await, (5, Some(later(until, lost))), "together: {together}");
        finish_and_audit(&app).await;
    }
}
