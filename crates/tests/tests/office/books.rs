//! The check of the books and the day's figures.

use serde_json::{Value, json};
use tala_app::worker::measure_backlog;
use tala_domain::time::SignedDuration;
use tala_tests::{Desk, Officer, TestApp, at, both_dbs, minutes, raw};

both_dbs!(
    the_last_check_is_kept_for_everybody,
    the_day_begins_with_its_figures,
    a_worker_that_does_nothing_any_more_is_missed,
);

const CHECK: &str = "/api/admin/ledger-check";

/// Begins a check and looks until it has come to its end.
async fn check(app: &TestApp, finance: &Officer) -> Value {
    let begun = app.post(CHECK, &json!({})).as_admin(finance).send().await;
    assert_eq!(begun.status, 202);
    for _ in 0..50_000 {
        let now = app.reads(finance, CHECK).await;
        if now["running"] == false {
            return now;
        }
    }
    panic!("the check never ends");
}

async fn the_last_check_is_kept_for_everybody(app: TestApp) {
    let finance = app.officer("finance").await;
    let school = app.school().await;
    let never = app.reads(&finance, CHECK).await;
    assert_eq!((&never["checkedAt"], &never["findings"]), (&Value::Null, &json!(0)));
    let clean = check(&app, &finance).await;
    assert_eq!((&clean["checkedAt"], &clean["findings"]), (&json!(app.now().to_string()), &json!(0)));
    assert_eq!(clean["notCompared"], "no payment provider is configured");
    let lot = raw::id(&app.ctx.store, school.student.id.0);
    raw::execute(&app.ctx.store, &format!("UPDATE credit_lots SET remaining = 3 WHERE student_id = {lot}")).await;
    app.advance(minutes(1));
    check(&app, &finance).await;
    // Another server, or this one after a restart, knows it too.
    let second = app.another_server(2).await;
    let found = second.reads(&finance, CHECK).await;
    assert_eq!(found["findings"], 2);
    assert_eq!(found["differences"][0]["rule"], "lots");
    let figures = second.reads(&finance, "/api/admin/overview").await["ledger"].clone();
    assert_eq!((&figures["findings"], &figures["compared"]), (&json!(2), &json!(true)), "there is no provider");
    measure_backlog(&second.ctx).await.unwrap();
    assert_eq!(app.count("audit_log WHERE action = 'books_checked' AND admin = 'finance'").await, 2);
}

async fn the_day_begins_with_its_figures(desk: Desk) {
    let app = &desk.app;
    let owner = app.officer("owner").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let order = desk.order(&school.student, &slot, None).await;
    let payment = desk.pay(&order);
    desk.success_request(&school.student, &order, &payment).ok().await;
    let total = order["order"]["total"].clone();
    let today = app.reads(&owner, "/api/admin/overview").await;
    assert_eq!(today["classesToday"], 0);
    assert_eq!(today["revenue30d"][0]["currency"], "INR");
    assert!(today["revenue30d"][0]["amount"].as_f64().unwrap() > 999.0, "fees included: {today} {total}");
    assert_eq!(today["pendingTeachers"], 0);
    assert_eq!(today["outbox"], json!({ "due": 2, "dead": 0 }));
    // The day of the class in India begins in the evening before, in UTC.
    app.clock.set(at("2026-03-04T18:30:00Z"));
    assert_eq!(app.reads(&app.admin_login("owner").await, "/api/admin/overview").await["classesToday"], 1);
    app.clock.set(at("2026-03-05T18:30:00Z"));
    assert_eq!(app.reads(&app.admin_login("owner").await, "/api/admin/overview").await["classesToday"], 0);
}

async fn a_worker_that_does_nothing_any_more_is_missed(app: TestApp) {
    let owner = app.officer("owner").await;
    // Of a server without a worker of its own: it knows of the other one all the same.
    let second = app.another_server(2).await;
    let standing = async || second.reads(&owner, "/api/admin/overview").await["worker"].clone();
    let ago = |seconds: i64, silent: bool| json!({ "secondsAgo": seconds, "silent": silent });
    assert_eq!(standing().await, json!({ "secondsAgo": null, "silent": true }), "none has begun");
    app.work().await;
    assert_eq!(standing().await, ago(0, false));
    app.advance(SignedDuration::from_secs(9));
    app.work().await;
    assert_eq!(standing().await, ago(9, false), "told of every ten seconds, not at every round");
    app.advance(SignedDuration::from_secs(111));
    assert_eq!(standing().await, ago(120, false));
    app.advance(SignedDuration::from_secs(1));
    assert_eq!(standing().await, ago(121, true), "with nothing waiting, which looks like peace");
    assert_eq!(second.reads(&owner, "/api/admin/overview").await["outbox"]["due"], 0);
    app.work().await;
    assert_eq!(standing().await, ago(0, false));
}
