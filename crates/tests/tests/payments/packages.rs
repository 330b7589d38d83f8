//! Packages: the paid number of credits with the promised expiry, once (D17, D20).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{PaymentsApp, Student, at, both_dbs, days, later, minutes, raw};

use crate::common::payments::{
    CLASS, balance, buy_package, cancel, count, finish_and_audit, in_account, in_dollars, school_without_credits,
    second_server,
};

both_dbs!(
    four_credits_expire_after_thirty_days_and_eight_after_sixty,
    simultaneous_confirmations_of_a_package_credit_it_once,
    second_payment_of_a_package_is_refunded,
    two_packages_are_two,
    only_four_or_eight,
    rounding_remainder_is_posted,
    bought_credits_expire,
    bought_credits_book_where_they_were_bought,
    a_package_may_be_paid_while_its_teacher_is_away,
    nothing_is_bought_of_a_teacher_who_teaches_no_more,
);

async fn four_credits_expire_after_thirty_days_and_eight_after_sixty(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let mut expected = 0;
    for (size, lives) in [(8, 60), (4, 30)] {
        let quote = app.package_quote(&student, size, None).await;
        assert_eq!((&quote["expiryDays"], &quote["pricePerClass"]), (&json!(lives), &json!(999.0)));
        app.advance(minutes(1));
        buy_package(&app, &student, size, None).await;
        expected += i64::from(size);
        assert_eq!(balance(&app, &student).await, (expected, Some(later(app.now(), days(lives)))));
        finish_and_audit(&app).await;
        let mails = app.mailer.sent_to(&student.email);
        assert_eq!(mails.last().unwrap().subject, format!("Your {size} class credits with Padma are ready"));
    }
    assert_eq!(app.mailer.sent().len(), 2, "one for each package, none for the teacher");
}

async fn simultaneous_confirmations_of_a_package_credit_it_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let other = second_server(&app, 2).await;
    for round in 1..=3 {
        let order = app.order_package(&student, 4, None).await;
        let payment = app.pay(&order);
        app.advance(minutes(1));
        let said = (0..5).map(|number| {
            let server = if number % 2 == 0 { &app } else { &other };
            server.success_request(&student, &order, &payment).send()
        });
        let told =
            async { futures_util::future::join3(app.deliver_events(), other.work(), other.deliver_events()).await };
        let (replies, _) = futures_util::future::join(join_all(said), told).await;
        for reply in replies {
            assert_eq!(reply.ok()["order"]["state"], "credited");
        }
        finish_and_audit(&app).await;
        assert_eq!(balance(&app, &student).await.0, 4 * round);
    }
    assert_eq!(app.mailer.sent().len(), 3);
    assert_eq!(count(&app, "ledger_transactions WHERE kind = 'credits_bought'").await, 3);
}

async fn second_payment_of_a_package_is_refunded(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = app.order_package(&student, 8, None).await;
    let payments = [app.pay(&order), app.pay(&order), app.pay(&order)];
    let said = join_all(payments.iter().map(|payment| app.success_request(&student, &order, payment).send())).await;
    for reply in said {
        assert_eq!(reply.ok()["order"]["state"], "credited");
    }
    finish_and_audit(&app).await;
    assert_eq!(balance(&app, &student).await.0, 8);
    assert_eq!(count(&app, "refunds WHERE state = 'done' AND reason = 'duplicate'").await, 2);
}

async fn two_packages_are_two(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    for round in 1..=2 {
        buy_package(&app, &student, 4, None).await;
        assert_eq!(balance(&app, &student).await.0, 4 * round);
    }
    finish_and_audit(&app).await;
}

async fn only_four_or_eight(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let body = |size: &Value| json!({ "studentEmail": student.email, "packageSize": size, "paymentAmount": 4091.9, "currency": "INR" });
    for size in [json!(0), json!(1), json!(3), json!(5), json!(12), json!(u32::MAX)] {
        let problem = app.post("/api/bulk-purchase", &body(&size)).by(&student).refused(ErrorCode::InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], "packageSize");
    }
    for size in [json!(-4), json!(4.5), json!("4"), Value::Null, json!([4])] {
        let reply = app.post("/api/bulk-purchase", &body(&size)).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{size}");
    }
    let mut theirs = body(&json!(4));
    theirs["studentEmail"] = json!("padma@people.test");
    app.post("/api/bulk-purchase", &theirs).by(&student).refused(ErrorCode::ForbiddenSubject).await;
    assert_eq!(count(&app, "orders").await, 0);
}

async fn rounding_remainder_is_posted(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    in_dollars(&app, &student).await;
    app.coupon("SEVEN", 7).await;
    // 199.92 − 13.99 = 185.93: eight times 23.24, and one cent.
    buy_package(&app, &student, 8, Some("SEVEN")).await;
    assert_eq!(in_account(&app, "unearned_credits", "USD").await, -18_592);
    assert_eq!(in_account(&app, "rounding", "USD").await, -1);
    for slot in &app.slots(&student).await[..8] {
        app.book(&student, slot).await;
    }
    app.advance(days(28));
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "unearned_credits", "USD").await, 0);
    assert_eq!(in_account(&app, "teacher_payable", "USD").await, -18_592, "no commission in the first months");
}

async fn bought_credits_expire(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    buy_package(&app, &student, 4, None).await;
    let booking = app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    app.clock.set(instant(&booking["dateTime"]));
    app.advance(days(22));
    assert_eq!(balance(&app, &student).await.0, 3);
    app.advance(days(1));
    assert_eq!(balance(&app, &student).await, (0, None));
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "breakage", "INR").await, -7 * 99_900, "with the four of the school's other student");
}

async fn bought_credits_book_where_they_were_bought(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    buy_package(&app, &student, 4, None).await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "15:00", "16:00")]).await;
    let student = student.with_teacher(&app, &leela).await;
    let slot = app.slots(&student).await[0].clone();
    app.book_refused(&student, &slot, ErrorCode::InsufficientCredits).await;
    let student = student.with_teacher(&app, &teacher).await;
    let booking = app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    cancel(&app, &student, &booking).ok().await;
    assert_eq!(balance(&app, &student).await.0, 4);
    finish_and_audit(&app).await;
}

/// A student who has another teacher when the payment arrives: the credits are valid for the order's teacher.
async fn a_package_may_be_paid_while_its_teacher_is_away(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let order = app.order_package(&student, 4, None).await;
    let leela = app.teacher("Leela").await;
    let student: Student = student.with_teacher(&app, &leela).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "credited");
    let student = student.with_teacher(&app, &teacher).await;
    assert_eq!(balance(&app, &student).await.0, 4);
    let again = student.with_teacher(&app, &leela).await;
    let second = app.order_package(&again, 4, None).await;
    assert_ne!(second["orderId"], order["orderId"]);
}

async fn nothing_is_bought_of_a_teacher_who_teaches_no_more(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let id = raw::id(&app.ctx.store, teacher.id.0);
    for (returned, gone, back) in [
        (2, format!("UPDATE people SET suspended_at = 1 WHERE id = {id}"), "UPDATE people SET suspended_at = NULL"),
        (
            4,
            format!("UPDATE teachers SET status = 'rejected' WHERE person_id = {id}"),
            "UPDATE teachers SET status = 'approved'",
        ),
    ] {
        let quote = app.package_quote(&student, 8, None).await;
        let package = app.order_package(&student, 4, None).await;
        let class = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
        raw::execute(&app.ctx.store, &gone).await;
        app.post("/api/quote", &json!({ "packageSize": 8 })).by(&student).refused(ErrorCode::InvalidSlot).await;
        app.package_request(&student, &quote).refused(ErrorCode::InvalidSlot).await;
        let (for_package, for_class) = (app.pay(&package), app.pay(&class));
        for (order, payment) in [(&package, &for_package), (&class, &for_class)] {
            app.success_request(&student, order, payment).send().await;
        }
        finish_and_audit(&app).await;
        assert_eq!(balance(&app, &student).await.0, 0);
        assert_eq!(count(&app, "bookings").await, 0);
        assert_eq!(count(&app, "refunds WHERE state = 'done' AND reason = 'not_bookable'").await, returned);
        raw::execute(&app.ctx.store, back).await;
    }
}
