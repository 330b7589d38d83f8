//! The cancellation policy as displayed: in both people's zones, equal wherever it is displayed, and applied to the
//! instant (D24).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_tests::{PaymentsApp, Student, at, both_dbs, hours, later};

use crate::common::payments::{CLASS, buy_class, cancel, finish_and_audit};

both_dbs!(policy_is_exact_across_a_clock_change, policy_of_a_teacher_without_hours_uses_the_teachers_zone,);

/// Requests a quote, orders and pays the class; returns the booking and the policy displayed before.
async fn bought(app: &PaymentsApp, student: &Student, class: Timestamp) -> (Value, String) {
    let slot = app.slot_at(student, class).await;
    let quote = app.quote(student, &slot, None).await;
    let order = app.order_request(student, &slot, &quote).ok().await;
    assert_eq!(order["quote"]["policy"]["sentence"], quote["policy"]["sentence"], "while the seat is held, too");
    let payment = app.pay(&order);
    let booking = app.success_request(student, &order, &payment).ok().await["booking"].clone();
    (booking, crate::common::payments::text(&quote["policy"]["sentence"]))
}

async fn policy_is_exact_across_a_clock_change(app: PaymentsApp) {
    let teacher = app.teacher("Leela").await;
    app.open_hours(&teacher, "America/New_York", 60, &[(0..=6, "16:00", "17:00")]).await;
    let (sofia, arjun) = (app.student("Sofia", &teacher).await, app.student("Arjun", &teacher).await);
    // 16:00 on the Sunday of New York's change to summer time: 24 hours before, the clock there shows 15:00.
    let class = at("2026-03-08T20:00:00Z");
    let (booking, promise) = bought(&app, &sofia, class).await;
    assert_eq!(
        promise,
        "Full refund until Sun, 8 Mar, 1:30 am · class credit until Sun, 8 Mar, 1:30 pm · no cancellation after that"
    );
    assert_eq!(booking["policy"]["sentence"], json!(promise), "in the list as before paying");
    finish_and_audit(&app).await;
    let mail = app.mailer.sent_to(&sofia.email).remove(0).text;
    let lines = promise.replace(" · c", "\nC").replace(" · n", "\nN");
    assert!(mail.contains(&lines), "and in the mail: {mail}");
    app.clock.set(later(class, -hours(24)));
    assert_eq!(cancel(&app, &sofia, &booking).ok().await["outcome"], "refund", "at three o'clock");
    let (booking, _) = buy_class(&app, &arjun, &class.to_string()).await;
    app.advance(SignedDuration::from_micros(1));
    assert_eq!(cancel(&app, &arjun, &booking).ok().await["outcome"], "credit", "and no longer");
    finish_and_audit(&app).await;
}

async fn policy_of_a_teacher_without_hours_uses_the_teachers_zone(app: PaymentsApp) {
    let teacher = app.teacher("Leela").await;
    let sofia = app.student_from("Sofia", &teacher, Some("America/New_York")).await;
    app.publish(&teacher, at(CLASS), (ClassType::Group, 5, 1)).await;
    let (booking, promise) = bought(&app, &sofia, at(CLASS)).await;
    assert_eq!(
        promise,
        "Full refund until Sun, 8 Mar, 11:30 pm · class credit until Mon, 9 Mar, 11:30 am · no cancellation after that"
    );
    assert_eq!(booking["policy"]["sentence"], json!(promise));
    assert_eq!(booking["teacherTimeZone"], "Asia/Kolkata");
    finish_and_audit(&app).await;
    let [to_student, to_teacher] = [&sofia.email, &teacher.email].map(|to| app.mailer.sent_to(to).remove(0));
    for said in [
        "Full refund until Sun, 8 Mar, 11:30 pm\nClass credit until",
        "Teacher's time: Tue, 10 Mar 2026, 9:00 am (Kolkata, GMT+5:30)",
    ] {
        assert!(to_student.text.contains(said), "{said}: {}", to_student.text);
    }
    assert_eq!(to_teacher.subject, "Booked: group class with Sofia, Tue, 10 Mar, 9:00 am");
    let when = "When: Tue, 10 Mar 2026, 9:00 am (Kolkata, GMT+5:30)";
    assert!(to_teacher.text.contains(when), "{}", to_teacher.text);
}
