//! Lists of bookings (D15).

use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::{Person, TestApp, at, both_dbs, days, hours, later, minutes};

use crate::common::teaching::book_at;

both_dbs!(
    class_completes_after_its_hour,
    a_class_stays_active_until_its_hour_is_over,
    active_classes_come_soonest_first_and_past_ones_newest_first,
    teacher_and_student_see_the_same_booking,
    pages_contain_every_class_once,
    page_parameters_are_validated,
    changed_meeting_link_is_shown_to_every_student,
);

const NINE: &str = "2026-03-03T03:30:00Z";

async fn ids(app: &TestApp, person: &Person, path: &str) -> Vec<(String, String)> {
    let list = app.get(path).by(person).ok().await;
    let pair =
        |b: &Value| (b["dateTime"].as_str().unwrap().to_owned(), b["bookingStatus"].as_str().unwrap().to_owned());
    list.as_array().unwrap().iter().map(pair).collect()
}

async fn class_completes_after_its_hour(app: TestApp) {
    let School { student, .. } = app.school().await;
    book_at(&app, &student, NINE).await;
    let path = format!("/api/bookings?studentId={}", student.id);
    app.clock.set(later(at(NINE), hours(1)));
    assert_eq!(app.count("bookings WHERE status = 'confirmed'").await, 1, "no worker has been here");
    assert_eq!(ids(&app, &student, &path).await, [(NINE.to_owned(), "completed".to_owned())]);
    assert_eq!(ids(&app, &student, "/api/active-classes").await, []);
    app.work().await;
    assert_eq!(app.count("bookings WHERE status = 'completed'").await, 1, "now it is stored");
    assert_eq!(ids(&app, &student, &path).await, [(NINE.to_owned(), "completed".to_owned())]);
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_class_stays_active_until_its_hour_is_over(app: TestApp) {
    let School { student, teacher } = app.school().await;
    book_at(&app, &student, NINE).await;
    let tick = jiff::SignedDuration::from_micros(1);
    for (now, active) in [
        (later(at(NINE), -minutes(1)), 1),
        (at(NINE), 1),
        (later(at(NINE), minutes(59)), 1),
        (later(at(NINE), hours(1) - tick), 1),
        (later(at(NINE), hours(1)), 0),
    ] {
        app.clock.set(now);
        app.work().await;
        for person in [&*student, &*teacher] {
            assert_eq!(ids(&app, person, "/api/active-classes").await.len(), active, "{now}");
        }
    }
}

async fn active_classes_come_soonest_first_and_past_ones_newest_first(app: TestApp) {
    let School { student, .. } = app.school().await;
    let starts = ["2026-03-05T03:30:00Z", "2026-03-03T03:30:00Z", "2026-03-04T03:30:00Z"];
    for start in starts {
        book_at(&app, &student, start).await;
    }
    let active = ids(&app, &student, "/api/active-classes").await;
    assert_eq!(active.iter().map(|(start, _)| start.as_str()).collect::<Vec<_>>(), [starts[1], starts[2], starts[0]]);
    let all = ids(&app, &student, &format!("/api/bookings?studentId={}", student.id)).await;
    assert_eq!(all.iter().map(|(start, _)| start.as_str()).collect::<Vec<_>>(), [starts[0], starts[2], starts[1]]);
}

async fn teacher_and_student_see_the_same_booking(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let booking = book_at(&app, &student, NINE).await;
    for (person, path) in [
        (&*student, "/api/bookings".to_owned()),
        (&*student, format!("/api/bookings?studentId={}", student.id)),
        (&*teacher, format!("/api/bookings?teacherId={}", teacher.id)),
        (&*student, format!("/api/active-classes?studentId={}", student.id)),
        (&*teacher, format!("/api/active-classes?teacherId={}", teacher.id)),
    ] {
        assert_eq!(app.get(&path).by(person).ok().await, json!([booking]), "{path}");
    }
    let classmate = app.student("Arjun", &teacher).await;
    assert_eq!(app.get("/api/bookings").by(&classmate).ok().await, json!([]));
}

async fn pages_contain_every_class_once(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let start = at("2026-03-04T12:00:00Z");
    app.publish(&teacher, start, (ClassType::Group, 20, 1)).await;
    for number in 0..7 {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        app.lot(&student, 2, days(30)).await;
        app.book(&student, &app.slot_at(&student, start).await).await;
        let own = app.slots(&student).await[0].clone();
        app.book(&student, &own).await;
    }
    let whole = app.get("/api/bookings").by(&teacher).ok().await.as_array().unwrap().clone();
    assert_eq!(whole.len(), 14);
    for limit in [1, 3, 5, 14, 20] {
        let mut parts: Vec<Value> = Vec::new();
        for _ in 0..=whole.len() {
            let before =
                parts.last().map_or(String::new(), |last| format!("&before={}", last["_id"].as_str().unwrap()));
            let part = app.get(&format!("/api/bookings?limit={limit}{before}")).by(&teacher).ok().await;
            let part = part.as_array().unwrap();
            assert!(part.len() <= limit);
            parts.extend(part.iter().cloned());
            if part.len() < limit {
                break;
            }
        }
        assert_eq!(parts, whole, "seven of them start at the same time; in parts of {limit}");
    }
}

async fn page_parameters_are_validated(app: TestApp) {
    let School { student, .. } = app.school().await;
    book_at(&app, &student, NINE).await;
    for (query, count) in [("limit=0", 1), ("limit=4294967295", 1), ("limit=", 1)] {
        let reply = app.get(&format!("/api/bookings?{query}")).by(&student).send().await;
        if query == "limit=" {
            reply.refused(ErrorCode::MalformedRequest);
        } else {
            assert_eq!(reply.ok().as_array().unwrap().len(), count, "{query}");
        }
    }
    for query in ["limit=-1", "limit=x", "limit=4294967296"] {
        app.get(&format!("/api/bookings?{query}")).by(&student).refused(ErrorCode::MalformedRequest).await;
    }
    app.get("/api/bookings?before=x").by(&student).refused(ErrorCode::InvalidFields).await;
    let unknown = app.ctx.new_id();
    assert_eq!(app.get(&format!("/api/bookings?before={unknown}")).by(&student).ok().await, json!([]));
}

async fn changed_meeting_link_is_shown_to_every_student(app: TestApp) {
    let School { student, teacher } = app.school().await;
    book_at(&app, &student, NINE).await;
    let id = tala_tests::raw::id(&app.ctx.store, teacher.id.0);
    let change =
        format!("UPDATE teachers SET meeting_link = 'https://meet.google.com/new-link-xyz' WHERE person_id = {id}");
    tala_tests::raw::execute(&app.ctx.store, &change).await;
    for person in [&*student, &*teacher] {
        let list = app.get("/api/active-classes").by(person).ok().await;
        assert_eq!(list[0]["googleMeetLink"], "https://meet.google.com/new-link-xyz", "D37");
    }
}
