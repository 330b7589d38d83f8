//! My Availability: date overrides, time off, the preview, classes outside the hours, clock changes (D12, D13).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{Reply, Teacher, TestApp, at, both_dbs, days};

use crate::common::teaching::{assert_balanced, book_at, column, only_error, publish};

both_dbs!(
    a_date_has_hours_of_its_own,
    every_refusal_of_a_date_names_its_field,
    a_save_without_dates_keeps_them,
    two_tabs_with_dates_cannot_overwrite_each_other,
    bookings_outside_the_hours_remain_and_are_listed,
    published_classes_on_days_off_remain_and_are_listed,
    the_preview_shows_two_weeks_and_changes_nothing,
    the_preview_shows_what_a_student_sees_after_the_save,
    clock_changes_are_announced_two_weeks_before,
    days_off_follow_the_teachers_calendar_across_clock_changes,
    notes_are_hidden_from_others,
);

fn path(teacher: &Teacher) -> String {
    format!("/api/teacher/{}/availability", teacher.id)
}

fn form(overrides: &Value) -> Value {
    form_in("Asia/Kolkata", overrides)
}

fn form_in(zone: &str, overrides: &Value) -> Value {
    let every_day = |day: i64| json!({ "dayOfWeek": day, "timeRanges": [{ "start": "09:00", "end": "12:00" }] });
    let week: Vec<Value> = (0..7).map(every_day).collect();
    json!({ "timeZone": zone, "visibilityDays": 60, "weeklySchedule": week, "overrides": overrides })
}

async fn save(app: &TestApp, teacher: &Teacher, form: &Value) -> Reply {
    app.post(&path(teacher), form).by(teacher).send().await
}

async fn load(app: &TestApp, teacher: &Teacher) -> Value {
    app.get(&path(teacher)).by(teacher).ok().await
}

fn day(date: &str, ranges: &[(&str, &str)]) -> Value {
    let ranges: Vec<Value> = ranges.iter().map(|(start, end)| json!({ "start": start, "end": end })).collect();
    json!({ "date": date, "timeRanges": ranges, "note": "" })
}

/// Available starts on one day of March 2026, in UTC.
fn on(slots: &[Value], date: &str) -> Vec<String> {
    let all = slots.iter().map(|slot| instant(&slot["dateTime"]).to_string());
    all.filter(|start| start.starts_with(date)).map(|start| start[11..16].to_owned()).collect()
}

async fn a_date_has_hours_of_its_own(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let overrides = json!([
        { "date": "2026-03-06", "timeRanges": [], "note": "Holi 🎨" },
        day("2026-03-07", &[("16:00", "18:00"), ("20:15", "21:15")]),
    ]);
    let reply = save(&app, &teacher, &form(&overrides)).await.ok();
    assert_eq!(reply["overrides"], overrides);
    assert_eq!(load(&app, &teacher).await["overrides"], overrides);
    let slots = app.slots(&student).await;
    assert_eq!(on(&slots, "2026-03-05"), ["03:30", "04:30", "05:30"]);
    assert_eq!(on(&slots, "2026-03-06"), [] as [&str; 0], "a day off");
    assert_eq!(on(&slots, "2026-03-07"), ["10:30", "11:30", "14:45"], "in place of the weekday's");
    assert_eq!(on(&slots, "2026-03-08"), ["03:30", "04:30", "05:30"]);
    let special = slots.iter().find(|slot| slot["dateTime"] == "2026-03-07T14:45:00Z").unwrap();
    app.book(&student, special).await;
    app.advance(days(5));
    assert_eq!(load(&app, &teacher).await["overrides"].as_array().unwrap().len(), 1, "what is past is not shown");
    save(&app, &teacher, &form(&json!([]))).await.ok();
    assert_eq!(load(&app, &teacher).await["overrides"], json!([]));
    assert_balanced(&app).await;
}

async fn every_refusal_of_a_date_names_its_field(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    for (overrides, field) in [
        (json!([day("2026-03-01", &[])]), "overrides.0.date"),
        (json!([day("2026-02-30", &[])]), "overrides.0.date"),
        (json!([day("06.03.2026", &[])]), "overrides.0.date"),
        (json!([day("", &[])]), "overrides.0.date"),
        (json!([day("2026-03-06", &[]), day("2026-03-06", &[])]), "overrides.1.date"),
        (json!([day("2026-03-06", &[("10:00", "09:00")])]), "overrides.0.timeRanges.0.end"),
        (json!([day("2026-03-06", &[("00:00", "00:00")])]), "overrides.0.timeRanges.0.end"),
        (json!([day("2026-03-06", &[("09:00", "09:45")])]), "overrides.0.timeRanges.0.end"),
        (json!([day("2026-03-06", &[("09:10", "10:15")])]), "overrides.0.timeRanges.0.start"),
        (json!([day("2026-03-06", &[("09:00", "11:00"), ("10:00", "12:00")])]), "overrides.0.timeRanges.1.start"),
    ] {
        let problem = save(&app, &teacher, &form(&overrides)).await.refused(ErrorCode::InvalidFields);
        assert_eq!(only_error(&problem).0, field, "{overrides}");
        let preview = format!("{}/preview", path(&teacher));
        let problem = app.post(&preview, &form(&overrides)).by(&teacher).refused(ErrorCode::InvalidFields).await;
        assert_eq!(only_error(&problem).0, field, "the preview says the same");
    }
    let day_of = |number: i32| {
        let date = jiff::civil::date(2026, 3, 2).checked_add(jiff::Span::new().days(number)).unwrap();
        day(&date.to_string(), &[])
    };
    let too_many: Vec<Value> = (0..367).map(day_of).collect();
    save(&app, &teacher, &form(&json!(too_many))).await.refused(ErrorCode::InvalidFields);
    let as_many_as_there_may_be: Vec<Value> = (0..366).map(day_of).collect();
    save(&app, &teacher, &form(&json!(as_many_as_there_may_be))).await.ok();
    assert_eq!(load(&app, &teacher).await["overrides"].as_array().unwrap().len(), 366);
    let whole_day = json!([day("2026-03-06", &[("00:00", "24:00")])]);
    save(&app, &teacher, &form(&whole_day)).await.ok();
}

async fn a_save_without_dates_keeps_them(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let overrides = json!([day("2026-03-06", &[])]);
    save(&app, &teacher, &form(&overrides)).await.ok();
    let mut as_specs_client = form(&json!([]));
    as_specs_client.as_object_mut().unwrap().remove("overrides");
    as_specs_client["visibilityDays"] = json!(45);
    let reply = save(&app, &teacher, &as_specs_client).await.ok();
    assert_eq!((&reply["overrides"], &reply["availability"]["visibilityDays"]), (&overrides, &json!(45)));
}

async fn two_tabs_with_dates_cannot_overwrite_each_other(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let mut one = form(&json!([day("2026-03-06", &[])]));
    one["version"] = json!(0);
    let mut other = form(&json!([day("2026-03-07", &[])]));
    other["version"] = json!(0);
    save(&app, &teacher, &one).await.ok();
    save(&app, &teacher, &other).await.refused(ErrorCode::VersionConflict);
    assert_eq!(column(&load(&app, &teacher).await["overrides"], "date"), ["2026-03-06"]);
}

async fn bookings_outside_the_hours_remain_and_are_listed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let inside = book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    let outside = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    publish(&app, &teacher, "2026-03-06T10:00:00Z", "Group", 5).await;
    book_at(&app, &student, "2026-03-06T10:00:00Z").await;
    let hours = form(&json!([day("2026-03-06", &[])]));
    let preview = app.post(&format!("{}/preview", path(&teacher)), &hours).by(&teacher).ok().await;
    let reply = save(&app, &teacher, &hours).await.ok();
    for told in [&preview["outside"], &reply["outside"]] {
        let expected = json!([{ "_id": outside["_id"], "dateTime": "2026-03-06T03:30:00Z", "studentName": "Meera" }]);
        assert_eq!(*told, expected, "a published class is where its teacher has put it");
    }
    let standing = app.get("/api/active-classes").by(&student).ok().await;
    let standing = column(&standing, "_id");
    assert!([&inside, &outside].iter().all(|booking| standing.contains(&booking["_id"].as_str().unwrap().to_owned())));
    app.work().await;
    assert!(app.mailer.sent().iter().all(|mail| !mail.subject.starts_with("Cancelled")));
    let partly = form(&json!([day("2026-03-05", &[("09:15", "12:00")])]));
    let told = save(&app, &teacher, &partly).await.ok()["outside"].clone();
    assert_eq!(column(&told, "_id"), [inside["_id"].as_str().unwrap()], "09:00 is not wholly within 09:15 to 12:00");
}

async fn published_classes_on_days_off_remain_and_are_listed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    publish(&app, &teacher, "2026-03-06T10:00:00Z", "Group", 5).await;
    publish(&app, &teacher, "2026-03-06T12:00:00Z", "Group", 5).await;
    publish(&app, &teacher, "2026-03-07T10:00:00Z", "Group", 5).await;
    book_at(&app, &student, "2026-03-06T12:00:00Z").await;
    let other_hours = form(&json!([day("2026-03-06", &[("09:00", "10:00")])]));
    assert_eq!(save(&app, &teacher, &other_hours).await.ok()["onDaysOff"], json!([]), "no day off");
    let day_off = form(&json!([day("2026-03-06", &[])]));
    let listed = save(&app, &teacher, &day_off).await.ok()["onDaysOff"].clone();
    assert_eq!(column(&listed, "dateTime"), ["2026-03-06T10:00:00Z", "2026-03-06T12:00:00Z"]);
    assert_eq!(listed[0]["seatsTaken"], 0);
    assert_eq!(listed[1]["seatsTaken"], 1);
    let open = app.get(&format!("/api/teacher/{}/classes", teacher.id)).by(&teacher).ok().await;
    assert_eq!(open["classes"].as_array().unwrap().len(), 3);
}

async fn the_preview_shows_two_weeks_and_changes_nothing(app: TestApp) {
    let School { teacher, student } = app.school().await;
    book_at(&app, &student, "2026-03-05T03:30:00Z").await;
    publish(&app, &teacher, "2026-03-12T06:00:00Z", "Group", 10).await;
    let week = json!([{ "dayOfWeek": 4, "timeRanges": [{ "start": "09:00", "end": "11:00" }] }]);
    let hours = json!({
        "timeZone": "Asia/Kolkata", "visibilityDays": 30, "weeklySchedule": week,
        "overrides": [day("2026-03-12", &[("09:30", "10:30")])],
    });
    let preview = app.post(&format!("{}/preview", path(&teacher)), &hours).by(&teacher).ok().await;
    assert_eq!((&preview["days"], &preview["outside"]), (&json!(14), &json!([])));
    let starts = ["2026-03-05T04:30:00Z", "2026-03-12T04:00:00Z", "2026-03-12T06:00:00Z"];
    assert_eq!(column(&preview["slots"], "dateTime"), starts, "without the booked slot");
    assert_eq!(column(&preview["slots"], "classTypeKey"), ["Private", "Private", "Group"]);
    let mut four_days = hours.clone();
    four_days["visibilityDays"] = json!(4);
    let shown = app.post(&format!("{}/preview", path(&teacher)), &four_days).by(&teacher).ok().await;
    assert_eq!(column(&shown["slots"], "dateTime"), ["2026-03-05T04:30:00Z"], "students see no more");
    assert_eq!(load(&app, &teacher).await["availability"]["version"], 1);
    assert_eq!(app.count("audit_log WHERE action = 'availability_saved'").await, 0);
    let leela = app.teacher("Leela").await;
    app.post(&format!("{}/preview", path(&teacher)), &hours).by(&leela).refused(ErrorCode::ForbiddenSubject).await;
}

async fn the_preview_shows_what_a_student_sees_after_the_save(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let friend = app.student("Anna", &teacher).await;
    app.lot(&friend, 1, days(30)).await;
    book_at(&app, &friend, "2026-03-04T04:30:00Z").await;
    publish(&app, &teacher, "2026-03-04T06:00:00Z", "Duet", 2).await;
    let new_hours = form(&json!([day("2026-03-05", &[("07:15", "10:15")])]));
    let preview = app.post(&format!("{}/preview", path(&teacher)), &new_hours).by(&teacher).ok().await;
    save(&app, &teacher, &new_hours).await.ok();
    let two_weeks = "endDate=2026-03-16T04:30:00Z";
    let slots = app.get(&format!("/api/teacher/{}/available-slots?{two_weeks}", teacher.id)).by(&student).ok().await;
    assert_eq!(preview["slots"], slots["slots"]);
    let starts = column(&preview["slots"], "dateTime");
    assert!(
        starts.first().is_some_and(|first| first.as_str() > "2026-03-02T16:30:00Z"),
        "twelve hours ahead: {starts:?}"
    );
}

async fn clock_changes_are_announced_two_weeks_before(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "America/New_York", 60, &[(0..=6, "09:00", "12:00")]).await;
    for (name, zone) in [("Anna", "Europe/London"), ("Ben", "Europe/London"), ("Meera", "Asia/Kolkata")] {
        app.student_from(name, &teacher, Some(zone)).await;
    }
    app.student_from("Nobody", &teacher, None).await;
    let told = load(&app, &teacher).await;
    assert_eq!(told["studentTimeZones"], json!(["Europe/London", "Asia/Kolkata"]));
    assert_eq!(
        told["clockChanges"],
        json!([{ "timeZone": "America/New_York", "who": "you", "count": 0, "at": "2026-03-08T07:00:00Z", "minutes": 60 }])
    );
    app.clock.set(at("2026-03-20T00:00:00Z"));
    let london = json!({ "timeZone": "Europe/London", "who": "students", "count": 2, "at": "2026-03-29T01:00:00Z", "minutes": 60 });
    assert_eq!(load(&app, &teacher).await["clockChanges"], json!([london]));
    app.clock.set(at("2026-10-20T00:00:00Z"));
    let minutes: Vec<Value> = load(&app, &teacher).await["clockChanges"].as_array().unwrap().clone();
    assert_eq!(minutes.iter().map(|change| change["minutes"].as_i64().unwrap()).collect::<Vec<_>>(), [-60, -60]);
}

async fn days_off_follow_the_teachers_calendar_across_clock_changes(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let student = app.student("Meera", &teacher).await;
    let overrides = json!([day("2026-03-07", &[("22:00", "24:00")]), day("2026-03-08", &[("01:00", "04:00")])]);
    save(&app, &teacher, &form_in("America/New_York", &overrides)).await.ok();
    let slots = app.slots(&student).await;
    let night: Vec<String> = slots
        .iter()
        .map(|slot| instant(&slot["dateTime"]).to_string())
        .filter(|start| ("2026-03-08T00:00:00Z".."2026-03-09T00:00:00Z").contains(&start.as_str()))
        .collect();
    let expected = ["2026-03-08T03:00:00Z", "2026-03-08T04:00:00Z", "2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z"];
    assert_eq!(night, expected, "22:00, 23:00, 01:00, and 03:00 where 02:00 does not exist");
}

async fn notes_are_hidden_from_others(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let overrides = json!([{ "date": "2026-03-06", "timeRanges": [], "note": "Surgery" }]);
    save(&app, &teacher, &form(&overrides)).await.ok();
    assert_eq!(load(&app, &teacher).await["overrides"][0]["note"], "Surgery");
    let seen = app.get(&path(&teacher)).by(&student).ok().await;
    assert!(!seen.to_string().contains("Surgery"), "{seen}");
    assert_eq!((&seen["overrides"][0]["date"], &seen["clockChanges"]), (&json!("2026-03-06"), &json!([])));
}
