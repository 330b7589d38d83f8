//! Credits that come back: to the lot that they came from while it lives, otherwise with the grace; longer when the teacher
//! was at fault (D17, D24).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::school::{School, instant};
use tala_tests::{Desk, Student, at, both_dbs, days, hours, later};

use crate::support::{CLASS, balance, before, buy_package, cancel, in_account, penniless, settled};

both_dbs!(
    a_credit_goes_back_to_its_lot,
    credits_of_two_lots_go_back_to_both,
    an_expired_lot_gives_a_week,
    a_lot_that_expires_within_the_week_gives_the_rest_of_it,
    a_teacher_at_fault_gives_the_days_back,
    a_teacher_at_fault_gives_the_days_back_to_an_expired_lot_too,
    a_bought_credit_keeps_its_worth,
    a_returned_credit_that_expires_is_gone,
);

async fn booked(desk: &Desk, student: &Student, class: &str) -> Value {
    desk.book(student, &desk.slot_at(student, at(class)).await).await
}

/// What the reply to a cancellation says about the end of the credit.
async fn called_off(desk: &Desk, who: &tala_tests::Person, booking: &Value) -> Timestamp {
    let reply = cancel(desk, who, booking).ok().await;
    assert_eq!(reply["outcome"], "credit_returned");
    instant(&reply["creditExpiresAt"])
}

async fn a_credit_goes_back_to_its_lot(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let (soon, long) = (desk.lot(&student, 1, days(20)).await, desk.lot(&student, 2, days(50)).await);
    let until = later(desk.now(), days(20));
    let booking = booked(&desk, &student, CLASS).await;
    assert_eq!((desk.left_in(soon).await, desk.left_in(long).await), (0, 2));
    desk.advance(days(2));
    assert_eq!(called_off(&desk, &student, &booking).await, until, "its old end");
    assert_eq!((desk.left_in(soon).await, desk.left_in(long).await), (1, 2));
    assert_eq!(balance(&desk, &student).await, (3, Some(until)));
    settled(&desk).await;
}

async fn credits_of_two_lots_go_back_to_both(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let (soon, long) = (desk.lot(&student, 1, days(20)).await, desk.lot(&student, 2, days(50)).await);
    let evening = "2026-03-10T13:00:00Z";
    desk.publish(&teacher, at(evening), (ClassType::Group, 5, 2)).await;
    let booking = booked(&desk, &student, evening).await;
    assert_eq!((desk.left_in(soon).await, desk.left_in(long).await), (0, 1));
    let soonest = called_off(&desk, &student, &booking).await;
    assert_eq!(soonest, later(desk.now(), days(20)));
    assert_eq!((desk.left_in(soon).await, desk.left_in(long).await), (1, 2));
    settled(&desk).await;
}

async fn an_expired_lot_gives_a_week(desk: Desk) {
    for swept in [true, false] {
        let name = if swept { "Leela" } else { "Sushma" };
        let teacher = desk.teacher(name).await;
        desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let student = desk.student(&format!("Student of {name}"), &teacher).await;
        let lot = desk.lot(&student, 2, days(3)).await;
        let start = later(at(CLASS), days(if swept { 0 } else { 9 }));
        let booking = desk.book(&student, &desk.slot_at(&student, start).await).await;
        desk.advance(days(4));
        if swept {
            desk.work().await;
        }
        assert_eq!(balance(&desk, &student).await, (0, None), "the other credit of the lot is over");
        let until = called_off(&desk, &student, &booking).await;
        assert_eq!(until, later(desk.now(), days(7)), "swept: {swept}");
        assert_eq!(balance(&desk, &student).await, (1, Some(until)), "one, not two");
        settled(&desk).await;
        assert_eq!(desk.left_in(lot).await, 0);
        assert_eq!(balance(&desk, &student).await, (1, Some(until)));
    }
}

async fn a_lot_that_expires_within_the_week_gives_the_rest_of_it(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let lot = desk.lot(&student, 2, days(9)).await;
    let lot_ends = later(desk.now(), days(9));
    let booking = booked(&desk, &student, CLASS).await;
    desk.advance(days(5));
    let until = called_off(&desk, &student, &booking).await;
    assert_eq!(until, later(desk.now(), days(7)));
    assert_eq!(balance(&desk, &student).await, (2, Some(lot_ends)), "the grace is for the one that came back");
    desk.clock.set(lot_ends);
    assert_eq!(balance(&desk, &student).await, (1, Some(until)));
    settled(&desk).await;
    assert_eq!(desk.left_in(lot).await, 0);
}

async fn a_teacher_at_fault_gives_the_days_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let lot = desk.lot(&student, 4, days(30)).await;
    let end = later(desk.now(), days(30));
    desk.advance(hours(10));
    let booking = booked(&desk, &student, CLASS).await;
    desk.advance(days(5) + hours(3));
    let until = called_off(&desk, &teacher, &booking).await;
    assert_eq!(until, later(end, days(5) + hours(3)), "for as long as the credit was bound");
    assert_eq!(balance(&desk, &student).await, (4, Some(until)), "the whole pack");
    assert_eq!(desk.left_in(lot).await, 4);
    settled(&desk).await;
    // The same once more: nothing is given twice.
    let again = booked(&desk, &student, CLASS).await;
    assert_eq!(called_off(&desk, &teacher, &again).await, until, "it was bound for no time");
    settled(&desk).await;
}

async fn a_teacher_at_fault_gives_the_days_back_to_an_expired_lot_too(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    desk.lot(&student, 2, days(3)).await;
    let end = later(desk.now(), days(3));
    let booking = desk.book(&student, &desk.slot_at(&student, later(at(CLASS), days(10))).await).await;
    desk.advance(days(15));
    desk.work().await;
    let until = called_off(&desk, &teacher, &booking).await;
    let week = later(desk.now(), days(7));
    assert_eq!(until, later(end, days(15)).max(week), "the days lost, and a week at least");
    assert_eq!(balance(&desk, &student).await, (1, Some(until)), "what expired unspent stays expired");
    settled(&desk).await;
}

async fn a_bought_credit_keeps_its_worth(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    desk.coupon("THIRD", 33).await;
    buy_package(&desk, &student, 8, Some("THIRD")).await;
    let owed = in_account(&desk, "unearned_credits", "INR").await;
    let bookings = [booked(&desk, &student, CLASS).await, booked(&desk, &student, "2026-03-11T03:30:00Z").await];
    let each = 66_933;
    assert_eq!(in_account(&desk, "unearned_credits", "INR").await, owed + 2 * each);
    assert_eq!(in_account(&desk, "unearned_classes", "INR").await, -2 * each);
    called_off(&desk, &student, &bookings[0]).await;
    called_off(&desk, &teacher, &bookings[1]).await;
    assert_eq!(in_account(&desk, "unearned_credits", "INR").await, owed);
    assert_eq!(in_account(&desk, "unearned_classes", "INR").await, 0);
    cancel(&desk, &student, &bookings[0]).refused(ErrorCode::NotCancellable).await;
    settled(&desk).await;
}

async fn a_returned_credit_that_expires_is_gone(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.lot(&student, 1, days(3)).await;
    let booking = booked(&desk, &student, CLASS).await;
    desk.advance(days(4));
    let until = called_off(&desk, &student, &booking).await;
    desk.clock.set(until.checked_sub(SignedDuration::from_micros(1)).unwrap());
    assert_eq!(balance(&desk, &student).await.0, 1);
    desk.advance(SignedDuration::from_micros(1));
    let slot = desk.slots(&student).await[3].clone();
    desk.book_refused(&student, &slot, ErrorCode::CreditsExpired).await;
    settled(&desk).await;
    assert_eq!(balance(&desk, &student).await, (0, None));
    let history = desk.get(&format!("/api/credit-history?studentId={}", student.id)).by(&student).ok().await;
    let kinds: Vec<_> = history["entries"].as_array().unwrap().iter().map(|entry| &entry["credits"]).collect();
    assert_eq!(kinds, [&json!(-1), &json!(1), &json!(-1), &json!(1)], "every move is told: {history}");
    before(&desk, &booking, -hours(3));
    settled(&desk).await;
}
