//! Refused bookings (D4, D14): each has its own error code and changes nothing.

use serde_json::{Value, json};
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, booking_body, instant};
use tala_tests::{Student, TestApp, at, both_dbs, days, hours, later, minutes};

both_dbs!(
    a_class_within_twelve_hours_is_refused,
    a_class_in_the_past_is_refused,
    a_class_beyond_the_window_is_refused,
    an_hour_outside_the_availability_is_refused,
    an_hour_that_is_no_longer_offered_is_refused,
    another_teachers_slot_is_refused,
    other_teachers_class_and_missing_class_get_the_same_error,
    a_tampered_slot_is_refused,
    time_that_differs_from_the_slots_start_is_refused,
    requests_that_cannot_be_read_are_refused,
    fields_that_break_a_rule_are_named,
    booking_for_another_student_is_refused,
    the_student_area_of_two_students_does_not_mix,
    conflict_response_contains_current_slots,
);

const NINE: &str = "2026-03-03T03:30:00Z";

/// A virtual slot as a client would send it, available or not.
fn made_up(student: &Student, start: &str) -> Value {
    let teacher = student.teacher.id.to_string();
    let minutes = at(start).as_second().div_euclid(60);
    json!({ "_id": format!("v-{teacher}-{minutes}"), "teacherId": teacher, "isVirtualSlot": true, "dateTime": start,
            "creditCost": 1 })
}

async fn nothing_changed(app: &TestApp) {
    for table in
        ["bookings", "slots WHERE kind = 'virtual'", "busy_quarter_hours", "outbox", "audit_log", "idempotency_keys"]
    {
        assert_eq!(app.count(table).await, 0, "{table}");
    }
    assert_eq!(app.count("credit_lots WHERE remaining < total").await, 0);
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_class_within_twelve_hours_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    for now in [later(at(NINE), -hours(12)), later(at(NINE), -hours(1)), later(at(NINE), minutes(30))] {
        app.clock.set(now);
        app.book_refused(&student, &slot, ErrorCode::SlotTooSoon).await;
    }
    nothing_changed(&app).await;
    app.clock.set(later(at(NINE), -hours(12) - jiff::SignedDuration::from_micros(1)));
    app.book(&student, &slot).await;
}

async fn a_class_in_the_past_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    for start in ["2026-02-23T03:30:00Z", "1970-01-01T00:00:00Z", "2026-03-02T04:30:00Z"] {
        app.book_refused(&student, &made_up(&student, start), ErrorCode::SlotTooSoon).await;
    }
    nothing_changed(&app).await;
}

async fn a_class_beyond_the_window_is_refused(app: TestApp) {
    let School { student, teacher } = app.school().await;
    for start in ["2026-03-30T05:30:00Z", "2026-03-31T03:30:00Z", "2999-01-01T03:30:00Z"] {
        app.book_refused(&student, &made_up(&student, start), ErrorCode::SlotTooFar).await;
    }
    app.open_hours(&teacher, "Asia/Kolkata", 2, &[(0..=6, "09:00", "12:00")]).await;
    app.book_refused(&student, &made_up(&student, "2026-03-05T03:30:00Z"), ErrorCode::SlotTooFar).await;
    nothing_changed(&app).await;
}

async fn an_hour_outside_the_availability_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    for start in ["2026-03-03T03:15:00Z", "2026-03-03T03:31:00Z", "2026-03-03T06:30:00Z", "2026-03-03T12:00:00Z"] {
        app.book_refused(&student, &made_up(&student, start), ErrorCode::SlotTaken).await;
    }
    nothing_changed(&app).await;
}

async fn an_hour_that_is_no_longer_offered_is_refused(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let slot = app.slot_at(&student, at(NINE)).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "10:00", "12:00")]).await;
    let problem = app.book_refused(&student, &slot, ErrorCode::SlotTaken).await;
    assert_eq!(problem["slots"][0]["dateTime"], "2026-03-03T04:30:00Z", "what is on offer instead");
    nothing_changed(&app).await;
}

async fn another_teachers_slot_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let hers = app.student("Sofia", &leela).await;
    let slot = app.slot_at(&hers, at(NINE)).await;
    app.book_refused(&student, &slot, ErrorCode::ForbiddenSubject).await;
    let mut own_teacher = slot.clone();
    own_teacher["teacherId"] = json!(student.teacher.id.to_string());
    app.book_refused(&student, &own_teacher, ErrorCode::ForbiddenSubject).await;
    let mut own_slot = app.slot_at(&student, at(NINE)).await;
    own_slot["teacherId"] = json!(leela.id.to_string());
    app.book_refused(&student, &own_slot, ErrorCode::ForbiddenSubject).await;
    nothing_changed(&app).await;
}

async fn other_teachers_class_and_missing_class_get_the_same_error(app: TestApp) {
    let School { student, .. } = app.school().await;
    let leela = app.teacher("Leela").await;
    let hers = app.publish(&leela, at("2026-03-03T12:00:00Z"), (ClassType::Group, 10, 1)).await;
    let refusal = async |id: String| {
        let slot = json!({ "_id": id, "teacherId": student.teacher.id.to_string(), "isVirtualSlot": false,
                           "dateTime": "2026-03-03T12:00:00Z", "creditCost": 1 });
        let reply = app.try_book(&student, &slot).await;
        (reply.status, reply.code(), reply.json()["detail"].clone())
    };
    let never_was = refusal(app.ctx.new_id().to_string()).await;
    assert_eq!(refusal(hers.to_string()).await, never_was, "the error does not reveal that it exists (D4)");
}

async fn a_tampered_slot_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let good = app.slot_at(&student, at(NINE)).await;
    let teacher = student.teacher.id.to_string();
    let id = good["_id"].as_str().unwrap().to_owned();
    for tampered in [
        String::new(),
        "slot".to_owned(),
        format!("{id} "),
        format!("{id}0x"),
        id.to_uppercase(),
        format!("v-{teacher}-"),
        format!("v-{teacher}--1"),
        format!("v-{teacher}-99999999999999999999"),
        format!("{id}' OR '1'='1"),
        format!("{id}\u{0}"),
        "💃".repeat(100),
        "v".repeat(10_000),
    ] {
        let mut slot = good.clone();
        slot["_id"] = json!(tampered);
        app.book_refused(&student, &slot, ErrorCode::InvalidSlot).await;
    }
    nothing_changed(&app).await;
}

async fn time_that_differs_from_the_slots_start_is_refused(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let mut slot = app.slot_at(&student, at(NINE)).await;
    slot["dateTime"] = json!("2026-03-03T04:30:00Z");
    app.book_refused(&student, &slot, ErrorCode::InvalidSlot).await;
    app.publish(&teacher, at("2026-03-03T12:00:00Z"), (ClassType::Group, 10, 1)).await;
    let mut slot = app.slot_at(&student, at("2026-03-03T12:00:00Z")).await;
    slot["dateTime"] = json!("2026-03-03T12:00:01Z");
    app.book_refused(&student, &slot, ErrorCode::InvalidSlot).await;
    slot["dateTime"] = json!("2026-03-03T17:30:00+05:30");
    app.book(&student, &slot).await;
}

async fn requests_that_cannot_be_read_are_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let good = booking_body(&student, &app.slot_at(&student, at(NINE)).await);
    for field in ["studentEmail", "slotId", "studentId", "teacherId", "dateTime"] {
        for wrong in [None, Some(Value::Null), Some(json!(7)), Some(json!(["x"])), Some(json!({ "a": 1 }))] {
            let mut body = good.clone();
            match wrong {
                None => drop(body.as_object_mut().unwrap().remove(field)),
                Some(wrong) => body[field] = wrong,
            }
            let request = app.post("/api/book-with-credits", &body).by(&student);
            request.refused(ErrorCode::MalformedRequest).await;
        }
    }
    for cost in [json!(-1), json!("1"), json!(1.5), json!(4_294_967_296_u64), json!([])] {
        let mut body = good.clone();
        body["creditsUsed"] = cost;
        app.post("/api/book-with-credits", &body).by(&student).refused(ErrorCode::MalformedRequest).await;
    }
    nothing_changed(&app).await;
}

async fn fields_that_break_a_rule_are_named(app: TestApp) {
    let School { student, .. } = app.school().await;
    let good = booking_body(&student, &app.slot_at(&student, at(NINE)).await);
    for (field, wrong) in [
        ("dateTime", json!("tomorrow")),
        ("dateTime", json!("2026-03-03T03:30:00")),
        ("dateTime", json!("2026-13-03T03:30:00Z")),
        ("dateTime", json!("")),
        ("paymentMethod", json!("card")),
        ("studentPhone", json!("call me")),
        ("studentPhone", json!("9".repeat(10_000))),
    ] {
        let mut body = good.clone();
        body[field] = wrong.clone();
        let request = app.post("/api/book-with-credits", &body).by(&student);
        let problem = request.refused(ErrorCode::InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field, "{wrong}");
    }
    nothing_changed(&app).await;
}

async fn booking_for_another_student_is_refused(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let other = app.student("Arjun", &teacher).await;
    app.lot(&other, 4, days(30)).await;
    let slot = app.slot_at(&student, at(NINE)).await;
    let own = booking_body(&student, &slot);
    for (field, wrong) in [
        ("studentEmail", json!(other.email)),
        ("studentEmail", json!("")),
        ("studentId", json!(other.id.to_string())),
        ("studentId", json!("me")),
        ("studentId", json!("")),
        ("teacherId", json!(other.id.to_string())),
    ] {
        let mut body = own.clone();
        body[field] = wrong.clone();
        app.post("/api/book-with-credits", &body).by(&student).refused(ErrorCode::ForbiddenSubject).await;
    }
    app.post("/api/book-with-credits", &own).by(&other).refused(ErrorCode::ForbiddenSubject).await;
    for person in [&*teacher, &app.person("Kavya").await] {
        app.post("/api/book-with-credits", &own).by(person).refused(ErrorCode::RoleNotAllowed).await;
    }
    nothing_changed(&app).await;
}

async fn the_student_area_of_two_students_does_not_mix(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let other = app.student("Arjun", &teacher).await;
    app.lot(&other, 1, days(30)).await;
    let slot = app.slot_at(&student, at(NINE)).await;
    app.booking_request(&student, &slot).header("idempotency-key", "same").ok().await;
    let theirs = app.slot_at(&other, at("2026-03-03T04:30:00Z")).await;
    let booking = app.booking_request(&other, &theirs).header("idempotency-key", "same").ok().await;
    assert_eq!(booking["booking"]["studentId"], other.id.to_string(), "keys are each person's own");
    assert_eq!(app.ledger_findings().await, []);
}

async fn conflict_response_contains_current_slots(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let other = app.student("Arjun", &teacher).await;
    app.lot(&other, 4, days(30)).await;
    let slot = app.slot_at(&other, at(NINE)).await;
    app.book(&student, &slot).await;
    let problem = app.book_refused(&other, &slot, ErrorCode::SlotTaken).await;
    assert_eq!(problem["slots"].as_array().unwrap(), &app.slots(&other).await);
    let starts: Vec<_> = problem["slots"].as_array().unwrap().iter().map(|slot| instant(&slot["dateTime"])).collect();
    assert!(!starts.contains(&at(NINE)), "without the one that is gone");
    assert_eq!(starts.len(), 82);
}
