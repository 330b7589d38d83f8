//! A server that stops at any step of a request: another one continues, and the student's retry succeeds.

use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Reply, at, both_dbs, days, hours, later};

use crate::common::payments::{
    CLASS, assert_ledger_balanced, at_every_step, balance, before, buy_class, cancel, count, finish_and_audit,
    interrupt_after, move_to, offered, school_without_credits, second_server,
};

both_dbs!(
    server_stops_while_an_order_is_opened,
    server_stops_while_a_package_order_is_opened,
    server_stops_while_a_payment_is_confirmed,
    server_stops_while_a_paid_class_is_cancelled,
    server_stops_while_a_credit_class_is_cancelled,
    server_stops_while_a_class_is_rescheduled,
);

/// Longer than an order waits to be registered with the provider.
const PATIENCE: jiff::SignedDuration = jiff::SignedDuration::from_secs(46);

async fn server_stops_while_an_order_is_opened(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    let other = second_server(&app, 2).await;
    let (app, other, student) = (&app, &other, &student);
    let slots = app.slots(student).await;
    let mut round_number = 10;
    at_every_step(async |waits| {
        round_number += 1;
        let slot = &slots[round_number];
        let quote = app.quote(student, slot, Some("TEN")).await;
        let ended = interrupt_after(app.order_request(student, slot, &quote).send(), waits).await;
        assert_ledger_balanced(app).await;
        app.advance(PATIENCE);
        let order = other.order_request(student, slot, &quote).ok().await;
        assert_eq!(order["order"]["state"], "open", "after {waits} waits");
        other.pay(&order);
        finish_and_audit(other).await;
        assert_eq!(other.order_state(student, &order).await["state"], "booked", "after {waits} waits");
        ended.is_some()
    })
    .await;
    app.advance(hours(1));
    finish_and_audit(other).await;
    let kept = count(app, "orders WHERE coupon_reserved").await;
    assert_eq!(kept, count(app, "bookings").await, "no unpaid order remains");
    assert_eq!(count(app, "orders WHERE seat_state = 'held'").await, 0);
}

async fn server_stops_while_a_package_order_is_opened(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    let (app, other, student) = (&app, &other, &student);
    let mut credits = 0;
    at_every_step(async |waits| {
        let quote = app.package_quote(student, 4, None).await;
        let ended = interrupt_after(app.package_request(student, &quote).send(), waits).await;
        app.advance(PATIENCE);
        let order = other.package_request(student, &quote).ok().await;
        other.pay(&order);
        finish_and_audit(other).await;
        credits += 4;
        assert_eq!(balance(other, student).await.0, credits, "after {waits} waits");
        ended.is_some()
    })
    .await;
}

async fn server_stops_while_a_payment_is_confirmed(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    let (app, other, student) = (&app, &other, &student);
    let slots = app.slots(student).await;
    let mut number = 0;
    at_every_step(async |waits| {
        let order = app.order(student, &slots[number], None).await;
        number += 1;
        let payment = app.pay(&order);
        let ended = interrupt_after(app.success_request(student, &order, &payment).send(), waits).await;
        assert_ledger_balanced(app).await;
        // Every second browser never retries.
        if number % 2 == 0 {
            let reply = other.success_request(student, &order, &payment).ok().await;
            assert_eq!(reply["order"]["state"], "booked", "after {waits} waits");
        }
        finish_and_audit(other).await;
        assert_eq!(other.order_state(student, &order).await["state"], "booked", "after {waits} waits");
        assert_eq!(app.mailer.sent_to(&student.email).len(), number, "one mail for each");
        ended.is_some()
    })
    .await;
}

/// Result of a repeated cancellation: done by this request or by the first.
fn done(reply: &Reply) {
    assert!(matches!(reply.code(), None | Some(ErrorCode::NotCancellable)), "{reply:?}");
}

async fn server_stops_while_a_paid_class_is_cancelled(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    let (app, other, student) = (&app, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let (booking, order) = buy_class(app, student, CLASS).await;
        number += 1;
        let ended = interrupt_after(cancel(app, student, &booking).send(), waits).await;
        assert_ledger_balanced(app).await;
        done(&cancel(other, student, &booking).send().await);
        finish_and_audit(other).await;
        assert!(offered(other, student, CLASS).await, "after {waits} waits");
        assert_eq!(other.order_state(student, &order).await["state"], "refunded", "after {waits} waits");
        assert_eq!(count(other, "refunds WHERE state = 'done'").await, number);
        ended.is_some()
    })
    .await;
}

async fn server_stops_while_a_credit_class_is_cancelled(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    let lot = app.lot(&student, 1, days(50)).await;
    let (app, other, student) = (&app, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        let booking = app.book(student, &app.slot_at(student, at(CLASS)).await).await;
        number += 1;
        // A cancellation by the teacher also extends the lot.
        let who = if number % 2 == 0 { &**student } else { &*teacher };
        let ended = interrupt_after(cancel(app, who, &booking).send(), waits).await;
        done(&cancel(other, who, &booking).send().await);
        finish_and_audit(other).await;
        assert_eq!((other.remaining_in(lot).await, balance(other, student).await.0), (1, 1), "after {waits} waits");
        ended.is_some()
    })
    .await;
    assert_eq!(
        count(app, &format!("credit_lots WHERE student_id = {}", tala_tests::raw::id(&app.ctx.store, student.id.0)))
            .await,
        1
    );
}

async fn server_stops_while_a_class_is_rescheduled(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    let (booking, order) = buy_class(&app, &student, CLASS).await;
    let (app, other, student) = (&app, &other, &student);
    let mut number = 0;
    at_every_step(async |waits| {
        number += 1;
        let target = app.slot_at(student, later(at(CLASS), days(number % 7 + 1))).await;
        let ended = interrupt_after(move_to(app, student, &booking, &target).send(), waits).await;
        assert_ledger_balanced(app).await;
        let again = move_to(other, student, &booking, &target).send().await;
        assert!(matches!(again.code(), None | Some(ErrorCode::SlotTaken)), "{again:?}");
        finish_and_audit(other).await;
        assert_eq!(count(other, "slots WHERE seats_taken <> 0").await, 1, "after {waits} waits");
        let shown = other.get(&format!("/api/bookings?studentId={}", student.id)).by(student).ok().await;
        assert_eq!((&shown[0]["dateTime"], shown.as_array().unwrap().len()), (&target["dateTime"], 1));
        ended.is_some()
    })
    .await;
    before(app, &json!({ "dateTime": later(at(CLASS), days(9)).to_string() }), hours(0));
    finish_and_audit(other).await;
    assert_eq!(other.order_state(student, &order).await["state"], "booked");
}
