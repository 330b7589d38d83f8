//! Joining with a teacher's invite code (SPEC §2, §4; D9, D19).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_tests::{Person, Reply, Teacher, TestApp, both_dbs, minutes};

both_dbs!(
    a_code_makes_a_student,
    a_code_is_read_in_any_case_and_with_space_around_it,
    unknown_code_is_refused,
    too_many_wrong_codes_say_when_to_try_again,
    a_teacher_who_is_not_approved_cannot_be_joined,
    student_cannot_join_twice,
    ten_simultaneous_joins_create_one_student,
    teachers_and_applicants_do_not_become_students,
    names_are_kept_on_one_line,
    names_that_are_none_or_too_long_are_refused,
    the_currency_follows_the_place_and_the_browser,
    every_broken_field_is_named,
    form_for_another_person_is_refused,
);

fn form(person: &Person, teacher: &Teacher) -> Value {
    json!({ "email": person.email, "name": person.name, "referralCode": teacher.code, "location": "India",
            "timeZone": "Asia/Kolkata" })
}

async fn join(app: &TestApp, person: &Person, form: &Value) -> Reply {
    app.post("/api/onboard-student", form).by(person).send().await
}

async fn a_code_makes_a_student(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let kavya = app.person("Kavya").await;
    let reply = join(&app, &kavya, &form(&kavya, &teacher)).await.ok();
    assert_eq!(reply["success"], true);
    assert_eq!(reply["role"], "student");
    let login = app.post("/api/login", &json!({})).by(&kavya).ok().await;
    assert_eq!(login["role"], "student");
    let record = app.get(&format!("/api/user?email={}", kavya.email)).by(&kavya).ok().await;
    assert_eq!(record["teacher"], teacher.id.to_string());
    assert_eq!(record["location"], "India");
    assert_eq!(record["currency"], "INR");
    assert_eq!(record["joinedAt"], "2026-03-02T04:30:00Z");
    let code = app.get(&format!("/api/referral-code?email={}", kavya.email)).by(&kavya).ok().await;
    assert_eq!(code["referralCode"], teacher.code);
    let profile = app.get(&format!("/api/student-profile?email={}", kavya.email)).by(&kavya).ok().await;
    assert_eq!(profile["classCredits"], 0);
    assert_eq!(profile["classCreditsExpiry"], Value::Null);
    assert_eq!(profile["feeWaivedUntil"], "2026-05-01T04:30:00Z", "60 days (D21)");
    assert_eq!(app.count("audit_log WHERE action = 'student_onboarded'").await, 1);
}

async fn a_code_is_read_in_any_case_and_with_space_around_it(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let lower = teacher.code.to_lowercase();
    for (number, code) in [lower.clone(), format!("  {lower}\t"), format!("{}\r\n", teacher.code)].iter().enumerate() {
        let person = app.person(&format!("Kavya {number}")).await;
        let query = code.replace('\t', "%09").replace("\r\n", "%0D%0A").replace(' ', "%20");
        let shown = app.get(&format!("/api/teacher-by-referral?code={query}")).by(&person).ok().await;
        let expected = json!({ "_id": teacher.id.to_string(), "name": "Padma", "danceStyles": ["Bharatanatyam"],
                               "timeZone": null });
        assert_eq!(shown, json!({ "success": true, "teacher": expected }));
        let mut form = form(&person, &teacher);
        form["referralCode"] = json!(code);
        join(&app, &person, &form).await.ok();
    }
    assert_eq!(app.count("students").await, 3);
}

async fn unknown_code_is_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let kavya = app.person("Kavya").await;
    for code in
        ["TCH-ZZZ-9999", "", "TCH", "' OR 1=1 --", "TCH-PAD-2345-", &"T".repeat(10_000), "TCH-\u{0}AB-1234", "💃"]
    {
        let mut form = form(&kavya, &teacher);
        form["referralCode"] = json!(code);
        let problem = join(&app, &kavya, &form).await.refused(ErrorCode::InvalidInviteCode);
        assert_eq!(problem["message"], "Invalid invite code. Please check it with your teacher.");
    }
    for code in ["TCH-ZZZ-9999", "", "%00", "TCH%2DZZZ%2D9999"] {
        let request = app.get(&format!("/api/teacher-by-referral?code={code}")).by(&kavya);
        request.refused(ErrorCode::InvalidInviteCode).await;
    }
    assert_eq!(app.count("students").await, 0);
}

async fn too_many_wrong_codes_say_when_to_try_again(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let kavya = app.person("Kavya").await;
    app.advance(minutes(3));
    let look_up = async |code: &str| app.get(&format!("/api/teacher-by-referral?code={code}")).by(&kavya).send().await;
    for _ in 0..20 {
        look_up("TCH-ZZZ-9999").await.refused(ErrorCode::InvalidInviteCode);
    }
    let limited = look_up(&teacher.code).await;
    limited.refused(ErrorCode::TooManyRequests);
    assert_eq!(limited.header("retry-after"), "420");
    app.advance(minutes(7));
    look_up(&teacher.code).await.ok();
}

async fn a_teacher_who_is_not_approved_cannot_be_joined(app: TestApp) {
    let kavya = app.person("Kavya").await;
    for (name, status) in [("Devika", TeacherStatus::Pending), ("Ravi", TeacherStatus::Rejected)] {
        let teacher = app.teacher_with(name, status).await;
        join(&app, &kavya, &form(&kavya, &teacher)).await.refused(ErrorCode::InvalidInviteCode);
        let request = app.get(&format!("/api/teacher-by-referral?code={}", teacher.code)).by(&kavya);
        request.refused(ErrorCode::InvalidInviteCode).await;
    }
    assert_eq!(app.count("students").await, 0);
}

async fn student_cannot_join_twice(app: TestApp) {
    let (padma, leela) = (app.teacher("Padma").await, app.teacher("Leela").await);
    let kavya = app.person("Kavya").await;
    join(&app, &kavya, &form(&kavya, &padma)).await.ok();
    for teacher in [&padma, &leela] {
        join(&app, &kavya, &form(&kavya, teacher)).await.refused(ErrorCode::AlreadyOnboarded);
    }
    let record = app.get(&format!("/api/user?email={}", kavya.email)).by(&kavya).ok().await;
    assert_eq!(record["teacher"], padma.id.to_string());
}

async fn ten_simultaneous_joins_create_one_student(app: TestApp) {
    let (padma, leela) = (app.teacher("Padma").await, app.teacher("Leela").await);
    let kavya = app.person("Kavya").await;
    let tasks = (0..10).map(|number| {
        let (app, kavya) = (app.clone(), kavya.clone());
        let form = form(&kavya, if number % 2 == 0 { &padma } else { &leela });
        tokio::spawn(async move { join(&app, &kavya, &form).await.code() })
    });
    let mut codes: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    codes.sort_by_key(Option::is_some);
    let mut expected = vec![Some(ErrorCode::AlreadyOnboarded); 10];
    expected[0] = None;
    assert_eq!(codes, expected);
    assert_eq!(app.count("students").await, 1);
}

async fn teachers_and_applicants_do_not_become_students(app: TestApp) {
    let padma = app.teacher("Padma").await;
    for (name, status) in
        [("Leela", TeacherStatus::Approved), ("Devika", TeacherStatus::Pending), ("Ravi", TeacherStatus::Rejected)]
    {
        let person = app.teacher_with(name, status).await;
        join(&app, &person, &form(&person, &padma)).await.refused(ErrorCode::AlreadyOnboarded);
    }
    assert_eq!(app.count("students").await, 0);
}

async fn names_are_kept_on_one_line(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for (number, (sent, kept)) in [
        ("Kavya\r\nBcc: everybody@people.test", "Kavya Bcc: everybody@people.test"),
        ("  Kavya \t\u{0} Iyer\n", "Kavya Iyer"),
        ("👩\u{200d}🎤 काव्या", "👩\u{200d}🎤 काव्या"),
        ("Kavya \u{202e}reyI", "Kavya reyI"),
        (&"न".repeat(200), &"न".repeat(200)),
    ]
    .into_iter()
    .enumerate()
    {
        let person = app.person(&format!("Person {number}")).await;
        let mut form = form(&person, &teacher);
        form["name"] = json!(sent);
        join(&app, &person, &form).await.ok();
        let record = app.get(&format!("/api/user?email={}", person.email)).by(&person).ok().await;
        assert_eq!(record["name"], kept, "{sent:?}");
    }
}

async fn names_that_are_none_or_too_long_are_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let kavya = app.person("Kavya").await;
    for (sent, message) in [
        ("", "Please enter your name!"),
        (" \r\n\u{200b}", "Please enter your name!"),
        (&"n".repeat(201), "Please shorten your name to 200 characters"),
        (&"n".repeat(10_000), "Please shorten your name to 200 characters"),
    ] {
        let mut form = form(&kavya, &teacher);
        form["name"] = json!(sent);
        let problem = join(&app, &kavya, &form).await.refused(ErrorCode::InvalidFields);
        assert_eq!(problem["errors"], json!([{ "field": "name", "message": message }]));
        assert_eq!(problem["message"], message, "what SPEC's client shows");
    }
    assert_eq!(app.count("students").await, 0);
}

async fn the_currency_follows_the_place_and_the_browser(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for (number, (location, zone, currency)) in [
        ("India", json!("America/New_York"), "INR"),
        ("India", Value::Null, "INR"),
        ("United States", json!("Asia/Kolkata"), "INR"),
        ("United States", json!("Asia/Calcutta"), "INR"),
        ("United States", json!("America/Los_Angeles"), "USD"),
        ("Other", json!("Asia/Tokyo"), "INR"),
        ("Other", json!("Europe/London"), "USD"),
        ("Other", Value::Null, "USD"),
        ("Other", json!(""), "USD"),
    ]
    .into_iter()
    .enumerate()
    {
        let person = app.person(&format!("Person {number}")).await;
        let mut form = form(&person, &teacher);
        form["location"] = json!(location);
        form["timeZone"] = zone.clone();
        join(&app, &person, &form).await.ok();
        let profile = app.get(&format!("/api/student-profile?email={}", person.email)).by(&person).ok().await;
        assert_eq!(profile["currency"], currency, "{location}, {zone}");
    }
}

async fn every_broken_field_is_named(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let kavya = app.person("Kavya").await;
    let mut form = form(&kavya, &teacher);
    form["location"] = json!("Mars");
    form["timeZone"] = json!("Mars/Olympus");
    let problem = join(&app, &kavya, &form).await.refused(ErrorCode::InvalidFields);
    let fields: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(fields, ["timeZone", "location"]);
    assert_eq!(problem["details"], "We do not know this time zone Please select your location");
    join(&app, &kavya, &json!("a text")).await.refused(ErrorCode::MalformedRequest);
    join(&app, &kavya, &json!({ "email": 7 })).await.refused(ErrorCode::MalformedRequest);
    assert_eq!(app.count("students").await, 0);
}

async fn form_for_another_person_is_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let (kavya, other) = (app.person("Kavya").await, app.person("Other").await);
    for email in [other.email.as_str(), "", "kavya"] {
        let mut form = form(&kavya, &teacher);
        form["email"] = json!(email);
        join(&app, &kavya, &form).await.refused(ErrorCode::ForbiddenSubject);
    }
    assert_eq!(app.count("students").await, 0);
}
