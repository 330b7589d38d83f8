//! My Profile: later changes by a teacher, and who is notified (SPEC §2, §4; D9, D27, D37).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_tests::fixtures::School;
use tala_tests::{Reply, Teacher, TestApp, at, both_dbs, days, later, raw};

use crate::common::teaching::{BIO, assert_balanced, book_at, complete_class, only_error};

both_dbs!(
    a_profile_is_changed_and_read_back,
    unchanged_value_outside_current_limits_is_accepted,
    every_rule_has_its_message,
    two_tabs_cannot_overwrite_each_other,
    new_link_is_mailed_to_every_booked_student,
    new_link_is_mailed_for_running_but_not_past_classes,
    rate_lock_ends_at_the_exact_microsecond,
    refused_rates_change_no_other_field,
    invite_code_is_generated_once,
    profile_of_another_teacher_is_refused,
);

const UPDATE: &str = "/api/teacher/update-profile";
const NEW_LINK: &str = "https://meet.google.com/new-link-now";

async fn update(app: &TestApp, teacher: &Teacher, profile: Value) -> Reply {
    app.post(UPDATE, &json!({ "email": teacher.email, "profile": profile })).by(teacher).send().await
}

async fn own(app: &TestApp, teacher: &Teacher) -> Value {
    app.get(&format!("/api/user?email={}", teacher.email)).by(teacher).ok().await
}

async fn a_profile_is_changed_and_read_back(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let before = own(&app, &padma).await["teacherSettings"]["version"].as_i64().unwrap();
    let bio = "راقصة 💃🏽 and ".repeat(5);
    let profile = json!({
        "phone": "+1 (415) 555-0100", "experience": "Thirty years.", "bio": bio,
        "danceStyles": ["Kathak", " Folk dance "],
    });
    let reply = update(&app, &padma, profile).await.ok();
    assert_eq!(reply, json!({ "success": true, "version": before + 1, "told": 0 }));
    let now = own(&app, &padma).await;
    assert_eq!((&now["phone"], &now["bio"]), (&json!("+1 (415) 555-0100"), &json!(bio.trim())));
    assert_eq!(now["teacherProfile"]["experience"], "Thirty years.");
    assert_eq!(now["danceStyles"], json!(["Kathak", "Folk dance"]));
    assert_eq!(now["teacherSettings"]["version"], before + 1);
    update(&app, &padma, json!({ "phone": "" })).await.ok();
    let now = own(&app, &padma).await;
    assert_eq!((&now["phone"], &now["bio"]), (&Value::Null, &json!(bio.trim())), "what is absent stays");
}

async fn unchanged_value_outside_current_limits_is_accepted(app: TestApp) {
    let padma = app.teacher("Padma").await;
    raw::execute(&app.ctx.store, "UPDATE people SET phone = '12' WHERE name = 'Padma'").await;
    let stored = own(&app, &padma).await;
    assert_eq!(stored["bio"], "Dances.", "shorter than 50 characters");
    assert_eq!(stored["phone"], "12", "shorter than 7 digits");
    let form = json!({
        "bio": stored["bio"], "experience": stored["teacherProfile"]["experience"], "danceStyles": stored["danceStyles"],
        "googleMeetLink": stored["teacherProfile"]["googleMeetLink"], "phone": stored["phone"],
        "inrRate": 999, "usdRate": 24.99,
    });
    assert_eq!(update(&app, &padma, form).await.ok()["told"], 0);
    assert_eq!(own(&app, &padma).await["phone"], "12");
}

async fn every_rule_has_its_message(app: TestApp) {
    let padma = app.teacher("Padma").await;
    for (profile, field, message) in [
        (json!({ "bio": "short" }), "profile.bio", "Bio should be at least 50 characters"),
        (json!({ "bio": "" }), "profile.bio", "Bio should be at least 50 characters"),
        (json!({ "bio": "x".repeat(1_001) }), "profile.bio", "Bio cannot exceed 1000 characters"),
        (json!({ "bio": "💃".repeat(10_000 / 4) }), "profile.bio", "Bio cannot exceed 1000 characters"),
        (json!({ "experience": " " }), "profile.experience", "Please describe your teaching experience"),
        (json!({ "danceStyles": [] }), "profile.danceStyles", "Please select at least one dance style"),
        (
            json!({ "googleMeetLink": "https://meet.google.com/new" }),
            "profile.googleMeetLink",
            "Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)",
        ),
        (json!({ "inrRate": 1 }), "profile.inrRate", "Please enter a rate from ₹499 to ₹9,999, in whole rupees"),
    ] {
        let problem = update(&app, &padma, profile.clone()).await.refused(ErrorCode::InvalidFields);
        assert_eq!(only_error(&problem), (field.to_owned(), message.to_owned()), "{profile}");
    }
    for profile in [
        json!({ "phone": "12" }),
        json!({ "experience": "x".repeat(2_001) }),
        json!({ "danceStyles": ["Kathak", "KATHAK"] }),
        json!({ "danceStyles": vec!["x"; 21] }),
        json!({ "danceStyles": ["x".repeat(10_000)] }),
    ] {
        update(&app, &padma, profile).await.refused(ErrorCode::InvalidFields);
    }
    let body = json!({ "email": padma.email });
    app.post(UPDATE, &body).by(&padma).refused(ErrorCode::MalformedRequest).await;
    assert_eq!(own(&app, &padma).await["bio"], "Dances.");
    assert_eq!(app.count("audit_log").await, 0);
}

async fn two_tabs_cannot_overwrite_each_other(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let version = own(&app, &padma).await["teacherSettings"]["version"].as_i64().unwrap();
    let body = |number: i64, version: i64| json!({ "email": padma.email, "version": version, "profile": { "experience": format!("Number {number}.") } });
    let bodies: Vec<Value> = (0..10).map(|number| body(number, version)).collect();
    let replies = join_all(bodies.iter().map(|body| app.post(UPDATE, body).by(&padma).send())).await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for reply in replies.iter().filter(|reply| reply.code().is_some()) {
        reply.refused(ErrorCode::VersionConflict);
    }
    for stale in [version, version + 2, 0, i64::MAX] {
        app.post(UPDATE, &body(11, stale)).by(&padma).refused(ErrorCode::VersionConflict).await;
    }
    app.post(UPDATE, &body(12, version + 1)).by(&padma).ok().await;
    assert_eq!(own(&app, &padma).await["teacherProfile"]["experience"], "Number 12.");
}

async fn new_link_is_mailed_to_every_booked_student(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let sofia = app.student("Sofia", &teacher).await;
    app.lot(&sofia, 3, days(30)).await;
    let (held, coming) =
        (book_at(&app, &student, "2026-03-03T03:30:00Z").await, book_at(&app, &student, "2026-03-10T03:30:00Z").await);
    let hers = book_at(&app, &sofia, "2026-03-11T03:30:00Z").await;
    let gone = book_at(&app, &sofia, "2026-03-12T03:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", gone["_id"].as_str().unwrap()), &json!({})).by(&sofia).ok().await;
    complete_class(&app, &held).await;
    let feed = app.post("/api/calendar-feed", &json!({})).by(&sofia).ok().await;
    let mails_before = app.mailer.sent().len();
    let reply =
        update(&app, &teacher, json!({ "googleMeetLink": "meet.google.com/NEW-link-now?authuser=2" })).await.ok();
    assert_eq!(reply["told"], 2, "neither the completed nor the cancelled class");
    app.work().await;
    let mails = app.mailer.sent().split_off(mails_before);
    let mut to: Vec<&str> = mails.iter().map(|mail| mail.to.address.as_str()).collect();
    to.sort_unstable();
    let padma = teacher.email.as_str();
    assert_eq!(
        to,
        [student.email.as_str(), padma, padma, sofia.email.as_str()],
        "the teacher's calendar is renewed too"
    );
    for mail in &mails {
        assert!(mail.subject.starts_with("New meeting link: "), "{}", mail.subject);
        assert!(mail.text.contains(NEW_LINK) && mail.html.contains(NEW_LINK), "{}", mail.text);
        let ics = mail.invitation.as_ref().unwrap();
        assert_eq!(ics.method, "REQUEST");
        let text = ics.text.replace("\r\n ", "");
        assert!(text.contains("SEQUENCE:1") && text.contains(NEW_LINK), "{text}");
    }
    for (who, booking) in [(&student, &coming), (&sofia, &hers)] {
        let list = app.get(&format!("/api/bookings?studentId={}", who.id)).by(who).ok().await;
        let shown = list.as_array().unwrap().iter().find(|shown| shown["_id"] == booking["_id"]).unwrap();
        assert_eq!(shown["googleMeetLink"], NEW_LINK);
    }
    let path = feed["url"].as_str().unwrap().strip_prefix("https://tala.test").unwrap().to_owned();
    let text = app.get(&path).send_unchecked().await.text.replace("\r\n ", "");
    assert!(text.contains(NEW_LINK) && text.contains("SEQUENCE:1"), "{text}");
    assert_eq!(
        update(&app, &teacher, json!({ "googleMeetLink": NEW_LINK })).await.ok()["told"],
        0,
        "it is that already"
    );
    assert_balanced(&app).await;
}

async fn new_link_is_mailed_for_running_but_not_past_classes(app: TestApp) {
    let School { teacher, student } = app.school().await;
    book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    app.work().await;
    let told = |app: &TestApp| {
        let news = |mail: &tala_gateways::mail::OutgoingMail| mail.subject.starts_with("New meeting link: ");
        app.mailer.sent().iter().filter(|mail| news(mail)).map(|mail| mail.to.name.clone()).collect::<Vec<_>>()
    };
    app.clock.set(at("2026-03-03T03:40:00Z"));
    let reply = update(&app, &teacher, json!({ "googleMeetLink": NEW_LINK })).await.ok();
    assert_eq!(reply["told"], 1, "the class has started with the previous link");
    app.work().await;
    let mut names = told(&app);
    names.sort();
    assert_eq!(names, ["Meera", "Padma"]);
    let mails = app.mailer.sent_to(&student.email);
    let text = mails.last().unwrap().invitation.as_ref().unwrap().text.replace("\r\n ", "");
    assert!(text.contains("SEQUENCE:1") && text.contains(NEW_LINK), "{text}");
    app.mailer.set(tala_tests::MailMode::Unreachable);
    update(&app, &teacher, json!({ "googleMeetLink": "https://meet.google.com/one-more-now" })).await.ok();
    app.work().await;
    app.mailer.set(tala_tests::MailMode::Delivering);
    app.clock.set(at("2026-03-03T04:30:00Z"));
    app.work().await;
    assert_eq!(told(&app).len(), 2, "no mail about a past class");
    assert_eq!(app.count("outbox WHERE state <> 'done'").await, 0);
    let reply = update(&app, &teacher, json!({ "googleMeetLink": NEW_LINK })).await.ok();
    assert_eq!(reply["told"], 0);
}

async fn rate_lock_ends_at_the_exact_microsecond(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let until = later(app.now(), days(30));
    let micro = jiff::SignedDuration::from_micros(1);
    let settings = own(&app, &padma).await["teacherSettings"].clone();
    assert_eq!(settings["ratesLockedUntil"], until.to_string());
    for (now, days_left) in
        [(app.now(), 30), (later(app.now(), days(1)), 29), (later(app.now(), days(29)), 1), (later(until, -micro), 1)]
    {
        app.clock.set(now);
        let said: &str = if days_left == 1 { "1 day left." } else { &format!("{days_left} days left.") };
        let problem = update(&app, &padma, json!({ "usdRate": 30 })).await.refused(ErrorCode::RatesLocked);
        assert!(problem["message"].as_str().unwrap().ends_with(said), "{problem}");
        assert_eq!(own(&app, &padma).await["teacherSettings"]["rateLockDaysLeft"], days_left, "{now}");
    }
    app.clock.set(until);
    assert_eq!(own(&app, &padma).await["teacherSettings"]["rateLockDaysLeft"], Value::Null);
    update(&app, &padma, json!({ "usdRate": 30.01, "inrRate": 1_500 })).await.ok();
    assert_eq!(own(&app, &padma).await["paymentSettings"], json!({ "inrRate": 1500.0, "usdRate": 30.01 }));
}

async fn refused_rates_change_no_other_field(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let profile = json!({ "experience": "Thirty years.", "phone": "+91 98765 43210", "inrRate": 1_000 });
    update(&app, &padma, profile.clone()).await.refused(ErrorCode::RatesLocked);
    let now = own(&app, &padma).await;
    assert_eq!((&now["phone"], &now["teacherProfile"]["experience"]), (&Value::Null, &json!("Twenty years.")));
    app.clock.set(later(at("2026-03-02T04:30:00Z"), days(31)));
    update(&app, &padma, profile).await.ok();
    assert_eq!(own(&app, &padma).await["teacherProfile"]["experience"], "Thirty years.");
}

async fn invite_code_is_generated_once(app: TestApp) {
    const MAKE: &str = "/api/teacher/generate-referral-code";
    let padma = app.teacher("Padma").await;
    let body = json!({ "email": padma.email });
    let there = app.post(MAKE, &body).by(&padma).ok().await;
    assert_eq!(there, json!({ "success": true, "referralCode": padma.code }), "the one that there is");
    raw::execute(&app.ctx.store, "UPDATE teachers SET invite_code = NULL").await;
    assert_eq!(own(&app, &padma).await["referralCode"], Value::Null);
    let replies = join_all((0..10).map(|_| app.post(MAKE, &body).by(&padma).ok())).await;
    let code = replies[0]["referralCode"].as_str().unwrap().to_owned();
    assert!(replies.iter().all(|reply| reply["referralCode"] == code.as_str()), "{replies:?}");
    assert!(code.starts_with("TCH-") && code.len() == 12, "{code}");
    assert_eq!(own(&app, &padma).await["referralCode"], code.as_str());
    assert_eq!(app.count("audit_log WHERE action = 'invite_code_created'").await, 1);
    let kavya = app.person("Kavya").await;
    let join = json!({ "email": kavya.email, "name": "Kavya", "referralCode": format!(" {} ", code.to_lowercase()), "location": "India" });
    assert_eq!(app.post("/api/onboard-student", &join).by(&kavya).ok().await["teacherName"], "Padma");
    app.post(MAKE, &json!({ "email": kavya.email })).by(&padma).refused(ErrorCode::ForbiddenSubject).await;
}

async fn profile_of_another_teacher_is_refused(app: TestApp) {
    let (padma, leela) = (app.teacher("Padma").await, app.teacher("Leela").await);
    let body = json!({ "email": leela.email, "profile": { "bio": BIO } });
    app.post(UPDATE, &body).by(&padma).refused(ErrorCode::ForbiddenSubject).await;
    let pending = app.teacher_with("Devika", TeacherStatus::Pending).await;
    let body = json!({ "email": pending.email, "profile": { "bio": BIO } });
    app.post(UPDATE, &body).by(&pending).refused(ErrorCode::RoleNotAllowed).await;
    assert_eq!(own(&app, &leela).await["bio"], "Dances.");
    let student = app.student("Meera", &padma).await;
    let seen = app.get(&format!("/api/user?id={}", padma.id)).by(&student).ok().await;
    for hidden in ["teacherSettings", "paymentSettings", "teachingHours"] {
        assert_eq!(seen[hidden], Value::Null, "{hidden}");
    }
    let public = json!({
        "experience": "Twenty years.", "guru": "", "danceEducation": "", "yearsTeaching": "", "studentAges": [],
        "keyHighlights": [], "languages": [],
    });
    assert_eq!(seen["teacherProfile"], public, "students see no name parts, country and meeting link");
}
