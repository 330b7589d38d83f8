//! A clock that jumps forwards or back creates no money and no credits.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, hours, later, minutes};

use crate::common::payments::{
    CLASS, assert_ledger_balanced, balance, before, bookings, buy_class, buy_package, cancel, count, finish_and_audit,
    in_account, offered, release, school_without_credits,
};

both_dbs!(
    the_clock_jumps_between_order_and_payment,
    the_clock_goes_back_while_a_seat_is_held,
    the_clock_goes_back_over_a_booking,
    the_clock_goes_back_before_a_teachers_cancellation,
    clock_jumps_a_year_ahead_and_back,
    clock_jumps_during_every_operation,
);

/// How an order ends if its payment arrives after the clock has jumped by this duration.
async fn the_clock_jumps_between_order_and_payment(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let start = app.now();
    for (day, (jump, end)) in [
        (minutes(14), "booked"),
        (minutes(15), "booked"),
        (days(2), "booked"),
        (days(90), "refunded"),
        (-minutes(1), "booked"),
        (-hours(5), "booked"),
        (-days(30), "booked"),
        (-days(400), "booked"),
    ]
    .into_iter()
    .enumerate()
    {
        app.clock.set(start);
        let class = later(at(CLASS), days(i64::try_from(day).unwrap()));
        let order = app.order(&student, &app.slot_at(&student, class).await, None).await;
        app.advance(jump);
        if day % 2 == 0 {
            app.work().await;
        }
        let payment = app.pay(&order);
        let reply = app.success_request(&student, &order, &payment).ok().await;
        assert_eq!(reply["booking"].is_null(), end == "refunded", "{jump:?}");
        assert_ledger_balanced(&app).await;
        app.clock.set(later(start, days(i64::try_from(day).unwrap())));
        app.advance(hours(1));
        // The worker may have to wait until the clock reaches its previous time again.
        for _ in 0..2 {
            app.deliver_events().await;
        }
        let state = app.order_state(&student, &order).await["state"].clone();
        assert!(state == end || (end == "refunded" && state == "refunding"), "{jump:?}: {state}");
    }
    app.clock.set(later(start, days(120)));
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 1);
}

async fn the_clock_goes_back_while_a_seat_is_held(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    for back in [minutes(10), hours(20), days(15)] {
        app.advance(-back);
        app.work().await;
        assert!(!offered(&app, &other, CLASS).await, "{back:?}");
        let again = app.order(&student, &virtual_class(&student), None).await;
        assert_eq!(again["orderId"], order["orderId"], "the same purchase");
        app.advance(back);
    }
    app.advance(-days(1));
    assert_eq!(release(&app, &student, &order).ok().await["state"], "cancelled");
    assert!(offered(&app, &other, CLASS).await);
    app.advance(days(1));
    buy_class(&app, &other, CLASS).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "refunded");
}

fn virtual_class(student: &Student) -> Value {
    crate::common::payments::virtual_slot(&student.teacher, at(CLASS))
}

async fn the_clock_goes_back_over_a_booking(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    app.lot(&student, 1, days(9)).await;
    before(&app, &booking, -hours(2));
    finish_and_audit(&app).await;
    assert_eq!(bookings(&app, &student).await[0]["bookingStatus"], "completed");
    // The class is completed, whatever the clock shows now; the earnings belong to the teacher.
    before(&app, &booking, hours(48));
    cancel(&app, &student, &booking).refused(ErrorCode::NotCancellable).await;
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "teacher_payable", "INR").await, -99_900);
    assert_eq!(balance(&app, &student).await.0, 1);
}

async fn the_clock_goes_back_before_a_teachers_cancellation(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let lot = app.lot(&student, 1, days(40)).await;
    let until = later(app.now(), days(40));
    let booking = app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    app.advance(-days(3));
    let reply = cancel(&app, &teacher, &booking).ok().await;
    assert_eq!(reply["creditExpiresAt"], json!(until.to_string()), "the lot keeps its expiry");
    assert_eq!(app.remaining_in(lot).await, 1);
    app.advance(days(3));
    finish_and_audit(&app).await;
}

async fn clock_jumps_a_year_ahead_and_back(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let start = app.now();
    let booking = buy_class(&app, &student, CLASS).await.0;
    buy_package(&app, &student, 8, None).await;
    let open = app.order(&student, &app.slots(&student).await[5].clone(), None).await;
    let late = buy_class(&app, &student, "2026-03-15T03:30:00Z").await.0;
    cancel(&app, &student, &late).ok().await;
    finish_and_audit(&app).await;
    app.clock.set(later(start, days(365)));
    finish_and_audit(&app).await;
    assert_eq!(balance(&app, &student).await.0, 0);
    app.clock.set(start);
    finish_and_audit(&app).await;
    assert_eq!(balance(&app, &student).await, (0, None), "expired credits stay expired");
    cancel(&app, &student, &booking).refused(ErrorCode::NotCancellable).await;
    assert_eq!(app.order_state(&student, &open).await["state"], "expired");
    let again = buy_class(&app, &student, "2026-03-16T03:30:00Z").await.0;
    cancel(&app, &student, &again).ok().await;
    buy_package(&app, &student, 4, None).await;
    finish_and_audit(&app).await;
    assert_eq!(balance(&app, &student).await.0, 4);
}

async fn clock_jumps_during_every_operation(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let start = app.now();
    let mut orders = Vec::new();
    for (number, jump) in
        [hours(3), -hours(2), days(1), -days(2), minutes(16), -SignedDuration::from_secs(1), days(5), -days(4)]
            .into_iter()
            .enumerate()
    {
        let class = later(at("2026-03-20T03:30:00Z"), days(i64::try_from(number).unwrap()));
        let (booking, order) = buy_class(&app, &student, &class.to_string()).await;
        app.advance(jump);
        match number % 4 {
            0 => drop(cancel(&app, &student, &booking).ok().await),
            1 => drop(cancel(&app, &teacher, &booking).ok().await),
            2 => drop(app.pay(&order)),
            _ => drop(buy_package(&app, &student, 4, None).await),
        }
        app.deliver_events().await;
        assert_ledger_balanced(&app).await;
        orders.push((order, number % 4));
    }
    app.clock.set(later(start, days(17)));
    finish_and_audit(&app).await;
    for (order, what) in &orders {
        let expected = if *what < 2 { "refunded" } else { "booked" };
        assert_eq!(app.order_state(&student, order).await["state"], expected, "{what}");
    }
    assert_eq!(count(&app, "refunds WHERE state <> 'done'").await, 0);
}
