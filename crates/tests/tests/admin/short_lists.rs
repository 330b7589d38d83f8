//! Sorting and counting of the lists of payouts, the waitlist, coupons, referrals, messages and jobs.

use serde_json::{Value, json};
use tala_tests::{TestApp, both_dbs, minutes, raw};

use super::lists::csv_lines;

both_dbs!(payouts_and_waitlist_are_sorted_and_counted, short_lists_show_how_many_rows_match);

/// Inserts entries of the waitlist through its public form, with these names in this order.
async fn join_waitlist(app: &TestApp, names: &[&str]) {
    for (number, name) in names.iter().enumerate() {
        app.advance(minutes(1));
        let form = json!({
            "name": name, "email": format!("w{number}@people.test"), "role": "Student", "location": "Porto",
            "country": "Portugal", "elapsedMs": 8_000,
        });
        app.post("/api/waitlist", &form).ok().await;
    }
}

async fn payouts_and_waitlist_are_sorted_and_counted(app: TestApp) {
    let owner = app.new_admin("owner").await;
    join_waitlist(&app, &["bela", "Asha", "Chitra"]).await;
    let names = async |query: &str| {
        let page = app.admin_get(&owner, &format!("/api/admin/waitlist?{query}")).await;
        let items = page["items"].as_array().unwrap();
        let names: Vec<String> = items.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect();
        (names, page["next"].as_str().map(str::to_owned), page["total"]["count"].clone())
    };
    assert_eq!(names("").await.0, ["Chitra", "Asha", "bela"]);
    let (first, next, total) = names("sort=name&limit=2").await;
    assert_eq!((first, total), (vec!["Asha".to_owned(), "bela".to_owned()], json!(3)));
    let after = next.unwrap();
    assert_eq!(names(&format!("sort=name&limit=2&after={after}")).await.0, ["Chitra"]);
    assert_eq!(names("sort=-name&invited=false").await.0, ["Chitra", "bela", "Asha"]);
    let lines = csv_lines(&app, &owner, "waitlist", "sort=name").await;
    let exported: Vec<&str> = lines.iter().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(exported, ["Asha", "bela", "Chitra"]);
    // Two payouts in the order of their amounts.
    let store = &app.ctx.store;
    for (number, amount) in [(1_i64, 500), (2, 200), (3, 900)] {
        let teacher = app.teacher(&format!("Teacher {number}")).await;
        let (id, teacher) = (raw::numbered(store, 9), raw::id(store, teacher.id.0));
        raw::execute(
            store,
            &format!(
                "INSERT INTO payouts (id, teacher_id, currency, amount_minor, classes, period_end_at, state,
                     account_encrypted, account_last4, created_at, updated_at)
                 SELECT {id}, {teacher}, 'INR', {amount}, 1, 1, 'prepared', '{{}}', '8901', 1, 1 FROM (SELECT {number} AS i) n"
            ),
        )
        .await;
    }
    let amounts = async |query: &str| {
        let page = app.admin_get(&owner, &format!("/api/admin/payouts?{query}")).await;
        let items = page["items"].as_array().unwrap();
        (items.iter().map(|item| item["amount"].as_f64().unwrap()).collect::<Vec<_>>(), page["total"].clone())
    };
    assert_eq!(amounts("sort=amount").await, (vec![2.0, 5.0, 9.0], json!({ "count": 3, "isCapped": false })));
    assert_eq!(amounts("sort=-amount&state=prepared").await.0, [9.0, 5.0, 2.0]);
    assert_eq!(amounts("state=paid").await.1["count"], 0);
}

async fn short_lists_show_how_many_rows_match(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let school = app.school().await;
    for code in ["ONE10", "TWO10"] {
        app.admin_post(&owner, "/api/admin/coupons", &json!({ "code": code, "percent": 10 })).await;
    }
    let form =
        json!({ "studentEmail": school.student.email, "messageType": "general", "subject": "A", "message": "B" });
    app.post("/api/email/student-contact", &form).by(&school.student).ok().await;
    let friend = json!({ "name": "Ravi", "email": "ravi@people.test" });
    app.post("/api/referrals", &friend).by(&school.student).ok().await;
    let due = app.count("outbox WHERE state = 'ready' AND run_at <= created_at").await;
    for (list, count) in [
        ("coupons", 2),
        ("referrals", 1),
        ("messages?open=true&q=meera", 1),
        ("messages?open=false", 0),
        ("outbox?state=due", due),
        ("outbox", 0),
    ] {
        let page = app.admin_get(&owner, &format!("/api/admin/{list}")).await;
        assert_eq!(page["total"], json!({ "count": count, "isCapped": false }), "{list}");
    }
    let page = app.admin_get(&owner, "/api/admin/coupons?limit=1").await;
    let later = format!("/api/admin/coupons?limit=1&after={}", page["next"].as_str().unwrap());
    assert_eq!(app.admin_get(&owner, &later).await["total"], Value::Null, "later pages are not counted");
}
