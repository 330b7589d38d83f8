//! The application draft: nothing typed is lost, nothing silently overwritten.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::{Person, Reply, TestApp, both_dbs, minutes};

use crate::common::teaching::application;

both_dbs!(
    draft_is_stored_unchanged,
    second_tab_gets_a_conflict_with_the_saved_draft,
    ten_simultaneous_first_saves_save_once,
    oversized_or_malformed_draft_is_refused,
    submitted_application_deletes_the_draft,
    draft_is_visible_to_its_owner_only,
);

const DRAFT: &str = "/api/onboard/teacher/draft";

async fn save(app: &TestApp, who: &Person, draft: &Value, version: i64) -> Reply {
    app.put(DRAFT, &json!({ "draft": draft, "step": 1, "version": version })).by(who).send().await
}

async fn load(app: &TestApp, who: &Person) -> Value {
    app.get(DRAFT).by(who).ok().await
}

async fn draft_is_stored_unchanged(app: TestApp) {
    let devika = app.person("Devika").await;
    let none = json!({ "draft": null, "step": 0, "version": 0, "updatedAt": null, "source": "none" });
    assert_eq!(load(&app, &devika).await, none);
    let typed = json!({
        "firstName": "  دانة 💃 \u{202e}\u{0}", "bio": "half a sen", "unknown": { "deep": [1, 2.5, null, true] }, "": "",
    });
    let reply = app.put(DRAFT, &json!({ "draft": typed, "step": 4, "version": 0 })).by(&devika).ok().await;
    assert_eq!((&reply["version"], &reply["updatedAt"]), (&json!(1), &json!(app.now().to_string())));
    let kept = load(&app, &devika).await;
    assert_eq!((&kept["draft"], &kept["step"], &kept["source"]), (&typed, &json!(4), &json!("draft")));
    app.advance(minutes(1));
    assert_eq!(save(&app, &devika, &json!({}), 1).await.ok()["version"], 2);
    assert_eq!(load(&app, &devika).await["updatedAt"], app.now().to_string());
}

async fn second_tab_gets_a_conflict_with_the_saved_draft(app: TestApp) {
    let devika = app.person("Devika").await;
    save(&app, &devika, &json!({ "tab": "one" }), 0).await.ok();
    for stale in [0, 2, i64::MAX] {
        let problem = save(&app, &devika, &json!({ "tab": "two" }), stale).await.refused(ErrorCode::VersionConflict);
        assert_eq!((&problem["draft"], &problem["version"]), (&json!({ "tab": "one" }), &json!(1)));
        assert_eq!(problem["step"], 1);
    }
    save(&app, &devika, &json!({ "tab": "two" }), 1).await.ok();
    assert_eq!(load(&app, &devika).await["draft"]["tab"], "two");
    let kavya = app.person("Kavya").await;
    let problem = save(&app, &kavya, &json!({}), 3).await.refused(ErrorCode::VersionConflict);
    assert_eq!((&problem["draft"], &problem["version"]), (&Value::Null, &json!(0)));
}

async fn ten_simultaneous_first_saves_save_once(app: TestApp) {
    let devika = app.person("Devika").await;
    let drafts: Vec<Value> = (0..10).map(|number| json!({ "tab": number })).collect();
    let replies = join_all(drafts.iter().map(|draft| save(&app, &devika, draft, 0))).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    let shown = load(&app, &devika).await;
    for reply in replies.iter().filter(|reply| reply.code().is_some()) {
        let problem = reply.refused(ErrorCode::VersionConflict);
        assert_eq!(problem["draft"], shown["draft"], "the saved draft is in the response");
    }
}

async fn oversized_or_malformed_draft_is_refused(app: TestApp) {
    let devika = app.person("Devika").await;
    for size in [61 * 1024, 64 * 1024, 200 * 1024] {
        let large = json!({ "bio": "x".repeat(size) });
        save(&app, &devika, &large, 0).await.refused(ErrorCode::BodyTooLarge);
    }
    save(&app, &devika, &json!({ "bio": "x".repeat(59 * 1024) }), 0).await.ok();
    for draft in [json!([]), json!("x"), json!(null), json!(7)] {
        save(&app, &devika, &draft, 1).await.refused(ErrorCode::MalformedRequest);
    }
    for (step, version) in [(5, 1), (0, -1)] {
        let body = json!({ "draft": {}, "step": step, "version": version });
        app.put(DRAFT, &body).by(&devika).refused(ErrorCode::InvalidFields).await;
    }
    let body = json!({ "draft": {}, "step": -1, "version": 1 });
    app.put(DRAFT, &body).by(&devika).refused(ErrorCode::MalformedRequest).await;
    assert_eq!(load(&app, &devika).await["version"], 1);
}

async fn submitted_application_deletes_the_draft(app: TestApp) {
    let devika = app.person("Devika").await;
    save(&app, &devika, &json!({ "bio": "half" }), 0).await.ok();
    let mut broken = application(&devika);
    broken["bio"] = json!("short");
    app.post("/api/onboard/teacher", &broken).by(&devika).refused(ErrorCode::InvalidFields).await;
    assert_eq!(load(&app, &devika).await["draft"]["bio"], "half", "a refusal takes nothing away");
    app.post("/api/onboard/teacher", &application(&devika)).by(&devika).ok().await;
    let sent = load(&app, &devika).await;
    assert_eq!((&sent["source"], &sent["draft"]["phone"]), (&json!("application"), &json!("+91 98765 43210")));
    assert_eq!(app.count("application_drafts").await, 0);
}

async fn draft_is_visible_to_its_owner_only(app: TestApp) {
    let (devika, kavya) = (app.person("Devika").await, app.person("Kavya").await);
    save(&app, &devika, &json!({ "bio": "mine" }), 0).await.ok();
    assert_eq!(load(&app, &kavya).await["draft"], Value::Null);
    app.get(DRAFT).refused(ErrorCode::SignInRequired).await;
    app.put(DRAFT, &json!({ "draft": {}, "step": 0, "version": 0 })).refused(ErrorCode::SignInRequired).await;
}
