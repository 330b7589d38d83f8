//! The history of credits, their balance and their expiry (D17).

use serde_json::{Value, json};
use tala_tests::fixtures::School;
use tala_tests::{TestApp, both_dbs, days, minutes};

use crate::common::teaching::book_at;

both_dbs!(
    every_credit_is_a_row_of_the_history,
    credits_expire_once_however_many_workers,
    the_balance_is_what_can_be_spent_now,
    ledger_balances_after_a_busy_month,
);

const NINE: &str = "2026-03-03T03:30:00Z";

async fn every_credit_is_a_row_of_the_history(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let short = app.lot(&student, 2, days(3)).await;
    app.advance(minutes(1));
    let long = app.lot(&student, 1, days(40)).await;
    app.advance(minutes(1));
    let booking = book_at(&app, &student, NINE).await;
    app.advance(days(3));
    app.work().await;
    let history = app.get(&format!("/api/credit-history?studentId={}", student.id)).by(&student).ok().await;
    let rows: Vec<_> = history["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            json!([row["kind"], row["credits"], row["lotId"], row["bookingId"], row["classDateTime"], row["at"]])
        })
        .collect();
    let (short, long) = (short.to_string(), long.to_string());
    assert_eq!(
        rows,
        [
            json!(["expired", -1, short, null, null, "2026-03-05T04:32:00Z"]),
            json!(["used", -1, short, booking["_id"], NINE, "2026-03-02T04:32:00Z"]),
            json!(["granted", 1, long, null, null, "2026-03-02T04:31:00Z"]),
            json!(["granted", 2, short, null, null, "2026-03-02T04:30:00Z"]),
        ]
    );
    let lots: Vec<_> = history["lots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lot| json!([lot["_id"], lot["origin"], lot["total"], lot["remaining"], lot["expired"], lot["expiresAt"]]))
        .collect();
    assert_eq!(
        lots,
        [
            json!([long, "granted", 1, 1, false, "2026-04-11T04:31:00Z"]),
            json!([short, "granted", 2, 0, true, "2026-03-05T04:30:00Z"]),
        ]
    );
    let sum: i64 = history["entries"].as_array().unwrap().iter().map(|row| row["credits"].as_i64().unwrap()).sum();
    assert_eq!(sum, 1, "the rows add up to what is left");
}

async fn credits_expire_once_however_many_workers(app: TestApp) {
    let School { student, teacher } = app.school().await;
    for number in 0..5 {
        let other = app.student(&format!("Student {number}"), &teacher).await;
        app.lot(&other, 3, days(1)).await;
    }
    app.lot(&student, 2, days(1)).await;
    app.advance(days(1) + minutes(1));
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let app = app.clone();
            tokio::spawn(async move { app.work().await })
        })
        .collect();
    for worker in workers {
        worker.await.unwrap();
    }
    assert_eq!(app.count("ledger_transactions WHERE kind = 'credits_expired'").await, 6);
    assert_eq!(app.count("credit_lots WHERE expired_at IS NOT NULL AND remaining = 0").await, 6);
    assert_eq!(app.ledger_findings().await, []);
    app.work().await;
    assert_eq!(app.count("ledger_transactions WHERE kind = 'credits_expired'").await, 6);
}

async fn the_balance_is_what_can_be_spent_now(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let student = app.student("Arjun", &teacher).await;
    let path = format!("/api/student-profile?email={}", student.email);
    let balance = async || {
        let profile = app.get(&path).by(&student).ok().await;
        (profile["classCredits"].clone(), profile["classCreditsExpiry"].clone())
    };
    assert_eq!(balance().await, (json!(0), Value::Null));
    app.lot(&student, 1, days(2)).await;
    app.lot(&student, 4, days(30)).await;
    assert_eq!(balance().await, (json!(5), json!("2026-03-04T04:30:00Z")));
    book_at(&app, &student, NINE).await;
    assert_eq!(balance().await, (json!(4), json!("2026-04-01T04:30:00Z")), "the soonest lot is used up");
    app.lot(&student, 2, days(1)).await;
    assert_eq!(balance().await.0, json!(6));
    app.advance(days(1));
    assert_eq!(balance().await, (json!(4), json!("2026-04-01T04:30:00Z")), "expired, though no worker has been here");
    let leela = app.teacher("Leela").await;
    let elsewhere = student.clone().with_teacher(&app, &leela).await;
    assert_eq!(elsewhere.id, student.id);
    assert_eq!(balance().await.0, json!(0), "credits belong to the teacher at whose rate they were bought");
}

async fn ledger_balances_after_a_busy_month(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let mut students = Vec::new();
    for number in 0..4 {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        app.lot(&student, 3, days(2 + number)).await;
        app.lot(&student, 9, days(25)).await;
        students.push(student);
    }
    for day in 0..6 {
        for (number, student) in students.iter().enumerate() {
            let slots = app.slots(student).await;
            app.try_book(student, &slots[(number * 7 + day) % slots.len()]).await;
        }
        app.advance(days(1));
        app.work().await;
        assert_eq!(app.ledger_findings().await, [], "day {day}");
    }
    assert_eq!(app.count("bookings").await, 24);
    app.advance(days(30));
    app.work().await;
    assert_eq!(app.ledger_findings().await, []);
    assert_eq!(app.count("bookings WHERE status = 'completed'").await, 24);
    assert_eq!(app.count("credit_lots WHERE remaining > 0").await, 0);
}
