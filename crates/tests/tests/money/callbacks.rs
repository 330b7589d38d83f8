//! What the browser says after paying: true, forged, swapped, or repeated.

use razorpay_sandbox::{Outcome, WebhookSwitches, payment_signature};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::http::Request;
use tala_tests::school::School;
use tala_tests::{Desk, KEY_SECRET, Person, WEBHOOK_SECRET, at, both_dbs, days};

use crate::support::{CLASS, NEXT_CLASS, buy_class, penniless, settled};

both_dbs!(
    a_forged_signature_books_nothing,
    the_proof_of_one_order_does_not_pay_another,
    another_students_order_cannot_be_confirmed,
    nobody_else_may_confirm,
    a_failed_payment_books_nothing,
    the_browser_may_say_it_a_hundred_times,
    the_browser_and_the_news_in_either_order,
    confirming_a_cancelled_class_does_not_bring_it_back,
    paths_that_are_no_ids_lead_nowhere,
);

fn claim<'a>(desk: &'a Desk, who: &Person, order: &str, payment: &str, signature: &str) -> Request<'a> {
    let body = json!({ "order_id": order, "payment_id": payment, "signature": signature });
    desk.post("/api/payment-success", &body).by(who)
}

fn id_of(order: &Value) -> &str {
    order["orderId"].as_str().unwrap()
}

async fn silent_school(desk: &Desk) -> School {
    desk.provider.switch_webhooks(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    desk.school().await
}

async fn a_forged_signature_books_nothing(desk: Desk) {
    let School { student, .. } = silent_school(&desk).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let (id, payment) = (id_of(&order).to_owned(), desk.pay(&order));
    let right = payment_signature(KEY_SECRET, &id, &payment);
    let (upper, spaced) = (right.to_uppercase(), format!(" {right}"));
    let turned_round = payment_signature(KEY_SECRET, &payment, &id);
    let other_key = payment_signature(WEBHOOK_SECRET, &id, &payment);
    let without_key = payment_signature("", &id, &payment);
    for wrong in ["", "0", &upper, &spaced, &right[..62], &right[2..], &turned_round, &other_key, &without_key] {
        claim(&desk, &student, &id, &payment, wrong).refused(ErrorCode::PaymentNotVerified).await;
    }
    let zeros = "0".repeat(64);
    for (order, payment) in [("", ""), (&*id, ""), ("", &*payment), ("order_Unknown000001", &*payment), (&*id, "pay_%")]
    {
        claim(&desk, &student, order, payment, &zeros).refused(ErrorCode::PaymentNotVerified).await;
    }
    desk.work().await;
    assert_eq!(desk.count("bookings").await, 0);
    assert_eq!(desk.order_state(&student, &order).await["state"], "open", "nor is it taken for one that is checked");
    claim(&desk, &student, &id, &payment, &right).ok().await;
    settled(&desk).await;
}

async fn the_proof_of_one_order_does_not_pay_another(desk: Desk) {
    let School { student, .. } = silent_school(&desk).await;
    let cheap = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let dear = desk.order_package(&student, 8, None).await;
    let payment = desk.pay(&cheap);
    let proof = payment_signature(KEY_SECRET, id_of(&cheap), &payment);
    claim(&desk, &student, id_of(&dear), &payment, &proof).refused(ErrorCode::PaymentNotVerified).await;
    let reply = claim(&desk, &student, id_of(&cheap), &payment, &proof).ok().await;
    assert_eq!(reply["order"]["purpose"], "class");
    assert_eq!(desk.order_state(&student, &dear).await["state"], "open");
    settled(&desk).await;
}

async fn another_students_order_cannot_be_confirmed(desk: Desk) {
    let School { student, teacher } = silent_school(&desk).await;
    let thief = desk.student("Arjun", &teacher).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let payment = desk.pay(&order);
    desk.success_request(&thief, &order, &payment).refused(ErrorCode::PaymentNotVerified).await;
    assert_eq!(desk.count("bookings").await, 0);
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["booking"]["studentId"], student.id.to_string());
    settled(&desk).await;
}

async fn nobody_else_may_confirm(desk: Desk) {
    let School { student, teacher } = silent_school(&desk).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let payment = desk.pay(&order);
    let proof = payment_signature(KEY_SECRET, id_of(&order), &payment);
    let stranger = desk.person("Kavya").await;
    for other in [&*teacher, &stranger] {
        claim(&desk, other, id_of(&order), &payment, &proof).refused(ErrorCode::RoleNotAllowed).await;
    }
    let body = json!({ "order_id": id_of(&order), "payment_id": payment, "signature": proof });
    desk.post("/api/payment-success", &body).refused(ErrorCode::SignInRequired).await;
}

async fn a_failed_payment_books_nothing(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    desk.pay_with(&order, Outcome::Failed);
    settled(&desk).await;
    let state = desk.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["orderId"]), (&json!("open"), &order["orderId"]), "to be tried again");
    desk.pay(&order);
    settled(&desk).await;
    assert_eq!(desk.order_state(&student, &order).await["state"], "booked");
}

async fn the_browser_may_say_it_a_hundred_times(desk: Desk) {
    let School { student, .. } = desk.school().await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let payment = desk.pay(&order);
    let mut bookings = Vec::new();
    for _ in 0..20 {
        let replies = (0..5).map(|_| desk.success_request(&student, &order, &payment).send());
        for reply in futures_util::future::join_all(replies).await {
            bookings.push(reply.ok()["booking"]["_id"].clone());
        }
    }
    bookings.dedup();
    assert_eq!(bookings.len(), 1);
    settled(&desk).await;
    assert_eq!(desk.mailer.sent().len(), 2);
    assert_eq!(desk.count("ledger_transactions WHERE kind = 'class_paid'").await, 1);
}

async fn the_browser_and_the_news_in_either_order(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    for (class, news_first) in [(CLASS, true), (NEXT_CLASS, false)] {
        let order = desk.order(&student, &desk.slot_at(&student, at(class)).await, None).await;
        let payment = desk.pay(&order);
        if news_first {
            desk.tell().await;
        }
        let reply = desk.success_request(&student, &order, &payment).ok().await;
        assert_eq!(reply["booking"]["dateTime"], class);
        settled(&desk).await;
    }
    assert_eq!(desk.count("bookings").await, 2);
    assert_eq!(desk.mailer.sent_to(&student.email).len(), 2);
}

async fn confirming_a_cancelled_class_does_not_bring_it_back(desk: Desk) {
    let School { student, .. } = penniless(&desk).await;
    let order = desk.order(&student, &desk.slot_at(&student, at(CLASS)).await, None).await;
    let payment = desk.pay(&order);
    let booking = desk.success_request(&student, &order, &payment).ok().await["booking"].clone();
    crate::support::cancel(&desk, &student, &booking).ok().await;
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "refunding");
    assert_eq!(reply["booking"]["bookingStatus"], "cancelled");
    settled(&desk).await;
    desk.advance(days(1));
    settled(&desk).await;
    let reply = desk.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "refunded");
    assert_eq!(desk.count("refunds").await, 1);
    let (again, _) = buy_class(&desk, &student, CLASS).await;
    assert_ne!(again["_id"], booking["_id"], "the hour is free for a new booking");
    settled(&desk).await;
}

async fn paths_that_are_no_ids_lead_nowhere(desk: Desk) {
    let School { student, .. } = desk.school().await;
    for id in ["x", "%20", "%FF", "..%2F..", "00000000-0000-0000-0000-000000000000"] {
        desk.get(&format!("/api/orders/{id}")).by(&student).refused(ErrorCode::NotFound).await;
        desk.get(&format!("/api/orders/{id}/receipt")).by(&student).refused(ErrorCode::NotFound).await;
        for act in ["orders/{}/release", "bookings/{}/cancel"] {
            let path = format!("/api/{}", act.replace("{}", id));
            desk.post(&path, &json!({})).by(&student).refused(ErrorCode::NotFound).await;
        }
        let moving = json!({ "slotId": "x", "dateTime": CLASS });
        let path = format!("/api/bookings/{id}/reschedule");
        desk.post(&path, &moving).by(&student).refused(ErrorCode::NotFound).await;
    }
}
