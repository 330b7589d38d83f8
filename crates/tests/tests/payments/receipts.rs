//! Receipts: a number for every purchase, without gaps or duplicates, visible to its buyer only.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{PaymentsApp, Person, at, both_dbs, days, minutes, raw};

use crate::common::payments::{
    CLASS, NEXT_CLASS, before, buy_class, buy_package, cancel, finish_and_audit, school_without_credits, second_server,
    text,
};

both_dbs!(
    numbers_have_no_gaps_and_no_doubles,
    unpaid_order_takes_no_receipt_number,
    a_receipt_says_what_was_paid,
    receipt_remains_after_a_refund,
    only_the_buyer_sees_it,
    a_receipt_keeps_what_was_agreed,
);

/// First receipt number.
const FIRST: i64 = 1001;

fn receipt<'a>(app: &'a PaymentsApp, who: &Person, order: &Value) -> Request<'a> {
    app.get(&format!("/api/orders/{}/receipt", text(&order["order"]["_id"]))).by(who)
}

async fn numbers(app: &PaymentsApp) -> Vec<i64> {
    let sql = "SELECT receipt_number FROM orders WHERE receipt_number IS NOT NULL";
    let rows = raw::rows::<(i64,)>(&app.ctx.store, sql).await;
    let mut numbers: Vec<i64> = rows.into_iter().map(|(number,)| number).collect();
    numbers.sort_unstable();
    numbers
}

async fn numbers_have_no_gaps_and_no_doubles(app: PaymentsApp) {
    let School { teacher, .. } = app.school().await;
    let other = second_server(&app, 2).await;
    let mut bought = Vec::new();
    for number in 0..10 {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        let order = if number % 2 == 0 {
            app.order(&student, &app.slots(&student).await[number].clone(), None).await
        } else {
            app.order_package(&student, 4, None).await
        };
        let payment = app.pay(&order);
        bought.push((student, order, payment));
    }
    let said = bought.iter().enumerate().map(|(number, (student, order, payment))| {
        let server = if number % 2 == 0 { &app } else { &other };
        server.success_request(student, order, payment).send()
    });
    let (replies, ..) = futures_util::future::join3(join_all(said), app.deliver_events(), other.work()).await;
    for reply in replies {
        reply.ok();
    }
    finish_and_audit(&app).await;
    assert_eq!(numbers(&app).await, (FIRST..FIRST + 10).collect::<Vec<_>>());
}

async fn unpaid_order_takes_no_receipt_number(app: PaymentsApp) {
    let School { student, teacher } = app.school().await;
    let late = app.student("Arjun", &teacher).await;
    app.coupon("FREE", 100).await;
    let in_vain = app.order(&late, &app.slot_at(&late, at(CLASS)).await, None).await;
    app.advance(minutes(16));
    app.book(&student, &app.slot_at(&student, at(CLASS)).await).await;
    buy_class(&app, &student, NEXT_CLASS).await;
    app.pay(&in_vain);
    finish_and_audit(&app).await;
    app.order(&student, &app.slots(&student).await[0].clone(), None).await;
    let gift = app.order(&late, &app.slots(&late).await[1].clone(), Some("FREE")).await;
    let package = buy_package(&app, &late, 4, None).await;
    finish_and_audit(&app).await;
    assert_eq!(numbers(&app).await, [FIRST, FIRST + 1, FIRST + 2]);
    assert_eq!(receipt(&app, &late, &gift).ok().await["receiptNumber"], FIRST + 1);
    assert_eq!(receipt(&app, &late, &package).ok().await["receiptNumber"], FIRST + 2);
    receipt(&app, &late, &in_vain).refused(ErrorCode::NotFound).await;
}

async fn a_receipt_says_what_was_paid(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    app.coupon("TEN", 10).await;
    app.advance(days(61));
    let order = app.order_package(&student, 4, Some("TEN")).await;
    app.advance(minutes(2));
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).ok().await;
    let paid_at = app.now();
    app.advance(days(3));
    let receipt = receipt(&app, &student, &order).ok().await;
    let lines: Vec<_> =
        receipt["lines"].as_array().unwrap().iter().map(|line| (&line["label"], &line["amount"])).collect();
    assert_eq!(
        lines,
        [
            (&json!("4 class credits"), &json!(3996.0)),
            (&json!("Coupon TEN (10%)"), &json!(-399.6)),
            (&json!("Platform fee"), &json!(359.64)),
            (&json!("Payment provider fee"), &json!(86.31)),
        ]
    );
    assert_eq!((&receipt["total"], &receipt["currency"]), (&json!(4042.35), &json!("INR")));
    assert_eq!(receipt["buyer"], json!({ "name": student.name, "email": student.email }));
    assert_eq!((&receipt["paymentId"], &receipt["paymentMethod"]), (&json!(payment), &json!("upi")));
    assert_eq!((&receipt["paidAt"], &receipt["issuedAt"]), (&json!(paid_at.to_string()), &json!(paid_at.to_string())));
    let client_texts = include_str!("../../../../web/src/copy/serverItems.ts");
    for name in lines.iter().map(|(label, _)| label.as_str().unwrap()).filter(|label| !label.starts_with("Coupon")) {
        assert!(client_texts.contains(&format!("'receiptLine.{name}'")), "the client has no translation of {name}");
    }
    let total: f64 = receipt["lines"].as_array().unwrap().iter().map(|line| line["amount"].as_f64().unwrap()).sum();
    assert!((total - 4042.35).abs() < 1e-6, "the lines add up");
}

async fn receipt_remains_after_a_refund(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let (booking, order) = buy_class(&app, &student, CLASS).await;
    let first = receipt(&app, &student, &order).ok().await;
    before(&app, &booking, minutes(30));
    cancel(&app, &teacher, &booking).ok().await;
    finish_and_audit(&app).await;
    let after = receipt(&app, &student, &order).ok().await;
    for field in ["receiptNumber", "lines", "total", "paidAt", "paymentId"] {
        assert_eq!(first[field], after[field], "{field}");
    }
    assert_eq!(after["order"]["refunds"][0]["state"], "done");
    assert_eq!(after["order"]["refunds"][0]["amount"], 1022.98);
}

async fn only_the_buyer_sees_it(app: PaymentsApp) {
    let School { student, teacher } = school_without_credits(&app).await;
    let other = app.student("Arjun", &teacher).await;
    let open = app.order(&student, &app.slot_at(&student, at(NEXT_CLASS)).await, None).await;
    let (_, order) = buy_class(&app, &student, CLASS).await;
    receipt(&app, &student, &order).ok().await;
    receipt(&app, &student, &open).refused(ErrorCode::NotFound).await;
    receipt(&app, &other, &order).refused(ErrorCode::NotFound).await;
    receipt(&app, &teacher, &order).refused(ErrorCode::RoleNotAllowed).await;
    let path = format!("/api/orders/{}/receipt", text(&order["order"]["_id"]));
    app.get(&path).refused(ErrorCode::SignInRequired).await;
    app.get(&format!("/api/orders/{}/receipt", student.id)).by(&student).refused(ErrorCode::NotFound).await;
}

async fn a_receipt_keeps_what_was_agreed(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let (_, order) = buy_class(&app, &student, CLASS).await;
    let first = receipt(&app, &student, &order).ok().await;
    crate::common::payments::change_rate(&app, 1).await;
    crate::common::payments::in_dollars(&app, &student).await;
    app.advance(days(400));
    finish_and_audit(&app).await;
    let later = receipt(&app, &student, &order).ok().await;
    assert_eq!((&first["lines"], &first["total"]), (&later["lines"], &later["total"]));
    assert_eq!(later["currency"], "INR");
}
