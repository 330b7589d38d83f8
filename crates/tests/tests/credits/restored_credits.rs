//! Credits restored by a cancellation: to their lot while it is valid, otherwise with the grace period, which is longer
//! if the teacher cancelled (D17, D24).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, hours, later};

use crate::common::payments::{
    CLASS, balance, before, buy_package, cancel, finish_and_audit, in_account, school_without_credits,
};

both_dbs!(
    cancelled_class_restores_the_credit_to_its_lot,
    credits_of_two_lots_are_restored_to_both,
    credit_of_an_expired_lot_is_valid_for_a_week,
    returned_credit_is_valid_for_a_week_if_its_lot_expires_sooner,
    cancellation_by_the_teacher_extends_the_lot,
    cancellation_by_the_teacher_extends_an_expired_lot_too,
    a_bought_credit_keeps_its_worth,
    returned_credit_expires,
);

async fn booked(app: &PaymentsApp, student: &Student, class: &str) -> Value {
    app.book(student, &app.slot_at(student, at(class)).await).await
}

/// The expiry of the credit in the response to a cancellation.
async fn cancelled_booking(app: &PaymentsApp, who: &tala_tests::Person, booking: &Value) -> Timestamp {
    let reply = cancel(app, who, booking).ok().await;
    assert_eq!(reply["outcome"], "credit_returned");
    instant(&reply["creditExpiresAt"])
}

async fn cancelled_class_restores_the_credit_to_its_lot(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let (soon, long) = (app.lot(&student, 1, days(20)).await, app.lot(&student, 2, days(50)).await);
    let until = later(app.now(), days(20));
    let booking = booked(&app, &student, CLASS).await;
    assert_eq!((app.remaining_in(soon).await, app.remaining_in(long).await), (0, 2));
    app.advance(days(2));
    assert_eq!(cancelled_booking(&app, &student, &booking).await, until, "its old end");
    assert_eq!((app.remaining_in(soon).await, app.remaining_in(long).await), (1, 2));
    assert_eq!(balance(&app, &student).await, (3, Some(until)));
    finish_and_audit(&app).await;
}

async fn credits_of_two_lots_are_restored_to_both(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let (soon, long) = (app.lot(&student, 1, days(20)).await, app.lot(&student, 2, days(50)).await);
    let evening = "2026-03-10T13:00:00Z";
    app.publish(&teacher, at(evening), (ClassType::Group, 5, 2)).await;
    let booking = booked(&app, &student, evening).await;
    assert_eq!((app.remaining_in(soon).await, app.remaining_in(long).await), (0, 1));
    let soonest = cancelled_booking(&app, &student, &booking).await;
    assert_eq!(soonest, later(app.now(), days(20)));
    assert_eq!((app.remaining_in(soon).await, app.remaining_in(long).await), (1, 2));
    finish_and_audit(&app).await;
}

async fn credit_of_an_expired_lot_is_valid_for_a_week(app: PaymentsApp) {
    for swept in [true, false] {
        let name = if swept { "Leela" } else { "Sushma" };
        let teacher = app.teacher(name).await;
        app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let student = app.student(&format!("Student of {name}"), &teacher).await;
        let lot = app.lot(&student, 2, days(3)).await;
        let start = later(at(CLASS), days(if swept { 0 } else { 9 }));
        let booking = app.book(&student, &app.slot_at(&student, start).await).await;
        app.advance(days(4));
        if swept {
            app.work().await;
        }
        assert_eq!(balance(&app, &student).await, (0, None), "the other credit of the lot is over");
        let until = cancelled_booking(&app, &student, &booking).await;
        assert_eq!(until, later(app.now(), days(7)), "swept: {swept}");
        assert_eq!(balance(&app, &student).await, (1, Some(until)), "one, not two");
        finish_and_audit(&app).await;
        assert_eq!(app.remaining_in(lot).await, 0);
        assert_eq!(balance(&app, &student).await, (1, Some(until)));
    }
}

async fn returned_credit_is_valid_for_a_week_if_its_lot_expires_sooner(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let lot = app.lot(&student, 2, days(9)).await;
    let lot_ends = later(app.now(), days(9));
    let booking = booked(&app, &student, CLASS).await;
    app.advance(days(5));
    let until = cancelled_booking(&app, &student, &booking).await;
    assert_eq!(until, later(app.now(), days(7)));
    assert_eq!(balance(&app, &student).await, (2, Some(lot_ends)), "the grace period is for the restored credit only");
    app.clock.set(lot_ends);
    assert_eq!(balance(&app, &student).await, (1, Some(until)));
    finish_and_audit(&app).await;
    assert_eq!(app.remaining_in(lot).await, 0);
}

async fn cancellation_by_the_teacher_extends_the_lot(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let lot = app.lot(&student, 4, days(30)).await;
    let end = later(app.now(), days(30));
    app.advance(hours(10));
    let booking = booked(&app, &student, CLASS).await;
    app.advance(days(5) + hours(3));
    let until = cancelled_booking(&app, &teacher, &booking).await;
    assert_eq!(until, later(end, days(5) + hours(3)), "for as long as the credit was bound");
    assert_eq!(balance(&app, &student).await, (4, Some(until)), "the whole package");
    assert_eq!(app.remaining_in(lot).await, 4);
    finish_and_audit(&app).await;
    // A repeated cancellation restores nothing.
    let again = booked(&app, &student, CLASS).await;
    assert_eq!(cancelled_booking(&app, &teacher, &again).await, until, "the credit was bound for no time");
    finish_and_audit(&app).await;
}

async fn cancellation_by_the_teacher_extends_an_expired_lot_too(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    app.lot(&student, 2, days(3)).await;
    let end = later(app.now(), days(3));
    let booking = app.book(&student, &app.slot_at(&student, later(at(CLASS), days(10))).await).await;
    app.advance(days(15));
    app.work().await;
    let until = cancelled_booking(&app, &teacher, &booking).await;
    let week = later(app.now(), days(7));
    assert_eq!(until, later(end, days(15)).max(week), "the days lost, and a week at least");
    assert_eq!(balance(&app, &student).await, (1, Some(until)), "what expired unspent stays expired");
    finish_and_audit(&app).await;
}

async fn a_bought_credit_keeps_its_worth(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    app.coupon("THIRD", 33).await;
    buy_package(&app, &student, 8, Some("THIRD")).await;
    let owed = in_account(&app, "unearned_credits", "INR").await;
    let bookings = [booked(&app, &student, CLASS).await, booked(&app, &student, "2026-03-11T03:30:00Z").await];
    let each = 66_933;
    assert_eq!(in_account(&app, "unearned_credits", "INR").await, owed + 2 * each);
    assert_eq!(in_account(&app, "unearned_classes", "INR").await, -2 * each);
    cancelled_booking(&app, &student, &bookings[0]).await;
    cancelled_booking(&app, &teacher, &bookings[1]).await;
    assert_eq!(in_account(&app, "unearned_credits", "INR").await, owed);
    assert_eq!(in_account(&app, "unearned_classes", "INR").await, 0);
    cancel(&app, &student, &bookings[0]).refused(ErrorCode::NotCancellable).await;
    finish_and_audit(&app).await;
}

async fn returned_credit_expires(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.lot(&student, 1, days(3)).await;
    let booking = booked(&app, &student, CLASS).await;
    app.advance(days(4));
    let until = cancelled_booking(&app, &student, &booking).await;
    app.clock.set(until.checked_sub(SignedDuration::from_micros(1)).unwrap());
    assert_eq!(balance(&app, &student).await.0, 1);
    app.advance(SignedDuration::from_micros(1));
    let slot = app.slots(&student).await[3].clone();
    app.book_refused(&student, &slot, ErrorCode::CreditsExpired).await;
    finish_and_audit(&app).await;
    assert_eq!(balance(&app, &student).await, (0, None));
    let history = app.get(&format!("/api/credit-history?studentId={}", student.id)).by(&student).ok().await;
    let kinds: Vec<_> = history["entries"].as_array().unwrap().iter().map(|entry| &entry["credits"]).collect();
    assert_eq!(kinds, [&json!(-1), &json!(1), &json!(-1), &json!(1)], "every change is listed: {history}");
    before(&app, &booking, -hours(3));
    finish_and_audit(&app).await;
}
