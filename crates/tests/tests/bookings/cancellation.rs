//! Cancelling a class: what is returned at each time before it, to whom, and only once (D24).

use futures_util::future::join_all;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, hours, later, minutes};

use crate::common::payments::{
    CLASS, NEXT_CLASS, balance, before, bookings, buy_class, cancel, change_rate, count, finish_and_audit, in_account,
    offered, school_without_credits,
};

both_dbs!(
    paid_class_returns_what_the_policy_states,
    cancellation_is_refused_when_it_returns_less_than_the_person_saw,
    cancelled_credit_class_restores_its_credit,
    cancellation_by_the_teacher_returns_everything,
    ten_simultaneous_cancellations_cancel_once,
    simultaneous_cancellations_by_student_and_teacher_cancel_once,
    other_people_cannot_cancel,
    completed_or_cancelled_class_cannot_be_cancelled,
    seat_is_available_immediately_after_cancellation,
    one_student_of_a_group_does_not_cancel_the_others,
    cancelled_free_class_releases_its_coupon,
    a_refund_is_what_was_paid_whatever_it_costs_now,
    a_late_credit_is_spent_like_any_other,
    cancellation_removes_the_class_from_calendars,
);

const AN_INSTANT: SignedDuration = SignedDuration::from_micros(1);

/// A class of the usual school, `day` days after the first.
fn class(days_on: i64) -> Timestamp {
    later(at(CLASS), days(days_on))
}

async fn bought(app: &PaymentsApp, student: &Student, class: Timestamp) -> Value {
    app.clock.set(class.checked_sub(days(3)).unwrap());
    buy_class(app, student, &class.to_string()).await.0
}

async fn paid_class_returns_what_the_policy_states(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
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
        let booking = bought(&app, &student, class(4 * i64::try_from(number).unwrap())).await;
        let credits = balance(&app, &student).await.0;
        before(&app, &booking, left);
        let shown = bookings(&app, &student).await;
        let shown = shown.iter().find(|shown| shown["_id"] == booking["_id"]).unwrap();
        assert_eq!(shown["policy"]["outcomeNow"], promised, "{left:?}");
        let said = shown["policy"]["sentence"].as_str().unwrap();
        let says = match promised {
            "refund" => "Full refund until ",
            "credit" => " and you get a class credit instead of a refund. After that, this class can't be cancelled.",
            _ => "so it can't be cancelled or rescheduled.",
        };
        assert!(said.contains(says), "{left:?}: {said}");
        if promised == "none" {
            cancel(&app, &student, &booking).refused(ErrorCode::TooLateToCancel).await;
        } else {
            let reply = cancel(&app, &student, &booking).ok().await;
            check_reply(&app, &reply, promised);
            let more = i64::from(promised == "credit");
            assert_eq!(balance(&app, &student).await.0, credits + more, "{left:?}");
        }
        finish_and_audit(&app).await;
    }
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 2);
    assert_eq!(count(&app, "bookings WHERE status = 'cancelled'").await, 5);
}

fn check_reply(app: &PaymentsApp, reply: &Value, promised: &str) {
    assert_eq!((&reply["outcome"], &reply["booking"]["bookingStatus"]), (&json!(promised), &json!("cancelled")));
    let (refund, expires) = (&reply["refund"], &reply["creditExpiresAt"]);
    if promised == "refund" {
        assert_eq!((&refund["amount"], &refund["currency"], expires), (&json!(1022.98), &json!("INR"), &Value::Null));
        assert_eq!(reply["booking"]["paymentStatus"], "refunded");
    } else {
        assert_eq!((refund, instant(expires)), (&Value::Null, later(app.now(), days(60))));
        assert_eq!(reply["booking"]["paymentStatus"], "paid", "the money stays, as a credit");
    }
}

async fn cancellation_is_refused_when_it_returns_less_than_the_person_saw(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let booking = bought(&app, &student, class(0)).await;
    before(&app, &booking, hours(24) - AN_INSTANT);
    let path = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    let cancel_expecting = |outcome: &'static str| app.post(&path, &json!({ "expectedOutcome": outcome })).by(&student);
    cancel_expecting("refund").refused(ErrorCode::CancellationOutcomeChanged).await;
    cancel_expecting("money").refused(ErrorCode::InvalidFields).await;
    let kept = bookings(&app, &student).await;
    assert_eq!(kept[0]["bookingStatus"], "confirmed");
    assert_eq!(cancel_expecting("credit").ok().await["outcome"], "credit");
    finish_and_audit(&app).await;
}

async fn cancelled_credit_class_restores_its_credit(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
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
        app.clock.set(class.checked_sub(days(3)).unwrap());
        let lot = app.lot(&student, 1, days(30)).await;
        let booking = app.book(&student, &app.slot_at(&student, class).await).await;
        before(&app, &booking, left);
        if comes_back {
            let reply = cancel(&app, &student, &booking).ok().await;
            assert_eq!((&reply["outcome"], &reply["refund"]), (&json!("credit_returned"), &Value::Null));
            assert_eq!(app.remaining_in(lot).await, 1, "{left:?}");
            app.book(&student, &app.slots(&student).await[0]).await;
        } else {
            cancel(&app, &student, &booking).refused(ErrorCode::TooLateToCancel).await;
            assert_eq!(app.remaining_in(lot).await, 0, "{left:?}");
        }
        finish_and_audit(&app).await;
    }
}

async fn cancellation_by_the_teacher_returns_everything(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    for (number, left) in [hours(30), hours(13), hours(5), minutes(1)].into_iter().enumerate() {
        let class = class(4 * i64::try_from(number).unwrap());
        let paid = bought(&app, &student, class).await;
        let lot = app.lot(&student, 1, days(30)).await;
        let credit = app.book(&student, &app.slot_at(&student, later(class, hours(1))).await).await;
        before(&app, &paid, left);
        let reply = cancel(&app, &teacher, &paid).ok().await;
        assert_eq!((&reply["outcome"], &reply["refund"]["amount"]), (&json!("refund"), &json!(1022.98)), "{left:?}");
        assert_eq!(reply["booking"]["cancelledBy"], "teacher");
        let reply = cancel(&app, &teacher, &credit).ok().await;
        assert_eq!(reply["outcome"], "credit_returned", "{left:?}");
        assert_eq!(app.remaining_in(lot).await, 1);
        app.book(&student, &app.slots(&student).await[0]).await;
        finish_and_audit(&app).await;
    }
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 4);
}

async fn ten_simultaneous_cancellations_cancel_once(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let paid = buy_class(&app, &student, CLASS).await.0;
    let credit = app.book(&student, &app.slot_at(&student, at(NEXT_CLASS)).await).await;
    let late = buy_class(&app, &student, "2026-03-10T05:30:00Z").await.0;
    finish_and_audit(&app).await;
    for (booking, left) in [(&paid, hours(26)), (&credit, hours(26)), (&late, hours(20))] {
        before(&app, booking, left);
        let clicks = join_all((0..10).map(|_| cancel(&app, &student, booking).send())).await;
        let won = clicks.iter().filter(|reply| reply.code().is_none()).count();
        assert_eq!(won, 1);
        for lost in clicks.iter().filter(|reply| reply.code().is_some()) {
            lost.refused(ErrorCode::NotCancellable);
        }
        finish_and_audit(&app).await;
    }
    assert_eq!((count(&app, "refunds").await, balance(&app, &student).await.0), (1, 5));
    assert_eq!(app.mailer.sent_to(&student.email).len(), 6, "one of each booking and one of each cancellation");
}

async fn simultaneous_cancellations_by_student_and_teacher_cancel_once(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    for number in 0..3 {
        let booking = bought(&app, &student, class(4 * number)).await;
        before(&app, &booking, hours(20));
        let (refunds, credits) = (count(&app, "refunds").await, balance(&app, &student).await.0);
        let both = [cancel(&app, &student, &booking).send(), cancel(&app, &teacher, &booking).send()];
        let both = join_all(both).await;
        let outcomes: Vec<_> = both.iter().map(|reply| reply.json()["outcome"].clone()).collect();
        finish_and_audit(&app).await;
        let more = (count(&app, "refunds").await - refunds, balance(&app, &student).await.0 - credits);
        match (outcomes[0].as_str(), outcomes[1].as_str()) {
            (Some("credit"), None) => assert_eq!(more, (0, 1)),
            (None, Some("refund")) => assert_eq!(more, (1, 0)),
            other => panic!("neither both nor none: {other:?}"),
        }
    }
}

async fn other_people_cannot_cancel(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    let (other_student, other_teacher) = (app.student("Arjun", &teacher).await, app.teacher("Leela").await);
    cancel(&app, &other_student, &booking).refused(ErrorCode::NotFound).await;
    cancel(&app, &other_teacher, &booking).refused(ErrorCode::NotFound).await;
    cancel(&app, &app.person("Kavya").await, &booking).refused(ErrorCode::NotFound).await;
    let path = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    app.post(&path, &json!({})).refused(ErrorCode::SignInRequired).await;
    let unknown = format!("/api/bookings/{}/cancel", student.id);
    app.post(&unknown, &json!({})).by(&student).refused(ErrorCode::NotFound).await;
    assert_eq!(bookings(&app, &student).await[0]["bookingStatus"], "confirmed");
    finish_and_audit(&app).await;
}

async fn completed_or_cancelled_class_cannot_be_cancelled(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let called_off = buy_class(&app, &student, NEXT_CLASS).await.0;
    let held = buy_class(&app, &student, CLASS).await.0;
    cancel(&app, &student, &called_off).ok().await;
    for moment in [SignedDuration::ZERO, -minutes(30), -hours(1), -days(1)] {
        before(&app, &held, moment);
        for booking in [&called_off, &held] {
            cancel(&app, &student, booking).refused(ErrorCode::NotCancellable).await;
            cancel(&app, &teacher, booking).refused(ErrorCode::NotCancellable).await;
        }
        finish_and_audit(&app).await;
    }
    assert_eq!(count(&app, "refunds").await, 1);
    assert_eq!(in_account(&app, "teacher_payable", "INR").await, -99_900, "the class that was held is the teacher's");
}

async fn seat_is_available_immediately_after_cancellation(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    assert!(!offered(&app, &other, CLASS).await);
    cancel(&app, &student, &booking).ok().await;
    for person in [&other, &student] {
        let again = buy_class(&app, person, CLASS).await.0;
        cancel(&app, person, &again).ok().await;
        assert!(offered(&app, &other, CLASS).await);
    }
    finish_and_audit(&app).await;
    assert_eq!(count(&app, "refunds WHERE state = 'done'").await, 3);
    assert_eq!(count(&app, "slots WHERE seats_taken <> 0").await, 0);
}

async fn one_student_of_a_group_does_not_cancel_the_others(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let evening = "2026-03-10T13:00:00Z";
    app.publish(&teacher, at(evening), (ClassType::Group, 3, 2)).await;
    let other = app.student("Arjun", &teacher).await;
    let mine = app.book(&student, &app.slot_at(&student, at(evening)).await).await;
    let theirs = buy_class(&app, &other, evening).await.0;
    before(&app, &theirs, hours(20));
    let reply = cancel(&app, &other, &theirs).ok().await;
    assert_eq!(reply["outcome"], "credit");
    assert_eq!(balance(&app, &other).await.0, 2, "as many credits as the class costs");
    assert_eq!(bookings(&app, &student).await[0]["bookingStatus"], "confirmed");
    assert_eq!(count(&app, "slots WHERE seats_taken = 1").await, 1);
    finish_and_audit(&app).await;
    let to_student = app.mailer.sent_to(&other.email).into_iter().find(|mail| mail.subject.starts_with("Cancelled"));
    let text = to_student.unwrap().text;
    assert!(text.contains("You get 2 class credits instead of a refund. Book with them by "), "{text}");
    let to_teacher = |subject: &str| {
        let mails = app.mailer.sent_to(&teacher.email);
        mails.into_iter().find(|mail| mail.subject == subject).unwrap()
    };
    let mail = to_teacher("Arjun won't be at your group class, Tue, 10 Mar, 6:30 pm");
    for said in ["Arjun cancelled their seat in your group class.", "1 other student is booked."] {
        assert!(mail.text.contains(said), "{said}: {}", mail.text);
    }
    cancel(&app, &student, &mine).ok().await;
    assert_eq!(balance(&app, &student).await.0, 4);
    finish_and_audit(&app).await;
    let mail = to_teacher("Meera won't be at your group class, Tue, 10 Mar, 6:30 pm");
    assert!(mail.text.contains("Your class has no students now"), "{}", mail.text);
    assert!(offered(&app, &student, evening).await, "the class itself stays");
    finish_and_audit(&app).await;
}

async fn cancelled_free_class_releases_its_coupon(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    app.coupon("FREE", 100).await;
    for who in ["student", "teacher"] {
        let slot = app.slot_at(&student, at(CLASS)).await;
        let booking = app.order(&student, &slot, Some("FREE")).await["booking"].clone();
        let promise = booking["policy"]["sentence"].as_str().unwrap();
        assert!(promise.contains(" and you can use your coupon again"), "{promise}");
        assert_eq!(count(&app, "coupons WHERE used = 1").await, 1);
        let person = if who == "student" { &*student } else { &*teacher };
        let reply = cancel(&app, person, &booking).ok().await;
        assert_eq!((&reply["outcome"], &reply["refund"]), (&json!("none"), &Value::Null), "nothing was paid");
        assert_eq!(count(&app, "coupons WHERE used = 0").await, 1);
        finish_and_audit(&app).await;
        let mails = app.mailer.sent_to(&student.email);
        let by = if who == "student" {
            "You cancelled your private class with Padma."
        } else {
            "Padma cancelled your private class."
        };
        let said = |text: &str| text.contains("You can use your coupon again.") && text.contains(by);
        assert!(mails.iter().any(|mail| said(&mail.text)), "{mails:?}");
    }
    assert_eq!(count(&app, "refunds").await, 0);
}

async fn a_refund_is_what_was_paid_whatever_it_costs_now(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    change_rate(&app, 500_000).await;
    app.clock.set(later(app.now(), days(3)));
    let reply = cancel(&app, &teacher, &booking).ok().await;
    assert_eq!(reply["refund"]["amount"], 1022.98);
    finish_and_audit(&app).await;
    for account in ["provider_clearing", "refunds_payable", "unearned_classes", "provider_fees", "service_fees"] {
        assert_eq!(in_account(&app, account, "INR").await, 0, "{account}");
    }
}

async fn a_late_credit_is_spent_like_any_other(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    before(&app, &booking, hours(20));
    cancel(&app, &student, &booking).ok().await;
    let again = app.book(&student, &app.slots(&student).await[1]).await;
    assert_eq!(balance(&app, &student).await, (0, None));
    before(&app, &again, -hours(2));
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "teacher_payable", "INR").await, -99_900, "worth what was paid for the first");
}

async fn cancellation_removes_the_class_from_calendars(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let booking = buy_class(&app, &student, CLASS).await.0;
    finish_and_audit(&app).await;
    cancel(&app, &student, &booking).ok().await;
    finish_and_audit(&app).await;
    for person in [&*student, &*teacher] {
        let sent = app.mailer.sent_to(&person.email);
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
