//! The reason of a refund, as students read it (D23).

use serde_json::json;
use tala_domain::coupons::CouponTerms;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, at, both_dbs, minutes};

use crate::common::payments::{CLASS, buy_package, finish_and_audit, school_without_credits};

both_dbs!(
    refund_names_the_other_class_at_that_time,
    refunded_package_with_an_exhausted_coupon_names_the_coupon,
    second_payment_is_refunded_with_the_reason_of_the_first,
    a_check_keeps_a_seat_longer_than_minutes,
);

fn once(percent: u32) -> CouponTerms {
    CouponTerms { limit: Some(1), ..PaymentsApp::terms(percent) }
}

async fn refund_names_the_other_class_at_that_time(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:30", "10:30")]).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    app.advance(minutes(16));
    app.work().await;
    let moved = student.clone().with_teacher(&app, &leela).await;
    app.lot(&moved, 1, tala_tests::days(30)).await;
    app.book(&moved, &app.slot_at(&moved, at("2026-03-10T04:00:00Z")).await).await;
    let payment = app.pay(&order);
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!((&reply["success"], &reply["booking"]), (&json!(false), &json!(null)));
    let error = reply["error"].as_str().unwrap();
    assert!(error.contains("another class at that time"), "{error}");
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&moved, &order).await["reason"], "student_busy");
    let told = app.mailer.sent_to(&student.email);
    assert!(told.iter().any(|mail| mail.text.contains("another class at that time")), "{told:?}");
}

async fn refunded_package_with_an_exhausted_coupon_names_the_coupon(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    app.coupon_with("ONCE", &once(10)).await;
    let late = app.order_package(&student, 4, Some("ONCE")).await;
    app.advance(minutes(20));
    app.work().await;
    buy_package(&app, &other, 4, Some("ONCE")).await;
    let payment = app.pay(&late);
    let reply = app.success_request(&student, &late, &payment).ok().await;
    assert_eq!((&reply["success"], &reply["classCredits"]), (&json!(false), &json!(0)));
    assert!(reply["error"].as_str().unwrap().contains("coupon"), "{reply}");
    finish_and_audit(&app).await;
    let order = app.order_state(&student, &late).await;
    assert_eq!((&order["state"], &order["reason"]), (&json!("refunded"), &json!("coupon_gone")));
    let told = app.mailer.sent_to(&student.email);
    assert!(told[0].text.contains("coupon") && !told[0].text.contains("the class can no longer"), "{told:?}");
}

async fn second_payment_is_refunded_with_the_reason_of_the_first(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let late = app.student("Ravi", &teacher).await;
    let order = app.order(&late, &app.slot_at(&late, at(CLASS)).await, None).await;
    app.advance(minutes(16));
    app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    for number in 0..2 {
        app.pay(&order);
        finish_and_audit(&app).await;
        let order = app.order_state(&late, &order).await;
        let reasons: Vec<_> = order["refunds"].as_array().unwrap().iter().map(|refund| &refund["reason"]).collect();
        assert_eq!(reasons, vec![&json!("seat_gone"); number + 1], "the first payment was refunded");
    }
}

async fn a_check_keeps_a_seat_longer_than_minutes(app: PaymentsApp) {
    use razorpay_sandbox::{FaultKind, WebhookSwitches};
    use tala_domain::error::ErrorCode;
    let School { student, teacher } = app.school().await;
    let payer = app.student("Ravi", &teacher).await;
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    let slot = app.slot_at(&payer, at(CLASS)).await;
    let order = app.order(&payer, &slot, None).await;
    app.book_refused(&student, &slot, ErrorCode::SeatHeld).await;
    let payment = app.pay(&order);
    crate::common::payments::fault(&app, FaultKind::ServerError, 4, ("GET", "/v1/payments/"), false);
    app.success_request(&payer, &order, &payment).refused(ErrorCode::PaymentPending).await;
    app.book_refused(&student, &slot, ErrorCode::SlotTaken).await;
    app.provider.clear_faults().unwrap();
    finish_and_audit(&app).await;
}
