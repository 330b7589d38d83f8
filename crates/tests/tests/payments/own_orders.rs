//! A student's own unpaid order: it blocks no other order of this student, and is closed only by one that replaces it
//! (D20, D23).

use razorpay_sandbox::FaultKind;
use serde_json::{Value, json};
use tala_domain::coupons::CouponTerms;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, at, both_dbs, minutes};

use crate::common::payments::{
    CLASS, NEXT_CLASS, audit_money, count, fault, finish_and_audit, interrupt_after, offered, release,
    school_without_credits, sql,
};

both_dbs!(
    a_coupon_for_once_finds_its_own_order_again,
    a_coupon_for_once_finds_its_own_package_again,
    a_coupon_for_once_moves_to_the_next_purchase,
    coupon_use_held_by_an_order_is_unavailable_to_others,
    student_without_enough_credits_keeps_the_hold,
    another_price_replaces_the_unpaid_package,
    client_that_disconnects_while_ordering_can_retry_immediately,
    a_student_holds_three_seats_at_most,
);

fn once(percent: u32) -> CouponTerms {
    CouponTerms { limit: Some(1), limit_per_student: Some(1), ..PaymentsApp::terms(percent) }
}

async fn state(app: &PaymentsApp, student: &Student, order: &Value) -> Value {
    app.order_state(student, order).await["state"].clone()
}

async fn a_coupon_for_once_finds_its_own_order_again(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon_with("ONCE", &once(10)).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("ONCE")).await;
    let first = app.order_request(&student, &slot, &quote).ok().await;
    let again = app.order_request(&student, &slot, &quote).ok().await;
    assert_eq!(first["orderId"], again["orderId"], "the response was lost, and the order exists");
    let body = json!({ "code": "once" });
    assert_eq!(app.post("/api/coupons/validate", &body).by(&student).ok().await["discount"], 10);
    assert_eq!(app.quote(&student, &slot, Some("ONCE")).await, quote);
    assert_eq!(count(&app, "coupons WHERE used = 1").await, 1);
    app.pay(&again);
    finish_and_audit(&app).await;
    app.post("/api/coupons/validate", &body).by(&student).refused(ErrorCode::CouponLimitPerStudent).await;
}

async fn a_coupon_for_once_finds_its_own_package_again(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon_with("ONCE", &once(10)).await;
    let quote = app.package_quote(&student, 4, Some("ONCE")).await;
    let first = app.package_request(&student, &quote).ok().await;
    let again = app.package_request(&student, &quote).ok().await;
    assert_eq!(first["orderId"], again["orderId"]);
    app.pay(&again);
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &first).await, "credited");
}

async fn a_coupon_for_once_moves_to_the_next_purchase(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon_with("ONCE", &once(10)).await;
    let first = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    let second = app.order(&student, &app.slot_at(&student, at(NEXT_CLASS)).await, Some("ONCE")).await;
    assert_eq!(state(&app, &student, &first).await, "cancelled", "it was priced with the coupon");
    assert_eq!(second["quote"]["couponCode"], "ONCE");
    audit_money(&app).await;
    let package = app.order_package(&student, 4, Some("ONCE")).await;
    assert_eq!(state(&app, &student, &second).await, "cancelled");
    assert_eq!(count(&app, "coupons WHERE used = 1").await, 1);
    app.pay(&package);
    finish_and_audit(&app).await;
    assert_eq!(state(&app, &student, &package).await, "credited");
}

async fn coupon_use_held_by_an_order_is_unavailable_to_others(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon_with("ONCE", &once(10)).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    let body = json!({ "code": "ONCE" });
    app.post("/api/coupons/validate", &body).by(&other).refused(ErrorCode::CouponUsedUp).await;
    release(&app, &student, &order).ok().await;
    app.post("/api/coupons/validate", &body).by(&other).ok().await;
}

async fn student_without_enough_credits_keeps_the_hold(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let order = app.order(&student, &slot, None).await;
    app.book_refused(&student, &slot, ErrorCode::InsufficientCredits).await;
    let standing = app.order_state(&student, &order).await;
    assert_eq!((&standing["state"], &standing["heldUntil"]), (&json!("open"), &order["order"]["heldUntil"]));
    assert!(!offered(&app, &other, CLASS).await);
    let payment = app.pay(&order);
    assert_eq!(app.success_request(&student, &order, &payment).ok().await["order"]["state"], "booked");
    finish_and_audit(&app).await;
}

async fn another_price_replaces_the_unpaid_package(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    let full = app.order_package(&student, 4, None).await;
    let eight = app.order_package(&student, 8, None).await;
    let cheaper = app.order_package(&student, 4, Some("TEN")).await;
    assert_eq!(state(&app, &student, &full).await, "cancelled", "one purchase, one order to pay");
    assert_eq!(state(&app, &student, &eight).await, "open", "eight classes are another purchase");
    app.pay(&cheaper);
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "credit_lots WHERE origin = 'bought'").await, 1);
}

/// Polls an order that another task is to finish, every two milliseconds.
const LONGEST_WAIT: usize = 150;

async fn client_that_disconnects_while_ordering_can_retry_immediately(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slots = app.slots(&student).await;
    let (mut waits, mut went_on) = (0, 0);
    for slot in &slots {
        let quote = app.quote(&student, slot, None).await;
        let ended = interrupt_after(app.order_request(&student, slot, &quote).send(), waits).await;
        if let Some(reply) = ended {
            if went_on > 0 {
                return;
            }
            // The request completed before it could be cancelled at the right step: restart.
            release(&app, &student, &reply.ok()).ok().await;
            waits = 0;
            continue;
        }
        // The registration with the provider continues without the client. No further request is sent and no time
        // passes.
        if count(&app, "orders WHERE state IN ('preparing', 'open')").await == 1 {
            for _ in 0..LONGEST_WAIT {
                if count(&app, "orders WHERE state = 'open'").await == 1 {
                    went_on += 1;
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        }
        if count(&app, "orders WHERE state = 'open'").await == 1 {
            let order = app.order_request(&student, slot, &quote).ok().await;
            release(&app, &student, &order).ok().await;
        }
        app.advance(minutes(1));
        sql(&app, "UPDATE orders SET hold_expires_at = 0 WHERE state = 'preparing'").await;
        app.work().await;
        waits += 1;
    }
    panic!("no order was completed after its client had disconnected");
}

async fn a_student_holds_three_seats_at_most(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slots = app.slots(&student).await;
    let mut orders = Vec::new();
    for slot in &slots[..3] {
        orders.push(app.order(&student, slot, None).await);
    }
    let quote = app.quote(&student, &slots[3], None).await;
    let problem = app.order_request(&student, &slots[3], &quote).refused(ErrorCode::TooManyHolds).await;
    assert!(problem["message"].as_str().unwrap().contains("three"), "{problem}");
    let again = app.order(&student, &slots[0], None).await;
    assert_eq!(again["orderId"], orders[0]["orderId"], "the student's own holds remain");
    app.coupon("TEN", 10).await;
    app.order(&student, &slots[0], Some("TEN")).await;
    release(&app, &student, &orders[1]).ok().await;
    app.order_request(&student, &slots[3], &quote).ok().await;
    app.advance(minutes(15));
    app.order_request(&student, &slots[5], &app.quote(&student, &slots[5], None).await).ok().await;
    // An order that the provider rejects holds nothing.
    fault(&app, FaultKind::ServerError, 1, ("POST", "/v1/orders"), false);
    finish_and_audit(&app).await;
}
