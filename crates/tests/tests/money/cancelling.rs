//! Calling a class off: what it brings at every hour before it, to whom, and once (D24).

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::school::{School, instant};
use tala_tests::{Desk, Student, at, both_dbs, days, hours, later, minutes};

use crate::support::{
    CLASS, NEXT_CLASS, balance, before, bookings, buy_class, cancel, change_rate, count, in_account, offered,
    penniless, settled,
};

both_dbs!(
    a_paid_class_brings_what_was_promised,
    a_class_paid_with_a_credit_brings_it_back,
    a_teacher_who_calls_off_gives_everything_back,
    ten_clicks_call_off_once,
    student_and_teacher_at_once_call_off_once,
    nobody_else_can_call_it_off,
    what_is_over_or_called_off_cannot_be_called_off,
    the_seat_is_free_at_once,
    one_student_of_a_group_does_not_cancel_the_others,
    a_class_that_cost_nothing_brings_its_coupon_back,
    a_refund_is_what_was_paid_whatever_it_costs_now,
    a_late_credit_is_spent_like_any_other,
    calendars_forget_the_class,
);

const AN_INSTANT: SignedDuration = SignedDuration::from_micros(1);

/// A class of the usual school so many days after the first.
fn class(days_on: i64) -> Timestamp {
    later(at(CLASS), days(days_on))
}

async fn bought(desk: &Desk, student: &Student, class: Timestamp) -> Value {
    desk.clock.set(class.checked_sub(days(3)).unwrap());
    buy_class(desk, student, &class.to_string()).await.0
}

async fn a_paid_class_brings_what_was_promised(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    for (number, (left, promised)) in [
        (hours(30), "refund"),
        (hours(24), "refund"),
        (hours(24) - AN_INSTANT, "credit"),
        (hours(20), "credit"),
        (hours(12), "credit"),
        (hours(12) - AN_INSTANT, "none"),
        (hours(5), "none"),
        (minutes(1), "none"),
    ]
    .into_iter()
    .enumerate()
    {
        let booking = bought(&desk, &student, class(4 * i64::try_from(number).unwrap())).await;
        let credits = balance(&desk, &student).await.0;
        before(&desk, &booking, left);
        let shown = bookings(&desk, &student).await;
        let shown = shown.iter().find(|shown| shown["_id"] == booking["_id"]).unwrap();
        assert_eq!(shown["policy"]["outcomeNow"], promised, "{left:?}");
        let said = shown["policy"]["sentence"].as_str().unwrap();
        let says = match promised {
            "refund" => ": money back. After that, until ",
            "credit" => ": a class credit, no money back. Later: nothing.",
            _ => "it cannot be cancelled or moved any more.",
        };
        assert!(said.contains(says), "{left:?}: {said}");
        if promised == "none" {
            cancel(&desk, &student, &booking).refused(ErrorCode::TooLateToCancel).await;
        } else {
            let reply = cancel(&desk, &student, &booking).ok().await;
            check_reply(&desk, &reply, promised);
            let more = i64::from(promised == "credit");
            assert_eq!(balance(&desk, &student).await.0, credits + more, "{left:?}");
        }
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 2);
    assert_eq!(count(&desk, "bookings WHERE status = 'cancelled'").await, 5);
}

fn check_reply(desk: &Desk, reply: &Value, promised: &str) {
    assert_eq!((&reply["outcome"], &reply["booking"]["bookingStatus"]), (&json!(promised), &json!("cancelled")));
    let (refund, expires) = (&reply["refund"], &reply["creditExpiresAt"]);
    if promised == "refund" {
        assert_eq!((&refund["amount"], &refund["currency"], expires), (&json!(1022.98), &json!("INR"), &Value::Null));
        assert_eq!(reply["booking"]["paymentStatus"], "refunded");
    } else {
        assert_eq!((refund, instant(expires)), (&Value::Null, later(desk.now(), days(60))));
        assert_eq!(reply["booking"]["paymentStatus"], "paid", "the money stays, as a credit");
    }
}

async fn a_class_paid_with_a_credit_brings_it_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    for (number, (left, comes_back)) in [
        (hours(30), true),
        (hours(24) - AN_INSTANT, true),
        (hours(12), true),
        (hours(12) - AN_INSTANT, false),
        (hours(1), false),
    ]
    .into_iter()
    .enumerate()
    {
        let class = class(4 * i64::try_from(number).unwrap());
        desk.clock.set(class.checked_sub(days(3)).unwrap());
        let lot = desk.lot(&student, 1, days(30)).await;
        let booking = desk.book(&student, &desk.slot_at(&student, class).await).await;
        before(&desk, &booking, left);
        if comes_back {
            let reply = cancel(&desk, &student, &booking).ok().await;
            assert_eq!((&reply["outcome"], &reply["refund"]), (&json!("credit_returned"), &Value::Null));
            assert_eq!(desk.left_in(lot).await, 1, "{left:?}");
            desk.book(&student, &desk.slots(&student).await[0]).await;
        } else {
            cancel(&desk, &student, &booking).refused(ErrorCode::TooLateToCancel).await;
            assert_eq!(desk.left_in(lot).await, 0, "{left:?}");
        }
        settled(&desk).await;
    }
}

async fn a_teacher_who_calls_off_gives_everything_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    for (number, left) in [hours(30), hours(13), hours(5), minutes(1)].into_iter().enumerate() {
        let class = class(4 * i64::try_from(number).unwrap());
        let paid = bought(&desk, &student, class).await;
        let lot = desk.lot(&student, 1, days(30)).await;
        let credit = desk.book(&student, &desk.slot_at(&student, later(class, hours(1))).await).await;
        before(&desk, &paid, left);
        let reply = cancel(&desk, &teacher, &paid).ok().await;
        assert_eq!((&reply["outcome"], &reply["refund"]["amount"]), (&json!("refund"), &json!(1022.98)), "{left:?}");
        assert_eq!(reply["booking"]["cancelledBy"], "teacher");
        let reply = cancel(&desk, &teacher, &credit).ok().await;
        assert_eq!(reply["outcome"], "credit_returned", "{left:?}");
        assert_eq!(desk.left_in(lot).await, 1);
        desk.book(&student, &desk.slots(&student).await[0]).await;
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 4);
}

async fn ten_clicks_call_off_once(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let paid = buy_class(&desk, &student, CLASS).await.0;
    let credit = desk.book(&student, &desk.slot_at(&student, at(NEXT_CLASS)).await).await;
    let late = buy_class(&desk, &student, "2026-03-10T05:30:00Z").await.0;
    settled(&desk).await;
    for (booking, left) in [(&paid, hours(26)), (&credit, hours(26)), (&late, hours(20))] {
        before(&desk, booking, left);
        let clicks = join_all((0..10).map(|_| cancel(&desk, &student, booking).send())).await;
        let won = clicks.iter().filter(|reply| reply.code().is_none()).count();
        assert_eq!(won, 1);
        for lost in clicks.iter().filter(|reply| reply.code().is_some()) {
            lost.refused(ErrorCode::NotCancellable);
        }
        settled(&desk).await;
    }
    assert_eq!((count(&desk, "refunds").await, balance(&desk, &student).await.0), (1, 5));
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 6, "one of each booking and one of each cancellation");
}

async fn student_and_teacher_at_once_call_off_once(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    for number in 0..3 {
        let booking = bought(&desk, &student, class(4 * number)).await;
        before(&desk, &booking, hours(20));
        let (refunds, credits) = (count(&desk, "refunds").await, balance(&desk, &student).await.0);
        let both = [cancel(&desk, &student, &booking).send(), cancel(&desk, &teacher, &booking).send()];
        let both = join_all(both).await;
        let outcomes: Vec<_> = both.iter().map(|reply| reply.json()["outcome"].clone()).collect();
        settled(&desk).await;
        let more = (count(&desk, "refunds").await - refunds, balance(&desk, &student).await.0 - credits);
        match (outcomes[0].as_str(), outcomes[1].as_str()) {
            (Some("credit"), None) => assert_eq!(more, (0, 1)),
            (None, Some("refund")) => assert_eq!(more, (1, 0)),
            other => panic!("both or neither: {other:?}"),
        }
    }
}

async fn nobody_else_can_call_it_off(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    let (other_student, other_teacher) = (desk.student("Arjun", &teacher).await, desk.teacher("Leela").await);
    cancel(&desk, &other_student, &booking).refused(ErrorCode::NotFound).await;
    cancel(&desk, &other_teacher, &booking).refused(ErrorCode::NotFound).await;
    cancel(&desk, &desk.person("Kavya").await, &booking).refused(ErrorCode::NotFound).await;
    let path = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    desk.post(&path, &json!({})).refused(ErrorCode::SignInRequired).await;
    let unknown = format!("/api/bookings/{}/cancel", student.id);
    desk.post(&unknown, &json!({})).by(&student).refused(ErrorCode::NotFound).await;
    assert_eq!(bookings(&desk, &student).await[0]["bookingStatus"], "confirmed");
    settled(&desk).await;
}

async fn what_is_over_or_called_off_cannot_be_called_off(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let called_off = buy_class(&desk, &student, NEXT_CLASS).await.0;
    let held = buy_class(&desk, &student, CLASS).await.0;
    cancel(&desk, &student, &called_off).ok().await;
    for moment in [SignedDuration::ZERO, -minutes(30), -hours(1), -days(1)] {
        before(&desk, &held, moment);
        for booking in [&called_off, &held] {
            cancel(&desk, &student, booking).refused(ErrorCode::NotCancellable).await;
            cancel(&desk, &teacher, booking).refused(ErrorCode::NotCancellable).await;
        }
        settled(&desk).await;
    }
    assert_eq!(count(&desk, "refunds").await, 1);
    assert_eq!(in_account(&desk, "teacher_payable", "INR").await, -99_900, "the class that was held is the teacher's");
}

async fn the_seat_is_free_at_once(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    assert!(!offered(&desk, &other, CLASS).await);
    cancel(&desk, &student, &booking).ok().await;
    for person in [&other, &student] {
        let again = buy_class(&desk, person, CLASS).await.0;
        cancel(&desk, person, &again).ok().await;
        assert!(offered(&desk, &other, CLASS).await);
    }
    settled(&desk).await;
    assert_eq!(count(&desk, "refunds WHERE state = 'done'").await, 3);
    assert_eq!(count(&desk, "slots WHERE seats_taken <> 0").await, 0);
}

async fn one_student_of_a_group_does_not_cancel_the_others(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let evening = "2026-03-10T13:00:00Z";
    desk.publish(&teacher, at(evening), (ClassType::Group, 3, 2)).await;
    let other = desk.student("Arjun", &teacher).await;
    let mine = desk.book(&student, &desk.slot_at(&student, at(evening)).await).await;
    let theirs = buy_class(&desk, &other, evening).await.0;
    before(&desk, &theirs, hours(20));
    let reply = cancel(&desk, &other, &theirs).ok().await;
    assert_eq!(reply["outcome"], "credit");
    assert_eq!(balance(&desk, &other).await.0, 2, "as many credits as the class costs");
    assert_eq!(bookings(&desk, &student).await[0]["bookingStatus"], "confirmed");
    assert_eq!(count(&desk, "slots WHERE seats_taken = 1").await, 1);
    settled(&desk).await;
    cancel(&desk, &student, &mine).ok().await;
    assert_eq!(balance(&desk, &student).await.0, 4);
    assert!(offered(&desk, &student, evening).await, "the class itself stays");
    settled(&desk).await;
}

async fn a_class_that_cost_nothing_brings_its_coupon_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    desk.coupon("FREE", 100).await;
    for who in ["student", "teacher"] {
        let slot = desk.slot_at(&student, at(CLASS)).await;
        let booking = desk.order(&student, &slot, Some("FREE")).await["booking"].clone();
        let promise = booking["policy"]["sentence"].as_str().unwrap();
        assert!(promise.contains(": your coupon can be used again. After that"), "{promise}");
        assert_eq!(count(&desk, "coupons WHERE used = 1").await, 1);
        let person = if who == "student" { &*student } else { &*teacher };
        let reply = cancel(&desk, person, &booking).ok().await;
        assert_eq!((&reply["outcome"], &reply["refund"]), (&json!("none"), &Value::Null), "nothing was paid");
        assert_eq!(count(&desk, "coupons WHERE used = 0").await, 1);
        settled(&desk).await;
        let mails = desk.mailer.sent_to(&student.email);
        let by = if who == "student" { "You have cancelled it." } else { "Padma has cancelled it." };
        let said = |text: &str| text.contains("You can use your coupon again.") && text.contains(by);
        assert!(mails.iter().any(|mail| said(&mail.text)), "{mails:?}");
    }
    assert_eq!(count(&desk, "refunds").await, 0);
}

async fn a_refund_is_what_was_paid_whatever_it_costs_now(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    change_rate(&desk, 500_000).await;
    desk.clock.set(later(desk.now(), days(3)));
    let reply = cancel(&desk, &teacher, &booking).ok().await;
    assert_eq!(reply["refund"]["amount"], 1022.98);
    settled(&desk).await;
    for account in ["provider_clearing", "refunds_payable", "unearned_classes", "provider_fees", "service_fees"] {
        assert_eq!(in_account(&desk, account, "INR").await, 0, "{account}");
    }
}

async fn a_late_credit_is_spent_like_any_other(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    before(&desk, &booking, hours(20));
    cancel(&desk, &student, &booking).ok().await;
    let again = desk.book(&student, &desk.slots(&student).await[1]).await;
    assert_eq!(balance(&desk, &student).await, (0, None));
    before(&desk, &again, -hours(2));
    settled(&desk).await;
    assert_eq!(in_account(&desk, "teacher_payable", "INR").await, -99_900, "worth what was paid for the first");
}

async fn calendars_forget_the_class(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let booking = buy_class(&desk, &student, CLASS).await.0;
    settled(&desk).await;
    cancel(&desk, &student, &booking).ok().await;
    settled(&desk).await;
    for person in [&*student, &*teacher] {
        let sent = desk.mailer.sent_to(&person.email);
        let invitations: Vec<_> = sent.iter().filter_map(|mail| mail.invitation.as_ref()).collect();
        let methods: Vec<_> = invitations.iter().map(|invitation| invitation.method.as_str()).collect();
        assert_eq!(methods, ["REQUEST", "CANCEL"], "{}", person.name);
        let uid = |text: &str| text.lines().find(|line| line.starts_with("UID:")).unwrap().to_owned();
        assert_eq!(uid(&invitations[0].text), uid(&invitations[1].text));
        assert!(
            invitations[0].text.contains("\r\nSEQUENCE:0\r\n") && invitations[1].text.contains("\r\nSEQUENCE:1\r\n")
        );
    }
}
