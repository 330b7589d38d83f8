//! Bookings in the admin API (D24).

use serde_json::json;
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode::{
    AlreadyProcessed, InvalidFields, NotCancellable, NotFound, SlotTaken, SlotTooSoon,
};
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{AdminSession, TestApp, at, both_dbs, hours, later, minutes};

both_dbs!(
    bookings_are_found_by_person_status_and_time,
    booking_is_found_by_the_code_in_its_mail,
    a_search_that_finds_too_many_people_says_so,
    class_cancelled_by_an_administrator_is_fully_refunded,
    a_seat_cancelled_by_an_administrator_leaves_the_class,
    administrator_can_reschedule_at_any_time,
    booking_mails_can_be_resent,
    booking_lists_all_its_mails,
);

const BOOKINGS: &str = "/api/admin/bookings";

async fn booked(app: &TestApp) -> (AdminSession, School, String) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    let slot = app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await;
    let id = booking_id(&app.book(&school.student, &slot).await).to_string();
    (support, school, id)
}

async fn bookings_are_found_by_person_status_and_time(app: TestApp) {
    let (support, school, first) = booked(&app).await;
    let arjun = app.student("Arjun", &school.teacher).await;
    app.lot(&arjun, 2, hours(1_000)).await;
    let slot = app.slot_at(&arjun, at("2026-03-06T03:30:00Z")).await;
    let second = booking_id(&app.book(&arjun, &slot).await).to_string();
    let ids = async |query: &str| {
        let page = app.admin_get(&support, &format!("{BOOKINGS}?{query}")).await;
        let items = page["items"].as_array().unwrap();
        items.iter().map(|item| item["_id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("").await, [second.clone(), first.clone()], "newest class first");
    assert_eq!(ids("q=arjun").await, std::slice::from_ref(&second));
    assert_eq!(ids("q=padma").await.len(), 2, "teachers are found, too");
    assert_eq!(ids("q=nobody").await.len(), 0);
    assert_eq!(ids(&format!("q={first}")).await, std::slice::from_ref(&first));
    assert_eq!(ids("from=2026-03-06T00:00:00Z").await, std::slice::from_ref(&second));
    assert_eq!(ids("to=2026-03-06T00:00:00Z&status=confirmed").await, std::slice::from_ref(&first));
    assert_eq!(ids("status=cancelled").await.len(), 0);
    let page = app.admin_get(&support, &format!("{BOOKINGS}?limit=1")).await;
    assert_eq!(ids(&format!("limit=1&after={}", page["next"].as_str().unwrap())).await, [first]);
    app.admin_post(&support, &format!("{BOOKINGS}/{second}/cancel"), &json!({ "reason": "Ill" })).await;
    assert_eq!(ids("status=not_cancelled").await, ids("status=confirmed").await);
    assert_eq!(ids("status=cancelled").await, [second]);
    app.get(&format!("{BOOKINGS}?status=lost")).as_admin(&support).refused(InvalidFields).await;
}

async fn booking_is_found_by_the_code_in_its_mail(app: TestApp) {
    let (support, school, first) = booked(&app).await;
    let slot = app.slot_at(&school.student, at("2026-03-06T03:30:00Z")).await;
    app.book(&school.student, &slot).await;
    app.work().await;
    let details = app.admin_get(&support, &format!("{BOOKINGS}/{first}")).await;
    let code = details["booking"]["bookingCode"].as_str().unwrap();
    let told: Vec<_> = app.mailer.sent().into_iter().filter(|mail| mail.text.contains(code)).collect();
    assert_eq!(told.len(), 2, "student and teacher");
    assert!(told.iter().all(|mail| !mail.text.contains(&first) && mail.html.contains(code)));
    for written in [code.to_owned(), code.to_lowercase().replace('-', ""), format!("%20{code}%20")] {
        let page = app.admin_get(&support, &format!("{BOOKINGS}?q={written}")).await;
        assert_eq!(
            (page["items"].as_array().unwrap().len(), &page["items"][0]["_id"]),
            (1, &json!(first)),
            "{written}"
        );
    }
    let nobody = app.person("Beef Cafe").await;
    app.admin_get(&support, &format!("{BOOKINGS}?q={}", nobody.email)).await;
    assert_eq!(app.admin_get(&support, &format!("{BOOKINGS}?q=beef-cafe")).await["items"], json!([]));
}

async fn a_search_that_finds_too_many_people_says_so(app: TestApp) {
    let (support, ..) = booked(&app).await;
    for number in 0..50 {
        app.person(&format!("Namesake {number}")).await;
    }
    app.admin_get(&support, &format!("{BOOKINGS}?q=namesake")).await;
    app.person("The last namesake").await;
    for path in [BOOKINGS, "/api/admin/orders"] {
        let refused = app.get(&format!("{path}?q=namesake")).as_admin(&support).refused(InvalidFields).await;
        assert_eq!(refused["errors"][0]["field"], "q");
    }
}

async fn class_cancelled_by_an_administrator_is_fully_refunded(app: TestApp) {
    let (support, school, id) = booked(&app).await;
    // Two hours before the class no student could cancel.
    app.clock.set(at("2026-03-05T01:30:00Z"));
    let support = AdminSession { ..app.admin_login(&support.name).await };
    let path = format!("{BOOKINGS}/{id}/cancel");
    let details = app.admin_post(&support, &path, &json!({ "reason": "Power cut" })).await;
    assert_eq!(
        (&details["booking"]["bookingStatus"], &details["booking"]["cancelledBy"]),
        (&json!("cancelled"), &json!("admin"))
    );
    let line =
        details["history"].as_array().unwrap().iter().find(|line| line["action"] == "booking_cancelled").unwrap();
    assert_eq!((&line["actor"], &line["reason"]), (&json!("admin:support"), &json!("Power cut")));
    assert_eq!((&line["subjectName"], &line["subjectStartsAt"]), (&json!("Meera"), &json!("2026-03-05T03:30:00Z")));
    app.post(&path, &json!({ "reason": "again" })).as_admin(&support).refused(NotCancellable).await;
    app.work().await;
    let profile =
        app.get(&format!("/api/student-profile?email={}", school.student.email)).by(&school.student).ok().await;
    assert_eq!(profile["classCredits"], 4);
    assert!(
        app.mailer.sent_to(&school.teacher.email).iter().any(|mail| mail.subject.to_lowercase().contains("cancel"))
    );
    let nobody = format!("{BOOKINGS}/01890000-0000-7000-8000-000000000001/cancel");
    app.post(&nobody, &json!({ "reason": "x" })).as_admin(&support).refused(NotFound).await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_seat_cancelled_by_an_administrator_leaves_the_class(app: TestApp) {
    let (support, school, _) = booked(&app).await;
    app.publish(&school.teacher, at("2026-03-10T13:00:00Z"), (ClassType::Group, 3, 1)).await;
    let slot = app.slot_at(&school.student, at("2026-03-10T13:00:00Z")).await;
    let id = booking_id(&app.book(&school.student, &slot).await);
    app.admin_post(&support, &format!("{BOOKINGS}/{id}/cancel"), &json!({ "reason": "Ill" })).await;
    app.work().await;
    let mails = app.mailer.sent_to(&school.student.email);
    let mail = mails.iter().find(|mail| mail.subject.starts_with("Cancelled: ")).unwrap();
    assert!(mail.text.contains("Your seat is cancelled"), "{}", mail.text);
    assert!(mail.text.contains("Tala cancelled your seat in a group class with Padma."), "{}", mail.text);
    assert!(app.slots(&school.student).await.iter().any(|open| open["dateTime"] == "2026-03-10T13:00:00Z"));
}

async fn administrator_can_reschedule_at_any_time(app: TestApp) {
    let (_, school, id) = booked(&app).await;
    app.clock.set(at("2026-03-05T01:30:00Z"));
    let support = app.admin_login("support").await;
    let path = format!("{BOOKINGS}/{id}/reschedule");
    let to = |start: &str| json!({ "dateTime": start, "reason": "Teacher is ill" });
    app.post(&path, &to("2026-03-05T03:30:00Z")).as_admin(&support).refused(SlotTooSoon).await;
    let refused = app.post(&path, &to("2026-03-06T20:00:00Z")).as_admin(&support).refused(SlotTaken).await;
    assert!(!refused["slots"].as_array().unwrap().is_empty(), "the problem contains the slots");
    let free = app.admin_get(&support, &format!("{BOOKINGS}/{id}/available-slots")).await["slots"].clone();
    let free = free.as_array().unwrap();
    let private = |start: &str| json!({ "dateTime": start, "classTypeKey": "Private" });
    assert!(free.contains(&private("2026-03-06T04:30:00Z")), "{free:?}");
    assert!(!free.contains(&private("2026-03-05T03:30:00Z")), "the student is busy then");
    let details = app.admin_post(&support, &path, &to("2026-03-06T04:30:00Z")).await;
    assert_eq!(
        (&details["booking"]["dateTime"], &details["booking"]["rescheduledFrom"]),
        (&json!("2026-03-06T04:30:00Z"), &json!("2026-03-05T03:30:00Z"))
    );
    let line =
        details["history"].as_array().unwrap().iter().find(|line| line["action"] == "booking_rescheduled").unwrap();
    assert_eq!(line["after"], json!({ "startsAt": "2026-03-06T04:30:00Z" }));
    app.clock.set(later(at("2026-03-06T04:30:00Z"), hours(2)));
    let support = app.admin_login("support").await;
    app.post(&path, &to("2026-03-09T04:30:00Z")).as_admin(&support).refused(NotCancellable).await;
    let _ = school;
    assert_eq!(app.ledger_findings().await, []);
}

async fn booking_mails_can_be_resent(app: TestApp) {
    let (support, school, id) = booked(&app).await;
    let path = format!("{BOOKINGS}/{id}/resend-mail");
    let reason = json!({ "reason": "Did not arrive" });
    app.post(&path, &reason).as_admin(&support).refused(AlreadyProcessed).await;
    app.work().await;
    let before = app.mailer.sent_to(&school.student.email).len();
    let details = app.admin_post(&support, &path, &reason).await;
    let mut topics: Vec<_> =
        details["mails"].as_array().unwrap().iter().map(|mail| mail["topic"].as_str().unwrap()).collect();
    // Their ids are of the same millisecond.
    topics.sort_unstable();
    let resent = ["booking_mail_resent_student", "booking_mail_resent_teacher"];
    assert_eq!(topics, ["booking_confirmed_student", "booking_confirmed_teacher", resent[0], resent[1]]);
    let confirmation = |details: &serde_json::Value| {
        let mails = details["mails"].as_array().unwrap();
        mails.iter().find(|mail| mail["topic"] == "booking_confirmed_student").unwrap().clone()
    };
    let first = confirmation(&details);
    assert_eq!((&first["state"], &first["attempts"]), (&json!("done"), &json!(1)));
    app.post(&path, &reason).as_admin(&support).refused(AlreadyProcessed).await;
    app.work().await;
    let sent = app.mailer.sent_to(&school.student.email);
    assert_eq!(sent.len(), before + 1);
    assert_ne!(sent[before].message_id, sent[before - 1].message_id);
    let after = app.admin_get(&support, &format!("{BOOKINGS}/{id}")).await;
    assert_eq!(confirmation(&after), first, "the first mail keeps its time and attempts");
    // They have been sent by now, and a double click resends them once.
    app.post(&path, &reason).as_admin(&support).refused(AlreadyProcessed).await;
    app.advance(minutes(2));
    app.admin_post(&support, &path, &reason).await;
    app.work().await;
    assert_eq!(app.mailer.sent_to(&school.student.email).len(), before + 2);
}

async fn booking_lists_all_its_mails(app: TestApp) {
    let (support, school, id) = booked(&app).await;
    app.work().await;
    let body = json!({ "dateTime": "2026-03-06T04:30:00Z", "reason": "Teacher is ill" });
    app.admin_post(&support, &format!("{BOOKINGS}/{id}/reschedule"), &body).await;
    app.clock.set(at("2026-03-05T05:00:00Z"));
    app.work().await;
    let support = app.admin_login("support").await;
    let details = app.admin_get(&support, &format!("{BOOKINGS}/{id}")).await;
    let mut topics: Vec<String> =
        details["mails"].as_array().unwrap().iter().map(|mail| mail["topic"].as_str().unwrap().to_owned()).collect();
    topics.sort();
    assert_eq!(
        topics,
        [
            "booking_confirmed_student",
            "booking_confirmed_teacher",
            "booking_rescheduled_student",
            "booking_rescheduled_teacher",
            "class_reminder_student",
            "class_reminder_teacher",
        ]
    );
    assert_eq!(app.mailer.sent_to(&school.student.email).len(), 3);
}
