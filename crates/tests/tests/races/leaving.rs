//! People who are deleted or suspended at the moment in which somebody books with them (D35).

use serde_json::{Value, json};
use tala_app::services::seats::{SeatError, SlotSelector, check_offer, take_seat};
use tala_domain::booking::BookingError;
use tala_domain::error::ErrorCode::{InvalidSlot, StillOpen};
use tala_domain::ids::PersonId;
use tala_store::privacy::{self, OpenEnds};
use tala_store::slots::Slot;
use tala_store::{Transaction, availabilities, people};
use tala_tests::school::{booking_body, instant};
use tala_tests::{Desk, Reply, School, TestApp, both_dbs, on_postgres, raw};
use tokio::task::JoinHandle;

both_dbs!(a_seat_that_was_on_offer_is_not_taken_with_somebody_who_has_gone);
on_postgres!(
    without_the_lock_somebody_is_forgotten_with_a_class,
    who_leaves_while_a_class_is_being_booked_has_to_stay,
    who_books_while_somebody_leaves_is_too_late,
    who_buys_while_the_teacher_leaves_is_too_late,
    a_suspension_waits_for_the_booking_that_has_begun,
);

async fn a_seat_that_was_on_offer_is_not_taken_with_somebody_who_has_gone(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let pair = (student.id, teacher.id);
    let start = instant(&app.slots(&student).await[0]["dateTime"]);
    let wanted = SlotSelector::Virtual(start);
    let offering = availabilities::find_offering(app.ctx.store.read(), teacher.id).await.unwrap().unwrap();
    check_offer(&app.ctx, &offering, wanted, None).await.unwrap();
    let take = async || {
        let tx = app.ctx.store.begin().await.unwrap();
        take_seat(&tx, &app.ctx, pair, (wanted, start), app.now()).await.map(|slot| slot.starts_at)
    };
    assert_eq!(take().await.unwrap(), start, "and let go again");
    suspend(&app, teacher.id, true).await;
    assert!(matches!(take().await, Err(SeatError::Refused(BookingError::InvalidSlot))));
    suspend(&app, teacher.id, false).await;
    take().await.unwrap();
    for gone in [student.id, teacher.id] {
        let tx = app.ctx.store.begin().await.unwrap();
        assert!(privacy::forget(&tx, gone, app.now()).await.unwrap());
        let refusal = take_in(&app, &tx, pair, start).await;
        assert!(matches!(refusal, Err(SeatError::Refused(BookingError::InvalidSlot))), "{refusal:?}");
    }
}

async fn take_in(
    app: &TestApp,
    tx: &Transaction,
    pair: (PersonId, PersonId),
    start: jiff::Timestamp,
) -> Result<Slot, SeatError> {
    take_seat(tx, &app.ctx, pair, (SlotSelector::Virtual(start), start), app.now()).await
}

async fn suspend(app: &TestApp, who: PersonId, suspended: bool) {
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(people::set_suspended(&tx, who, suspended.then(|| app.now())).await.unwrap());
    tx.commit().await.unwrap();
}

/// Waits until so many wait for a lock of somebody else, or this one is done, who should wait.
async fn waiting<T>(app: &TestApp, wanted: i64, waits: &JoinHandle<T>) {
    while !waits.is_finished() && raw::count_waiting(&app.ctx.store).await < wanted {
        tokio::task::yield_now().await;
    }
}

/// A booking that has its seat, and waits for its credit, which `held` keeps.
async fn booking_begun(app: &TestApp, school: &School) -> (Transaction, JoinHandle<Reply>) {
    let held = app.ctx.store.begin().await.unwrap();
    held.batch("UPDATE credit_lots SET remaining = remaining").await.unwrap();
    let slot = app.slots(&school.student).await[0].clone();
    let (server, student) = (app.another_server(2).await, school.student.clone());
    let booking = tokio::spawn(async move {
        server.post("/api/book-with-credits", &booking_body(&student, &slot)).by(&student).send().await
    });
    waiting(app, 1, &booking).await;
    (held, booking)
}

fn leave(app: &TestApp, school: &School) -> JoinHandle<Reply> {
    let (app, teacher) = (app.clone(), school.teacher.clone());
    tokio::spawn(
        async move { app.delete("/api/account", &json!({ "email": teacher.email })).by(&teacher).send().await },
    )
}

/// The control: whoever counts and forgets without the lock does not see the booking, and forgets.
async fn without_the_lock_somebody_is_forgotten_with_a_class(app: TestApp) {
    let school = app.school().await;
    let (held, booking) = booking_begun(&app, &school).await;
    let (server, teacher) = (app.another_server(3).await, school.teacher.id);
    let leaving = tokio::spawn(async move {
        let tx = server.ctx.store.begin().await.unwrap();
        people::lock(&tx, teacher).await.unwrap();
        let open: OpenEnds = privacy::count_open_ends(&tx, teacher, server.now()).await.unwrap();
        assert_eq!(open.classes, 0, "it is not committed yet");
        assert!(privacy::forget(&tx, teacher, server.now()).await.unwrap());
        tx.commit().await.unwrap();
    });
    waiting(&app, 2, &leaving).await;
    held.commit().await.unwrap();
    booking.await.unwrap().ok();
    leaving.await.unwrap();
    assert_eq!(app.count("bookings b JOIN people p ON p.id = b.teacher_id WHERE p.deleted_at IS NOT NULL").await, 1);
}

async fn who_leaves_while_a_class_is_being_booked_has_to_stay(app: TestApp) {
    let school = app.school().await;
    let (held, booking) = booking_begun(&app, &school).await;
    let leaving = leave(&app, &school);
    waiting(&app, 2, &leaving).await;
    held.commit().await.unwrap();
    booking.await.unwrap().ok();
    leaving.await.unwrap().refused(StillOpen);
    assert_eq!(app.count("people WHERE deleted_at IS NOT NULL").await, 0);
}

async fn who_books_while_somebody_leaves_is_too_late(app: TestApp) {
    let School { teacher, student } = app.school().await;
    for gone in [student.id, teacher.id] {
        let slot = app.slots(&student).await[0].clone();
        let leaving = app.ctx.store.begin().await.unwrap();
        people::lock_out(&leaving, gone).await.unwrap();
        assert!(privacy::count_open_ends(&leaving, gone, app.now()).await.unwrap().is_none());
        let (server, meera) = (app.another_server(2).await, student.clone());
        let booking = tokio::spawn(async move {
            server.post("/api/book-with-credits", &booking_body(&meera, &slot)).by(&meera).send().await
        });
        waiting(&app, 1, &booking).await;
        // As far as the booking goes; the student is to try again with the other one.
        let sql = format!("UPDATE people SET deleted_at = 1 WHERE id = {}", raw::id(&app.ctx.store, gone.0));
        leaving.batch(&sql).await.unwrap();
        leaving.commit().await.unwrap();
        booking.await.unwrap().refused(InvalidSlot);
        raw::execute(&app.ctx.store, "UPDATE people SET deleted_at = NULL").await;
    }
    assert_eq!(app.count("bookings").await, 0);
}

async fn who_buys_while_the_teacher_leaves_is_too_late(desk: Desk) {
    let School { teacher, student } = desk.school().await;
    let quote: Value = desk.package_quote(&student, 4, None).await;
    let leaving = desk.ctx.store.begin().await.unwrap();
    people::lock_out(&leaving, teacher.id).await.unwrap();
    let (server, meera) = (desk.clone(), student.clone());
    let buying = tokio::spawn(async move { server.package_request(&meera, &quote).send().await });
    waiting(&desk, 1, &buying).await;
    assert!(privacy::forget(&leaving, teacher.id, desk.now()).await.unwrap());
    leaving.commit().await.unwrap();
    buying.await.unwrap().refused(InvalidSlot);
    assert_eq!(desk.count("orders").await, 0);
}

async fn a_suspension_waits_for_the_booking_that_has_begun(app: TestApp) {
    let school = app.school().await;
    let (support, later) = (app.officer("support").await, app.slots(&school.student).await[5].clone());
    let (held, booking) = booking_begun(&app, &school).await;
    let (server, path) = (app.clone(), format!("/api/admin/people/{}/suspend", school.teacher.id));
    let suspending =
        tokio::spawn(
            async move { server.post(&path, &json!({ "reason": "A complaint" })).as_admin(&support).send().await },
        );
    waiting(&app, 2, &suspending).await;
    assert!(!suspending.is_finished(), "a booking has begun");
    held.commit().await.unwrap();
    booking.await.unwrap().ok();
    suspending.await.unwrap().ok();
    app.book_refused(&school.student, &later, InvalidSlot).await;
}
