//! Deletion and suspension of people during bookings with them (D35).

use serde_json::{Value, json};
use tala_app::services::seats::{Participants, SeatError, SlotSelector, check_bookable, take_seat};
use tala_domain::booking::BookingError;
use tala_domain::error::ErrorCode::{self, InvalidSlot};
use tala_domain::ids::PersonId;
use tala_store::privacy::{self, OpenObligations};
use tala_store::slots::Slot;
use tala_store::{Transaction, availabilities, people};
use tala_tests::families::learner_form;
use tala_tests::fixtures::{booking_body, instant};
use tala_tests::{PaymentsApp, Reply, School, TestApp, both_dbs, on_postgres, raw};
use tokio::task::JoinHandle;

both_dbs!(listed_slot_of_a_deleted_person_cannot_be_booked);
on_postgres!(
    without_the_lock_a_person_with_a_class_is_deleted,
    deletion_during_a_booking_is_refused,
    booking_during_a_deletion_is_refused,
    order_during_the_teachers_deletion_is_refused,
    suspension_waits_for_a_booking_in_progress,
    child_added_during_the_guardians_deletion_is_refused,
    two_guardians_who_delete_their_accounts_leave_one,
);

async fn listed_slot_of_a_deleted_person_cannot_be_booked(app: TestApp) {
    let School { teacher, student } = app.school().await;
    let pair = Participants { student: student.id, teacher: teacher.id };
    let start = instant(&app.slots(&student).await[0]["dateTime"]);
    let wanted = SlotSelector::Virtual(start);
    let offering = availabilities::find_by_approved_teacher(app.ctx.store.read(), teacher.id).await.unwrap().unwrap();
    check_bookable(&app.ctx, &offering, wanted, None).await.unwrap();
    let take = async || {
        let tx = app.ctx.store.begin().await.unwrap();
        take_seat(&tx, &app.ctx, pair, wanted, start, app.now()).await.map(|slot| slot.starts_at)
    };
    assert_eq!(take().await.unwrap(), start, "and released again");
    suspend(&app, teacher.id.into(), true).await;
    assert!(matches!(take().await, Err(SeatError::Refused(BookingError::InvalidSlot))));
    suspend(&app, teacher.id.into(), false).await;
    take().await.unwrap();
    for gone in [PersonId::from(student.id), teacher.id.into()] {
        let tx = app.ctx.store.begin().await.unwrap();
        assert!(privacy::erase_person(&tx, gone, app.now()).await.unwrap());
        let refusal = join(&app, &tx, pair, start).await;
        assert!(matches!(refusal, Err(SeatError::Refused(BookingError::InvalidSlot))), "{refusal:?}");
    }
}

async fn join(app: &TestApp, tx: &Transaction, pair: Participants, start: jiff::Timestamp) -> Result<Slot, SeatError> {
    take_seat(tx, &app.ctx, pair, SlotSelector::Virtual(start), start, app.now()).await
}

async fn suspend(app: &TestApp, who: PersonId, suspended: bool) {
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(people::set_suspended(&tx, who, suspended.then(|| app.now())).await.unwrap());
    tx.commit().await.unwrap();
}

/// Waits until this many connections wait for a lock, or until `waiting`, which should wait, is done.
async fn waiting<T>(app: &TestApp, wanted: i64, waits: &JoinHandle<T>) {
    while !waits.is_finished() && raw::count_lock_waiters(&app.ctx.store).await < wanted {
        tokio::task::yield_now().await;
    }
}

/// A booking that has its seat and waits for the lot that `held` has locked.
async fn start_booking(app: &TestApp, school: &School) -> (Transaction, JoinHandle<Reply>) {
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

fn delete_account(app: &TestApp, school: &School) -> JoinHandle<Reply> {
    let (app, teacher) = (app.clone(), school.teacher.clone());
    tokio::spawn(
        async move { app.delete("/api/account", &json!({ "email": teacher.email })).by(&teacher).send().await },
    )
}

/// Control: a deletion that counts bookings without the lock misses the booking and deletes the person.
async fn without_the_lock_a_person_with_a_class_is_deleted(app: TestApp) {
    let school = app.school().await;
    let (held, booking) = start_booking(&app, &school).await;
    let (server, teacher) = (app.another_server(3).await, school.teacher.id);
    let leaving = tokio::spawn(async move {
        let tx = server.ctx.store.begin().await.unwrap();
        people::lock_for_update(&tx, teacher.into()).await.unwrap();
        let open: OpenObligations = privacy::count_open_obligations(&tx, teacher.into(), server.now()).await.unwrap();
        assert_eq!(open.classes, 0, "it is not committed yet");
        assert!(privacy::erase_person(&tx, teacher.into(), server.now()).await.unwrap());
        tx.commit().await.unwrap();
    });
    waiting(&app, 2, &leaving).await;
    held.commit().await.unwrap();
    booking.await.unwrap().ok();
    leaving.await.unwrap();
    assert_eq!(app.count("bookings b JOIN people p ON p.id = b.teacher_id WHERE p.deleted_at IS NOT NULL").await, 1);
}

async fn deletion_during_a_booking_is_refused(app: TestApp) {
    let school = app.school().await;
    let (held, booking) = start_booking(&app, &school).await;
    let leaving = delete_account(&app, &school);
    waiting(&app, 2, &leaving).await;
    held.commit().await.unwrap();
    booking.await.unwrap().ok();
    leaving.await.unwrap().refused(ErrorCode::OpenObligations);
    assert_eq!(app.count("people WHERE deleted_at IS NOT NULL").await, 0);
}

async fn booking_during_a_deletion_is_refused(app: TestApp) {
    let School { teacher, student } = app.school().await;
    for gone in [PersonId::from(student.id), teacher.id.into()] {
        let slot = app.slots(&student).await[0].clone();
        let leaving = app.ctx.store.begin().await.unwrap();
        people::lock_exclusively(&leaving, gone).await.unwrap();
        assert!(privacy::count_open_obligations(&leaving, gone, app.now()).await.unwrap().is_none());
        let (server, meera) = (app.another_server(2).await, student.clone());
        let booking = tokio::spawn(async move {
            server.post("/api/book-with-credits", &booking_body(&meera, &slot)).by(&meera).send().await
        });
        waiting(&app, 1, &booking).await;
        // The booking stops at the deleted account; the student can retry with another teacher.
        let sql = format!("UPDATE people SET deleted_at = 1 WHERE id = {}", raw::id(&app.ctx.store, gone.0));
        leaving.batch(&sql).await.unwrap();
        leaving.commit().await.unwrap();
        booking.await.unwrap().refused(InvalidSlot);
        raw::execute(&app.ctx.store, "UPDATE people SET deleted_at = NULL").await;
    }
    assert_eq!(app.count("bookings").await, 0);
}

async fn order_during_the_teachers_deletion_is_refused(app: PaymentsApp) {
    let School { teacher, student } = app.school().await;
    let quote: Value = app.package_quote(&student, 4, None).await;
    let leaving = app.ctx.store.begin().await.unwrap();
    people::lock_exclusively(&leaving, teacher.id.into()).await.unwrap();
    let (server, meera) = (app.clone(), student.clone());
    let buying = tokio::spawn(async move { server.package_request(&meera, &quote).send().await });
    waiting(&app, 1, &buying).await;
    assert!(privacy::erase_person(&leaving, teacher.id.into(), app.now()).await.unwrap());
    leaving.commit().await.unwrap();
    buying.await.unwrap().refused(InvalidSlot);
    assert_eq!(app.count("orders").await, 0);
}

async fn suspension_waits_for_a_booking_in_progress(app: TestApp) {
    let school = app.school().await;
    let (support, later) = (app.new_admin("support").await, app.slots(&school.student).await[5].clone());
    let (held, booking) = start_booking(&app, &school).await;
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

async fn child_added_during_the_guardians_deletion_is_refused(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let anita = app.person("Anita").await;
    let deletion = app.ctx.store.begin().await.unwrap();
    people::lock_exclusively(&deletion, anita.id).await.unwrap();
    assert!(privacy::erase_person(&deletion, anita.id, app.now()).await.unwrap());
    let (server, guardian, form) = (app.another_server(2).await, anita.clone(), learner_form("Asha", &padma));
    let adding = tokio::spawn(async move { server.post("/api/learners", &form).by(&guardian).send().await });
    waiting(&app, 1, &adding).await;
    deletion.commit().await.unwrap();
    adding.await.unwrap().refused(ErrorCode::AccountSuspended);
    assert_eq!(app.count("guardians").await, 0);
}

async fn two_guardians_who_delete_their_accounts_leave_one(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let anita = app.person("Anita").await;
    let asha = app.learner("Asha", &anita, &padma).await;
    let (bela, _) = app.second_guardian("Bela", &asha).await;
    // The first deletion is about to commit.
    let deletion = app.ctx.store.begin().await.unwrap();
    people::lock_exclusively(&deletion, anita.id).await.unwrap();
    people::lock_learners(&deletion, anita.id).await.unwrap();
    let open = privacy::count_open_obligations(&deletion, anita.id, app.now()).await.unwrap();
    assert_eq!(open.learners, 0);
    assert!(privacy::erase_person(&deletion, anita.id, app.now()).await.unwrap());
    let (server, guardian) = (app.another_server(2).await, bela.clone());
    let second = tokio::spawn(async move {
        server.delete("/api/account", &json!({ "email": guardian.email })).by(&guardian).send().await
    });
    waiting(&app, 1, &second).await;
    deletion.commit().await.unwrap();
    second.await.unwrap().refused(ErrorCode::OpenObligations);
    assert_eq!(app.count("guardians").await, 1);
}
