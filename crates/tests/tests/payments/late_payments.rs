//! Payments that are late, repeated, or different from the order: they pay for what was ordered or are refunded (D23).

use razorpay_sandbox::{FaultKind, ForcedPayment, Method, Outcome, WebhookSwitches};
use serde_json::{Value, json};
use tala_domain::coupons::CouponTerms;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, hours, minutes};

use crate::common::payments::{
    CLASS, audit_money, bookings, buy_class, count, fault, finish_and_audit, release, school_without_credits,
};

both_dbs!(
    late_payment_takes_a_seat_with_an_expired_hold,
    late_payment_for_a_class_that_starts_too_soon_is_refunded,
    late_payment_for_a_past_class_is_refunded,
    late_payment_for_removed_hours_is_refunded,
    payment_within_the_hold_of_a_cancelled_day_is_refunded,
    late_payment_for_a_package_is_credited,
    a_payment_that_the_bank_confirms_late_is_captured,
    payment_confirmed_by_the_bank_after_the_seat_was_taken_is_refunded,
    a_payment_that_fails_and_then_works_counts,
    one_of_two_late_payments_for_one_seat_is_refunded,
    payment_of_a_cancelled_order_is_refunded,
    payment_of_an_order_cancelled_after_its_hold_is_refunded,
    cancelled_order_is_not_held_for_a_payment_that_cannot_be_checked,
    payment_for_a_class_already_booked_with_credits_is_refunded,
    payments_in_two_tabs_book_once,
    wrong_amount_is_refunded_and_the_order_stays_open,
    wrong_currency_is_refunded,
    unmatched_payment_is_left_alone,
    double_payment_is_found_without_webhooks,
    late_payment_reserves_its_coupon_again,
    late_payment_with_an_exhausted_coupon_is_refunded,
);

async fn ordered(app: &PaymentsApp, student: &Student) -> Value {
    app.order(student, &app.slot_at(student, at(CLASS)).await, None).await
}

/// Result of an order: state, reason, number of refunds, state of the last refund.
async fn end(app: &PaymentsApp, student: &Student, order: &Value) -> (Value, Value, usize, Value) {
    let order = app.order_state(student, order).await;
    let refunds = order["refunds"].as_array().unwrap();
    let last = refunds.last().map_or(Value::Null, |refund| refund["state"].clone());
    (order["state"].clone(), order["reason"].clone(), refunds.len(), last)
}

fn returned(reason: &str) -> (Value, Value, usize, Value) {
    (json!("refunded"), json!(reason), 1, json!("done"))
}

fn booked() -> (Value, Value, usize, Value) {
    (json!("booked"), Value::Null, 0, Value::Null)
}

async fn late_payment_takes_a_seat_with_an_expired_hold(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    app.advance(minutes(40));
    let payment = app.pay(&order);
    // No worker has run: the browser's callback is the first request.
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "booked");
    finish_and_audit(&app).await;
}

async fn late_payment_for_a_class_that_starts_too_soon_is_refunded(app: PaymentsApp) {
    for swept in [true, false] {
        let School { student, .. } =
            if swept { school_without_credits(&app).await } else { another_school(&app).await };
        let class = at(if swept { CLASS } else { "2026-03-14T03:30:00Z" });
        app.clock.set(class.checked_sub(hours(12) + minutes(20)).unwrap());
        let order = app.order(&student, &app.slot_at(&student, class).await, None).await;
        app.advance(minutes(20));
        if swept {
            app.work().await;
        }
        let payment = app.pay(&order);
        let reply = app.success_request(&student, &order, &payment).ok().await;
        assert_eq!(reply["booking"], Value::Null, "swept: {swept}");
        finish_and_audit(&app).await;
        assert_eq!(end(&app, &student, &order).await, returned("not_bookable"), "swept: {swept}");
    }
    assert_eq!(count(&app, "bookings").await, 0);
    assert_eq!(count(&app, "orders WHERE seat_state <> 'none'").await, 0);
}

async fn another_school(app: &PaymentsApp) -> School {
    let teacher = app.teacher("Leela").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = app.student("Sofia", &teacher).await;
    School { teacher, student }
}

async fn late_payment_for_a_past_class_is_refunded(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.clock.set(at(CLASS).checked_sub(hours(13)).unwrap());
    let order = ordered(&app, &student).await;
    // The browser reports success, the bank has only started, and the provider captures after the class.
    let payment = app.pay_with(&order, Outcome::LateAuthorized);
    app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    app.provider.set_webhook_switches(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    app.advance(hours(20));
    app.provider.release_events(razorpay_sandbox::ReleaseOrder::OldestFirst).unwrap();
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, returned("not_bookable"));
    assert_eq!(count(&app, "bookings").await, 0, "a past class is not charged");
    assert_eq!(count(&app, "orders WHERE seat_state <> 'none'").await, 0);
}

async fn payment_within_the_hold_of_a_cancelled_day_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    let day = json!({ "date": &CLASS[..10], "timeZone": "Asia/Kolkata" });
    let cancelled = app.post(&format!("/api/teacher/{}/cancel-day", teacher.id), &day).by(&teacher).ok().await;
    assert_eq!(cancelled["timeOff"], true);
    let ended = app.order_state(&student, &order).await;
    assert_eq!((&ended["state"], &ended["orderId"]), (&json!("cancelled"), &Value::Null), "it cannot be paid");
    let payment = app.pay(&order);
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["booking"], Value::Null);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, returned("not_bookable"));
    assert_eq!(count(&app, "bookings").await, 0);
}

async fn late_payment_for_removed_hours_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    app.advance(minutes(20));
    app.work().await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "18:00", "20:00")]).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, returned("not_bookable"));
}

async fn late_payment_for_a_package_is_credited(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = app.order_package(&student, 4, None).await;
    app.advance(days(3));
    app.work().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "expired");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "credited");
    let (credits, until) = crate::common::payments::balance(&app, &student).await;
    assert_eq!((credits, until), (4, Some(app.now().checked_add(days(30)).unwrap())), "30 days from now on");
}

async fn a_payment_that_the_bank_confirms_late_is_captured(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    let payment = app.pay_with(&order, Outcome::Authorized);
    assert_eq!(app.provider.payment(&payment).unwrap()["status"], "authorized");
    finish_and_audit(&app).await;
    assert_eq!(app.provider.payment(&payment).unwrap()["status"], "captured");
    assert_eq!(end(&app, &student, &order).await, booked());
}

async fn payment_confirmed_by_the_bank_after_the_seat_was_taken_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let late = app.student("Ravi", &teacher).await;
    let order = ordered(&app, &late).await;
    let payment = app.pay_with(&order, Outcome::LateAuthorized);
    app.advance(minutes(16));
    app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    app.advance(hours(5));
    finish_and_audit(&app).await;
    assert_eq!(app.provider.payment(&payment).unwrap()["status"], "refunded");
    assert_eq!(end(&app, &late, &order).await, returned("seat_gone"));
    let told = app.mailer.sent_to(&late.email);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].subject, "We're refunding your payment of ₹1,022.98");
}

async fn a_payment_that_fails_and_then_works_counts(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    app.pay_with(&order, Outcome::FailedThenCaptured);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, booked());
}

async fn one_of_two_late_payments_for_one_seat_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let first = ordered(&app, &student).await;
    app.advance(minutes(16));
    let second = ordered(&app, &other).await;
    app.advance(minutes(16));
    app.work().await;
    let (one, two) = (app.pay(&first), app.pay(&second));
    let replies = futures_util::future::join(
        app.success_request(&student, &first, &one).send(),
        app.success_request(&other, &second, &two).send(),
    );
    let (one, two) = replies.await;
    let booked = [one.ok(), two.ok()].iter().filter(|reply| reply["order"]["state"] == "booked").count();
    assert_eq!(booked, 1);
    finish_and_audit(&app).await;
    assert_eq!((count(&app, "bookings").await, count(&app, "refunds WHERE state = 'done'").await), (1, 1));
}

async fn payment_of_a_cancelled_order_is_refunded(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    let given_up = release(&app, &student, &order).ok().await;
    assert_eq!((&given_up["state"], &given_up["orderId"]), (&json!("cancelled"), &Value::Null));
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, returned("order_cancelled"));
    assert_eq!(bookings(&app, &student).await.len(), 0);
    let mails = app.mailer.sent_to(&student.email);
    let reason = "Your payment arrived after you cancelled this purchase.";
    assert!(mails.iter().any(|mail| mail.text.contains(reason)), "{mails:?}");
}

async fn payment_of_an_order_cancelled_after_its_hold_is_refunded(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    app.advance(minutes(16));
    app.work().await;
    assert_eq!(release(&app, &student, &order).ok().await["state"], "expired");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, returned("order_cancelled"));
}

async fn cancelled_order_is_not_held_for_a_payment_that_cannot_be_checked(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    release(&app, &student, &order).ok().await;
    let payment = app.pay(&order);
    fault(&app, FaultKind::ServerError, 4, ("GET", "/v1/payments/"), false);
    app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "cancelled");
    app.provider.clear_faults().unwrap();
    let (again, _) = buy_class(&app, &student, CLASS).await;
    assert_eq!(again["bookingStatus"], "confirmed", "the student can still buy the class");
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "refunded");
}

async fn payment_for_a_class_already_booked_with_credits_is_refunded(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let order = ordered(&app, &student).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    app.book(&student, &slot).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "cancelled");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, returned("duplicate"));
    assert_eq!(bookings(&app, &student).await.len(), 1);
}

async fn payments_in_two_tabs_book_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let first = app.order(&student, &slot, None).await;
    let second = app.order(&student, &slot, Some("TEN")).await;
    assert_ne!(first["orderId"], second["orderId"]);
    assert_eq!(app.order_state(&student, &first).await["state"], "cancelled");
    for (order, other) in [(&first, "booked"), (&second, "refunded")] {
        app.pay(order);
        finish_and_audit(&app).await;
        assert_eq!(app.order_state(&student, order).await["state"], other);
    }
    assert_eq!(end(&app, &student, &second).await, returned("duplicate"), "no other student has the class");
    assert_eq!(count(&app, "bookings").await, 1);
}

async fn wrong_amount_is_refunded_and_the_order_stays_open(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    let id = order["orderId"].as_str().unwrap();
    for amount in [100, 102_297, 102_299] {
        let wrong = ForcedPayment { amount_minor: Some(amount), ..ForcedPayment::of(id) };
        let paid = app.provider.force_payment(&wrong).unwrap();
        finish_and_audit(&app).await;
        let refunded = app.provider.payment(&paid.payment_id).unwrap();
        assert_eq!((&refunded["status"], &refunded["amount_refunded"]), (&json!("refunded"), &json!(amount)));
    }
    let state = app.order_state(&student, &order).await;
    assert_eq!((&state["state"], state["refunds"].as_array().unwrap().len()), (&json!("open"), 3));
    assert!(state["refunds"].as_array().unwrap().iter().all(|refund| refund["reason"] == "amount_mismatch"));
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn wrong_currency_is_refunded(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    let id = order["orderId"].as_str().unwrap();
    for (currency, amount) in [("USD", None), ("EUR", None), ("USD", Some(2_499))] {
        let wrong =
            ForcedPayment { currency: Some(currency.to_owned()), amount_minor: amount, ..ForcedPayment::of(id) };
        app.provider.force_payment(&wrong).unwrap();
        finish_and_audit(&app).await;
        assert_eq!(app.order_state(&student, &order).await["state"], "open", "{currency}");
        app.advance(jiff::SignedDuration::from_secs(1));
    }
    app.advance(minutes(20));
    finish_and_audit(&app).await;
    let state = app.order_state(&student, &order).await;
    let currencies: Vec<_> = state["refunds"].as_array().unwrap().iter().map(|refund| &refund["currency"]).collect();
    assert_eq!(currencies, [&json!("USD"), &json!("EUR"), &json!("USD")]);
    assert_eq!((&state["refunds"][2]["amount"], &state["refunds"][2]["state"]), (&json!(24.99), &json!("done")));
}

async fn unmatched_payment_is_left_alone(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = ordered(&app, &student).await;
    let of_another_shop = app.provider.pay_unknown_order(99_900, "INR").unwrap();
    let without_order = ForcedPayment {
        order_id: None,
        amount_minor: Some(102_298),
        currency: None,
        method: Method::Card,
        outcome: Outcome::Captured,
    };
    let without_order = app.provider.force_payment(&without_order).unwrap();
    finish_and_audit(&app).await;
    for paid in [&of_another_shop, &without_order] {
        let payment = app.provider.payment(&paid.payment_id).unwrap();
        assert_eq!(payment["status"], "captured", "not ours to give back");
    }
    assert_eq!(count(&app, "payments WHERE outcome = 'unmatched'").await, 2);
    assert_eq!(count(&app, "refunds").await, 0);
    assert_eq!(app.order_state(&student, &order).await["state"], "open");
}

async fn double_payment_is_found_without_webhooks(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let (_, order) = buy_class(&app, &student, CLASS).await;
    app.pay(&order);
    app.advance(hours(25));
    app.work().await;
    audit_money(&app).await;
    let state = app.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["refunds"][0]["reason"]), (&json!("booked"), &json!("duplicate")));
    assert_eq!(app.mailer.sent_to(&student.email).len(), 2, "the confirmation and the refund mail");
}

fn once(percent: u32) -> CouponTerms {
    CouponTerms { limit: Some(1), ..PaymentsApp::terms(percent) }
}

async fn late_payment_reserves_its_coupon_again(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon_with("ONCE", &once(10)).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    app.advance(minutes(20));
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "coupons WHERE used = 0").await, 1, "released with the hold");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, booked());
    let body = json!({ "code": "ONCE" });
    app.post("/api/coupons/validate", &body).by(&other).refused(ErrorCode::CouponUsedUp).await;
}

async fn late_payment_with_an_exhausted_coupon_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon_with("ONCE", &once(10)).await;
    let late = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    app.advance(minutes(20));
    app.work().await;
    let slot = app.slots(&other).await[0].clone();
    let taken = app.order(&other, &slot, Some("ONCE")).await;
    app.pay(&taken);
    app.pay(&late);
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &other, &taken).await, booked());
    assert_eq!(end(&app, &student, &late).await, returned("coupon_gone"));
    assert_eq!(count(&app, "orders WHERE seat_state = 'held'").await, 0);
}
