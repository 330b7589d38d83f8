//! Published classes: seats, and people whose classes may not overlap (D10, D11).

use futures_util::future::join_all;
use tala_domain::booking::{ClassText, ClassType, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::ids::SlotId;
use tala_store::slots::{self, Slot};
use tala_tests::fixtures::{School, instant};
use tala_tests::{Student, Teacher, TestApp, at, both_dbs, days, minutes};

both_dbs!(
    ten_of_thirty_students_get_ten_seats,
    duet_has_two_seats,
    a_student_cannot_be_in_two_classes_that_overlap,
    adjoining_classes_can_both_be_booked,
    a_student_has_one_seat_in_a_class,
    a_teacher_cannot_publish_over_a_booked_hour,
    a_free_hour_under_a_published_class_cannot_be_booked,
    refused_overlapping_booking_takes_no_seat,
);

const START: &str = "2026-03-05T12:00:00Z";

async fn rich_students(app: &TestApp, teacher: &Teacher, count: usize) -> Vec<Student> {
    let mut students = Vec::new();
    for number in 0..count {
        let student = app.student(&format!("Student {number}"), teacher).await;
        app.lot(&student, 2, days(30)).await;
        students.push(student);
    }
    students
}

async fn assert_seats_are_sold_once(app: &TestApp, students: Vec<Student>, seats: usize) {
    let slot = app.slot_at(&students[0], at(START)).await;
    let count = students.len();
    let tasks = students.into_iter().map(|student| {
        let (app, slot) = (app.clone(), slot.clone());
        tokio::spawn(async move { app.try_book(&student, &slot).await })
    });
    let replies: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status.is_success());
    assert_eq!((won.len(), lost.len()), (seats, count - seats));
    for reply in lost {
        let problem = reply.refused(ErrorCode::SlotTaken);
        let mut fresh = problem["slots"].as_array().unwrap().iter();
        assert!(fresh.all(|slot| instant(&slot["dateTime"]) != at(START)), "the full class is not among them");
    }
    assert_eq!(app.count("bookings").await, i64::try_from(seats).unwrap());
    assert_eq!(app.count("slots WHERE seats_taken = capacity").await, 1);
    assert_eq!(app.count("credit_lots WHERE remaining < total").await, i64::try_from(seats).unwrap());
    assert_eq!(app.ledger_findings().await, []);
}

async fn ten_of_thirty_students_get_ten_seats(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    app.publish(&teacher, at(START), (ClassType::Group, 10, 1)).await;
    let students = rich_students(&app, &teacher, 30).await;
    assert_seats_are_sold_once(&app, students, 10).await;
}

async fn duet_has_two_seats(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    app.publish(&teacher, at(START), (ClassType::Duet, 2, 1)).await;
    let students = rich_students(&app, &teacher, 6).await;
    assert_seats_are_sold_once(&app, students, 2).await;
}

async fn a_student_cannot_be_in_two_classes_that_overlap(app: TestApp) {
    let School { student, teacher } = app.school().await;
    // A weekly slot at 9:30 is booked; then the hours change and a class is published for students who are free at
    // 10:00.
    app.publish(&teacher, at("2026-03-05T12:00:00Z"), (ClassType::Group, 10, 1)).await;
    let slot = app.slot_at(&student, at("2026-03-05T12:00:00Z")).await;
    let leela = app.teacher("Leela").await;
    app.publish(&leela, at("2026-03-05T12:45:00Z"), (ClassType::Group, 10, 1)).await;
    let hers = app.student("Sofia", &leela).await;
    let overlapping = app.slot_at(&hers, at("2026-03-05T12:45:00Z")).await;
    app.book(&student, &slot).await;
    // The student changes the teacher directly in the database and has credits for the new one.
    let moved = Student::clone(&student).with_teacher(&app, &leela).await;
    app.lot(&moved, 1, days(30)).await;
    let problem = app.book_refused(&moved, &overlapping, ErrorCode::StudentBusy).await;
    assert_eq!(problem["slots"], serde_json::json!([]), "it is not listed to a student who is busy then");
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.count("slots WHERE seats_taken > 0").await, 1, "and no seat is lost");
    assert_eq!(app.ledger_findings().await, []);
}

async fn adjoining_classes_can_both_be_booked(app: TestApp) {
    let School { student, teacher } = app.school().await;
    for start in ["2026-03-05T12:00:00Z", "2026-03-05T13:00:00Z", "2026-03-05T11:00:00Z"] {
        app.publish(&teacher, at(start), (ClassType::Group, 10, 1)).await;
        app.book(&student, &app.slot_at(&student, at(start)).await).await;
    }
    assert_eq!(app.count("bookings").await, 3);
}

async fn a_student_has_one_seat_in_a_class(app: TestApp) {
    let School { student, teacher } = app.school().await;
    app.publish(&teacher, at(START), (ClassType::Group, 10, 1)).await;
    let slot = app.slot_at(&student, at(START)).await;
    let first = app.book(&student, &slot).await;
    assert_eq!(app.book(&student, &slot).await, first, "the same booking again");
    assert_eq!(app.count("slots WHERE seats_taken = 1").await, 1);
}

async fn a_teacher_cannot_publish_over_a_booked_hour(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let booked = at("2026-03-03T03:30:00Z");
    app.book(&student, &app.slot_at(&student, booked).await).await;
    for offset in [-45, -15, 0, 15, 45] {
        let slot = Slot {
            id: SlotId(app.ctx.new_id()),
            teacher_id: teacher.id,
            starts_at: tala_tests::later(booked, minutes(offset)),
            kind: SlotKind::Regular,
            class_type: ClassType::Group,
            capacity: 10,
            seats_taken: 0,
            credit_cost: 1,
            text: ClassText::default(),
        };
        let tx = app.ctx.store.begin().await.unwrap();
        assert!(!slots::insert_regular(&tx, &slot, app.now()).await.unwrap(), "{offset} minutes off");
        drop(tx);
    }
    assert_eq!(app.count("slots").await, 1);
    for offset in [-60, 60] {
        app.publish(&teacher, tala_tests::later(booked, minutes(offset)), (ClassType::Group, 10, 1)).await;
    }
}

async fn a_free_hour_under_a_published_class_cannot_be_booked(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let nine = app.slot_at(&student, at("2026-03-03T03:30:00Z")).await;
    let ten = app.slot_at(&student, at("2026-03-03T04:30:00Z")).await;
    // Published at 9:45, after the student's page was loaded.
    app.publish(&teacher, at("2026-03-03T04:15:00Z"), (ClassType::Group, 10, 1)).await;
    for slot in [nine, ten] {
        app.book_refused(&student, &slot, ErrorCode::SlotTaken).await;
    }
    assert_eq!((app.count("bookings").await, app.count("slots").await), (0, 1));
}

async fn refused_overlapping_booking_takes_no_seat(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let nine = at("2026-03-03T03:30:00Z");
    app.book(&student, &app.slot_at(&student, nine).await).await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:30", "12:30")]).await;
    let other = app.student("Arjun", &teacher).await;
    app.lot(&other, 1, days(30)).await;
    let mut half_past = app.slot_at(&other, at("2026-03-04T04:00:00Z")).await;
    let id = half_past["_id"].as_str().unwrap().replace("29543280", "29541840");
    half_past["_id"] = serde_json::json!(id);
    half_past["dateTime"] = serde_json::json!("2026-03-03T04:00:00Z");
    app.book_refused(&student, &half_past, ErrorCode::StudentBusy).await;
    app.book_refused(&other, &half_past, ErrorCode::SlotTaken).await;
    assert_eq!(app.count("slots").await, 1, "the refused attempts left nothing");
    assert_eq!(app.count("busy_quarter_hours").await, 8);
}
