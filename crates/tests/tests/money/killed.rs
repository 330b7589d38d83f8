//! A server that ends in the middle of a request, at any of its steps: another one goes on, and what the student tries
//! again works.

use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Reply, at, both_dbs, days, hours, later};

use crate::support::{
    CLASS, at_every_step, balance, before, buy_class, cancel, consistent, count, cut_short, move_to, offered,
    penniless, second_server, settled,
};

both_dbs!(
    while_a_purchase_is_opened,
    while_a_package_is_opened,
    while_a_payment_is_confirmed,
    while_a_paid_class_is_called_off,
    while_a_credit_class_is_called_off,
    while_a_class_is_moved,
);

/// Longer than anybody waits for a purchase that is being opened.
const PATIENCE: jiff::SignedDuration = jiff::SignedDuration::from_secs(46);

async fn while_a_purchase_is_opened(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    let other = second_server(&desk, 2).await;
    let (desk, other, student) = (&desk, &other, &student);
    let slots = desk.slots(student).await;
    let mut round_number = 10;
    at_every_step(async |waits| {
        round_number += 1;
        let slot = &slots[round_number];
        let quote = desk.quote(student, slot, Some("TEN")).await;
        let ended = cut_short(desk.order_request(student, slot, &quote).send(), waits).await;
        consistent(desk).await;
        desk.advance(PATIENCE);
        let order = other.order_request(student, slot, &quote).ok().await;
        assert_eq!(order["order"]["state"], "open", "after {waits} waits");
        other.pay(&order);
        settled(other).await;
        assert_eq!(other.order_state(student, &order).await["state"], "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
    desk.advance(hours(1));
    settled(other).await;
    let kept = count(desk, "orders WHERE coupon_held").await;
    assert_eq!(kept, count(desk, "bookings").await, "nothing is kept that was not bought");
    assert_eq!(count(desk, "orders WHERE seat = 'held'").await, 0);
}

async fn while_a_package_is_opened(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    let (desk, other, student) = (&desk, &other, &student);
    let mut credits = 0;
    at_every_step(async |waits| {
        let quote = desk.package_quote(student, 4, None).await;
        let ended = cut_short(desk.package_request(student, &quote).send(), waits).await;
        desk.advance(PATIENCE);
        let order = other.package_request(student, &quote).ok().await;
        other.pay(&order);
        settled(other).await;
        credits += 4;
        assert_eq!(balance(other, student).await.0, credits, "after {waits} waits");
        ended.is_some()
    })
    .await;
}

async fn while_a_payment_is_confirmed(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    let (desk, other, student) = (&desk, &other, &student);
    let slots = desk.slots(student).await;
    let mut number = 0;
    at_every_step(async |waits| {
        let order = desk.order(student, &slots[number], None).await;
        number += 1;
        let payment = desk.pay(&order);
        let ended = cut_short(desk.success_request(student, &order, &payment).send(), waits).await;
        consistent(desk).await;
        // Every second browser never asks again.
        if number % 2 == 0 {
            let reply = other.success_request(student, &order, &payment).ok().await;
            assert_eq!(reply["order"]["state"], "booked", "after {waits} waits");
        }
        settled(other).await;
        assert_eq!(other.order_state(student, &order).await["state"], "booked", "after {waits} waits");
        assert_eq!(desk.mailer.sent_to(&student.email).len(), number, "one mail for each");
        ended.is_some()
    })
    .await;
}

/// The reply to a cancellation that is tried again: done now, or before.
fn done(reply: &Reply) {
    assert!(matches!(reply.code(), None | Some(ErrorCode::NotCancellable)), "{reply:?}");
}

async fn while_a_paid_class_is_called_off(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    let (desk, other, student) = (&desk, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let (booking, order) = buy_class(desk, student, CLASS).await;
        number += 1;
        let ended = cut_short(cancel(desk, student, &booking).send(), waits).await;
        consistent(desk).await;
        done(&cancel(other, student, &booking).send().await);
        settled(other).await;
        assert!(offered(other, student, CLASS).await, "after {waits} waits");
        assert_eq!(other.order_state(student, &order).await["state"], "refunded", "after {waits} waits");
        assert_eq!(count(other, "refunds WHERE state = 'done'").await, number);
        ended.is_some()
    })
    .await;
}

async fn while_a_credit_class_is_called_off(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    let lot = desk.lot(&student, 1, days(50)).await;
    let (desk, other, student) = (&desk, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let booking = desk.book(student, &desk.slot_at(student, at(CLASS)).await).await;
        number += 1;
        // The teacher's way makes a lot live longer as well.
        let who = if number % 2 == 0 { &**student } else { &*teacher };
        let ended = cut_short(cancel(desk, who, &booking).send(), waits).await;
        done(&cancel(other, who, &booking).send().await);
        settled(other).await;
        assert_eq!((other.left_in(lot).await, balance(other, student).await.0), (1, 1), "after {waits} waits");
        ended.is_some()
    })
    .await;
    assert_eq!(
        count(desk, &format!("credit_lots WHERE student_id = {}", tala_tests::raw::id(&desk.ctx.store, student.id.0)))
            .await,
        1
    );
}

async fn while_a_class_is_moved(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    let (booking, order) = buy_class(&desk, &student, CLASS).await;
    let (desk, other, student) = (&desk, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        number += 1;
        let target = desk.slot_at(student, later(at(CLASS), days(number % 7 + 1))).await;
        let ended = cut_short(move_to(desk, student, &booking, &target).send(), waits).await;
        consistent(desk).await;
        let again = move_to(other, student, &booking, &target).send().await;
        assert!(matches!(again.code(), None | Some(ErrorCode::SlotTaken)), "{again:?}");
        settled(other).await;
        assert_eq!(count(other, "slots WHERE seats_taken <> 0").await, 1, "after {waits} waits");
        let shown = other.get(&format!("/api/bookings?studentId={}", student.id)).by(student).ok().await;
        assert_eq!((&shown[0]["dateTime"], shown.as_array().unwrap().len()), (&target["dateTime"], 1));
        ended.is_some()
    })
    .await;
    before(desk, &json!({ "dateTime": later(at(CLASS), days(9)).to_string() }), hours(0));
    settled(other).await;
    assert_eq!(other.order_state(student, &order).await["state"], "booked");
}
