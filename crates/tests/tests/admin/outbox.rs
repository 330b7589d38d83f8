//! Dead letters of mails, and resending them.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields};
use tala_tests::{MailMode, TestApp, at, both_dbs, hours, minutes, only_audit_event};

both_dbs!(dead_mail_is_resent_once, resent_dead_mail_gets_all_attempts_again);

async fn dead_mail_is_resent_once(app: TestApp) {
    let support = app.new_admin("support").await;
    let meera = app.school().await.student;
    app.mailer.set(MailMode::Rejecting);
    let slot = app.slot_at(&meera, at("2026-03-05T03:30:00Z")).await;
    app.book(&meera, &slot).await;
    let due = app.admin_get(&support, "/api/admin/outbox?state=due").await;
    assert_eq!(due["items"].as_array().unwrap().len(), 2);
    app.work().await;
    assert_eq!(app.admin_get(&support, "/api/admin/overview").await["outbox"], json!({ "due": 0, "dead": 2 }));
    let dead = app.admin_get(&support, "/api/admin/outbox?state=dead&limit=1").await;
    assert_eq!(dead["items"][0]["error"], "the test's mail server refuses");
    let next = dead["next"].as_str().unwrap();
    let rest = app.admin_get(&support, &format!("/api/admin/outbox?state=dead&limit=1&after={next}")).await;
    assert_eq!((rest["items"].as_array().unwrap().len(), &rest["next"]), (1, &json!(null)));
    app.mailer.set(MailMode::Delivering);
    let path = format!("/api/admin/outbox/{}/retry", dead["items"][0]["_id"].as_str().unwrap());
    let long = json!({ "reason": "x".repeat(501) });
    app.post(&path, &long).as_admin(&support).refused(InvalidFields).await;
    let revived = app.admin_post(&support, &path, &json!({ "reason": " Their mailbox is there again " })).await;
    assert_eq!(revived["state"], "ready");
    let again = app.post(&path, &json!({})).as_admin(&support).refused(AlreadyProcessed).await;
    assert_eq!(again["state"], "ready");
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 1);
    app.post(&path, &json!({})).as_admin(&support).refused(AlreadyProcessed).await;
    app.get("/api/admin/outbox?state=all").as_admin(&support).refused(InvalidFields).await;
    let line = only_audit_event(&app, &support, "dead_letter_retried").await;
    assert_eq!((&line["before"]["state"], &line["reason"]), (&json!("dead"), &json!("Their mailbox is there again")));
    // Neither a reason nor a body is needed.
    let other = rest["items"][0]["_id"].as_str().unwrap();
    app.post(&format!("/api/admin/outbox/{other}/retry"), &Value::Null).as_admin(&support).ok().await;
}

async fn resent_dead_mail_gets_all_attempts_again(app: TestApp) {
    app.new_admin("support").await;
    let meera = app.school().await.student;
    app.mailer.set(MailMode::Unreachable);
    let slot = app.slot_at(&meera, at("2026-03-12T03:30:00Z")).await;
    app.book(&meera, &slot).await;
    for _ in 0..12 {
        app.work().await;
        app.advance(hours(7));
    }
    let support = app.admin_login("support").await;
    let dead = app.admin_get(&support, "/api/admin/outbox?state=dead").await["items"].clone();
    assert_eq!((dead.as_array().unwrap().len(), &dead[0]["attempts"]), (2, &json!(12)));
    let path = format!("/api/admin/outbox/{}/retry", dead[0]["_id"].as_str().unwrap());
    assert_eq!(app.admin_post(&support, &path, &json!({})).await["attempts"], 0);
    app.work().await;
    let overview = app.admin_get(&support, "/api/admin/overview").await;
    assert_eq!(overview["outbox"]["dead"], 1, "one more failure does not make it a dead letter");
    app.mailer.set(MailMode::Delivering);
    app.advance(minutes(1));
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 1);
}
