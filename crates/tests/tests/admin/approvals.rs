//! Approval of teachers' applications (SPEC §2, §3; D8, D28).

use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{AlreadyProcessed, InvalidFields, NotFound, VersionConflict};
use tala_domain::identity::TeacherStatus;
use tala_store::teachers::{self, ExpectedVersion};
use tala_tests::{
    AdminSession, Person, Reply, TestApp, applicant, application, both_dbs, minutes, only_audit_event, raw,
};

both_dbs!(
    list_shows_pending_applications_with_all_fields,
    list_shows_the_hours_of_each_application,
    list_that_is_too_long_is_marked_as_truncated,
    approved_teacher_gets_a_mail_and_can_teach,
    rejected_teacher_gets_the_reason_and_the_next_application_shows_changes,
    a_decision_is_made_once,
    two_simultaneous_decisions_take_effect_once,
    an_incomplete_application_cannot_be_approved,
    the_first_hundred_are_founding_teachers,
    specs_calls_without_a_body_decide,
    decision_on_a_replaced_application_is_refused,
    application_changed_after_it_was_read_is_not_decided,
    an_application_is_approved_or_rejected_and_sent_again,
);

const LIST: &str = "/api/admin/pending-teachers";

async fn list_shows_pending_applications_with_all_fields(app: TestApp) {
    let support = app.new_admin("support").await;
    let devika = applicant(&app, "Devika").await;
    app.advance(minutes(1));
    applicant(&app, "Ravi").await;
    app.teacher("Padma").await;
    let list = app.admin_get(&support, LIST).await;
    assert_eq!((&list["success"], &list["approved"], &list["foundingLeft"]), (&json!(true), &json!(1), &json!(100)));
    assert_eq!(list["teachers"].as_array().unwrap().len(), 2);
    let first = &list["teachers"][0];
    assert_eq!(first["_id"], devika.id.to_string(), "the longest waiting first");
    assert_eq!((&first["name"], &first["email"]), (&json!("Devika Rao"), &json!(devika.email)));
    assert_eq!(first["danceStyles"], json!(["Kathak"]));
    assert_eq!(first["teacherProfile"]["experience"], "Ten years.");
    assert_eq!(first["teacherProfile"]["socialMedia"]["instagram"], "devika.dances");
    assert_eq!(first["paymentSettings"], json!({ "inrRate": 999.0, "usdRate": 24.99 }));
    assert_eq!(first["availability"], Value::Null);
    assert_eq!((&first["missing"], &first["changed"]), (&json!([]), &json!([])));
    assert_eq!(first["previousRejection"], Value::Null);
}

async fn list_shows_the_hours_of_each_application(app: TestApp) {
    let support = app.new_admin("support").await;
    applicant(&app, "Ravi").await;
    app.advance(minutes(1));
    let devika = app.person("Devika").await;
    let hours = json!({
        "timeZone": "Asia/Kolkata",
        "weeklySchedule": [{ "dayOfWeek": 2, "timeRanges": [{ "start": "17:00", "end": "20:30" }] }],
    });
    let mut with_hours = application(&devika);
    with_hours["availability"] = hours.clone();
    with_hours["availability"]["visibilityDays"] = json!(30);
    app.post("/api/onboard/teacher", &with_hours).by(&devika).ok().await;
    let list = app.admin_get(&support, LIST).await;
    let shown: Vec<_> = list["teachers"].as_array().unwrap().iter().map(|one| &one["availability"]).collect();
    assert_eq!(shown, [&Value::Null, &hours]);
}

async fn list_that_is_too_long_is_marked_as_truncated(app: TestApp) {
    let support = app.new_admin("support").await;
    let store = &app.ctx.store;
    let numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)";
    let id = raw::numbered(store, 1);
    for statement in [
        format!("INSERT INTO people (id, name, created_at) {numbers} SELECT {id}, 'Teacher ' || i, 0 FROM n"),
        format!(
            "INSERT INTO teachers (person_id, status, founding, bio, experience, dance_styles, rate_inr_minor, rate_usd_minor,
                 created_at, applied_at) {numbers} SELECT {id}, 'pending', FALSE, '', '', '[]', 0, 0, 0, i FROM n"
        ),
    ] {
        raw::execute(store, &statement).await;
    }
    let shown = |list: &Value| (list["teachers"].as_array().unwrap().len(), list["more"].as_bool().unwrap());
    assert_eq!(shown(&app.admin_get(&support, LIST).await), (500, false));
    let late = applicant(&app, "Late").await;
    let list = app.admin_get(&support, LIST).await;
    assert_eq!(shown(&list), (500, true));
    let ids: Vec<_> = list["teachers"].as_array().unwrap().iter().map(|one| one["_id"].clone()).collect();
    assert!(!ids.contains(&json!(late.id.to_string())), "the oldest application comes first");
}

async fn approved_teacher_gets_a_mail_and_can_teach(app: TestApp) {
    let support = app.new_admin("support").await;
    let devika = applicant(&app, "Devika").await;
    let reply = app.admin_post(&support, &format!("/api/admin/approve-teacher/{}", devika.id), &json!({})).await;
    assert_eq!(reply["message"], "Teacher approved successfully", "SPEC's text");
    assert_eq!(reply["foundingTeacher"], true);
    let code = reply["inviteCode"].as_str().unwrap();
    app.work().await;
    assert!(!app.mailer.sent_to(&devika.email).iter().any(|mail| mail.subject.starts_with("You can teach")));
    app.advance(minutes(1));
    app.work().await;
    let mails = app.mailer.sent_to(&devika.email);
    let mail = mails.iter().find(|mail| mail.subject == "You can now teach with Tala").unwrap();
    assert_eq!(mail.subject, "You can now teach with Tala");
    assert!(mail.text.contains(code) && mail.text.contains("founding teacher"), "{}", mail.text);
    let login = app.post("/api/login", &json!({})).by(&devika).ok().await;
    assert_eq!(login["role"], "teacher");
    assert_eq!(app.admin_get(&support, LIST).await["teachers"], json!([]));
    let line = only_audit_event(&app, &support, "teacher_approved").await;
    assert_eq!((&line["actor"], &line["subject"]), (&json!("admin:support"), &json!(devika.id.to_string())));
    assert_eq!((&line["before"]["status"], &line["after"]["status"]), (&json!("pending"), &json!("approved")));
}

async fn rejected_teacher_gets_the_reason_and_the_next_application_shows_changes(app: TestApp) {
    let support = app.new_admin("support").await;
    let devika = applicant(&app, "Devika").await;
    let path = format!("/api/admin/reject-teacher/{}", devika.id);
    let long = json!({ "reason": "x".repeat(501) });
    app.post(&path, &long).as_admin(&support).refused(InvalidFields).await;
    let reason = "Please say more <b>about</b> your training.";
    let reply = app.admin_post(&support, &path, &json!({ "reason": reason })).await;
    assert_eq!((&reply["message"], &reply["status"]), (&json!("Teacher rejected"), &json!("rejected")));
    let rejected_at = app.now();
    app.advance(minutes(1));
    app.work().await;
    let mails = app.mailer.sent_to(&devika.email);
    let mail = mails.iter().find(|mail| mail.subject == "About your application").unwrap();
    assert!(mail.text.contains(reason), "{}", mail.text);
    assert!(mail.html.contains("&lt;b&gt;about&lt;/b&gt;") && !mail.html.contains("<b>about"), "text stays text");
    let status = app.post("/api/user-status", &json!({ "email": devika.email })).by(&devika).ok().await;
    assert_eq!((&status["isRejected"], &status["rejectionReason"]), (&json!(true), &json!(reason)));
    app.advance(minutes(9));
    let mut again = application(&devika);
    again["teacherProfile"]["danceEducation"] = json!("Kalakshetra, five years");
    again["paymentSettings"]["inrRate"] = json!(1200);
    app.post("/api/onboard/teacher", &again).by(&devika).ok().await;
    let shown = app.admin_get(&support, LIST).await["teachers"][0].clone();
    assert_eq!(shown["changed"], json!(["danceEducation", "inrRate"]));
    assert_eq!(shown["previousRejection"], json!({ "at": rejected_at.to_string(), "reason": reason }));
    app.admin_post(&support, &format!("/api/admin/approve-teacher/{}", devika.id), &json!({})).await;
    let line = only_audit_event(&app, &support, "teacher_rejected").await;
    assert_eq!(line["reason"], reason);
}

async fn a_decision_is_made_once(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let devika = applicant(&app, "Devika").await;
    let (approve, reject) =
        (format!("/api/admin/approve-teacher/{}", devika.id), format!("/api/admin/reject-teacher/{}", devika.id));
    app.admin_post(&owner, &approve, &json!({})).await;
    for path in [&approve, &reject] {
        let problem = app.post(path, &json!({})).as_admin(&owner).refused(AlreadyProcessed).await;
        assert_eq!(
            (&problem["state"], &problem["detail"]),
            (&json!("approved"), &json!("This application is approved already."))
        );
    }
    let nobody = "/api/admin/approve-teacher/01890000-0000-7000-8000-000000000001";
    app.post(nobody, &json!({})).as_admin(&owner).refused(NotFound).await;
    let student = app.school().await.student;
    let path = format!("/api/admin/reject-teacher/{}", student.id);
    app.post(&path, &json!({})).as_admin(&owner).refused(NotFound).await;
    app.advance(minutes(1));
    app.work().await;
    assert_eq!(app.mailer.sent_to(&devika.email).iter().filter(|mail| mail.subject.contains("teach with")).count(), 1);
}

async fn two_simultaneous_decisions_take_effect_once(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let second = app.another_server(2).await;
    for number in 0..6 {
        let person = applicant(&app, &format!("Devika{number}")).await;
        let acts = (0..6).map(|turn| {
            let (server, admin) = if turn % 2 == 0 { (&app, &owner) } else { (&second, &support) };
            let verb = if turn % 3 == 0 { "approve" } else { "reject" };
            let path = format!("/api/admin/{verb}-teacher/{}", person.id);
            async move { server.post(&path, &json!({})).as_admin(admin).send().await }
        });
        let replies = join_all(acts).await;
        let won: Vec<_> = replies.iter().filter(|reply| reply.status.is_success()).collect();
        assert_eq!(won.len(), 1);
        for lost in replies.iter().filter(|reply| !reply.status.is_success()) {
            lost.refused(AlreadyProcessed);
        }
        let stands = won[0].json()["status"].clone();
        let subject = raw::id(&app.ctx.store, person.id.0);
        let lines =
            format!("audit_log WHERE subject_id = {subject} AND action IN ('teacher_approved', 'teacher_rejected')");
        assert_eq!(app.count(&lines).await, 1);
        let status =
            raw::texts(&app.ctx.store, &format!("SELECT status FROM teachers WHERE person_id = {subject}")).await;
        assert_eq!(json!(status[0]), stands);
    }
}

async fn an_incomplete_application_cannot_be_approved(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let devika = app.teacher_with("Devika", TeacherStatus::Pending).await;
    let id = raw::id(&app.ctx.store, devika.id.0);
    let sql = format!("UPDATE teachers SET experience = ' ', rate_usd_minor = 0 WHERE person_id = {id}");
    raw::execute(&app.ctx.store, &sql).await;
    let shown = app.admin_get(&owner, LIST).await["teachers"][0].clone();
    assert_eq!(shown["missing"], json!(["experience", "usdRate"]));
    assert_eq!(shown["paymentSettings"]["usdRate"], Value::Null);
    let path = format!("/api/admin/approve-teacher/{}", devika.id);
    let problem = app.post(&path, &json!({})).as_admin(&owner).refused(VersionConflict).await;
    assert_eq!(problem["detail"], "Cannot approve incomplete profile", "SPEC's tooltip");
}

async fn the_first_hundred_are_founding_teachers(app: TestApp) {
    let owner = app.new_admin("owner").await;
    raw::execute(&app.ctx.store, "UPDATE counters SET value = 98 WHERE name = 'founding_teachers'").await;
    let mut people = Vec::new();
    for number in 0..5 {
        people.push(applicant(&app, &format!("Devika{number}")).await);
    }
    assert_eq!(app.admin_get(&owner, LIST).await["foundingLeft"], 2);
    let approvals = people.iter().map(|person| {
        let path = format!("/api/admin/approve-teacher/{}", person.id);
        let (app, owner) = (&app, &owner);
        async move { app.admin_post(owner, &path, &json!({})).await["foundingTeacher"].as_bool().unwrap() }
    });
    let founding = join_all(approvals).await.into_iter().filter(|founding| *founding).count();
    assert_eq!(founding, 2);
    assert_eq!(app.admin_get(&owner, LIST).await["foundingLeft"], 0);
}

async fn specs_calls_without_a_body_decide(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let devika = applicant(&app, "Devika").await;
    let post = async |verb: &str, person: &Person| {
        let path = format!("/api/admin/{verb}-teacher/{}", person.id);
        app.request(axum::http::Method::POST, &path).as_admin(&owner).ok().await
    };
    post("reject", &devika).await;
    let line = only_audit_event(&app, &owner, "teacher_rejected").await;
    assert_eq!(line["reason"], Value::Null);
    assert_eq!(post("approve", &applicant(&app, "Ravi").await).await["status"], "approved");
}

/// The body that an administrator sends from the current list.
async fn seen(app: &TestApp, admin: &AdminSession, person: &Person) -> Value {
    let list = app.admin_get(admin, LIST).await;
    let teachers = list["teachers"].as_array().unwrap();
    let shown = teachers.iter().find(|teacher| teacher["_id"] == person.id.to_string()).unwrap();
    json!({ "version": shown["version"] })
}

async fn send_again(app: &TestApp, person: &Person) -> Reply {
    let mut again = application(person);
    again["bio"] = json!("Something else altogether, and nobody has read it.");
    app.post("/api/onboard/teacher", &again).by(person).send().await
}

async fn decision_on_a_replaced_application_is_refused(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let devika = applicant(&app, "Devika").await;
    let (approve, reject) =
        (format!("/api/admin/approve-teacher/{}", devika.id), format!("/api/admin/reject-teacher/{}", devika.id));
    let before = seen(&app, &owner, &devika).await;
    app.admin_post(&support, &reject, &before).await;
    app.post(&approve, &before).as_admin(&owner).refused(AlreadyProcessed).await;
    send_again(&app, &devika).await.ok();
    for path in [&approve, &reject] {
        let problem = app.post(path, &before).as_admin(&owner).refused(VersionConflict).await;
        assert!(problem["detail"].as_str().unwrap().starts_with("This application was sent again"), "{problem}");
    }
    assert_eq!(app.admin_get(&owner, LIST).await["teachers"][0]["changed"], json!(["bio"]));
    let after = seen(&app, &owner, &devika).await;
    app.admin_post(&owner, &approve, &after).await;
}

async fn application_changed_after_it_was_read_is_not_decided(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let devika = applicant(&app, "Devika").await;
    let before = seen(&app, &owner, &devika).await;
    app.admin_post(&owner, &format!("/api/admin/reject-teacher/{}", devika.id), &before).await;
    send_again(&app, &devika).await.ok();
    let store = &app.ctx.store;
    let unseen = ExpectedVersion { status: TeacherStatus::Pending, version: before["version"].as_i64() };
    let tx = store.begin().await.unwrap();
    assert_eq!(teachers::mark_approved(&tx, devika.id.as_teacher(), unseen, "TALA-X", app.now()).await.unwrap(), None);
    let told = teachers::find_applicant(&tx, devika.id.as_teacher()).await.unwrap().unwrap().text;
    let told = (&told, before["version"].as_i64().unwrap());
    assert!(!teachers::mark_rejected(&tx, devika.id.as_teacher(), "", told, app.now()).await.unwrap());
    drop(tx);
}

async fn an_application_is_approved_or_rejected_and_sent_again(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let second = app.another_server(2).await;
    for round in 0..12 {
        let devika = applicant(&app, &format!("Devika{round}")).await;
        let before = seen(&app, &owner, &devika).await;
        let (approve, reject) =
            (format!("/api/admin/approve-teacher/{}", devika.id), format!("/api/admin/reject-teacher/{}", devika.id));
        let other = async {
            let rejected = second.post(&reject, &before).as_admin(&support).send().await;
            (rejected, send_again(&second, &devika).await)
        };
        let (approved, (rejected, _)) = join(app.post(&approve, &before).as_admin(&owner).send(), other).await;
        assert_ne!(approved.status.is_success(), rejected.status.is_success(), "{} {}", approved.text, rejected.text);
        assert!(matches!(approved.code(), None | Some(AlreadyProcessed | VersionConflict)), "{}", approved.text);
        let id = raw::id(&app.ctx.store, devika.id.0);
        let unread = format!("teachers WHERE person_id = {id} AND status = 'approved' AND bio LIKE 'Something%'");
        assert_eq!(app.count(&unread).await, 0);
    }
}
