//! Monthly analytics (SPEC §3; D22, D26).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Student, Teacher, TestApp, at, both_dbs, days, raw};

use crate::common::teaching::{account, book_at, publish, save_account, set, set_profile_created_at};

both_dbs!(
    a_month_is_one_of_the_teachers_own_zone,
    both_currencies_are_put_together_at_the_reference_rate,
    a_group_is_one_class,
    classes_not_completed_do_not_count,
    response_contains_twelve_months,
    response_contains_the_commission_model,
    invalid_months_are_refused,
    without_an_account_the_currency_is_the_one_earned_or_that_of_the_country,
);

async fn figures(app: &TestApp, teacher: &Teacher, month: &str) -> Value {
    app.get(&format!("/api/teacher/analytics?month={month}&email={}", teacher.email)).by(teacher).ok().await
}

/// As if this student had bought in USD, at 24.99 a class.
async fn bought_in_dollars(app: &TestApp, student: &Student) {
    let (store, id) = (&app.ctx.store, raw::id(&app.ctx.store, student.id.0));
    for sql in [
        format!("UPDATE credit_lots SET currency = 'USD', price_per_class_minor = 2499 WHERE student_id = {id}"),
        format!("UPDATE ledger_entries SET commodity = 'USD', amount = amount / 99900 * 2499 WHERE commodity = 'INR' AND transaction_id IN
                 (SELECT transaction_id FROM ledger_entries WHERE owner_id = {id})"),
    ] {
        raw::execute(store, &sql).await;
    }
}

async fn all_day(app: &TestApp, zone: &str) -> School {
    let school = app.school().await;
    app.open_hours(&school.teacher, zone, 60, &[(0..=6, "00:00", "24:00")]).await;
    school
}

async fn a_month_is_one_of_the_teachers_own_zone(app: TestApp) {
    let School { teacher, student } = all_day(&app, "America/New_York").await;
    // 1 April starts in New York at 04:00 UTC, in India half a day earlier.
    for start in ["2026-03-28T04:00:00Z", "2026-03-31T19:00:00Z"] {
        app.clock.set(at("2026-03-10T00:00:00Z"));
        book_at(&app, &student, start).await;
    }
    app.clock.set(at("2026-03-10T12:00:00Z"));
    let last = book_at(&app, &student, "2026-04-01T03:00:00Z").await;
    let first = book_at(&app, &student, "2026-04-01T04:00:00Z").await;
    app.clock.set(at("2026-04-01T05:00:00Z"));
    app.work().await;
    let (march, april) = (figures(&app, &teacher, "2026-03").await, figures(&app, &teacher, "2026-04").await);
    assert_eq!((&march["totalClasses"], &april["totalClasses"]), (&json!(3), &json!(1)), "{last} {first}");
    assert_eq!(march["earnings"]["indian"], 2_997.0);
    assert_eq!((&march["totalTeachingHours"], &april["totalHours"]), (&json!(4), &json!(1)));
    let now = app.get("/api/teacher/analytics").by(&teacher).ok().await;
    assert_eq!(now, april, "this month, if none is asked for");
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "00:00", "24:00")]).await;
    assert_eq!(
        figures(&app, &teacher, "2026-03").await["totalClasses"],
        1,
        "in India the evening of 31 March is over by then"
    );
}

async fn both_currencies_are_put_together_at_the_reference_rate(app: TestApp) {
    let School { teacher, student } = all_day(&app, "Asia/Kolkata").await;
    set_profile_created_at(&app, &teacher, at("2025-01-01T00:00:00Z")).await;
    let anna = app.student("Anna", &teacher).await;
    app.lot(&anna, 3, days(30)).await;
    bought_in_dollars(&app, &anna).await;
    book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    book_at(&app, &anna, "2026-03-05T04:30:00Z").await;
    book_at(&app, &anna, "2026-03-05T05:30:00Z").await;
    app.clock.set(at("2026-03-06T00:00:00Z"));
    app.work().await;
    assert_eq!(app.ledger_findings().await, []);
    let found = figures(&app, &teacher, "2026-03").await;
    assert_eq!(
        (&found["totalClasses"], &found["indianClasses"], &found["usClasses"]),
        (&json!(3), &json!(1), &json!(2))
    );
    // 999 − 20 %, and twice 24.99 − 20 % (5.00); one dollar is 80 rupees.
    let earnings =
        json!({ "indian": 799.2, "us": 39.98, "total": 3_997.6, "byCurrency": { "INR": 799.2, "USD": 39.98 } });
    assert_eq!((&found["earnings"], &found["currency"]), (&earnings, &json!("INR")));
    assert_eq!((&found["fxRate"], &found["fxAsOf"]), (&json!(80.0), &json!("2026-01-31")));
    assert_eq!(found["months"][11], json!({ "month": "2026-03", "classes": 3, "earnings": 3_997.6 }));
    let mut american = account(&teacher, "Monthly");
    set(&mut american, "paymentSettings.country", json!("United States"));
    set(&mut american, "paymentSettings.routingNumber", json!("021000021"));
    app.post("/api/teacher/update-payment-settings", &american).by(&teacher).ok().await;
    let found = figures(&app, &teacher, "2026-03").await;
    assert_eq!((&found["currency"], &found["earnings"]["total"]), (&json!("USD"), &json!(49.97)), "39.98 and 9.99");
    save_account(&app, &teacher, "Monthly").await;
    assert_eq!(figures(&app, &teacher, "2026-03").await["currency"], "INR");
}

async fn a_group_is_one_class(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let anna = app.student("Anna", &teacher).await;
    app.lot(&anna, 3, days(30)).await;
    bought_in_dollars(&app, &anna).await;
    publish(&app, &teacher, "2026-03-05T10:00:00Z", "Group", 10).await;
    publish(&app, &teacher, "2026-03-05T12:00:00Z", "Duet", 2).await;
    publish(&app, &teacher, "2026-03-05T14:00:00Z", "Group", 10).await;
    for start in ["2026-03-05T10:00:00Z", "2026-03-05T12:00:00Z"] {
        book_at(&app, &anna, start).await;
        book_at(&app, &student, start).await;
    }
    book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    app.clock.set(at("2026-03-06T00:00:00Z"));
    app.work().await;
    let found = figures(&app, &teacher, "2026-03").await;
    assert_eq!((&found["totalClasses"], &found["totalHours"]), (&json!(3), &json!(3)), "not one for each student");
    assert_eq!(
        found["classByType"],
        json!({ "private": 1, "group": 1, "duet": 1 }),
        "a class without students does not count"
    );
    assert_eq!((&found["indianClasses"], &found["usClasses"]), (&json!(3), &json!(0)), "each class counts once");
    assert_eq!(found["earnings"]["byCurrency"], json!({ "INR": 2_997.0, "USD": 49.98 }));
    assert_eq!(found["commission"]["hoursTaught"], 3);
}

async fn classes_not_completed_do_not_count(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let gone = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    book_at(&app, &student, "2026-03-20T03:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", gone["_id"].as_str().unwrap()), &json!({})).by(&student).ok().await;
    let found = figures(&app, &teacher, "2026-03").await;
    assert_eq!((&found["totalClasses"], &found["earnings"]["total"]), (&json!(0), &json!(0.0)));
    assert_eq!(found["totalTeachingHours"], 0);
    let leela = app.teacher("Leela").await;
    app.clock.set(at("2026-03-21T00:00:00Z"));
    app.work().await;
    assert_eq!(figures(&app, &teacher, "2026-03").await["totalClasses"], 1);
    assert_eq!(figures(&app, &leela, "2026-03").await["totalClasses"], 0);
}

async fn response_contains_twelve_months(app: TestApp) {
    let School { teacher, student } = app.school().await;
    book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    app.clock.set(at("2026-06-15T00:00:00Z"));
    app.work().await;
    let found = figures(&app, &teacher, "2026-06").await;
    let months = found["months"].as_array().unwrap();
    assert_eq!((months.len(), &months[0]["month"], &months[11]["month"]), (12, &json!("2025-07"), &json!("2026-06")));
    let with_classes: Vec<_> = months.iter().filter(|month| month["classes"] != 0).collect();
    assert_eq!(with_classes, [&json!({ "month": "2026-03", "classes": 1, "earnings": 999.0 })]);
    assert_eq!(found["totalClasses"], 0, "the month itself is June");
}

async fn response_contains_the_commission_model(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let launch = figures(&app, &teacher, "2026-03").await["commission"].clone();
    let expected = json!({
        "stage": "launch", "rate": 0.0, "hoursTaught": 0, "tierFrom": 0, "tierTo": 20, "nextRate": 20.0,
        "launchEndsAt": "2026-06-02T04:30:00Z", "progressPercent": 0,
    });
    assert_eq!(launch, expected);
    set_profile_created_at(&app, &teacher, at("2025-01-01T00:00:00Z")).await;
    app.lot(&student, 30, days(60)).await;
    for day in 4..11 {
        for hour in ["03:30", "04:30", "05:30"] {
            book_at(&app, &student, &format!("2026-03-{day:02}T{hour}:00Z")).await;
        }
    }
    app.clock.set(at("2026-03-12T00:00:00Z"));
    app.work().await;
    let tier = figures(&app, &teacher, "2026-03").await["commission"].clone();
    let expected = json!({
        "stage": "tier", "rate": 18.0, "hoursTaught": 21, "tierFrom": 21, "tierTo": 50, "nextRate": 15.0,
        "launchEndsAt": null, "progressPercent": 42,
    });
    assert_eq!(tier, expected);
}

async fn invalid_months_are_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for month in ["", "2026", "2026-13", "2026-00", "2026-3", "03-2026", "x", "%00", "99999-01"] {
        let path = format!("/api/teacher/analytics?month={month}");
        app.get(&path).by(&teacher).refused(ErrorCode::InvalidFields).await;
    }
    for month in ["0001-01", "1970-01", "9999-12", "-009999-01"] {
        let reply = app.get(&format!("/api/teacher/analytics?month={month}")).by(&teacher).send().await;
        assert!(matches!(reply.code(), None | Some(ErrorCode::InvalidFields)), "{month}: {}", reply.text);
    }
    let other = app.get("/api/teacher/analytics?email=somebody@people.test").by(&teacher);
    other.refused(ErrorCode::ForbiddenSubject).await;
}

async fn without_an_account_the_currency_is_the_one_earned_or_that_of_the_country(app: TestApp) {
    let School { teacher, student } = all_day(&app, "America/New_York").await;
    raw::execute(&app.ctx.store, "UPDATE teachers SET country = 'United States'").await;
    let before = figures(&app, &teacher, "2026-03").await;
    assert_eq!((&before["currency"], &before["since"]), (&json!("USD"), &json!("2026-03")));
    book_at(&app, &student, "2026-03-10T15:00:00Z").await;
    app.clock.set(at("2026-03-11T00:00:00Z"));
    app.work().await;
    let earned = figures(&app, &teacher, "2026-03").await;
    assert_eq!(
        (&earned["currency"], &earned["earnings"]["total"]),
        (&json!("INR"), &json!(999.0)),
        "the only one earned"
    );
    save_account(&app, &teacher, "Monthly").await;
    assert_eq!(figures(&app, &teacher, "2026-03").await["currency"], "INR");
}
