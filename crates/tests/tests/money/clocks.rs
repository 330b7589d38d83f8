//! A clock that jumps, forwards and back: no money and no credit comes of it.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Student, at, both_dbs, days, hours, later, minutes};

use crate::support::{
    CLASS, balance, before, bookings, buy_class, buy_package, cancel, consistent, count, in_account, offered,
    penniless, release, settled,
};

both_dbs!(
    the_clock_jumps_between_order_and_payment,
    the_clock_goes_back_while_a_seat_is_held,
    the_clock_goes_back_over_a_booking,
    the_clock_goes_back_before_a_teachers_cancellation,
    a_year_ahead_and_back,
    back_and_forth_while_everything_is_under_way,
);

/// An order, and how it ends when its money comes after the clock has jumped so far.
async fn the_clock_jumps_between_order_and_payment(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let start = desk.now();
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
        desk.clock.set(start);
        let class = later(at(CLASS), days(i64::try_from(day).unwrap()));
        let order = desk.order(&student, &desk.slot_at(&student, class).await, None).await;
        desk.advance(jump);
        if day % 2 == 0 {
            desk.work().await;
        }
        let payment = desk.pay(&order);
        let reply = desk.success_request(&student, &order, &payment).ok().await;
        assert_eq!(reply["booking"].is_null(), end == "refunded", "{jump:?}");
        consistent(&desk).await;
        desk.clock.set(later(start, days(i64::try_from(day).unwrap())));
        desk.advance(hours(1));
        // The worker may have to wait until the clock is where it was.
        for _ in 0..2 {
            desk.tell().await;
        }
        let state = desk.order_state(&student, &order).await["state"].clone();
        assert!(state == end || (end == "refunded" && state == "refunding"), "{jump:?}: {state}");
    }
    desk.clock.set(later(start, days(120)));
    settled(&desk).await;
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 1);
}

async fn the_clock_goes_back_while_a_seat_is_held(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    for back in [minutes(10), hours(20), days(15)] {
        desk.advance(-back);
        desk.work().await;
        assert!(!offered(&desk, &other, CLASS).await, "{back:?}");
        let again = desk.order(&student, &virtual_class(&student), None).await;
        assert_eq!(again["orderId"], order["orderId"], "the same purchase");
        desk.advance(back);
    }
    desk.advance(-days(1));
    assert_eq!(release(&desk, &student, &order).ok().await["state"], "cancelled");
    assert!(offered(&desk, &other, CLASS).await);
    desk.advance(days(1));
    buy_class(&desk, &other, CLASS).await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "refunded");
}

fn virtual_class(student: &Student) -> Value {
    crate::support::virtual_slot(&student.teacher, at(CLASS))
}

async fn the_clock_goes_back_over_a_booking(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    desk.lot(&student, 1, days(9)).await;
    before(&desk, &booking, -hours(2));
    settled(&desk).await;
    assert_eq!(bookings(&desk, &student).await[0]["bookingStatus"], "completed");
    // The class is over, whatever the clock says now; its money is the teacher's.
    before(&desk, &booking, hours(48));
    cancel(&desk, &student, &booking).refused(ErrorCode::NotCancellable).await;
    settled(&desk).await;
    assert_eq!(in_account(&desk, "teacher_payable", "INR").await, -99_900);
    assert_eq!(balance(&desk, &student).await.0, 1);
}

async fn the_clock_goes_back_before_a_teachers_cancellation(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let lot = desk.lot(&student, 1, days(40)).await;
    let until = later(desk.now(), days(40));
    let booking = desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    desk.advance(-days(3));
    let reply = cancel(&desk, &teacher, &booking).ok().await;
    assert_eq!(reply["creditExpiresAt"], json!(until.to_string()), "no time was lost, so none is taken away");
    assert_eq!(desk.left_in(lot).await, 1);
    desk.advance(days(3));
    settled(&desk).await;
}

async fn a_year_ahead_and_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let start = desk.now();
    let booking = buy_class(&desk, &student, CLASS).await.0;
    buy_package(&desk, &student, 8, None).await;
    let open = desk.order(&student, &desk.slots(&student).await[5].clone(), None).await;
    let late = buy_class(&desk, &student, "2026-03-15T03:30:00Z").await.0;
    cancel(&desk, &student, &late).ok().await;
    settled(&desk).await;
    desk.clock.set(later(start, days(365)));
    settled(&desk).await;
    assert_eq!(balance(&desk, &student).await.0, 0);
    desk.clock.set(start);
    settled(&desk).await;
    assert_eq!(balance(&desk, &student).await, (0, None), "what has expired does not come back to life");
    cancel(&desk, &student, &booking).refused(ErrorCode::NotCancellable).await;
    assert_eq!(desk.order_state(&student, &open).await["state"], "expired");
    let again = buy_class(&desk, &student, "2026-03-16T03:30:00Z").await.0;
    cancel(&desk, &student, &again).ok().await;
    buy_package(&desk, &student, 4, None).await;
    settled(&desk).await;
    assert_eq!(balance(&desk, &student).await.0, 4);
}

async fn back_and_forth_while_everything_is_under_way(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let start = desk.now();
    let mut orders = Vec::new();
    for (number, jump) in
        [hours(3), -hours(2), days(1), -days(2), minutes(16), -SignedDuration::from_secs(1), days(5), -days(4)]
            .into_iter()
            .enumerate()
    {
        let class = later(at("2026-03-20T03:30:00Z"), days(i64::try_from(number).unwrap()));
        let (booking, order) = buy_class(&desk, &student, &class.to_string()).await;
        desk.advance(jump);
        match number % 4 {
            0 => drop(cancel(&desk, &student, &booking).ok().await),
            1 => drop(cancel(&desk, &teacher, &booking).ok().await),
            2 => drop(desk.pay(&order)),
            _ => drop(buy_package(&desk, &student, 4, None).await),
        }
        desk.tell().await;
        consistent(&desk).await;
        orders.push((order, number % 4));
    }
    desk.clock.set(later(start, days(17)));
    settled(&desk).await;
    for (order, what) in &orders {
        let expected = if *what < 2 { "refunded" } else { "booked" };
        assert_eq!(desk.order_state(&student, order).await["state"], expected, "{what}");
    }
    assert_eq!(count(&desk, "refunds WHERE state <> 'done'").await, 0);
}
