//! What nobody can say for days: seats and purchases come free all the same, we go on looking, and the money that comes at
//! last is not lost (D23).

use razorpay_sandbox::{FaultKind, Outcome, WebhookSwitches};
use serde_json::Value;
use tala_domain::error::ErrorCode;
use tala_store::orders;
use tala_tests::school::School;
use tala_tests::{Desk, Student, at, both_dbs, hours, minutes};

use crate::support::{CLASS, audited, balance, buy_class, consistent, count, fault, offered, penniless, settled};

both_dbs!(
    a_class_that_is_checked_for_six_days_is_free_again,
    a_package_that_is_checked_for_six_days_is_free_again,
    a_payment_that_is_checked_for_hours_is_counted,
    a_long_check_does_not_use_up_the_looks,
    a_claim_that_comes_late_is_looked_at_soon,
    one_payment_that_cannot_be_decided_does_not_keep_the_others,
    late_money_for_hours_that_were_withdrawn_goes_back_before_the_reaper_came,
    a_last_look_that_nobody_answers_is_made_again,
);

fn nobody_tells(desk: &Desk) {
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
}

/// From now on nothing can be learned about orders and payments.
fn provider_knows_nothing(desk: &Desk) {
    fault(desk, FaultKind::Html, 1_000_000, ("GET", "/v1/"), false);
}

async fn claimed(desk: &Desk, student: &Student, order: &Value) {
    let payment = desk.pay(order);
    provider_knows_nothing(desk);
    desk.success_request(student, order, &payment).refused(ErrorCode::PaymentPending).await;
}

async fn days_pass(desk: &Desk, number: i64) {
    for _ in 0..number * 4 {
        desk.advance(hours(6));
        desk.work().await;
        consistent(desk).await;
    }
}

const FAR: &str = "2026-03-20T03:30:00Z";

async fn a_class_that_is_checked_for_six_days_is_free_again(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    nobody_tells(&desk);
    let order = desk.order(&student, &desk.slot_at(&student, at(FAR)).await, None).await;
    claimed(&desk, &student, &order).await;
    days_pass(&desk, 5).await;
    assert!(!offered(&desk, &other, FAR).await, "kept while there is hope");
    days_pass(&desk, 2).await;
    desk.provider.clear_faults().unwrap();
    assert_eq!(desk.order_state(&student, &order).await["state"], "expired");
    let (_, booked) = buy_class(&desk, &other, FAR).await;
    assert_eq!(desk.order_state(&other, &booked).await["state"], "booked");
    // The money is there after all, and somebody says so.
    desk.success_request(&student, &order, &payment_of(&desk, &order)).ok().await;
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "refunded");
}

fn payment_of(desk: &Desk, order: &Value) -> String {
    let payments = desk.provider.overview().unwrap()["payments"].clone();
    let found = payments.as_array().unwrap().iter().find(|payment| payment["order_id"] == order["orderId"]).cloned();
    crate::support::text(&found.unwrap()["id"])
}

async fn a_package_that_is_checked_for_six_days_is_free_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let order = desk.order_package(&student, 4, None).await;
    claimed(&desk, &student, &order).await;
    days_pass(&desk, 7).await;
    desk.provider.clear_faults().unwrap();
    let second = desk.order_package(&student, 8, None).await;
    assert_eq!(second["order"]["state"], "open");
    assert_eq!(desk.order_state(&student, &order).await["state"], "expired");
    // Late money works as ever.
    desk.success_request(&student, &order, &payment_of(&desk, &order)).ok().await;
    assert_eq!(balance(&desk, &student).await.0, 4);
    settled(&desk).await;
}

async fn a_payment_that_is_checked_for_hours_is_counted(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let order = desk.order(&student, &desk.slot_at(&student, at(FAR)).await, None).await;
    claimed(&desk, &student, &order).await;
    let stuck = async |desk: &Desk| orders::count_checking(desk.ctx.store.read(), desk.now(), hours(1)).await.unwrap();
    assert_eq!(stuck(&desk).await, 0);
    desk.advance(minutes(61));
    desk.work().await;
    assert_eq!(stuck(&desk).await, 1);
}

async fn a_long_check_does_not_use_up_the_looks(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    desk.provider.change_settings(|settings| settings.late_seconds = 2 * 86_400).unwrap();
    let order = desk.order(&student, &desk.slot_at(&student, at(FAR)).await, None).await;
    let payment = desk.pay_with(&order, Outcome::LateAuthorized);
    desk.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    provider_knows_nothing(&desk);
    for _ in 0..60 {
        desk.advance(minutes(15));
        desk.work().await;
    }
    desk.provider.clear_faults().unwrap();
    // The provider is back and knows of no money; on the third day the bank says yes, and nobody tells us.
    for _ in 0..20 {
        desk.advance(hours(6));
        desk.work().await;
    }
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked", "we have looked");
    settled(&desk).await;
}

async fn a_claim_that_comes_late_is_looked_at_soon(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let order = desk.order(&student, &desk.slot_at(&student, at(FAR)).await, None).await;
    // Many looks have found nothing by now.
    for _ in 0..10 {
        desk.advance(hours(1));
        desk.work().await;
    }
    claimed(&desk, &student, &order).await;
    desk.work().await;
    desk.provider.clear_faults().unwrap();
    desk.advance(minutes(1));
    desk.work().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked", "somebody waits for this");
    audited(&desk).await;
}

async fn one_payment_that_cannot_be_decided_does_not_keep_the_others(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let order = desk.order(&student, &desk.slot_at(&student, at(FAR)).await, None).await;
    desk.pay_with(&order, Outcome::Captured);
    // Newest first, as the provider lists them: this one cannot be captured.
    desk.advance(minutes(1));
    desk.pay_with(&order, Outcome::Authorized);
    fault(&desk, FaultKind::ServerError, 1_000_000, ("POST", "/capture"), false);
    fault(&desk, FaultKind::ServerError, 1_000_000, ("GET", "/v1/payments/"), false);
    desk.advance(minutes(1));
    desk.work().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
    assert_eq!(count(&desk, "bookings").await, 1);
}

async fn late_money_for_hours_that_were_withdrawn_goes_back_before_the_reaper_came(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "18:00", "20:00")]).await;
    desk.advance(minutes(15));
    let payment = desk.pay(&order);
    desk.success_request(&student, &order, &payment).send().await;
    settled(&desk).await;
    let order = desk.order_state(&student, &order).await;
    assert_eq!((&order["state"], &order["reason"]), (&"refunded".into(), &"not_bookable".into()));
}

async fn a_last_look_that_nobody_answers_is_made_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let order = desk.order_package(&student, 4, None).await;
    days_pass(&desk, 5).await;
    desk.pay_with(&order, Outcome::Authorized);
    fault(&desk, FaultKind::Html, 1_000_000, ("POST", "/capture"), false);
    days_pass(&desk, 2).await;
    assert_eq!(balance(&desk, &student).await.0, 0);
    desk.provider.clear_faults().unwrap();
    desk.advance(minutes(15));
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "credited");
    assert_eq!(balance(&desk, &student).await.0, 4);
}
