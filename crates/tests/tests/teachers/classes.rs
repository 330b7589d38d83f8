//! My Classes, the calendar, and no-shows (SPEC §2; D15, D22).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::http::Request;
use tala_tests::{Student, Teacher, TestApp, at, both_dbs, days, hours, later, minutes};

use crate::common::teaching::{assert_balanced, book_at, column, complete_class, id, publish, set_profile_created_at};

both_dbs!(
    pages_have_no_gaps_and_no_doubles,
    pages_stay_whole_while_classes_are_added,
    upcoming_and_past_classes_show_earnings,
    invalid_page_cursors_are_refused,
    the_calendar_shows_one_event_for_each_class,
    the_calendar_shows_two_months_at_most,
    a_no_show_is_marked_from_the_start_for_a_week,
    only_the_teacher_marks_a_no_show,
    no_booking_becomes_a_no_show_automatically,
);

async fn page(app: &TestApp, teacher: &Teacher, query: &str) -> Value {
    app.get(&format!("/api/teacher/bookings?{query}")).by(teacher).ok().await
}

/// Reads all pages; calls `between` after each.
async fn walk(app: &TestApp, teacher: &Teacher, query: &str, mut between: impl AsyncFnMut(usize)) -> Vec<Value> {
    let (mut all, mut after, mut number) = (Vec::new(), String::new(), 0);
    loop {
        let found = page(app, teacher, &format!("{query}{after}")).await;
        let items = found["items"].as_array().unwrap();
        assert!(items.len() <= 10, "{}", items.len());
        all.extend(items.iter().cloned());
        let Some(next) = found["next"].as_str() else { return all };
        assert_eq!(items.len(), 10, "only the last page is short");
        after = format!("&after={next}");
        between(number).await;
        number += 1;
    }
}

/// Group classes of three students each, so that several bookings have the same start.
async fn groups(app: &TestApp, teacher: &Teacher, students: &[Student], starts: std::ops::Range<i64>) {
    for number in starts {
        let start = later(at("2026-03-04T10:00:00Z"), hours(2 * number)).to_string();
        publish(app, teacher, &start, "Group", 10).await;
        for student in students {
            book_at(app, student, &start).await;
        }
    }
}

async fn three(app: &TestApp, teacher: &Teacher) -> Vec<Student> {
    let mut students = Vec::new();
    for name in ["Anna", "Ben", "Chitra"] {
        let student = app.student(name, teacher).await;
        app.lot(&student, 50, days(60)).await;
        students.push(student);
    }
    students
}

fn ids(items: &[Value]) -> Vec<String> {
    items.iter().map(|item| id(item).to_owned()).collect()
}

async fn pages_have_no_gaps_and_no_doubles(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let students = three(&app, &teacher).await;
    groups(&app, &teacher, &students, 0..9).await;
    let upcoming = walk(&app, &teacher, "when=upcoming", async |_| {}).await;
    assert_eq!(upcoming.len(), 27);
    let starts: Vec<_> = upcoming.iter().map(|item| instant(&item["dateTime"])).collect();
    assert!(starts.is_sorted(), "soonest first");
    let mut different = ids(&upcoming);
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 27);
    assert_eq!(page(&app, &teacher, "when=upcoming").await["total"], 27);
    app.clock.set(at("2026-03-08T00:00:00Z"));
    app.work().await;
    let past = walk(&app, &teacher, "when=past", async |_| {}).await;
    let starts: Vec<_> = past.iter().map(|item| instant(&item["dateTime"])).collect();
    assert!(starts.iter().rev().is_sorted(), "newest first");
    let mut different = ids(&past);
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 27);
    let whole = page(&app, &teacher, "when=past&limit=100").await;
    assert_eq!(ids(&past), ids(whole["items"].as_array().unwrap()));
    assert_eq!((&whole["next"], &whole["total"]), (&Value::Null, &json!(27)));
}

async fn pages_stay_whole_while_classes_are_added(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let students = three(&app, &teacher).await;
    groups(&app, &teacher, &students, 0..9).await;
    let before = ids(&walk(&app, &teacher, "when=upcoming", async |_| {}).await);
    let seen = walk(&app, &teacher, "when=upcoming", async |number| {
        // One class before the page that was read, one after it, and a cancelled booking within it.
        let at_once = i64::try_from(number).unwrap();
        publish(&app, &teacher, &later(at("2026-03-03T10:00:00Z"), hours(2 * at_once)).to_string(), "Private", 1).await;
        book_at(&app, &students[0], &later(at("2026-03-03T10:00:00Z"), hours(2 * at_once)).to_string()).await;
        groups(&app, &teacher, &students, 20 + at_once..21 + at_once).await;
        let gone = &before[number];
        app.post(&format!("/api/bookings/{gone}/cancel"), &json!({})).by(&teacher).ok().await;
    })
    .await;
    let seen = ids(&seen);
    let mut different = seen.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), seen.len(), "nothing twice");
    let missing: Vec<_> = before.iter().filter(|old| !seen.contains(old)).collect();
    assert!(missing.is_empty(), "nothing was skipped that was there all the time: {missing:?}");
    assert_balanced(&app).await;
}

async fn upcoming_and_past_classes_show_earnings(app: TestApp) {
    let School { teacher, student } = app.school().await;
    set_profile_created_at(&app, &teacher, at("2025-01-01T00:00:00Z")).await;
    let held = book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    let gone = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let coming = book_at(&app, &student, "2026-03-07T03:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", id(&gone)), &json!({})).by(&student).ok().await;
    let upcoming = page(&app, &teacher, "when=upcoming").await;
    assert_eq!(ids(upcoming["items"].as_array().unwrap()), [id(&held), id(&coming)]);
    let expected = json!({ "amount": 799.2, "currency": "INR", "final": false });
    assert_eq!(upcoming["items"][0]["earnings"], expected, "less 20 percent");
    assert_eq!(upcoming["items"][0]["studentName"], "Meera");
    app.clock.set(at("2026-03-03T03:30:00Z"));
    let begun = page(&app, &teacher, "when=past").await;
    assert_eq!(ids(begun["items"].as_array().unwrap()), [id(&gone), id(&held)], "a class is past from its start on");
    assert_eq!(begun["items"][1]["earnings"]["final"], false);
    let nothing = json!({ "amount": 0.0, "currency": "INR", "final": true });
    assert_eq!(begun["items"][0]["earnings"], nothing, "a cancelled class has no earnings");
    complete_class(&app, &held).await;
    let past = page(&app, &teacher, "when=past").await;
    assert_eq!(past["items"][1]["earnings"], json!({ "amount": 799.2, "currency": "INR", "final": true }));
    assert_eq!(past["items"][1]["bookingStatus"], "completed");
    let leela = app.teacher("Leela").await;
    assert_eq!(page(&app, &leela, "when=past").await, json!({ "items": [], "next": null, "total": 0 }));
    let foreign = page(&app, &leela, &format!("when=past&after={}", id(&held))).await;
    assert_eq!(foreign["items"], json!([]));
}

async fn invalid_page_cursors_are_refused(app: TestApp) {
    let School { teacher, student } = app.school().await;
    for query in ["when=", "when=now", "when=past&after=x", "when=past&after=%00"] {
        let reply = app.get(&format!("/api/teacher/bookings?{query}")).by(&teacher).send().await;
        reply.refused(ErrorCode::InvalidFields);
    }
    for query in ["", "when=past&limit=-1", "when=past&limit=x"] {
        let reply = app.get(&format!("/api/teacher/bookings?{query}")).by(&teacher).send().await;
        reply.refused(ErrorCode::MalformedRequest);
    }
    book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    assert_eq!(page(&app, &teacher, "when=upcoming&limit=0").await["items"].as_array().unwrap().len(), 1);
    page(&app, &teacher, "when=upcoming&limit=4294967295").await;
    page(&app, &teacher, &format!("when=past&after={}", student.id)).await;
}

async fn the_calendar_shows_one_event_for_each_class(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let sofia = app.student("Sofia", &teacher).await;
    app.lot(&sofia, 4, days(30)).await;
    let group = publish(&app, &teacher, "2026-03-06T10:00:00Z", "Group", 10).await;
    let empty = publish(&app, &teacher, "2026-03-06T12:00:00Z", "Duet", 2).await;
    book_at(&app, &sofia, "2026-03-06T10:00:00Z").await;
    let first = book_at(&app, &student, "2026-03-06T10:00:00Z").await;
    let private = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let gone = book_at(&app, &student, "2026-03-06T04:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", id(&gone)), &json!({})).by(&student).ok().await;
    let path = "/api/teacher/calendar?from=2026-03-06T03:30:00Z&to=2026-03-06T12:15:00Z";
    let events = app.get(path).by(&teacher).ok().await["events"].clone();
    let seen: Vec<_> = events
        .as_array()
        .unwrap()
        .iter()
        .map(|event| {
            (
                id(event).to_owned(),
                event["isVirtualSlot"] == true,
                event["bookings"].as_array().unwrap().len(),
                event["capacity"].clone(),
            )
        })
        .collect();
    let expected = [
        (private["slotId"].as_str().unwrap().to_owned(), true, 1, json!(1)),
        (id(&group).to_owned(), false, 2, json!(10)),
        (id(&empty).to_owned(), false, 0, json!(2)),
    ];
    assert_eq!(seen, expected, "soonest first, without cancelled classes");
    let event = &events[1];
    assert_eq!(
        (&event["seatsTaken"], &event["status"], &event["classTypeKey"]),
        (&json!(2), &json!("confirmed"), &json!("Group"))
    );
    assert_eq!(event["endDateTime"], "2026-03-06T11:00:00Z");
    assert_eq!(event["googleMeetLink"], "https://meet.google.com/abc-defg-hij");
    assert!(column(&event["bookings"], "_id").contains(&id(&first).to_owned()));
    for (from, to, count) in [("10:00", "10:15", 1), ("09:00", "10:00", 0), ("10:15", "12:00", 0)] {
        let path = format!("/api/teacher/calendar?from=2026-03-06T{from}:00Z&to=2026-03-06T{to}:00Z");
        let events = app.get(&path).by(&teacher).ok().await["events"].clone();
        assert_eq!(events.as_array().unwrap().len(), count, "{from} to {to}");
    }
    complete_class(&app, &first).await;
    let events = app.get(path).by(&teacher).ok().await["events"].clone();
    assert_eq!(column(&events, "status"), ["completed", "completed", "confirmed"]);
    let leela = app.teacher("Leela").await;
    assert_eq!(app.get(path).by(&leela).ok().await["events"], json!([]));
}

async fn the_calendar_shows_two_months_at_most(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let ask = async |from: &str, to: &str| {
        app.get(&format!("/api/teacher/calendar?from={from}&to={to}")).by(&teacher).send().await
    };
    ask("2026-03-01T00:00:00Z", "2026-05-03T00:00:00Z").await.ok();
    for (from, to) in [
        ("2026-03-01T00:00:00Z", "2026-05-03T00:00:01Z"),
        ("2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("-009999-01-02T01:59:59Z", "9999-12-30T00:00:00Z"),
    ] {
        ask(from, to).await.refused(ErrorCode::InvalidFields);
    }
    ask("yesterday", "2026-03-01T00:00:00Z").await.refused(ErrorCode::MalformedRequest);
}

fn no_show<'a>(app: &'a TestApp, teacher: &Teacher, booking: &Value, missing: bool) -> Request<'a> {
    app.post(&format!("/api/bookings/{}/no-show", id(booking)), &json!({ "noShow": missing })).by(teacher)
}

async fn a_no_show_is_marked_from_the_start_for_a_week(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let start = at("2026-03-03T03:30:00Z");
    let booking = book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    let micro = jiff::SignedDuration::from_micros(1);
    app.clock.set(later(start, -micro));
    no_show(&app, &teacher, &booking, true).refused(ErrorCode::NoShowTooEarly).await;
    app.clock.set(start);
    let reply = no_show(&app, &teacher, &booking, true).ok().await;
    assert_eq!((&reply["booking"]["noShow"], &reply["booking"]["bookingStatus"]), (&json!(true), &json!("confirmed")));
    app.clock.set(later(start, minutes(61)));
    app.work().await;
    let list = app.get(&format!("/api/bookings?studentId={}", student.id)).by(&student).ok().await;
    assert_eq!(
        (&list[0]["noShow"], &list[0]["bookingStatus"]),
        (&json!(true), &json!("completed")),
        "it counts all the same"
    );
    assert_eq!(page(&app, &teacher, "when=past").await["items"][0]["earnings"]["amount"], 999.0);
    app.clock.set(later(start, days(7)));
    assert_eq!(no_show(&app, &teacher, &booking, false).ok().await["booking"]["noShow"], false);
    app.clock.set(later(start, days(7) + micro));
    no_show(&app, &teacher, &booking, true).refused(ErrorCode::NoShowWindowClosed).await;
    assert_eq!(app.count("audit_log WHERE action = 'no_show_marked'").await, 2);
    assert_balanced(&app).await;
}

async fn only_the_teacher_marks_a_no_show(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let booking = book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    let gone = book_at(&app, &student, "2026-03-03T04:30:00Z").await;
    app.post(&format!("/api/bookings/{}/cancel", id(&gone)), &json!({})).by(&teacher).ok().await;
    app.clock.set(at("2026-03-03T05:30:00Z"));
    let leela = app.teacher("Leela").await;
    no_show(&app, &leela, &booking, true).refused(ErrorCode::NotFound).await;
    no_show(&app, &leela, &json!({ "_id": "x" }), true).refused(ErrorCode::NotFound).await;
    let by_student = app.post(&format!("/api/bookings/{}/no-show", id(&booking)), &json!({ "noShow": true }));
    by_student.by(&student).refused(ErrorCode::RoleNotAllowed).await;
    no_show(&app, &teacher, &gone, true).refused(ErrorCode::NotCancellable).await;
    let odd = app.post(&format!("/api/bookings/{}/no-show", id(&booking)), &json!({ "noShow": "yes" }));
    odd.by(&teacher).refused(ErrorCode::MalformedRequest).await;
}

async fn no_booking_becomes_a_no_show_automatically(app: TestApp) {
    let School { student, .. } = app.school().await;
    book_at(&app, &student, "2026-03-03T03:30:00Z").await;
    for _ in 0..10 {
        app.advance(days(1));
        app.work().await;
    }
    let list = app.get(&format!("/api/bookings?studentId={}", student.id)).by(&student).ok().await;
    assert_eq!((&list[0]["noShow"], &list[0]["bookingStatus"]), (&json!(false), &json!("completed")));
    assert_eq!(app.count("audit_log WHERE action = 'no_show_marked'").await, 0);
    assert_balanced(&app).await;
}
