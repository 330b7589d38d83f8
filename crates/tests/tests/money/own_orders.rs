//! One's own unpaid purchase: it stands in nobody's way, least of all its owner's, and is let go only for what replaces it
//! (D20, D23).

use razorpay_sandbox::FaultKind;
use serde_json::{Value, json};
use tala_domain::coupons::Terms;
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Student, at, both_dbs, minutes};

use crate::support::{CLASS, NEXT_CLASS, audited, count, cut_short, fault, offered, penniless, release, settled, sql};

both_dbs!(
    a_coupon_for_once_finds_its_own_order_again,
    a_coupon_for_once_finds_its_own_package_again,
    a_coupon_for_once_moves_to_the_next_purchase,
    the_last_use_of_a_coupon_is_kept_from_others,
    whoever_cannot_pay_with_credits_keeps_the_hold,
    another_price_replaces_the_unpaid_package,
    a_phone_that_loses_its_connection_while_ordering_can_try_again_at_once,
    a_student_holds_three_seats_at_most,
);

fn once(percent: u32) -> Terms {
    Terms { limit: Some(1), limit_per_student: Some(1), ..Desk::terms(percent) }
}

async fn state(desk: &Desk, student: &Student, order: &Value) -> Value {
    desk.order_state(student, order).await["state"].clone()
}

async fn a_coupon_for_once_finds_its_own_order_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("ONCE")).await;
    let first = desk.order_request(&student, &slot, &quote).ok().await;
    let again = desk.order_request(&student, &slot, &quote).ok().await;
    assert_eq!(first["orderId"], again["orderId"], "the answer was lost, and the order is there");
    let body = json!({ "code": "once" });
    assert_eq!(desk.post("/api/coupons/validate", &body).by(&student).ok().await["discount"], 10);
    assert_eq!(desk.quote(&student, &slot, Some("ONCE")).await, quote);
    assert_eq!(count(&desk, "coupons WHERE used = 1").await, 1);
    desk.pay(&again);
    settled(&desk).await;
    desk.post("/api/coupons/validate", &body).by(&student).refused(ErrorCode::CouponUsedByYou).await;
}

async fn a_coupon_for_once_finds_its_own_package_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let quote = desk.package_quote(&student, 4, Some("ONCE")).await;
    let first = desk.package_request(&student, &quote).ok().await;
    let again = desk.package_request(&student, &quote).ok().await;
    assert_eq!(first["orderId"], again["orderId"]);
    desk.pay(&again);
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &first).await, "credited");
}

async fn a_coupon_for_once_moves_to_the_next_purchase(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let first = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    let second = desk.order(&student, &desk.slot_at(&student, at(NEXT_CLASS)).await, Some("ONCE")).await;
    assert_eq!(state(&desk, &student, &first).await, "cancelled", "it was priced with the coupon");
    assert_eq!(second["quote"]["couponCode"], "ONCE");
    audited(&desk).await;
    let package = desk.order_package(&student, 4, Some("ONCE")).await;
    assert_eq!(state(&desk, &student, &second).await, "cancelled");
    assert_eq!(count(&desk, "coupons WHERE used = 1").await, 1);
    desk.pay(&package);
    settled(&desk).await;
    assert_eq!(state(&desk, &student, &package).await, "credited");
}

async fn the_last_use_of_a_coupon_is_kept_from_others(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    let body = json!({ "code": "ONCE" });
    desk.post("/api/coupons/validate", &body).by(&other).refused(ErrorCode::CouponUsedUp).await;
    release(&desk, &student, &order).ok().await;
    desk.post("/api/coupons/validate", &body).by(&other).ok().await;
}

async fn whoever_cannot_pay_with_credits_keeps_the_hold(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let order = desk.order(&student, &slot, None).await;
    desk.book_refused(&student, &slot, ErrorCode::InsufficientCredits).await;
    let standing = desk.order_state(&student, &order).await;
    assert_eq!((&standing["state"], &standing["heldUntil"]), (&json!("open"), &order["order"]["heldUntil"]));
    assert!(!offered(&desk, &other, CLASS).await);
    let payment = desk.pay(&order);
    assert_eq!(desk.success_request(&student, &order, &payment).ok().await["order"]["state"], "booked");
    settled(&desk).await;
}

async fn another_price_replaces_the_unpaid_package(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    let full = desk.order_package(&student, 4, None).await;
    let eight = desk.order_package(&student, 8, None).await;
    let cheaper = desk.order_package(&student, 4, Some("TEN")).await;
    assert_eq!(state(&desk, &student, &full).await, "cancelled", "one purchase, one order to pay");
    assert_eq!(state(&desk, &student, &eight).await, "open", "eight classes are another purchase");
    desk.pay(&cheaper);
    settled(&desk).await;
    assert_eq!(count(&desk, "credit_lots WHERE origin = 'bought'").await, 1);
}

/// Looks at an order that somebody else is to finish, two milliseconds apart.
const LONGEST_WAIT: usize = 150;

async fn a_phone_that_loses_its_connection_while_ordering_can_try_again_at_once(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slots = desk.slots(&student).await;
    let (mut waits, mut went_on) = (0, 0);
    for slot in &slots {
        let quote = desk.quote(&student, slot, None).await;
        let ended = cut_short(desk.order_request(&student, slot, &quote).send(), waits).await;
        if let Some(reply) = ended {
            if went_on > 0 {
                return;
            }
            // The request had its answer before it could be cut off at the right moment: once more from the start.
            release(&desk, &student, &reply.ok()).ok().await;
            waits = 0;
            continue;
        }
        // What was being made known to the provider goes on without the phone. Nobody asks, and no time passes.
        if count(&desk, "orders WHERE state IN ('preparing', 'open')").await == 1 {
            for _ in 0..LONGEST_WAIT {
                if count(&desk, "orders WHERE state = 'open'").await == 1 {
                    went_on += 1;
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        }
        if count(&desk, "orders WHERE state = 'open'").await == 1 {
            let order = desk.order_request(&student, slot, &quote).ok().await;
            release(&desk, &student, &order).ok().await;
        }
        desk.advance(minutes(1));
        sql(&desk, "UPDATE orders SET hold_expires_at = 0 WHERE state = 'preparing'").await;
        desk.work().await;
        waits += 1;
    }
    panic!("no order was finished after its phone had gone");
}

async fn a_student_holds_three_seats_at_most(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slots = desk.slots(&student).await;
    let mut orders = Vec::new();
    for slot in &slots[..3] {
        orders.push(desk.order(&student, slot, None).await);
    }
    let quote = desk.quote(&student, &slots[3], None).await;
    let problem = desk.order_request(&student, &slots[3], &quote).refused(ErrorCode::TooManyHolds).await;
    assert!(problem["message"].as_str().unwrap().contains("three"), "{problem}");
    let again = desk.order(&student, &slots[0], None).await;
    assert_eq!(again["orderId"], orders[0]["orderId"], "one's own holds are still there");
    desk.coupon("TEN", 10).await;
    desk.order(&student, &slots[0], Some("TEN")).await;
    release(&desk, &student, &orders[1]).ok().await;
    desk.order_request(&student, &slots[3], &quote).ok().await;
    desk.advance(minutes(15));
    desk.order_request(&student, &slots[5], &desk.quote(&student, &slots[5], None).await).ok().await;
    // An order that the provider does not take holds nothing.
    fault(&desk, FaultKind::ServerError, 1, ("POST", "/v1/orders"), false);
    settled(&desk).await;
}
