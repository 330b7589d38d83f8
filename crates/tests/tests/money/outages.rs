//! A payment provider that answers 429, 500, HTML, or nothing at all, before or after it has done what it was asked:
//! nobody is charged twice, nothing stays held, and all is made good when it is back (D23).

use razorpay_sandbox::{FaultKind, Outcome, WebhookSwitches};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Student, at, both_dbs, days, hours, minutes};

use crate::support::{
    CLASS, NEXT_CLASS, audited, bookings, buy_class, cancel, consistent, count, fault, offered, penniless, settled,
};

both_dbs!(
    a_purchase_that_cannot_be_opened_holds_nothing,
    a_package_that_cannot_be_opened_can_be_tried_again,
    a_payment_that_cannot_be_confirmed_keeps_its_seat,
    a_provider_that_does_not_answer_keeps_the_seat,
    nobody_pays_twice_while_a_payment_is_checked,
    a_claim_without_money_ends_with_its_hold,
    a_bank_that_is_slow_while_the_browser_claims,
    a_capture_that_fails_is_made_again,
    a_long_outage_is_made_good,
    without_the_provider_the_rest_goes_on,
    while_the_provider_is_silent_nobody_else_waits,
    the_books_say_what_they_could_not_compare,
);

const ALL: [FaultKind; 4] = [FaultKind::TooManyRequests, FaultKind::ServerError, FaultKind::Html, FaultKind::Conflict];
/// As often as a question is asked before it is given up.
const EVERY_ATTEMPT: u32 = 4;

fn nobody_tells(desk: &Desk) {
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
}

async fn a_purchase_that_cannot_be_opened_holds_nothing(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon("TEN", 10).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("TEN")).await;
    let kinds = ALL.into_iter().flat_map(|kind| [(kind, false), (kind, true)]);
    for (kind, carried_out) in kinds.chain([(FaultKind::Timeout, false)]) {
        fault(&desk, kind, 1, ("POST", "/v1/orders"), carried_out);
        desk.order_request(&student, &slot, &quote).refused(ErrorCode::PaymentUnavailable).await;
        assert!(offered(&desk, &other, CLASS).await, "{kind:?} {carried_out}");
        assert_eq!(count(&desk, "coupons WHERE used = 0").await, 1, "{kind:?} {carried_out}");
        audited(&desk).await;
    }
    assert_eq!(count(&desk, "orders WHERE state = 'failed'").await, 9);
    let order = desk.order_request(&student, &slot, &quote).ok().await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(bookings(&desk, &student).await.len(), 1);
    assert_eq!(desk.provider.overview().unwrap()["payments"].as_array().unwrap().len(), 1);
}

async fn a_package_that_cannot_be_opened_can_be_tried_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let quote = desk.package_quote(&student, 4, None).await;
    for kind in ALL {
        fault(&desk, kind, 1, ("POST", "/v1/orders"), true);
        desk.package_request(&student, &quote).refused(ErrorCode::PaymentUnavailable).await;
    }
    let order = desk.package_request(&student, &quote).ok().await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(count(&desk, "credit_lots WHERE origin = 'bought'").await, 1);
}

/// A purchase that is paid while the provider cannot say so. Nobody tells us either.
async fn being_checked(desk: &Desk, student: &Student, class: &str, kind: FaultKind) -> Value {
    let order = desk.order(student, &desk.slot_at(student, at(class)).await, None).await;
    let payment = desk.pay(&order);
    fault(desk, kind, EVERY_ATTEMPT, ("GET", "/v1/payments/"), false);
    let problem = desk.success_request(student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    assert_eq!(problem["order"]["state"], "checking", "{kind:?}");
    desk.provider.clear_faults().unwrap();
    order
}

async fn a_payment_that_cannot_be_confirmed_keeps_its_seat(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    nobody_tells(&desk);
    for (day, kind) in ALL.into_iter().enumerate() {
        let class = at(CLASS).checked_add(days(i64::try_from(day).unwrap())).unwrap().to_string();
        let order = being_checked(&desk, &student, &class, kind).await;
        fault(&desk, kind, 1_000, ("GET", "/v1/orders/"), false);
        for _ in 0..4 {
            desk.advance(minutes(10));
            desk.work().await;
            assert!(!offered(&desk, &other, &class).await, "{kind:?}");
            consistent(&desk).await;
        }
        desk.provider.clear_faults().unwrap();
        desk.advance(minutes(15));
        settled(&desk).await;
        assert_eq!(desk.order_state(&student, &order).await["state"], "booked", "{kind:?}");
    }
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 4);
}

async fn a_provider_that_does_not_answer_keeps_the_seat(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let order = being_checked(&desk, &student, CLASS, FaultKind::Timeout).await;
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn nobody_pays_twice_while_a_payment_is_checked(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, None).await;
    let class = being_checked(&desk, &student, CLASS, FaultKind::ServerError).await;
    for _ in 0..3 {
        let problem = desk.order_request(&student, &slot, &quote).refused(ErrorCode::PaymentUnresolved).await;
        assert_eq!(problem["order"]["_id"], class["order"]["_id"]);
        desk.advance(minutes(20));
    }
    // Another class is another matter.
    let next = desk.order(&student, &desk.slot_at(&student, at(NEXT_CLASS)).await, None).await;
    assert_eq!(next["order"]["state"], "open");
    let package = desk.order_package(&student, 4, None).await;
    let payment = desk.pay(&package);
    fault(&desk, FaultKind::Html, EVERY_ATTEMPT, ("GET", "/v1/payments/"), false);
    desk.success_request(&student, &package, &payment).refused(ErrorCode::PaymentPending).await;
    desk.provider.clear_faults().unwrap();
    let quote = desk.package_quote(&student, 4, None).await;
    desk.package_request(&student, &quote).refused(ErrorCode::PaymentUnresolved).await;
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &class).await["state"], "booked");
    assert_eq!(desk.order_state(&student, &package).await["state"], "credited");
    desk.package_request(&student, &quote).ok().await;
}

async fn a_claim_without_money_ends_with_its_hold(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    // A payment that failed has no proof; somebody who has one all the same gains nothing by it.
    let payment = desk.pay_with(&order, Outcome::Failed);
    desk.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    desk.advance(minutes(1));
    settled(&desk).await;
    let state = desk.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["heldUntil"]), (&json!("open"), &order["order"]["heldUntil"]));
    for _ in 0..3 {
        desk.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
        desk.advance(minutes(10));
        settled(&desk).await;
    }
    assert_eq!(desk.order_state(&student, &order).await["state"], "expired", "asking again holds nothing for ever");
    buy_class(&desk, &other, CLASS).await;
    settled(&desk).await;
}

async fn a_bank_that_is_slow_while_the_browser_claims(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    desk.provider.change_settings(|settings| settings.late_seconds = 3_600).unwrap();
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let payment = desk.pay_with(&order, Outcome::LateAuthorized);
    desk.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    for _ in 0..12 {
        desk.advance(minutes(20));
        desk.work().await;
        consistent(&desk).await;
    }
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn a_capture_that_fails_is_made_again(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    nobody_tells(&desk);
    for (day, kind) in ALL.into_iter().enumerate() {
        for (hour, carried_out) in [false, true].into_iter().enumerate() {
            let class = days(i64::try_from(day).unwrap()) + hours(i64::try_from(hour).unwrap());
            let class = at(CLASS).checked_add(class).unwrap();
            let order = desk.order(&student, &desk.slot_at(&student, class).await, None).await;
            let payment = desk.pay_with(&order, Outcome::Authorized);
            fault(&desk, kind, 1, ("POST", "/capture"), carried_out);
            let reply = desk.success_request(&student, &order, &payment).send().await;
            if carried_out {
                assert_eq!(reply.ok()["order"]["state"], "booked", "{kind:?}: the provider is asked what it did");
            } else {
                reply.refused(ErrorCode::PaymentPending);
            }
            desk.advance(minutes(2));
            settled(&desk).await;
            assert_eq!(desk.order_state(&student, &order).await["state"], "booked", "{kind:?} {carried_out}");
            assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "captured");
        }
    }
}

async fn a_long_outage_is_made_good(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let slow = desk.student("Arjun", &teacher).await;
    nobody_tells(&desk);
    let said = being_checked(&desk, &student, CLASS, FaultKind::ServerError).await;
    let unsaid = desk.order(&slow, &desk.slot_at(&slow, at(NEXT_CLASS)).await, None).await;
    desk.pay(&unsaid);
    let (booking, cancelled) = buy_class(&desk, &student, "2026-03-12T03:30:00Z").await;
    cancel(&desk, &student, &booking).ok().await;
    for kind in ALL {
        fault(&desk, kind, 100, ("GET", "/v1"), false);
        fault(&desk, kind, 100, ("POST", "/v1"), false);
        for _ in 0..5 {
            desk.advance(hours(1));
            desk.work().await;
            consistent(&desk).await;
        }
        desk.provider.clear_faults().unwrap();
        for method in ["GET", "POST"] {
            fault(&desk, kind, 1, (method, "/v1"), false);
        }
    }
    desk.provider.clear_faults().unwrap();
    desk.advance(hours(7));
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &said).await["state"], "booked");
    assert_eq!(desk.order_state(&slow, &unsaid).await["state"], "booked", "the hold was over; the seat was free");
    assert_eq!(desk.order_state(&student, &cancelled).await["state"], "refunded");
    let shown = bookings(&desk, &student).await;
    let shown = shown.iter().find(|shown| shown["_id"] == booking["_id"]).unwrap();
    assert_eq!(shown["refund"]["state"], "done");
}

async fn without_the_provider_the_rest_goes_on(desk: Desk) {
    let School { student, .. } = desk.school().await;
    for method in ["GET", "POST"] {
        fault(&desk, FaultKind::ServerError, 10_000, (method, "/v1"), false);
    }
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, None).await;
    desk.order_request(&student, &slot, &quote).refused(ErrorCode::PaymentUnavailable).await;
    let booking = desk.book(&student, &slot).await;
    desk.work().await;
    assert_eq!(desk.mailer.sent().len(), 2);
    assert_eq!(cancel(&desk, &student, &booking).ok().await["outcome"], "credit_returned");
    desk.work().await;
    assert_eq!(desk.mailer.sent().len(), 4);
    consistent(&desk).await;
}

async fn while_the_provider_is_silent_nobody_else_waits(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let payer = desk.student("Ravi", &teacher).await;
    let slot = desk.slot_at(&payer, at(CLASS)).await;
    let quote = desk.quote(&payer, &slot, None).await;
    fault(&desk, FaultKind::Timeout, 1, ("POST", "/v1/orders"), false);
    let ordering = tokio::spawn({
        let (desk, slot) = (desk.clone(), slot.clone());
        async move { desk.order_request(&payer, &slot, &quote).send().await }
    });
    while count(&desk, "orders WHERE state = 'preparing'").await == 0 {
        assert!(!ordering.is_finished(), "what is to be bought is written down before the provider is asked");
    }
    desk.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    let booking = desk.book(&student, &desk.slot_at(&student, at(NEXT_CLASS)).await).await;
    cancel(&desk, &student, &booking).ok().await;
    assert!(!ordering.is_finished(), "all of that while the provider has said nothing yet");
    ordering.await.unwrap().refused(ErrorCode::PaymentUnavailable);
    desk.book(&student, &slot).await;
    audited(&desk).await;
}

async fn the_books_say_what_they_could_not_compare(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    for kind in ALL {
        fault(&desk, kind, EVERY_ATTEMPT, ("GET", "/v1/payments"), false);
        let report = tala_app::services::ledger_check::check_books(&desk.ctx, 8).await.unwrap();
        assert_eq!(report.findings, []);
        assert!(report.not_compared.is_some(), "{kind:?}: silence is not agreement");
    }
    settled(&desk).await;
}
