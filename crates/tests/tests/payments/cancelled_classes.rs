//! Unpaid orders for published classes that their teacher cancels (D23, D24).

use razorpay_sandbox::Outcome;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{PaymentsApp, Student, at, both_dbs, hours};

use crate::common::payments::{count, finish_and_audit, school_without_credits};
use crate::common::teaching::{classes_path, publish};

both_dbs!(
    order_of_a_cancelled_class_ends_and_its_payment_is_refunded,
    payment_being_checked_when_the_class_is_cancelled_is_refunded,
);

const CLASS: &str = "2026-03-10T10:00:00Z";

/// State, reason and number of refunds of an order.
async fn end(app: &PaymentsApp, student: &Student, order: &Value) -> (Value, Value, usize) {
    let order = app.order_state(student, order).await;
    (order["state"].clone(), order["reason"].clone(), order["refunds"].as_array().unwrap().len())
}

fn refunded() -> (Value, Value, usize) {
    (json!("refunded"), json!("not_bookable"), 1)
}

/// Cancels a published class for which a student has just opened this order.
async fn ordered_class_of_cancelled(app: &PaymentsApp, school: &School) -> Value {
    let class = publish(app, &school.teacher, CLASS, "Group", 10).await;
    let slot = app.slot_at(&school.student, at(CLASS)).await;
    app.coupon("FIRST", 10).await;
    let order = app.order(&school.student, &slot, Some("FIRST")).await;
    let path = format!("{}/{}/cancel", classes_path(&school.teacher), class["_id"].as_str().unwrap());
    app.post(&path, &json!({})).by(&school.teacher).ok().await;
    order
}

async fn order_of_a_cancelled_class_ends_and_its_payment_is_refunded(app: PaymentsApp) {
    let school = school_without_credits(&app).await;
    let order = ordered_class_of_cancelled(&app, &school).await;
    let ended = app.order_state(&school.student, &order).await;
    assert_eq!((&ended["state"], &ended["reason"]), (&json!("cancelled"), &json!("not_bookable")));
    assert_eq!((&ended["orderId"], &ended["heldUntil"]), (&Value::Null, &Value::Null), "it cannot be paid");
    assert_eq!(count(&app, "orders WHERE coupon_reserved").await, 0);
    // The student's browser had the payment window open.
    let payment = app.pay(&order);
    let reply = app.success_request(&school.student, &order, &payment).ok().await;
    assert_eq!((&reply["booking"], &reply["success"]), (&Value::Null, &json!(false)));
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &school.student, &order).await, refunded());
    assert_eq!(count(&app, "bookings").await, 0);
    let mails = app.mailer.sent();
    let refund = mails.iter().find(|mail| mail.subject.starts_with("We're refunding")).unwrap();
    assert!(refund.text.contains("the class can no longer be booked"), "{}", refund.text);
}

async fn payment_being_checked_when_the_class_is_cancelled_is_refunded(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let class = publish(&app, &teacher, CLASS, "Group", 10).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay_with(&order, Outcome::LateAuthorized);
    app.success_request(&student, &order, &payment).refused(ErrorCode::PaymentPending).await;
    let path = format!("{}/{}/cancel", classes_path(&teacher), class["_id"].as_str().unwrap());
    app.post(&path, &json!({})).by(&teacher).ok().await;
    assert_eq!(app.order_state(&student, &order).await["state"], "checking");
    app.advance(hours(20));
    finish_and_audit(&app).await;
    assert_eq!(end(&app, &student, &order).await, refunded());
    assert_eq!(count(&app, "bookings").await, 0);
}
