//! Booking and paying out as it is done where nobody thought of others: look whether the hour is free, then write. For tests that
//! prove that the races are real; the product has nothing of the kind.

use tala_domain::ids::{BookingId, LedgerTxId, PayoutId, SlotId};
use tala_domain::payouts::PayoutState;
use tala_domain::time::cells;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::{Backend, Store, StoreError, ledger, payouts};
use tokio::sync::Barrier;

use crate::app::TestApp;
use crate::raw;
use crate::school::Student;

/// Takes the guards off: the unique indexes on slots, cells, bookings and refunds, and the CHECKs on seats, credits and coupons.
pub async fn take_the_guards_off(store: &Store) {
    let columns = "person_id, cell, slot_id";
    let indexes = ["slots_teacher_start", "bookings_one_seat", "bookings_order", "refunds_once"];
    let mut statements = indexes.map(|index| format!("DROP INDEX {index}")).to_vec();
    if store.backend() == Backend::Sqlite {
        // SQLite cannot drop a key or a CHECK: the tables are made again without them.
        statements.push("ALTER TABLE time_cells RENAME TO guarded_cells".to_owned());
        statements.push(format!("CREATE TABLE time_cells AS SELECT {columns} FROM guarded_cells"));
        statements.push("DROP TABLE guarded_cells".to_owned());
        statements.push("PRAGMA ignore_check_constraints = ON".to_owned());
    } else {
        let guards = [
            ("time_cells", "time_cells_pkey"),
            ("slots", "slots_seats"),
            ("credit_lots", "credit_lots_count"),
            ("coupons", "coupons_limit"),
        ];
        statements.extend(guards.map(|(table, guard)| format!("ALTER TABLE {table} DROP CONSTRAINT {guard}")));
    }
    let tx = store.begin().await.unwrap();
    for statement in statements {
        tx.batch(&statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    tx.commit().await.unwrap();
}

/// Looks whether the teacher's hour is free, waits for the others to look too, and then writes slot, cells and booking.
/// `Ok(false)` when the hour was seen to be taken; an error when the database refused.
pub async fn book_an_hour(
    app: &TestApp,
    student: &Student,
    start: jiff::Timestamp,
    looked: &Barrier,
) -> Result<bool, StoreError> {
    let store = &app.ctx.store;
    let id = |uuid| raw::id(store, uuid);
    let (teacher, person) = (id(student.teacher.id.0), id(student.id.0));
    let [first, .., last] = cells(start);
    let busy =
        raw::count(store, &format!("time_cells WHERE person_id = {teacher} AND cell BETWEEN {first} AND {last}")).await;
    looked.wait().await;
    if busy > 0 {
        return Ok(false);
    }
    let (slot, micros) = (id(SlotId(app.ctx.new_id()).0), start.as_microsecond());
    let mut statements =
        vec![format!("INSERT INTO slots VALUES ({slot}, {teacher}, {micros}, 'virtual', 'private', 1, 1, 1, 0, NULL)")];
    for who in [&person, &teacher] {
        statements.extend(cells(start).map(|cell| format!("INSERT INTO time_cells VALUES ({who}, {cell}, {slot})")));
    }
    statements.push(booking(app, student, &slot, start));
    write(store, &statements).await
}

/// Looks how many seats are taken, waits for the others to look too, and then writes one more than it has seen.
pub async fn book_a_seat(
    app: &TestApp,
    student: &Student,
    (slot, start): (SlotId, jiff::Timestamp),
    looked: &Barrier,
) -> Result<bool, StoreError> {
    let store = &app.ctx.store;
    let slot = raw::id(store, slot.0);
    let taken = raw::number(store, &format!("SELECT seats_taken FROM slots WHERE id = {slot}")).await;
    let capacity = raw::number(store, &format!("SELECT capacity FROM slots WHERE id = {slot}")).await;
    looked.wait().await;
    if taken >= capacity {
        return Ok(false);
    }
    let update = format!("UPDATE slots SET seats_taken = {} WHERE id = {slot}", taken + 1);
    write(store, &[update, booking(app, student, &slot, start)]).await
}

/// Looks whether something stands in the way (a query that counts), waits for the others to look too, and then writes.
/// `Ok(false)` when something did; an error when the database refused.
pub async fn look_and_write(
    store: &Store,
    in_the_way: &str,
    statement: &str,
    looked: &Barrier,
) -> Result<bool, StoreError> {
    let found = raw::number(store, in_the_way).await;
    looked.wait().await;
    if found > 0 { Ok(false) } else { raw::attempt(store, &[statement]).await.map(|()| true) }
}

/// Looks whether a payout waits for the bank, waits for the other to look too, and then writes how it ended, in the table and
/// in the books.
pub async fn settle_a_payout(app: &TestApp, id: PayoutId, to: PayoutState, looked: &Barrier) -> bool {
    let store = &app.ctx.store;
    let payout = payouts::find_by_id(store.read(), id).await.unwrap().unwrap();
    looked.wait().await;
    if payout.state != PayoutState::Prepared {
        return false;
    }
    let (account, kind) = match to {
        PayoutState::Paid => (Account::PaidOut, Kind::PayoutPaid),
        _ => (Account::TeacherPayable, Kind::PayoutFailed),
    };
    let (owner, amount) = (Some(payout.teacher_id), payout.amount);
    let posting = Posting::new(LedgerTxId(app.ctx.new_id()), kind, app.now())
        .payout(id)
        .money(Account::PayoutsPayable, owner, amount)
        .money(account, owner, amount.checked_neg().unwrap());
    let tx = store.begin().await.unwrap();
    let update = format!("UPDATE payouts SET state = '{}' WHERE id = {}", to.as_str(), raw::id(store, id.0));
    tx.batch(&update).await.unwrap();
    ledger::post(&tx, &posting).await.unwrap();
    tx.commit().await.unwrap();
    true
}

async fn write(store: &Store, statements: &[String]) -> Result<bool, StoreError> {
    let statements: Vec<&str> = statements.iter().map(String::as_str).collect();
    raw::attempt(store, &statements).await.map(|()| true)
}

fn booking(app: &TestApp, student: &Student, slot: &str, start: jiff::Timestamp) -> String {
    let store = &app.ctx.store;
    let booking = raw::id(store, BookingId(app.ctx.new_id()).0);
    let (person, teacher) = (raw::id(store, student.id.0), raw::id(store, student.teacher.id.0));
    let (starts, ends) = (start.as_microsecond(), start.as_microsecond() + 3_600_000_000);
    let no = raw::truth(store, false);
    format!(
        "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
            credits_used, amount_minor, currency, student_zone, calendar_sequence, created_at, updated_at) VALUES ({booking}, {slot}, {person}, {teacher}, {starts}, {ends}, 'confirmed', {no}, 'credit',
             0, 0, 'INR', NULL, 0, 0, 0)"
    )
}
