//! Rescheduling a class: the payment stays with the booking, the previous seat is released, both people are notified
//! (D24).

use futures_util::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{PaymentsApp, at, both_dbs, days, hours, minutes};

use crate::common::payments::{
    CLASS, NEXT_CLASS, balance, before, bookings, buy_class, cancel, count, finish_and_audit, in_account, move_to,
    offered, school_without_credits, virtual_slot,
};

both_dbs!(
    payment_stays_with_the_rescheduled_booking,
    credit_stays_with_the_rescheduled_booking,
    reschedule_is_possible_until_twelve_hours_before,
    reschedule_to_an_unavailable_slot_is_refused,
    reschedule_to_another_cost_is_refused,
    reschedule_to_a_slot_overlapping_the_same_class_is_possible,
    one_of_ten_students_reschedules_to_the_last_seat,
    ten_simultaneous_reschedules_take_effect_once,
    concurrent_reschedule_and_order_share_no_seat,
    concurrent_reschedule_and_cancellation_are_serialized,
    reschedule_to_a_held_seat_is_refused,
    students_own_hold_does_not_block_a_reschedule,
    other_people_cannot_reschedule,
    reschedule_updates_calendars,
);

const OTHER_DAY: &str = "2026-03-12T03:30:00Z";

async fn payment_stays_with_the_rescheduled_booking(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let (booking, order) = buy_class(&app, &student, CLASS).await;
    let target = app.slot_at(&student, at(OTHER_DAY)).await;
    let moved = move_to(&app, &student, &booking, &target).ok().await["booking"].clone();
    assert_eq!((&moved["_id"], instant(&moved["dateTime"])), (&booking["_id"], at(OTHER_DAY)));
    assert_eq!(instant(&moved["rescheduledFrom"]), at(CLASS));
    assert_eq!(instant(&moved["policy"]["refundUntil"]), at(OTHER_DAY).checked_sub(hours(24)).unwrap());
    assert!(offered(&app, &other, CLASS).await && !offered(&app, &other, OTHER_DAY).await);
    finish_and_audit(&app).await;
    let kept = app.order_state(&student, &order).await;
    assert_eq!((&kept["state"], &kept["teacherName"]), (&json!("booked"), &json!(teacher.name)));
    assert_eq!((instant(&kept["dateTime"]), instant(&kept["movedTo"])), (at(CLASS), at(OTHER_DAY)));
    let (_, unmoved) = buy_class(&app, &other, CLASS).await;
    assert_eq!(app.order_state(&other, &unmoved).await["movedTo"], Value::Null);
    // Too late by the previous start, in time by the new one.
    app.clock.set(at(CLASS).checked_sub(hours(1)).unwrap());
    let reply = cancel(&app, &student, &moved).ok().await;
    assert_eq!((&reply["outcome"], &reply["refund"]["amount"]), (&json!("refund"), &json!(1022.98)));
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "refunded");
    app.clock.set(at(CLASS).checked_add(hours(2)).unwrap());
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "teacher_payable", "INR").await, -99_900);
}

async fn credit_stays_with_the_rescheduled_booking(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let lot = app.lot(&student, 2, days(9)).await;
    let booking = app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    // The credit was valid when it was spent; the class may be after its expiry (D17).
    let target = app.slot_at(&student, at("2026-03-20T03:30:00Z")).await;
    let moved = move_to(&app, &student, &booking, &target).ok().await["booking"].clone();
    assert_eq!((&moved["creditsUsed"], &moved["paymentStatus"]), (&json!(1), &json!("credit")));
    assert_eq!(balance(&app, &student).await.0, 1);
    finish_and_audit(&app).await;
    cancel(&app, &student, &moved).ok().await;
    assert_eq!(app.remaining_in(lot).await, 2);
    finish_and_audit(&app).await;
}

async fn reschedule_is_possible_until_twelve_hours_before(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    let mut target = app.slot_at(&student, at("2026-03-20T03:30:00Z")).await;
    let over = -hours(2);
    for (left, code) in [
        (hours(12) - SignedDuration::from_micros(1), ErrorCode::TooLateToReschedule),
        (hours(5), ErrorCode::TooLateToReschedule),
        (SignedDuration::ZERO, ErrorCode::NotCancellable),
        (over, ErrorCode::NotCancellable),
    ] {
        before(&app, &booking, left);
        target = app.slot_at(&student, at("2026-03-20T03:30:00Z")).await;
        let problem = move_to(&app, &student, &booking, &target).refused(code).await;
        assert!(!problem["slots"].as_array().unwrap().is_empty());
    }
    assert!(offered(&app, &student, "2026-03-20T03:30:00Z").await);
    before(&app, &booking, hours(12));
    move_to(&app, &student, &booking, &target).ok().await;
    finish_and_audit(&app).await;
    let called_off = buy_class(&app, &student, "2026-03-15T03:30:00Z").await.0;
    cancel(&app, &student, &called_off).ok().await;
    let free = app.slots(&student).await[0].clone();
    move_to(&app, &student, &called_off, &free).refused(ErrorCode::NotCancellable).await;
    finish_and_audit(&app).await;
}

async fn reschedule_to_an_unavailable_slot_is_refused(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
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
        move_to(&app, &student, &booking, &wanted).refused(code).await;
    }
    let theirs = app.teacher("Leela").await;
    app.open_hours(&theirs, "Asia/Kolkata", 60, &[(0..=6, "15:00", "16:00")]).await;
    let student_of_theirs = app.student("Arjun", &theirs).await;
    let slot_of_theirs = app.slots(&student_of_theirs).await[2].clone();
    move_to(&app, &student, &booking, &slot_of_theirs).refused(ErrorCode::ForbiddenSubject).await;
    assert_eq!(instant(&bookings(&app, &student).await[0]["dateTime"]), at(CLASS));
    finish_and_audit(&app).await;
}

async fn reschedule_to_another_cost_is_refused(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    for (start, kind, seats, cost) in
        [("2026-03-10T13:00:00Z", ClassType::Group, 5, 2), ("2026-03-11T13:00:00Z", ClassType::Duet, 2, 1)]
    {
        app.publish(&teacher, at(start), (kind, seats, cost)).await;
    }
    let dear = app.slot_at(&student, at("2026-03-10T13:00:00Z")).await;
    let same = app.slot_at(&student, at("2026-03-11T13:00:00Z")).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    move_to(&app, &student, &booking, &dear).refused(ErrorCode::CostMismatch).await;
    let moved = move_to(&app, &student, &booking, &same).ok().await["booking"].clone();
    assert_eq!((&moved["classTypeKey"], &moved["isVirtualSlot"]), (&json!("Duet"), &json!(false)));
    finish_and_audit(&app).await;
    let back = app.slot_at(&student, at(CLASS)).await;
    move_to(&app, &student, &moved, &back).ok().await;
    assert_eq!(count(&app, "slots WHERE seats_taken = 1").await, 1);
    assert_eq!(app.slot_at(&student, at("2026-03-11T13:00:00Z")).await["seatsLeft"], 2);
    finish_and_audit(&app).await;
}

async fn reschedule_to_a_slot_overlapping_the_same_class_is_possible(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let (first, second) = (buy_class(&app, &student, CLASS).await.0, buy_class(&app, &student, OTHER_DAY).await.0);
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:30", "12:30")]).await;
    let half_past = "2026-03-10T04:00:00Z";
    assert!(!offered(&app, &student, half_past).await, "taken by the class itself");
    let shifted = virtual_slot(&teacher, at(half_past));
    move_to(&app, &student, &second, &shifted).refused(ErrorCode::StudentBusy).await;
    finish_and_audit(&app).await;
    let moved = move_to(&app, &student, &first, &shifted).ok().await["booking"].clone();
    assert_eq!(instant(&moved["dateTime"]), at(half_past), "the student's own class does not block the new slot");
    finish_and_audit(&app).await;
}

async fn one_of_ten_students_reschedules_to_the_last_seat(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let mut movers = Vec::new();
    for number in 0..10 {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        let slot = app.slots(&student).await[40].clone();
        app.lot(&student, 1, days(30)).await;
        let booking = app.book(&student, &slot).await;
        movers.push((student, booking));
    }
    let target = app.slot_at(&movers[0].0, at(CLASS)).await;
    let moves = movers.iter().map(|(student, booking)| move_to(&app, student, booking, &target).send());
    let replies = join_all(moves).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        let problem = lost.refused(ErrorCode::SlotTaken);
        assert!(problem["slots"].as_array().unwrap().iter().all(|slot| slot["dateTime"] != CLASS));
    }
    assert_eq!(count(&app, "bookings WHERE rescheduled_from IS NOT NULL").await, 1);
    finish_and_audit(&app).await;
}

async fn ten_simultaneous_reschedules_take_effect_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    finish_and_audit(&app).await;
    let target = app.slot_at(&student, at(OTHER_DAY)).await;
    let replies = join_all((0..10).map(|_| move_to(&app, &student, &booking, &target).send())).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for lost in replies.iter().filter(|reply| reply.code().is_some()) {
        lost.refused(ErrorCode::SlotTaken);
    }
    finish_and_audit(&app).await;
    assert_eq!(app.mailer.sent_to(&student.email).len(), 2, "one confirmation and one change");
    // Two simultaneous targets: one after the other, and the first leaves no seat taken.
    let places = ["2026-03-13T03:30:00Z", "2026-03-14T03:30:00Z"];
    let slots = [app.slot_at(&student, at(places[0])).await, app.slot_at(&student, at(places[1])).await];
    join_all(slots.iter().map(|slot| move_to(&app, &student, &booking, slot).send())).await;
    assert_eq!(count(&app, "slots WHERE seats_taken = 1").await, 1);
    assert!(offered(&app, &student, CLASS).await && offered(&app, &student, OTHER_DAY).await);
    finish_and_audit(&app).await;
}

async fn concurrent_reschedule_and_order_share_no_seat(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let buyer = app.student("Arjun", &teacher).await;
    for day in 0..5 {
        let from = at("2026-03-10T04:30:00Z").checked_add(days(day)).unwrap();
        let to = at(CLASS).checked_add(days(day)).unwrap();
        let booking = buy_class(&app, &student, &from.to_string()).await.0;
        let target = app.slot_at(&student, to).await;
        let quote = app.quote(&buyer, &target, None).await;
        let moved = move_to(&app, &student, &booking, &target).send();
        let bought = app.order_request(&buyer, &target, &quote).send();
        let (moved, bought) = futures_util::future::join(moved, bought).await;
        match (moved.code(), bought.code()) {
            (None, Some(ErrorCode::SlotTaken)) => {}
            (Some(ErrorCode::SlotTaken | ErrorCode::SeatHeld), None) => drop(app.pay(&bought.json())),
            other => panic!("neither both nor none: {other:?}"),
        }
        finish_and_audit(&app).await;
    }
}

async fn concurrent_reschedule_and_cancellation_are_serialized(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    for day in 0..6 {
        let start = at(CLASS).checked_add(days(day)).unwrap();
        let booking = buy_class(&app, &student, &start.to_string()).await.0;
        let target = app.slot_at(&student, start.checked_add(hours(1)).unwrap()).await;
        let who = if day % 2 == 0 { &*student } else { &*teacher };
        let (moved, called_off) = futures_util::future::join(
            move_to(&app, &student, &booking, &target).send(),
            cancel(&app, who, &booking).send(),
        )
        .await;
        assert_eq!(called_off.ok()["outcome"], "refund", "moved or not, it is called off");
        assert!(matches!(moved.code(), None | Some(ErrorCode::NotCancellable)), "{:?}", moved.code());
        assert!(offered(&app, &student, &start.to_string()).await);
        assert_eq!(count(&app, "slots WHERE seats_taken <> 0").await, 0);
        finish_and_audit(&app).await;
    }
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 6);
}

async fn reschedule_to_a_held_seat_is_refused(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let payer = app.student("Arjun", &teacher).await;
    let booking = buy_class(&app, &student, OTHER_DAY).await.0;
    let target = app.slot_at(&student, at(CLASS)).await;
    let order = app.order(&payer, &target, None).await;
    move_to(&app, &student, &booking, &target).refused(ErrorCode::SeatHeld).await;
    app.advance(minutes(15));
    // Maintenance has not expired the hold yet; its slot is available all the same.
    move_to(&app, &student, &booking, &target).ok().await;
    app.pay(&order);
    finish_and_audit(&app).await;
    let late = app.order_state(&payer, &order).await;
    assert_eq!((&late["state"], &late["reason"]), (&json!("refunded"), &json!("seat_gone")));
}

async fn students_own_hold_does_not_block_a_reschedule(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, OTHER_DAY).await.0;
    let target = app.slot_at(&student, at(CLASS)).await;
    let order = app.order(&student, &target, None).await;
    move_to(&app, &student, &booking, &target).ok().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "cancelled");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "refunded");
    assert_eq!(count(&app, "bookings").await, 1);
}

async fn other_people_cannot_reschedule(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    let target = app.slot_at(&student, at(OTHER_DAY)).await;
    move_to(&app, &other, &booking, &target).refused(ErrorCode::NotFound).await;
    let body = json!({ "slotId": target["_id"], "dateTime": target["dateTime"] });
    let path = format!("/api/bookings/{}/reschedule", booking["_id"].as_str().unwrap());
    app.post(&path, &body).by(&teacher).refused(ErrorCode::RoleNotAllowed).await;
    app.post(&path, &body).refused(ErrorCode::SignInRequired).await;
    let nothing = format!("/api/bookings/{}/reschedule", student.id);
    app.post(&nothing, &body).by(&student).refused(ErrorCode::NotFound).await;
    for bad in [json!({}), json!({ "slotId": target["_id"] }), json!({ "slotId": 7, "dateTime": CLASS }), Value::Null] {
        let reply = app.post(&path, &bad).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{bad}: {}", reply.status);
    }
    assert_eq!(instant(&bookings(&app, &student).await[0]["dateTime"]), at(CLASS));
    finish_and_audit(&app).await;
}

async fn reschedule_updates_calendars(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    finish_and_audit(&app).await;
    for place in [OTHER_DAY, CLASS] {
        let target = app.slot_at(&student, at(place)).await;
        move_to(&app, &student, &booking, &target).ok().await;
        finish_and_audit(&app).await;
    }
    for person in [&*student, &*teacher] {
        let sent = app.mailer.sent_to(&person.email);
        let told: Vec<_> = sent.iter().filter_map(|mail| mail.invitation.as_ref()).collect();
        let line = |text: &str, name: &str| text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
        let starts: Vec<_> = told.iter().map(|ics| line(&ics.text, "DTSTART")).collect();
        assert_eq!(starts, ["DTSTART:20260310T033000Z", "DTSTART:20260312T033000Z", "DTSTART:20260310T033000Z"]);
        let sequences: Vec<_> = told.iter().map(|ics| line(&ics.text, "SEQUENCE")).collect();
        assert_eq!(sequences, ["SEQUENCE:0", "SEQUENCE:1", "SEQUENCE:2"]);
        assert!(told.iter().all(|ics| ics.method == "REQUEST" && line(&ics.text, "UID") == line(&told[0].text, "UID")));
    }
}
