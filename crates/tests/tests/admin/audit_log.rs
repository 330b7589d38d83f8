//! The audit log: append-only, readable by every administrator.

use serde_json::json;
use tala_domain::error::ErrorCode::InvalidFields;
use tala_tests::{TestApp, applicant, at, both_dbs, minutes, raw};

both_dbs!(
    the_log_cannot_be_changed,
    the_log_is_read_by_subject_actor_and_act,
    events_about_records_of_a_person_are_found_by_name,
);

async fn the_log_cannot_be_changed(app: TestApp) {
    app.new_admin("owner").await;
    let lines = app.count("audit_log").await;
    assert!(lines > 0);
    for statement in [
        "UPDATE audit_log SET action = 'nothing'",
        "DELETE FROM audit_log",
        "DELETE FROM audit_log WHERE admin = 'owner'",
    ] {
        let error = raw::attempt(&app.ctx.store, &[statement]).await.unwrap_err();
        assert!(error.to_string().contains("append-only"), "{statement}: {error}");
    }
    assert_eq!(app.count("audit_log WHERE action <> 'nothing'").await, lines);
}

async fn the_log_is_read_by_subject_actor_and_act(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let (devika, ravi) = (applicant(&app, "Devika").await, applicant(&app, "Ravi").await);
    app.advance(minutes(1));
    app.admin_post(&owner, &format!("/api/admin/approve-teacher/{}", devika.id), &json!({})).await;
    app.advance(minutes(1));
    app.admin_post(&support, &format!("/api/admin/reject-teacher/{}", ravi.id), &json!({ "reason": "Too far." })).await;
    let actions = async |query: &str| {
        let page = app.admin_get(&owner, &format!("/api/admin/audit?{query}")).await;
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["action"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(actions(&format!("subject={}", devika.id)).await, ["teacher_approved", "teacher_applied"]);
    assert_eq!(actions("actor=admin:support").await, ["teacher_rejected", "admin_signed_in"]);
    assert_eq!(actions(&format!("actor={}", ravi.id)).await, ["teacher_applied"]);
    assert_eq!(actions("q=teacher_applied").await.len(), 2);
    assert_eq!(
        actions("q=Teacher%20app").await,
        ["teacher_approved", "teacher_applied", "teacher_applied"],
        "by prefix"
    );
    let displayed = "q=rejected%20or%20approved&actions=teacher_rejected,teacher_approved";
    assert_eq!(actions(displayed).await, ["teacher_rejected", "teacher_approved"], "by actions");
    assert_eq!(actions(&format!("{displayed}&subject={}", devika.id)).await, ["teacher_approved"]);
    assert_eq!(actions(&format!("{displayed}&actor=supp")).await, ["teacher_rejected"]);
    assert_eq!(actions("q=teacher_app&actions=teacher_approved,teacher_rejected").await.len(), 4, "each once");
    let problem = app.get("/api/admin/audit?actions=teacher_lost").as_admin(&owner).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "actions");
    assert_eq!(actions("actor=supp").await, ["teacher_rejected", "admin_signed_in"], "by a part of the name");
    assert_eq!(actions("actor=devika%20r&q=applied").await, ["teacher_applied", "teacher_applied"], "both match");
    assert_eq!(actions("actor=x").await.len(), 0);
    assert_eq!(actions("limit=1").await, ["teacher_rejected"], "newest first");
    let approved = app.admin_get(&owner, "/api/admin/audit?q=teacher_approved").await["items"][0].clone();
    assert_eq!(approved["subjectName"], "Devika Rao");
    let all = app.admin_get(&owner, "/api/admin/audit?q=admin_added").await;
    assert_eq!(all["items"][0]["subjectName"], "support");
    assert_eq!(all["items"][0]["actor"], "console");
    let all_of_both = ["teacher_rejected", "teacher_approved", "teacher_applied", "teacher_applied"];
    assert_eq!(actions("subject=devika").await, all_of_both, "both have this name in their application");
    assert_eq!(actions("subject=ravi%40people.test").await, ["teacher_rejected", "teacher_applied"], "by address");
    assert_eq!(actions("subject=ravi&q=applied").await, ["teacher_applied"], "both match");
    assert!(actions("subject=supp").await.contains(&"admin_added".to_owned()), "an administrator");
    assert_eq!(actions("subject=nothing-has-this-name").await.len(), 0);
}

async fn events_about_records_of_a_person_are_found_by_name(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let booking = app.book(&school.student, &slot).await;
    app.advance(minutes(1));
    let cancel = format!("/api/admin/bookings/{}/cancel", booking["_id"].as_str().unwrap());
    app.admin_post(&support, &cancel, &json!({ "reason": "Ill" })).await;
    let class = json!({ "dateTime": "2026-03-25T10:00:00Z", "classTypeKey": "Group" });
    app.post(&format!("/api/teacher/{}/classes", school.teacher.id), &class).by(&school.teacher).ok().await;
    let subjects = async |text: &str| {
        let page = app.admin_get(&support, &format!("/api/admin/audit?subject={text}")).await;
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["action"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let meera = subjects("meera").await;
    assert!(meera.starts_with(&["booking_cancelled".to_owned(), "booked_with_credits".to_owned()]), "{meera:?}");
    let padma = subjects("padma").await;
    assert!(padma.contains(&"class_published".to_owned()), "{padma:?}");
    assert!(!padma.contains(&"booking_cancelled".to_owned()), "a booking has the name of its student");
    for number in 0..51 {
        app.person(&format!("Asha {number}")).await;
    }
    let problem = app.get("/api/admin/audit?subject=asha").as_admin(&support).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "subject");
}
