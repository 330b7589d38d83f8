//! Published classes: changing them, and calling them off (D10).

use jiff::Timestamp;
use tala_db::{Connection, Transaction};
use tala_domain::ids::{PersonId, SlotId};

use super::slot::{COLUMNS, Row, Slot, find_by_id, occupy};
use crate::StoreError;
use crate::sql::micros;

/// A teacher's published classes that start in `[from, to)`, soonest first.
pub async fn list_published<C: Connection>(
    conn: &C,
    teacher: PersonId,
    (from, to): (Timestamp, Timestamp),
    limit: u32,
) -> Result<Vec<Slot>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM slots WHERE teacher_id = $1 AND starts_at >= $2 AND starts_at < $3 AND kind = 'regular'
            AND cancelled_at IS NULL ORDER BY starts_at LIMIT {limit}"
    );
    let values = [teacher.0.into(), micros(from).into(), micros(to).into()];
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Slot::try_from).collect()
}

/// A change of a published class.
#[derive(Clone, Copy, Debug)]
pub struct ClassChange {
    /// The new start.
    pub starts_at: Timestamp,
    /// Seats in all.
    pub capacity: u32,
    /// Credits that a seat costs.
    pub credit_cost: u32,
}

/// How a change of a published class ended.
#[derive(Clone, Debug)]
pub enum Changed {
    /// As wished.
    Done(Slot),
    /// Somebody has a seat, so time and cost stand and no seat that is taken can go.
    HasStudents,
    /// The teacher has another class then.
    Busy,
    /// Somebody else has changed it since it was read.
    Stale,
}

/// Changes a class, provided that it is still as `slot` describes it. Time and cost change only while nobody has or holds a seat.
pub async fn change_published(tx: &Transaction, slot: &Slot, change: ClassChange) -> Result<Changed, StoreError> {
    let sql = format!(
        "UPDATE slots SET starts_at = $3, capacity = $4, credit_cost = $5
          WHERE id = $1 AND teacher_id = $2 AND kind = 'regular' AND cancelled_at IS NULL AND seats_taken <= $4
            AND starts_at = $6 AND capacity = $7 AND credit_cost = $8
            AND (seats_taken = 0 OR (starts_at = $3 AND credit_cost = $5))
            AND NOT EXISTS (SELECT 1 FROM slots o WHERE o.teacher_id = $2 AND o.starts_at = $3 AND o.cancelled_at IS NULL
                               AND o.id <> $1 AND (o.kind = 'regular' OR o.seats_taken > 0))
         RETURNING {COLUMNS}"
    );
    let values = [
        slot.id.0.into(),
        slot.teacher_id.0.into(),
        micros(change.starts_at).into(),
        i64::from(change.capacity).into(),
        i64::from(change.credit_cost).into(),
        micros(slot.starts_at).into(),
        i64::from(slot.capacity).into(),
        i64::from(slot.credit_cost).into(),
    ];
    let moved = change.starts_at != slot.starts_at;
    if moved {
        delete_empty_virtual(tx, slot.teacher_id, change.starts_at).await?;
    }
    let found = match tx.query_opt::<Row>(&sql, &values).await {
        // Somebody else has moved a class to that time at the same moment. The caller abandons the transaction.
        Err(StoreError::UniqueViolation(_)) => return Ok(Changed::Busy),
        found => found?,
    };
    let Some(row) = found else {
        let current = find_by_id(tx, slot.id).await?;
        let terms = |slot: &Slot| (slot.starts_at, slot.capacity, slot.credit_cost);
        return Ok(match current {
            Some(current) if terms(&current) != terms(slot) => Changed::Stale,
            Some(current) if current.seats_taken == 0 && moved => Changed::Busy,
            _ => Changed::HasStudents,
        });
    };
    let changed = Slot::try_from(row)?;
    if moved {
        let sql = "DELETE FROM time_cells WHERE slot_id = $1 AND person_id = $2";
        tx.execute(sql, &[slot.id.0.into(), slot.teacher_id.0.into()]).await?;
        if !occupy(tx, &changed, &[slot.teacher_id]).await? {
            return Ok(Changed::Busy);
        }
    }
    Ok(Changed::Done(changed))
}

/// A virtual slot that somebody once had, and nobody has now, makes way for a published class.
pub(super) async fn delete_empty_virtual(
    tx: &Transaction,
    teacher: PersonId,
    start: Timestamp,
) -> Result<(), StoreError> {
    let sql = "UPDATE slots SET cancelled_at = $2 WHERE teacher_id = $1 AND starts_at = $2 AND kind = 'virtual'
                  AND seats_taken = 0 AND cancelled_at IS NULL";
    tx.execute(sql, &[teacher.0.into(), micros(start).into()]).await?;
    Ok(())
}

/// Calls a published class off and frees the teacher's hour. False when it was called off before, or still has a seat
/// taken.
pub async fn cancel_published(
    tx: &Transaction,
    id: SlotId,
    teacher: PersonId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let sql = "UPDATE slots SET cancelled_at = $3 WHERE id = $1 AND teacher_id = $2 AND kind = 'regular'
                  AND cancelled_at IS NULL AND seats_taken = 0";
    if tx.execute(sql, &[id.0.into(), teacher.0.into(), micros(now).into()]).await? == 0 {
        return Ok(false);
    }
    tx.execute("DELETE FROM time_cells WHERE slot_id = $1", &[id.0.into()]).await?;
    Ok(true)
}
