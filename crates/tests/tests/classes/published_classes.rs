//! Published classes: publish, change, cancel (D10, D11, D24).

use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::School;
use tala_tests::http::Request;
use tala_tests::{PaymentsApp, Teacher, TestApp, at, both_dbs, days, hours, later};

use crate::common::teaching::{assert_balanced, book_at, buy_at, classes_path, column, id, only_error, publish};

both_dbs!(
    a_class_is_published_seen_and_booked,
    every_rule_has_its_message,
    an_empty_class_can_be_changed,
    a_class_with_students_keeps_time_and_cost,
    class_with_a_hold_keeps_time_and_cost,
    a_teacher_is_in_one_place_at_a_time,
    cancelled_hour_can_be_published,
    cancelled_class_returns_all_payments,
    payment_for_a_cancelled_published_class_is_refunded,
    teachers_reason_is_mailed_to_the_students,
    past_deleted_or_foreign_class_cannot_be_changed,
    the_list_shows_what_is_published,
    title_description_and_level_are_shown_to_students,
    bookings_mails_and_calendars_name_a_class_by_its_title,
);

const START: &str = "2026-03-06T10:00:00Z";

fn change<'a>(app: &'a TestApp, teacher: &Teacher, class: &Value, body: &Value) -> Request<'a> {
    app.put(&format!("{}/{}", classes_path(teacher), id(class)), body).by(teacher)
}

fn cancel_class<'a>(app: &'a TestApp, teacher: &Teacher, class: &Value) -> Request<'a> {
    app.post(&format!("{}/{}/cancel", classes_path(teacher), id(class)), &json!({})).by(teacher)
}

async fn listed(app: &TestApp, teacher: &Teacher) -> Value {
    app.get(&classes_path(teacher)).by(teacher).ok().await["classes"].clone()
}

async fn a_class_is_published_seen_and_booked(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let body = json!({ "dateTime": START, "classTypeKey": "Group" });
    let reply = app.post(&classes_path(&teacher), &body).by(&teacher).ok().await;
    let class = &reply["class"];
    let expected = json!({
        "_id": class["_id"], "dateTime": START, "classTypeKey": "Group", "capacity": 10, "seatsTaken": 0, "creditCost": 1,
        "title": "", "description": "", "level": null, "students": [],
    });
    assert_eq!(*class, expected, "ten seats by default");
    let slot = app.slot_at(&student, at(START)).await;
    assert_eq!((&slot["isVirtualSlot"], &slot["seatsLeft"]), (&json!(false), &json!(10)));
    let booking = app.book(&student, &slot).await;
    let class = &listed(&app, &teacher).await[0];
    assert_eq!(class["seatsTaken"], 1);
    let who = json!([{ "bookingId": booking["_id"], "name": "Meera", "email": student.email }]);
    assert_eq!(class["students"], who);
    for (kind, capacity, start) in [("Private", 1, "2026-03-06T12:00:00Z"), ("Duet", 2, "2026-03-06T13:00:00Z")] {
        let body = json!({ "dateTime": start, "classTypeKey": kind, "creditCost": 3 });
        let made = app.post(&classes_path(&teacher), &body).by(&teacher).ok().await["class"].clone();
        assert_eq!((&made["capacity"], &made["creditCost"]), (&json!(capacity), &json!(3)));
    }
    assert_eq!(app.count("audit_log WHERE action = 'class_published'").await, 3);
    assert_balanced(&app).await;
}

async fn every_rule_has_its_message(app: TestApp) {
    let teacher = app.teacher("Padma").await;
    let good = json!({ "dateTime": START, "classTypeKey": "Group", "capacity": 10, "creditCost": 1 });
    let soon = later(app.now(), hours(12)).to_string();
    let too_soon = "Students can book until 12 hours before a class. Please choose a later time";
    let far = later(app.now(), days(90) + tala_tests::minutes(15)).to_string();
    for (field, value, message) in [
        ("dateTime", json!(""), "Please choose the date and time of the class"),
        ("dateTime", json!("tomorrow"), "Please choose the date and time of the class"),
        ("dateTime", json!("2026-03-06T10:10:00Z"), "Times go in 15-minute steps, such as 09:15"),
        ("dateTime", json!("2026-03-06T10:00:00.000001Z"), "Times go in 15-minute steps, such as 09:15"),
        ("dateTime", json!(soon), too_soon),
        ("dateTime", json!("2020-03-06T10:00:00Z"), too_soon),
        ("dateTime", json!(far), "Please choose a time within the next 90 days"),
        ("dateTime", json!("9999-12-30T10:00:00Z"), "Please choose a time within the next 90 days"),
        ("classTypeKey", json!("Trio"), "Please choose Private, Duet or Group"),
        ("capacity", json!(1), "Please choose from 2 to 50 places"),
        ("capacity", json!(51), "Please choose from 2 to 50 places"),
        ("capacity", json!(i64::MAX), "Please choose from 2 to 50 places"),
        ("creditCost", json!(0), "Please choose from 1 to 100 credits"),
        ("creditCost", json!(101), "Please choose from 1 to 100 credits"),
        ("creditCost", json!(-1), "Please choose from 1 to 100 credits"),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let problem = app.post(&classes_path(&teacher), &body).by(&teacher).refused(ErrorCode::InvalidFields).await;
        assert_eq!(only_error(&problem), (field.to_owned(), message.to_owned()), "{value}");
    }
    for (kind, capacity, message) in [("Private", 2, "A private class has 1 place"), ("Duet", 1, "A duet has 2 places")]
    {
        let body = json!({ "dateTime": START, "classTypeKey": kind, "capacity": capacity });
        let problem = app.post(&classes_path(&teacher), &body).by(&teacher).refused(ErrorCode::InvalidFields).await;
        assert_eq!(only_error(&problem).1, message);
    }
    assert_eq!(app.count("slots").await, 0);
    let latest = later(at("2026-03-02T04:30:00Z"), days(90)).to_string();
    publish(&app, &teacher, &latest, "Group", 50).await;
}

async fn an_empty_class_can_be_changed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let class = publish(&app, &teacher, START, "Group", 10).await;
    let new = json!({ "dateTime": "2026-03-06T10:30:00Z", "capacity": 4, "creditCost": 2 });
    let changed = change(&app, &teacher, &class, &new).ok().await["class"].clone();
    assert_eq!((&changed["dateTime"], &changed["capacity"]), (&json!("2026-03-06T10:30:00Z"), &json!(4)));
    let slots = app.slots(&student).await;
    assert!(slots.iter().all(|slot| slot["dateTime"] != START), "it has moved, into hours that were its own in part");
    let slot = app.slot_at(&student, at("2026-03-06T10:30:00Z")).await;
    assert_eq!((&slot["creditCost"], &slot["capacity"]), (&json!(2), &json!(4)));
    publish(&app, &teacher, "2026-03-06T09:30:00Z", "Group", 10).await;
    let same = change(&app, &teacher, &class, &json!({})).ok().await["class"].clone();
    assert_eq!(same, changed, "what is missing stays");
    let type_of_another = json!({ "classTypeKey": "Private" });
    assert_eq!(change(&app, &teacher, &class, &type_of_another).ok().await["class"]["classTypeKey"], "Group");
    let near = json!({ "dateTime": later(app.now(), hours(11)).to_string() });
    change(&app, &teacher, &class, &near).refused(ErrorCode::InvalidFields).await;
    app.book(&student, &slot).await;
    assert_balanced(&app).await;
}

async fn a_class_with_students_keeps_time_and_cost(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let class = publish(&app, &teacher, START, "Group", 10).await;
    let other = app.student("Sofia", &teacher).await;
    app.lot(&other, 1, days(30)).await;
    book_at(&app, &student, START).await;
    book_at(&app, &other, START).await;
    for body in [
        json!({ "dateTime": "2026-03-06T11:00:00Z" }),
        json!({ "creditCost": 2 }),
        json!({ "dateTime": START, "capacity": 12, "creditCost": 2 }),
    ] {
        change(&app, &teacher, &class, &body).refused(ErrorCode::ClassHasStudents).await;
    }
    let changed =
        change(&app, &teacher, &class, &json!({ "dateTime": START, "capacity": 2, "creditCost": 1 })).ok().await;
    assert_eq!((&changed["class"]["capacity"], &changed["class"]["seatsTaken"]), (&json!(2), &json!(2)));
    assert_eq!(column(&changed["class"]["students"], "name").len(), 2);
    let third = app.student("Anna", &teacher).await;
    app.lot(&third, 1, days(30)).await;
    assert!(app.slots(&third).await.iter().all(|slot| slot["dateTime"] != START), "it is full");
    change(&app, &teacher, &class, &json!({ "capacity": 50 })).ok().await;
    let last = book_at(&app, &third, START).await;
    change(&app, &teacher, &class, &json!({ "capacity": 2 })).refused(ErrorCode::ClassHasStudents).await;
    app.clock.set(later(at(START), -hours(11)));
    change(&app, &teacher, &class, &json!({ "dateTime": START, "capacity": 20 })).ok().await;
    assert_eq!(last["bookingStatus"], "confirmed");
    assert_balanced(&app).await;
}

async fn class_with_a_hold_keeps_time_and_cost(app: PaymentsApp) {
    let School { teacher, student } = app.school().await;
    let class = publish(&app, &teacher, START, "Group", 10).await;
    let order = app.order(&student, &app.slot_at(&student, at(START)).await, None).await;
    let later_then = json!({ "dateTime": "2026-03-06T11:00:00Z" });
    change(&app, &teacher, &class, &later_then).refused(ErrorCode::ClassHasStudents).await;
    assert_eq!(listed(&app, &teacher).await[0]["seatsTaken"], 1, "held");
    app.advance(tala_tests::minutes(16));
    change(&app, &teacher, &class, &later_then).ok().await;
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).send().await;
    app.deliver_events().await;
    app.deliver_events().await;
    assert_eq!(app.count("bookings").await, 0, "no booking at a time that was not displayed");
    assert_eq!(app.count("refunds WHERE state = 'done'").await, 1);
    assert_balanced(&app).await;
}

async fn a_teacher_is_in_one_place_at_a_time(app: TestApp) {
    let School { teacher, student } = app.school().await;
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    publish(&app, &teacher, START, "Group", 10).await;
    let other = publish(&app, &teacher, "2026-03-06T14:00:00Z", "Group", 10).await;
    for start in ["03:30", "02:45", "04:15", "10:00", "09:15", "10:45"] {
        let start = format!("2026-03-06T{start}:00Z");
        let body = json!({ "dateTime": start, "classTypeKey": "Private" });
        let problem = app.post(&classes_path(&teacher), &body).by(&teacher).refused(ErrorCode::TeacherBusy).await;
        assert_eq!(problem["message"], "You already have a class at this time.");
        change(&app, &teacher, &other, &json!({ "dateTime": start })).refused(ErrorCode::TeacherBusy).await;
    }
    assert_eq!(listed(&app, &teacher).await[1]["dateTime"], "2026-03-06T14:00:00Z", "it stays where it was");
    publish(&app, &teacher, "2026-03-06T02:30:00Z", "Group", 10).await;
    publish(&app, &teacher, "2026-03-06T04:30:00Z", "Group", 10).await;
    change(&app, &teacher, &other, &json!({ "dateTime": "2026-03-06T11:00:00Z" })).ok().await;
    let leela = app.teacher("Leela").await;
    publish(&app, &leela, START, "Group", 10).await;
    assert_balanced(&app).await;
}

async fn cancelled_hour_can_be_published(app: TestApp) {
    let School { teacher, student } = app.school().await;
    for (start, moved) in [("2026-03-06T03:30:00Z", false), ("2026-03-07T03:30:00Z", true)] {
        let booking = book_at(&app, &student, start).await;
        app.post(&format!("/api/bookings/{}/cancel", id(&booking)), &json!({})).by(&student).ok().await;
        if moved {
            let class = publish(&app, &teacher, "2026-03-07T12:00:00Z", "Group", 10).await;
            change(&app, &teacher, &class, &json!({ "dateTime": start })).ok().await;
        } else {
            publish(&app, &teacher, start, "Group", 10).await;
        }
        let slot = app.slot_at(&student, at(start)).await;
        assert_eq!((&slot["classTypeKey"], &slot["isVirtualSlot"]), (&json!("Group"), &json!(false)));
        app.book(&student, &slot).await;
    }
    let past = app.get(&format!("/api/bookings?studentId={}", student.id)).by(&student).ok().await;
    assert_eq!(past.as_array().unwrap().len(), 4, "the cancelled class is still listed");
    assert_balanced(&app).await;
}

async fn cancelled_class_returns_all_payments(app: PaymentsApp) {
    let School { teacher, student } = app.school().await;
    let (payer, holder, paying) =
        (app.student("Ravi", &teacher).await, app.student("Anna", &teacher).await, app.student("Ben", &teacher).await);
    let class = publish(&app, &teacher, START, "Group", 10).await;
    let with_credit = book_at(&app, &student, START).await;
    let with_money = buy_at(&app, &payer, START, None).await;
    let held = app.order(&holder, &app.slot_at(&holder, at(START)).await, None).await;
    let being_paid = app.order(&paying, &app.slot_at(&paying, at(START)).await, None).await;
    let payment = app.pay(&being_paid);
    app.work().await;
    let before = app.mailer.sent().len();
    app.clock.set(later(at(START), -tala_tests::minutes(1)));
    assert_eq!(cancel_class(&app, &teacher, &class).ok().await, json!({ "success": true, "cancelled": 2 }));
    app.success_request(&paying, &being_paid, &payment).send().await;
    app.deliver_events().await;
    app.deliver_events().await;
    for (who, booking) in [(&student, &with_credit), (&payer, &with_money)] {
        let list = app.get(&format!("/api/bookings?studentId={}", who.id)).by(who).ok().await;
        let seen = (&list[0]["_id"], &list[0]["bookingStatus"], &list[0]["paymentStatus"], &list[0]["cancelledBy"]);
        assert_eq!(seen, (&booking["_id"], &json!("cancelled"), &json!("refunded"), &json!("teacher")));
        let mails = app.mailer.sent().split_off(before);
        let told = |mail: &&tala_gateways::mail::OutgoingMail| {
            mail.to.address == who.email && mail.subject.starts_with("Cancelled: ")
        };
        let mail = mails.iter().find(told).unwrap_or_else(|| panic!("{} got no mail", who.name));
        assert_eq!(mail.invitation.as_ref().unwrap().method, "CANCEL");
    }
    let profile = app.get(&format!("/api/student-profile?email={}", student.email)).by(&student).ok().await;
    assert_eq!(profile["classCredits"], 4, "the credit is back");
    assert_eq!(app.count("refunds WHERE state = 'done'").await, 2, "who had paid, and who was paying");
    assert_eq!(app.order_state(&paying, &being_paid).await["state"], "refunded");
    assert_eq!(app.count("orders WHERE seat_state = 'held'").await, 0);
    assert_eq!(app.count("busy_quarter_hours").await, 0, "everyone's time is free");
    assert_ne!(app.order_state(&holder, &held).await["state"], "booked");
    assert_eq!(listed(&app, &teacher).await, json!([]));
    cancel_class(&app, &teacher, &class).refused(ErrorCode::NotFound).await;
    assert_balanced(&app).await;
}

async fn payment_for_a_cancelled_published_class_is_refunded(app: PaymentsApp) {
    let School { teacher, student } = app.school().await;
    let class = publish(&app, &teacher, START, "Group", 10).await;
    let order = app.order(&student, &app.slot_at(&student, at(START)).await, None).await;
    cancel_class(&app, &teacher, &class).ok().await;
    publish(&app, &teacher, START, "Group", 10).await;
    let payment = app.pay(&order);
    app.success_request(&student, &order, &payment).send().await;
    app.deliver_events().await;
    app.deliver_events().await;
    assert_eq!(app.count("bookings").await, 0, "not into the replacing class either");
    assert_eq!(app.count("refunds WHERE state = 'done'").await, 1);
    assert_balanced(&app).await;
}

async fn past_deleted_or_foreign_class_cannot_be_changed(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let leela = app.teacher("Leela").await;
    let hers = publish(&app, &leela, START, "Group", 10).await;
    let mine = publish(&app, &teacher, START, "Group", 10).await;
    let virtual_one = book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    let virtual_one = json!({ "_id": virtual_one["slotId"] });
    for class in [&hers, &virtual_one, &json!({ "_id": "x" }), &json!({ "_id": teacher.id.to_string() })] {
        change(&app, &teacher, class, &json!({ "capacity": 12 })).refused(ErrorCode::NotFound).await;
        cancel_class(&app, &teacher, class).refused(ErrorCode::NotFound).await;
    }
    let path = format!("{}/{}", classes_path(&leela), id(&hers));
    app.put(&path, &json!({ "capacity": 12 })).by(&teacher).refused(ErrorCode::ForbiddenSubject).await;
    app.post(&format!("{path}/cancel"), &json!({})).by(&teacher).refused(ErrorCode::ForbiddenSubject).await;
    app.clock.set(at(START));
    change(&app, &teacher, &mine, &json!({ "capacity": 12 })).refused(ErrorCode::NotCancellable).await;
    cancel_class(&app, &teacher, &mine).refused(ErrorCode::NotCancellable).await;
}

async fn the_list_shows_what_is_published(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let starts = ["2026-03-08T10:00:00Z", "2026-03-05T10:00:00Z", "2026-03-20T10:00:00Z"];
    for start in starts {
        publish(&app, &teacher, start, "Group", 10).await;
    }
    book_at(&app, &student, "2026-03-06T03:30:00Z").await;
    assert_eq!(column(&listed(&app, &teacher).await, "dateTime"), [starts[1], starts[0], starts[2]]);
    let path = |query: &str| format!("{}?{query}", classes_path(&teacher));
    let some = app.get(&path(&format!("from={}&to={}", starts[1], starts[0]))).by(&teacher).ok().await;
    assert_eq!(column(&some["classes"], "dateTime"), [starts[1]], "from the first, to before the second");
    for query in
        ["from=2026-03-08T00:00:00Z&to=2026-03-08T00:00:00Z", "from=2026-01-01T00:00:00Z&to=2029-01-01T00:00:00Z"]
    {
        app.get(&path(query)).by(&teacher).refused(ErrorCode::InvalidFields).await;
    }
    for query in ["from=x", "to=2026-13-01T00:00:00Z"] {
        app.get(&path(query)).by(&teacher).refused(ErrorCode::MalformedRequest).await;
    }
    for query in ["from=9999-12-30T00:00:00Z", "from=-009999-01-02T01:59:59Z", "to=-009999-01-03T00:00:00Z"] {
        let reply = app.get(&path(query)).by(&teacher).send().await;
        assert!(matches!(reply.code(), None | Some(ErrorCode::InvalidFields)), "{query}: {}", reply.text);
    }
}

async fn teachers_reason_is_mailed_to_the_students(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let class = publish(&app, &teacher, START, "Group", 10).await;
    let group = book_at(&app, &student, START).await;
    let single = book_at(&app, &student, "2026-03-07T03:30:00Z").await;
    app.work().await;
    let before = app.mailer.sent().len();
    let cancel = format!("/api/bookings/{}/cancel", id(&single));
    app.post(&cancel, &json!({ "reason": "x".repeat(501) })).by(&teacher).refused(ErrorCode::InvalidFields).await;
    app.post(&cancel, &json!({ "reason": "I have a fever.\r\nSorry 🌸\u{0}" })).by(&teacher).ok().await;
    let body = json!({ "reason": "The hall is closed." });
    app.post(&format!("{}/{}/cancel", classes_path(&teacher), id(&class)), &body).by(&teacher).ok().await;
    app.work().await;
    let list = app.get(&format!("/api/bookings?studentId={}", student.id)).by(&student).ok().await;
    for (booking, reason) in [(&single, "I have a fever.\nSorry 🌸"), (&group, "The hall is closed.")] {
        let shown = list.as_array().unwrap().iter().find(|shown| shown["_id"] == booking["_id"]).unwrap();
        assert_eq!(shown["cancellationReason"], reason);
        let told = |mail: &&tala_gateways::mail::OutgoingMail| {
            mail.to.address == student.email && mail.text.contains(reason.lines().last().unwrap())
        };
        assert!(app.mailer.sent()[before..].iter().find(told).is_some(), "{reason}");
    }
}

async fn title_description_and_level_are_shown_to_students(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let words = json!({ "title": " Varnam\nworkshop ", "description": "Bring ankle bells.", "level": "advanced" });
    let mut body = words.clone();
    body["dateTime"] = json!(START);
    body["classTypeKey"] = json!("Group");
    let class = app.post(&classes_path(&teacher), &body).by(&teacher).ok().await["class"].clone();
    let slot = app.slot_at(&student, at(START)).await;
    for shown in [&class, &slot] {
        assert_eq!((&shown["title"], &shown["level"]), (&json!("Varnam workshop"), &json!("advanced")));
        assert_eq!(shown["description"], "Bring ankle bells.");
    }
    let changed =
        change(&app, &teacher, &class, &json!({ "title": "Tillana", "level": "" })).ok().await["class"].clone();
    let texts = (&changed["title"], &changed["description"], &changed["level"]);
    assert_eq!(texts, (&json!("Tillana"), &json!("Bring ankle bells."), &Value::Null), "an absent text is kept");
    for (field, value, message) in [
        ("title", "x".repeat(81), "Please use at most 80 characters"),
        ("description", "x".repeat(501), "Please use at most 500 characters"),
        ("level", "guru".to_owned(), "Please choose a level from the list"),
    ] {
        let problem = change(&app, &teacher, &class, &json!({ field: value })).refused(ErrorCode::InvalidFields).await;
        assert_eq!(only_error(&problem), (field.to_owned(), message.to_owned()));
    }
}

async fn bookings_mails_and_calendars_name_a_class_by_its_title(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let body = json!({ "dateTime": START, "classTypeKey": "Group", "title": "Varnam, part 2" });
    app.post(&classes_path(&teacher), &body).by(&teacher).ok().await;
    let booking = book_at(&app, &student, START).await;
    assert_eq!(booking["title"], "Varnam, part 2");
    let private = book_at(&app, &student, "2026-03-10T03:30:00Z").await;
    assert_eq!(private["title"], "");
    app.work().await;
    for (reader, other) in [(&student.email, "Padma"), (&teacher.email, "Meera")] {
        let mails: Vec<_> = app.mailer.sent().into_iter().filter(|mail| mail.to.address == *reader).collect();
        let summary = format!("SUMMARY:Varnam\\, part 2 with {other}");
        let of_class = |mail: &&tala_gateways::mail::OutgoingMail| {
            mail.invitation.as_ref().is_some_and(|part| part.text.replace("\r\n ", "").contains(&summary))
        };
        let mail = mails.iter().find(of_class).unwrap_or_else(|| panic!("no invitation to {reader} has {summary}"));
        assert!(mail.text.contains("Class: Varnam, part 2"), "{}", mail.text);
        assert!(mails.iter().any(|mail| mail.text.contains("private class") && !mail.text.contains("Class:")));
    }
    let feed = app.post("/api/calendar-feed", &json!({})).by(&teacher).ok().await;
    let path = feed["url"].as_str().unwrap().split_once("/feed/").unwrap().1;
    let entries = app.get(&format!("/feed/{path}")).send_unchecked().await.text.replace("\r\n ", "");
    assert!(entries.contains("SUMMARY:Varnam\\, part 2 with Meera"), "{entries}");
}
