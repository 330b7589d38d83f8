//! Moving a class: what was paid moves along, the old seat is free, and everybody is told (D24).

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::school::{School, instant};
use tala_tests::{Desk, at, both_dbs, days, hours, minutes};

use crate::support::{
    CLASS, NEXT_CLASS, balance, before, bookings, buy_class, cancel, count, in_account, move_to, offered, penniless,
    settled, virtual_slot,
};

both_dbs!(
    what_was_paid_moves_along,
    a_credit_moves_along,
    until_twelve_hours_before_and_no_longer,
    to_a_class_that_can_be_booked_and_no_other,
    to_a_class_of_the_same_cost,
    to_overlapping_hours_of_ones_own,
    ten_students_move_to_one_seat_once,
    ten_clicks_move_once,
    a_move_and_a_purchase_race_for_the_seat,
    a_move_and_a_cancellation_at_once,
    a_seat_that_somebody_pays_for_cannot_be_moved_to,
    the_hold_of_ones_own_is_no_hindrance,
    nobody_else_can_move_it,
    calendars_follow_the_class,
);

const OTHER_DAY: &str = "2026-03-12T03:30:00Z";

async fn what_was_paid_moves_along(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let (booking, order) = buy_class(&desk, &student, CLASS).await;
    let target = desk.slot_at(&student, at(OTHER_DAY)).await;
    let moved = move_to(&desk, &student, &booking, &target).ok().await["booking"].clone();
    assert_eq!((&moved["_id"], instant(&moved["dateTime"])), (&booking["_id"], at(OTHER_DAY)));
    assert_eq!(instant(&moved["rescheduledFrom"]), at(CLASS));
    assert_eq!(instant(&moved["policy"]["refundUntil"]), at(OTHER_DAY).checked_sub(hours(24)).unwrap());
    assert!(offered(&desk, &other, CLASS).await && !offered(&desk, &other, OTHER_DAY).await);
    settled(&desk).await;
    let kept = desk.order_state(&student, &order).await;
    assert_eq!((&kept["state"], &kept["teacherName"]), (&json!("booked"), &json!(teacher.name)));
    assert_eq!((instant(&kept["dateTime"]), instant(&kept["movedTo"])), (at(CLASS), at(OTHER_DAY)));
    let (_, unmoved) = buy_class(&desk, &other, CLASS).await;
    assert_eq!(desk.order_state(&other, &unmoved).await["movedTo"], Value::Null);
    // By the old hour it is too late; by the new one it is not.
    desk.clock.set(at(CLASS).checked_sub(hours(1)).unwrap());
    let reply = cancel(&desk, &student, &moved).ok().await;
    assert_eq!((&reply["outcome"], &reply["refund"]["amount"]), (&json!("refund"), &json!(1022.98)));
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "refunded");
    desk.clock.set(at(CLASS).checked_add(hours(2)).unwrap());
    settled(&desk).await;
    assert_eq!(in_account(&desk, "teacher_payable", "INR").await, -99_900);
}

async fn a_credit_moves_along(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let lot = desk.lot(&student, 2, days(9)).await;
    let booking = desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    // The credit was alive when it was spent; the class may lie beyond its end (D17).
    let target = desk.slot_at(&student, at("2026-03-20T03:30:00Z")).await;
    let moved = move_to(&desk, &student, &booking, &target).ok().await["booking"].clone();
    assert_eq!((&moved["creditsUsed"], &moved["paymentStatus"]), (&json!(1), &json!("credit")));
    assert_eq!(balance(&desk, &student).await.0, 1);
    settled(&desk).await;
    cancel(&desk, &student, &moved).ok().await;
    assert_eq!(desk.left_in(lot).await, 2);
    settled(&desk).await;
}

async fn until_twelve_hours_before_and_no_longer(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    let mut target = desk.slot_at(&student, at("2026-03-20T03:30:00Z")).await;
    let over = -hours(2);
    for (left, code) in [
        (hours(12) - SignedDuration::from_micros(1), ErrorCode::TooLateToReschedule),
        (hours(5), ErrorCode::TooLateToReschedule),
        (SignedDuration::ZERO, ErrorCode::NotCancellable),
        (over, ErrorCode::NotCancellable),
    ] {
        before(&desk, &booking, left);
        target = desk.slot_at(&student, at("2026-03-20T03:30:00Z")).await;
        let problem = move_to(&desk, &student, &booking, &target).refused(code).await;
        assert!(!problem["slots"].as_array().unwrap().is_empty());
    }
    assert!(offered(&desk, &student, "2026-03-20T03:30:00Z").await);
    before(&desk, &booking, hours(12));
    move_to(&desk, &student, &booking, &target).ok().await;
    settled(&desk).await;
    let called_off = buy_class(&desk, &student, "2026-03-15T03:30:00Z").await.0;
    cancel(&desk, &student, &called_off).ok().await;
    let free = desk.slots(&student).await[0].clone();
    move_to(&desk, &student, &called_off, &free).refused(ErrorCode::NotCancellable).await;
    settled(&desk).await;
}

async fn to_a_class_that_can_be_booked_and_no_other(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    let hour = |time: &str| virtual_slot(&teacher, at(time));
    let named = |id: &str, time: &str| json!({ "_id": id, "dateTime": time, "isVirtualSlot": true });
    let real = hour(OTHER_DAY)["_id"].clone();
    for (wanted, code) in [
        (named(real.as_str().unwrap(), NEXT_CLASS), ErrorCode::InvalidSlot),
        (named("", OTHER_DAY), ErrorCode::InvalidSlot),
        (named(&student.id.to_string(), OTHER_DAY), ErrorCode::SlotTaken),
        (hour("2026-03-12T12:30:00Z"), ErrorCode::SlotTaken),
        (hour("2026-03-02T05:30:00Z"), ErrorCode::SlotTooSoon),
        (hour("2026-02-24T03:30:00Z"), ErrorCode::SlotTooSoon),
        (hour("2026-06-24T03:30:00Z"), ErrorCode::SlotTooFar),
        (hour(CLASS), ErrorCode::SlotTaken),
    ] {
        move_to(&desk, &student, &booking, &wanted).refused(code).await;
    }
    let theirs = desk.teacher("Leela").await;
    desk.open_hours(&theirs, "Asia/Kolkata", 60, &[(0..=6, "15:00", "16:00")]).await;
    let student_of_theirs = desk.student("Arjun", &theirs).await;
    let slot_of_theirs = desk.slots(&student_of_theirs).await[2].clone();
    move_to(&desk, &student, &booking, &slot_of_theirs).refused(ErrorCode::NotYourself).await;
    assert_eq!(instant(&bookings(&desk, &student).await[0]["dateTime"]), at(CLASS));
    settled(&desk).await;
}

async fn to_a_class_of_the_same_cost(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    for (start, kind, seats, cost) in
        [("2026-03-10T13:00:00Z", ClassType::Group, 5, 2), ("2026-03-11T13:00:00Z", ClassType::Duet, 2, 1)]
    {
        desk.publish(&teacher, at(start), (kind, seats, cost)).await;
    }
    let dear = desk.slot_at(&student, at("2026-03-10T13:00:00Z")).await;
    let same = desk.slot_at(&student, at("2026-03-11T13:00:00Z")).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    move_to(&desk, &student, &booking, &dear).refused(ErrorCode::CostMismatch).await;
    let moved = move_to(&desk, &student, &booking, &same).ok().await["booking"].clone();
    assert_eq!((&moved["classTypeKey"], &moved["isVirtualSlot"]), (&json!("Duet"), &json!(false)));
    settled(&desk).await;
    let back = desk.slot_at(&student, at(CLASS)).await;
    move_to(&desk, &student, &moved, &back).ok().await;
    assert_eq!(count(&desk, "slots WHERE seats_taken = 1").await, 1);
    assert_eq!(desk.slot_at(&student, at("2026-03-11T13:00:00Z")).await["seatsLeft"], 2);
    settled(&desk).await;
}

async fn to_overlapping_hours_of_ones_own(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let (first, second) = (buy_class(&desk, &student, CLASS).await.0, buy_class(&desk, &student, OTHER_DAY).await.0);
    desk.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:30", "12:30")]).await;
    let half_past = "2026-03-10T04:00:00Z";
    assert!(!offered(&desk, &student, half_past).await, "taken by the class itself");
    let shifted = virtual_slot(&teacher, at(half_past));
    move_to(&desk, &student, &second, &shifted).refused(ErrorCode::StudentBusy).await;
    settled(&desk).await;
    let moved = move_to(&desk, &student, &first, &shifted).ok().await["booking"].clone();
    assert_eq!(instant(&moved["dateTime"]), at(half_past), "half an hour later is no hindrance for oneself");
    settled(&desk).await;
}

async fn ten_students_move_to_one_seat_once(desk: Desk) {
    let School { teacher, .. } = desk.school().await;
    let mut movers = Vec::new();
    for number in 0..10 {
        let student = desk.student(&format!("Student {number}"), &teacher).await;
        let slot = desk.slots(&student).await[40].clone();
        desk.lot(&student, 1, days(30)).await;
        let booking = desk.book(&student, &slot).await;
        movers.push((student, booking));
    }
    let target = desk.slot_at(&movers[0].0, at(CLASS)).await;
    let moves = movers.iter().map(|(student, booking)| move_to(&desk, student, booking, &target).send());
    let replies = join_all(moves).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        let problem = lost.refused(ErrorCode::SlotTaken);
        assert!(problem["slots"].as_array().unwrap().iter().all(|slot| slot["dateTime"] != CLASS));
    }
    assert_eq!(count(&desk, "bookings WHERE rescheduled_from IS NOT NULL").await, 1);
    settled(&desk).await;
}

async fn ten_clicks_move_once(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    settled(&desk).await;
    let target = desk.slot_at(&student, at(OTHER_DAY)).await;
    let replies = join_all((0..10).map(|_| move_to(&desk, &student, &booking, &target).send())).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        lost.refused(ErrorCode::SlotTaken);
    }
    settled(&desk).await;
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 2, "one confirmation and one move");
    // To two places at once: one after the other, and nothing is left behind.
    let places = ["2026-03-13T03:30:00Z", "2026-03-14T03:30:00Z"];
    let slots = [desk.slot_at(&student, at(places[0])).await, desk.slot_at(&student, at(places[1])).await];
    join_all(slots.iter().map(|slot| move_to(&desk, &student, &booking, slot).send())).await;
    assert_eq!(count(&desk, "slots WHERE seats_taken = 1").await, 1);
    assert!(offered(&desk, &student, CLASS).await && offered(&desk, &student, OTHER_DAY).await);
    settled(&desk).await;
}

async fn a_move_and_a_purchase_race_for_the_seat(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let buyer = desk.student("Arjun", &teacher).await;
    for day in 0..5 {
        let from = at("2026-03-10T04:30:00Z").checked_add(days(day)).unwrap();
        let to = at(CLASS).checked_add(days(day)).unwrap();
        let booking = buy_class(&desk, &student, &from.to_string()).await.0;
        let target = desk.slot_at(&student, to).await;
        let quote = desk.quote(&buyer, &target, None).await;
        let moved = move_to(&desk, &student, &booking, &target).send();
        let bought = desk.order_request(&buyer, &target, &quote).send();
        let (moved, bought) = futures_util::future::join(moved, bought).await;
        match (moved.code(), bought.code()) {
            (None, Some(ErrorCode::SlotTaken)) => {}
            (Some(ErrorCode::SlotTaken | ErrorCode::SeatHeld), None) => drop(desk.pay(&bought.json())),
            other => panic!("both or neither: {other:?}"),
        }
        settled(&desk).await;
    }
}

async fn a_move_and_a_cancellation_at_once(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    for day in 0..6 {
        let start = at(CLASS).checked_add(days(day)).unwrap();
        let booking = buy_class(&desk, &student, &start.to_string()).await.0;
        let target = desk.slot_at(&student, start.checked_add(hours(1)).unwrap()).await;
        let who = if day % 2 == 0 { &*student } else { &*teacher };
        let (moved, called_off) = futures_util::future::join(
            move_to(&desk, &student, &booking, &target).send(),
            cancel(&desk, who, &booking).send(),
        )
        .await;
        assert_eq!(called_off.ok()["outcome"], "refund", "moved or not, it is called off");
        assert!(matches!(moved.code(), None | Some(ErrorCode::NotCancellable)), "{:?}", moved.code());
        assert!(offered(&desk, &student, &start.to_string()).await);
        assert_eq!(count(&desk, "slots WHERE seats_taken <> 0").await, 0);
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 6);
}

async fn a_seat_that_somebody_pays_for_cannot_be_moved_to(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let payer = desk.student("Arjun", &teacher).await;
    let booking = buy_class(&desk, &student, OTHER_DAY).await.0;
    let target = desk.slot_at(&student, at(CLASS)).await;
    let order = desk.order(&payer, &target, None).await;
    move_to(&desk, &student, &booking, &target).refused(ErrorCode::SeatHeld).await;
    desk.advance(minutes(15));
    // Nobody has swept the hold away: whoever comes may have it.
    move_to(&desk, &student, &booking, &target).ok().await;
    desk.pay(&order);
    settled(&desk).await;
    let late = desk.order_state(&payer, &order).await;
    assert_eq!((&late["state"], &late["reason"]), (&json!("refunded"), &json!("seat_gone")));
}

async fn the_hold_of_ones_own_is_no_hindrance(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, OTHER_DAY).await.0;
    let target = desk.slot_at(&student, at(CLASS)).await;
    let order = desk.order(&student, &target, None).await;
    move_to(&desk, &student, &booking, &target).ok().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "cancelled");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "refunded");
    assert_eq!(count(&desk, "bookings").await, 1);
}

async fn nobody_else_can_move_it(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    let target = desk.slot_at(&student, at(OTHER_DAY)).await;
    move_to(&desk, &other, &booking, &target).refused(ErrorCode::NotFound).await;
    let body = json!({ "slotId": target["_id"], "dateTime": target["dateTime"] });
    let path = format!("/api/bookings/{}/reschedule", booking["_id"].as_str().unwrap());
    desk.post(&path, &body).by(&teacher).refused(ErrorCode::RoleNotAllowed).await;
    desk.post(&path, &body).refused(ErrorCode::SignInRequired).await;
    let nothing = format!("/api/bookings/{}/reschedule", student.id);
    desk.post(&nothing, &body).by(&student).refused(ErrorCode::NotFound).await;
    for bad in [json!({}), json!({ "slotId": target["_id"] }), json!({ "slotId": 7, "dateTime": CLASS }), Value::Null] {
        let reply = desk.post(&path, &bad).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{bad}: {}", reply.status);
    }
    assert_eq!(instant(&bookings(&desk, &student).await[0]["dateTime"]), at(CLASS));
    settled(&desk).await;
}

async fn calendars_follow_the_class(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    settled(&desk).await;
    for place in [OTHER_DAY, CLASS] {
        let target = desk.slot_at(&student, at(place)).await;
        move_to(&desk, &student, &booking, &target).ok().await;
        settled(&desk).await;
    }
    for person in [&*student, &*teacher] {
        let sent = desk.mailer.sent_to(&person.email);
        let told: Vec<_> = sent.iter().filter_map(|mail| mail.invitation.as_ref()).collect();
        let line = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        let starts: Vec<_> = told.iter().map(|ics| line(&ics.text, "DTSTART")).collect();
        assert_eq!(starts, ["DTSTART:20260310T033000Z", "DTSTART:20260312T033000Z", "DTSTART:20260310T033000Z"]);
        let sequences: Vec<_> = told.iter().map(|ics| line(&ics.text, "SEQUENCE")).collect();
        assert_eq!(sequences, ["SEQUENCE:0", "SEQUENCE:1", "SEQUENCE:2"]);
        assert!(told.iter().all(|ics| ics.method == "REQUEST" && line(&ics.text, "UID") == line(&told[0].text, "UID")));
    }
}
