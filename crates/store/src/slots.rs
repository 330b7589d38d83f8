//! Slots, their seats, and the busy quarter-hours that prevent overlapping classes (D10, D11).

use jiff::Timestamp;
use tala_db::{Connection, Transaction};
use tala_domain::booking::SlotKind;
use tala_domain::ids::{PersonId, SlotId, StudentId, TeacherId};
use tala_domain::level::Level;
use tala_domain::time::quarter_hours;

use crate::StoreError;
use crate::sql::{fetch_count, fetch_optional, insert_row, to_micros};

mod occupied;
mod published;
mod slot;

pub use occupied::{OccupiedTimes, OwnHold, list_occupied};
use slot::{COLUMNS, Row};
pub use slot::{Slot, find_by_id, insert_busy_quarter_hours, lock_for_update};

pub use published::{ClassChange, ClassChangeOutcome, cancel_published, change_published, list_published};

/// Finds a teacher's published class with this start.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_regular<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    start: Timestamp,
) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM slots
          WHERE teacher_id = $1 AND starts_at = $2 AND kind = 'regular' AND cancelled_at IS NULL"
    );
    fetch_optional::<Row, _>(conn, &sql, &[teacher.0.into(), to_micros(start).into()]).await
}

/// Finds a teacher's stored virtual slot with this start.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_virtual<C: Connection>(
    conn: &C,
    teacher: TeacherId,
    start: Timestamp,
) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM slots
          WHERE teacher_id = $1 AND starts_at = $2 AND kind = 'virtual' AND cancelled_at IS NULL"
    );
    fetch_optional::<Row, _>(conn, &sql, &[teacher.0.into(), to_micros(start).into()]).await
}

/// Takes the only seat of a virtual slot, and stores the slot if it is not stored yet. `None` if the seat is taken.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn take_virtual_seat(
    tx: &Transaction,
    new_id: SlotId,
    teacher: TeacherId,
    start: Timestamp,
    now: Timestamp,
) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
         VALUES ($1, $2, $3, 'virtual', 'private', 1, 1, 1, $4)
         ON CONFLICT (teacher_id, starts_at) WHERE cancelled_at IS NULL
         DO UPDATE SET seats_taken = slots.seats_taken + 1
             WHERE slots.kind = 'virtual' AND slots.seats_taken < slots.capacity
         RETURNING {COLUMNS}"
    );
    let values = [new_id.0.into(), teacher.0.into(), to_micros(start).into(), to_micros(now).into()];
    fetch_optional::<Row, _>(tx, &sql, &values).await
}

/// Takes a seat in a published class. `None` if it is full or cancelled.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn take_regular_seat(tx: &Transaction, id: SlotId) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "UPDATE slots SET seats_taken = seats_taken + 1
          WHERE id = $1 AND kind = 'regular' AND cancelled_at IS NULL AND seats_taken < capacity
         RETURNING {COLUMNS}"
    );
    fetch_optional::<Row, _>(tx, &sql, &[id.0.into()]).await
}

/// Returns whether a person has another class that overlaps `slot`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn is_busy_elsewhere<C: Connection>(conn: &C, person: PersonId, slot: &Slot) -> Result<bool, StoreError> {
    let [first, .., last] = quarter_hours(slot.starts_at);
    let sql = "SELECT COUNT(*) FROM busy_quarter_hours
                WHERE person_id = $1 AND quarter_hour BETWEEN $2 AND $3 AND slot_id <> $4";
    Ok(fetch_count(conn, sql, &[person.0.into(), first.into(), last.into(), slot.id.0.into()]).await? > 0)
}

/// Publishes a class and marks the teacher as busy. Returns false if the teacher has a class then (D10, D11).
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_regular(tx: &Transaction, slot: &Slot, now: Timestamp) -> Result<bool, StoreError> {
    published::cancel_empty_virtual(tx, slot.teacher_id, slot.starts_at).await?;
    let columns = vec![
        ("id", slot.id.0.into()),
        ("teacher_id", slot.teacher_id.0.into()),
        ("starts_at", to_micros(slot.starts_at).into()),
        ("kind", "regular".into()),
        ("class_type", slot.class_type.key().into()),
        ("capacity", i64::from(slot.capacity).into()),
        ("seats_taken", 0_i64.into()),
        ("credit_cost", i64::from(slot.credit_cost).into()),
        ("created_at", to_micros(now).into()),
        ("title", slot.text.title.as_str().into()),
        ("description", slot.text.description.as_str().into()),
        ("level", slot.text.level.map_or("", Level::as_str).into()),
    ];
    let inserted = insert_row(tx, "slots", columns, "ON CONFLICT DO NOTHING").await?;
    Ok(inserted == 1 && insert_busy_quarter_hours(tx, slot, &[slot.teacher_id.into()]).await?)
}

/// Releases a seat and the student's quarter-hours. Those of the teacher are released for virtual slots only, because a
/// published class keeps them.
///
/// # Errors
/// [`StoreError::Serialization`] if another transaction has just released it: retry.
pub async fn release_seat(
    tx: &Transaction,
    slot: SlotId,
    kind: SlotKind,
    student: StudentId,
    teacher: TeacherId,
) -> Result<(), StoreError> {
    let sql = "UPDATE slots SET seats_taken = seats_taken - 1 WHERE id = $1 AND seats_taken > 0";
    if tx.execute(sql, &[slot.0.into()]).await? == 0 {
        return Err(StoreError::Serialization("the seat was released already".to_owned()));
    }
    // A regular slot occupies its teacher's time also without students.
    let teacher = if kind == SlotKind::Virtual { teacher.into() } else { PersonId::from(student) };
    let sql = "DELETE FROM busy_quarter_hours WHERE slot_id = $1 AND person_id IN ($2, $3)";
    tx.execute(sql, &[slot.0.into(), student.0.into(), teacher.0.into()]).await?;
    Ok(())
}
