//! The browser's success callback: valid, forged, swapped or repeated.

use razorpay_sandbox::{Outcome, WebhookSwitches, payment_signature};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{KEY_SECRET, PaymentsApp, Person, WEBHOOK_SECRET, at, both_dbs, days};

use crate::common::payments::{CLASS, NEXT_CLASS, buy_class, finish_and_audit, school_without_credits};

both_dbs!(
    a_forged_signature_books_nothing,
    the_proof_of_one_order_does_not_pay_another,
    another_students_order_cannot_be_confirmed,
    other_students_cannot_confirm,
    a_failed_payment_books_nothing,
    a_hundred_repeated_callbacks_book_once,
    callback_and_webhook_in_either_order_book_once,
    confirming_a_cancelled_class_does_not_restore_it,
    paths_without_valid_ids_get_not_found,
);

fn claim<'a>(app: &'a PaymentsApp, who: &Person, order: &str, payment: &str, signature: &str) -> Request<'a> {
    let body = json!({ "order_id": order, "payment_id": payment, "signature": signature });
    app.post("/api/payment-success", &body).by(who)
}

fn id_of(order: &Value) -> &str {
    order["orderId"].as_str().unwrap()
}

async fn silent_school(app: &PaymentsApp) -> School {
    app.provider.set_webhook_switches(WebhookSwitches { drop: true, ..WebhookSwitches::default() }).unwrap();
    app.school().await
}

async fn a_forged_signature_books_nothing(app: PaymentsApp) {
    let School { student, .. } = silent_school(&app).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let (id, payment) = (id_of(&order).to_owned(), app.pay(&order));
    let right = payment_signature(KEY_SECRET, &id, &payment);
    let (upper, spaced) = (right.to_uppercase(), format!(" {right}"));
    let turned_round = payment_signature(KEY_SECRET, &payment, &id);
    let other_key = payment_signature(WEBHOOK_SECRET, &id, &payment);
    let without_key = payment_signature("", &id, &payment);
    for wrong in ["", "0", &upper, &spaced, &right[..62], &right[2..], &turned_round, &other_key, &without_key] {
        claim(&app, &student, &id, &payment, wrong).refused(ErrorCode::PaymentNotVerified).await;
    }
    let zeros = "0".repeat(64);
    for (order, payment) in [("", ""), (&*id, ""), ("", &*payment), ("order_Unknown000001", &*payment), (&*id, "pay_%")]
    {
        claim(&app, &student, order, payment, &zeros).refused(ErrorCode::PaymentNotVerified).await;
    }
    app.work().await;
    assert_eq!(app.count("bookings").await, 0);
    assert_eq!(app.order_state(&student, &order).await["state"], "open", "nor is it taken for one that is checked");
    claim(&app, &student, &id, &payment, &right).ok().await;
    finish_and_audit(&app).await;
}

async fn the_proof_of_one_order_does_not_pay_another(app: PaymentsApp) {
    let School { student, .. } = silent_school(&app).await;
    let cheap = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let dear = app.order_package(&student, 8, None).await;
    let payment = app.pay(&cheap);
    let proof = payment_signature(KEY_SECRET, id_of(&cheap), &payment);
    claim(&app, &student, id_of(&dear), &payment, &proof).refused(ErrorCode::PaymentNotVerified).await;
    let reply = claim(&app, &student, id_of(&cheap), &payment, &proof).ok().await;
    assert_eq!(reply["order"]["purpose"], "class");
    assert_eq!(app.order_state(&student, &dear).await["state"], "open");
    finish_and_audit(&app).await;
}

async fn another_students_order_cannot_be_confirmed(app: PaymentsApp) {
    let School { student, teacher } = silent_school(&app).await;
    let thief = app.student("Arjun", &teacher).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay(&order);
    app.success_request(&thief, &order, &payment).refused(ErrorCode::PaymentNotVerified).await;
    assert_eq!(app.count("bookings").await, 0);
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["booking"]["studentId"], student.id.to_string());
    finish_and_audit(&app).await;
}

async fn other_students_cannot_confirm(app: PaymentsApp) {
    let School { student, teacher } = silent_school(&app).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay(&order);
    let proof = payment_signature(KEY_SECRET, id_of(&order), &payment);
    let stranger = app.person("Kavya").await;
    for other in [&*teacher, &stranger] {
        claim(&app, other, id_of(&order), &payment, &proof).refused(ErrorCode::RoleNotAllowed).await;
    }
    let body = json!({ "order_id": id_of(&order), "payment_id": payment, "signature": proof });
    app.post("/api/payment-success", &body).refused(ErrorCode::SignInRequired).await;
}

async fn a_failed_payment_books_nothing(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    app.pay_with(&order, Outcome::Failed);
    finish_and_audit(&app).await;
    let state = app.order_state(&student, &order).await;
    assert_eq!((&state["state"], &state["orderId"]), (&json!("open"), &order["orderId"]), "to be retried");
    app.pay(&order);
    finish_and_audit(&app).await;
    assert_eq!(app.order_state(&student, &order).await["state"], "booked");
}

async fn a_hundred_repeated_callbacks_book_once(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay(&order);
    let mut bookings = Vec::new();
    for _ in 0..20 {
        let replies = (0..5).map(|_| app.success_request(&student, &order, &payment).send());
        for reply in futures_util::future::join_all(replies).await {
            bookings.push(reply.ok()["booking"]["_id"].clone());
        }
    }
    bookings.dedup();
    assert_eq!(bookings.len(), 1);
    finish_and_audit(&app).await;
    assert_eq!(app.mailer.sent().len(), 2);
    assert_eq!(app.count("ledger_transactions WHERE kind = 'class_paid'").await, 1);
}

async fn callback_and_webhook_in_either_order_book_once(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    for (class, news_first) in [(CLASS, true), (NEXT_CLASS, false)] {
        let order = app.order(&student, &app.slot_at(&student, at(class)).await, None).await;
        let payment = app.pay(&order);
        if news_first {
            app.deliver_events().await;
        }
        let reply = app.success_request(&student, &order, &payment).ok().await;
        assert_eq!(reply["booking"]["dateTime"], class);
        finish_and_audit(&app).await;
    }
    assert_eq!(app.count("bookings").await, 2);
    assert_eq!(app.mailer.sent_to(&student.email).len(), 2);
}

async fn confirming_a_cancelled_class_does_not_restore_it(app: PaymentsApp) {
    let School { student, .. } = school_without_credits(&app).await;
    let order = app.order(&student, &app.slot_at(&student, at(CLASS)).await, None).await;
    let payment = app.pay(&order);
    let booking = app.success_request(&student, &order, &payment).ok().await["booking"].clone();
    crate::common::payments::cancel(&app, &student, &booking).ok().await;
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "refunding");
    assert_eq!(reply["booking"]["bookingStatus"], "cancelled");
    finish_and_audit(&app).await;
    app.advance(days(1));
    finish_and_audit(&app).await;
    let reply = app.success_request(&student, &order, &payment).ok().await;
    assert_eq!(reply["order"]["state"], "refunded");
    assert_eq!(app.count("refunds").await, 1);
    let (again, _) = buy_class(&app, &student, CLASS).await;
    assert_ne!(again["_id"], booking["_id"], "the hour is free for a new booking");
    finish_and_audit(&app).await;
}

async fn paths_without_valid_ids_get_not_found(app: PaymentsApp) {
    let School { student, .. } = app.school().await;
    for id in ["x", "%20", "%FF", "..%2F..", "00000000-0000-0000-0000-000000000000"] {
        app.get(&format!("/api/orders/{id}")).by(&student).refused(ErrorCode::NotFound).await;
        app.get(&format!("/api/orders/{id}/receipt")).by(&student).refused(ErrorCode::NotFound).await;
        for act in ["orders/{}/cancel", "bookings/{}/cancel"] {
            let path = format!("/api/{}", act.replace("{}", id));
            app.post(&path, &json!({})).by(&student).refused(ErrorCode::NotFound).await;
        }
        let moving = json!({ "slotId": "x", "dateTime": CLASS });
        let path = format!("/api/bookings/{id}/reschedule");
        app.post(&path, &moving).by(&student).refused(ErrorCode::NotFound).await;
    }
}
