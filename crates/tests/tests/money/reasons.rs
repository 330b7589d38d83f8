//! What people are told about money that goes back: the true reason, and that it brought nothing (D23).

use serde_json::json;
use tala_domain::coupons::Terms;
use tala_tests::school::School;
use tala_tests::{Desk, at, both_dbs, minutes};

use crate::support::{CLASS, buy_package, penniless, release, settled};

both_dbs!(
    another_class_in_that_hour_is_the_reason,
    a_package_whose_coupon_is_gone_brought_nothing,
    a_second_payment_goes_back_for_the_reason_of_the_first,
    a_check_keeps_a_seat_longer_than_minutes,
);

fn once(percent: u32) -> Terms {
    Terms { limit: Some(1), ..Desk::terms(percent) }
}

async fn another_class_in_that_hour_is_the_reason(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let leela = desk.teacher("Leela").await;
    desk.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:30", "10:30")]).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    release(&desk, &student, &order).ok().await;
    let moved = student.clone().moved_to(&desk, &leela).await;
    desk.lot(&moved, 1, tala_tests::days(30)).await;
    desk.book(&moved, &desk.slot_at(&moved, at("2026-03-10T04:00:00Z")).await).await;
    let payment = desk.pay(&order);
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!((&reply["success"], &reply["booking"]), (&json!(false), &json!(null)));
    let error = reply["error"].as_str().unwrap();
    assert!(error.contains("another class at that time"), "{error}");
    settled(&desk).await;
    assert_eq!(desk.order_state(&moved, &order).await["reason"], "student_busy");
    let told = desk.mailer.sent_to(&student.email);
    assert!(told.iter().any(|mail| mail.text.contains("another class at that time")), "{told:?}");
}

async fn a_package_whose_coupon_is_gone_brought_nothing(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    desk.coupon_with("ONCE", &once(10)).await;
    let late = desk.order_package(&student, 4, Some("ONCE")).await;
    desk.advance(minutes(20));
    desk.work().await;
    buy_package(&desk, &other, 4, Some("ONCE")).await;
    let payment = desk.pay(&late);
    let reply = desk.success_request(&student, &late, &payment).ok().await;
    assert_eq!((&reply["success"], &reply["classCredits"]), (&json!(false), &json!(0)));
    assert!(reply["error"].as_str().unwrap().contains("coupon"), "{reply}");
    settled(&desk).await;
    let order = desk.order_state(&student, &late).await;
    assert_eq!((&order["state"], &order["reason"]), (&json!("refunded"), &json!("coupon_gone")));
    let told = desk.mailer.sent_to(&student.email);
    assert!(told[0].text.contains("coupon") && !told[0].text.contains("the class can no longer"), "{told:?}");
}

async fn a_second_payment_goes_back_for_the_reason_of_the_first(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let late = desk.student("Ravi", &teacher).await;
    let order = desk.order(&late, &desk.slot_at(&late, at(CLASS)).await, None).await;
    desk.advance(minutes(16));
    desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    for number in 0..2 {
        desk.pay(&order);
        settled(&desk).await;
        let order = desk.order_state(&late, &order).await;
        let reasons: Vec<_> = order["refunds"].as_array().unwrap().iter().map(|refund| &refund["reason"]).collect();
        assert_eq!(reasons, vec![&json!("seat_gone"); number + 1], "it had brought nothing");
    }
}

async fn a_check_keeps_a_seat_longer_than_minutes(desk: Desk) {
    use razorpay_sandbox::{FaultKind, WebhookSwitches};
    use tala_domain::error::ErrorCode;
    let School { student, teacher } = desk.school().await;
    let payer = desk.student("Ravi", &teacher).await;
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let slot = desk.slot_at(&payer, at(CLASS)).await;
    let order = desk.order(&payer, &slot, None).await;
    desk.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    let payment = desk.pay(&order);
    crate::support::fault(&desk, FaultKind::ServerError, 4, ("GET", "/v1/payments/"), false);
    desk.success_request(&payer, &order, &payment).refused(ErrorCode::PaymentPending).await;
    desk.book_refused(&student, &slot, ErrorCode::SlotTaken).await;
    desk.provider.clear_faults().unwrap();
    settled(&desk).await;
}
