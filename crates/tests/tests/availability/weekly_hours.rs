//! A teacher's weekly hours: saved, read, refused (SPEC §5; D12, D13).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Reply, Teacher, TestApp, at, both_dbs};

both_dbs!(
    hours_are_saved_and_read_back,
    every_refusal_names_its_field,
    a_save_over_a_newer_one_is_refused,
    one_of_two_simultaneous_first_saves_is_refused,
    ten_simultaneous_saves_of_one_version_save_once,
    a_save_without_a_version_overwrites,
    existing_bookings_remain_when_hours_change,
    hours_can_be_removed,
    an_empty_or_oversized_form_is_refused,
    hours_are_seen_by_the_teacher_and_their_students_only,
);

fn form(zone: &str, ranges: &[(i64, &str, &str)]) -> Value {
    let entry = |(day, start, end): &(i64, &str, &str)| json!({ "dayOfWeek": day, "timeRanges": [{ "start": start, "end": end }] });
    json!({ "timeZone": zone, "visibilityDays": 30, "weeklySchedule": ranges.iter().map(entry).collect::<Vec<_>>() })
}

fn path(teacher: &Teacher) -> String {
    format!("/api/teacher/{}/availability", teacher.id)
}

async fn save(app: &TestApp, teacher: &Teacher, form: &Value) -> Reply {
    app.post(&path(teacher), form).by(teacher).send().await
}

async fn hours_are_saved_and_read_back(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let before = app.get(&path(&teacher)).by(&teacher).ok().await;
    let nothing = json!({ "availability": null, "overrides": [], "clockChanges": [], "studentTimeZones": [] });
    assert_eq!(before, nothing);
    let sent = form("asia/calcutta", &[(6, "18:15", "24:00"), (1, "09:00", "12:00"), (1, "12:00", "13:00")]);
    let reply = save(&app, &teacher, &sent).await.ok();
    let mut kept = form("Asia/Kolkata", &[(1, "09:00", "12:00"), (1, "12:00", "13:00"), (6, "18:15", "24:00")]);
    kept["version"] = json!(1);
    assert_eq!(
        reply,
        json!({ "success": true, "availability": kept, "overrides": [], "outside": [], "onDaysOff": [] })
    );
    let after = app.get(&path(&teacher)).by(&teacher).ok().await;
    assert_eq!(after["availability"], kept);
    assert_eq!(app.count("audit_log WHERE action = 'availability_saved'").await, 1);
}

async fn every_refusal_names_its_field(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let good = form("Asia/Kolkata", &[(1, "09:00", "12:00")]);
    let start = "weeklySchedule.0.timeRanges.0.start";
    let end = "weeklySchedule.0.timeRanges.0.end";
    for (change, field, message) in [
        (json!({ "timeZone": "" }), "timeZone", "Please select your time zone"),
        (
            json!({ "timeZone": "Mars/Olympus" }),
            "timeZone",
            "We do not know this time zone. Please choose one from the list",
        ),
        (json!({ "visibilityDays": 0 }), "visibilityDays", "Please specify visibility days"),
        (json!({ "visibilityDays": 91 }), "visibilityDays", "Please choose from 1 to 90 visibility days"),
        (json!({ "visibilityDays": -1 }), "visibilityDays", "Please choose from 1 to 90 visibility days"),
        (ranges(&[(7, "09:00", "10:00")]), "weeklySchedule.0.dayOfWeek", "Please select a day"),
        (ranges(&[(1, "", "10:00")]), start, "Start time required"),
        (ranges(&[(1, "09:00", "")]), end, "End time required"),
        (ranges(&[(1, "9:00", "10:00")]), start, "Please give the time as HH:mm, such as 09:00"),
        (ranges(&[(1, "09:00", "25:00")]), end, "Please give the time as HH:mm, such as 09:00"),
        (ranges(&[(1, "09:10", "10:15")]), start, "Times go in 15-minute steps, such as 09:15"),
        (ranges(&[(1, "10:00", "09:00")]), end, "The end must come after the start; for midnight use 24:00"),
        (ranges(&[(1, "22:00", "00:00")]), end, "The end must come after the start; for midnight use 24:00"),
        (ranges(&[(1, "09:00", "09:45")]), end, "Please leave at least one hour, the length of a class"),
        (
            ranges(&[(1, "09:00", "11:00"), (1, "10:00", "12:00")]),
            "weeklySchedule.1.timeRanges.0.start",
            "This overlaps other hours on the same day",
        ),
        (ranges(&[(1, "09:00", "10:00"); 51]), "weeklySchedule", "Please use at most 50 time ranges in a week"),
    ] {
        let mut sent = good.clone();
        for (name, value) in change.as_object().unwrap() {
            sent[name] = value.clone();
        }
        let problem = save(&app, &teacher, &sent).await.refused(ErrorCode::InvalidFields);
        assert_eq!(problem["errors"], json!([{ "field": field, "message": message }]));
        assert_eq!(problem["message"], message);
    }
    assert_eq!(app.count("availabilities").await, 0);
}

fn ranges(ranges: &[(i64, &str, &str)]) -> Value {
    json!({ "weeklySchedule": form("", ranges)["weeklySchedule"] })
}

async fn a_save_over_a_newer_one_is_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let versioned = |start: &str, version: i64| {
        let mut form = form("Asia/Kolkata", &[(1, start, "12:00")]);
        form["version"] = json!(version);
        form
    };
    save(&app, &teacher, &versioned("09:00", 1)).await.refused(ErrorCode::VersionConflict);
    assert_eq!(save(&app, &teacher, &versioned("09:00", 0)).await.ok()["availability"]["version"], 1);
    assert_eq!(save(&app, &teacher, &versioned("10:00", 1)).await.ok()["availability"]["version"], 2);
    for stale in [0, 1, 3, i64::MAX] {
        save(&app, &teacher, &versioned("11:00", stale)).await.refused(ErrorCode::VersionConflict);
    }
    let kept = app.get(&path(&teacher)).by(&teacher).ok().await;
    assert_eq!(kept["availability"]["weeklySchedule"][0]["timeRanges"][0]["start"], "10:00");
    assert_eq!(app.count("audit_log").await, 2);
}

async fn at_once(app: &TestApp, teacher: &Teacher, version: i64, times: i64) {
    let mut sent = form("Asia/Kolkata", &[(1, "09:00", "12:00")]);
    sent["version"] = json!(version);
    let tasks = (0..times).map(|_| {
        let (app, teacher, sent) = (app.clone(), teacher.clone(), sent.clone());
        tokio::spawn(async move { save(&app, &teacher, &sent).await.code() })
    });
    let mut codes: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    codes.sort_by_key(Option::is_some);
    assert_eq!(codes[0], None);
    assert!(codes[1..].iter().all(|code| *code == Some(ErrorCode::VersionConflict)), "{codes:?}");
}

async fn one_of_two_simultaneous_first_saves_is_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    at_once(&app, &teacher, 0, 2).await;
    let kept = app.get(&path(&teacher)).by(&teacher).ok().await;
    assert_eq!(kept["availability"]["version"], 1);
}

async fn ten_simultaneous_saves_of_one_version_save_once(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    at_once(&app, &teacher, 1, 10).await;
    let kept = app.get(&path(&teacher)).by(&teacher).ok().await;
    assert_eq!(kept["availability"]["version"], 2);
}

async fn a_save_without_a_version_overwrites(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let reply = save(&app, &teacher, &form("Asia/Kolkata", &[(1, "07:00", "08:00")])).await.ok();
    assert_eq!(reply["availability"]["version"], 2);
}

async fn existing_bookings_remain_when_hours_change(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let start = at("2026-03-03T03:30:00Z");
    let booking = app.book(&student, &app.slot_at(&student, start).await).await;
    save(&app, &teacher, &form("Europe/London", &[(1, "20:00", "21:00")])).await.ok();
    let mut active = app.get("/api/active-classes").by(&student).ok().await;
    assert_eq!(active[0]["teacherTimeZone"], "Europe/London");
    for said_on_the_teachers_clock in ["teacherTimeZone", "policy"] {
        active[0][said_on_the_teachers_clock] = booking[said_on_the_teachers_clock].clone();
    }
    assert_eq!(active, json!([booking]));
    let free = app.slots(&student).await;
    assert_eq!(free[0]["dateTime"], "2026-03-02T20:00:00Z");
    assert_eq!(free.len(), 4, "four Monday evenings in London");
}

async fn hours_can_be_removed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    save(&app, &teacher, &form("Asia/Kolkata", &[])).await.ok();
    assert_eq!(app.slots(&student).await, [] as [Value; 0]);
}

async fn an_empty_or_oversized_form_is_refused(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let problem = save(&app, &teacher, &json!({})).await.refused(ErrorCode::InvalidFields);
    let fields: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(fields, ["timeZone", "visibilityDays"]);
    for wrong in
        [json!({ "weeklySchedule": 7 }), json!({ "visibilityDays": 1.5 }), json!({ "version": "1" }), json!(null)]
    {
        save(&app, &teacher, &wrong).await.refused(ErrorCode::MalformedRequest);
    }
    let long = "x".repeat(10_000);
    save(&app, &teacher, &form(&long, &[(1, &long, &long)])).await.refused(ErrorCode::InvalidFields);
    assert_eq!(app.count("availabilities").await, 0);
}

async fn hours_are_seen_by_the_teacher_and_their_students_only(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let leela = app.teacher("Leela").await;
    let hers = app.student("Sofia", &leela).await;
    let own = app.get(&path(&teacher)).by(&teacher).ok().await;
    let seen = app.get(&path(&teacher)).by(&student).ok().await;
    assert_eq!(seen["availability"], own["availability"]);
    assert_eq!(seen["studentTimeZones"], json!([]), "other people's zones are for the teacher only");
    for stranger in [&*leela, &*hers, &app.person("Kavya").await] {
        app.get(&path(&teacher)).by(stranger).refused(ErrorCode::NotFound).await;
    }
    app.post(&path(&teacher), &form("UTC", &[])).by(&leela).refused(ErrorCode::ForbiddenSubject).await;
    let kept = app.get(&path(&teacher)).by(&teacher).ok().await;
    assert_eq!(kept, own);
}
