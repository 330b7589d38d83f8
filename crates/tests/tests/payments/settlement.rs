//! Paying for a class or a package: by callback, webhook or reconciliation.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Person, both_dbs, days, hours, minutes};

use crate::common::payments::{CLASS, buy_class, in_account};

both_dbs!(
    a_class_is_paid_and_booked,
    charged_amount_is_shown_to_the_student_only,
    a_package_is_paid_and_credited,
    payment_is_booked_when_the_browser_closes,
    reconciliation_books_without_webhook_and_callback,
    simultaneous_confirmations_of_a_payment_book_once,
    late_payment_books_an_available_seat,
    late_payment_for_a_taken_seat_is_refunded,
    second_payment_of_an_order_is_refunded_once,
    class_stays_booked_when_its_second_payment_is_refunded,
    a_cancelled_class_is_refunded,
    a_class_cancelled_late_becomes_a_credit,
    coupon_of_100_percent_needs_no_payment,
);

async fn finish_and_audit(app: &PaymentsApp) {
    app.deliver_events().await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_class_is_paid_and_booked(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    assert_eq!(order["amount"], 102_298, "999.00 and 2.4 % of it: {order}");
    assert_eq!(app.ledger_findings().await, [], "while the seat is held");
    let payment = app.pay(&order);
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "booked");
    assert_eq!(reply["booking"]["paymentStatus"], "paid");
    assert_eq!(reply["booking"]["dateTime"], slot["dateTime"]);
    finish_and_audit(&app).await;
    assert_eq!(app.count("bookings").await, 1);
}

async fn charged_amount_is_shown_to_the_student_only(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    app.coupon("FREE", 100).await;
    let free = app.slots(&student).await[1].clone();
    app.order(&student, &free, Some("FREE")).await;
    let by_credit = app.slots(&student).await[1].clone();
    app.book(&student, &by_credit).await;
    let (paid, _) = buy_class(&app, &student, CLASS).await;
    assert_eq!(paid["charged"], 1022.98);
    for list in ["/api/active-classes", "/api/bookings"] {
        let told = async |person: &Person| {
            let listed = app.get(list).by(person).ok().await;
            let mut told: Vec<String> =
                listed.as_array().unwrap().iter().map(|class| class["charged"].to_string()).collect();
            told.sort();
            told
        };
        assert_eq!(told(&student).await, ["0.0", "1022.98", "null"], "{list}");
        assert_eq!(told(&teacher).await, ["null", "null", "null"], "{list}");
    }
}

async fn a_package_is_paid_and_credited(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let order = app.order_package(&student, 8, None).await;
    let payment = app.pay(&order);
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "credited");
    assert_eq!(reply["classCredits"], 12, "the four of before and these eight");
    finish_and_audit(&app).await;
}

async fn payment_is_booked_when_the_browser_closes(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn reconciliation_books_without_webhook_and_callback(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    app.pay(&order);
    app.advance(minutes(2));
    app.work().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn simultaneous_confirmations_of_a_payment_book_once(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    let payment = app.pay(&order);
    let news = (0..10).map(|_| app.success_request(&student, &order, &payment).send());
    let (replies, ()) = futures_util::future::join(futures_util::future::join_all(news), app.deliver_events()).await;
    for reply in replies {
        assert_eq!(reply.ok()["order"]["state"], "booked");
    }
    finish_and_audit(&app).await;
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.count("payments").await, 1);
}

async fn late_payment_books_an_available_seat(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    app.advance(minutes(20));
    app.work().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "expired");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn late_payment_for_a_taken_seat_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let other = app.student("Arjun", &teacher).await;
    app.lot(&other, 1, days(30)).await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    app.book_refused(&other, &slot, ErrorCode::SeatHeld).await;
    app.advance(minutes(16));
    app.book(&other, &slot).await;
    app.pay(&order);
    finish_and_audit(&app).await;
    let state = app.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["reason"]), (&json!("refunded"), &json!("seat_gone")));
}

async fn second_payment_of_an_order_is_refunded_once(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let order = app.order(&student, &slot, None).await;
    app.pay(&order);
    app.pay(&order);
    finish_and_audit(&app).await;
    app.advance(days(1));
    finish_and_audit(&app).await;
    let state = app.order_state(&student, &order).await;
    assert_eq!(state["state"], "booked");
    let refunds = state["refunds"].as_array().unwrap();
    assert_eq!(refunds.len(), 1, "{state}");
    assert_eq!((&refunds[0]["reason"], &refunds[0]["state"]), (&json!("duplicate"), &json!("done")));
}

async fn class_stays_booked_when_its_second_payment_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let (booking, order) = buy_class(&app, &student, CLASS).await;
    finish_and_audit(&app).await;
    app.pay(&order);
    for _ in 0..2 {
        finish_and_audit(&app).await;
        app.advance(days(1));
    }
    assert_eq!(app.count("refunds WHERE state = 'done'").await, 1);
    let standing = app.get("/api/active-classes").by(&student).ok().await;
    assert_eq!((&standing[0]["_id"], &standing[0]["bookingStatus"]), (&booking["_id"], &json!("confirmed")));
    assert_eq!(standing[0]["paymentStatus"], "paid");
    let told = app.mailer.sent_to(&student.email);
    let told: Vec<_> = told.iter().map(|mail| (mail.subject.as_str(), mail.invitation.is_some())).collect();
    let expected = [
        ("Booked: private class with Padma, Tue, 10 Mar, 9:00 am", true),
        ("We're refunding your payment of ₹1,022.98", false),
    ];
    assert_eq!(told, expected, "no calendar loses the class");
    assert_eq!(app.mailer.sent_to(&teacher.email).len(), 1);
    let finance = app.new_admin("finance").await;
    let listed = app.admin_get(&finance, "/api/admin/orders").await["items"][0].clone();
    assert_eq!((&listed["refunded"], &listed["refundPending"]), (&json!(0.0), &json!(0.0)), "of the first payment");
    app.clock.set(tala_tests::at(CLASS).checked_add(hours(1)).unwrap());
    finish_and_audit(&app).await;
    assert_eq!(in_account(&app, "teacher_payable", "INR").await, -99_900, "it was held, and paid once");
}

async fn paid_class(app: &PaymentsApp) -> (School, Value) {
    let school = app.school().await;
    let slot = app.slots(&school.student).await.last().unwrap().clone();
    let order = app.order(&school.student, &slot, None).await;
    let payment = app.pay(&order);
    let reply = app.success_request(&school.student, &order, &payment).ok().await;
    finish_and_audit(app).await;
    (school, reply["booking"].clone())
}

async fn cancel(app: &PaymentsApp, school: &School, booking: &Value) -> Value {
    let path = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    app.post(&path, &json!({})).by(&school.student).ok().await
}

async fn a_cancelled_class_is_refunded(app: PaymentsApp) {
    let (school, booking) = paid_class(&app).await;
    let reply = cancel(&app, &school, &booking).await;
    assert_eq!(reply["outcome"], "refund");
    assert_eq!(reply["refund"]["amount"], 1022.98);
    finish_and_audit(&app).await;
    app.advance(days(1));
    finish_and_audit(&app).await;
    let orders = app.get("/api/orders").by(&school.student).ok().await;
    assert_eq!(orders[0]["state"], "refunded");
}

async fn a_class_cancelled_late_becomes_a_credit(app: PaymentsApp) {
    let (school, booking) = paid_class(&app).await;
    let start = tala_tests::fixtures::instant(&booking["dateTime"]);
    app.advance(start.duration_since(app.now()) - hours(20));
    let reply = cancel(&app, &school, &booking).await;
    assert_eq!(reply["outcome"], "credit");
    finish_and_audit(&app).await;
}

async fn coupon_of_100_percent_needs_no_payment(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    app.coupon("FREE", 100).await;
    let slot = app.slots(&student).await[0].clone();
    let reply = app.order(&student, &slot, Some("free")).await;
    assert_eq!(reply["free"], true);
    assert_eq!(reply["booking"]["paymentStatus"], "paid");
    finish_and_audit(&app).await;
}
