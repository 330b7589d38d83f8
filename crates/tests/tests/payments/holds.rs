//! Seat holds: who has them, who sees them, and when they end (D23).

use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{PaymentsApp, at, both_dbs, days, later, minutes};

use crate::common::payments::{
    CLASS, NEXT_CLASS, audit_money, bookings, buy_class, count, finish_and_audit, offered, release,
    school_without_credits, sql,
};

both_dbs!(
    held_seat_is_listed_to_its_owner_only,
    hold_expires_without_a_worker,
    a_hold_that_ran_out_does_not_keep_its_owner_from_anything,
    a_hold_that_ran_out_does_not_keep_overlapping_hours,
    a_double_click_is_one_order,
    a_double_click_on_a_package_is_one_order,
    returning_to_the_checkout_finds_the_same_order,
    with_another_coupon_there_is_another_order,
    abandoning_releases_seat_and_coupon_immediately,
    abandoning_a_paid_order_changes_nothing,
    order_of_another_student_cannot_be_abandoned,
    twenty_students_hold_one_seat_once,
    seats_of_a_group_class_are_held_one_by_one,
    credits_book_the_seat_that_their_owner_holds,
    a_credit_booking_cannot_take_a_held_seat,
    held_and_taken_seats_have_different_errors,
    an_order_left_in_preparation_does_not_keep_its_student_out,
    an_order_left_in_preparation_ends_with_its_hold,
    holds_of_one_student_do_not_overlap,
);

async fn held_seat_is_listed_to_its_owner_only(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let until = later(app.now(), minutes(15));
    assert_eq!(instant(&order["order"]["heldUntil"]), until);
    let own = app.slot_at(&student, at(CLASS)).await;
    assert_eq!((&own["orderId"], instant(&own["heldUntil"])), (&order["order"]["_id"], until));
    assert!(!offered(&app, &other, CLASS).await);
    assert!(offered(&app, &other, NEXT_CLASS).await);
    let of_others = app.slots(&other).await.into_iter().chain(app.slots(&student).await);
    let held: Vec<_> = of_others.filter(|slot| !slot["heldUntil"].is_null() || !slot["orderId"].is_null()).collect();
    assert_eq!(held.len(), 1, "{held:?}");
    app.advance(minutes(14));
    assert!(!offered(&app, &other, CLASS).await);
    audit_money(&app).await;
}

async fn hold_expires_without_a_worker(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let payer = app.student("Ravi", &teacher).await;
    let order = app.order(&payer, &app.slot_at(&payer, at(CLASS)).await, None).await;
    app.advance(minutes(15));
    assert!(offered(&app, &student, CLASS).await);
    let own = app.slot_at(&payer, at(CLASS)).await;
    assert_eq!((&own["heldUntil"], &own["orderId"]), (&Value::Null, &Value::Null));
    app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    assert_eq!(app.order_state(&payer, &order).await["state"], "expired");
    assert!(!offered(&app, &payer, CLASS).await);
    audit_money(&app).await;
}

async fn a_hold_that_ran_out_does_not_keep_its_owner_from_anything(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let first = app.order(&student, &slot, None).await;
    app.advance(minutes(15));
    let second = app.order(&student, &slot, None).await;
    assert_ne!(first["orderId"], second["orderId"], "a new hold, with its own fifteen minutes");
    assert_eq!(instant(&second["order"]["heldUntil"]), later(app.now(), minutes(15)));
    app.advance(minutes(15));
    app.book(&student, &slot).await;
    assert_eq!(count(&app, "orders WHERE state = 'expired'").await, 2);
    finish_and_audit(&app).await;
}

async fn a_hold_that_ran_out_does_not_keep_overlapping_hours(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let payer = app.student("Ravi", &teacher).await;
    app.order(&payer, &app.slot_at(&payer, at(CLASS)).await, None).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:30", "12:30")]).await;
    let half_past = "2026-03-10T04:00:00Z";
    assert!(!offered(&app, &student, half_past).await, "the hours overlap");
    app.advance(minutes(15));
    for person in [&student, &payer] {
        let slot = app.slot_at(person, at(half_past)).await;
        let order = app.order(person, &slot, None).await;
        assert_eq!(order["order"]["state"], "open");
        release(&app, person, &order).ok().await;
    }
    audit_money(&app).await;
}

async fn a_double_click_is_one_order(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, Some("TEN")).await;
    let clicks = (0..6).map(|_| app.order_request(&student, &slot, &quote).send());
    let replies = futures_util::future::join_all(clicks).await;
    let mut orders: Vec<_> = replies.iter().map(|reply| reply.ok()["orderId"].clone()).collect();
    orders.dedup();
    assert_eq!(orders.len(), 1, "{orders:?}");
    assert_eq!(count(&app, "orders").await, 1);
    assert_eq!(count(&app, "coupons WHERE used = 1").await, 1);
    assert_eq!(app.provider.overview().unwrap()["orders"].as_array().unwrap().len(), 1);
    app.pay(&json!({ "orderId": orders[0] }));
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "bookings").await, 1);
}

async fn a_double_click_on_a_package_is_one_order(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let quote = app.package_quote(&student, 4, None).await;
    let clicks = (0..6).map(|_| app.package_request(&student, &quote).send());
    let replies = futures_util::future::join_all(clicks).await;
    let mut orders: Vec<_> = replies.iter().map(|reply| reply.ok()["orderId"].clone()).collect();
    orders.sort_by_key(Value::to_string);
    orders.dedup();
    assert_eq!(orders.len(), 1, "{orders:?}");
    assert_eq!(count(&app, "orders").await, 1);
}

async fn returning_to_the_checkout_finds_the_same_order(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let first = app.order(&student, &slot, None).await;
    app.advance(minutes(14));
    let again = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    assert_eq!(first["orderId"], again["orderId"]);
    assert_eq!(first["order"]["heldUntil"], again["order"]["heldUntil"], "returning does not extend the hold");
    let package = app.order_package(&student, 8, None).await;
    assert_eq!(app.order_package(&student, 8, None).await["orderId"], package["orderId"]);
    assert_ne!(app.order_package(&student, 4, None).await["orderId"], package["orderId"]);
    let listed = app.get("/api/orders?limit=2").by(&student).ok().await;
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert_eq!(listed[0]["packageSize"], 4, "newest first");
}

async fn with_another_coupon_there_is_another_order(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    app.coupon("FIFTY", 50).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    let mut seen = Vec::new();
    for coupon in [None, Some("TEN"), Some("FIFTY"), None] {
        let order = app.order(&student, &slot, coupon).await;
        assert_eq!(order["quote"]["couponCode"], json!(coupon));
        seen.push(order);
    }
    assert_eq!(count(&app, "orders WHERE state = 'open'").await, 1);
    assert_eq!(count(&app, "coupons WHERE used = 0").await, 2, "coupons of orders that were replaced are free");
    app.pay(&seen[3]);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &seen[3]).await["state"], "booked");
}

async fn abandoning_releases_seat_and_coupon_immediately(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon("TEN", 10).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, Some("TEN")).await;
    for _ in 0..2 {
        assert_eq!(release(&app, &student, &order).ok().await["state"], "cancelled");
    }
    assert_eq!(count(&app, "coupons WHERE used = 0").await, 1);
    assert!(offered(&app, &other, CLASS).await);
    buy_class(&app, &other, CLASS).await;
    finish_and_audit(&app).await;
}

async fn abandoning_a_paid_order_changes_nothing(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let (_, order) = buy_class(&app, &student, CLASS).await;
    assert_eq!(release(&app, &student, &order).ok().await["state"], "booked");
    finish_and_audit(&app).await;
    assert_eq!(bookings(&app, &student).await[0]["bookingStatus"], "confirmed");
}

async fn order_of_another_student_cannot_be_abandoned(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    release(&app, &other, &order).refused(ErrorCode::NotFound).await;
    let path = format!("/api/orders/{}", order["order"]["_id"].as_str().unwrap());
    app.get(&path).by(&other).refused(ErrorCode::NotFound).await;
    app.get(&path).by(&teacher).refused(ErrorCode::RoleNotAllowed).await;
    app.get(&path).refused(ErrorCode::SignInRequired).await;
    assert_eq!(app.get("/api/orders").by(&other).ok().await, json!([]));
    assert_eq!(app.order_state(&student, &order).await["state"], "open");
}

async fn twenty_students_hold_one_seat_once(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let mut students = Vec::new();
    for number in 0..20 {
        students.push(app.student(&format!("Student {number}"), &teacher).await);
    }
    let slot = app.slot_at(&students[0], at(CLASS)).await;
    let quote = app.quote(&students[0], &slot, None).await;
    let clicks = students.iter().map(|student| app.order_request(student, &slot, &quote).send());
    let replies = futures_util::future::join_all(clicks).await;
    let won: Vec<_> = replies.iter().filter(|reply| reply.code().is_none()).collect();
    assert_eq!(won.len(), 1);
    for refused in replies.iter().filter(|reply| reply.code().is_some()) {
        let problem = refused.refused(ErrorCode::SeatHeld);
        let fresh = problem["slots"].as_array().unwrap();
        assert!(
            !fresh.is_empty() && fresh.iter().all(|slot| slot["dateTime"] != CLASS),
            "without the one that is held"
        );
    }
    audit_money(&app).await;
}

async fn seats_of_a_group_class_are_held_one_by_one(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let evening = "2026-03-10T13:00:00Z";
    app.publish(&teacher, at(evening), (ClassType::Group, 2, 2)).await;
    let (arjun, ravi) = (app.student("Arjun", &teacher).await, app.student("Ravi", &teacher).await);
    let order = app.order(&arjun, &app.slot_at(&arjun, at(evening)).await, None).await;
    assert_eq!(order["quote"]["basePrice"], 1998.0, "two credits' worth");
    assert_eq!(app.slot_at(&arjun, at(evening)).await["orderId"], order["order"]["_id"]);
    let seen = app.slot_at(&ravi, at(evening)).await;
    assert_eq!((&seen["seatsLeft"], &seen["orderId"]), (&json!(1), &Value::Null));
    let second = app.order(&ravi, &seen, None).await;
    assert!(!offered(&app, &student, evening).await, "both seats are held");
    app.book_refused(&student, &seen, ErrorCode::SeatHeld).await;
    app.advance(minutes(15));
    let free = app.slot_at(&student, at(evening)).await;
    assert_eq!(free["seatsLeft"], 2);
    let booking = app.book(&student, &free).await;
    assert_eq!(booking["creditsUsed"], 2);
    for (who, order) in [(&arjun, &order), (&ravi, &second)] {
        app.pay(order);
        finish_and_audit(&app).await;
        let state = app.order_state(who, order).await;
        assert_eq!(state["state"], if who.name == "Arjun" { "booked" } else { "refunded" }, "{state}");
    }
}

async fn credits_book_the_seat_that_their_owner_holds(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let evening = "2026-03-10T13:00:00Z";
    app.publish(&teacher, at(evening), (ClassType::Duet, 2, 1)).await;
    for class in [CLASS, evening] {
        let slot = app.slot_at(&student, at(class)).await;
        let order = app.order(&student, &slot, None).await;
        app.book(&student, &slot).await;
        assert_eq!(app.order_state(&student, &order).await["state"], "cancelled");
        audit_money(&app).await;
    }
    assert_eq!(count(&app, "slots WHERE seats_taken = 1").await, 2);
}

async fn a_credit_booking_cannot_take_a_held_seat(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let payer = app.student("Ravi", &teacher).await;
    let slot = app.slot_at(&payer, at(CLASS)).await;
    let order = app.order(&payer, &slot, None).await;
    app.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    assert_eq!(crate::common::payments::balance(&app, &student).await.0, 4);
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&payer, &order).await["state"], "booked");
    app.book_refused(&student, &slot, ErrorCode::SlotTaken).await;
}

async fn held_and_taken_seats_have_different_errors(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let (payer, buyer) = (app.student("Ravi", &teacher).await, app.student("Arjun", &teacher).await);
    let evening = at("2026-03-10T13:00:00Z");
    app.publish(&teacher, evening, (ClassType::Duet, 2, 1)).await;
    let slot = app.slot_at(&student, evening).await;
    let quote = app.quote(&student, &slot, None).await;
    buy_class(&app, &buyer, "2026-03-10T13:00:00Z").await;
    app.order(&payer, &slot, None).await;
    let held = app.order_request(&student, &slot, &quote).refused(ErrorCode::SeatHeld).await;
    assert!(held["slots"].as_array().unwrap().iter().all(|other| other["_id"] != slot["_id"]));
    app.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    app.advance(minutes(15));
    app.book(&student, &slot).await;
    app.order_request(&payer, &slot, &quote).refused(ErrorCode::SlotTaken).await;
    finish_and_audit(&app).await;
}

/// An order as it is when its server stops between inserting it and calling the provider.
async fn order_in_preparation(app: &PaymentsApp) {
    sql(app, "UPDATE orders SET state = 'preparing', provider_order_id = NULL, next_check_at = NULL").await;
}

async fn an_order_left_in_preparation_does_not_keep_its_student_out(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    let slot = app.slot_at(&student, at(CLASS)).await;
    app.order(&student, &slot, Some("TEN")).await;
    app.order_package(&student, 4, Some("TEN")).await;
    order_in_preparation(&app).await;
    app.advance(minutes(1));
    let order = app.order(&student, &slot, Some("TEN")).await;
    let package = app.order_package(&student, 4, Some("TEN")).await;
    app.pay(&order);
    app.pay(&package);
    app.advance(minutes(20));
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
    assert_eq!(app.order_state(&student, &package).await["state"], "credited");
    assert_eq!(count(&app, "coupons WHERE used = 2").await, 1);
}

async fn an_order_left_in_preparation_ends_with_its_hold(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    order_in_preparation(&app).await;
    assert!(!offered(&app, &other, CLASS).await);
    app.advance(minutes(15));
    buy_class(&app, &other, CLASS).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "expired");
    app.advance(days(1));
    finish_and_audit(&app).await;
}

async fn holds_of_one_student_do_not_overlap(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:30", "10:30")]).await;
    app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let student = student.with_teacher(&app, &leela).await;
    let half_past = at("2026-03-10T04:00:00Z");
    assert!(!offered(&app, &student, "2026-03-10T04:00:00Z").await, "one cannot be in two places");
    app.advance(minutes(15));
    app.order(&student, &app.slot_at(&student, half_past).await, None).await;
    audit_money(&app).await;
}
