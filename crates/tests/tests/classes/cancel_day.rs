//! Cancelling a whole day (D24).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Teacher, TestApp, both_dbs, days};

use crate::common::teaching::{assert_balanced, book_at, id, only_error, publish};

both_dbs!(
    a_day_is_cancelled_in_one_call_and_taken_off,
    a_second_call_changes_nothing,
    invalid_date_zone_or_reason_is_refused,
    day_in_another_zone_is_cancelled_but_not_taken_off,
);

fn path(teacher: &Teacher) -> String {
    format!("/api/teacher/{}/cancel-day", teacher.id)
}

fn day(date: &str, zone: &str) -> Value {
    json!({ "date": date, "timeZone": zone, "reason": "I have a fever." })
}

async fn a_day_is_cancelled_in_one_call_and_taken_off(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let friend = app.student("Anna", &teacher).await;
    app.lot(&friend, 1, days(30)).await;
    let morning = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let class = publish(&app, &teacher, "2026-03-06T10:00:00Z", "Group", 10).await;
    let group =
        [book_at(&app, &student, "2026-03-06T10:00:00Z").await, book_at(&app, &friend, "2026-03-06T10:00:00Z").await];
    publish(&app, &teacher, "2026-03-06T12:00:00Z", "Duet", 2).await;
    let other_day = book_at(&app, &student, "2026-03-07T03:30:00Z").await;
    app.work().await;
    let before = app.mailer.sent().len();
    let reply = app.post(&path(&teacher), &day("2026-03-06", "Asia/Kolkata")).by(&teacher).ok().await;
    assert_eq!(reply, json!({ "success": true, "classes": 3, "bookings": 3, "timeOff": true }));
    assert_eq!(app.count("bookings WHERE status = 'cancelled'").await, 3);
    assert_eq!(app.count("slots WHERE kind = 'regular' AND cancelled_at IS NULL").await, 0);
    let mails = |app: &TestApp, address: &str| {
        let sent = app.mailer.sent();
        sent[before..].iter().filter(|mail| mail.to.address == address && mail.text.contains("I have a fever.")).count()
    };
    app.work().await;
    assert_eq!((mails(&app, &student.email), mails(&app, &friend.email)), (2, 1));
    let hours = app.get(&format!("/api/teacher/{}/availability", teacher.id)).by(&teacher).ok().await;
    assert_eq!(hours["overrides"], json!([{ "date": "2026-03-06", "timeRanges": [], "note": "" }]));
    let all = app.get(&format!("/api/bookings?studentId={}", student.id)).by(&student).ok().await;
    let kept = all.as_array().unwrap().iter().find(|shown| shown["_id"] == other_day["_id"]).unwrap();
    assert_eq!(kept["bookingStatus"], "confirmed");
    assert_ne!((id(&morning), id(&class)), (id(&group[0]), id(&group[1])));
    assert_balanced(&app).await;
}

async fn a_second_call_changes_nothing(app: TestApp) {
    let School { teacher, student } = app.school().await;
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let body = day("2026-03-06", "Asia/Kolkata");
    app.post(&path(&teacher), &body).by(&teacher).ok().await;
    let audit = app.count("audit_log").await;
    let reply = app.post(&path(&teacher), &body).by(&teacher).ok().await;
    assert_eq!(reply, json!({ "success": true, "classes": 0, "bookings": 0, "timeOff": true }));
    assert_eq!(app.count("audit_log").await, audit);
    assert_balanced(&app).await;
}

async fn invalid_date_zone_or_reason_is_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for (field, value) in
        [("date", json!("2026-02-30")), ("timeZone", json!("Mars/Base")), ("reason", json!("x".repeat(501)))]
    {
        let mut body = day("2026-03-06", "Asia/Kolkata");
        body[field] = value;
        let problem = app.post(&path(&teacher), &body).by(&teacher).refused(ErrorCode::InvalidFields).await;
        assert_eq!(only_error(&problem).0, field);
    }
}

async fn day_in_another_zone_is_cancelled_but_not_taken_off(app: TestApp) {
    let School { teacher, student } = app.school().await;
    // 9:00 am on 6 March in Kolkata is the evening of 5 March in New York.
    let booking = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let reply = app.post(&path(&teacher), &day("2026-03-05", "America/New_York")).by(&teacher).ok().await;
    assert_eq!(reply, json!({ "success": true, "classes": 1, "bookings": 1, "timeOff": false }));
    assert_eq!(app.count("bookings WHERE status = 'cancelled'").await, 1);
    assert!(booking["_id"].is_string());
}
