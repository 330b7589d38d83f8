//! The seat that is kept while somebody pays: whose it is, who sees it, and when it is anybody's again (D23).

use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::school::{School, instant};
use tala_tests::{Desk, at, both_dbs, days, later, minutes};

use crate::support::{
    CLASS, NEXT_CLASS, audited, bookings, buy_class, count, offered, penniless, release, settled, sql,
};

both_dbs!(
    a_held_seat_is_seen_by_its_owner_alone,
    a_hold_ends_by_itself_without_a_worker,
    a_hold_that_ran_out_does_not_keep_its_owner_from_anything,
    a_hold_that_ran_out_does_not_keep_overlapping_hours,
    a_double_click_is_one_order,
    a_double_click_on_a_package_is_one_order,
    coming_back_to_the_checkout_finds_the_same_order,
    with_another_coupon_there_is_another_order,
    giving_up_frees_seat_and_coupon_at_once,
    giving_up_what_is_paid_changes_nothing,
    somebody_elses_order_cannot_be_given_up,
    twenty_students_hold_one_seat_once,
    seats_of_a_group_class_are_held_one_by_one,
    credits_book_the_seat_that_their_owner_holds,
    a_credit_booking_cannot_take_a_held_seat,
    what_is_held_and_what_is_taken_are_told_apart,
    an_order_left_in_preparation_does_not_keep_its_student_out,
    an_order_left_in_preparation_ends_with_its_hold,
    holds_of_one_student_do_not_overlap,
);

async fn a_held_seat_is_seen_by_its_owner_alone(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let until = later(desk.now(), minutes(15));
    assert_eq!(instant(&order["order"]["heldUntil"]), until);
    let own = desk.slot_at(&student, at(CLASS)).await;
    assert_eq!((&own["orderId"], instant(&own["heldUntil"])), (&order["order"]["_id"], until));
    assert!(!offered(&desk, &other, CLASS).await);
    assert!(offered(&desk, &other, NEXT_CLASS).await);
    let of_others = desk.slots(&other).await.into_iter().chain(desk.slots(&student).await);
    let held: Vec<_> = of_others.filter(|slot| !slot["heldUntil"].is_null() || !slot["orderId"].is_null()).collect();
    assert_eq!(held.len(), 1, "{held:?}");
    desk.advance(minutes(14));
    assert!(!offered(&desk, &other, CLASS).await);
    audited(&desk).await;
}

async fn a_hold_ends_by_itself_without_a_worker(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let payer = desk.student("Ravi", &teacher).await;
    let order = desk.order(&payer, &desk.slot_at(&payer, at(CLASS)).await, None).await;
    desk.advance(minutes(15));
    assert!(offered(&desk, &student, CLASS).await);
    let own = desk.slot_at(&payer, at(CLASS)).await;
    assert_eq!((&own["heldUntil"], &own["orderId"]), (&Value::Null, &Value::Null));
    desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    assert_eq!(desk.order_state(&payer, &order).await["state"], "expired");
    assert!(!offered(&desk, &payer, CLASS).await);
    audited(&desk).await;
}

async fn a_hold_that_ran_out_does_not_keep_its_owner_from_anything(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let first = desk.order(&student, &slot, None).await;
    desk.advance(minutes(15));
    let second = desk.order(&student, &slot, None).await;
    assert_ne!(first["orderId"], second["orderId"], "a new hold, with its own fifteen minutes");
    assert_eq!(instant(&second["order"]["heldUntil"]), later(desk.now(), minutes(15)));
    desk.advance(minutes(15));
    desk.book(&student, &slot).await;
    assert_eq!(count(&desk, "orders WHERE state = 'expired'").await, 2);
    settled(&desk).await;
}

async fn a_hold_that_ran_out_does_not_keep_overlapping_hours(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let payer = desk.student("Ravi", &teacher).await;
    desk.order(&payer, &desk.slot_at(&payer, at(CLASS)).await, None).await;
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:30", "12:30")]).await;
    let half_past = "2026-03-10T04:00:00Z";
    assert!(!offered(&desk, &student, half_past).await, "the hours overlap");
    desk.advance(minutes(15));
    for person in [&student, &payer] {
        let slot = desk.slot_at(person, at(half_past)).await;
        let order = desk.order(person, &slot, None).await;
        assert_eq!(order["order"]["state"], "open");
        release(&desk, person, &order).ok().await;
    }
    audited(&desk).await;
}

async fn a_double_click_is_one_order(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, Some("TEN")).await;
    let clicks = (0..6).map(|_| desk.order_request(&student, &slot, &quote).send());
    let replies = futures_util::future::join_all(clicks).await;
    let mut orders: Vec<_> = replies.iter().map(|reply| reply.ok()["orderId"].clone()).collect();
    orders.dedup();
    assert_eq!(orders.len(), 1, "{orders:?}");
    assert_eq!(count(&desk, "orders").await, 1);
    assert_eq!(count(&desk, "coupons WHERE used = 1").await, 1);
    assert_eq!(desk.provider.overview().unwrap()["orders"].as_array().unwrap().len(), 1);
    desk.pay(&json!({ "orderId": orders[0] }));
    settled(&desk).await;
    assert_eq!(count(&desk, "bookings").await, 1);
}

async fn a_double_click_on_a_package_is_one_order(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let quote = desk.package_quote(&student, 4, None).await;
    let clicks = (0..6).map(|_| desk.package_request(&student, &quote).send());
    let replies = futures_util::future::join_all(clicks).await;
    let mut orders: Vec<_> = replies.iter().map(|reply| reply.ok()["orderId"].clone()).collect();
    orders.sort_by_key(Value::to_string);
    orders.dedup();
    assert_eq!(orders.len(), 1, "{orders:?}");
    assert_eq!(count(&desk, "orders").await, 1);
}

async fn coming_back_to_the_checkout_finds_the_same_order(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let first = desk.order(&student, &slot, None).await;
    desk.advance(minutes(14));
    let again = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    assert_eq!(first["orderId"], again["orderId"]);
    assert_eq!(first["order"]["heldUntil"], again["order"]["heldUntil"], "coming back does not prolong it");
    let package = desk.order_package(&student, 8, None).await;
    assert_eq!(desk.order_package(&student, 8, None).await["orderId"], package["orderId"]);
    assert_ne!(desk.order_package(&student, 4, None).await["orderId"], package["orderId"]);
    let listed = desk.get("/api/orders?limit=2").by(&student).ok().await;
    assert_eq!(listed.as_array().unwrap().len(), 2);
    assert_eq!(listed[0]["packageSize"], 4, "newest first");
}

async fn with_another_coupon_there_is_another_order(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    desk.coupon("FIFTY", 50).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let mut seen = Vec::new();
    for coupon in [None, Some("TEN"), Some("FIFTY"), None] {
        let order = desk.order(&student, &slot, coupon).await;
        assert_eq!(order["quote"]["couponCode"], json!(coupon));
        seen.push(order);
    }
    assert_eq!(count(&desk, "orders WHERE state = 'open'").await, 1);
    assert_eq!(count(&desk, "coupons WHERE used = 0").await, 2, "coupons of orders that were replaced are free");
    desk.pay(&seen[3]);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &seen[3]).await["state"], "booked");
}

async fn giving_up_frees_seat_and_coupon_at_once(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon("TEN", 10).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, Some("TEN")).await;
    for _ in 0..2 {
        assert_eq!(release(&desk, &student, &order).ok().await["state"], "cancelled");
    }
    assert_eq!(count(&desk, "coupons WHERE used = 0").await, 1);
    assert!(offered(&desk, &other, CLASS).await);
    buy_class(&desk, &other, CLASS).await;
    settled(&desk).await;
}

async fn giving_up_what_is_paid_changes_nothing(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let (_, order) = buy_class(&desk, &student, CLASS).await;
    assert_eq!(release(&desk, &student, &order).ok().await["state"], "booked");
    settled(&desk).await;
    assert_eq!(bookings(&desk, &student).await[0]["bookingStatus"], "confirmed");
}

async fn somebody_elses_order_cannot_be_given_up(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    release(&desk, &other, &order).refused(ErrorCode::NotFound).await;
    let path = format!("/api/orders/{}", order["order"]["_id"].as_str().unwrap());
    desk.get(&path).by(&other).refused(ErrorCode::NotFound).await;
    desk.get(&path).by(&teacher).refused(ErrorCode::RoleNotAllowed).await;
    desk.get(&path).refused(ErrorCode::SignInRequired).await;
    assert_eq!(desk.get("/api/orders").by(&other).ok().await, json!([]));
    assert_eq!(desk.order_state(&student, &order).await["state"], "open");
}

async fn twenty_students_hold_one_seat_once(desk: Desk) {
    let School { teacher, .. } = desk.school().await;
    let mut students = Vec::new();
    for number in 0..20 {
        students.push(desk.student(&format!("Student {number}"), &teacher).await);
    }
    let slot = desk.slot_at(&students[0], at(CLASS)).await;
    let quote = desk.quote(&students[0], &slot, None).await;
    let clicks = students.iter().map(|student| desk.order_request(student, &slot, &quote).send());
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
    audited(&desk).await;
}

async fn seats_of_a_group_class_are_held_one_by_one(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let evening = "2026-03-10T13:00:00Z";
    desk.publish(&teacher, at(evening), (ClassType::Group, 2, 2)).await;
    let (arjun, ravi) = (desk.student("Arjun", &teacher).await, desk.student("Ravi", &teacher).await);
    let order = desk.order(&arjun, &desk.slot_at(&arjun, at(evening)).await, None).await;
    assert_eq!(order["quote"]["basePrice"], 1998.0, "two credits' worth");
    assert_eq!(desk.slot_at(&arjun, at(evening)).await["orderId"], order["order"]["_id"]);
    let seen = desk.slot_at(&ravi, at(evening)).await;
    assert_eq!((&seen["seatsLeft"], &seen["orderId"]), (&json!(1), &Value::Null));
    let second = desk.order(&ravi, &seen, None).await;
    assert!(!offered(&desk, &student, evening).await, "both seats are held");
    desk.book_refused(&student, &seen, ErrorCode::SeatHeld).await;
    desk.advance(minutes(15));
    let free = desk.slot_at(&student, at(evening)).await;
    assert_eq!(free["seatsLeft"], 2);
    let booking = desk.book(&student, &free).await;
    assert_eq!(booking["creditsUsed"], 2);
    for (who, order) in [(&arjun, &order), (&ravi, &second)] {
        desk.pay(order);
        settled(&desk).await;
        let state = desk.order_state(who, order).await;
        assert_eq!(state["state"], if who.name == "Arjun" { "booked" } else { "refunded" }, "{state}");
    }
}

async fn credits_book_the_seat_that_their_owner_holds(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let evening = "2026-03-10T13:00:00Z";
    desk.publish(&teacher, at(evening), (ClassType::Duet, 2, 1)).await;
    for class in [CLASS, evening] {
        let slot = desk.slot_at(&student, at(class)).await;
        let order = desk.order(&student, &slot, None).await;
        desk.book(&student, &slot).await;
        assert_eq!(desk.order_state(&student, &order).await["state"], "cancelled");
        audited(&desk).await;
    }
    assert_eq!(count(&desk, "slots WHERE seats_taken = 1").await, 2);
}

async fn a_credit_booking_cannot_take_a_held_seat(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let payer = desk.student("Ravi", &teacher).await;
    let slot = desk.slot_at(&payer, at(CLASS)).await;
    let order = desk.order(&payer, &slot, None).await;
    desk.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    assert_eq!(crate::support::balance(&desk, &student).await.0, 4);
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&payer, &order).await["state"], "booked");
    desk.book_refused(&student, &slot, ErrorCode::SlotTaken).await;
}

async fn what_is_held_and_what_is_taken_are_told_apart(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let (payer, buyer) = (desk.student("Ravi", &teacher).await, desk.student("Arjun", &teacher).await);
    let evening = at("2026-03-10T13:00:00Z");
    desk.publish(&teacher, evening, (ClassType::Duet, 2, 1)).await;
    let slot = desk.slot_at(&student, evening).await;
    let quote = desk.quote(&student, &slot, None).await;
    buy_class(&desk, &buyer, "2026-03-10T13:00:00Z").await;
    desk.order(&payer, &slot, None).await;
    let held = desk.order_request(&student, &slot, &quote).refused(ErrorCode::SeatHeld).await;
    assert!(held["slots"].as_array().unwrap().iter().all(|other| other["_id"] != slot["_id"]));
    desk.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    desk.advance(minutes(15));
    desk.book(&student, &slot).await;
    desk.order_request(&payer, &slot, &quote).refused(ErrorCode::SlotTaken).await;
    settled(&desk).await;
}

/// As the order stands when its server ends between writing it down and asking the provider.
async fn left_in_preparation(desk: &Desk) {
    sql(desk, "UPDATE orders SET state = 'preparing', provider_order_id = NULL, next_check_at = NULL").await;
}

async fn an_order_left_in_preparation_does_not_keep_its_student_out(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    let slot = desk.slot_at(&student, at(CLASS)).await;
    desk.order(&student, &slot, Some("TEN")).await;
    desk.order_package(&student, 4, Some("TEN")).await;
    left_in_preparation(&desk).await;
    desk.advance(minutes(1));
    let order = desk.order(&student, &slot, Some("TEN")).await;
    let package = desk.order_package(&student, 4, Some("TEN")).await;
    desk.pay(&order);
    desk.pay(&package);
    desk.advance(minutes(20));
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
    assert_eq!(desk.order_state(&student, &package).await["state"], "credited");
    assert_eq!(count(&desk, "coupons WHERE used = 2").await, 1);
}

async fn an_order_left_in_preparation_ends_with_its_hold(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    left_in_preparation(&desk).await;
    assert!(!offered(&desk, &other, CLASS).await);
    desk.advance(minutes(15));
    buy_class(&desk, &other, CLASS).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "expired");
    desk.advance(days(1));
    settled(&desk).await;
}

async fn holds_of_one_student_do_not_overlap(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let leela = desk.teacher("Leela").await;
    desk.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:30", "10:30")]).await;
    desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let student = student.moved_to(&desk, &leela).await;
    let half_past = at("2026-03-10T04:00:00Z");
    assert!(!offered(&desk, &student, "2026-03-10T04:00:00Z").await, "one cannot be in two places");
    desk.advance(minutes(15));
    desk.order(&student, &desk.slot_at(&student, half_past).await, None).await;
    audited(&desk).await;
}
