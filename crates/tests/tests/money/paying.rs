//! Paying for a class or a package, however the news of it arrive.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::school::School;
use tala_tests::{Desk, Person, both_dbs, days, hours, minutes};

use crate::support::{CLASS, buy_class, in_account};

both_dbs!(
    a_class_is_paid_and_booked,
    only_the_student_is_told_what_a_class_was_charged,
    a_package_is_paid_and_credited,
    a_browser_that_dies_after_paying_loses_nothing,
    without_webhook_and_browser_we_find_out_by_ourselves,
    all_news_of_one_payment_at_once_book_once,
    late_money_books_a_free_seat,
    late_money_for_a_taken_seat_goes_back,
    a_second_payment_of_one_order_goes_back_once,
    a_class_stands_when_its_second_payment_goes_back,
    a_cancelled_class_is_refunded,
    a_class_cancelled_late_becomes_a_credit,
    a_coupon_of_all_needs_no_payment,
);

async fn settled(desk: &Desk) {
    desk.tell().await;
    assert_eq!(desk.ledger_findings().await, []);
}

async fn a_class_is_paid_and_booked(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    assert_eq!(order["amount"], 102_298, "999.00 and 2.4 % of it: {order}");
    assert_eq!(desk.ledger_findings().await, [], "while the seat is held");
    let payment = desk.pay(&order);
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "booked");
    assert_eq!(reply["booking"]["paymentStatus"], "paid");
    assert_eq!(reply["booking"]["dateTime"], slot["dateTime"]);
    settled(&desk).await;
    assert_eq!(desk.count("bookings").await, 1);
}

async fn only_the_student_is_told_what_a_class_was_charged(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    desk.coupon("FREE", 100).await;
    let free = desk.slots(&student).await[1].clone();
    desk.order(&student, &free, Some("FREE")).await;
    let by_credit = desk.slots(&student).await[1].clone();
    desk.book(&student, &by_credit).await;
    let (paid, _) = buy_class(&desk, &student, CLASS).await;
    assert_eq!(paid["charged"], 1022.98);
    for list in ["/api/active-classes", "/api/bookings"] {
        let told = async |person: &Person| {
            let listed = desk.get(list).by(person).ok().await;
            let mut told: Vec<String> =
                listed.as_array().unwrap().iter().map(|class| class["charged"].to_string()).collect();
            told.sort();
            told
        };
        assert_eq!(told(&student).await, ["0.0", "1022.98", "null"], "{list}");
        assert_eq!(told(&teacher).await, ["null", "null", "null"], "{list}");
    }
}

async fn a_package_is_paid_and_credited(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let order = desk.order_package(&student, 8, None).await;
    let payment = desk.pay(&order);
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "credited");
    assert_eq!(reply["classCredits"], 12, "the four of before and these eight");
    settled(&desk).await;
}

async fn a_browser_that_dies_after_paying_loses_nothing(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn without_webhook_and_browser_we_find_out_by_ourselves(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    desk.pay(&order);
    desk.advance(minutes(2));
    desk.work().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn all_news_of_one_payment_at_once_book_once(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    let payment = desk.pay(&order);
    let news = (0..10).map(|_| desk.success_request(&student, &order, &payment).send());
    let (replies, ()) = futures_util::future::join(futures_util::future::join_all(news), desk.tell()).await;
    for reply in replies {
        assert_eq!(reply.ok()["order"]["state"], "booked");
    }
    settled(&desk).await;
    assert_eq!(desk.count("bookings").await, 1);
    assert_eq!(desk.count("payments").await, 1);
}

async fn late_money_books_a_free_seat(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    desk.advance(minutes(20));
    desk.work().await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "expired");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn late_money_for_a_taken_seat_goes_back(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let other = desk.student("Arjun", &teacher).await;
    desk.lot(&other, 1, days(30)).await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    desk.book_refused(&other, &slot, ErrorCode::SeatHeld).await;
    desk.advance(minutes(16));
    desk.book(&other, &slot).await;
    desk.pay(&order);
    settled(&desk).await;
    let state = desk.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["reason"]), (&json!("refunded"), &json!("seat_gone")));
}

async fn a_second_payment_of_one_order_goes_back_once(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let slot = desk.slots(&student).await[0].clone();
    let order = desk.order(&student, &slot, None).await;
    desk.pay(&order);
    desk.pay(&order);
    settled(&desk).await;
    desk.advance(days(1));
    settled(&desk).await;
    let state = desk.order_state(&student, &order).await;
    assert_eq!(state["state"], "booked");
    let refunds = state["refunds"].as_array().unwrap();
    assert_eq!(refunds.len(), 1, "{state}");
    assert_eq!((&refunds[0]["reason"], &refunds[0]["state"]), (&json!("duplicate"), &json!("done")));
}

async fn a_class_stands_when_its_second_payment_goes_back(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let (booking, order) = buy_class(&desk, &student, CLASS).await;
    settled(&desk).await;
    desk.pay(&order);
    for _ in 0..2 {
        settled(&desk).await;
        desk.advance(days(1));
    }
    assert_eq!(desk.count("refunds WHERE state = 'done'").await, 1);
    let standing = desk.get("/api/active-classes").by(&student).ok().await;
    assert_eq!((&standing[0]["_id"], &standing[0]["bookingStatus"]), (&booking["_id"], &json!("confirmed")));
    assert_eq!(standing[0]["paymentStatus"], "paid");
    let told = desk.mailer.sent_to(&student.email);
    let told: Vec<_> = told.iter().map(|mail| (mail.subject.as_str(), mail.invitation.is_some())).collect();
    let expected = [
        ("Booked: Private class with Padma, Tue 10 Mar, 9:00 AM", true),
        ("Your payment of INR 1022.98 goes back", false),
    ];
    assert_eq!(told, expected, "no calendar loses the class");
    assert_eq!(desk.mailer.sent_to(&teacher.email).len(), 1);
    desk.clock.set(tala_tests::at(CLASS).checked_add(hours(1)).unwrap());
    settled(&desk).await;
    assert_eq!(in_account(&desk, "teacher_payable", "INR").await, -99_900, "it was held, and paid once");
}

async fn paid_class(desk: &Desk) -> (School, Value) {
    let school = desk.school().await;
    let slot = desk.slots(&school.student).await.last().unwrap().clone();
    let order = desk.order(&school.student, &slot, None).await;
    let payment = desk.pay(&order);
    let reply = desk.success_request(&school.student, &order, &payment).ok().await;
    settled(desk).await;
    (school, reply["booking"].clone())
}

async fn cancel(desk: &Desk, school: &School, booking: &Value) -> Value {
    let path = format!("/api/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    desk.post(&path, &json!({})).by(&school.student).ok().await
}

async fn a_cancelled_class_is_refunded(desk: Desk) {
    let (school, booking) = paid_class(&desk).await;
    let reply = cancel(&desk, &school, &booking).await;
    assert_eq!(reply["outcome"], "refund");
    assert_eq!(reply["refund"]["amount"], 1022.98);
    settled(&desk).await;
    desk.advance(days(1));
    settled(&desk).await;
    let orders = desk.get("/api/orders").by(&school.student).ok().await;
    assert_eq!(orders[0]["state"], "refunded");
}

async fn a_class_cancelled_late_becomes_a_credit(desk: Desk) {
    let (school, booking) = paid_class(&desk).await;
    let start = tala_tests::school::instant(&booking["dateTime"]);
    desk.advance(start.duration_since(desk.now()) - hours(20));
    let reply = cancel(&desk, &school, &booking).await;
    assert_eq!(reply["outcome"], "credit");
    settled(&desk).await;
}

async fn a_coupon_of_all_needs_no_payment(desk: Desk) {
    let School { student, .. } = desk.school().await;
    desk.coupon("FREE", 100).await;
    let slot = desk.slots(&student).await[0].clone();
    let reply = desk.order(&student, &slot, Some("free")).await;
    assert_eq!(reply["free"], true);
    assert_eq!(reply["booking"]["paymentStatus"], "paid");
    settled(&desk).await;
}
