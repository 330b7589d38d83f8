//! Granting and extending credits in the admin API (D17).

use serde_json::json;
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields, NotFound, VersionConflict};
use tala_domain::identity::TeacherStatus;
use tala_tests::{TestApp, at, both_dbs, days, later, minutes};

both_dbs!(
    repeated_grant_needs_confirmation,
    grant_to_a_person_who_cannot_spend_credits_is_refused,
    repeated_extension_needs_confirmation,
);

async fn repeated_grant_needs_confirmation(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let school = app.school().await;
    let path = format!("/api/admin/people/{}/credits", school.student.id);
    let grant = json!({ "teacherId": school.teacher.id, "count": 2, "days": 30, "reason": "The stream broke" });
    for (field, value) in [
        ("count", json!(0)),
        ("count", json!(21)),
        ("days", json!(0)),
        ("days", json!(366)),
        ("teacherId", json!("x")),
        ("reason", json!("")),
    ] {
        let mut wrong = grant.clone();
        wrong[field] = value;
        let problem = app.post(&path, &wrong).as_admin(&support).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field);
    }
    let (one, other) = futures_util::future::join(
        app.post(&path, &grant).as_admin(&support).send(),
        app.post(&path, &grant).as_admin(&owner).send(),
    )
    .await;
    let (won, lost) = if one.status.is_success() { (&one, &other) } else { (&other, &one) };
    assert_eq!(won.ok()["expiresAt"], later(app.now(), days(30)).to_string());
    lost.refused(AlreadyProcessed);
    let mut again = grant.clone();
    again["again"] = json!(true);
    app.admin_post(&support, &path, &again).await;
    app.advance(minutes(2));
    app.admin_post(&support, &path, &grant).await;
    let profile =
        app.get(&format!("/api/student-profile?email={}", school.student.email)).by(&school.student).ok().await;
    assert_eq!(profile["classCredits"], 4 + 3 * 2);
    let teacher = format!("/api/admin/people/{}/credits", school.teacher.id);
    app.post(&teacher, &grant).as_admin(&support).refused(NotFound).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn repeated_extension_needs_confirmation(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let lot = app.lot(&school.student, 1, days(10)).await;
    let path = format!("/api/admin/credit-lots/{lot}/extend");
    let extend = json!({ "days": 5, "reason": "Was ill" });
    let shown = app.admin_post(&support, &path, &extend).await;
    assert_eq!(shown["expiresAt"], later(app.now(), days(15)).to_string());
    app.post(&path, &extend).as_admin(&support).refused(AlreadyProcessed).await;
    let again = json!({ "days": 1, "reason": "Was ill", "again": true });
    assert_eq!(app.admin_post(&support, &path, &again).await["expiresAt"], later(app.now(), days(16)).to_string());
    // A lot that maintenance has expired cannot be extended.
    app.clock.set(at("2026-05-01T00:00:00Z"));
    app.work().await;
    let support = app.admin_login("support").await;
    let closed = app.post(&path, &extend).as_admin(&support).refused(VersionConflict).await;
    assert_eq!(closed["detail"], "These credits have expired. Grant new ones instead.");
    assert_eq!(app.ledger_findings().await, []);
}

async fn grant_to_a_person_who_cannot_spend_credits_is_refused(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let path = format!("/api/admin/people/{}/credits", school.student.id);
    let grant = json!({ "teacherId": school.teacher.id, "count": 1, "days": 30, "reason": "The stream broke" });
    let lots = app.count("credit_lots").await;
    for who in [school.teacher.id.0, school.student.id.0] {
        let act = |act: &str| format!("/api/admin/people/{who}/{act}");
        app.admin_post(&support, &act("suspend"), &json!({ "reason": "A complaint" })).await;
        let problem = app.post(&path, &grant).as_admin(&support).refused(VersionConflict).await;
        assert!(problem["detail"].as_str().unwrap().contains("use these credits"), "{problem}");
        app.admin_post(&support, &act("unsuspend"), &json!({ "reason": "Settled" })).await;
    }
    let rejected = app.teacher_with("Leela", TeacherStatus::Rejected).await;
    let mut with_her = grant.clone();
    with_her["teacherId"] = json!(rejected.id);
    app.post(&path, &with_her).as_admin(&support).refused(VersionConflict).await;
    assert_eq!(app.count("credit_lots").await, lots);
    app.admin_post(&support, &path, &grant).await;
}
