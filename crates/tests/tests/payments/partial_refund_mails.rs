//! Mails about partial refunds (ADR 11).

use serde_json::json;
use tala_domain::money::{Currency, Money};
use tala_tests::{PaymentsApp, at, both_dbs};

use crate::common::partial_refunds::{
    balance_of, body, class_sold, details, hold_class, package_sold, refund, request, with_commission,
};
use crate::common::payments::{finish_and_audit, move_to};

both_dbs!(
    refund_mail_names_the_rescheduled_time,
    teacher_is_informed_of_a_shared_refund_only,
    new_teacher_is_informed_of_a_refund_after_a_hand_over,
);

async fn refund_mail_names_the_rescheduled_time(app: PaymentsApp) {
    let sold = class_sold(&app).await;
    let student = &sold.school.student;
    let booking = app.get("/api/bookings").by(student).ok().await[0].clone();
    let target = app.slot_at(student, at("2026-03-12T03:30:00Z")).await;
    move_to(&app, student, &booking, &target).ok().await;
    refund(&app, &sold, 200.0, 1022.98, "platform").await;
    finish_and_audit(&app).await;
    let mails = app.mailer.sent_to(&student.email);
    let mail = mails.iter().find(|mail| mail.subject == "We're refunding ₹200 of your payment").unwrap();
    for fact in ["Class: private class with Padma", "When: Thu, 12 Mar 2026, 9:00 am", "Payment ID: pay_"] {
        assert!(mail.text.contains(fact), "{fact}: {}", mail.text);
    }
}

/// Emails to the teacher about refunds.
fn refund_mails_to_teacher(app: &PaymentsApp, address: &str) -> Vec<String> {
    let mails = app.mailer.sent_to(address).into_iter();
    mails.filter(|mail| mail.subject.contains("refund")).map(|mail| mail.subject + "\n" + &mail.text).collect()
}

async fn teacher_is_informed_of_a_shared_refund_only(app: PaymentsApp) {
    let mut sold = class_sold(&app).await;
    with_commission(&app).await;
    refund(&app, &sold, 100.0, 1022.98, "platform").await;
    finish_and_audit(&app).await;
    let teacher = sold.school.teacher.email.clone();
    assert_eq!(refund_mails_to_teacher(&app, &teacher), Vec::<String>::new());
    hold_class(&app).await;
    sold.finance = app.admin_login("finance").await;
    let shared = body(200.0, 922.98, "teacher", "shared");
    for _ in 0..2 {
        request(&app, &sold.finance, &sold.id, &shared).ok().await;
    }
    finish_and_audit(&app).await;
    let mails = refund_mails_to_teacher(&app, &teacher);
    assert_eq!(mails.len(), 1, "one email, although the request was repeated: {mails:?}");
    let earned = Money::new(-balance_of(&app, "teacher_payable").await, Currency::Inr).to_display();
    for text in ["A refund of ₹200 reduces your earnings", "You now earn", &earned, "9:00 am"] {
        assert!(mails[0].contains(text), "{text}: {}", mails[0]);
    }
}

async fn new_teacher_is_informed_of_a_refund_after_a_hand_over(app: PaymentsApp) {
    let sold = package_sold(&app).await;
    let leela = app.teacher("Leela").await;
    let support = app.new_admin("support").await;
    let path = format!("/api/admin/people/{}/hand-over", sold.school.teacher.id);
    app.admin_post(&support, &path, &json!({ "teacherId": leela.id, "reason": "Padma moves away" })).await;
    let total = details(&app, &sold).await["order"]["total"].as_f64().unwrap();
    refund(&app, &sold, 400.0, total, "teacher").await;
    finish_and_audit(&app).await;
    assert_eq!(refund_mails_to_teacher(&app, &leela.email).len(), 1);
    assert_eq!(refund_mails_to_teacher(&app, &sold.school.teacher.email), Vec::<String>::new());
}
