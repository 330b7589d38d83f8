//! Payments with an unknown outcome for days: holds and orders end nevertheless, reconciliation continues, and a late
//! payment is not lost (D23).

use razorpay_sandbox::{FaultKind, Outcome, WebhookSwitches};
use serde_json::Value;
use tala_domain::error::ErrorCode;
use tala_store::orders;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, at, both_dbs, hours, minutes};

use crate::common::payments::{
    CLASS, assert_ledger_balanced, audit_money, balance, buy_class, count, fault, finish_and_audit, offered,
    school_without_credits,
};

both_dbs!(
    class_in_checking_for_six_days_is_available_again,
    package_in_checking_for_six_days_can_be_ordered_again,
    payment_in_checking_for_hours_is_counted_in_a_metric,
    long_outage_does_not_exhaust_reconciliation_attempts,
    late_callback_is_reconciled_soon,
    undecided_payment_does_not_delay_others,
    late_payment_for_removed_hours_is_refunded_before_maintenance,
    unanswered_last_attempt_is_repeated,
);

fn drop_webhooks(app: &PaymentsApp) {
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
}

/// Makes every request about orders and payments fail from now on.
fn provider_knows_nothing(app: &PaymentsApp) {
    fault(app, FaultKind::Html, 1_000_000, ("GET", "/v1/"), false);
}

async fn claimed(app: &PaymentsApp, student: &Student, order: &Value) {
    let payment = app.pay(order);
    provider_knows_nothing(app);
    app.success_request(student, order, &payment).refused(ErrorCode::PaymentPending).await;
}

async fn days_pass(app: &PaymentsApp, number: i64) {
    for _ in 0..number * 4 {
        app.advance(hours(6));
        app.work().await;
        assert_ledger_balanced(app).await;
    }
}

const FAR: &str = "2026-03-20T03:30:00Z";

async fn class_in_checking_for_six_days_is_available_again(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    drop_webhooks(&app);
    let order = app.order(&student, &app.slot_at(&student, at(FAR)).await, None).await;
    claimed(&app, &student, &order).await;
    days_pass(&app, 5).await;
    assert!(!offered(&app, &other, FAR).await, "held while the outcome is unknown");
    days_pass(&app, 2).await;
    app.provider.clear_faults().unwrap();
    assert_eq!(app.order_state(&student, &order).await["state"], "expired");
    let (_, booked) = buy_class(&app, &other, FAR).await;
    assert_eq!(app.order_state(&other, &booked).await["state"], "booked");
    // The payment exists, and an event reports it.
    app.success_request(&student, &order, &payment_of(&app, &order)).ok().await;
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "refunded");
}

fn payment_of(app: &PaymentsApp, order: &Value) -> String {
    let payments = app.provider.overview().unwrap()["payments"].clone();
    let found = payments.as_array().unwrap().iter().find(|payment| payment["order_id"] == order["orderId"]).cloned();
    crate::common::payments::text(&found.unwrap()["id"])
}

async fn package_in_checking_for_six_days_can_be_ordered_again(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let order = app.order_package(&student, 4, None).await;
    claimed(&app, &student, &order).await;
    days_pass(&app, 7).await;
    app.provider.clear_faults().unwrap();
    let second = app.order_package(&student, 8, None).await;
    assert_eq!(second["order"]["state"], "open");
    assert_eq!(app.order_state(&student, &order).await["state"], "expired");
    // The late payment is applied.
    app.success_request(&student, &order, &payment_of(&app, &order)).ok().await;
    assert_eq!(balance(&app, &student).await.0, 4);
    finish_and_audit(&app).await;
}

async fn payment_in_checking_for_hours_is_counted_in_a_metric(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let order = app.order(&student, &app.slot_at(&student, at(FAR)).await, None).await;
    claimed(&app, &student, &order).await;
    let stuck =
        async |app: &PaymentsApp| orders::count_checking(app.ctx.store.read(), app.now(), hours(1)).await.unwrap();
    assert_eq!(stuck(&app).await, 0);
    app.advance(minutes(61));
    app.work().await;
    assert_eq!(stuck(&app).await, 1);
}

async fn long_outage_does_not_exhaust_reconciliation_attempts(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    app.provider.change_settings(|settings| settings.late_seconds = 2 * 86_400).unwrap();
    let order = app.order(&student, &app.slot_at(&student, at(FAR)).await, None).await;
    let payment = app.pay_with(&order, Outcome::LateAuthorized);
    app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    provider_knows_nothing(&app);
    for _ in 0..60 {
        app.advance(minutes(15));
        app.work().await;
    }
    app.provider.clear_faults().unwrap();
    // The provider is back and knows of no payment; on the third day the bank confirms one, and its webhook is lost.
    for _ in 0..20 {
        app.advance(hours(6));
        app.work().await;
    }
    assert_eq!(app.order_state(&student, &order).await["state"], "booked", "we have looked");
    finish_and_audit(&app).await;
}

async fn late_callback_is_reconciled_soon(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let order = app.order(&student, &app.slot_at(&student, at(FAR)).await, None).await;
    // By now many attempts have found nothing.
    for _ in 0..10 {
        app.advance(hours(1));
        app.work().await;
    }
    claimed(&app, &student, &order).await;
    app.work().await;
    app.provider.clear_faults().unwrap();
    app.advance(minutes(1));
    app.work().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked", "the client polls for this");
    audit_money(&app).await;
}

async fn undecided_payment_does_not_delay_others(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let order = app.order(&student, &app.slot_at(&student, at(FAR)).await, None).await;
    app.pay_with(&order, Outcome::Captured);
    // Newest first, as the provider lists them: this one cannot be captured.
    app.advance(minutes(1));
    app.pay_with(&order, Outcome::Authorized);
    fault(&app, FaultKind::ServerError, 1_000_000, ("POST", "/capture"), false);
    fault(&app, FaultKind::ServerError, 1_000_000, ("GET", "/v1/payments/"), false);
    app.advance(minutes(1));
    app.work().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
    assert_eq!(count(&app, "bookings").await, 1);
}

async fn late_payment_for_removed_hours_is_refunded_before_maintenance(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "18:00", "20:00")]).await;
    app.advance(minutes(15));
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).send().await;
    finish_and_audit(&app).await;
    let order = app.order_state(&student, &order).await;
    assert_eq!((&order["state"], &order["reason"]), (&"refunded".into(), &"not_bookable".into()));
}

async fn unanswered_last_attempt_is_repeated(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    drop_webhooks(&app);
    let order = app.order_package(&student, 4, None).await;
    days_pass(&app, 5).await;
    app.pay_with(&order, Outcome::Authorized);
    fault(&app, FaultKind::Html, 1_000_000, ("POST", "/capture"), false);
    days_pass(&app, 2).await;
    assert_eq!(balance(&app, &student).await.0, 0);
    app.provider.clear_faults().unwrap();
    app.advance(minutes(15));
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "credited");
    assert_eq!(balance(&app, &student).await.0, 4);
}
