//! Available slots, by student and time (SPEC §3, §4; D10–D14).

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, instant};
use tala_tests::{Student, Teacher, TestApp, at, both_dbs, days, hours, later};

both_dbs!(
    hours_become_slots_of_one_hour,
    both_lists_show_the_same_slots,
    a_slot_vanishes_exactly_twelve_hours_before_it_starts,
    a_slot_appears_exactly_28_days_before_it_starts,
    a_slot_appears_exactly_when_the_teachers_visibility_reaches_it,
    hours_follow_the_teachers_clock_over_the_spring_change,
    an_hour_that_the_clock_skips_is_not_offered,
    a_viewer_in_another_zone_sees_the_same_instants,
    booked_slot_is_listed_to_no_student,
    slots_overlapping_the_students_own_class_are_not_listed,
    published_classes_are_listed_among_virtual_slots,
    a_published_class_hides_the_free_hours_that_it_touches,
    a_published_class_just_after_the_end_of_the_list_hides_too,
    slot_overlapping_own_class_after_the_list_is_hidden,
    a_full_class_is_not_offered,
    only_the_asked_part_of_the_calendar_is_given,
    invalid_dates_and_zones_are_refused,
    code_of_another_teacher_returns_an_empty_list,
    a_teacher_without_hours_offers_published_classes,
    a_teacher_who_is_no_longer_approved_offers_nothing,
);

fn starts(slots: &[Value]) -> Vec<Timestamp> {
    slots.iter().map(|slot| instant(&slot["dateTime"])).collect()
}

async fn offered(app: &TestApp, student: &Student) -> Vec<Timestamp> {
    starts(&app.slots(student).await)
}

async fn part(app: &TestApp, student: &Student, query: &str) -> Value {
    app.get(&format!("/api/teacher/{}/available-slots?{query}", student.teacher.id)).by(student).ok().await
}

async fn hours_become_slots_of_one_hour(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let slots = app.slots(&student).await;
    // The time there is Monday 10:00: tomorrow is the first day, and the 28 days end on a Monday at 10:00.
    assert_eq!(slots.len(), 3 * 27 + 2);
    assert_eq!(
        slots[0],
        json!({ "_id": format!("v-{}-{}", teacher.id, at("2026-03-03T03:30:00Z").as_second() / 60),
                "dateTime": "2026-03-03T03:30:00Z", "endDateTime": "2026-03-03T04:30:00Z", "classTypeKey": "Private",
                "teacherId": teacher.id.to_string(), "teacherEmail": teacher.email, "creditCost": 1,
                "isVirtualSlot": true, "capacity": 1, "seatsLeft": 1, "heldUntil": null, "orderId": null })
    );
    let sorted = starts(&slots);
    assert!(sorted.is_sorted());
    assert!(sorted.iter().all(|start| (later(*start, SignedDuration::from_mins(330)).as_second() / 3600) % 24 >= 9));
}

async fn both_lists_show_the_same_slots(app: TestApp) {
    let School { student, teacher } = app.school().await;
    app.publish(&teacher, at("2026-03-05T12:00:00Z"), (ClassType::Group, 10, 2)).await;
    let list = app.get("/api/slots").by(&student).ok().await;
    assert_eq!(list.as_array().unwrap(), &app.slots(&student).await);
    let own = app.get("/api/slots").by(&teacher).ok().await;
    assert_eq!(own, list, "a teacher sees what students see");
    let by_code = app.get(&format!("/api/slots?referralCode={}", teacher.code.to_lowercase())).by(&student).ok().await;
    assert_eq!(by_code, list);
}

async fn a_slot_vanishes_exactly_twelve_hours_before_it_starts(app: TestApp) {
    let School { student, .. } = app.school().await;
    let start = at("2026-03-03T03:30:00Z");
    let tick = SignedDuration::from_micros(1);
    for (now, shown) in [(later(start, -hours(12)), false), (later(start, -hours(12) - tick), true)] {
        app.clock.set(now);
        assert_eq!(offered(&app, &student).await.contains(&start), shown, "{now}");
    }
}

async fn a_slot_appears_exactly_28_days_before_it_starts(app: TestApp) {
    let School { student, .. } = app.school().await;
    let start = at("2026-04-01T03:30:00Z");
    let tick = SignedDuration::from_micros(1);
    for (now, shown) in [(later(start, -days(28) - tick), false), (later(start, -days(28)), true)] {
        app.clock.set(now);
        assert_eq!(offered(&app, &student).await.contains(&start), shown, "{now}");
    }
}

async fn a_slot_appears_exactly_when_the_teachers_visibility_reaches_it(app: TestApp) {
    let School { student, teacher } = app.school().await;
    app.open_hours(&teacher, "Asia/Kolkata", 3, &[(0..=6, "09:00", "12:00")]).await;
    let start = at("2026-03-08T03:30:00Z");
    let tick = SignedDuration::from_micros(1);
    for (now, shown) in [(later(start, -days(3) - tick), false), (later(start, -days(3)), true)] {
        app.clock.set(now);
        assert_eq!(offered(&app, &student).await.contains(&start), shown, "{now}");
    }
    let reply = part(&app, &student, "").await;
    assert_eq!(reply["metadata"]["visibilityDays"], 3);
}

/// In New York clocks go forward on Sunday 8 March 2026 at 2:00.
async fn new_york(app: &TestApp, range: (&str, &str)) -> Student {
    let teacher = app.teacher("Leela").await;
    app.open_hours(&teacher, "America/New_York", 60, &[(0..=6, range.0, range.1)]).await;
    app.student_from("Sofia", &teacher, Some("America/Los_Angeles")).await
}

async fn hours_follow_the_teachers_clock_over_the_spring_change(app: TestApp) {
    let student = new_york(&app, ("18:00", "19:00")).await;
    let starts = offered(&app, &student).await;
    assert!(starts.contains(&at("2026-03-07T23:00:00Z")), "Saturday, 18:00 in winter");
    assert!(starts.contains(&at("2026-03-08T22:00:00Z")), "Sunday, 18:00 in summer");
    assert_eq!(starts.len(), 28, "one a day, today's evening among them");
}

async fn an_hour_that_the_clock_skips_is_not_offered(app: TestApp) {
    let student = new_york(&app, ("01:00", "05:00")).await;
    let starts = offered(&app, &student).await;
    let on_sunday: Vec<_> = starts
        .into_iter()
        .filter(|start| *start >= at("2026-03-08T05:00:00Z") && *start < at("2026-03-09T04:00:00Z"))
        .collect();
    assert_eq!(on_sunday, ["2026-03-08T06:00:00Z", "2026-03-08T07:00:00Z", "2026-03-08T08:00:00Z"].map(at));
    let skipped = json!({ "_id": format!("v-{}-{}", student.teacher.id, at("2026-03-08T07:30:00Z").as_second() / 60),
        "teacherId": student.teacher.id.to_string(), "isVirtualSlot": true, "dateTime": "2026-03-08T07:30:00Z",
        "creditCost": 1 });
    app.lot(&student, 1, days(30)).await;
    app.book_refused(&student, &skipped, ErrorCode::SlotTaken).await;
}

async fn a_viewer_in_another_zone_sees_the_same_instants(app: TestApp) {
    let School { student, .. } = app.school().await;
    let here = part(&app, &student, "studentTimeZone=Asia%2FCalcutta").await;
    let there = part(&app, &student, "studentTimeZone=America%2FLos_Angeles").await;
    assert_eq!(here["slots"], there["slots"]);
    assert_eq!(
        there["metadata"],
        json!({ "teacherId": student.teacher.id.to_string(), "teacherName": "Padma", "teacherTimeZone": "Asia/Kolkata",
                "studentTimeZone": "America/Los_Angeles", "visibilityDays": 60, "from": "2026-03-02T04:30:00Z",
                "to": "2026-03-30T04:30:00Z" })
    );
    assert_eq!(here["metadata"]["studentTimeZone"], "Asia/Kolkata");
}

async fn booked_slot_is_listed_to_no_student(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let other = app.student("Arjun", &teacher).await;
    let start = at("2026-03-03T03:30:00Z");
    app.book(&student, &app.slot_at(&student, start).await).await;
    for viewer in [&student, &other] {
        assert!(!offered(&app, viewer).await.contains(&start));
        assert_eq!(offered(&app, viewer).await.len(), 82, "and nothing else does");
    }
}

async fn slots_overlapping_the_students_own_class_are_not_listed(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let other = app.student("Arjun", &teacher).await;
    app.book(&student, &app.slot_at(&student, at("2026-03-03T04:30:00Z")).await).await;
    // The teacher moves the hours by 15 minutes: the slots at 9:15, 10:15 and 11:15 now overlap the class booked at
    // 10:00 or not.
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:15", "12:15")]).await;
    for viewer in [&student, &other] {
        let on_tuesday: Vec<_> =
            offered(&app, viewer).await.into_iter().filter(|start| *start < at("2026-03-04T00:00:00Z")).collect();
        assert_eq!(on_tuesday, [at("2026-03-03T05:45:00Z")], "9:15 and 10:15 touch the class at 10:00");
    }
}

async fn published_classes_are_listed_among_virtual_slots(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let start = at("2026-03-03T08:00:00Z");
    let id = app.publish(&teacher, start, (ClassType::Group, 12, 2)).await;
    let slots = app.slots(&student).await;
    assert!(starts(&slots).is_sorted());
    assert_eq!(
        app.slot_at(&student, start).await,
        json!({ "_id": id.to_string(), "dateTime": "2026-03-03T08:00:00Z", "endDateTime": "2026-03-03T09:00:00Z",
                "classTypeKey": "Group", "teacherId": teacher.id.to_string(), "teacherEmail": teacher.email,
                "creditCost": 2, "isVirtualSlot": false, "capacity": 12, "seatsLeft": 12,
                "heldUntil": null, "orderId": null })
    );
}

async fn a_published_class_hides_the_free_hours_that_it_touches(app: TestApp) {
    let School { student, teacher } = app.school().await;
    app.publish(&teacher, at("2026-03-03T04:15:00Z"), (ClassType::Duet, 2, 1)).await;
    let on_tuesday: Vec<_> =
        offered(&app, &student).await.into_iter().filter(|start| *start < at("2026-03-04T00:00:00Z")).collect();
    assert_eq!(on_tuesday, [at("2026-03-03T04:15:00Z"), at("2026-03-03T05:30:00Z")]);
}

async fn a_published_class_just_after_the_end_of_the_list_hides_too(app: TestApp) {
    let School { student, teacher } = app.school().await;
    app.publish(&teacher, at("2026-03-03T05:15:00Z"), (ClassType::Duet, 2, 1)).await;
    let reply = part(&app, &student, "endDate=2026-03-03T05:00:00Z").await;
    let shown = starts(reply["slots"].as_array().unwrap());
    assert_eq!(shown, [at("2026-03-03T03:30:00Z")], "10:00 touches the class at 10:45, though that lies outside");
}

async fn slot_overlapping_own_class_after_the_list_is_hidden(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let only_nine = "endDate=2026-03-03T03:30:00.000001Z";
    let before = part(&app, &student, only_nine).await;
    assert_eq!(starts(before["slots"].as_array().unwrap()), [at("2026-03-03T03:30:00Z")], "9:00 is offered at first");
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:45", "10:45")]).await;
    app.book(&student, &app.slot_at(&student, at("2026-03-03T04:15:00Z")).await).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "10:00")]).await;
    let after = part(&app, &student, only_nine).await;
    assert_eq!(after["slots"], json!([]), "9:00 overlaps the class at 9:45");
}

async fn a_full_class_is_not_offered(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let start = at("2026-03-03T08:00:00Z");
    app.publish(&teacher, start, (ClassType::Duet, 2, 1)).await;
    let viewer = app.student("Viewer", &teacher).await;
    for (name, left) in [("Arjun", 2), ("Bela", 1)] {
        assert_eq!(app.slot_at(&viewer, start).await["seatsLeft"], left);
        let student = app.student(name, &teacher).await;
        app.lot(&student, 1, days(30)).await;
        app.book(&student, &app.slot_at(&student, start).await).await;
        assert!(!offered(&app, &student).await.contains(&start), "no longer listed to {name}, who has booked it");
    }
    assert!(!offered(&app, &viewer).await.contains(&start), "full");
}

async fn only_the_asked_part_of_the_calendar_is_given(app: TestApp) {
    let School { student, .. } = app.school().await;
    for (query, first, count) in [
        ("startDate=2026-03-10T00:00:00Z&endDate=2026-03-11T00:00:00Z", Some("2026-03-10T03:30:00Z"), 3),
        ("startDate=2026-03-10T04:30:00Z&endDate=2026-03-10T05:30:00Z", Some("2026-03-10T04:30:00Z"), 1),
        ("startDate=2026-03-10T05:30:00%2B01:00&endDate=2026-03-10T05:30:00Z", Some("2026-03-10T04:30:00Z"), 1),
        ("startDate=1999-01-01T00:00:00Z&endDate=2026-03-03T04:00:00Z", Some("2026-03-03T03:30:00Z"), 1),
        ("startDate=2026-03-29T00:00:00Z&endDate=9999-01-01T00:00:00Z", Some("2026-03-29T03:30:00Z"), 5),
        ("startDate=2026-03-11T00:00:00Z&endDate=2026-03-10T00:00:00Z", None, 0),
        ("startDate=2026-05-01T00:00:00Z&endDate=2026-05-02T00:00:00Z", None, 0),
        ("startDate=-005000-01-01T00:00:00Z&endDate=-004999-01-01T00:00:00Z", None, 0),
    ] {
        let reply = part(&app, &student, query).await;
        let shown = starts(reply["slots"].as_array().unwrap());
        assert_eq!((shown.first().copied(), shown.len()), (first.map(at), count), "{query}");
    }
}

async fn invalid_dates_and_zones_are_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    for (query, field) in [
        ("startDate=tomorrow", "startDate"),
        ("startDate=2026-02-30T00:00:00Z", "startDate"),
        ("endDate=2026-03-10", "endDate"),
        ("endDate=2026-03-10T00:00:00", "endDate"),
        ("endDate=99999-01-01T00:00:00Z", "endDate"),
        ("studentTimeZone=Mars%2FOlympus", "studentTimeZone"),
        ("studentTimeZone=..%2F..%2Fetc%2Fpasswd", "studentTimeZone"),
        ("studentTimeZone=%00", "studentTimeZone"),
    ] {
        let path = format!("/api/teacher/{}/available-slots?{query}", student.teacher.id);
        let problem = app.get(&path).by(&student).refused(ErrorCode::InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field, "{query}");
    }
}

async fn code_of_another_teacher_returns_an_empty_list(app: TestApp) {
    let School { student, .. } = app.school().await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "America/New_York", 60, &[(0..=6, "09:00", "12:00")]).await;
    let own = app.get(&format!("/api/slots?referralCode={}", student.teacher.code)).by(&student).ok().await;
    assert_ne!(own, json!([]), "the control: the code of the student's own teacher");
    for code in [leela.code.as_str(), "TCH-ZZZ-9999", "nonsense"] {
        let list = app.get(&format!("/api/slots?referralCode={code}")).by(&student).ok().await;
        assert_eq!(list, json!([]), "{code}");
    }
}

async fn a_teacher_without_hours_offers_published_classes(app: TestApp) {
    let teacher = app.teacher("Leela").await;
    let student = app.student("Sofia", &teacher).await;
    assert_eq!(app.slots(&student).await, [] as [Value; 0]);
    app.lot(&student, 1, days(30)).await;
    let start = at("2026-03-20T12:00:00Z");
    app.publish(&teacher, start, (ClassType::Private, 1, 1)).await;
    let reply = part(&app, &student, "").await;
    assert_eq!(reply["metadata"]["teacherTimeZone"], "Asia/Kolkata", "the clock of the browser");
    app.book(&student, &app.slot_at(&student, start).await).await;
}

async fn a_teacher_who_is_no_longer_approved_offers_nothing(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    reject(&app, &teacher).await;
    assert_eq!(app.get("/api/slots").by(&student).ok().await, json!([]));
    let path = format!("/api/teacher/{}/available-slots", teacher.id);
    app.get(&path).by(&student).refused(ErrorCode::NotFound).await;
    app.book_refused(&student, &slot, ErrorCode::InvalidSlot).await;
    app.get("/api/slots").by(&teacher).refused(ErrorCode::RoleNotAllowed).await;
}

async fn reject(app: &TestApp, teacher: &Teacher) {
    use tala_domain::identity::TeacherStatus::{Approved, Rejected};
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(tala_store::teachers::mark_status(&tx, teacher.id, Approved, Rejected).await.unwrap());
    tx.commit().await.unwrap();
}
