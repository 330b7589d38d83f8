//! The ledger check and the daily figures.

use serde_json::{Value, json};
use tala_app::worker::record_backlog;
use tala_domain::time::SignedDuration;
use tala_tests::{AdminSession, PaymentsApp, TestApp, at, both_dbs, minutes, raw};

both_dbs!(
    last_ledger_check_is_stored_for_every_server,
    overview_shows_the_figures_of_the_day,
    silent_worker_is_reported,
);

const CHECK: &str = "/api/admin/ledger-check";

/// Starts a check and polls until it has finished.
async fn check(app: &TestApp, finance: &AdminSession) -> Value {
    let begun = app.post(CHECK, &json!({})).as_admin(finance).send().await;
    assert_eq!(begun.status, 202);
    for _ in 0..50_000 {
        let now = app.admin_get(finance, CHECK).await;
        if now["running"] == false {
            return now;
        }
    }
    panic!("the check never ends");
}

async fn last_ledger_check_is_stored_for_every_server(app: TestApp) {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    let never = app.admin_get(&finance, CHECK).await;
    assert_eq!((&never["checkedAt"], &never["findings"]), (&Value::Null, &json!(0)));
    let clean = check(&app, &finance).await;
    assert_eq!((&clean["checkedAt"], &clean["findings"]), (&json!(app.now().to_string()), &json!(0)));
    assert_eq!(clean["notCompared"], "no payment provider is configured");
    let lot = raw::id(&app.ctx.store, school.student.id.0);
    raw::execute(&app.ctx.store, &format!("UPDATE credit_lots SET remaining = 3 WHERE student_id = {lot}")).await;
    app.advance(minutes(1));
    check(&app, &finance).await;
    // Another server, or this one after a restart, returns it too.
    let second = app.another_server(2).await;
    let found = second.admin_get(&finance, CHECK).await;
    assert_eq!(found["findings"], 2);
    assert_eq!(found["differences"][0]["rule"], "lots");
    let figures = second.admin_get(&finance, "/api/admin/overview").await["ledger"].clone();
    assert_eq!((&figures["findings"], &figures["compared"]), (&json!(2), &json!(true)), "there is no provider");
    record_backlog(&second.ctx).await.unwrap();
    assert_eq!(app.count("audit_log WHERE action = 'ledger_checked' AND admin = 'finance'").await, 2);
}

async fn overview_shows_the_figures_of_the_day(payments_app: PaymentsApp) {
    let app = &payments_app.base;
    let owner = app.new_admin("owner").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let order = payments_app.order(&school.student, &slot, None).await;
    let payment = payments_app.pay(&order);
    payments_app.success_request(&school.student, &order, &payment).ok().await;
    let total = order["order"]["total"].clone();
    let today = app.admin_get(&owner, "/api/admin/overview").await;
    assert_eq!(today["classesToday"], 0);
    assert_eq!(today["revenue30d"][0]["currency"], "INR");
    assert!(today["revenue30d"][0]["amount"].as_f64().unwrap() > 999.0, "fees included: {today} {total}");
    assert_eq!(today["pendingTeachers"], 0);
    assert_eq!(today["outbox"], json!({ "due": 2, "dead": 0 }));
    // The day of the class in India starts on the previous evening in UTC.
    app.clock.set(at("2026-03-04T18:30:00Z"));
    assert_eq!(app.admin_get(&app.admin_login("owner").await, "/api/admin/overview").await["classesToday"], 1);
    app.clock.set(at("2026-03-05T18:30:00Z"));
    assert_eq!(app.admin_get(&app.admin_login("owner").await, "/api/admin/overview").await["classesToday"], 0);
}

async fn silent_worker_is_reported(app: TestApp) {
    let owner = app.new_admin("owner").await;
    // A server without a worker sees the worker of another one.
    let second = app.another_server(2).await;
    let standing = async || second.admin_get(&owner, "/api/admin/overview").await["worker"].clone();
    let ago = |seconds: i64, silent: bool| json!({ "secondsAgo": seconds, "silent": silent });
    assert_eq!(standing().await, json!({ "secondsAgo": null, "silent": true }), "no worker has started");
    app.work().await;
    assert_eq!(standing().await, ago(0, false));
    app.advance(SignedDuration::from_secs(9));
    app.work().await;
    assert_eq!(standing().await, ago(9, false), "the heartbeat is written every ten seconds");
    app.advance(SignedDuration::from_secs(111));
    assert_eq!(standing().await, ago(120, false));
    app.advance(SignedDuration::from_secs(1));
    assert_eq!(standing().await, ago(121, true), "with an empty outbox");
    assert_eq!(second.admin_get(&owner, "/api/admin/overview").await["outbox"]["due"], 0);
    app.work().await;
    assert_eq!(standing().await, ago(0, false));
}
