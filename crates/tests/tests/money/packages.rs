//! Packages: as many credits as were paid for, as long as promised, once (D17, D20).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::school::{School, instant};
use tala_tests::{Desk, Student, at, both_dbs, days, later, minutes, raw};

use crate::support::{
    CLASS, balance, buy_package, cancel, count, in_account, in_dollars, penniless, second_server, settled,
};

both_dbs!(
    four_live_thirty_days_and_eight_sixty,
    all_news_of_a_package_at_once_credit_it_once,
    a_second_payment_of_a_package_goes_back,
    two_packages_are_two,
    only_four_or_eight,
    what_rounding_leaves_is_accounted_for,
    bought_credits_expire,
    bought_credits_book_where_they_were_bought,
    a_package_may_be_paid_while_its_teacher_is_away,
    nothing_is_bought_of_a_teacher_who_teaches_no_more,
);

async fn four_live_thirty_days_and_eight_sixty(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let mut expected = 0;
    for (size, lives) in [(8, 60), (4, 30)] {
        let quote = desk.package_quote(&student, size, None).await;
        assert_eq!((&quote["expiryDays"], &quote["pricePerClass"]), (&json!(lives), &json!(999.0)));
        desk.advance(minutes(1));
        buy_package(&desk, &student, size, None).await;
        expected += i64::from(size);
        assert_eq!(balance(&desk, &student).await, (expected, Some(later(desk.now(), days(lives)))));
        settled(&desk).await;
        let mails = desk.mailer.sent_to(&student.email);
        assert_eq!(mails.last().unwrap().subject, format!("{size} class credits with Padma"));
    }
    assert_eq!(desk.mailer.sent().len(), 2, "one for each package, none for the teacher");
}

async fn all_news_of_a_package_at_once_credit_it_once(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let other = second_server(&desk, 2).await;
    for round in 1..=3 {
        let order = desk.order_package(&student, 4, None).await;
        let payment = desk.pay(&order);
        desk.advance(minutes(1));
        let said = (0..5).map(|number| {
            let server = if number % 2 == 0 { &desk } else { &other };
            server.success_request(&student, &order, &payment).send()
        });
        let told = async { futures_util::future::join3(desk.tell(), other.work(), other.tell()).await };
        let (replies, _) = futures_util::future::join(join_all(said), told).await;
        for reply in replies {
            assert_eq!(reply.ok()["order"]["state"], "credited");
        }
        settled(&desk).await;
        assert_eq!(balance(&desk, &student).await.0, 4 * round);
    }
    assert_eq!(desk.mailer.sent().len(), 3);
    assert_eq!(count(&desk, "ledger_transactions WHERE kind = 'credits_bought'").await, 3);
}

async fn a_second_payment_of_a_package_goes_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = desk.order_package(&student, 8, None).await;
    let payments = [desk.pay(&order), desk.pay(&order), desk.pay(&order)];
    let said = join_all(payments.iter().map(|payment| desk.success_request(&student, &order, payment).send())).await;
    for reply in said {
        assert_eq!(reply.ok()["order"]["state"], "credited");
    }
    settled(&desk).await;
    assert_eq!(balance(&desk, &student).await.0, 8);
    assert_eq!(count(&desk, "refunds WHERE state = 'done' AND reason = 'duplicate'").await, 2);
}

async fn two_packages_are_two(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    for round in 1..=2 {
        buy_package(&desk, &student, 4, None).await;
        assert_eq!(balance(&desk, &student).await.0, 4 * round);
    }
    settled(&desk).await;
}

async fn only_four_or_eight(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let body = |size: &Value| json!({ "studentEmail": student.email, "packageSize": size, "paymentAmount": 4091.9, "currency": "INR" });
    for size in [json!(0), json!(1), json!(3), json!(5), json!(12), json!(u32::MAX)] {
        let problem =
            desk.post("/api/bulk-purchase", &body(&size)).by(&student).refused(ErrorCode::InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], "packageSize");
    }
    for size in [json!(-4), json!(4.5), json!("4"), Value::Null, json!([4])] {
        let reply = desk.post("/api/bulk-purchase", &body(&size)).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{size}");
    }
    let mut theirs = body(&json!(4));
    theirs["studentEmail"] = json!("padma@people.test");
    desk.post("/api/bulk-purchase", &theirs).by(&student).refused(ErrorCode::NotYourself).await;
    assert_eq!(count(&desk, "orders").await, 0);
}

async fn what_rounding_leaves_is_accounted_for(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    in_dollars(&desk, &student).await;
    desk.coupon("SEVEN", 7).await;
    // 199.92 less 13.99 are 185.93: eight times 23.24, and a cent.
    buy_package(&desk, &student, 8, Some("SEVEN")).await;
    assert_eq!(in_account(&desk, "unearned_credits", "USD").await, -18_592);
    assert_eq!(in_account(&desk, "rounding", "USD").await, -1);
    for slot in &desk.slots(&student).await[..8] {
        desk.book(&student, slot).await;
    }
    desk.advance(days(28));
    settled(&desk).await;
    assert_eq!(in_account(&desk, "unearned_credits", "USD").await, 0);
    assert_eq!(in_account(&desk, "teacher_payable", "USD").await, -18_592, "no commission in the first months");
}

async fn bought_credits_expire(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    buy_package(&desk, &student, 4, None).await;
    let booking = desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    desk.clock.set(instant(&booking["dateTime"]));
    desk.advance(days(22));
    assert_eq!(balance(&desk, &student).await.0, 3);
    desk.advance(days(1));
    assert_eq!(balance(&desk, &student).await, (0, None));
    settled(&desk).await;
    assert_eq!(in_account(&desk, "breakage", "INR").await, -7 * 99_900, "with the four of the school's other student");
}

async fn bought_credits_book_where_they_were_bought(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    buy_package(&desk, &student, 4, None).await;
    let leela = desk.teacher("Leela").await;
    desk.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "15:00", "16:00")]).await;
    let student = student.moved_to(&desk, &leela).await;
    let slot = desk.slots(&student).await[0].clone();
    desk.book_refused(&student, &slot, ErrorCode::InsufficientCredits).await;
    let student = student.moved_to(&desk, &teacher).await;
    let booking = desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    cancel(&desk, &student, &booking).ok().await;
    assert_eq!(balance(&desk, &student).await.0, 4);
    settled(&desk).await;
}

/// A student who has another teacher by the time the money comes: the credits are with the teacher of the order.
async fn a_package_may_be_paid_while_its_teacher_is_away(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let order = desk.order_package(&student, 4, None).await;
    let leela = desk.teacher("Leela").await;
    let student: Student = student.moved_to(&desk, &leela).await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "credited");
    let student = student.moved_to(&desk, &teacher).await;
    assert_eq!(balance(&desk, &student).await.0, 4);
    let again = student.moved_to(&desk, &leela).await;
    let second = desk.order_package(&again, 4, None).await;
    assert_ne!(second["orderId"], order["orderId"]);
}

async fn nothing_is_bought_of_a_teacher_who_teaches_no_more(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let id = raw::id(&desk.ctx.store, teacher.id.0);
    for (returned, gone, back) in [
        (2, format!("UPDATE people SET suspended_at = 1 WHERE id = {id}"), "UPDATE people SET suspended_at = NULL"),
        (
            4,
            format!("UPDATE teachers SET status = 'rejected' WHERE person_id = {id}"),
            "UPDATE teachers SET status = 'approved'",
        ),
    ] {
        let quote = desk.package_quote(&student, 8, None).await;
        let package = desk.order_package(&student, 4, None).await;
        let class = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
        raw::execute(&desk.ctx.store, &gone).await;
        desk.post("/api/quote", &json!({ "packageSize": 8 })).by(&student).refused(ErrorCode::InvalidSlot).await;
        desk.package_request(&student, &quote).refused(ErrorCode::InvalidSlot).await;
        let (for_package, for_class) = (desk.pay(&package), desk.pay(&class));
        for (order, payment) in [(&package, &for_package), (&class, &for_class)] {
            desk.success_request(&student, order, payment).send().await;
        }
        settled(&desk).await;
        assert_eq!(balance(&desk, &student).await.0, 0);
        assert_eq!(count(&desk, "bookings").await, 0);
        assert_eq!(count(&desk, "refunds WHERE state = 'done' AND reason = 'not_bookable'").await, returned);
        raw::execute(&desk.ctx.store, back).await;
    }
}
