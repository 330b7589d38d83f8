//! My Students: the list, search, one student, and notes (SPEC §2).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Reply, Student, Teacher, TestApp, at, both_dbs, days};

use crate::common::teaching::{book_at, column, complete_class, id, only_error};

both_dbs!(
    columns_show_past_and_future_classes,
    search_matches_special_characters_literally,
    pages_have_no_gaps_and_no_doubles,
    one_student_has_classes_and_notes,
    two_tabs_cannot_overwrite_each_others_notes,
    notes_have_a_limit_and_take_any_language,
    another_teachers_student_does_not_exist,
    nul_character_in_notes_is_not_stored,
    contact_credits_next_class_and_note_are_listed,
    handed_over_student_is_listed_until_the_last_class_has_ended,
);

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

async fn search(app: &TestApp, teacher: &Teacher, text: &str) -> Vec<String> {
    let found = app.get(&format!("/api/teacher/students?q={}", encoded(text))).by(teacher).ok().await;
    let names = column(&found["students"], "name");
    assert_eq!(found["total"], names.len(), "{text}");
    names
}

async fn note(app: &TestApp, teacher: &Teacher, student: &Student, text: &str, version: i64) -> Reply {
    let path = format!("/api/teacher/students/{}/notes", student.id);
    app.put(&path, &json!({ "text": text, "version": version })).by(teacher).send().await
}

async fn detail(app: &TestApp, teacher: &Teacher, student: &Student) -> Value {
    app.get(&format!("/api/teacher/students/{}", student.id)).by(teacher).ok().await
}

async fn columns_show_past_and_future_classes(app: TestApp) {
    let School { teacher, student } = app.school().await;
    app.student("Anna", &teacher).await;
    let held = book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let gone = book_at(&app, &student, "2026-03-07T03:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", id(&gone)), &json!({})).by(&student).ok().await;
    complete_class(&app, &held).await;
    let path = format!("/api/teacher/students?email={}", teacher.email);
    let found = app.get(&path).by(&teacher).ok().await;
    assert_eq!(column(&found["students"], "name"), ["Anna", "Meera"]);
    let (anna, meera) = (&found["students"][0], &found["students"][1]);
    assert_eq!(
        (&anna["totalClasses"], &anna["upcomingClasses"], &anna["lastClass"]),
        (&json!(0), &json!(0), &Value::Null)
    );
    let classes = (&meera["totalClasses"], &meera["upcomingClasses"], &meera["lastClass"]);
    assert_eq!(classes, (&json!(2), &json!(1), &json!("2026-03-03T03:30:00Z")), "without the cancelled class");
    assert_eq!((&meera["email"], &meera["timeZone"]), (&json!(student.email), &json!("Asia/Kolkata")));
    assert_eq!((&found["total"], &found["next"]), (&json!(2), &Value::Null));
    let leela = app.teacher("Leela").await;
    app.get(&path).by(&leela).refused(ErrorCode::ForbiddenSubject).await;
    assert_eq!(app.get("/api/teacher/students").by(&leela).ok().await["students"], json!([]));
}

async fn search_matches_special_characters_literally(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for name in ["100% Anna", "a_b Ben", "wow! Chitra", "back\\slash Devi", "Émile दीपा", "O'Brien"] {
        app.student(name, &teacher).await;
    }
    for (text, names) in [
        ("", vec!["100% Anna", "O'Brien", "a_b Ben", "back\\slash Devi", "wow! Chitra", "Émile दीपा"]),
        ("anna", vec!["100% Anna"]),
        ("ANNA", vec!["100% Anna"]),
        ("%", vec!["100% Anna"]),
        ("0%", vec!["100% Anna"]),
        ("_", vec!["a_b Ben"]),
        ("a_", vec!["a_b Ben"]),
        ("!", vec!["wow! Chitra"]),
        ("!%", vec![]),
        ("\\", vec!["back\\slash Devi"]),
        ("'", vec!["O'Brien"]),
        ("' OR 1=1 --", vec![]),
        ("दीपा", vec!["Émile दीपा"]),
        ("chitra@people.test", vec!["wow! Chitra"]),
        ("  ben  ", vec!["a_b Ben"]),
        (&"x".repeat(5_000), vec![]),
        ("\u{0}", vec!["100% Anna", "O'Brien", "a_b Ben", "back\\slash Devi", "wow! Chitra", "Émile दीपा"]),
    ] {
        let mut found = search(&app, &teacher, text).await;
        let mut names = names;
        found.sort_unstable();
        names.sort_unstable();
        assert_eq!(found, names, "{:.20}", text);
    }
}

async fn pages_have_no_gaps_and_no_doubles(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for number in 0..27 {
        // Many equal names, and names that differ in case only.
        let student = app.student(&format!("Student {number}"), &teacher).await;
        let name = ["Anna", "anna", "Ben"][number % 3];
        let sql = format!(
            "UPDATE people SET name = '{name}' WHERE id = {}",
            tala_tests::raw::id(&app.ctx.store, student.id.0)
        );
        tala_tests::raw::execute(&app.ctx.store, &sql).await;
    }
    let (mut all, mut after) = (Vec::new(), String::new());
    loop {
        let found = app.get(&format!("/api/teacher/students?limit=10{after}")).by(&teacher).ok().await;
        let page = found["students"].as_array().unwrap();
        all.extend(page.iter().map(|student| (id(student).to_owned(), student["name"].as_str().unwrap().to_owned())));
        if all.len() == 10 {
            // One joins before, and one after the page that was read.
            app.student("Aaron", &teacher).await;
            app.student("Zoe", &teacher).await;
        }
        let Some(next) = found["next"].as_str() else { break };
        after = format!("&after={next}");
    }
    let mut different: Vec<&String> = all.iter().map(|(id, _)| id).collect();
    different.sort();
    different.dedup();
    assert_eq!((all.len(), different.len()), (28, 28));
    let names: Vec<String> = all.iter().map(|(_, name)| name.to_lowercase()).collect();
    assert!(names.is_sorted() && names.last().unwrap() == "zoe", "{names:?}");
    for query in ["after=x", "after=%00"] {
        app.get(&format!("/api/teacher/students?{query}")).by(&teacher).refused(ErrorCode::InvalidFields).await;
    }
    app.get("/api/teacher/students?limit=4294967295").by(&teacher).ok().await;
}

async fn one_student_has_classes_and_notes(app: TestApp) {
    let School { teacher, student } = app.school().await;
    app.lot(&student, 30, days(60)).await;
    for day in 3..26 {
        book_at(&app, &student, &format!("2026-03-{day:02}T03:30:00Z")).await;
    }
    let other = app.student("Sofia", &teacher).await;
    app.lot(&other, 1, days(30)).await;
    book_at(&app, &other, "2026-03-26T03:30:00Z").await;
    let first = detail(&app, &teacher, &student).await;
    assert_eq!((&first["student"]["name"], &first["student"]["totalClasses"]), (&json!("Meera"), &json!(23)));
    assert_eq!(first["student"]["joinedAt"], "2026-03-02T04:30:00Z");
    assert_eq!(first["notes"], json!({ "text": "", "version": 0, "updatedAt": null }));
    let path = format!("/api/teacher/students/{}?after={}", student.id, first["next"].as_str().unwrap());
    let second = app.get(&path).by(&teacher).ok().await;
    let mut starts = column(&first["classes"], "dateTime");
    assert_eq!(starts.len(), 20);
    starts.extend(column(&second["classes"], "dateTime"));
    assert_eq!((starts.len(), &second["next"]), (23, &Value::Null));
    assert!(starts.iter().rev().is_sorted(), "newest first");
    starts.dedup();
    assert_eq!(starts.len(), 23);
    let path = format!("/api/teacher/students/{}?after=x", student.id);
    app.get(&path).by(&teacher).refused(ErrorCode::InvalidFields).await;
}

async fn two_tabs_cannot_overwrite_each_others_notes(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let replies = join_all((0..10).map(|number| {
        let (app, teacher, student) = (&app, &teacher, &student);
        async move { note(app, teacher, student, &format!("Number {number}"), 0).await }
    }))
    .await;
    assert_eq!(replies.iter().filter(|reply| reply.code().is_none()).count(), 1);
    for reply in replies.iter().filter(|reply| reply.code().is_some()) {
        reply.refused(ErrorCode::VersionConflict);
    }
    let kept = detail(&app, &teacher, &student).await["notes"].clone();
    assert_eq!(kept["version"], 1);
    for stale in [0, 2, -1, i64::MAX] {
        note(&app, &teacher, &student, "stale", stale).await.refused(ErrorCode::VersionConflict);
    }
    let saved = note(&app, &teacher, &student, "", 1).await.ok();
    assert_eq!(saved["notes"], json!({ "text": "", "version": 2, "updatedAt": app.now().to_string() }));
}

async fn notes_have_a_limit_and_take_any_language(app: TestApp) {
    let School { teacher, student } = app.school().await;
    for (version, text) in
        ["راقصة 💃🏽\n\n- दो\tतीन", &"💃".repeat(5_000), "<script>alert(1)</script>"].into_iter().enumerate()
    {
        let version = i64::try_from(version).unwrap();
        assert_eq!(note(&app, &teacher, &student, text, version).await.ok()["notes"]["text"], text);
    }
    let problem = note(&app, &teacher, &student, &"x".repeat(5_001), 3).await.refused(ErrorCode::InvalidFields);
    assert_eq!(only_error(&problem), ("text".to_owned(), "Notes cannot exceed 5000 characters".to_owned()));
    let seen = app.get(&format!("/api/user?id={}", student.id)).by(&student).ok().await;
    assert!(!seen.to_string().contains("script"), "the student does not see them");
}

async fn another_teachers_student_does_not_exist(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let leela = app.teacher("Leela").await;
    for id in [student.id.to_string(), teacher.id.to_string(), "x".to_owned(), "%00".to_owned()] {
        let path = format!("/api/teacher/students/{id}");
        let problem = app.get(&path).by(&leela).refused(ErrorCode::NotFound).await;
        let body = json!({ "text": "hers now", "version": 0 });
        let other = app.put(&format!("{path}/notes"), &body).by(&leela).refused(ErrorCode::NotFound).await;
        assert_eq!(problem["message"], other["message"]);
    }
    note(&app, &teacher, &student, "mine", 0).await.ok();
    let student = student.with_teacher(&app, &leela).await;
    assert_eq!(detail(&app, &leela, &student).await["notes"]["text"], "", "notes do not move along");
    assert_eq!(app.count("student_notes").await, 1);
}

async fn nul_character_in_notes_is_not_stored(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let reply = note(&app, &teacher, &student, "zero \u{0} and bell \u{7}", 0).await;
    let kept = reply.ok()["notes"]["text"].as_str().unwrap().to_owned();
    assert!(kept.starts_with("zero") && !kept.contains('\u{0}'), "{kept:?}");
}

async fn contact_credits_next_class_and_note_are_listed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    app.student("Anna", &teacher).await;
    book_at(&app, &student, "2026-03-07T03:30:00Z").await;
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    note(&app, &teacher, &student, &"x".repeat(300), 0).await.ok();
    tala_tests::raw::execute(&app.ctx.store, "UPDATE people SET phone = '+91 98765 43210' WHERE name = 'Meera'").await;
    let found = app.get("/api/teacher/students").by(&teacher).ok().await;
    let (anna, meera) = (&found["students"][0], &found["students"][1]);
    assert_eq!((&anna["phone"], &anna["nextClass"], &anna["note"]), (&Value::Null, &Value::Null, &json!("")));
    assert_eq!((&meera["phone"], &meera["nextClass"]), (&json!("+91 98765 43210"), &json!("2026-03-06T03:30:00Z")));
    assert_eq!(meera["note"].as_str().unwrap().len(), 200);
    let credits = app.count("credit_lots WHERE remaining > 0").await;
    assert_eq!(meera["credits"].as_i64().unwrap() > 0, credits > 0);
    app.advance(days(4_000));
    let later = app.get("/api/teacher/students").by(&teacher).ok().await;
    assert_eq!(later["students"][1]["credits"], 0, "expired credits cannot be spent");
}

async fn handed_over_student_is_listed_until_the_last_class_has_ended(app: TestApp) {
    let support = app.new_admin("support").await;
    let School { teacher, student } = app.school().await;
    let leela = app.teacher("Leela").await;
    app.student("Anna", &teacher).await;
    let booked = book_at(&app, &student, "2026-03-04T03:30:00Z").await;
    let body = json!({ "teacherId": leela.id.to_string(), "reason": "Padma moves away" });
    app.admin_post(&support, &format!("/api/admin/people/{}/hand-over", teacher.id), &body).await;
    assert_eq!(search(&app, &leela, "").await, ["Anna", "Meera"]);
    assert_eq!(search(&app, &teacher, "").await, ["Meera"], "a class is booked");
    assert_eq!(search(&app, &teacher, "anna").await, [""; 0]);
    assert_eq!(detail(&app, &teacher, &student).await["classes"][0]["_id"], booked["_id"]);
    assert_eq!(note(&app, &teacher, &student, "Last class", 0).await.status, 200);
    app.clock.set(at("2026-03-04T04:29:00Z"));
    assert_eq!(search(&app, &teacher, "").await, ["Meera"], "the class has not ended");
    app.clock.set(at("2026-03-04T04:30:00Z"));
    assert_eq!(search(&app, &teacher, "").await, [""; 0]);
    app.get(&format!("/api/teacher/students/{}", student.id)).by(&teacher).refused(ErrorCode::NotFound).await;
}
