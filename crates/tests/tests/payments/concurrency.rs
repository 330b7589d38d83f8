//! Ten simultaneous requests of each kind, on one server and on two.

use futures_util::future::{join, join_all, join3};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, Teacher, at, both_dbs, days, hours, later, minutes};

use crate::common::payments::{
    CLASS, balance, buy_class, cancel, count, finish_and_audit, in_account, move_to, release, school_without_credits,
    second_server,
};

both_dbs!(
    ten_buy_the_seats_of_one_group,
    ten_payments_with_simultaneous_webhooks_and_callbacks,
    ten_cancellations,
    ten_students_reschedule_simultaneously,
    paying_and_abandoning,
    paying_and_booking_with_credits,
    late_payments_and_new_holds,
    workers_of_two_servers,
);

async fn ten(app: &PaymentsApp, teacher: &Teacher) -> Vec<Student> {
    let mut students = Vec::new();
    for number in 0..10 {
        students.push(app.student(&format!("Student {number}"), teacher).await);
    }
    students
}

async fn ten_buy_the_seats_of_one_group(app: PaymentsApp) {
    let School { teacher, .. } = school_without_credits(&app).await;
    let evening = at("2026-03-10T13:00:00Z");
    app.publish(&teacher, evening, (ClassType::Group, 4, 2)).await;
    let (students, other) = (ten(&app, &teacher).await, second_server(&app, 2).await);
    let slot = app.slot_at(&students[0], evening).await;
    let quote = app.quote(&students[0], &slot, None).await;
    let servers = [&app, &other];
    let clicks = students.iter().enumerate();
    let clicks = clicks.map(|(number, student)| servers[number % 2].order_request(student, &slot, &quote).send());
    let replies = join_all(clicks).await;
    let won: Vec<_> = (0..10).filter(|number| replies[*number].code().is_none()).collect();
    assert_eq!(won.len(), 4);
    let orders: Vec<_> = won.iter().map(|number| (&students[*number], replies[*number].json())).collect();
    let paid: Vec<_> = orders.iter().map(|(student, order)| (*student, order, app.pay(order))).collect();
    let said = paid.iter().map(|(student, order, payment)| other.success_request(student, order, payment).send());
    join3(join_all(said), app.deliver_events(), other.work()).await;
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "bookings WHERE status = 'confirmed'").await, 4);
    assert_eq!(count(&app, "slots WHERE seats_taken = 4").await, 1);
    assert_eq!(in_account(&app, "unearned_classes", "INR").await, -4 * 2 * 99_900);
}

async fn ten_payments_with_simultaneous_webhooks_and_callbacks(app: PaymentsApp) {
    let School { teacher, .. } = school_without_credits(&app).await;
    let (students, other) = (ten(&app, &teacher).await, second_server(&app, 2).await);
    let mut bought = Vec::new();
    for (number, student) in students.iter().enumerate() {
        let slot = app.slots(student).await[number].clone();
        let order = app.order(student, &slot, None).await;
        // Each pays twice, as in two tabs.
        let payments = [app.pay(&order), app.pay(&order)];
        bought.push((student, order, payments));
    }
    app.advance(minutes(1));
    let said = bought.iter().flat_map(|(student, order, payments)| {
        [&app, &other]
            .into_iter()
            .zip(payments)
            .map(move |(server, payment)| server.success_request(student, order, payment).send())
    });
    let (replies, ..) = join3(join_all(said), app.deliver_events(), other.work()).await;
    for reply in replies {
        assert_eq!(reply.ok()["order"]["state"], "booked");
    }
    finish_and_audit(&app).await;
    assert_eq!((count(&app, "bookings").await, count(&app, "refunds WHERE state = 'done'").await), (10, 10));
}

async fn ten_cancellations(app: PaymentsApp) {
    let School { teacher, .. } = school_without_credits(&app).await;
    let (students, other) = (ten(&app, &teacher).await, second_server(&app, 2).await);
    let mut held = Vec::new();
    for (number, student) in students.iter().enumerate() {
        let class =
            later(at(CLASS), days(i64::try_from(number / 2).unwrap()) + hours(i64::try_from(number % 2).unwrap()));
        if number < 5 {
            held.push((student, buy_class(&app, student, &class.to_string()).await.0));
        } else {
            app.lot(student, 1, days(30)).await;
            held.push((student, app.book(student, &app.slot_at(student, class).await).await));
        }
    }
    finish_and_audit(&app).await;
    let clicks = held.iter().flat_map(|(student, booking)| {
        [cancel(&app, student, booking).send(), cancel(&other, &teacher, booking).send()]
    });
    let (replies, ..) = join3(join_all(clicks), app.work(), other.work()).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 10, "each once");
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 5);
    for student in &students[5..] {
        assert_eq!(balance(&app, student).await.0, 1);
    }
    assert_eq!(count(&app, "slots WHERE seats_taken <> 0").await, 0);
    assert_eq!(count(&app, "busy_quarter_hours").await, 0);
}

async fn ten_students_reschedule_simultaneously(app: PaymentsApp) {
    let School { teacher, .. } = school_without_credits(&app).await;
    let students = ten(&app, &teacher).await;
    let mut held = Vec::new();
    for (number, student) in students.iter().enumerate() {
        app.lot(student, 1, days(30)).await;
        let class = later(at(CLASS), days(i64::try_from(number).unwrap()));
        held.push((student, app.book(student, &app.slot_at(student, class).await).await));
    }
    // All repeatedly request the slot after another student's class.
    for round in 0..4 {
        let mut targets = Vec::new();
        for number in 0..10 {
            let class = later(at(CLASS), days((i64::from(number) + round) % 10) + hours(round % 2 + 1));
            targets.push(crate::common::payments::virtual_slot(&teacher, class));
        }
        let moves = held.iter().zip(&targets);
        let moves = moves.map(|((student, booking), target)| move_to(&app, student, booking, target).send());
        for reply in join_all(moves).await {
            assert!(matches!(reply.code(), None | Some(ErrorCode::SlotTaken)), "{reply:?}");
        }
        finish_and_audit(&app).await;
    }
    assert_eq!(count(&app, "slots WHERE seats_taken = 1").await, 10);
    assert_eq!(count(&app, "busy_quarter_hours").await, 80, "a class is four quarters of an hour, of two people");
}

async fn paying_and_abandoning(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    app.coupon("TEN", 10).await;
    let mut booked = 0_u32;
    for number in 0..10 {
        let slot = app.slots(&student).await[number].clone();
        let order = app.order(&student, &slot, Some("TEN")).await;
        let payment = app.pay(&order);
        let (said, given_up) =
            join(app.success_request(&student, &order, &payment).send(), release(&other, &student, &order).send())
                .await;
        said.ok();
        let reply = given_up.ok()["state"].clone();
        finish_and_audit(&app).await;
        let ended = app.order_state(&student, &order).await;
        let is_booked = ended["state"] == "booked";
        assert!(reply != "cancelled" || !is_booked, "a cancelled purchase must not be booked");
        assert!(reply != "booked" || is_booked, "a booked class must stay booked");
        if !is_booked {
            assert_eq!((&ended["state"], &ended["reason"]), (&json!("refunded"), &json!("order_cancelled")));
        }
        booked += u32::from(is_booked);
    }
    assert_eq!(count(&app, &format!("coupons WHERE used = {booked}")).await, 1);
}

async fn paying_and_booking_with_credits(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    app.lot(&student, 10, days(50)).await;
    for number in 0..10 {
        let slot = app.slots(&student).await[number].clone();
        let order = app.order(&student, &slot, None).await;
        let payment = app.pay(&order);
        let (said, booked) =
            join(app.success_request(&student, &order, &payment).send(), other.booking_request(&student, &slot).send())
                .await;
        let state = said.ok()["order"]["state"].clone();
        let booking: Value = booked.ok()["booking"].clone();
        assert!(state == "booked" || booking["creditsUsed"] == 1, "{state}: {booking}");
        finish_and_audit(&app).await;
    }
    assert_eq!(count(&app, "bookings").await, 10, "one class each, paid once");
    let refunded = count(&app, "refunds WHERE state = 'done'").await;
    assert_eq!(balance(&app, &student).await.0, 10 - refunded, "with money or with a credit");
}

async fn late_payments_and_new_holds(app: PaymentsApp) {
    let School { teacher, student } = school_without_credits(&app).await;
    let (students, other) = (ten(&app, &teacher).await, second_server(&app, 2).await);
    let mut late = Vec::new();
    for student in &students {
        // One after the other holds the same seat and lets the hold expire.
        late.push(app.order(student, &app.slot_at(student, at(CLASS)).await, None).await);
        app.advance(minutes(15));
    }
    let slot = app.slot_at(&student, at(CLASS)).await;
    let quote = app.quote(&student, &slot, None).await;
    let payments: Vec<_> = late.iter().map(|order| app.pay(order)).collect();
    let said = students.iter().zip(&late).zip(&payments);
    let said = said.map(|((student, order), payment)| other.success_request(student, order, payment).send());
    let (replies, ..) =
        join3(join_all(said), app.order_request(&student, &slot, &quote).send(), app.deliver_events()).await;
    let booked = replies.iter().filter(|reply| reply.ok()["order"]["state"] == "booked").count();
    finish_and_audit(&app).await;
    assert!(booked <= 1);
    assert_eq!(count(&app, "bookings").await, i64::try_from(booked).unwrap());
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 10 - i64::try_from(booked).unwrap());
    assert_eq!(count(&app, "slots WHERE seats_taken = 1").await, 1, "the class or the hold");
}

async fn workers_of_two_servers(app: PaymentsApp) {
    let School { teacher, .. } = school_without_credits(&app).await;
    let (students, other) = (ten(&app, &teacher).await, second_server(&app, 2).await);
    for (number, student) in students.iter().enumerate() {
        let slot = app.slots(student).await[number].clone();
        let order = app.order(student, &slot, None).await;
        app.pay(&order);
        if number % 3 == 0 {
            app.pay(&order);
        }
    }
    app.provider.deliver_due().await;
    app.advance(minutes(2));
    let servers = [&app, &other];
    join_all((0..6).map(|number| servers[number % 2].work())).await;
    finish_and_audit(&app).await;
    assert_eq!((count(&app, "bookings").await, count(&app, "refunds").await), (10, 4));
    assert_eq!(app.mailer.sent().len(), 10 * 2 + 4, "every mail once");
}
