//! Receipts: a number for everything that was paid, without gaps and doubles, for its buyer alone.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::http::Request;
use tala_tests::school::School;
use tala_tests::{Desk, Person, at, both_dbs, days, minutes, raw};

use crate::support::{
    CLASS, NEXT_CLASS, before, buy_class, buy_package, cancel, penniless, second_server, settled, text,
};

both_dbs!(
    numbers_have_no_gaps_and_no_doubles,
    what_is_not_bought_takes_no_number,
    a_receipt_says_what_was_paid,
    a_receipt_stays_when_the_money_goes_back,
    only_the_buyer_sees_it,
    a_receipt_keeps_what_was_agreed,
);

/// Where the numbers begin.
const FIRST: i64 = 1001;

fn receipt<'a>(desk: &'a Desk, who: &Person, order: &Value) -> Request<'a> {
    desk.get(&format!("/api/orders/{}/receipt", text(&order["order"]["_id"]))).by(who)
}

async fn numbers(desk: &Desk) -> Vec<i64> {
    let sql = "SELECT receipt_number FROM orders WHERE receipt_number IS NOT NULL";
    let rows = raw::rows::<(i64,)>(&desk.ctx.store, sql).await;
    let mut numbers: Vec<i64> = rows.into_iter().map(|(number,)| number).collect();
    numbers.sort_unstable();
    numbers
}

async fn numbers_have_no_gaps_and_no_doubles(desk: Desk) {
    let School { teacher, .. } = desk.school().await;
    let other = second_server(&desk, 2).await;
    let mut bought = Vec::new();
    for number in 0..10 {
        let student = desk.student(&format!("Student {number}"), &teacher).await;
        let order = if number % 2 == 0 {
            desk.order(&student, &desk.slots(&student).await[number].clone(), None).await
        } else {
            desk.order_package(&student, 4, None).await
        };
        let payment = desk.pay(&order);
        bought.push((student, order, payment));
    }
    let said = bought.iter().enumerate().map(|(number, (student, order, payment))| {
        let server = if number % 2 == 0 { &desk } else { &other };
        server.success_request(student, order, payment).send()
    });
    let (replies, ..) = futures_util::future::join3(join_all(said), desk.tell(), other.work()).await;
    for reply in replies {
        reply.ok();
    }
    settled(&desk).await;
    assert_eq!(numbers(&desk).await, (FIRST..FIRST + 10).collect::<Vec<_>>());
}

async fn what_is_not_bought_takes_no_number(desk: Desk) {
    let School { student, teacher } = desk.school().await;
    let late = desk.student("Arjun", &teacher).await;
    desk.coupon("FREE", 100).await;
    let in_vain = desk.order(&late, &desk.slot_at(&late, at(CLASS)).await, None).await;
    desk.advance(minutes(16));
    desk.book(&student, &desk.slot_at(&student, at(CLASS)).await).await;
    buy_class(&desk, &student, NEXT_CLASS).await;
    desk.pay(&in_vain);
    settled(&desk).await;
    desk.order(&student, &desk.slots(&student).await[0].clone(), None).await;
    let gift = desk.order(&late, &desk.slots(&late).await[1].clone(), Some("FREE")).await;
    let package = buy_package(&desk, &late, 4, None).await;
    settled(&desk).await;
    assert_eq!(numbers(&desk).await, [FIRST, FIRST + 1, FIRST + 2]);
    assert_eq!(receipt(&desk, &late, &gift).ok().await["receiptNumber"], FIRST + 1);
    assert_eq!(receipt(&desk, &late, &package).ok().await["receiptNumber"], FIRST + 2);
    receipt(&desk, &late, &in_vain).refused(ErrorCode::NotFound).await;
}

async fn a_receipt_says_what_was_paid(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    desk.coupon("TEN", 10).await;
    desk.advance(days(61));
    let order = desk.order_package(&student, 4, Some("TEN")).await;
    desk.advance(minutes(2));
    let payment = desk.pay(&order);
    desk.success_request(&student, &order, &payment).ok().await;
    let paid_at = desk.now();
    desk.advance(days(3));
    let receipt = receipt(&desk, &student, &order).ok().await;
    let lines: Vec<_> =
        receipt["lines"].as_array().unwrap().iter().map(|line| (&line["label"], &line["amount"])).collect();
    assert_eq!(
        lines,
        [
            (&json!("4 class credits"), &json!(3996.0)),
            (&json!("Coupon TEN (10%)"), &json!(-399.6)),
            (&json!("Service fee"), &json!(359.64)),
            (&json!("Payment provider fee"), &json!(86.31)),
        ]
    );
    assert_eq!((&receipt["total"], &receipt["currency"]), (&json!(4042.35), &json!("INR")));
    assert_eq!(receipt["buyer"], json!({ "name": student.name, "email": student.email }));
    assert_eq!((&receipt["paymentId"], &receipt["paymentMethod"]), (&json!(payment), &json!("upi")));
    assert_eq!((&receipt["paidAt"], &receipt["issuedAt"]), (&json!(paid_at.to_string()), &json!(paid_at.to_string())));
    let total: f64 = receipt["lines"].as_array().unwrap().iter().map(|line| line["amount"].as_f64().unwrap()).sum();
    assert!((total - 4042.35).abs() < 1e-6, "the lines add up");
}

async fn a_receipt_stays_when_the_money_goes_back(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let (booking, order) = buy_class(&desk, &student, CLASS).await;
    let first = receipt(&desk, &student, &order).ok().await;
    before(&desk, &booking, minutes(30));
    cancel(&desk, &teacher, &booking).ok().await;
    settled(&desk).await;
    let after = receipt(&desk, &student, &order).ok().await;
    for field in ["receiptNumber", "lines", "total", "paidAt", "paymentId"] {
        assert_eq!(first[field], after[field], "{field}");
    }
    assert_eq!(after["order"]["refunds"][0]["state"], "done");
    assert_eq!(after["order"]["refunds"][0]["amount"], 1022.98);
}

async fn only_the_buyer_sees_it(desk: Desk) {
    let School { student, teacher } = penniless(&desk).await;
    let other = desk.student("Arjun", &teacher).await;
    let open = desk.order(&student, &desk.slot_at(&student, at(NEXT_CLASS)).await, None).await;
    let (_, order) = buy_class(&desk, &student, CLASS).await;
    receipt(&desk, &student, &order).ok().await;
    receipt(&desk, &student, &open).refused(ErrorCode::NotFound).await;
    receipt(&desk, &other, &order).refused(ErrorCode::NotFound).await;
    receipt(&desk, &teacher, &order).refused(ErrorCode::RoleNotAllowed).await;
    let path = format!("/api/orders/{}/receipt", text(&order["order"]["_id"]));
    desk.get(&path).refused(ErrorCode::SignInRequired).await;
    desk.get(&format!("/api/orders/{}/receipt", student.id)).by(&student).refused(ErrorCode::NotFound).await;
}

async fn a_receipt_keeps_what_was_agreed(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let (_, order) = buy_class(&desk, &student, CLASS).await;
    let first = receipt(&desk, &student, &order).ok().await;
    crate::support::change_rate(&desk, 1).await;
    crate::support::in_dollars(&desk, &student).await;
    desk.advance(days(400));
    settled(&desk).await;
    let later = receipt(&desk, &student, &order).ok().await;
    assert_eq!((&first["lines"], &first["total"]), (&later["lines"], &later["total"]));
    assert_eq!(later["currency"], "INR");
}
