//! Money that comes late, twice, or otherwise than agreed: it becomes what it was for, or goes back (D23).

use razorpay_sandbox::{ForcedPayment, Method, Outcome, WebhookSwitches};
use serde_json::{Value, json};
use tala_domain::coupons::Terms;
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Student, at, both_dbs, days, hours, minutes};

use crate::support::{CLASS, audited, bookings, buy_class, count, penniless, release, settled};

both_dbs!(
    late_money_takes_a_seat_whose_hold_nobody_swept,
    late_money_for_a_class_that_begins_too_soon_goes_back,
    late_money_for_a_class_that_is_over_goes_back,
    late_money_for_hours_that_were_withdrawn_goes_back,
    late_money_for_a_package_brings_its_credits,
    a_payment_that_the_bank_confirms_late_is_captured,
    a_payment_that_the_bank_confirms_when_the_seat_is_gone_goes_back,
    a_payment_that_fails_and_then_works_counts,
    of_two_late_payments_for_one_seat_one_goes_back,
    money_for_an_order_that_was_given_up_still_books,
    money_for_an_order_whose_class_was_booked_with_credits_goes_back,
    money_for_both_of_two_tabs_books_one,
    another_amount_goes_back_and_the_order_stays_open,
    another_currency_goes_back,
    money_for_orders_of_others_is_left_alone,
    a_double_payment_is_found_without_news,
    a_coupon_is_taken_again_by_late_money,
    late_money_whose_coupon_is_used_up_goes_back,
);

async fn ordered(desk: &Desk, student: &Student) -> Value {
    desk.order(student, &desk.slot_at(student, at(CLASS)).await, None).await
}

/// How an order ended: state, reason, number of its refunds, and the state of the last.
async fn end(desk: &Desk, student: &Student, order: &Value) -> (Value, Value, usize, Value) {
    let order = desk.order_state(student, order).await;
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

async fn late_money_takes_a_seat_whose_hold_nobody_swept(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    desk.advance(minutes(40));
    let payment = desk.pay(&order);
    // No worker has been here: the browser is the first to come.
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "booked");
    settled(&desk).await;
}

async fn late_money_for_a_class_that_begins_too_soon_goes_back(desk: Desk) {
    for swept in [true, false] {
        let School { student, .. } = if swept { penniless(&desk).await } else { another_school(&desk).await };
        let class = at(if swept { CLASS } else { "2026-03-14T03:30:00Z" });
        desk.clock.set(class.checked_sub(hours(12) + minutes(20)).unwrap());
        let order = desk.order(&student, &desk.slot_at(&student, class).await, None).await;
        desk.advance(minutes(20));
        if swept {
            desk.work().await;
        }
        let payment = desk.pay(&order);
        let reply = desk.success_request(&student, &order, &payment).ok().await;
        assert_eq!(reply["booking"], Value::Null, "swept: {swept}");
        settled(&desk).await;
        assert_eq!(end(&desk, &student, &order).await, returned("not_bookable"), "swept: {swept}");
    }
    assert_eq!(count(&desk, "bookings").await, 0);
    assert_eq!(count(&desk, "orders WHERE seat <> 'none'").await, 0);
}

async fn another_school(desk: &Desk) -> School {
    let teacher = desk.teacher("Leela").await;
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let student = desk.student("Sofia", &teacher).await;
    School { teacher, student }
}

async fn late_money_for_a_class_that_is_over_goes_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.clock.set(at(CLASS).checked_sub(hours(13)).unwrap());
    let order = ordered(&desk, &student).await;
    // The browser says that it has paid, the bank has only begun, and the provider captures after the class.
    let payment = desk.pay_with(&order, Outcome::LateAuthorized);
    desk.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    desk.provider.switch_webhooks(WebhookSwitches { hold: true, ..WebhookSwitches::default() }).unwrap();
    desk.advance(hours(20));
    desk.provider.release(razorpay_sandbox::ReleaseOrder::AsMade).unwrap();
    settled(&desk).await;
    assert_eq!(end(&desk, &student, &order).await, returned("not_bookable"));
    assert_eq!(count(&desk, "bookings").await, 0, "nobody pays for a class that was over");
    assert_eq!(count(&desk, "orders WHERE seat <> 'none'").await, 0);
}

async fn late_money_for_hours_that_were_withdrawn_goes_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    desk.advance(minutes(20));
    desk.work().await;
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "18:00", "20:00")]).await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(end(&desk, &student, &order).await, returned("not_bookable"));
}

async fn late_money_for_a_package_brings_its_credits(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = desk.order_package(&student, 4, None).await;
    desk.advance(days(3));
    desk.work().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "expired");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "credited");
    let (credits, until) = crate::support::balance(&desk, &student).await;
    assert_eq!((credits, until), (4, Some(desk.now().checked_add(days(30)).unwrap())), "30 days from now on");
}

async fn a_payment_that_the_bank_confirms_late_is_captured(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    let payment = desk.pay_with(&order, Outcome::Authorized);
    assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "authorized");
    settled(&desk).await;
    assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "captured");
    assert_eq!(end(&desk, &student, &order).await, booked());
}

async fn a_payment_that_the_bank_confirms_when_the_seat_is_gone_goes_back(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let late = desk.student("Ravi", &teacher).await;
    let order = ordered(&desk, &late).await;
    let payment = desk.pay_with(&order, Outcome::LateAuthorized);
    desk.advance(minutes(16));
    desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    desk.advance(hours(5));
    settled(&desk).await;
    assert_eq!(desk.provider.payment(&payment).unwrap()["status"], "refunded");
    assert_eq!(end(&desk, &late, &order).await, returned("seat_gone"));
    let told = desk.mailer.sent_to(&late.email);
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].subject, "Your payment of INR 1022.98 goes back");
}

async fn a_payment_that_fails_and_then_works_counts(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    desk.pay_with(&order, Outcome::FailedThenCaptured);
    settled(&desk).await;
    assert_eq!(end(&desk, &student, &order).await, booked());
}

async fn of_two_late_payments_for_one_seat_one_goes_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let first = ordered(&desk, &student).await;
    desk.advance(minutes(16));
    let second = ordered(&desk, &other).await;
    desk.advance(minutes(16));
    desk.work().await;
    let (one, two) = (desk.pay(&first), desk.pay(&second));
    let replies = futures_util::future::join(
        desk.success_request(&student, &first, &one).send(),
        desk.success_request(&other, &second, &two).send(),
    );
    let (one, two) = replies.await;
    let booked = [one.ok(), two.ok()].iter().filter(|reply| reply["order"]["state"] == "booked").count();
    assert_eq!(booked, 1);
    settled(&desk).await;
    assert_eq!((count(&desk, "bookings").await, count(&desk, "refunds WHERE state = 'done'").await), (1, 1));
}

async fn money_for_an_order_that_was_given_up_still_books(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    let given_up = release(&desk, &student, &order).ok().await;
    assert_eq!((&given_up["state"], &given_up["orderId"]), (&json!("cancelled"), &Value::Null));
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(end(&desk, &student, &order).await, booked());
}

async fn money_for_an_order_whose_class_was_booked_with_credits_goes_back(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let order = ordered(&desk, &student).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    desk.book(&student, &slot).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "cancelled");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(end(&desk, &student, &order).await, returned("duplicate"));
    assert_eq!(bookings(&desk, &student).await.len(), 1);
}

async fn money_for_both_of_two_tabs_books_one(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let first = desk.order(&student, &slot, None).await;
    let second = desk.order(&student, &slot, Some("TEN")).await;
    assert_ne!(first["orderId"], second["orderId"]);
    assert_eq!(desk.order_state(&student, &first).await["state"], "cancelled");
    for (order, other) in [(&first, "booked"), (&second, "refunded")] {
        desk.pay(order);
        settled(&desk).await;
        assert_eq!(desk.order_state(&student, order).await["state"], other);
    }
    assert_eq!(end(&desk, &student, &second).await, returned("duplicate"), "nobody else has the class");
    assert_eq!(count(&desk, "bookings").await, 1);
}

async fn another_amount_goes_back_and_the_order_stays_open(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    let id = order["orderId"].as_str().unwrap();
    for amount in [100, 102_297, 102_299] {
        let wrong = ForcedPayment { amount_minor: Some(amount), ..ForcedPayment::of(id) };
        let paid = desk.provider.force(&wrong).unwrap();
        settled(&desk).await;
        let refunded = desk.provider.payment(&paid.payment_id).unwrap();
        assert_eq!((&refunded["status"], &refunded["amount_refunded"]), (&json!("refunded"), &json!(amount)));
    }
    let state = desk.order_state(&student, &order).await;
    assert_eq!((&state["state"], state["refunds"].as_array().unwrap().len()), (&json!("open"), 3));
    assert!(state["refunds"].as_array().unwrap().iter().all(|refund| refund["reason"] == "amount_mismatch"));
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn another_currency_goes_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    let id = order["orderId"].as_str().unwrap();
    for (currency, amount) in [("USD", None), ("EUR", None), ("USD", Some(2_499))] {
        let wrong =
            ForcedPayment { currency: Some(currency.to_owned()), amount_minor: amount, ..ForcedPayment::of(id) };
        desk.provider.force(&wrong).unwrap();
        settled(&desk).await;
        assert_eq!(desk.order_state(&student, &order).await["state"], "open", "{currency}");
        desk.advance(jiff::SignedDuration::from_secs(1));
    }
    desk.advance(minutes(20));
    settled(&desk).await;
    let state = desk.order_state(&student, &order).await;
    let currencies: Vec<_> = state["refunds"].as_array().unwrap().iter().map(|refund| &refund["currency"]).collect();
    assert_eq!(currencies, [&json!("USD"), &json!("EUR"), &json!("USD")]);
    assert_eq!((&state["refunds"][2]["amount"], &state["refunds"][2]["state"]), (&json!(24.99), &json!("done")));
}

async fn money_for_orders_of_others_is_left_alone(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = ordered(&desk, &student).await;
    let of_another_shop = desk.provider.pay_unknown_order(99_900, "INR").unwrap();
    let without_order = ForcedPayment {
        order_id: None,
        amount_minor: Some(102_298),
        currency: None,
        method: Method::Card,
        outcome: Outcome::Captured,
    };
    let without_order = desk.provider.force(&without_order).unwrap();
    settled(&desk).await;
    for paid in [&of_another_shop, &without_order] {
        let payment = desk.provider.payment(&paid.payment_id).unwrap();
        assert_eq!(payment["status"], "captured", "not ours to give back");
    }
    assert_eq!(count(&desk, "payments WHERE disposition = 'foreign'").await, 2);
    assert_eq!(count(&desk, "refunds").await, 0);
    assert_eq!(desk.order_state(&student, &order).await["state"], "open");
}

async fn a_double_payment_is_found_without_news(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let (_, order) = buy_class(&desk, &student, CLASS).await;
    desk.pay(&order);
    desk.advance(hours(25));
    desk.work().await;
    audited(&desk).await;
    let state = desk.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["refunds"][0]["reason"]), (&json!("booked"), &json!("duplicate")));
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 2, "the confirmation, and that money goes back");
}

fn once(percent: u32) -> Terms {
    Terms { limit: Some(1), ..Desk::terms(percent) }
}

async fn a_coupon_is_taken_again_by_late_money(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    desk.advance(minutes(20));
    settled(&desk).await;
    assert_eq!(count(&desk, "coupons WHERE used = 0").await, 1, "given back with the hold");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(end(&desk, &student, &order).await, booked());
    let body = json!({ "code": "ONCE" });
    desk.post("/api/coupons/validate", &body).by(&other).refused(ErrorCode::CouponUsedUp).await;
}

async fn late_money_whose_coupon_is_used_up_goes_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let late = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("ONCE")).await;
    desk.advance(minutes(20));
    desk.work().await;
    let slot = desk.slots(&other).await[0].clone();
    let taken = desk.order(&other, &slot, Some("ONCE")).await;
    desk.pay(&taken);
    desk.pay(&late);
    settled(&desk).await;
    assert_eq!(end(&desk, &other, &taken).await, booked());
    assert_eq!(end(&desk, &student, &late).await, returned("coupon_gone"));
    assert_eq!(count(&desk, "orders WHERE seat = 'held'").await, 0);
}
