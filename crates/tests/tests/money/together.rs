//! Ten at once of everything, on one server and on two.

use futures_util::future::{join, join_all, join3};
use serde_json::Value;
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Student, Teacher, at, both_dbs, days, hours, later, minutes};

use crate::support::{
    CLASS, balance, buy_class, cancel, count, in_account, move_to, penniless, release, second_server, settled,
};

both_dbs!(
    ten_buy_the_seats_of_one_group,
    ten_payments_and_all_their_news,
    ten_cancellations,
    ten_students_change_places,
    paying_and_giving_up,
    paying_and_booking_with_credits,
    late_payments_and_new_holds,
    workers_of_two_servers,
);

async fn ten(desk: &Desk, teacher: &Teacher) -> Vec<Student> {
    let mut students = Vec::new();
    for number in 0..10 {
        students.push(desk.student(&format!("Student {number}"), teacher).await);
    }
    students
}

async fn ten_buy_the_seats_of_one_group(desk: Desk) {
    let School { teacher, .. } = penniless(&desk).await;
    let evening = at("2026-03-10T13:00:00Z");
    desk.publish(&teacher, evening, (ClassType::Group, 4, 2)).await;
    let (students, other) = (ten(&desk, &teacher).await, second_server(&desk, 2).await);
    let slot = desk.slot_at(&students[0], evening).await;
    let quote = desk.quote(&students[0], &slot, None).await;
    let servers = [&desk, &other];
    let clicks = students.iter().enumerate();
    let clicks = clicks.map(|(number, student)| servers[number % 2].order_request(student, &slot, &quote).send());
    let replies = join_all(clicks).await;
    let won: Vec<_> = (0..10).filter(|number| replies[*number].code().is_none()).collect();
    assert_eq!(won.len(), 4);
    let orders: Vec<_> = won.iter().map(|number| (&students[*number], replies[*number].json())).collect();
    let paid: Vec<_> = orders.iter().map(|(student, order)| (*student, order, desk.pay(order))).collect();
    let said = paid.iter().map(|(student, order, payment)| other.success_request(student, order, payment).send());
    join3(join_all(said), desk.tell(), other.work()).await;
    settled(&desk).await;
    assert_eq!(count(&desk, "bookings WHERE status = 'confirmed'").await, 4);
    assert_eq!(count(&desk, "slots WHERE seats_taken = 4").await, 1);
    assert_eq!(in_account(&desk, "unearned_classes", "INR").await, -4 * 2 * 99_900);
}

async fn ten_payments_and_all_their_news(desk: Desk) {
    let School { teacher, .. } = penniless(&desk).await;
    let (students, other) = (ten(&desk, &teacher).await, second_server(&desk, 2).await);
    let mut bought = Vec::new();
    for (number, student) in students.iter().enumerate() {
        let slot = desk.slots(student).await[number].clone();
        let order = desk.order(student, &slot, None).await;
        // Each pays twice: two tabs, two phones.
        let payments = [desk.pay(&order), desk.pay(&order)];
        bought.push((student, order, payments));
    }
    desk.advance(minutes(1));
    let said = bought.iter().flat_map(|(student, order, payments)| {
        [&desk, &other]
            .into_iter()
            .zip(payments)
            .map(move |(server, payment)| server.success_request(student, order, payment).send())
    });
    let (replies, ..) = join3(join_all(said), desk.tell(), other.work()).await;
    for reply in replies {
        assert_eq!(reply.ok()["order"]["state"], "booked");
    }
    settled(&desk).await;
    assert_eq!((count(&desk, "bookings").await, count(&desk, "refunds WHERE state = 'done'").await), (10, 10));
}

async fn ten_cancellations(desk: Desk) {
    let School { teacher, .. } = penniless(&desk).await;
    let (students, other) = (ten(&desk, &teacher).await, second_server(&desk, 2).await);
    let mut held = Vec::new();
    for (number, student) in students.iter().enumerate() {
        let class =
            later(at(CLASS), days(i64::try_from(number / 2).unwrap()) + hours(i64::try_from(number % 2).unwrap()));
        if number < 5 {
            held.push((student, buy_class(&desk, student, &class.to_string()).await.0));
        } else {
            desk.lot(student, 1, days(30)).await;
            held.push((student, desk.book(student, &desk.slot_at(student, class).await).await));
        }
    }
    settled(&desk).await;
    let clicks = held.iter().flat_map(|(student, booking)| {
        [cancel(&desk, student, booking).send(), cancel(&other, &teacher, booking).send()]
    });
    let (replies, ..) = join3(join_all(clicks), desk.work(), other.work()).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 10, "each once");
    settled(&desk).await;
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 5);
    for student in &students[5..] {
        assert_eq!(balance(&desk, student).await.0, 1);
    }
    assert_eq!(count(&desk, "slots WHERE seats_taken <> 0").await, 0);
    assert_eq!(count(&desk, "time_cells").await, 0);
}

async fn ten_students_change_places(desk: Desk) {
    let School { teacher, .. } = penniless(&desk).await;
    let students = ten(&desk, &teacher).await;
    let mut held = Vec::new();
    for (number, student) in students.iter().enumerate() {
        desk.lot(student, 1, days(30)).await;
        let class = later(at(CLASS), days(i64::try_from(number).unwrap()));
        held.push((student, desk.book(student, &desk.slot_at(student, class).await).await));
    }
    // Everybody wants the free hour after somebody else's class, all at once, again and again.
    for round in 0..4 {
        let mut targets = Vec::new();
        for number in 0..10 {
            let class = later(at(CLASS), days((i64::from(number) + round) % 10) + hours(round % 2 + 1));
            targets.push(crate::support::virtual_slot(&teacher, class));
        }
        let moves = held.iter().zip(&targets);
        let moves = moves.map(|((student, booking), target)| move_to(&desk, student, booking, target).send());
        for reply in join_all(moves).await {
            assert!(matches!(reply.code(), None | Some(ErrorCode::SlotTaken)), "{reply:?}");
        }
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "slots WHERE seats_taken = 1").await, 10);
    assert_eq!(count(&desk, "time_cells").await, 80, "a class is four quarters of an hour, of two people");
}

async fn paying_and_giving_up(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    desk.coupon("TEN", 10).await;
    for number in 0..10 {
        let slot = desk.slots(&student).await[number].clone();
        let order = desk.order(&student, &slot, Some("TEN")).await;
        let payment = desk.pay(&order);
        let (said, given_up) =
            join(desk.success_request(&student, &order, &payment).send(), release(&other, &student, &order).send())
                .await;
        assert_eq!(said.ok()["order"]["state"], "booked", "what is paid is booked");
        given_up.ok();
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "coupons WHERE used = 10").await, 1);
}

async fn paying_and_booking_with_credits(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    desk.lot(&student, 10, days(50)).await;
    for number in 0..10 {
        let slot = desk.slots(&student).await[number].clone();
        let order = desk.order(&student, &slot, None).await;
        let payment = desk.pay(&order);
        let (said, booked) = join(
            desk.success_request(&student, &order, &payment).send(),
            other.booking_request(&student, &slot).send(),
        )
        .await;
        let state = said.ok()["order"]["state"].clone();
        let booking: Value = booked.ok()["booking"].clone();
        assert!(state == "booked" || booking["creditsUsed"] == 1, "{state}: {booking}");
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "bookings").await, 10, "one class each, paid once");
    let refunded = count(&desk, "refunds WHERE state = 'done'").await;
    assert_eq!(balance(&desk, &student).await.0, 10 - refunded, "with money or with a credit");
}

async fn late_payments_and_new_holds(desk: Desk) {
    let School { teacher, student } = penniless(&desk).await;
    let (students, other) = (ten(&desk, &teacher).await, second_server(&desk, 2).await);
    let mut late = Vec::new();
    for student in &students {
        // One after the other holds the same seat, and falls asleep.
        late.push(desk.order(student, &desk.slot_at(student, at(CLASS)).await, None).await);
        desk.advance(minutes(15));
    }
    let slot = desk.slot_at(&student, at(CLASS)).await;
    let quote = desk.quote(&student, &slot, None).await;
    let payments: Vec<_> = late.iter().map(|order| desk.pay(order)).collect();
    let said = students.iter().zip(&late).zip(&payments);
    let said = said.map(|((student, order), payment)| other.success_request(student, order, payment).send());
    let (replies, ..) = join3(join_all(said), desk.order_request(&student, &slot, &quote).send(), desk.tell()).await;
    let booked = replies.iter().filter(|reply| reply.ok()["order"]["state"] == "booked").count();
    settled(&desk).await;
    assert!(booked <= 1);
    assert_eq!(count(&desk, "bookings").await, i64::try_from(booked).unwrap());
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 10 - i64::try_from(booked).unwrap());
    assert_eq!(count(&desk, "slots WHERE seats_taken = 1").await, 1, "the class or the hold");
}

async fn workers_of_two_servers(desk: Desk) {
    let School { teacher, .. } = penniless(&desk).await;
    let (students, other) = (ten(&desk, &teacher).await, second_server(&desk, 2).await);
    for (number, student) in students.iter().enumerate() {
        let slot = desk.slots(student).await[number].clone();
        let order = desk.order(student, &slot, None).await;
        desk.pay(&order);
        if number % 3 == 0 {
            desk.pay(&order);
        }
    }
    desk.provider.deliver_due().await;
    desk.advance(minutes(2));
    let servers = [&desk, &other];
    join_all((0..6).map(|number| servers[number % 2].work())).await;
    settled(&desk).await;
    assert_eq!((count(&desk, "bookings").await, count(&desk, "refunds").await), (10, 4));
    assert_eq!(desk.mailer.sent().len(), 10 * 2 + 4, "every mail once");
}
