//! Controls: the same races without the guards. If these do not go wrong, the passing races prove nothing.
//!
//! A booking without guards checks first and writes then. A barrier between the two makes sure that all tasks have
//! checked before the first one writes, so the outcome does not depend on timing.

use std::sync::Arc;

use futures_util::future::join_all;
use tala_domain::booking::ClassType;
use tala_domain::error::ErrorCode;
use tala_store::StoreError;
use tala_tests::fixtures::School;
use tala_tests::unguarded::{book_unguarded, remove_guards, take_seat_unguarded};
use tala_tests::{Student, Teacher, TestApp, at, both_dbs, days};
use tokio::sync::Barrier;

both_dbs!(
    without_the_indexes_check_then_write_overbooks,
    the_indexes_alone_prevent_overbooking,
    a_seat_count_that_is_read_and_written_back_overbooks_even_with_the_guards,
    a_guarded_update_does_not,
);

const START: &str = "2026-03-03T03:30:00Z";
const RACERS: usize = 5;

async fn racers(app: &TestApp, teacher: &Teacher) -> Vec<Student> {
    let mut students = Vec::new();
    for number in 0..RACERS {
        let student = app.student(&format!("Racer {number}"), teacher).await;
        app.lot(&student, 1, days(30)).await;
        students.push(student);
    }
    students
}

async fn race_without_checks(app: &TestApp) -> Vec<Result<bool, StoreError>> {
    let School { teacher, .. } = app.school().await;
    let looked = Arc::new(Barrier::new(RACERS));
    let tasks = racers(app, &teacher).await.into_iter().map(|student| {
        let (app, looked) = (app.clone(), looked.clone());
        tokio::spawn(async move { book_unguarded(&app, &student, at(START), &looked).await })
    });
    join_all(tasks).await.into_iter().map(Result::unwrap).collect()
}

async fn without_the_indexes_check_then_write_overbooks(app: TestApp) {
    remove_guards(&app.ctx.store).await;
    for outcome in race_without_checks(&app).await {
        assert!(outcome.unwrap(), "every task succeeds");
    }
    assert_eq!(app.count("bookings").await, 5, "one teacher, one hour, five students");
}

async fn the_indexes_alone_prevent_overbooking(app: TestApp) {
    let outcomes = race_without_checks(&app).await;
    let won = outcomes.iter().filter(|outcome| matches!(outcome, Ok(true))).count();
    let refused = outcomes.iter().filter(|outcome| matches!(outcome, Err(StoreError::UniqueViolation(_)))).count();
    assert_eq!((won, refused), (1, RACERS - 1), "{outcomes:?}");
    assert_eq!(app.count("bookings").await, 1);
    assert_eq!(app.count("busy_quarter_hours").await, 8);
}

async fn a_seat_count_that_is_read_and_written_back_overbooks_even_with_the_guards(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    let class = app.publish(&teacher, at(START), (ClassType::Duet, 2, 1)).await;
    let looked = Arc::new(Barrier::new(RACERS));
    let tasks = racers(&app, &teacher).await.into_iter().map(|student| {
        let (app, looked) = (app.clone(), looked.clone());
        tokio::spawn(async move { take_seat_unguarded(&app, &student, (class, at(START)), &looked).await })
    });
    for outcome in join_all(tasks).await {
        assert!(outcome.unwrap().unwrap());
    }
    assert_eq!(app.count("bookings").await, 5, "five in a class for two");
    assert_eq!(app.count("slots WHERE seats_taken = 1").await, 1, "and the count says that a seat is free");
    assert_eq!(app.ledger_findings().await.len(), 1, "the ledger check finds it");
}

async fn a_guarded_update_does_not(app: TestApp) {
    let School { teacher, .. } = app.school().await;
    app.publish(&teacher, at(START), (ClassType::Duet, 2, 1)).await;
    let students = racers(&app, &teacher).await;
    let slot = app.slot_at(&students[0], at(START)).await;
    let tasks = students.into_iter().map(|student| {
        let (app, slot) = (app.clone(), slot.clone());
        tokio::spawn(async move { app.try_book(&student, &slot).await.code() })
    });
    let mut codes: Vec<_> = join_all(tasks).await.into_iter().map(Result::unwrap).collect();
    codes.sort_by_key(Option::is_some);
    let taken = Some(ErrorCode::SlotTaken);
    assert_eq!(codes, [None, None, taken, taken, taken]);
}
