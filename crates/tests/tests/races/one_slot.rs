//! Two hundred simultaneous bookings of one slot through the whole application.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::Value;
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{booking_body, instant};
use tala_tests::{Reply, Student, Teacher, TestApp, at, both_dbs, days, on_postgres};
use tokio::sync::Barrier;

both_dbs!(one_of_two_hundred_students_gets_the_slot);
on_postgres!(
    one_of_two_hundred_students_gets_the_slot_on_two_servers,
    a_student_with_one_credit_books_one_class_on_two_servers,
    two_servers_complete_expire_and_send_everything_once,
);

const START: &str = "2026-03-03T03:30:00Z";
const STUDENTS: usize = 200;

async fn school(app: &TestApp, students: usize) -> (Teacher, Vec<Student>) {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let mut all = Vec::new();
    for number in 0..students {
        let student = app.student(&format!("Student {number}"), &teacher).await;
        app.lot(&student, 1, days(30)).await;
        all.push(student);
    }
    (teacher, all)
}

/// Sends all requests simultaneously, distributed over the servers.
async fn book_simultaneously(servers: &[TestApp], students: &[Student], slot: &Value) -> Vec<Reply> {
    let together = Arc::new(Barrier::new(students.len()));
    let tasks = students.iter().enumerate().map(|(number, student)| {
        let (server, student) = (servers[number % servers.len()].clone(), student.clone());
        let (slot, together) = (slot.clone(), together.clone());
        tokio::spawn(async move {
            let request = server.post("/api/book-with-credits", &booking_body(&student, &slot)).by(&student);
            together.wait().await;
            request.send().await
        })
    });
    join_all(tasks).await.into_iter().map(Result::unwrap).collect()
}

async fn assert_exactly_one_booked(app: &TestApp, replies: &[Reply]) {
    let (won, lost): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status.is_success());
    assert_eq!((won.len(), lost.len()), (1, STUDENTS - 1));
    assert_eq!(instant(&won[0].ok()["booking"]["dateTime"]), at(START));
    for reply in lost {
        let problem = reply.refused(ErrorCode::SlotTaken);
        let slots = problem["slots"].as_array().unwrap();
        assert!(slots.len() > 80, "fresh slots come with the refusal");
        assert!(slots.iter().all(|slot| instant(&slot["dateTime"]) != at(START)), "without the one that is gone");
    }
    for (table, count) in [
        ("bookings", 1),
        ("slots", 1),
        ("busy_quarter_hours", 8),
        ("outbox", 2),
        ("credit_lots WHERE remaining = 0", 1),
        ("ledger_transactions WHERE kind = 'credits_spent'", 1),
        ("audit_log", 1),
    ] {
        assert_eq!(app.count(table).await, count, "{table}");
    }
    assert_eq!(app.ledger_findings().await, []);
}

async fn one_of_two_hundred_students_gets_the_slot(app: TestApp) {
    let (_, students) = school(&app, STUDENTS).await;
    let slot = app.slot_at(&students[0], at(START)).await;
    let replies = book_simultaneously(std::slice::from_ref(&app), &students, &slot).await;
    assert_exactly_one_booked(&app, &replies).await;
}

async fn one_of_two_hundred_students_gets_the_slot_on_two_servers(app: TestApp) {
    let (_, students) = school(&app, STUDENTS).await;
    let slot = app.slot_at(&students[0], at(START)).await;
    let servers = [app.clone(), app.another_server(2).await];
    let replies = book_simultaneously(&servers, &students, &slot).await;
    assert_exactly_one_booked(&app, &replies).await;
}

async fn a_student_with_one_credit_books_one_class_on_two_servers(app: TestApp) {
    let (_, students) = school(&app, 8).await;
    let servers = [app.clone(), app.another_server(2).await];
    let slots = app.slots(&students[0]).await;
    let tasks = students.iter().enumerate().flat_map(|(number, student)| {
        let servers = &servers;
        slots[number * 4..number * 4 + 4].iter().enumerate().map(move |(index, slot)| {
            let (server, student, slot) = (servers[index % 2].clone(), student.clone(), slot.clone());
            tokio::spawn(async move { server.try_book(&student, &slot).await.code() })
        })
    });
    let codes: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    for (student, codes) in students.iter().zip(codes.chunks(4)) {
        let refused = codes.iter().filter(|code| **code == Some(ErrorCode::InsufficientCredits)).count();
        assert_eq!(refused, 3, "{}: {codes:?}", student.name);
    }
    assert_eq!(app.count("bookings").await, 8);
    assert_eq!(app.ledger_findings().await, []);
}

async fn two_servers_complete_expire_and_send_everything_once(app: TestApp) {
    let (_, students) = school(&app, 12).await;
    let other = app.another_server(2).await;
    let slots = app.slots(&students[0]).await;
    for (student, slot) in students.iter().zip(&slots).take(6) {
        app.book(student, slot).await;
    }
    let work = async || {
        let tasks = (0..6).map(|number| {
            let server = if number % 2 == 0 { app.clone() } else { other.clone() };
            tokio::spawn(async move { server.work().await })
        });
        join_all(tasks).await.into_iter().map(Result::unwrap).sum::<usize>()
    };
    assert_eq!(work().await, 12);
    assert_eq!(app.mailer.attempts(), 12, "each mail was handed over once");
    app.advance(days(31));
    work().await;
    assert_eq!(app.count("bookings WHERE status = 'completed'").await, 6);
    assert_eq!(app.count("ledger_transactions WHERE kind = 'credits_expired'").await, 6);
    assert_eq!(app.ledger_findings().await, []);
}
