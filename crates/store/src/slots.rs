//! Slots, their seats, and the quarter-hour cells that keep everybody's classes apart (D10, D11).

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::booking::SlotKind;
use tala_domain::ids::{PersonId, SlotId};
use tala_domain::time::cells;

use crate::StoreError;
use crate::sql::micros;

mod occupied;
mod published;
mod slot;

pub use occupied::{Occupied, OwnHold, list_occupied};
use slot::{COLUMNS, Row};
pub use slot::{Slot, find_by_id, occupy};

pub use published::{Changed, ClassChange, cancel_published, change_published, list_published};

/// The class that a teacher has published for this start, if it has not been called off.
pub async fn find_regular<C: Connection>(
    conn: &C,
    teacher: PersonId,
    start: Timestamp,
) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM slots WHERE teacher_id = $1 AND starts_at = $2 AND kind = 'regular' AND cancelled_at IS NULL"
    );
    conn.query_opt::<Row>(&sql, &[teacher.0.into(), micros(start).into()]).await?.map(Slot::try_from).transpose()
}

/// The virtual slot of a teacher at this start, if it has been stored.
pub async fn find_virtual<C: Connection>(
    conn: &C,
    teacher: PersonId,
    start: Timestamp,
) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM slots WHERE teacher_id = $1 AND starts_at = $2 AND kind = 'virtual' AND cancelled_at IS NULL"
    );
    conn.query_opt::<Row>(&sql, &[teacher.0.into(), micros(start).into()]).await?.map(Slot::try_from).transpose()
}

/// Takes the only seat of a virtual slot, storing the slot if nobody has before. `None` when somebody else has it.
pub async fn take_virtual_seat(
    tx: &Transaction,
    new_id: SlotId,
    teacher: PersonId,
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
    let values = [new_id.0.into(), teacher.0.into(), micros(start).into(), micros(now).into()];
    tx.query_opt::<Row>(&sql, &values).await?.map(Slot::try_from).transpose()
}

/// Takes a seat in a published class. `None` when it is full, cancelled or gone.
pub async fn take_regular_seat(tx: &Transaction, id: SlotId) -> Result<Option<Slot>, StoreError> {
    let sql = format!(
        "UPDATE slots SET seats_taken = seats_taken + 1
          WHERE id = $1 AND kind = 'regular' AND cancelled_at IS NULL AND seats_taken < capacity
         RETURNING {COLUMNS}"
    );
    tx.query_opt::<Row>(&sql, &[id.0.into()]).await?.map(Slot::try_from).transpose()
}

/// True when this person already has another class that touches the hour of `slot`.
pub async fn is_busy_elsewhere<C: Connection>(conn: &C, person: PersonId, slot: &Slot) -> Result<bool, StoreError> {
    #[derive(FromRow)]
    struct Taken {
        taken: i64,
    }
    let [first, .., last] = cells(slot.starts_at);
    let sql =
        "SELECT count(*) AS taken FROM time_cells WHERE person_id = $1 AND cell BETWEEN $2 AND $3 AND slot_id <> $4";
    let row: Option<Taken> =
        conn.query_opt(sql, &[person.0.into(), first.into(), last.into(), slot.id.0.into()]).await?;
    Ok(row.is_some_and(|row| row.taken > 0))
}

/// Publishes a regular class and takes the teacher's hour. False when the teacher already has a class then (D10, D11).
pub async fn insert_regular(tx: &Transaction, slot: &Slot, now: Timestamp) -> Result<bool, StoreError> {
    published::delete_empty_virtual(tx, slot.teacher_id, slot.starts_at).await?;
    let inserted = tx.execute("INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
         VALUES ($1, $2, $3, 'regular', $4, $5, 0, $6, $7) ON CONFLICT DO NOTHING",
        &[
            slot.id.0.into(),
            slot.teacher_id.0.into(),
            micros(slot.starts_at).into(),
            slot.class_type.key().into(),
            i64::from(slot.capacity).into(),
            i64::from(slot.credit_cost).into(),
            micros(now).into(),
        ],
    )
    .await?;
    Ok(inserted == 1 && occupy(tx, slot, &[slot.teacher_id]).await?)
}

/// Gives a seat back, with the hour of the student, and that of the teacher when the slot is virtual: a published class
/// keeps the teacher's hour.
pub async fn release_seat(
    tx: &Transaction,
    slot: SlotId,
    kind: SlotKind,
    student: PersonId,
    teacher: PersonId,
) -> Result<(), StoreError> {
    let sql = "UPDATE slots SET seats_taken = seats_taken - 1 WHERE id = $1 AND seats_taken > 0";
    if tx.execute(sql, &[slot.0.into()]).await? == 0 {
        // Somebody else has just given it back; the caller has to look again.
        return Err(StoreError::Serialization("no seat to give back".to_owned()));
    }
    let teacher = if kind == SlotKind::Virtual { teacher } else { student };
    let sql = "DELETE FROM time_cells WHERE slot_id = $1 AND person_id IN ($2, $3)";
    tx.execute(sql, &[slot.0.into(), student.0.into(), teacher.0.into()]).await?;
    Ok(())
}
