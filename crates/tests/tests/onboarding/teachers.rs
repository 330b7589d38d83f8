//! Applying to teach: every rule of SPEC §5 over HTTP, and the states of the application (SPEC §4).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_app::services::teacher_approval::{TeacherApproval, approve_teacher};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_tests::{Person, Reply, TestApp, both_dbs, raw};

use crate::common::teaching::{BIO, application, errors, only_error, set};

both_dbs!(
    application_is_stored_with_every_field,
    every_rule_has_its_message,
    valid_applications_are_accepted,
    an_empty_application_names_every_field,
    malformed_bodies_are_refused,
    repeated_application_is_stored_once,
    ten_simultaneous_applications_create_one,
    different_application_while_one_is_pending_is_refused,
    rejected_teacher_applies_again_with_stored_answers,
    an_approved_teacher_or_a_student_cannot_apply,
    concurrent_join_and_application_give_one_role,
    form_for_another_person_is_refused,
    an_approved_application_teaches,
);

const APPLY: &str = "/api/onboard/teacher";

pub(crate) async fn apply(app: &TestApp, person: &Person, body: &Value) -> Reply {
    app.post(APPLY, body).by(person).send().await
}

async fn status(app: &TestApp, person: &Person) -> Value {
    app.post("/api/user-status", &json!({ "email": person.email })).by(person).ok().await
}

pub(crate) async fn set_status(app: &TestApp, person: &Person, status: &str, reason: &str) {
    let id = raw::id(&app.ctx.store, person.id.0);
    let sql = format!("UPDATE teachers SET status = '{status}', rejection_reason = '{reason}' WHERE person_id = {id}");
    raw::execute(&app.ctx.store, &sql).await;
}

async fn application_is_stored_with_every_field(app: TestApp) {
    let devika = app.person("Devika").await;
    let reply = apply(&app, &devika, &application(&devika)).await.ok();
    assert_eq!(reply, json!({ "success": true, "status": "pending" }));
    let stands = status(&app, &devika).await;
    assert_eq!(
        (&stands["isPending"], &stands["isRejected"], &stands["role"]),
        (&json!(true), &json!(false), &json!("user"))
    );
    assert_eq!(stands["rejectionReason"], Value::Null);
    let own = app.get(&format!("/api/user?email={}", devika.email)).by(&devika).ok().await;
    assert_eq!(
        (&own["name"], &own["phone"], &own["bio"]),
        (&json!("Devika Rao"), &json!("+91 98765 43210"), &json!(BIO))
    );
    assert_eq!(own["danceStyles"], json!(["Kathak", "Odissi"]));
    assert_eq!(own["isApproved"], false);
    app.work().await;
    let mails = app.mailer.sent_to(&devika.email);
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Your teacher application is being reviewed");
    assert!(mails[0].text.contains("1-2 business days"), "{}", mails[0].text);
    assert_eq!(app.count("audit_log WHERE action = 'teacher_applied'").await, 1);
}

/// A change of one field, and the message about it.
fn rules() -> Vec<(&'static str, Value, &'static str)> {
    let long = |count: usize| json!("x".repeat(count));
    let link = "Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)";
    let usd = "Please enter a rate from $9.99 to $199.99, with at most 2 decimals";
    let inr = "Please enter a rate from ₹499 to ₹9,999, in whole rupees";
    vec![
        ("teacherProfile.firstName", json!(" \u{200b}\n"), "First name is required"),
        ("teacherProfile.lastName", json!(""), "Last name is required"),
        ("teacherProfile.country", json!("France"), "Country is required"),
        ("teacherProfile.country", json!(""), "Country is required"),
        ("teacherProfile.ageConfirmed", json!(false), "You must confirm your age"),
        ("bio", json!(""), "Bio should be at least 50 characters"),
        ("bio", json!("Not provided"), "Bio should be at least 50 characters"),
        ("bio", json!(format!("{}   ", "x".repeat(49))), "Bio should be at least 50 characters"),
        ("bio", long(1_001), "Bio cannot exceed 1000 characters"),
        ("bio", json!("💃".repeat(1_001)), "Bio cannot exceed 1000 characters"),
        ("bio", long(10_000), "Bio cannot exceed 1000 characters"),
        ("teacherProfile.danceEducation", json!(" "), "Please share your dance education background"),
        ("teacherProfile.guru", json!(""), "Please mention your Guru or Master"),
        ("teacherProfile.experience", json!(""), "Please describe your teaching experience"),
        ("teacherProfile.yearsTeaching", json!("11"), "Required"),
        ("teacherProfile.yearsTeaching", json!(""), "Required"),
        ("teacherProfile.studentAges", json!([]), "Required"),
        ("teacherProfile.danceStylesWithLevel", json!([]), "Please select at least one dance style"),
        ("teacherProfile.danceStylesWithLevel", json!([{ "style": "" }]), "Please select at least one dance style"),
        ("paymentSettings.usdRate", json!(9.98), usd),
        ("paymentSettings.usdRate", json!(200), usd),
        ("paymentSettings.usdRate", json!(24.999), usd),
        ("paymentSettings.usdRate", json!(-24.99), usd),
        ("paymentSettings.usdRate", json!(1e300), usd),
        ("paymentSettings.usdRate", Value::Null, "Please enter your hourly rate in USD"),
        ("paymentSettings.inrRate", json!(498), inr),
        ("paymentSettings.inrRate", json!(10_000), inr),
        ("paymentSettings.inrRate", json!(999.5), inr),
        ("paymentSettings.inrRate", Value::Null, "Please enter your hourly rate in INR"),
        ("teacherProfile.googleMeetLink", json!(""), link),
        ("teacherProfile.googleMeetLink", json!("https://meet.google.com/new"), link),
        ("teacherProfile.googleMeetLink", json!("https://evil.test/abc-defg-hij"), link),
        ("teacherProfile.googleMeetLink", json!("https://meet.google.com/"), link),
    ]
}

async fn every_rule_has_its_message(app: TestApp) {
    let devika = app.person("Devika").await;
    for (field, value, message) in rules() {
        let mut body = application(&devika);
        set(&mut body, field, value.clone());
        let problem = apply(&app, &devika, &body).await.refused(ErrorCode::InvalidFields);
        assert_eq!(only_error(&problem), (field.to_owned(), message.to_owned()), "{value}");
        assert_eq!(
            (&problem["details"], &problem["error"]),
            (&json!(message), &json!(message)),
            "SPEC's client shows it"
        );
    }
    for (path, value, field) in [
        ("phone", json!("12"), "phone"),
        ("teacherProfile.studentAges", json!(["babies"]), "teacherProfile.studentAges"),
        ("teacherProfile.firstName", json!("x".repeat(101)), "teacherProfile.firstName"),
        ("teacherProfile.lastName", json!("x".repeat(10_000)), "teacherProfile.lastName"),
        ("teacherProfile.guru", json!("x".repeat(2_001)), "teacherProfile.guru"),
        ("teacherProfile.danceEducation", json!("x".repeat(10_000)), "teacherProfile.danceEducation"),
        ("teacherProfile.notes", json!("x".repeat(2_001)), "teacherProfile.notes"),
        ("teacherProfile.keyHighlights", json!(vec!["x"; 11]), "teacherProfile.keyHighlights"),
        ("teacherProfile.keyHighlights", json!(["x".repeat(201)]), "teacherProfile.keyHighlights.0"),
        ("teacherProfile.performanceVideoLink", json!("javascript:alert(1)"), "teacherProfile.performanceVideoLink"),
        ("teacherProfile.helpVideoLink", json!("http://x.test"), "teacherProfile.helpVideoLink"),
        ("teacherProfile.socialMedia.instagram", json!("two words"), "teacherProfile.socialMedia.instagram"),
        (
            "teacherProfile.danceStylesWithLevel",
            json!([{ "style": "x".repeat(51) }]),
            "teacherProfile.danceStylesWithLevel.0.style",
        ),
        (
            "teacherProfile.danceStylesWithLevel",
            json!([{ "style": "Kathak" }, { "style": "kathak" }]),
            "teacherProfile.danceStylesWithLevel.1.style",
        ),
        (
            "teacherProfile.danceStylesWithLevel",
            json!([{ "style": "Kathak", "level": "divine" }]),
            "teacherProfile.danceStylesWithLevel.0.level",
        ),
    ] {
        let mut body = application(&devika);
        set(&mut body, path, value);
        let problem = apply(&app, &devika, &body).await.refused(ErrorCode::InvalidFields);
        assert_eq!(only_error(&problem).0, field);
    }
    assert_eq!(app.count("teachers").await, 0);
}

async fn valid_applications_are_accepted(app: TestApp) {
    let rtl = "راقصة ومعلمة 💃🏽 ".repeat(5);
    for (number, (field, value)) in [
        ("bio", json!("न".repeat(1_000))),
        ("bio", json!("💃".repeat(50))),
        ("bio", json!(rtl)),
        ("teacherProfile.firstName", json!("دانة 👩\u{200d}🎤")),
        ("teacherProfile.firstName", json!("=HYPERLINK(\"x\")")),
        ("paymentSettings.usdRate", json!(9.99)),
        ("paymentSettings.usdRate", json!(199.99)),
        ("paymentSettings.inrRate", json!(499)),
        ("paymentSettings.inrRate", json!(9_999)),
        ("teacherProfile.yearsTeaching", json!("0-2")),
        ("teacherProfile.studentAges", json!(["children (5-12)", "seniors (60+)"])),
        ("teacherProfile.danceStylesWithLevel", json!([{ "style": "other" }])),
        ("teacherProfile.danceStylesWithLevel", json!([{ "style": "Lavani", "level": "expert" }])),
        ("teacherProfile.googleMeetLink", json!(" Meet.Google.com/ABC-defg-hij?authuser=1 ")),
        ("phone", Value::Null),
        ("teacherProfile.notes", Value::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let person = app.person(&format!("Person {number}")).await;
        let mut body = application(&person);
        set(&mut body, field, value.clone());
        apply(&app, &person, &body).await.ok();
        set_status(&app, &person, "rejected", "").await;
        let kept = app.get("/api/onboard/teacher/draft").by(&person).ok().await;
        assert_eq!(kept["source"], "application");
        if field.ends_with("Link") {
            assert_eq!(kept["draft"]["teacherProfile"]["googleMeetLink"], "https://meet.google.com/abc-defg-hij");
        } else if field == "bio" {
            assert_eq!(kept["draft"]["bio"].as_str().unwrap(), value.as_str().unwrap().trim());
        }
    }
}

async fn an_empty_application_names_every_field(app: TestApp) {
    let devika = app.person("Devika").await;
    let problem = apply(&app, &devika, &json!({ "email": devika.email })).await.refused(ErrorCode::InvalidFields);
    let mut fields: Vec<String> = errors(&problem).into_iter().map(|(field, _)| field).collect();
    fields.sort();
    let mut expected = [
        "bio",
        "paymentSettings.inrRate",
        "paymentSettings.usdRate",
        "teacherProfile.ageConfirmed",
        "teacherProfile.country",
        "teacherProfile.danceEducation",
        "teacherProfile.danceStylesWithLevel",
        "teacherProfile.experience",
        "teacherProfile.firstName",
        "teacherProfile.googleMeetLink",
        "teacherProfile.guru",
        "teacherProfile.lastName",
        "teacherProfile.studentAges",
        "teacherProfile.yearsTeaching",
    ];
    expected.sort_unstable();
    assert_eq!(fields, expected);
}

async fn malformed_bodies_are_refused(app: TestApp) {
    let devika = app.person("Devika").await;
    for body in [json!(null), json!("x"), json!({ "teacherProfile": 7 }), json!({ "bio": 7 })] {
        apply(&app, &devika, &body).await.refused(ErrorCode::MalformedRequest);
    }
    let mut body = application(&devika);
    body["more"] = json!("x".repeat(64 * 1024));
    apply(&app, &devika, &body).await.refused(ErrorCode::BodyTooLarge);
    assert_eq!(app.count("teachers").await, 0);
}

async fn repeated_application_is_stored_once(app: TestApp) {
    let devika = app.person("Devika").await;
    let body = application(&devika);
    apply(&app, &devika, &body).await.ok();
    let mut written_otherwise = body.clone();
    set(&mut written_otherwise, "teacherProfile.firstName", json!("  Devika "));
    for again in [&body, &written_otherwise] {
        assert_eq!(apply(&app, &devika, again).await.ok()["status"], "pending");
    }
    app.work().await;
    assert_eq!(app.mailer.sent_to(&devika.email).len(), 1);
    assert_eq!(app.count("audit_log WHERE action = 'teacher_applied'").await, 1);
}

async fn ten_simultaneous_applications_create_one(app: TestApp) {
    let devika = app.person("Devika").await;
    let body = application(&devika);
    let replies = join_all((0..10).map(|_| apply(&app, &devika, &body))).await;
    assert!(replies.iter().all(|reply| reply.code().is_none()), "{replies:?}");
    assert_eq!(app.count("teachers").await, 1);
    assert_eq!(app.count("outbox").await, 2, "the confirmation, and the notice to staff");
    assert_eq!(app.count("audit_log WHERE action = 'teacher_applied'").await, 1);
}

async fn different_application_while_one_is_pending_is_refused(app: TestApp) {
    let devika = app.person("Devika").await;
    apply(&app, &devika, &application(&devika)).await.ok();
    let mut other = application(&devika);
    set(&mut other, "teacherProfile.guru", json!("Somebody else"));
    apply(&app, &devika, &other).await.refused(ErrorCode::ApplicationPending);
    let draft = json!({ "draft": {}, "step": 0, "version": 0 });
    app.put("/api/onboard/teacher/draft", &draft).by(&devika).refused(ErrorCode::ApplicationPending).await;
    set_status(&app, &devika, "rejected", "").await;
    let kept = app.get("/api/onboard/teacher/draft").by(&devika).ok().await;
    assert_eq!(kept["draft"]["teacherProfile"]["guru"], "Smt. Leela");
}

async fn rejected_teacher_applies_again_with_stored_answers(app: TestApp) {
    let devika = app.person("Devika").await;
    let body = application(&devika);
    apply(&app, &devika, &body).await.ok();
    set_status(&app, &devika, "rejected", "The video does not open.").await;
    let stands = status(&app, &devika).await;
    assert_eq!((&stands["isRejected"], &stands["isPending"]), (&json!(true), &json!(false)));
    assert_eq!(stands["rejectionReason"], "The video does not open.");
    let kept = app.get("/api/onboard/teacher/draft").by(&devika).ok().await;
    assert_eq!((&kept["source"], &kept["version"], &kept["step"]), (&json!("application"), &json!(0), &json!(0)));
    let mut again = kept["draft"].clone();
    for (field, value) in body["teacherProfile"].as_object().unwrap() {
        let kept = &again["teacherProfile"][field];
        match field.as_str() {
            "helpVideoLink" => assert_eq!(*kept, Value::Null),
            "socialMedia" => assert_eq!(kept["instagram"], "devika.dances"),
            _ => assert_eq!(kept, value, "{field}"),
        }
    }
    assert_eq!(again["paymentSettings"], json!({ "inrRate": 999.0, "usdRate": 24.99 }));
    again["email"] = json!(devika.email);
    set(&mut again, "teacherProfile.performanceVideoLink", json!("https://vimeo.com/1"));
    assert_eq!(apply(&app, &devika, &again).await.ok()["status"], "pending");
    let stands = status(&app, &devika).await;
    assert_eq!((&stands["isRejected"], &stands["isPending"]), (&json!(false), &json!(true)));
    assert_eq!(stands["rejectionReason"], Value::Null);
    let sent = app.get("/api/onboard/teacher/draft").by(&devika).ok().await;
    let video = &sent["draft"]["teacherProfile"]["performanceVideoLink"];
    assert_eq!((video, &sent["source"]), (&json!("https://vimeo.com/1"), &json!("application")));
    app.work().await;
    assert_eq!(app.mailer.sent_to(&devika.email).len(), 2, "each application has a confirmation mail");
}

async fn an_approved_teacher_or_a_student_cannot_apply(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera = app.student("Meera", &padma).await;
    apply(&app, &padma, &application(&padma)).await.refused(ErrorCode::AlreadyOnboarded);
    apply(&app, &meera, &application(&meera)).await.refused(ErrorCode::RoleNotAllowed);
    for person in [&*padma, &*meera] {
        app.get("/api/onboard/teacher/draft").by(person).refused(ErrorCode::RoleNotAllowed).await;
        let draft = json!({ "draft": {}, "step": 0, "version": 0 });
        app.put("/api/onboard/teacher/draft", &draft).by(person).refused(ErrorCode::RoleNotAllowed).await;
    }
    assert_eq!(app.count("teachers").await, 1);
    assert_eq!(app.count("application_drafts").await, 0);
}

async fn concurrent_join_and_application_give_one_role(app: TestApp) {
    let padma = app.teacher("Padma").await;
    for round in 0..8 {
        let person = app.person(&format!("Person {round}")).await;
        let join = json!({ "email": person.email, "name": "X", "referralCode": padma.code, "location": "India" });
        let body = application(&person);
        let joining = app.post("/api/onboard-student", &join).by(&person).send();
        let (joined, applied) = tokio::join!(joining, apply(&app, &person, &body));
        let won = [&joined, &applied].iter().filter(|reply| reply.code().is_none()).count();
        assert_eq!(won, 1, "{joined:?} {applied:?}");
        let id = raw::id(&app.ctx.store, person.id.0);
        let both = format!("students s JOIN teachers t ON t.person_id = s.person_id WHERE s.person_id = {id}");
        assert_eq!(app.count(&both).await, 0);
    }
}

async fn form_for_another_person_is_refused(app: TestApp) {
    let (devika, other) = (app.person("Devika").await, app.person("Other").await);
    for email in [other.email.as_str(), "", "devika"] {
        let mut body = application(&devika);
        body["email"] = json!(email);
        apply(&app, &devika, &body).await.refused(ErrorCode::ForbiddenSubject);
    }
    assert_eq!(app.count("teachers").await, 0);
}

async fn an_approved_application_teaches(app: TestApp) {
    let devika = app.person("Devika").await;
    apply(&app, &devika, &application(&devika)).await.ok();
    let approval = TeacherApproval { email: devika.email.clone(), meeting_link: None, dance_styles: Vec::new() };
    let code = approve_teacher(&app.ctx, &approval).await.unwrap();
    let own = app.get(&format!("/api/user?email={}", devika.email)).by(&devika).ok().await;
    assert_eq!((&own["role"], &own["referralCode"]), (&json!("teacher"), &json!(code)));
    assert_eq!(own["danceStyles"], json!(["Kathak", "Odissi"]), "what was applied with stays");
    assert_eq!(own["paymentSettings"], json!({ "inrRate": 999.0, "usdRate": 24.99 }), "SPEC §3 names the members");
    assert_eq!(own["teachingHours"], 0);
    assert_eq!(own["teacherSettings"]["rateLockDaysLeft"], 30);
    assert_eq!(own["teacherProfile"]["googleMeetLink"], "https://meet.google.com/abc-defg-hij");
    assert_eq!(own["teacherProfile"]["firstName"], "Devika");
    apply(&app, &devika, &application(&devika)).await.refused(ErrorCode::AlreadyOnboarded);
    let pending = app.teacher_with("Ravi", TeacherStatus::Pending).await;
    app.get("/api/teacher/students").by(&pending).refused(ErrorCode::RoleNotAllowed).await;
}
