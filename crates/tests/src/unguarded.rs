//! Check-then-write versions of booking and payouts, without guards. Control tests use them to show that the races are
//! real; the product contains no such code.

use tala_domain::ids::{BookingId, PayoutId, PostingId, SlotId};
use tala_domain::payouts::PayoutState;
use tala_domain::time::quarter_hours;
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::{Backend, Store, StoreError, ledger, payouts};
use tokio::sync::Barrier;

use crate::app::TestApp;
use crate::fixtures::Student;
use crate::raw;

/// The columns of `slots` without the texts, which have defaults.
const SLOT_COLUMNS: &str =
    "id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at, cancelled_at";

/// Removes the guards: the unique indexes on slots, busy quarter-hours, bookings and refunds, and the CHECKs on seats,
/// credits, coupons and refunded amounts.
pub async fn remove_guards(store: &Store) {
    let columns = "person_id, quarter_hour, slot_id";
    let indexes = ["slots_teacher_start", "bookings_one_seat", "bookings_order", "refunds_rest"];
    let mut statements = indexes.map(|index| format!("DROP INDEX {index}")).to_vec();
    if store.backend() == Backend::Sqlite {
        // SQLite cannot drop a key or a CHECK, so the tables are recreated without them.
        statements.push("ALTER TABLE busy_quarter_hours RENAME TO guarded_cells".to_owned());
        statements.push(format!("CREATE TABLE busy_quarter_hours AS SELECT {columns} FROM guarded_cells"));
        statements.push("DROP TABLE guarded_cells".to_owned());
        statements.push("PRAGMA ignore_check_constraints = ON".to_owned());
    } else {
        let guards = [
            ("busy_quarter_hours", "busy_quarter_hours_pkey"),
            ("slots", "slots_seats"),
            ("credit_lots", "credit_lots_count"),
            ("coupons", "coupons_limit"),
            ("payments", "payments_refunded"),
        ];
        statements.extend(guards.map(|(table, guard)| format!("ALTER TABLE {table} DROP CONSTRAINT {guard}")));
    }
    let tx = store.begin().await.unwrap();
    for statement in statements {
        tx.batch(&statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
    tx.commit().await.unwrap();
}

/// Checks that the teacher is free, waits for the other tasks to check too, then writes slot, busy quarter-hours and
/// booking. `Ok(false)` if the slot was taken at the check.
///
/// # Errors
/// That of the write, if the database rejects it.
pub async fn book_unguarded(
    app: &TestApp,
    student: &Student,
    start: jiff::Timestamp,
    looked: &Barrier,
) -> Result<bool, StoreError> {
    let store = &app.ctx.store;
    let id = |uuid| raw::id(store, uuid);
    let (teacher, person) = (id(student.teacher.id.0), id(student.id.0));
    let [first, .., last] = quarter_hours(start);
    let busy = raw::count(
        store,
        &format!("busy_quarter_hours WHERE person_id = {teacher} AND quarter_hour BETWEEN {first} AND {last}"),
    )
    .await;
    looked.wait().await;
    if busy > 0 {
        return Ok(false);
    }
    let (slot, micros) = (id(SlotId(app.ctx.new_id()).0), start.as_microsecond());
    let mut statements = vec![format!(
        "INSERT INTO slots ({SLOT_COLUMNS}) VALUES ({slot}, {teacher}, {micros}, 'virtual', 'private', 1, 1, 1, 0, NULL)"
    )];
    for who in [&person, &teacher] {
        statements.extend(
            quarter_hours(start).map(|cell| format!("INSERT INTO busy_quarter_hours VALUES ({who}, {cell}, {slot})")),
        );
    }
    statements.push(booking(app, student, &slot, start));
    write(store, &statements).await
}

/// Reads the number of seats taken, waits for the other tasks to read too, then writes that number plus one.
///
/// # Errors
/// That of the write, if the database rejects it.
pub async fn take_seat_unguarded(
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

/// Runs a query that counts conflicts, waits for the other tasks to do the same, then writes. `Ok(false)` if there was
/// a conflict.
///
/// # Errors
/// That of the write, if the database rejects it.
pub async fn check_then_write(
    store: &Store,
    in_the_way: &str,
    statement: &str,
    looked: &Barrier,
) -> Result<bool, StoreError> {
    let found = raw::number(store, in_the_way).await;
    looked.wait().await;
    if found > 0 { Ok(false) } else { raw::attempt(store, &[statement]).await.map(|()| true) }
}

/// Checks that a payout is prepared, waits for the other task to check too, then writes the outcome to the table and
/// the ledger.
pub async fn finish_payout_unguarded(app: &TestApp, id: PayoutId, to: PayoutState, looked: &Barrier) -> bool {
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
    let (owner, amount) = (Some(payout.teacher_id.into()), payout.amount);
    let posting = Posting::new(PostingId(app.ctx.new_id()), kind, app.now())
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
            credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at, updated_at)
         VALUES ({booking}, {slot}, {person}, {teacher}, {starts}, {ends}, 'confirmed', {no}, 'credit', 0, 0, 0, 'INR', 0, 0, 0)"
    )
}
