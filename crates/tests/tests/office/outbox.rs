//! Mails that got stuck, and sending them again.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyDone, InvalidFields};
use tala_tests::{TestApp, Weather, at, both_dbs, hours, minutes};

use crate::support::only_line;

both_dbs!(a_dead_mail_is_sent_again_once, a_mail_that_died_of_old_age_has_all_its_attempts_again);

async fn a_dead_mail_is_sent_again_once(app: TestApp) {
    let support = app.officer("support").await;
    let meera = app.school().await.student;
    app.mailer.set(Weather::Refusing);
    let slot = app.slot_at(&meera, at("2026-03-05T03:30:00Z")).await;
    app.book(&meera, &slot).await;
    let due = app.reads(&support, "/api/admin/outbox?state=due").await;
    assert_eq!(due["items"].as_array().unwrap().len(), 2);
    app.work().await;
    assert_eq!(app.reads(&support, "/api/admin/overview").await["outbox"], json!({ "due": 0, "dead": 2 }));
    let dead = app.reads(&support, "/api/admin/outbox?state=dead&limit=1").await;
    assert_eq!(dead["items"][0]["error"], "the test's mail server refuses");
    let next = dead["next"].as_str().unwrap();
    let rest = app.reads(&support, &format!("/api/admin/outbox?state=dead&limit=1&after={next}")).await;
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next"]), (1, &json!(null)));
    app.mailer.set(Weather::Fine);
    let path = format!("/api/admin/outbox/{}/resend", dead["items"][0]["_id"].as_str().unwrap());
    let long = json!({ "reason": "x".repeat(501) });
    app.post(&path, &long).as_admin(&support).refused(InvalidFields).await;
    let revived = app.does(&support, &path, &json!({ "reason": " Their mailbox is there again " })).await;
    assert_eq!(revived["state"], "ready");
    let again = app.post(&path, &json!({})).as_admin(&support).refused(AlreadyDone).await;
    assert_eq!(again["state"], "ready");
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 1);
    app.post(&path, &json!({})).as_admin(&support).refused(AlreadyDone).await;
    app.get("/api/admin/outbox?state=all").as_admin(&support).refused(InvalidFields).await;
    let line = only_line(&app, &support, "work_revived").await;
    assert_eq!((&line["before"]["state"], &line["reason"]), (&json!("dead"), &json!("Their mailbox is there again")));
    // It needs no reason, and no body.
    let other = rest["items"][0]["_id"].as_str().unwrap();
    app.post(&format!("/api/admin/outbox/{other}/resend"), &Value::Null).as_admin(&support).ok().await;
}

async fn a_mail_that_died_of_old_age_has_all_its_attempts_again(app: TestApp) {
    app.officer("support").await;
    let meera = app.school().await.student;
    app.mailer.set(Weather::Away);
    let slot = app.slot_at(&meera, at("2026-03-12T03:30:00Z")).await;
    app.book(&meera, &slot).await;
    for _ in 0..12 {
        app.work().await;
        app.advance(hours(7));
    }
    let support = app.admin_login("support").await;
    let dead = app.reads(&support, "/api/admin/outbox?state=dead").await["items"].clone();
    assert_eq!((dead.as_array().unwrap().len(), &dead[0]["attempts"]), (2, &json!(12)));
    let path = format!("/api/admin/outbox/{}/resend", dead[0]["_id"].as_str().unwrap());
    assert_eq!(app.does(&support, &path, &json!({})).await["attempts"], 0);
    app.work().await;
    let overview = app.reads(&support, "/api/admin/overview").await;
    assert_eq!(overview["outbox"]["dead"], 1, "one more failure is not its end");
    app.mailer.set(Weather::Fine);
    app.advance(minutes(1));
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 1);
}
